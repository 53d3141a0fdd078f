#!/bin/bash
# Writes what is in packages: a bill of materials in the form of SPDX.
#
# usage: scripts/package_sbom.sh TO PACKAGE...    writes TO/rowhouse-VERSION.spdx.json
#
# PACKAGE are files that the other scripts have made on this system; their names say for which processor. The same
# packages give the same bytes.
set -euo pipefail

# shellcheck source=scripts/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
# shellcheck source=scripts/build.sh
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
# shellcheck source=scripts/architecture.sh
source "$(dirname "${BASH_SOURCE[0]}")/architecture.sh"
# shellcheck source=scripts/release.sh
source "$(dirname "${BASH_SOURCE[0]}")/release.sh"
# shellcheck source=scripts/relocatable.sh
source "$(dirname "${BASH_SOURCE[0]}")/relocatable.sh"

install_packages "${pack_packages[@]}"
to=$(made_folder "${1:?names the folder}")
shift
: "${1:?names a package}"
systems=()
for package in "$@"; do
  choose_architecture "$(architecture_of "$package")"
  if [[ $system ]]; then systems+=(--system "$(basename "$package")=$system"); fi
done
file=$to/rowhouse-$(version).spdx.json
python3 "$checkout/packaging/sbom/write_sbom.py" --version "$(version)" --commit "$(commit)" \
  --compiled-in "${header_packages[@]}" "$(package_of "$system/usr/include/boost/version.hpp")" \
  "${systems[@]}" --to "$file" -- "$@"
echo "$file"
