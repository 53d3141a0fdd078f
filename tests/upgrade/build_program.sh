#!/bin/bash
# Builds rowhoused as it was at an earlier commit.
#
# usage: tests/upgrade/build_program.sh COMMIT    prints the path of the program
#
# It is kept in build/tests/upgrade/programs, one folder for each commit; it takes some minutes the first time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

commit=$(git rev-parse --short=12 "${1:?names the commit}^{commit}")
folder=$PWD/build/tests/upgrade/programs/$commit
if [[ ! -x $folder/build/release/bin/rowhoused ]]; then
  rm -rf "$folder"
  mkdir -p "$folder"
  git archive "$commit" | tar -x -C "$folder"
  cd "$folder"
  cmake --preset release -DROWHOUSE_TESTS=OFF -DROWHOUSE_BENCH=OFF >&2
  cmake --build build/release --target rowhoused >&2
fi
echo "$folder/build/release/bin/rowhoused"
