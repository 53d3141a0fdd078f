"""Runs the tests of this folder and prints their totals.

usage: python3 -m tests.process.run
"""

import sys
import unittest

from tests.support.places import ROOT
from tests.support.report import print_totals


def main() -> int:
    tests = unittest.defaultTestLoader.discover(str(ROOT / "tests" / "process"), top_level_dir=str(ROOT))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    failed = len(result.failures) + len(result.errors)
    return print_totals(result.testsRun - failed - len(result.skipped), failed, len(result.skipped))


if __name__ == "__main__":
    sys.exit(main())
