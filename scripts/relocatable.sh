# shellcheck shell=bash
# shellcheck disable=SC2154 # system, multiarch and tools are from architecture.sh
# Programs with the libraries that they need beside them, so that they run from any folder and on other
# distributions. Sourced, not run, by the scripts that pack, after architecture.sh; needs patchelf and objdump.

# What comes from the system: glibc, which cannot be mixed, and the libraries of GCC. Debian 12's of the latter need
# a newer glibc than the programs do, and every Linux with a C++ program has its own.
of_system='^(ld-linux-x86-64|ld-linux-aarch64|libc|libm|libpthread|libdl|librt|libresolv|libstdc\+\+|libgcc_s)\.so'

# The newest versions of symbols that the programs and their libraries may ask the system for. Those of Ubuntu 22.04,
# the oldest system that is meant.
newest_glibc=2.35
newest_glibcxx=3.4.30
newest_cxxabi=1.3.13

# Debian packages of which only headers are compiled in, and whose licences ask to be passed on with programs, too.
# (Boost's does not.)
header_packages=(libcli11-dev libexpected-dev libxxhash-dev)

# libraries_of FILE...: prints the path of each shared library that the files need, and that those need, one a line.
# Returns 1, with a message on stderr, if one is missing. Reads the files, which may be for another processor.
libraries_of() {
  local queue=("$@") file names name library
  local -A known=()
  while ((${#queue[@]} > 0)); do
    file=${queue[0]}
    queue=("${queue[@]:1}")
    names=$("${tools}objdump" -p "$file" | awk '$1 == "NEEDED" { print $2 }') || return
    for name in $names; do
      [[ ${known[$name]:-} ]] && continue
      known[$name]=1
      library=$system/usr/lib/$multiarch/$name
      if [[ ! -e $library ]]; then
        echo "$0: $name, which $file needs, is not installed" >&2
        return 1
      fi
      echo "$library"
      queue+=("$library")
    done
  done
}

# is_of_system LIBRARY: whether the file comes from the system that the programs run on.
is_of_system() {
  [[ $(basename "$1") =~ $of_system ]]
}

# query_packages ARGUMENT...: asks dpkg about the system whose libraries are packed.
query_packages() {
  dpkg-query --admindir="$system/var/lib/dpkg" "$@"
}

# package_of FILE: prints the name of the Debian package that a file is from.
package_of() {
  local file owner
  file=$(realpath "$1")
  # dpkg knows some files by their place in /lib, which is /usr/lib by now.
  owner=$(query_packages -S "$file" 2>/dev/null || query_packages -S "${file#/usr}" 2>/dev/null) || {
    echo "$0: $file is from no Debian package, so its licence is not known" >&2
    return 1
  }
  echo "${owner%%:*}"
}

# pack_licence PACKAGE FOLDER: copies the licence of a Debian package to FOLDER/PACKAGE.
pack_licence() {
  if [[ ! -r $system/usr/share/doc/$1/copyright ]]; then
    echo "$0: the licence of $1 is missing in $system/usr/share/doc; some containers leave it out (dpkg's path-exclude)" >&2
    return 1
  fi
  install -D -m 644 "$system/usr/share/doc/$1/copyright" "$2/$1"
}

# pack_libraries PREFIX LIBRARIES LICENCES: makes the programs in PREFIX/bin use the libraries in the folder
# PREFIX/LIBRARIES, and copies there what they need. Their licences go to the folder LICENCES.
# REQUIRES: LIBRARIES is a relative path, and the programs are stripped
pack_libraries() {
  local prefix=$1 folder=$1/$2 licences=$3 program library package
  local programs=("$prefix/bin/rowhoused" "$prefix/bin/rowhouse")
  local libraries
  libraries=$(libraries_of "${programs[@]}")
  mkdir -p "$folder"
  while read -r library; do
    if is_of_system "$library"; then continue; fi
    install -m 644 "$(realpath "$library")" "$folder/$(basename "$library")"
    package=$(package_of "$library")
    pack_licence "$package" "$licences"
  done <<<"$libraries"
  for package in "${header_packages[@]}"; do
    pack_licence "$package" "$licences"
  done
  for program in "${programs[@]}"; do
    # An RPATH, unlike a RUNPATH, counts for the libraries that the libraries need: so they stay as Debian made them.
    patchelf --force-rpath --set-rpath "\$ORIGIN/../$2" "$program"
  done
  check_symbols "${programs[@]}" "$folder"/*
}

# check_symbols FILE...: returns 1, with a message on stderr, if a file needs a newer system than is promised.
check_symbols() {
  local file bound newest needed bad=0
  for file in "$@"; do
    for bound in GLIBC_$newest_glibc GLIBCXX_$newest_glibcxx CXXABI_$newest_cxxabi; do
      needed=$("${tools}objdump" -T "$file" | awk '/\*UND\*/' | grep -oE "${bound%_*}_[0-9.]+" | sort -uV | tail -n 1 || true)
      newest=$(printf '%s\n' "$needed" "$bound" | sort -V | tail -n 1)
      if [[ $newest != "$bound" ]]; then
        echo "$0: $file needs $needed, and the promise is $bound; build on Debian 12" >&2
        bad=1
      fi
    done
  done
  return $bad
}
