#!/usr/bin/env python3
"""Makes docs/benchmarks.md and docs/benchmarks.svg from the raw lines of bench/compare.

    bench/report.py [--results build/bench/results.jsonl] [--docs docs]

Each line is one JSON object. "system" says whose it is: "run" (facts about the run), "rowhouse",
"azurite", "rowhouse-off" (rowhoused --sync off), "http-limit" or "sqlite-limit". Of those, the ones
with the workload "load" tell how a table was filled; the others are a cell's measurement.
"""

import argparse
import json
import math
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chart  # noqa: E402

WORKLOADS = ["point", "range", "page", "filter", "upsert", "insert", "batch"]
WRITES = ["upsert", "insert", "batch"]
MEANING = {
    "point": "read one entity by its keys",
    "range": "read 10 neighbouring entities by a range of keys",
    "page": "read 1,000 neighbouring entities",
    "filter": "a property filter over the whole table that finds 1 % of it, to the last page "
              "(the rate counts the rows looked at)",
    "upsert": "insert-or-replace an entity of the table",
    "insert": "insert an entity",
    "batch": "one transaction of 100 inserts (the rate counts transactions)",
}
CHART_CONNECTIONS = 8


def read_lines(text):
    """The objects of a results file. A line that was cut short (the last one) is left out."""
    lines = []
    for line in text.splitlines():
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return lines


def rate(line):
    """What a measurement counts each second; None when it has no right answer."""
    if line.get("failed") or not line.get("operations"):
        return None
    if line["workload"] == "filter" and line["system"] != "http-limit":
        return line["rows_scanned_per_second"]
    return line["operations_per_second"]


def request_rate(line):
    """HTTP requests each second: what the HTTP limit is compared by."""
    return line["requests_per_second"] if rate(line) is not None else None


class Results:
    """The measurements of one results file by cell: (workload, connections, rows, shape)."""

    def __init__(self, lines):
        self.facts = next((line for line in reversed(lines) if line["system"] == "run"), {})
        self.loads = {}
        self.measured = {}
        for line in lines:
            if line["system"] == "run":
                continue
            if line["workload"] == "load":
                self.loads[line["system"], line["rows"], line["shape"]] = line
                continue
            cell = (line["workload"], line["connections"], line["rows"], line["shape"])
            self.measured.setdefault((line["system"], cell), []).append(line)

    def cells(self):
        """All cells of Rowhouse or Azurite, in the order of the report."""
        found = {cell for system, cell in self.measured if system in ("rowhouse", "azurite")}
        shapes = ["few", "each"]
        return sorted(found, key=lambda c: (c[2], shapes.index(c[3]), WORKLOADS.index(c[0]), c[1]))

    def lines(self, system, cell):
        """A system's measurements of a cell. The HTTP limit does not depend on the shape, and on
        the number of rows only where the size of the answer does."""
        if system != "http-limit":
            return self.measured.get((system, cell), [])
        workload, connections, rows, _ = cell
        return [line for (name, other), lines in self.measured.items() for line in lines
                if name == system and other[:2] == (workload, connections)
                and (workload != "filter" or other[2] == rows)]

    def median(self, system, cell, of=rate):
        values = [of(line) for line in self.lines(system, cell)]
        values = [value for value in values if value is not None]
        return statistics.median(values) if values else None

    def ratio(self, cell, other, of=rate, system="rowhouse"):
        ours, theirs = self.median(system, cell, of), self.median(other, cell, of)
        return ours / theirs if ours and theirs else None

    def why_missing(self, system, cell):
        """The words for a cell without a figure."""
        load = self.loads.get((system, cell[2], cell[3]))
        if load and not load.get("finished"):
            if load.get("failed"):
                return "load failed"
            return f"did not finish: {load['loaded']:,} rows in {load['seconds']:.0f} s"
        lines = self.lines(system, cell)
        if not lines:
            return "not measured"
        if any(line.get("capped") for line in lines):
            return "no operation within the time limit"
        return "failed"


