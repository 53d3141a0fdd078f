#!/usr/bin/python3
"""Runs test suites one after the other and prints what came out. Started by ./test."""

import argparse
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

from tests.support.places import ROOT
from tests.support.report import TOTALS


@dataclass(frozen=True)
class Suite:
    """A program that prints one line of totals; see tests/support/report.py."""

    about: str
    command: tuple[str, ...]  # a module and its arguments
    builds: tuple[str, ...] = ("release",)  # built before it runs: "PRESET" or "PRESET TARGET"
    by_default: bool = True


SUITES = {
    "unit": Suite("the Boost.Test programs", ("tests.suites.unit",)),
    "process": Suite("rowhoused as a process: options, start, stop", ("tests.process.run",)),
    "cli": Suite("the rowhouse command against a server, also on a terminal", ("tests.cli.run",)),
    "console": Suite("the web console in Chromium, against servers", ("tests.console.run",)),
    "console-speed": Suite(
        "how fast the web console is, with a million rows; needs a quiet machine, so only on request",
        ("tests.console.speed.run",),
        ("release", "release rowhouse-bench"),
        by_default=False,
    ),
    "samples": Suite("the programs of samples/ in C++ and other languages, against servers", ("tests.samples.run",)),
    "crash": Suite("kill -9 and power cuts in the middle of writing: nothing answered is lost", ("tests.crash.run",)),
    "power": Suite(
        "power cuts at very many moments; a few are part of crash, so only on request",
        ("tests.crash.power.run",),
        by_default=False,
    ),
    "faults": Suite(
        "calls to the file system fail, one in some at a time: nothing answered is lost, nothing refused is made",
        ("tests.faults.run", "--sample", "24"),
    ),
    "defects": Suite(
        "safeguards taken away one by one: the test of each must fail; builds a copy of the sources, so only on request",
        ("tests.defects.run",),
        (),
        by_default=False,
    ),
    "histories": Suite(
        "random concurrent calls to servers that are killed and disturbed; all answers fit together", ("tests.histories.run",)
    ),
    "attacks": Suite(
        "hostile clients beside honest ones, which keep half of their rate; needs a quiet machine, so only on request",
        ("tests.attacks.run",),
        ("release", "release rowhouse-bench"),
        by_default=False,
    ),
    "soak": Suite(
        "full load for ten minutes, after which nothing has grown, failed or got lost; only on request",
        ("tests.soak.run",),
        ("release", "release rowhouse-bench"),
        by_default=False,
    ),
    "upgrade": Suite(
        "data folders of earlier programs, and what is said to those of later ones", ("tests.upgrade.run",)
    ),
    "conformance": Suite("recorded answers of the real service", ("tests.conformance.run_replay",)),
    "cases": Suite("request sequences from public bug reports", ("tests.conformance.run_cases",)),
    "memory-engine": Suite(
        "the two before against another storage engine", ("tests.conformance.run_memory_engine",)
    ),
    "hotkeys": Suite("hot-partition findings and advice on labelled traces", ("tests.hotkeys.run",)),
    "clients": Suite("published clients of the service, and ours against Azurite", ("tests.clients.run",)),
    "throttling": Suite("a published client under --throttle=cloud", ("tests.throttling.run",)),
    "npm": Suite(
        "the npm packages, installed offline, and a suite written for Azurite; only on request",
        ("tests.npm.run",),
        by_default=False,
    ),
    "minbase": Suite(
        "./run and the set-up of ./test in a new Debian 12 with nothing in it; builds all anew, so only on request",
        ("tests.minbase.run",),
        (),
        by_default=False,
    ),
    "packages": Suite(
        "the packages where there is no compiler; takes a Debian mirror, so only on request",
        ("tests.packages.run",),
        by_default=False,
    ),
    "packages-arm64": Suite(
        "the packages for arm64, cross-compiled, under QEMU; takes a Debian mirror, so only on request",
        ("tests.packages_arm64.run",),
        by_default=False,
    ),
    "scripts": Suite("shellcheck and pyflakes over the scripts, and the tests of those that pack and release", ("tests.suites.scripts",), ()),
    "asan": Suite(
        "all of clang++'s warnings; the Boost.Test programs under AddressSanitizer and UBSan",
        ("tests.suites.asan",),
        ("asan",),
    ),
    "tsan": Suite(
        "the programs with several threads under ThreadSanitizer", ("tests.suites.tsan",), ("tsan thread_tests",)
    ),
    "includes": Suite(
        "every source compiles with what it includes itself; takes ten minutes, so only on request",
        ("tests.suites.includes",),
        ("includes",),
        by_default=False,
    ),
    "fuzz": Suite("each fuzzer for ten seconds", ("tests.suites.fuzz",), ("asan fuzzers",)),
    "lint": Suite(
        "clang-format and clang-tidy", ("tests.suites.lint",), ("asan base_layer", "asan precompiled_headers")
    ),
    "deep-lint": Suite(
        "the same with clang's static analyser at its full depth, which takes three times as long; only on request",
        ("tests.suites.lint", "--deep"),
        ("asan base_layer", "asan precompiled_headers"),
        by_default=False,
    ),
}
QUICK = ("unit", "process")

