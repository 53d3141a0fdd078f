#!/bin/bash
# Fetches what the web console is built with, as package-lock.json names it, into node_modules. Run by the build, which
# goes on without the console if the registry cannot be reached, and tries again the next time.
#
# usage: console/fetch_packages.sh NPM
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if "$1" ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=1000 >&2; then
  touch node_modules/.package-lock.json # which the build compares with what it depends on
else
  rm -rf node_modules
  echo "The packages of the web console could not be fetched: is the npm registry reachable from here?" \
    "rowhoused is built without the console, and the next build tries again;" \
    "cmake --preset release -DROWHOUSE_CONSOLE=OFF ends that." >&2
fi
