"""Changes the program in the middle of writing, both ways.

usage: python3 -m tests.upgrade.under_load OLD NEW [--rounds N] [--seed N]

OLD and NEW are programs rowhoused; build_program.sh builds those of earlier commits. A round, on a new data folder:
OLD is killed while eight writers write; NEW must have every answered write, and all or nothing of each that was
pending. NEW is killed likewise, and OLD started on what it left: either it refuses in words, or it must have
everything. Then NEW must have everything again.
"""

import argparse
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.crash.run import CrashTest
from tests.crash.workloads import WORKLOADS
from tests.support.report import print_totals
from tests.upgrade.fixture import catalog, version_of

WRITERS = 8
# What programs say about a later catalog; the first ones knew only their own.
REFUSALS = ("written by a newer program", "not a file of this format: application_id 0x52486163, user_version")
# Programs that wrote catalogs before this version did not list the folders of deleted tables. One that was not yet
# removed at a kill is left, with this warning.
LISTS_FOLDERS = 4
LEFT_FOLDERS = re.compile(r"/([a-z0-9]+): account\.db knows no table of these folders: ([\w-]+(?:, [\w-]+)*)\.")


class Lost(Exception):
    """Something that was answered is not there, or half of a change is."""


@dataclass
class Figures:
    rounds: int = 0
    answers: int = 0
    entities: int = 0
    refusals: int = 0  # of the old program
    folders: int = 0  # that tables deleted with the old program have left


class Change:
    """One round with one workload."""

    def __init__(self, workload: str, seed: str, old: Path, new: Path):
        self.old, self.new = old, new
        self.test = CrashTest(WORKLOADS[workload](), seed, WRITERS, suite="upgrade")
        self.server = self.test.server

    def run(self, figures: Figures) -> None:
        try:
            self._start(self.old)
            self._write(0)
            before = version_of(catalog(self.test.data))
            self._start(self.new)
            if before < LISTS_FOLDERS:
                figures.folders += self._delete_folders()
            self._check("after the upgrade")
            self._write(1)
            figures.refusals += not self._downgrade()
            self._start(self.new)
            self._check("back with the new program")
            if (status := self.server.stop()) != 0:
                raise Lost(f"the new program ended with status {status}")
        finally:
            self.server.kill()
        figures.rounds += 1
        figures.answers += sum(writer.answers for writer in self.test.writers)
        figures.entities += sum(len(writer.model.stored) for writer in self.test.writers)

    def _downgrade(self) -> bool:
        """Returns false if the old program refuses."""
        try:
            self._start(self.old)
        except RuntimeError as refused:
            if not any(refusal in str(refused) for refusal in REFUSALS):
                raise Lost(f"the old program refuses without saying why: {refused}") from refused
            return False
        self._check("with the old program again")
        self.server.kill()
        return True

    def _start(self, program: Path) -> None:
        self.server.program = program
        self.server.start()

    def _write(self, number: int) -> None:
        if errors := self.test.write_and_kill(number):
            raise Lost("; ".join(errors))

    def _delete_folders(self) -> int:
        """Deletes the folders that the server does not know, as it advises; returns how many."""
        warned = LEFT_FOLDERS.search(self.server.printed())
        folders = warned[2].split(", ") if warned else []
        for folder in folders:
            shutil.rmtree(self.test.data / warned[1] / folder)
        return len(folders)

    def _check(self, when: str) -> None:
        if wrong := self.test.check():
            raise Lost(f"{when}: {len(wrong)} errors in {self.test.data}: " + "; ".join(wrong[:5]))


def change_under_load(old: Path, new: Path, workload: str, rounds: int, seed: int) -> Figures:
    """Raises Lost at the first round that fails."""
    figures = Figures()
    for number in range(rounds):
        Change(workload, f"{seed}/{number}", old, new).run(figures)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=10, help="with each workload (default: 10)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    passed = failed = 0
    for workload in WORKLOADS:
        try:
            figures = change_under_load(
                arguments.old.resolve(), arguments.new.resolve(), workload, arguments.rounds, arguments.seed
            )
        except Lost as lost:
            print(f"{workload}: {lost}", flush=True)
            failed += 1
            continue
        passed += figures.rounds
        print(
            f"{workload}: {figures.rounds} rounds, {2 * figures.rounds} kills, {figures.answers} answers, "
            f"{figures.entities} entities at the end, the old program refused {figures.refusals} times, "
            f"{figures.folders} folders of deleted tables left",
            flush=True,
        )
    return print_totals(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
