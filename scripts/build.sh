# shellcheck shell=bash
# Configuring and building a preset of CMakePresets.json. Sourced, not run, by scripts that have
# set -o pipefail.

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
programs_cpu_seconds=320 # what rowhoused and rowhouse take to compile, measured

# build_preset PRESET [TARGET...]: builds the targets (default: all) into build/PRESET. Shows
# progress on stderr while something is built and says nothing otherwise.
build_preset() {
  local folder=$checkout/build/$1
  in_build_folder "$folder" configure_everything "$@"
}

# build_programs: builds rowhoused and rowhouse into build/release, without asking for what only tests and
# benchmarks need.
build_programs() {
  local folder=$checkout/build/release
  if [[ ! -x $folder/bin/rowhoused ]]; then
    echo "Building rowhoused and rowhouse into $folder/bin: about" \
      "$(((programs_cpu_seconds / $(build_jobs) + 59) / 60)) minutes with $(build_jobs) of $(nproc) processors, this once." >&2
  fi
  in_build_folder "$folder" configure_programs release rowhoused rowhouse
}

# in_build_folder FOLDER CONFIGURE PRESET [TARGET...]: configures and compiles. Of two at once, the second
# waits for the first.
in_build_folder() {
  local folder=$1 configure=$2 preset=$3
  shift 3
  mkdir -p "$folder"
  (
    flock 9
    "$configure" "$preset" "$folder" && compile "$folder" "$@"
  ) 9>"$folder/.lock"
}

configure_everything() {
  local preset=$1 folder=$2
  if is_configured "$folder" && [[ ! -e $folder/.programs_only ]]; then
    return 0
  fi
  configure_preset "$preset" "$folder" && rm -f "$folder/.programs_only"
}

configure_programs() {
  local preset=$1 folder=$2
  is_configured "$folder" && return 0
  touch "$folder/.programs_only"
  configure_preset "$preset" "$folder" -DROWHOUSE_TESTS=OFF -DROWHOUSE_BENCH=OFF
}

# wants_console: fails if build/release was configured without the web console.
wants_console() {
  ! grep -qx 'ROWHOUSE_CONSOLE:[A-Z]*=OFF' "$checkout/build/release/CMakeCache.txt" 2>/dev/null
}

is_configured() {
  local folder=$1
  [[ -e $folder/build.ninja && ! $checkout/CMakePresets.json -nt $folder/CMakeCache.txt ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$checkout" "$folder/CMakeCache.txt"
}

configure_preset() {
  local preset=$1 folder=$2 log=$2/configure.log
  shift 2
  echo "Configuring $preset" >&2
  # --fresh: an interrupted run may have left a broken folder, a checkout may have moved, and a preset
  # may have changed.
  (cd "$checkout" && cmake --fresh --preset "$preset" "$@") >"$log" 2>&1 || {
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
