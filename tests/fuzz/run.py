"""Runs each fuzzer of the preset `asan` for some seconds, from our seeds and a fixed random seed.

usage: python3 -m tests.fuzz.run [SECONDS]
       python3 -m tests.fuzz.run --hours HOURS    that much of this machine, shared by all fuzzers

What a run discovers is kept in build/tests/fuzz and is where the next one goes on, so a run can be interrupted.
With --hours each run has a random seed of its own.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.support.places import BUILD, ROOT, scratch
from tests.support.report import print_totals

NAMES = (
    "address", "batch", "entity", "filter", "import", "request", "service", "settings", "shared_access", "shared_key", "token",
)
FIXED_SEED = 1
DEFAULT_SECONDS = 15
_COVERED = re.compile(r" cov: (\d+) ft: (\d+)")
_EXECUTED = re.compile(r"number_of_executed_units: (\d+)")


@dataclass(frozen=True)
class Run:
    name: str
    found_nothing: bool
    inputs: int


def run_fuzzers(seconds: int, seed: int = FIXED_SEED) -> tuple[int, int]:
    """How many fuzzers found nothing, and how many found an input that they keep in build/tests/fuzz. As many run at
    once as there are processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = list(pool.map(lambda name: _run(name, seconds, seed), NAMES))
    print(f"{sum(run.inputs for run in runs):,} inputs in all", flush=True)
    found_nothing = sum(run.found_nothing for run in runs)
    return found_nothing, len(runs) - found_nothing


def _run(name: str, seconds: int, seed: int) -> Run:
    folder = scratch("fuzz")
    corpus: Path = scratch(f"fuzz/{name}")
    command = [
        BUILD / "asan" / "bin" / f"{name}_fuzzer",
        corpus,  # what it discovers is kept for the next run
        ROOT / "tests" / "fuzz" / "seeds" / name,
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        "-rss_limit_mb=1024",
        "-timeout=10",
        f"-artifact_prefix={folder}/{name}-",
        "-print_final_stats=1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        print(done.stderr[-6000:])
    executed = _EXECUTED.search(done.stderr)
    inputs = int(executed[1]) if executed else 0
    edges, features = (_COVERED.findall(done.stderr) or [("no", "no")])[-1]
    print(
        f"{name}_fuzzer: {inputs:,} inputs, {edges} edges and {features} features covered, status {done.returncode}",
        flush=True,
    )
    return Run(name, done.returncode == 0, inputs)


def run_for_hours(hours: float) -> tuple[int, int]:
    """Rounds of all fuzzers, each long enough that starting costs nothing, until the time is over."""
    ends = time.monotonic() + hours * 3600
    passed = failed = 0
    while (left := ends - time.monotonic()) > 0 and failed == 0:
        at_once = min(os.cpu_count() or 1, len(NAMES))
        seconds = max(1, min(300, int(left * at_once / len(NAMES))))
        passed, failed = run_fuzzers(seconds, seed=time.time_ns() % 2**31)
    return passed, failed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.fuzz.run", description=__doc__.split("\n")[0])
    parser.add_argument(
        "seconds", metavar="SECONDS", nargs="?", type=int, default=DEFAULT_SECONDS, help="for each fuzzer (default: %(default)s)"
    )
    parser.add_argument("--hours", type=float, help="for all of them, in rounds")
    arguments = parser.parse_args()
    if arguments.hours is not None:
        return print_totals(*run_for_hours(arguments.hours))
    return print_totals(*run_fuzzers(arguments.seconds))


if __name__ == "__main__":
    sys.exit(main())
