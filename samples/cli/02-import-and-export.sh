#!/bin/sh
# Files in and out. No type is lost, and an interrupted job continues where it stopped.
cd "$(mktemp -d)" || exit
set -v

# A CSV header may give each property a type; an empty cell is a property that is absent.
cat > stock.csv <<'END'
PartitionKey,RowKey,Name,Count@Edm.Int64,Price@Edm.Double,Checked@Edm.DateTime
tools,hammer,Claw hammer,12,9.50,2026-03-01T08:00:00Z
tools,saw,"Saw, 40 cm",3,15,
paint,white,White paint,200,4.25,2026-02-20T00:00:00Z
END
rowhouse import stock.csv --table stock
rowhouse query stock

# An export is in key order, and equal contents give equal bytes: it can be kept in git.
rowhouse export stock -o stock.jsonl
cat stock.jsonl

# Importing again is harmless: the default is to replace what is there. An import that was killed
# continues with --resume.
rowhouse entity merge stock tools saw Count@int64=2
rowhouse import stock.jsonl --on-conflict skip
rowhouse query stock --row-prefix saw --select Count -o jsonl
rowhouse import stock.jsonl
rowhouse query stock --row-prefix saw --select Count -o jsonl

# Errors in a file name the line; what comes before it is imported.
printf 'PartitionKey,RowKey,Count@Edm.Int32\ntools,axe,1\ntools,nail,many\n' > bad.csv
rowhouse import bad.csv --table stock 2>&1 || echo "exit code $?"
rowhouse table delete stock --yes