def number(value):
    """Three significant digits, thousands in groups: 1.23, 45.6, 789, 12,300."""
    if value is None:
        return "–"
    if value == 0:
        return "0"
    decimals = 2 - math.floor(math.log10(abs(value)))
    return f"{round(value, decimals):,.{max(decimals, 0)}f}"


def times(value):
    return "–" if value is None else f"**{number(value)}**"


def errors_of(results, system, cell):
    """How many answers of a cell were wrong, all rounds together."""
    return sum(sum(line.get("errors", {}).values()) for line in results.lines(system, cell))


def figure(results, system, cell):
    """A rate with its latencies, or why there is none."""
    value = results.median(system, cell)
    if value is None:
        return results.why_missing(system, cell)
    p50 = results.median(system, cell, lambda line: line["p50_ms"])
    p99 = results.median(system, cell, lambda line: line["p99_ms"])
    wrong = errors_of(results, system, cell)
    note = f", {wrong:,} errors" if wrong else ""
    return f"{number(value)} ({number(p50)} / {number(p99)} ms{note})"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|" + "|".join(["---"] * 4 + ["---:"] * (len(header) - 4)) + "|")
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def comparison_table(results):
    header = ["rows", "shape", "workload", "conn.", "/ Azurite", "/ HTTP limit", "/ SQLite limit",
              "Rowhouse per s (p50 / p99)", "Azurite per s (p50 / p99)", "HTTP limit, requests/s",
              "SQLite limit per s"]
    rows = []
    for cell in results.cells():
        workload, connections, count, shape = cell
        rows.append([
            f"{count:,}", shape, workload, str(connections),
            times(results.ratio(cell, "azurite")),
            times(results.ratio(cell, "http-limit", request_rate)),
            times(results.ratio(cell, "sqlite-limit")),
            figure(results, "rowhouse", cell), figure(results, "azurite", cell),
            number(results.median("http-limit", cell, request_rate)),
            number(results.median("sqlite-limit", cell)),
        ])
    return table(header, rows)


def unsynced_table(results):
    header = ["rows", "shape", "workload", "conn.", "/ Azurite", "per s (p50 / p99)"]
    rows = []
    for cell in results.cells():
        if results.median("rowhouse-off", cell) is None:
            continue
        workload, connections, count, shape = cell
        ratio = results.ratio(cell, "azurite", system="rowhouse-off")
        rows.append([f"{count:,}", shape, workload, str(connections), times(ratio),
                     figure(results, "rowhouse-off", cell)])
    return table(header, rows) if rows else ""


def load_table(results):
    header = ["rows", "shape", "written by", "system", "rows/s", "outcome"]
    rows = []
    for (system, count, shape), load in sorted(
            results.loads.items(), key=lambda item: (item[0][1], item[0][2] == "each", item[0][0])):
        seconds = load.get("seconds") or 0
        how = "batches of 100" if shape == "few" else "single upserts"
        rows.append([f"{count:,}", shape, how, system,
                     number(load["loaded"] / seconds if seconds else None),
                     "finished" if load.get("finished") else
                     load.get("failed") or
                     f"did not finish: {load['loaded']:,} rows in {seconds:.0f} s"])
    return table(header, rows)


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def summary_sentences(results):
    """One line a workload: the ratio to Azurite over all cells that both finished."""
    lines = []
    for workload in WORKLOADS:
        ratios = [results.ratio(cell, "azurite") for cell in results.cells() if cell[0] == workload]
        ratios = [ratio for ratio in ratios if ratio]
        if not ratios:
            continue
        lines.append(f"- **{workload}**: {number(geometric_mean(ratios))} times Azurite's rate on "
                     f"the geometric mean of {len(ratios)} cells (lowest {number(min(ratios))}, "
                     f"highest {number(max(ratios))})")
    return "\n".join(lines)


def chart_svg(results):
    """One bar a workload and size: the ratio to Azurite for few partitions at 8 connections, or at
    the number of connections next to it that was measured."""
    cells = [cell for cell in results.cells() if cell[3] == "few"]
    if not cells:
        return ""
    connections = min({cell[1] for cell in cells}, key=lambda n: abs(n - CHART_CONNECTIONS))
    sizes = sorted({cell[2] for cell in cells})
    groups = []
    for workload in WORKLOADS:
        bars = [(f"{size:,} rows", results.ratio((workload, connections, size, "few"), "azurite"))
                for size in sizes]
        if any(value for _, value in bars):
            groups.append((workload, bars))
    title = f"Rowhouse's rate divided by Azurite's, {connections} connections, few partitions"
    return chart.ratio_chart(title, groups) if groups else ""


