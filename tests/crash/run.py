"""Kills rowhoused while it is writing, repeatedly on the same data, and checks the data after each restart.

Every answered write must be present as answered, and all or nothing of the change that each writer had
pending. Every file must be intact, and every entity in exactly one file.
"""

import argparse
import random
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.crash.content import read_everything
from tests.crash.inspect_files import damaged_files, misplaced
from tests.crash.model import differences
from tests.crash.power.run import run as run_power_cuts
from tests.crash.workloads import WORKLOADS, Mixed, Moves, Tables
from tests.crash.writer import Writer
from tests.support.client import ACCOUNT, Client
from tests.support.places import scratch
from tests.support.report import print_totals
from tests.support.server import Server

POWER_DISKS = 150
POWER_SECONDS = 45


class CrashTest:
    """Many rounds of one workload with one data folder."""

    def __init__(self, workload: Mixed | Moves | Tables, seed: int | str, writers: int, suite: str = "crash"):
        self.workload = workload
        self.random = random.Random(f"{workload.name}/{seed}")
        folder = scratch(suite) / workload.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self.data: Path = folder / "data"
        self.server = Server(folder / "server.log", "--data", self.data, *workload.options)
        self.writers = [Writer(number, f"{workload.name}/{seed}") for number in range(writers)]
        self.carried_out = self.undone = 0  # changes that were pending at a kill

    def write_and_kill(self, number: int) -> list[str]:
        """Runs one round of writing. Returns the errors before the kill."""
        self._prepare_tables(self.workload.start_round(number))
        seconds = self.random.uniform(0.1, 0.8)
        stop = threading.Event()
        with ThreadPoolExecutor(len(self.writers)) as pool:
            for writer in self.writers:
                pool.submit(writer.run, self.server.port, self.workload.step, stop)
            time.sleep(seconds)
            stop.set()
            self.server.kill()
        return [writer.error for writer in self.writers if writer.error]

    def check(self) -> list[str]:
        """Compares the restarted server and its files with the answers that the writers got."""
        found = read_everything(self.server.port)
        wrong = []
        for writer in self.writers:
            pending = writer.model.pending or {}
            half = writer.model.settle(found)
            if half:
                wrong.append(f"writer {writer.number}: {half}")
            elif pending:
                first = next(iter(pending))
                took_place = (found[first].properties if first in found else None) == pending[first]
                self.carried_out += took_place
                self.undone += not took_place
        expected = {key: state for writer in self.writers for key, state in writer.model.stored.items()}
        if not self.workload.own_tables:
            expected.update({key: state for key, state in found.items() if key.partition is None})
        account = self.data / ACCOUNT
        self.workload.inspect(account)
        return wrong + differences(expected, found) + damaged_files(account) + misplaced(account, found)

    def _prepare_tables(self, tables: list[str]) -> None:
        if self.workload.own_tables:
            return
        with Client(self.server.port) as client:
            existing = client.tables()
            for table in set(existing) - set(tables):
                client.delete_table(table)
                for writer in self.writers:
                    writer.model.stored = {k: s for k, s in writer.model.stored.items() if k.table != table}
            for table in set(tables) - set(existing):
                client.create_table(table)


def run_workload(name: str, arguments: argparse.Namespace) -> tuple[int, int]:
    """Returns the numbers of passed and failed rounds; stops at the first failed one."""
    test = CrashTest(WORKLOADS[name](), arguments.seed, arguments.writers)
    started = time.monotonic()
    good = 0
    try:
        test.server.start()
        for number in range(arguments.rounds):
            wrong = test.write_and_kill(number)
            test.server.start()
            wrong += test.check()
            if wrong:
                print(
                    f"{name}, seed {arguments.seed}, round {number}: {len(wrong)} errors in {test.data}"
                )
                print("\n".join(f"  {line}" for line in wrong[:10]))
                return good, 1
            good += 1
        if missing := test.workload.missing():
            print(f"{name}: {missing}")
            return good, 1
        if (status := test.server.stop()) != 0:
            print(f"{name}: after SIGTERM the server ended with status {status}")
            return good, 1
    finally:
        test.server.kill()
    answers = sum(writer.answers for writer in test.writers)
    print(
        f"{name}: {good} kills, {answers} answers, {test.carried_out} pending changes made and "
        f"{test.undone} not, {time.monotonic() - started:.0f} s",
        flush=True,
    )
    return good, 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="kills with each workload (default: 50)")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument(
        "workloads", nargs="*", metavar="WORKLOAD", help=f"of {', '.join(WORKLOADS)} (default: all, and power cuts)"
    )
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    passed = failed = 0
    for name in arguments.workloads or WORKLOADS:
        good, bad = run_workload(name, arguments)
        passed, failed = passed + good, failed + bad
    if not arguments.workloads:  # a short form of the suite `power`
        good, bad = run_power_cuts(sessions=1, disks=POWER_DISKS, seconds=POWER_SECONDS, seed=arguments.seed)
        passed, failed = passed + good, failed + bad
    return print_totals(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