SUITE_SECONDS_MAX = 2700  # one that hangs must not hang the rest


@dataclass(frozen=True)
class Outcome:
    name: str
    passed: int
    failed: int
    left_out: int
    seconds: float


def build(what: str) -> bool:
    script = f'set -euo pipefail; source "{ROOT}/scripts/build.sh"; build_preset {what}'
    return subprocess.run(["bash", "-c", script], check=False).returncode == 0


def run(name: str, suite: Suite) -> Outcome:
    """Runs one suite. One that ends without totals, or does not build, counts as one failure."""
    print(f"\n=== {name}: {suite.about}", flush=True)
    started = time.monotonic()
    totals = None
    returncode = 1
    if all(map(build, suite.builds)):
        command = [sys.executable, "-m", *suite.command]
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True, errors="replace"
        ) as process:
            limit = threading.Timer(SUITE_SECONDS_MAX, process.kill)
            limit.start()
            for line in process.stdout:
                print(line, end="", flush=True)
                if match := TOTALS.match(line):
                    totals = tuple(map(int, match.groups()))
            returncode = process.wait()
            limit.cancel()
    else:
        print("its build failed")
    seconds = time.monotonic() - started
    print(f"{name} took {seconds:.0f} s", flush=True)
    passed, failed, left_out = totals or (0, 0, 0)
    if returncode != 0 and failed == 0:
        failed = 1
        print(f"{name} ended with status {returncode}")
    return Outcome(name, passed, failed, left_out, seconds)


def print_summary(outcomes: list[Outcome]) -> None:
    print(f"\n{'suite':14} {'passed':>7} {'failed':>7} {'left out':>9} {'seconds':>8}")
    for o in outcomes:
        print(f"{o.name:14} {o.passed:7} {o.failed:7} {o.left_out:9} {o.seconds:8.1f}")
    print(f"{sum(o.passed for o in outcomes)} passed, {sum(o.failed for o in outcomes)} failed", flush=True)


def parse_arguments() -> argparse.Namespace:
    on_request = [name for name, suite in SUITES.items() if not suite.by_default]
    listing = "\n".join(f"  {name:14} {suite.about}" for name, suite in SUITES.items())
    parser = argparse.ArgumentParser(
        prog="./test",
        description=f"Installs what the tests need, builds, and runs test suites (default: all but {', '.join(on_request)}; about 45 minutes on two cores).",
        epilog=f"suites:\n{listing}\n\n"
        "conformance, cases, memory-engine, hotkeys and clients use the test sets in ../shared (or $ROWHOUSE_SHARED) and are left\n"
        "out where there are none (of clients, all but our own). Servers listen on free ports; their data is kept in build/tests/.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("suites", metavar="SUITE", nargs="*", help="suites to run, in this order")
    parser.add_argument("--setup", action="store_true", help="install what the tests need, and run none")
    parser.add_argument("--quick", action="store_true", help=f"only {' and '.join(QUICK)}")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.suites if name not in SUITES]:
        parser.error(f"no suite is called {', '.join(unknown)}; there are {', '.join(SUITES)}")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    by_default = [name for name, suite in SUITES.items() if suite.by_default]
    names = arguments.suites or (QUICK if arguments.quick else by_default)
    outcomes = [run(name, SUITES[name]) for name in names]
    print_summary(outcomes)
    return 1 if any(outcome.failed for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
