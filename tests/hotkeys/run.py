"""Tests the hot-partition detector on the labelled traces of shared/hotkeys, with several seeds: what it
finds in each, how early, and whether the first recommended key spreads the load.

usage: python3 -m tests.hotkeys.run [SEED...]
"""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.hotkeys.key_template import maker
from tests.hotkeys.spread import hottest_share
from tests.support.client import ACCOUNT, Client
from tests.support.places import SERVER, scratch, shared
from tests.support.report import print_totals
from tests.support.server import Server

ROWHOUSE = SERVER.parent / "rowhouse"
SEEDS = ("1", "2", "3", "4", "5")
SHARE_MAX = 0.05
UNCHANGED = "{PartitionKey}"
EARLY = 1000  # relevant operations within which the finding must be made
REPLAYED = {"padded-sequence": 1500, "one-day-partition": 1500, "uuid-v4": 1500}  # operations each

NOTHING_FOUND, FOUND = 0, 8

Json = dict[str, Any]


def is_warning(finding: Json) -> bool:
    return finding["severity"] != "note"


def check_keys(lines: list[str]) -> list[Json]:
    """Returns the findings of `rowhouse keys check`."""
    run = subprocess.run(
        [ROWHOUSE, "keys", "check", "--json", "-"],
        input="".join(lines).encode(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    if run.returncode not in (NOTHING_FOUND, FOUND):
        raise RuntimeError(f"status {run.returncode}: {run.stderr.decode()}")
    (table,) = json.loads(run.stdout)["tables"]
    if any(map(is_warning, table["findings"])) != (run.returncode == FOUND):
        raise RuntimeError(f"status {run.returncode} with {len(table['findings'])} findings")
    if table["operations"] != len(lines):
        raise RuntimeError(f"{table['operations']} operations of {len(lines)}")
    return table["findings"]


def verdict(findings: list[Json]) -> Json:
    """Returns the findings in the form of a label."""

    def order(kind: str) -> str:
        directions = {f["direction"] for f in findings if f["kind"] == kind}
        return "monotonic-" + "/".join(sorted(directions)) if directions else "none"

    return {
        "partition_key": order("monotonic-partition-key"),
        "row_key": order("monotonic-row-key"),
        "hot_partitions": [f["partition"] for f in findings if f["kind"] == "hot-partition"],
    }


def differences(findings: list[Json], label: Json) -> list[str]:
    found = verdict(findings)
    return [
        f"{name} is {found[name]}, not {label[name]}" for name in found if label[name] not in (None, found[name])
    ]


def early_part(lines: list[str], label: Json) -> list[str]:
    """Returns the trace up to its 1,000th relevant operation: an insert if the label is about keys, else any."""
    only_inserts = (label["partition_key"], label["row_key"]) != ("none", "none")
    seen = 0
    for index, line in enumerate(lines):
        seen += not only_inserts or json.loads(line)["op"] == "insert"
        if seen == EARLY:
            return lines[: index + 1]
    return lines


def advice_faults(findings: list[Json], lines: list[str]) -> list[str]:
    """Applies the first advice of each finding to all writes and returns what is wrong with it."""
    writes = [row for row in map(json.loads, lines) if row["op"] != "read"]
    faults = []
    for key in {f["advice"][0]["key"] for f in findings if f["advice"]}:
        make = maker(key)
        share = hottest_share([make(row["pk"], row["rk"]) for row in writes])
        if writes and share > SHARE_MAX:
            faults.append(f"{key} leaves {share:.1%} in one place")
    for finding in findings:
        advice = finding["advice"]
        if writes and not advice:
            faults.append(f"{finding['kind']} comes without advice")
        if advice and advice[0]["hottest_share"] > SHARE_MAX:
            faults.append(f"{advice[0]['key']} itself reports that it leaves {advice[0]['hottest_share']}")
    return faults


def repartitioned(line: str, make: Callable[[str, str], str]) -> str:
    row = json.loads(line)
    return json.dumps(row | {"pk": make(row["pk"], row["rk"])}) + "\n"


def faults_after_advice(findings: list[Json], lines: list[str]) -> list[str]:
    """Applies the first advice of each finding to the trace and returns what is still found in it."""
    faults = []
    for key in {f["advice"][0]["key"] for f in findings if f["advice"]}:
        make = maker(key)
        for after in check_keys([repartitioned(line, make) for line in lines]):
            again = after["advice"][0]["key"] if after["advice"] else UNCHANGED
            if is_warning(after) or again != UNCHANGED:
                faults.append(f"with {key} there is a {after['severity']}, {after['kind']}, that advises {again}")
    return faults


def judge_trace(file: Path, label: Json) -> list[str]:
    lines = file.read_text("utf-8").splitlines(keepends=True)
    findings = check_keys(lines)
    faults = differences(findings, label) + advice_faults(findings, lines)
    faults += faults_after_advice(findings, lines)
    early = check_keys(early_part(lines, label))
    faults += [f"early: {fault}" for fault in differences(early, label) + advice_faults(early, lines)]
    return faults


def replay(client: Client, table: str, lines: list[str]) -> list[Json]:
    """Writes a trace to a table and returns the findings of the server about it."""
    client.create_table(table)
    for line in lines:
        row = json.loads(line)
        answer = client.insert(table, {"PartitionKey": row["pk"], "RowKey": row["rk"]})
        if answer.status not in (204, 409):  # some traces have a key twice
            raise RuntimeError(f"status {answer.status} for {line}")
    address = f"http://127.0.0.1:{client.port}/_rowhouse/hotspots?account={ACCOUNT}&table={table}"
    with urllib.request.urlopen(address, timeout=60) as answer:
        (found,) = json.load(answer)["tables"]
    return found["findings"]


def judge_server(folder: Path, traces: Path, labels: Json) -> dict[str, list[str]]:
    faults = {}
    with Server(folder / "server.log", "--in-memory") as server, Client(server.port) as client:
        for name, operations in REPLAYED.items():
            lines = (traces / f"{name}.jsonl").read_text("utf-8").splitlines()[:operations]
            findings = replay(client, name.replace("-", ""), lines)
            faults[f"server/{name}"] = differences(findings, labels[name])
    return faults


def make_traces(folder: Path, seed: str) -> Json:
    script = shared("hotkeys") / "make_traces.py"
    subprocess.run([sys.executable, script, folder, "--seed", seed], check=True, stdout=subprocess.DEVNULL)
    return json.loads((folder / "labels.json").read_text("utf-8"))


def main() -> int:
    if not shared("hotkeys"):
        print("left out: there is no shared/hotkeys beside the checkout (or in $ROWHOUSE_SHARED)")
        return print_totals(0, 0)
    folder: Path = scratch("hotkeys")
    shutil.rmtree(folder)
    folder.mkdir()
    faults = {}
    seeds = sys.argv[1:] or SEEDS
    for seed in seeds:
        traces = folder / f"seed-{seed}"
        labels = make_traces(traces, seed)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            judged = pool.map(lambda name: judge_trace(traces / f"{name}.jsonl", labels[name]), labels)
        faults |= {f"seed {seed}/{name}": found for name, found in zip(labels, judged, strict=True)}
    faults |= judge_server(folder, traces, labels)
    for name, found in faults.items():
        for fault in found:
            print(f"FAIL {name}: {fault}")
    failed = sum(map(bool, faults.values()))
    return print_totals(len(faults) - failed, failed)


if __name__ == "__main__":
    sys.exit(main())
