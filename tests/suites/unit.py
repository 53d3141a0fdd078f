"""The Boost.Test programs of the release build."""

import sys

from tests.support.ctest import run_ctest
from tests.support.report import print_totals

if __name__ == "__main__":
    sys.exit(print_totals(*run_ctest("release")))
