#!/bin/bash
# Packs the npm package rowhouse, and @rowhouse/linux-x64 or @rowhouse/linux-arm64 with the programs.
#
# usage: scripts/package_npm.sh [--arch ARCH] [FROM [TO]]
#
# FROM is a folder with bin/rowhoused and bin/rowhouse: an installed tree, or a release build (default:
# build/release; build/release-arm64 on another machine). TO is where the two .tgz files go, in place of earlier ones
# (default: build/npm). Prints their paths. Needs npm, patchelf and binutils for ARCH.
set -euo pipefail

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
from=${1:-$checkout/build/$preset}
to=${2:-$checkout/build/npm}
stage=$to/stage
platform=$stage/linux

fail() {
  echo "$0: $*" >&2
  exit 1
}

check_tools() {
  local tool
  for tool in npm patchelf "${tools}strip" "${tools}objdump"; do
    command -v "$tool" >/dev/null ||
      fail "$tool is missing; on Debian: apt-get install npm patchelf binutils${tools:+-aarch64-linux-gnu}"
  done
  [[ -z $system || -d $system ]] || fail "$system is missing; scripts/package_tarball.sh --arch $arch makes it"
  for tool in rowhoused rowhouse; do
    [[ -x $from/bin/$tool ]] || fail "$from/bin/$tool does not exist; build it with ./run --build, or name another folder"
  done
}

stage_binaries() {
  local program
  mkdir -p "$platform/bin"
  for program in rowhoused rowhouse; do
    "${tools}strip" -o "$platform/bin/$program" "$from/bin/$program"
  done
  pack_libraries "$platform" lib "$platform/licenses"
}

# fill_in FOLDER: gives the staged package and what it depends on the version of the project, and its processor.
fill_in() {
  sed -i "s/\"0\.0\.0\"/\"$version\"/g; s/@NODE_ARCH@/$node_arch/g" "$1/package.json" "$1/README.md"
}

check_tools
version=$(version)
[[ -n $version ]] || fail "the version was not found in $checkout/CMakeLists.txt"
# Programs for another processor cannot be asked.
[[ $system || $("$from/bin/rowhoused" --version) == "rowhoused $version"* ]] ||
  fail "$from/bin/rowhoused is not of version $version; build it again"
mkdir -p "$to"
rm -rf "$stage" "$to"/rowhouse-[0-9]*.tgz "$to/rowhouse-linux-$node_arch"-*.tgz
mkdir "$stage"
cp -R "$checkout/packaging/npm/." "$stage"
stage_binaries
cp "$checkout/LICENSE" "$checkout/NOTICE" "$platform"
cp "$checkout/LICENSE" "$stage/rowhouse"
for package in linux rowhouse; do
  fill_in "$stage/$package"
  file=$(npm pack --silent --pack-destination "$to" "$stage/$package")
  echo "$to/$file"
done
rm -rf "$stage"
