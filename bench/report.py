#!/usr/bin/env python3
"""Makes docs/benchmarks.md and docs/benchmarks.svg from the raw lines of bench/compare.

bench/report.py [--results build/bench/results.jsonl] [--docs docs]
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chart  # noqa: E402
import targets  # noqa: E402
from cells import ENTITY_BYTES, SHAPES, WORKLOADS, WRITES  # noqa: E402
from results import (  # noqa: E402
    Key,
    Results,
    cpu_microseconds,
    load_failure,
    number,
    read_lines,
    request_rate,
    system_share,
    written_bytes,
)

MEANING = {
    "point": "read one entity by its keys",
    "range": "read 10 neighbouring entities by a range of keys",
    "page": "read 1,000 neighbouring entities",
    "filter": "a property filter over the whole table that finds 1 % of it, to the last page "
    "(the rate counts the rows looked at)",
    "upsert": "insert-or-replace an entity of the table",
    "insert": "insert an entity",
    "batch": "one transaction of 100 inserts (the rate counts transactions)",
    "create": "1,000 inserts into as many new partitions of a new table, until all exist",
}
CELL_HEADER = ["rows", "shape", "workload", "conn."]


def times(value: float | None) -> str:
    return "–" if value is None else f"**{number(value)}**"


def cell_columns(key: Key) -> list[str]:
    return [f"{key.rows:,}", key.shape, key.workload, str(key.connections)]


def figure(results: Results, system: str, key: Key) -> str:
    """A rate with its latencies, or why there is none."""
    value = results.median(system, key)
    if value is None:
        return results.why_missing(system, key)
    p50 = results.median(system, key, lambda line: line["p50_ms"])
    p99 = results.median(system, key, lambda line: line["p99_ms"])
    notes = []
    if wrong := results.errors_of(system, key):
        notes.append(f"{wrong:,} errors")
    lines = results.lines(system, key)
    if any(line.get("capped") for line in lines):
        notes.append(f"{sum(line['operations'] for line in lines):,} operations only")
    return f"{number(value)} ({number(p50)} / {number(p99)} ms{''.join(', ' + note for note in notes)})"


def table(header: list[str], rows: list[list[str]], left: int = 4) -> str:
    """The first `left` columns are words."""
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|" + "|".join(["---"] * left + ["---:"] * (len(header) - left)) + "|")
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def comparison_table(results: Results, keys: list[Key]) -> str:
    header = [
        *CELL_HEADER, "/ Azurite", "/ HTTP limit", "/ SQLite limit", "Rowhouse per s (p50 / p99)",
        "Azurite per s (p50 / p99)", "HTTP limit, requests/s", "SQLite limit per s",
    ]  # fmt: skip
    rows = [
        [
            *cell_columns(key),
            times(results.ratio(key, "azurite")),
            times(results.ratio(key, "http-limit", request_rate)),
            times(results.ratio(key, "sqlite-limit")),
            figure(results, "rowhouse", key),
            figure(results, "azurite", key),
            number(results.median("http-limit", key, request_rate)),
            number(results.median("sqlite-limit", key)),
        ]
        for key in keys
    ]
    return table(header, rows)


def cpu(results: Results, system: str, key: Key) -> str:
    """Microseconds for an operation, and the kernel's part of them."""
    value, share = results.median(system, key, cpu_microseconds), results.median(system, key, system_share)
    if value is None:
        return "–"
    return number(value) if share is None else f"{number(value)} ({share:.0%})"


def cost_table(results: Results) -> str:
    systems = ["rowhouse", "azurite", "sqlite-limit"]
    header = [
        *CELL_HEADER, "Rowhouse µs", "Azurite µs", "SQLite limit µs", "Rowhouse bytes", "Azurite bytes",
        "SQLite limit bytes",
    ]  # fmt: skip
    rows = []
    for key in results.keys():
        if results.median("rowhouse", key, cpu_microseconds) is None:
            continue
        written = ["–"] * len(systems)
        if key.workload in [*WRITES, "create"]:
            written = [number(results.median(system, key, written_bytes)) for system in systems]
        size = [f"{key.rows:,}" + ("" if key.entity_bytes == ENTITY_BYTES else f" of {key.entity_bytes:,} bytes")]
        rows.append([*size, *cell_columns(key)[1:], *[cpu(results, system, key) for system in systems], *written])
    return table(header, rows) if rows else ""