def markdown(results):
    facts = results.facts
    rounds = max((len(lines) for lines in results.measured.values()), default=0)
    unsynced = unsynced_table(results)
    parts = [INTRODUCTION.format(
        date=facts.get("date", "–"), command=facts.get("command", "bench/compare"),
        machine="\n".join(f"| {name} | {value} |" for name, value in
                          facts.get("machine", {}).items()))]
    parts.append("## In short\n\n" + summary_sentences(results))
    parts.append("![Rowhouse's rate divided by Azurite's](benchmarks.svg)")
    parts.append("## All cells\n\n" + CELLS.format(
        workloads="\n".join(f"* **{name}**: {MEANING[name]}" for name in WORKLOADS),
        rounds=rounds) + "\n\n" + comparison_table(results))
    if unsynced:
        parts.append("## Writes without a sync\n\n" + UNSYNCED + "\n\n" + unsynced)
    parts.append("## Filling the tables\n\n" + load_table(results))
    if facts.get("left_out"):
        parts.append("## Not measured\n\nThe run reached its time limit before: "
                     + "; ".join(facts["left_out"]) + ".")
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """# Benchmarks

Rowhouse and Azurite side by side, and the two limits that Rowhouse can be measured against: the cost of
HTTP alone and the cost of SQLite alone. `bench/report.py` wrote this page from the results of one run.

Measured {date} by

    {command}

| machine | |
|---|---|
{machine}

How to read it:

* A rate is the number of operations that ended within one window of time, the same for all
  connections, divided by its length. It opens when all connections have begun and are warm, and is
  made longer while fewer than four operations for each connection have ended in it. What is in flight at
  its end is not in the rate; its latency is in the latencies.
* The load driver, the server and the kernel share the machine's processors, and each connection has
  one request in flight. So the ratios carry over to other machines; the absolute figures do not.
* One server runs at a time, on a fresh folder, with its default settings. Rowhouse syncs every write
  to disk before it answers; Azurite keeps all rows in memory and saves them every few seconds, so
  writes that it has answered may be lost. Azurite's access log is off.
* The **HTTP limit** is a bare Boost.Beast server with as many threads, which answers each request with
  as many bytes as Rowhouse's answer. The **SQLite limit** is a bare loop over one file with
  the same schema, page size and sync: for N connections it commits the writes of N operations together,
  or reads on as many threads as there are processors.
* Every answer is checked; wrong ones are not counted, but reported."""

CELLS = """{workloads}

*few*: a partition for every 1,000 rows, at most 10; *each*: a partition for each row. Entities are
1 KiB of JSON with seven properties. Ratios are Rowhouse's rate divided by the other's, from medians
over the rounds (up to {rounds}, with the systems taking turns); latencies are per operation."""

UNSYNCED = """`rowhoused --sync off` promises at least what Azurite does: an answered write survives the process,
but not a power cut. This shows how much of the difference in writes is the price of the sync."""


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description="Writes the page and the picture of a run.")
    parser.add_argument("--results", type=pathlib.Path, default=root / "build/bench/results.jsonl")
    parser.add_argument("--docs", type=pathlib.Path, default=root / "docs")
    arguments = parser.parse_args()
    if not arguments.results.exists():
        sys.exit(f"{arguments.results} is not there: run bench/compare first")
    results = Results(read_lines(arguments.results.read_text()))
    arguments.docs.mkdir(parents=True, exist_ok=True)
    (arguments.docs / "benchmarks.md").write_text(markdown(results))
    (arguments.docs / "benchmarks.svg").write_text(chart_svg(results) or chart.empty())
    print(f"wrote {arguments.docs}/benchmarks.md and benchmarks.svg")


if __name__ == "__main__":
    main()
