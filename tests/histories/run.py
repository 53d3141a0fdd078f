"""Random concurrent calls from a seed to servers that are killed and disturbed, and a check of all answers.

A seed gives the same calls, settings and faults again. When each of them happens differs from run to run, so a seed
that has failed may have to run again some times until it fails in the same way.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from tests.histories.session import SETTINGS, Session
from tests.support.places import ROOT
from tests.support.report import print_totals
from tests.support.small_disk import CannotMount
from tests.support.unittests import count_tests, tests_of

SESSION_SECONDS = 3


def run_session(seed: int, seconds: float, totals: Counter[str]) -> tuple[int, int, int]:
    """Returns how many sessions passed, failed and were left out."""
    session = Session(seed, seconds)
    try:
        session.run()
    except CannotMount as error:
        print(f"seed {seed} is left out: {error}", flush=True)
        return 0, 0, 1
    print(session.summary(), flush=True)
    totals.update(session.events)
    totals["calls"] += len(session.calls())
    if not session.faults:
        return 1, 0, 0
    print("\n".join(session.faults[:10]))
    place = session.folder.relative_to(ROOT) if session.folder.is_relative_to(ROOT) else session.folder
    print(f"seed {seed}: {len(session.faults)} faults. The whole history, the data and the server's output: {place}")
    print(f"again: python3 -m tests.histories.run --seed {seed} --seconds {seconds:g}", flush=True)
    return 0, 1, 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="of the first session; each further one has the next number")
    parser.add_argument("--sessions", type=int, default=1, help="with --seed (default: 1)")
    parser.add_argument(
        "--seconds", type=float, default=SESSION_SECONDS, help=f"of a session (default: {SESSION_SECONDS})"
    )
    arguments = parser.parse_args()
    passed = failed = left_out = 0
    if arguments.seed is None:
        passed, failed, left_out = count_tests(tests_of(Path(__file__).parent))
        seeds = [*range(len(SETTINGS)), random.SystemRandom().randrange(100, 10**6)]
    else:
        seeds = list(range(arguments.seed, arguments.seed + arguments.sessions))
    started = time.monotonic()
    totals: Counter[str] = Counter()
    for seed in seeds:
        outcome = run_session(seed, arguments.seconds, totals)
        passed, failed, left_out = (sum(pair) for pair in zip((passed, failed, left_out), outcome, strict=True))
    events = ", ".join(f"{count} {event}" for event, count in sorted(totals.items()))
    if arguments.seed is None:
        for event in ("kills", "moves", "without an answer"):
            if not totals[event]:
                print(f"left out, since this machine is too slow now: {event}")
                left_out += 1
    print(f"{len(seeds)} sessions in {time.monotonic() - started:.0f} s: {events}")
    return print_totals(passed, failed, left_out)


if __name__ == "__main__":
    sys.exit(main())
