"""Suites made of unittest test cases."""

import sys
import unittest
from pathlib import Path

from tests.support.report import print_totals


def run_tests(tests: unittest.TestSuite) -> int:
    """Runs tests, prints their totals and returns the exit status."""
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    failed = len(result.failures) + len(result.errors)
    return print_totals(result.testsRun - failed - len(result.skipped), failed, len(result.skipped))


def run_folder(folder: Path) -> int:
    """Does the same with the test_*.py files of a folder in tests/."""
    names = [f"tests.{folder.name}.{file.stem}" for file in sorted(folder.glob("test_*.py"))]
    return run_tests(unittest.defaultTestLoader.loadTestsFromNames(names))
