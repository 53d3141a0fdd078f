"""Plants one defect after the other in a copy of the sources, and sees whether the test that is named with it fails.

usage: python3 -m tests.defects.run [WORD...]    only defects whose description has one of the words

A test that passes with its defect proves nothing. The copy is in build/tests/defects; it is built once (some ten minutes of
processor time), then each defect takes what it changes. A defect whose place is no longer in the sources fails, too.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.defects.defects import DEFECTS, Defect
from tests.support.places import ROOT, scratch
from tests.support.report import print_totals

NOT_COPIED = ("build", "dist", ".git", "data", "node_modules")


class Copy:
    """A copy of the sources with a build of its own, without optimisation."""

    def __init__(self, root: Path):
        self.root = root
        self._build = root / "build" / "dev"

    def refresh(self) -> None:
        """Copies what has changed, so that little is compiled anew."""
        for source in _files(ROOT):
            target = self.root / source.relative_to(ROOT)
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        known = {file.relative_to(ROOT) for file in _files(ROOT)}
        for file in _files(self.root):
            if file.relative_to(self.root) not in known:
                file.unlink()

    def configure(self) -> bool:
        return self._succeeds("cmake", "--preset", "dev", "-DROWHOUSE_BENCH=OFF")

    def builds(self, *programs: str) -> bool:
        return self._succeeds("ninja", "-C", self._build, *programs)

    def passes(self, defect: Defect) -> bool:
        program = self._build / "bin" / defect.program
        done = subprocess.run(
            [program, f"--run_test={defect.test}"], capture_output=True, text=True, errors="replace", timeout=300, check=False
        )  # fmt: skip
        if "no test cases matching filter" in done.stderr + done.stdout:
            raise LookupError(f"{defect.program} has no test {defect.test}")
        return done.returncode == 0

    def _succeeds(self, *command: str | Path) -> bool:
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print((done.stdout + done.stderr)[-3000:], flush=True)
        return done.returncode == 0


def _files(root: Path) -> list[Path]:
    tops = [path for path in root.iterdir() if path.name not in NOT_COPIED]
    return [
        file for top in tops for file in ([top] if top.is_file() else top.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    ]  # fmt: skip


def is_noticed(copy: Copy, defect: Defect) -> bool:
    """Says what happened to the defect on one line."""
    file = copy.root / defect.file
    sound = file.read_text()
    if sound.count(defect.before) != 1:
        print(f"PLACE NOT FOUND  {defect.about}: {defect.file}", flush=True)
        return False
    file.write_text(sound.replace(defect.before, defect.after))
    try:
        if not copy.builds(defect.program):
            outcome = "DOES NOT BUILD"
        elif copy.passes(defect):
            outcome = "NOT NOTICED"
        else:
            outcome = "noticed"
    finally:
        file.write_text(sound)
    print(f"{outcome:16} {defect.about}: {defect.program} {defect.test}", flush=True)
    return outcome == "noticed"


def main(words: list[str]) -> int:
    defects = [defect for defect in DEFECTS if not words or any(word in defect.about for word in words)]
    copy = Copy(scratch("defects"))
    copy.refresh()
    if not copy.configure() or not copy.builds(*{defect.program for defect in defects}):
        return print_totals(0, len(defects))
    for defect in defects:
        if not copy.passes(defect):
            print(f"FAILS WITHOUT IT {defect.about}: {defect.program} {defect.test}", flush=True)
            return print_totals(0, len(defects))
    noticed = sum(is_noticed(copy, defect) for defect in defects)
    return print_totals(noticed, len(defects) - noticed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
