#!/bin/sh
# A first table: typed entities in, questions out, and what a refusal looks like.
set -v

# A property's type follows from its value; @TYPE says it where the value does not.
rowhouse table create people
rowhouse entity insert people uk ada Name="Ada Lovelace" Born=1815 Steps@int64=42
rowhouse entity insert people uk alan Name="Alan Turing" Born=1912
rowhouse entity insert people us grace Name="Grace Hopper" Born=1906

# Each write prints the version (ETag) that it made. --if-match makes a write depend on one: this
# one is of another entity, and the write is refused.
rowhouse entity merge people uk ada Born=1816 --if-match "W/\"datetime'2026-01-01T00%3A00%3A00Z'\"" 2>/dev/null ||
  echo "exit code $?"

# A filter runs on the server. One on keys reads only what it asks for.
rowhouse query people --filter "Born lt 1910"
rowhouse query people --partition uk --select Name -o csv

# A second insert of the same keys is refused. `rowhouse --help` lists the exit codes.
rowhouse entity insert people uk ada 2>/dev/null || echo "exit code $?"
rowhouse entity upsert people uk ada Name="Ada King" Born=1815
rowhouse entity merge people uk ada Title=Countess
rowhouse query people --row-prefix ada -o jsonl

# Deleting by a filter can be tried first.
rowhouse delete people --filter "Born gt 1900" --dry-run
rowhouse delete people --filter "Born gt 1900" --yes
rowhouse count people
rowhouse table delete people --yes
