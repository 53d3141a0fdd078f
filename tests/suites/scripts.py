"""shellcheck over the shell scripts, pyflakes over the Python programs, and the tests of what packs and releases."""

import subprocess
import sys
from pathlib import Path

from tests.support.places import ROOT
from tests.support.report import print_totals
from tests.support.unittests import count_tests, tests_of

SKIPPED = {"build", "node_modules", ".git", "data"}


def files() -> list[Path]:
    """Every file of ours, in order."""
    return sorted(
        path for path in ROOT.rglob("*") if not SKIPPED & set(path.relative_to(ROOT).parts) and path.is_file()
    )


def first_line(path: Path) -> str:
    with path.open("rb") as file:
        return file.readline(80).decode("ascii", "replace")


def is_shell(path: Path) -> bool:
    return path.suffix == ".sh" or (path.suffix == "" and "bash" in first_line(path))


def is_python(path: Path) -> bool:
    return path.suffix == ".py" or (path.suffix == "" and "python3" in first_line(path))


def passes(command: list[str | Path]) -> bool:
    """Runs a checker; prints what it found."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print((done.stdout + done.stderr).rstrip(), flush=True)
    return done.returncode == 0


def main() -> int:
    all_files = files()
    shell = [passes(["shellcheck", "-x", path]) for path in filter(is_shell, all_files)]
    python = [passes(["/usr/bin/python3", "-m", "pyflakes", path]) for path in filter(is_python, all_files)]
    print(f"shellcheck: {sum(shell)} of {len(shell)} scripts are clean", flush=True)
    print(f"pyflakes: {sum(python)} of {len(python)} programs are clean", flush=True)
    outcomes = [*shell, *python]
    passed, failed, left_out = count_tests(tests_of(ROOT / "tests" / "scripts"))
    return print_totals(passed + sum(outcomes), failed + len(outcomes) - sum(outcomes), left_out)


if __name__ == "__main__":
    sys.exit(main())
