"""Runs each fuzzer of the preset `fuzz` for some seconds, from our seeds and a fixed random seed.

usage: python3 -m tests.fuzz.run [SECONDS]
"""

import subprocess
import sys
from pathlib import Path

from tests.support.places import BUILD, ROOT, scratch
from tests.support.report import print_totals

NAMES = ("address", "batch", "entity", "filter", "token")


def run_fuzzers(seconds: int) -> tuple[int, int]:
    """How many fuzzers found nothing, and how many found an input that they keep in build/tests/fuzz."""
    found_nothing = [_run(name, seconds) for name in NAMES]
    return sum(found_nothing), len(NAMES) - sum(found_nothing)


def _run(name: str, seconds: int) -> bool:
    folder = scratch("fuzz")
    corpus: Path = scratch(f"fuzz/{name}")
    command = [
        BUILD / "fuzz" / "bin" / f"{name}_fuzzer",
        corpus,  # what it discovers is kept for the next run
        ROOT / "tests" / "fuzz" / "seeds" / name,
        f"-max_total_time={seconds}",
        "-seed=1",
        "-rss_limit_mb=1024",
        "-timeout=10",
        f"-artifact_prefix={folder}/{name}-",
        "-print_final_stats=1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        print(done.stderr[-6000:])
    executions = [line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line]
    print(
        f"{name}_fuzzer: {executions[0] if executions else 'no'} inputs, status {done.returncode}", flush=True
    )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(print_totals(*run_fuzzers(int(sys.argv[1]) if len(sys.argv) > 1 else 15)))
