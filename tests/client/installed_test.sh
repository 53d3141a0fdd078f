#!/bin/bash
# installed_test.sh BUILD_FOLDER ROWHOUSED: installs the client, builds a program of ten lines that
# knows nothing else of the tree, and runs it against a server.
set -euo pipefail
build=$1 server=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
pid=
trap '[[ -z $pid ]] || kill "$pid"; rm -rf "$work"' EXIT

cmake --install "$build" --component client --prefix "$work/prefix" >/dev/null
cp -r "$here/installed" "$work/project"
cmake -G Ninja -S "$work/project" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

setpriv --pdeathsig KILL "$server" --listen 127.0.0.1:0 --in-memory >"$work/server" 2>&1 &
pid=$!
for _ in {1..500}; do
  endpoint=$(sed -n 's|^listening on \(http://[^ ]*\).*|\1|p' "$work/server")
  [[ -n $endpoint ]] && break
  sleep 0.02
done
key=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==
printed=$("$work/build/hello" "AccountName=devstoreaccount1;AccountKey=$key;TableEndpoint=${endpoint}devstoreaccount1")
[[ $printed == 1815 ]] || { echo "printed: $printed"; exit 1; }
