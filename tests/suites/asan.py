"""The Boost.Test programs under AddressSanitizer with UndefinedBehaviorSanitizer."""

import sys

from tests.support.ctest import run_ctest
from tests.support.report import print_totals

if __name__ == "__main__":
    sys.exit(print_totals(*run_ctest("asan")))
