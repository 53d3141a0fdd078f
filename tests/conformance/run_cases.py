"""Runs the request sequences from public bug reports (shared/conformance/cases) against a fresh rowhoused.

usage: python3 -m tests.conformance.run_cases [--only 001,066]
"""

import argparse
import json
import shutil
import subprocess
import sys

from tests.support.known_failures import Result, compare, print_comparison, read_known_failures
from tests.support.places import ROOT, scratch, shared
from tests.support.report import print_totals
from tests.support.server import Server

KNOWN = ROOT / "tests" / "conformance" / "known_failures.txt"


def run_cases(only: str) -> list[Result]:
    folder = scratch("cases")
    shutil.rmtree(folder / "data", ignore_errors=True)
    results = folder / "cases.json"
    results.unlink(missing_ok=True)
    with Server(folder / "cases-server.log", "--data", folder / "data") as server, open(
        folder / "cases.log", "wb"
    ) as log:
        subprocess.run(
            [
                sys.executable,
                shared("conformance") / "run_cases.py",
                "--base",
                server.endpoint,
                "--only",
                only,
                "--json",
                results,
            ],
            stdout=log,
            stderr=log,
            check=False,
        )
        if not server.running():
            raise RuntimeError(f"rowhoused has ended during the cases; see {server.log}")
    print(f"What differs stands in {folder / 'cases.log'}")
    return [Result(case["id"], "", case["ok"]) for case in json.loads(results.read_text("utf-8"))]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="only the cases with these numbers")
    arguments = parser.parse_args()
    if not shared("conformance"):
        print("left out: there is no shared/conformance beside the checkout (or in $ROWHOUSE_SHARED)")
        return print_totals(0, 0)
    comparison = compare(run_cases(arguments.only), read_known_failures(KNOWN, "cases"))
    print_comparison(comparison)
    return print_totals(comparison.passed, len(comparison.wrong), comparison.known)


if __name__ == "__main__":
    sys.exit(main())
