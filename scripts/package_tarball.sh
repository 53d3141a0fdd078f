#!/bin/bash
# Packs a release build into a tarball that runs from any folder, without root.
#
# usage: scripts/package_tarball.sh [--arch ARCH] [TO]
#
# Writes TO/rowhouse-VERSION-linux-MACHINE.tar.gz (TO: dist), where MACHINE is x86_64 or aarch64. The same build gives the same bytes: times are those of
# $SOURCE_DATE_EPOCH, or of the last commit.
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

take_architecture "$@"
set -- "${rest[@]}"
install_for_packing "${build_packages[@]}" "${pack_packages[@]}"
build_packed
to=$(made_folder "${1:-$checkout/dist}")
name=rowhouse-$(version)-linux-$machine
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

stage_programs "$stage/$name"
mv "$stage/$name/share/zsh/vendor-completions" "$stage/$name/share/zsh/site-functions" # of Debian's own packages
sed "s/@VERSION@/$(version)/; s/@MACHINE@/$machine/" "$checkout/packaging/tarball/README.md" >"$stage/$name/README.md"
normalise "$stage/$name"
tar --create --directory "$stage" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
  --mtime="@$SOURCE_DATE_EPOCH" "$name" | gzip --no-name --best >"$to/$name.tar.gz"
echo "$to/$name.tar.gz"
