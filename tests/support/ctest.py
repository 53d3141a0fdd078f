"""Runs the Boost.Test programs of a build and counts their cases."""

import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from tests.support.places import BUILD, ROOT, scratch

# The sanitizers would check the whole text at each call of memmem(), which takes quadratic time.
_SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "intercept_memmem=0",
    "LSAN_OPTIONS": f"suppressions='{ROOT}/tests/support/lsan.supp':print_suppressions=0",
    "TSAN_OPTIONS": f"intercept_memmem=0:suppressions='{ROOT}/tests/support/tsan.supp'",
}

_CASES = re.compile(r"(\d+) test cases? out of (\d+) (passed|failed|skipped|aborted)")


def run_ctest(preset: str, label: str = "") -> tuple[int, int]:
    """Runs all CTest tests of build/<preset>, or those with the label, and prints failures. Returns the numbers
    of passed and failed cases."""
    junit = scratch("ctest") / f"{preset}.xml"
    junit.unlink(missing_ok=True)
    subprocess.run(
        [
            "ctest",
            "--test-dir",
            BUILD / preset,
            "--output-on-failure",
            *(("--label-regex", f"^{label}$") if label else ()),
            "--test-output-size-passed",
            str(1 << 20),  # the number of cases is at the end, after the logs of servers
            "--timeout",
            "300",
            "--parallel",
            str(os.cpu_count()),
            "--output-junit",
            junit,
        ],
        env={**os.environ, **_SANITIZER_OPTIONS, "BOOST_TEST_REPORT_LEVEL": "short"},
        check=False,
    )
    if not junit.exists():
        return 0, 1
    counts = [_count(program) for program in ElementTree.parse(junit).getroot().iter("testcase")]
    return sum(passed for passed, _ in counts), sum(failed for _, failed in counts)


def _count(program: ElementTree.Element) -> tuple[int, int]:
    """Returns the numbers of passed and failed cases of a program. A program that reports no cases counts as one
    case; one that failed according to CTest has at least one failure, whatever it printed."""
    passed = failed = 0
    for number, _, outcome in _CASES.findall(program.findtext("system-out", "")):
        if outcome == "passed":
            passed += int(number)
        elif outcome in ("failed", "aborted"):
            failed += int(number)
    if program.get("status") != "run":
        failed = max(failed, 1)
    elif passed == 0:
        passed = 1
    return passed, failed
