"""How fast the web console is in Chromium, and what it costs the server. Needs a machine that does nothing else.

usage: python3 -m tests.console.speed.run
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from tests.support.bench import PROGRAM, Table, fill
from tests.support.node import install_packages, run_node
from tests.support.places import scratch
from tests.support.report import print_totals
from tests.support.server import Server

HERE = Path(__file__).parent
ROWS = 1_000_000
SCROLLED = Table(ROWS, "few", 200)
BUSY = Table(5000, "few")
LOAD_SECONDS = 6


def measure(server: Server, folder: Path) -> dict[str, Any]:
    fill(server, SCROLLED)
    fill(server, BUSY)
    load = [PROGRAM, "run", "--endpoint", server.endpoint, *BUSY.options(), "--workload", "upsert"]
    load += ["--connections", 4, "--seconds", LOAD_SECONDS, "--warm-up", 0.5, "--cap", LOAD_SECONDS + 60]
    shutil.copy(HERE / "measure.mjs", folder)  # finds the packages there
    done = run_node(
        folder / "measure.mjs",
        seconds_max=1200,
        ROWHOUSE_SERVER=f"http://127.0.0.1:{server.port}",
        ROWHOUSE_TABLE=f"few{ROWS}b200",
        ROWHOUSE_ROWS=str(ROWS),
        ROWHOUSE_BUSY_TABLE="few5000",
        ROWHOUSE_BENCH=json.dumps([str(word) for word in load]),
    )
    return json.loads(done.stdout)


def report(figures: dict[str, Any]) -> int:
    paint, frames, whole, load = (figures[name] for name in ("paint", "frames", "whole", "load"))
    ratio = load["open"] / load["closed"]
    checks = (
        (
            paint["longest"] < 1000,
            f"first paint after {paint['median']:.0f} ms, {paint['longest']:.0f} at most, of 1,000; "
            f"the first row after {paint['firstRow']:.0f}",
        ),
        (
            frames["over50"] == 0 and frames["moved"] * 4 > frames["frames"],
            f"{frames['over50']} of {frames['frames']} frames took over 50 ms with 100,000 rows, {frames['moved']} of them "
            f"with other rows: median {frames['median']:.0f}, p99 {frames['p99']:.0f}, longest {frames['longest']:.0f}",
        ),
        (
            whole["loaded"] == ROWS and whole["inDocument"] < 80,
            f"{whole['loaded']:,} rows scrolled through in {whole['seconds']:.0f} s, with {whole['inDocument']} rows in the "
            f"document; one of them found by a filter on its RowKey after {figures['filter']['milliseconds']} ms",
        ),
        (
            ratio <= 1.1,
            f"p99 of upserts {load['open']:.2f} ms with the console open, {load['closed']:.2f} without: {ratio:.2f}, of 1.1",
        ),
    )
    for is_good, text in checks:
        print(f"{'ok  ' if is_good else 'FAIL'} {text}", flush=True)
    passed = sum(is_good for is_good, _ in checks)
    return print_totals(passed, len(checks) - passed)


def main() -> int:
    folder = scratch("console-speed")
    install_packages(HERE.parent / "package.json", folder)
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    with Server(folder / "server.log", "--data", data) as server:
        return report(measure(server, folder))


if __name__ == "__main__":
    sys.exit(main())
