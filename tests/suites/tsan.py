"""The Boost.Test programs that run several threads, under ThreadSanitizer."""

import sys

from tests.support.ctest import run_ctest
from tests.support.report import print_totals

if __name__ == "__main__":
    sys.exit(print_totals(*run_ctest("tsan", label="threads")))
