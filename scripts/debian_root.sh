# shellcheck shell=bash
# The files of Debian packages of another architecture in a folder of their own, and what dpkg knows about them. Nothing
# is installed on this system, nor is any program of the packages run. Sourced, not run, after packages.sh.

# make_debian_root FOLDER ARCH PACKAGE...: makes the folder, anew if it was not made for the same packages. PACKAGE are
# names, or files *.deb; what they depend on comes along, from the mirrors of this system. Needs no root. Returns 1,
# with the reason on stderr, if a package is not to be had.
#
# `dpkg-query --admindir=FOLDER/var/lib/dpkg` knows the packages. Their files have the paths that they have here, with
# FOLDER in front, so that dpkg-shlibdeps finds them.
make_debian_root() {
  local root=$1 arch=$2 stamp=$1/.complete package
  shift 2
  if [[ -f $stamp && $(<"$stamp") == "$root $arch $*" ]]; then
    return 0
  fi
  rm -rf "$root"
  mkdir -p "$root"/{usr/{bin,lib,sbin},var/lib/dpkg/info}
  ln -s usr/bin usr/lib usr/sbin "$root"
  download_packages "$root" "$arch" "$@" || return
  for package in "$@"; do
    if [[ $package == *.deb ]]; then cp "$package" "$root/archives"; fi
  done
  unpack_packages "$root" || return
  rm -rf "$root/archives" "$root/apt.log"
  echo "$root $arch $*" >"$stamp"
}

# download_packages ROOT ARCH PACKAGE...: puts them, and what they depend on, into ROOT/archives.
download_packages() {
  local root=$1 arch=$2 log=$1/apt.log
  shift 2
  echo "Downloading Debian packages for $arch: $*" >&2
  mkdir -p "$root"/{apt/lists,archives}/partial
  : >"$root/var/lib/dpkg/status"
  local options=(-o "Dir::State=$root/apt" -o "Dir::State::status=$root/var/lib/dpkg/status"
    -o "Dir::Cache=$root/apt" -o "Dir::Cache::archives=$root/archives"
    -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" -o Acquire::Languages=none)
  if ! apt_get "${options[@]}" update >"$log" 2>&1 ||
    ! apt_get "${options[@]}" --download-only install "$@" >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    printf '%s\n' "These packages could not be downloaded for $arch: $*" \
      "Does the Debian mirror of this system have that architecture? All of apt-get's output is in $log." >&2
    return 1
  fi
  rm -rf "$root/apt"
}

# unpack_packages ROOT: unpacks ROOT/archives, and notes the packages as dpkg would.
unpack_packages() {
  local root=$1 deb link
  for deb in "$root"/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" |
      tar --extract --directory "$root" --keep-directory-symlink --no-same-owner || return
    note_unpacked "$root" "$deb" || return
  done
  echo 1 >"$root/var/lib/dpkg/info/format"
  # Links to /lib/... would lead out of the folder.
  while read -r link; do
    ln -sfnr "$root$(readlink "$link")" "$link"
  done < <(find "$root" -lname '/*')
}

note_unpacked() {
  local root=$1 deb=$2 name control file
  name=$(dpkg-deb --field "$deb" Package)
  [[ $(dpkg-deb --field "$deb" Multi-Arch) == same ]] && name+=:$(dpkg-deb --field "$deb" Architecture)
  dpkg-deb --field "$deb" | sed '1a Status: install ok installed' >>"$root/var/lib/dpkg/status"
  echo >>"$root/var/lib/dpkg/status"
  # With the names that they have after the folders /bin, /lib and /sbin became links.
  dpkg-deb --fsys-tarfile "$deb" | tar --list |
    sed -E "s,^\./,/,; s,^/(bin|lib|sbin)/,/usr/\1/,; s,/\$,,; s,^,$root,; \$a\\" >"$root/var/lib/dpkg/info/$name.list"
  control=$root/archives/control
  dpkg-deb --control "$deb" "$control"
  for file in symbols shlibs; do
    if [[ -e $control/$file ]]; then cp "$control/$file" "$root/var/lib/dpkg/info/$name.$file"; fi
  done
  rm -r "$control"
}
