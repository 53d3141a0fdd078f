# shellcheck shell=bash
# Debian packages: which ones the build needs, and how they are installed. Sourced, not run.

# What ./run needs. Everything builds and runs without sqlite3; it lets people look into a partition.
# shellcheck disable=SC2034 # used by those that source this
build_packages=(
  g++ cmake ninja-build libboost-dev libfmt-dev libspdlog-dev libsimdjson-dev
  libexpected-dev libcpprest-dev libcli11-dev libsqlite3-dev libssl-dev libpugixml-dev
  libxxhash-dev prometheus-cpp-dev sqlite3
)

# Also needed by ./test: the commands in README.md and docs/ use curl.
# shellcheck disable=SC2034
test_packages=(python3 python3-yaml git libboost-test-dev make pkg-config curl openssl chromium clang clang-format clang-tidy shellcheck pyflakes3)

# console_packages: what the web console is built with, Debian's Node.js and npm, unless others are installed (one from
# elsewhere excludes Debian's).
console_packages() {
  command -v node >/dev/null || echo nodejs
  command -v npm >/dev/null || echo npm
}

# Also needed by scripts/package_npm.sh, and so by ./test npm.
# shellcheck disable=SC2034
npm_packages=(patchelf binutils)

# Also needed by scripts/package and those beside it.
# shellcheck disable=SC2034
pack_packages=("${npm_packages[@]}" dpkg-dev file git python3 ca-certificates busybox)

# The compiler for arm64, which scripts/package --arch arm64 needs besides.
# shellcheck disable=SC2034
cross_packages=(g++-12-aarch64-linux-gnu)

# install_packages PACKAGE...: installs those that are missing. Prints nothing and contacts no mirror if
# none is missing. Returns 1, with the reason on stderr, if they cannot be installed.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian system; install what Debian calls $* yourself." >&2
    return 0
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [[ ${#missing[@]} -eq 0 ]] && return 0
  if [[ $(id -u) -ne 0 ]]; then
    printf '%s\n' "These Debian packages are missing, and only root can install them. As root, run:" \
      "  apt-get install --no-install-recommends ${missing[*]}" >&2
    return 1
  fi
  echo "Installing Debian packages: ${missing[*]}" >&2
  local log
  log=$(mktemp)
  if ! apt_get update >"$log" 2>&1 || ! announce_download "$log" "${missing[@]}" ||
    ! apt_get install "${missing[@]}" >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    printf '%s\n' "These packages could not be installed: ${missing[*]}" \
      "Is a Debian mirror reachable from here? The end of apt-get's output is above, all of it in $log." >&2
    return 1
  fi
  rm -f "$log"
}

# announce_download LOG PACKAGE...: says how much will be fetched, with everything that the packages need.
announce_download() {
  local log=$1 addresses
  shift
  addresses=$(apt_get -qq --print-uris install "$@" 2>>"$log") || return
  awk '{ bytes += $3 } END { printf "  with what they need: %d packages, %.0f MB to download\n", NR, bytes / 1e6 }' \
    <<<"$addresses" >&2
}

missing_packages() {
  local installed package
  installed=" $(dpkg-query -W -f '${db:Status-Abbrev}=${Package} ' "$@" 2>/dev/null || true) "
  for package in "$@"; do
    [[ $installed == *"ii =$package "* ]] || echo "$package"
  done
}

apt_get() {
  DEBIAN_FRONTEND=noninteractive apt-get -qy --no-install-recommends -o DPkg::Lock::Timeout=300 \
    -o Dpkg::Use-Pty=0 "$@" </dev/null
}
