"""clang-format over all sources, clang-tidy over those that are not tests: a test program is held to the
warnings and the form, and linting all of them would take longer than all else here. clang-tidy reads how the
preset `asan` compiles each file. The thread-safety analysis is a warning of clang++: the suite asan has it."""

import concurrent.futures
import os
import subprocess
import sys
from pathlib import Path

from tests.support.places import BUILD, ROOT
from tests.support.report import print_totals

FOLDERS = (
    "base", "entity", "formats", "keys", "query", "batch", "signing", "settings", "table_service", "client", "cli",
    "samples", "bench", "tests",
)


def sources() -> list[Path]:
    """Every C++ file of ours."""
    files = (
        file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in (".cc", ".h")
    )
    return sorted(file.relative_to(ROOT) for file in files)


def tidies(unit: Path) -> bool:
    return passes(
        ["clang-tidy", "--quiet", "--extra-arg=-Wreserved-identifier", "-p", BUILD / "asan", unit]
    )


def passes(command: list[str | Path]) -> bool:
    """Runs a checker; prints what it found."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print((done.stdout or done.stderr).rstrip(), flush=True)
    return done.returncode == 0


def main() -> int:
    files = sources()
    formatted = [passes(["clang-format", "--dry-run", "--Werror", file]) for file in files]
    print(f"clang-format: {sum(formatted)} of {len(formatted)} files are in form", flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        units = [file for file in files if file.suffix == ".cc" and file.parts[0] != "tests"]
        tidy = list(pool.map(tidies, units))
    print(f"clang-tidy: {sum(tidy)} of {len(tidy)} files are clean", flush=True)
    outcomes = [*formatted, *tidy]
    return print_totals(sum(outcomes), len(outcomes) - sum(outcomes))


if __name__ == "__main__":
    sys.exit(main())
