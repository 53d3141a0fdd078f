#!/bin/sh
# Finding keys that would throttle in the cloud, before the table exists.
cd "$(mktemp -d)" || exit
set -v

# A log keyed by its day writes into one partition all day long: 20,000 inserts in 20 seconds.
seq 20000 | awk 'BEGIN { print "t,op,pk,rk" }
                 { printf "%.3f,insert,2026-03-01,%06d\n", $1 / 1000, $1 }' > by-day.csv
rowhouse keys check by-day.csv > findings.txt || echo "exit code $?"

# The findings, and the first of the keys that it recommends; findings.txt has the reasons, the
# other candidates, and what each costs for reads.
grep '^[A-Z]' findings.txt
awk '$1 == ">" { print $2; exit }' findings.txt

# The same inserts, keyed by one of 500 devices and the message's id, which is in no order: there is
# nothing to find.
awk -F, 'BEGIN { OFS = "," } NR > 1 { $3 = sprintf("device-%03d", $4 * 7919 % 500)
                                      $4 = sprintf("%07d", $4 * 7919 % 1000003) } { print }' \
  by-day.csv > by-device.csv
rowhouse keys check by-device.csv && echo "exit code $?"
