"""Runs the conformance suites against rowhoused over a second storage engine (tests/memory_engine).

What the service does must not depend on the engine: the same answers and the same known failures count.
"""

import os
import subprocess
import sys

from tests.support.places import BUILD, ROOT
from tests.support.report import TOTALS, print_totals

MEMORY_SERVER = BUILD / "release" / "bin" / "memory_rowhoused"
SUITES = ("tests.conformance.run_replay", "tests.conformance.run_cases")


def run(module: str) -> tuple[int, int, int]:
    """Passed, failed and left out. A suite that ends without totals counts as one failure."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        cwd=ROOT,
        env={**os.environ, "ROWHOUSED": str(MEMORY_SERVER)},
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    totals = None
    print(f"--- {module}", flush=True)
    for line in done.stdout.splitlines():
        if match := TOTALS.match(line):
            totals = tuple(map(int, match.groups()))
        else:
            print(line, flush=True)
    return totals or (0, 1, 0)


def main() -> int:
    return print_totals(*(sum(counts) for counts in zip(*map(run, SUITES))))


if __name__ == "__main__":
    sys.exit(main())
