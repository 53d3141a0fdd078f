"""The Boost.Test programs under AddressSanitizer with UndefinedBehaviorSanitizer, and under
ThreadSanitizer; then each fuzzer for a few seconds."""

import sys

from tests.fuzz.run import run_fuzzers
from tests.support.ctest import run_ctest
from tests.support.report import print_totals


def main() -> int:
    passed = failed = 0
    for preset in ("asan", "tsan"):
        counts = run_ctest(preset)
        passed, failed = passed + counts[0], failed + counts[1]
    counts = run_fuzzers(seconds=15)
    return print_totals(passed + counts[0], failed + counts[1])


if __name__ == "__main__":
    sys.exit(main())