def unsynced_table(results: Results) -> str:
    rows = [
        [
            *cell_columns(key),
            times(results.ratio(key, "azurite", system="rowhouse-off")),
            figure(results, "rowhouse-off", key),
        ]
        for key in [*results.main_keys(), *create_keys(results)]
        if results.median("rowhouse-off", key) is not None
    ]
    return table([*CELL_HEADER, "/ Azurite", "per s (p50 / p99)"], rows) if rows else ""


def create_keys(results: Results) -> list[Key]:
    return [key for key in results.keys() if key.workload == "create"]


def sizes_table(results: Results) -> str:
    sizes = {key.entity_bytes for key in results.keys() if key.workload != "create"}
    if len(sizes) < 2:
        return ""
    others = [key for key in results.keys() if key.entity_bytes != ENTITY_BYTES]
    like = {(key.workload, key.connections, key.rows, key.shape) for key in others}
    keys = [key for key in results.keys() if (key.workload, key.connections, key.rows, key.shape) in like]
    rows = [
        [
            f"{key.entity_bytes:,}",
            *cell_columns(key)[2:],
            times(results.ratio(key, "azurite")),
            times(results.ratio(key, "http-limit", request_rate)),
            times(results.ratio(key, "sqlite-limit")),
            figure(results, "rowhouse", key),
            figure(results, "azurite", key),
        ]
        for key in sorted(keys, key=lambda k: (WORKLOADS.index(k.workload), k.entity_bytes))
    ]
    header = [
        "bytes", "workload", "conn.", "/ Azurite", "/ HTTP limit", "/ SQLite limit", "Rowhouse per s (p50 / p99)",
        "Azurite per s (p50 / p99)",
    ]  # fmt: skip
    return table(header, rows, left=3)


def restart_table(results: Results) -> str:
    rows = []
    for one in results.restart_tables():
        row = [f"{one.rows:,}", one.shape, f"{one.entity_bytes:,}"]
        for system in ("rowhouse", "azurite"):
            found = results.restart(system, one)
            row += [f"{found[0] * 1000:,.0f} ms", f"{found[1] / 2**20:,.0f} MiB"] if found else ["–", "–"]
        rows.append(row)
    header = ["rows", "shape", "bytes each", "Rowhouse", "memory", "Azurite", "memory"]
    return table(header, rows, left=2) if rows else ""


def load_table(results: Results) -> str:
    order = sorted(results.loads.items(), key=lambda item: (item[0][1].rows, SHAPES.index(item[0][1].shape), item[0]))
    rows = []
    for (system, one), load in order:
        seconds = load.get("seconds") or 0
        rows.append(
            [
                f"{one.rows:,}" + ("" if one.entity_bytes == ENTITY_BYTES else f" of {one.entity_bytes:,} bytes"),
                one.shape,
                "batches of 100" if one.shape == "few" else "single upserts",
                system,
                number(load["loaded"] / seconds if seconds else None),
                "finished" if load.get("finished") else load_failure(load),
            ]
        )
    return table(["rows", "shape", "written by", "system", "rows/s", "outcome"], rows)


def left_out(results: Results) -> str:
    """Everything that has no figure, and why: a list."""
    words = list(results.facts.get("left_out", []))
    for (system, one), load in sorted(results.loads.items()):
        if not load.get("finished"):
            words.append(f"{system} at {one.rows:,} rows, {one.shape}: its table {load_failure(load)}")
    return "\n".join(f"* {word}" for word in words) or "Nothing that this page promises."


def chart_svg(results: Results) -> str:
    groups = [
        (group.title, [(target.name, target.value) for target in group.targets]) for group in targets.groups(results)
    ]
    if not any(value for _, bars in groups for _, value in bars):
        return chart.empty()
    return chart.ratio_chart("Rowhouse's rate divided by that of", groups)


