"""Each fuzzer for ten seconds."""

import sys

from tests.fuzz.run import run_fuzzers
from tests.support.report import print_totals

if __name__ == "__main__":
    sys.exit(print_totals(*run_fuzzers(seconds=10)))
