#!/bin/bash
# scripts/coverage.sh [TEST...]: builds the Boost.Test programs with counters, runs them, and says which lines
# and branches of the program they reached. Without names: all; a test has the name of its program.
# The report by file is in build/coverage/report/index.html.
set -euo pipefail

# shellcheck source=scripts/packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
# shellcheck source=scripts/build.sh
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"

install_packages "${build_packages[@]}" "${test_packages[@]}" gcovr
build_preset coverage "$@"
cd "$checkout"
find build/coverage -name '*.gcda' -delete # of earlier runs
only=()
[[ $# -eq 0 ]] || only=(--tests-regex "^($(IFS='|' && echo "$*"))\$")
ctest --preset coverage --parallel "$(nproc)" "${only[@]}"

mkdir -p build/coverage/report
gcovr --root . --object-directory build/coverage -j "$(nproc)" \
  --exclude-directories build/coverage/CMakeFiles --exclude tests/ --exclude build/ --exclude-throw-branches --exclude-unreachable-branches \
  --print-summary --html-details build/coverage/report/index.html
