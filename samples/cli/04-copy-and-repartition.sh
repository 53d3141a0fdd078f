#!/bin/sh
# Moving a table to better keys, and checking that nothing was lost.
cd "$(mktemp -d)" || exit
set -v

# A table that has everything in one partition.
seq 1000 | awk 'BEGIN { print "PartitionKey,RowKey,Site,Reading@Edm.Int32" }
                { printf "log,%06d,%s,%d\n", $1, $1 % 2 ? "berlin" : "oslo", $1 % 50 }' > readings.csv
rowhouse import readings.csv --table readings

# A dry run shows what the keys will be.
rowhouse repartition readings bysite --partition-key '{property(Site)}.{hash(RowKey,4)}' --dry-run
rowhouse repartition readings bysite --partition-key '{property(Site)}.{hash(RowKey,4)}'
rowhouse count bysite --filter "PartitionKey ge 'berlin.' and PartitionKey lt 'berlin/'"
rowhouse count readings

# A copy of a part, here or in another account (--to-profile, --to-connection-string).
rowhouse copy bysite oslo --filter "Site eq 'oslo'"
rowhouse count oslo
rowhouse export bysite -o one.jsonl
rowhouse export oslo -o two.jsonl
grep -c '"Site":"oslo"' one.jsonl two.jsonl
rowhouse table delete readings --yes
rowhouse table delete bysite --yes
rowhouse table delete oslo --yes
