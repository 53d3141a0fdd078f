#!/bin/bash
# Makes the Debian packages: rowhoused, rowhouse and librowhouse-client-dev. What is in them is said in
# cmake/Packaging.cmake.
#
# usage: scripts/package_deb.sh [--arch ARCH] [TO]    writes TO/*.deb (TO: dist)
#
# They are for the Debian that they are made on, whose libraries they depend on. The same build gives the same bytes.
set -euo pipefail
umask 022

# shellcheck source=scripts/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
# shellcheck source=scripts/build.sh
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
# shellcheck source=scripts/architecture.sh
source "$(dirname "${BASH_SOURCE[0]}")/architecture.sh"
# shellcheck source=scripts/release.sh
source "$(dirname "${BASH_SOURCE[0]}")/release.sh"

take_architecture "$@"
set -- "${rest[@]}"
install_for_packing "${build_packages[@]}" "${pack_packages[@]}"
build_packed
to=$(made_folder "${1:-$checkout/dist}")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# For dpkg-shlibdeps, which finds the packages of the libraries.
export DPKG_ADMINDIR=$system/var/lib/dpkg DEB_HOST_ARCH=$arch
cpack --config "$checkout/build/$preset/CPackConfig.cmake" -G DEB -B "$stage" >"$stage/log" || {
  cat "$stage/log" >&2
  exit 1
}
for deb in "$stage"/*.deb; do
  mv "$deb" "$to"
  echo "$to/$(basename "$deb")"
done
