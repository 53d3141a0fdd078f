# shellcheck shell=bash
# Configuring and building a preset of CMakePresets.json. Sourced, not run, by scripts that have
# set -o pipefail.

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# build_preset PRESET [TARGET...]: builds the targets (default: all) into build/PRESET. Shows
# progress on stderr while something is built and says nothing otherwise.
build_preset() {
  local preset=$1 folder=$checkout/build/$1
  shift
  mkdir -p "$folder"
  (
    flock 9 # two starts at once: the second waits for the first one's build
    configure_preset "$preset" "$folder" && compile "$folder" "$@"
  ) 9>"$folder/.lock"
}

configure_preset() {
  local preset=$1 folder=$2 log=$2/configure.log
  if [[ -e $folder/build.ninja && ! $checkout/CMakePresets.json -nt $folder/CMakeCache.txt ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$checkout" "$folder/CMakeCache.txt"; then
    return 0
  fi
  echo "Configuring $preset" >&2
  # --fresh: an interrupted run may have left a broken folder, a checkout may have moved, and a preset
  # may have changed.
  (cd "$checkout" && cmake --fresh --preset "$preset") >"$log" 2>&1 || {
    cat "$log" >&2
    return 1
  }
}

compile() {
  local folder=$1
  shift
  # ninja's lines when there is nothing to do are noise.
  ninja -C "$folder" -j "$(build_jobs)" "$@" 2>&1 |
    { grep --line-buffered -v -e 'no work to do' -e 'Re-checking globbed' -e '^ninja: Entering' || true; } >&2
}

# One job for each processor, as far as there are 1.5 GiB of memory for each.
build_jobs() {
  local by_memory processors
  processors=$(nproc)
  by_memory=$(awk '$1 == "MemAvailable:" {print int($2 / (1536 * 1024))}' /proc/meminfo)
  ((by_memory < 1)) && by_memory=1
  echo $((by_memory < processors ? by_memory : processors))
}
