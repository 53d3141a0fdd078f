#!/bin/bash
# Fetches what the web console is built with, as package-lock.json names it, into node_modules. Run by the build.
#
# usage: console/fetch_packages.sh NPM
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

"$1" ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2 || {
  echo "The packages of the web console could not be fetched: is the npm registry reachable from here?" \
    "To build without the console, run cmake --preset release -DROWHOUSE_CONSOLE=OFF." >&2
  exit 1
}
touch node_modules/.package-lock.json # which the build compares with what it depends on
