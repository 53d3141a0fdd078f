# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # used by those that source this; checkout is from build.sh
# Which processors packages are made for: this machine's, or arm64 from amd64. Sourced, not run, after packages.sh and
# build.sh.
#
# choose_architecture sets, all called after the architecture as Debian names it:
#   arch       that name
#   machine    as `uname -m` and the tarball name it
#   node_arch  as Node.js and npm name it
#   multiarch  the folder of its libraries below /usr/lib
#   loader     the path of the program that starts programs
#   preset     of CMakePresets.json, which builds for it
#   tools      what the names of its strip and objdump begin with
#   system     the root folder of the Debian whose libraries are packed: empty for this machine's

# shellcheck source=scripts/debian_root.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian_root.sh"

# The preset release-arm64 and the sysroot are for this pair.
cross_from=amd64
cross_to=arm64
sysroot_packages=(libc6-dev base-files busybox ca-certificates passwd) # and the libraries of build_packages

# choose_architecture ARCH: returns 1, with a message on stderr, if there is no way to make packages for it here.
choose_architecture() {
  local native
  native=$(dpkg --print-architecture)
  arch=$1
  case $arch in
    amd64) machine=x86_64 node_arch=x64 loader=/lib64/ld-linux-x86-64.so.2 ;;
    arm64) machine=aarch64 node_arch=arm64 loader=/lib/ld-linux-aarch64.so.1 ;;
    *)
      echo "$0: there are packages for amd64 and arm64, not for $arch" >&2
      return 1
      ;;
  esac
  multiarch=$machine-linux-gnu preset=release tools='' system=''
  [[ $arch == "$native" ]] && return 0
  if [[ $native-$arch != "$cross_from-$cross_to" ]]; then
    echo "$0: packages for $arch cannot be made on $native; only those for $cross_to on $cross_from are cross-compiled" >&2
    return 1
  fi
  preset=release-$arch tools=$multiarch- system=$checkout/build/sysroot-$arch
}

# architecture_of PACKAGE: prints which architecture a package is for, by its name; for those for any, this machine's.
architecture_of() {
  case $(basename "$1") in
    *amd64* | *x86_64* | *x64*) echo amd64 ;;
    *arm64* | *aarch64*) echo arm64 ;;
    *) dpkg --print-architecture ;;
  esac
}

# take_architecture [--arch ARCH] ARGUMENT...: chooses it (default: this machine's), and puts the arguments into `rest`.
take_architecture() {
  rest=("$@")
  if [[ ${1:-} == --arch ]]; then
    choose_architecture "${2:?names the architecture}" || return
    rest=("${@:3}")
  else
    choose_architecture "$(dpkg --print-architecture)"
  fi
}

# install_for_packing PACKAGE...: installs these and, for another architecture, the compiler and what the sysroot needs.
install_for_packing() {
  local console
  mapfile -t console < <(console_packages)
  if [[ -z $system ]]; then
    install_packages "$@" "${console[@]}"
    return
  fi
  install_packages "$@" "${console[@]}" "${cross_packages[@]}"
  local package libraries=()
  for package in "${build_packages[@]}"; do
    if [[ $package == *-dev ]]; then libraries+=("$package"); fi
  done
  make_debian_root "$system" "$arch" "${sysroot_packages[@]}" "${libraries[@]}"
}
