# shellcheck shell=bash disable=SC2154 # checkout is from build.sh, preset from architecture.sh
# What all packages have in common: the version, their time, and the tree that is packed. Sourced, not run, after
# build.sh, architecture.sh and relocatable.sh.

# version: prints the version of the project.
version() {
  sed -n 's/^project(rowhouse VERSION \([0-9.]*\).*/\1/p' "$checkout/CMakeLists.txt"
}

# commit: prints the first digits of the commit that what is packed was built from; nothing if the build did not know it.
commit() {
  sed -n 's/.*return "\(.*\)".*/\1/p' "$checkout/build/$preset/build_commit.cc"
}

# The time that is written into packages, so that the same sources give the same bytes.
source_date() {
  git -C "$checkout" log -1 --format=%ct 2>/dev/null || stat -c %Y "$checkout/CHANGELOG.md"
}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(source_date)}
export SOURCE_DATE_EPOCH

# made_folder FOLDER: creates a folder and prints its absolute path.
made_folder() {
  mkdir -p "$1"
  (cd "$1" && pwd)
}

# build_packed: builds what is packed. Another architecture's manual pages are made of what this machine's programs say,
# so these are built first.
build_packed() {
  local packed=(rowhoused rowhouse rowhouse_client_package)
  if [[ $preset == release ]]; then
    in_build_folder "$checkout/build/release" configure_programs release "${packed[@]}"
  else
    build_programs && build_preset "$preset" "${packed[@]}"
  fi
}

# stage_programs PREFIX: installs both programs with their documents, and the libraries beside them.
stage_programs() {
  local component
  for component in server command; do
    cmake --install "$checkout/build/$preset" --prefix "$1" --component $component --strip >"$1.log"
  done
  rm "$1.log"
  pack_libraries "$1" lib/rowhouse "$1/share/doc/rowhouse/licences"
}

# normalise FOLDER: gives files the modes that they have in a package, whatever the umask was.
normalise() {
  chmod -R u=rwX,go=rX "$1"
}
