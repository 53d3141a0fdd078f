"""Runs the Boost.Test programs of a build and counts their cases."""

import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from tests.support.places import BUILD, ROOT, scratch

# The sanitizers would look at all of the text that memmem() is given, at each of its calls: quadratic.
_SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "intercept_memmem=0",
    "TSAN_OPTIONS": f"intercept_memmem=0:suppressions={ROOT}/tests/support/tsan.supp",
}

_CASES = re.compile(r"(\d+) test cases? out of (\d+) (passed|failed|skipped|aborted)")


def run_ctest(preset: str, label: str = "") -> tuple[int, int]:
    """Runs CTest in build/<preset>, all of it or what has the label; prints what fails, and returns the cases passed and failed."""
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
            str(1 << 20),  # the count of cases stands at the end, behind what servers log
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
    """Cases of one program. One that says nothing of cases is a case itself; one that CTest holds to
    have failed has at least one failure, whatever it printed."""
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
