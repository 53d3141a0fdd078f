"""Runs the tests of this folder and prints their totals.

usage: python3 -m tests.cli.run
"""

import sys
import unittest
from pathlib import Path

from tests.support.report import print_totals


def main() -> int:
    names = [f"tests.cli.{file.stem}" for file in sorted(Path(__file__).parent.glob("test_*.py"))]
    tests = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    failed = len(result.failures) + len(result.errors)
    return print_totals(result.testsRun - failed - len(result.skipped), failed, len(result.skipped))


if __name__ == "__main__":
    sys.exit(main())
