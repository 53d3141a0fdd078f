"""Cuts the power of rowhoused at many moments, and checks what the next start makes of the disks.

A server is recorded while it is written to, stopped, killed and started again: every operation on its files, and
when each answer came. From the recording disks are built that a power cut at some moment may have left. On each of
them every answered write must be present as answered, and all or nothing of each change that was under way.
"""

import argparse
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.crash.power.cuts import Cut, CutChooser, check_cuts, last_start
from tests.crash.power.operation_log import Entry, OperationLog
from tests.crash.power.session import Recording, Session
from tests.support.places import scratch
from tests.support.report import print_totals

PHASES = 5
# The kinds of sessions, in turn: --own-files-max, and the seconds of a phase. Few, so that partitions move; as many
# as by default; and a long one.
KINDS = ((3, 0.4), (256, 0.8), (20, 1.5))
BATCH = 12  # disks for which a recording is replayed once
FAULTY_DISKS_MAX = 5  # each is kept, and more of them say little more
SELF_TEST_FAULTS = ("*", "folders")  # see Disk
SELF_TEST_CUTS = 4



@dataclass(frozen=True)
class _Shared:
    """What the processes that check disks inherit when they are forked."""

    recording: Recording
    entries: list[Entry]
    deadline: float


_shared: _Shared | None = None


def run_session(number: int, seed: int, disks: int, seconds: float) -> tuple[int, int]:
    """Returns the numbers of passed and failed checks. Ends after this many disks or seconds."""
    started = time.monotonic()
    name = f"{seed}/{number}"
    folder = scratch("power") / f"session-{number}"
    own_files_max, phase_seconds = KINDS[number % len(KINDS)]
    session = Session(folder, name, own_files_max)
    try:
        recording = session.record(PHASES, phase_seconds)
    except AssertionError as error:
        print(f"session {number}, seed {seed}: {error}", flush=True)
        return 0, 1
    entries = OperationLog(recording.log_path).read()
    passed, wrong = _check_in_parallel(_Shared(recording, entries, started + seconds), disks, name)
    changes = sum(len(history.changes) for history in recording.histories)
    print(
        f"session {number}: {changes} changes, {len(entries)} operations, {passed + len(wrong)} disks, "
        f"{len(wrong)} with faults, {time.monotonic() - started:.0f} s",
        flush=True,
    )
    if number == 0:
        missed = [fault for fault in SELF_TEST_FAULTS if not _finds(recording, entries, fault)]
        passed += len(SELF_TEST_FAULTS) - len(missed)
        wrong += [f"self-test: nothing was found although no fsync of {fault} counted" for fault in missed]
    print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
    if not wrong:
        shutil.rmtree(folder)
    return passed, len(wrong)


def _check_in_parallel(shared: _Shared, disks: int, seed: str) -> tuple[int, list[str]]:
    """Returns the number of disks without faults, and a text for each other one."""
    global _shared  # pylint: disable=global-statement
    _shared = shared
    chooser = CutChooser(shared.recording, shared.entries, seed)
    batches = [chooser.choose(min(BATCH, disks - done)) for done in range(0, disks, BATCH)]
    passed = 0
    wrong: list[str] = []
    # One more than processors: each also waits for its server.
    with multiprocessing.get_context("fork").Pool(os.cpu_count() + 1) as pool:
        for good, texts in pool.imap_unordered(_check_batch, batches):
            passed += good
            wrong += texts
            if len(wrong) >= FAULTY_DISKS_MAX:
                break  # which ends the others
    return passed, wrong


def _check_batch(cuts: list[Cut]) -> tuple[int, list[str]]:
    checked = 0

    def in_time() -> Iterator[Cut]:
        nonlocal checked
        for cut in cuts:
            if time.monotonic() > _shared.deadline:
                return
            checked += 1
            yield cut

    wrong = check_cuts(_shared.recording, _shared.entries, in_time())
    return checked - len(wrong), wrong


def _finds(recording: Recording, entries: list[Entry], fault: str) -> bool:
    """Returns whether it is noticed that no fsync of some files or folders counts."""
    chosen = random.Random(fault)
    middle = (last_start(entries) + len(entries)) // 2
    places = sorted(chosen.randrange(middle, len(entries)) for _ in range(SELF_TEST_CUTS))
    with tempfile.TemporaryDirectory(dir=scratch("power")) as folder:
        cuts = [Cut(place, "nothing", 0) for place in places]
        texts = check_cuts(recording, entries, cuts, unsynced=fault, folder=Path(folder), faulty_max=1)
    return bool(texts)


def check_again(folder: Path, cut: str, unsynced: str) -> tuple[int, int]:
    recording = Recording.load(folder.resolve())
    wrong = check_cuts(recording, OperationLog(recording.log_path).read(), [Cut.parse(cut)], unsynced=unsynced)
    print(*wrong, sep="\n")
    return 1 - len(wrong), len(wrong)


def run(sessions: int, disks: int, seconds: float, seed: int) -> tuple[int, int]:
    """Returns the numbers of passed and failed checks."""
    print(f"power cuts: seed {seed}", flush=True)
    parts = unittest.defaultTestLoader.loadTestsFromName("tests.crash.power.test_parts")
    result = unittest.TextTestRunner(stream=sys.stdout).run(parts)
    bad = len(result.failures) + len(result.errors)
    results = [(result.testsRun - bad, bad)]
    results += [run_session(number, seed, disks, seconds) for number in range(sessions)]
    return sum(passed for passed, _ in results), sum(failed for _, failed in results)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=6, help="servers to record (default: 6)")
    parser.add_argument("--disks", type=int, default=150, help="disks of each session (default: 150)")
    parser.add_argument("--seconds", type=float, default=120, help="time for a session at most (default: 120)")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="use the recording in this folder, for one --cut")
    parser.add_argument("--cut", metavar="ENTRIES/CHOICE/SEED", help="as a failed run has named it")
    parser.add_argument(
        "--unsynced", default="", metavar="PATTERN", help="with --cut: let no fsync of such files, or of folders, count"
    )
    arguments = parser.parse_args()
    if (arguments.again is None) != (arguments.cut is None):
        parser.error("--again and --cut go together")
    if arguments.again:
        return print_totals(*check_again(arguments.again, arguments.cut, arguments.unsynced))
    return print_totals(*run(arguments.sessions, arguments.disks, arguments.seconds, arguments.seed))


if __name__ == "__main__":
    sys.exit(main())
