"""Replays recorded answers of the real service (shared/conformance) against a fresh rowhoused.

usage: python3 -m tests.conformance.run_replay [--only TEXT]
"""

import argparse
import json
import shutil
import subprocess
import sys

from tests.support.client import ACCOUNT, KEY
from tests.support.known_failures import Result, compare, print_comparison, print_families, read_known_failures
from tests.support.places import ROOT, scratch, shared
from tests.support.report import print_totals
from tests.support.server import Server

KNOWN = ROOT / "tests" / "conformance" / "known_failures.txt"


def replay(only: str) -> list[dict]:
    folder = scratch("conformance")
    shutil.rmtree(folder / "data", ignore_errors=True)
    results = folder / "replay.json"
    results.unlink(missing_ok=True)
    with Server(folder / "replay-server.log", "--data", folder / "data") as server, open(
        folder / "replay.log", "wb"
    ) as log:
        subprocess.run(
            [
                sys.executable,
                shared("conformance") / "replay.py",
                "--endpoint",
                server.endpoint,
                "--account",
                ACCOUNT,
                "--key",
                KEY,
                "--headers",
                "full",
                "--only",
                only,
                "--json",
                results,
                shared("conformance") / "corpus",
            ],
            stdout=log,
            stderr=log,
            check=False,
        )
        if not server.running():
            raise RuntimeError(f"rowhoused has ended during the replay; see {server.log}")
    print(f"What differs stands in {folder / 'replay.log'}")
    return json.loads(results.read_text("utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="only tests whose name contains this")
    arguments = parser.parse_args()
    if not shared("conformance"):
        print("left out: there is no shared/conformance beside the checkout (or in $ROWHOUSE_SHARED)")
        return print_totals(0, 0)
    answers = replay(arguments.only)
    results = [
        Result(a["name"], a["family"], a["outcome"] == "passed") for a in answers if a["outcome"] != "skipped"
    ]
    comparison = compare(results, read_known_failures(KNOWN, "replay"))
    print_families(results)
    print_comparison(comparison)
    return print_totals(comparison.passed, len(comparison.wrong), len(answers) - len(results) + comparison.known)


if __name__ == "__main__":
    sys.exit(main())
