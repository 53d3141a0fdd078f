#!/bin/bash
# Writes the container image, without a daemon.
#
# usage: scripts/package_image.sh [--arch ARCH] [TO]  writes TO/rowhouse-VERSION-image-linux-ARCH.tar (TO: dist)
#        scripts/package_image.sh --root DIR          writes its files into DIR, for packaging/image/Containerfile
#
# The file is an OCI layout which `docker load` takes as well. The same build on the same system gives the same bytes.
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

user=10001
# Of busybox: a shell for those who look around, and what health checks written for other images call.
applets=(sh cat ls nc wget)

# copy_from_system ROOT FILE: copies a file to its place below ROOT, and notes its package as scanners look for it.
copy_from_system() {
  local root=$1 file=$2 package
  install -D -m 755 "$(realpath "$file")" "$root/usr/lib/$multiarch/$(basename "$file")"
  package=$(package_of "$file")
  note_package "$root" "$package"
}

note_package() {
  pack_licence "$2" "$1/usr/share/doc/rowhouse/licences"
  query_packages --status "$2" >"$1/var/lib/dpkg/status.d/$2"
}

# stage_root ROOT: makes the files of the image.
stage_root() {
  local root=$1 library libraries applet package
  mkdir -p "$root"/{data,etc/ssl/certs,tmp,usr/lib/ssl,"usr$(dirname "$loader")",var/lib/dpkg/status.d}
  ln -s usr/bin usr/lib "$root"
  if [[ $loader == /lib64/* ]]; then ln -s usr/lib64 "$root"; fi
  stage_programs "$root/usr"
  rm -r "$root"/usr/lib/{systemd,sysusers.d} "$root"/usr/share/{man,bash-completion,zsh,fish}
  install -m 755 "$system/usr/bin/busybox" "$root/usr/bin/busybox"
  for applet in "${applets[@]}"; do
    ln -s busybox "$root/usr/bin/$applet"
  done
  libraries=$(libraries_of "$root"/usr/bin/{rowhoused,rowhouse,busybox})
  while read -r library; do
    if is_of_system "$library"; then copy_from_system "$root" "$library"; fi
  done <<<"$libraries"
  ln -sr "$root/usr/lib/$multiarch/$(basename "$loader")" "$root/usr$loader"
  for package in "$root"/usr/share/doc/rowhouse/licences/*; do
    note_package "$root" "$(basename "$package")"
  done
  note_package "$root" busybox
  note_package "$root" ca-certificates
  # Those of Debian, not what has been added to this machine.
  cat "$system"/usr/share/ca-certificates/mozilla/*.crt >"$root/etc/ssl/certs/ca-certificates.crt"
  ln -s /etc/ssl/certs/ca-certificates.crt "$root/usr/lib/ssl/cert.pem"
  printf 'root:x:0:0:root:/:/bin/sh\nrowhouse:x:%s:%s:Rowhouse:/data:/bin/sh\n' $user $user >"$root/etc/passwd"
  printf 'root:x:0:\nrowhouse:x:%s:\n' $user >"$root/etc/group"
  echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
  cp "$system/etc/os-release" "$root/etc/os-release"
  normalise "$root"
  chmod 1777 "$root/tmp"
}

take_architecture "$@"
set -- "${rest[@]}"
install_for_packing "${build_packages[@]}" "${pack_packages[@]}"
build_packed
if [[ ${1:-} == --root ]]; then
  stage_root "$(made_folder "${2:?names the folder}")"
  exit 0
fi
to=$(made_folder "${1:-$checkout/dist}")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
stage_root "$stage/root"
file=$to/rowhouse-$(version)-image-linux-$arch.tar
python3 "$checkout/packaging/image/write_image.py" --root "$stage/root" --owner "data=$user" \
  --name "rowhouse:$(version)" --name rowhouse:latest --version "$(version)" --revision "$(commit)" \
  --architecture "$arch" --config "$checkout/packaging/image/config.json" --to "$file"
echo "$file"