def markdown(results: Results) -> str:
    facts = results.facts
    head = INTRODUCTION.format(date=facts.get("date", "–"), command=facts.get("command", "bench/compare"))
    machine = "\n".join(f"| {name} | {value} |" for name, value in facts.get("machine", {}).items())
    cells = CELLS.format(
        workloads="\n".join(f"* **{name}**: {MEANING[name]}" for name in WORKLOADS),
        rounds=results.rounds(),
        seconds=facts.get("seconds", "–"),
    )
    main = comparison_table(results, [*results.main_keys(), *create_keys(results)])
    sections = [
        ("Where Rowhouse stands", TARGETS, targets.table(targets.groups(results))),
        ("Left out", "", left_out(results)),
        ("How it is measured", METHOD, f"| machine | |\n|---|---|\n{machine}"),
        ("All cells", cells, main),
        ("What an operation costs", COSTS, cost_table(results)),
        ("Writes without a sync", UNSYNCED, unsynced_table(results)),
        ("Entities of other sizes", SIZES, sizes_table(results)),
        ("Restart", RESTART, restart_table(results)),
        ("Filling the tables", "", load_table(results)),
    ]
    parts = [head]
    for title, words, content in sections:
        if content:
            parts.append("\n\n".join(part for part in (f"## {title}", words, content) if part))
    return "\n\n".join(parts) + "\n"


INTRODUCTION = """# Benchmarks

Rowhouse and Azurite side by side, and the two limits that Rowhouse can be measured against: the
cost of HTTP alone and the cost of SQLite alone. `bench/report.py` wrote this page from the results
of one run.

Measured {date} by

    {command}"""

TARGETS = """Rowhouse's rate divided by the other's: above 1 Rowhouse is faster. Where several cells are
compared, the figure is their geometric mean. Azurite is an alternative; the other two are bare
loops, which do less than a server must.

![Rowhouse's rate divided by that of others](benchmarks.svg)"""

METHOD = """\
* The load driver, the server and the kernel share the machine's processors, and each connection has one request in
  flight. So the ratios carry over to other machines; the absolute figures do not.
* A rate is the number of operations that ended within one window of time, the same for all connections, divided by
  its length. The window opens when all connections have begun and are warm, and is made longer while fewer than
  four operations for each connection have ended in it. What is in flight at its end is not in the rate; its latency
  is in the latencies.
* One server runs at a time, with its default settings, on a table that was filled before the server was started.
  Up to a million rows, the cells that write have a copy of the table for each number of connections.
* Rowhouse syncs every write to disk before it answers; Azurite keeps all rows in memory and saves them every few
  seconds, so writes that it has answered may be lost. Azurite's access log is off.
* The **HTTP limit** is a bare Boost.Beast server with as many threads as there are processors, which answers each
  request with as many bytes as Rowhouse's answer, made once.
* The **SQLite limit** is a bare loop over one file with all rows, whatever the shape, with the schema, the pages of
  16 KiB, the write-ahead log and the sync (`synchronous=FULL`) of Rowhouse's files, prepared statements and no
  HTTP, JSON or threads between. For writes it is one thread that commits the operations of N connections together:
  8 rows a commit for 8 connections, 32 for 32 (of batches, as many batches). For reads it is one thread a
  connection, up to the number of processors. Rowhouse has a file for each partition of *few*, so that it needs
  several commits where the loop has one.
* The limit of **create** is a loop in as many threads as there are processors that makes a file with one row and
  syncs file and folder, the least that a new durable file costs.
* Every answer is checked; wrong ones are not counted, but reported. A filter runs on at most 8 connections."""

CELLS = """{workloads}

*few*: a partition for every 1,000 rows, at most 10; *each*: a partition for each row. Entities are
1 KiB of JSON with seven properties. Ratios are Rowhouse's rate divided by the other's, from medians
over the rounds (up to {rounds}, of {seconds} s), with the systems taking turns; latencies are per
operation."""

COSTS = """Processor time of the server process for one operation, user and kernel together, with the kernel's
share; and bytes that the process handed to the disks for each entity written, logs and rewritten
pages included. Both are read from `/proc` at the begin and the end of the same window. The SQLite
limit also makes its own rows in this time. Azurite writes its whole database every few seconds: a
short window may have caught none of that."""

UNSYNCED = """`rowhoused --sync off` promises at least what Azurite does: an answered write survives the process,
but not a power cut. This shows how much of the difference in writes is the price of the sync."""

SIZES = """A table of 1,000 rows, *few*, with entities of other sizes."""

RESTART = """From the start of the process to the first answered read of the table's first row, on a filled table
whose files are in the page cache; and the process's resident memory then. Medians of all starts of
the run."""


def main() -> None:
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
    (arguments.docs / "benchmarks.svg").write_text(chart_svg(results))
    print(f"wrote {arguments.docs}/benchmarks.md and benchmarks.svg")


if __name__ == "__main__":
    main()
