"""Suites made of unittest test cases."""

import sys
import unittest
from pathlib import Path

from tests.support.report import print_totals


def count_tests(tests: unittest.TestSuite) -> tuple[int, int, int]:
    """Runs tests; returns how many passed, failed, and were left out."""
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    # Of the parts of a test, made by subTest(), each is listed that fails; all together are one test.
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    return result.testsRun - failed - len(result.skipped), failed, len(result.skipped)


def run_tests(tests: unittest.TestSuite) -> int:
    """Runs tests, prints their totals and returns the exit status."""
    return print_totals(*count_tests(tests))


def tests_of(folder: Path) -> unittest.TestSuite:
    """Returns what is in the test_*.py files of a folder in tests/."""
    names = [f"tests.{folder.name}.{file.stem}" for file in sorted(folder.glob("test_*.py"))]
    return unittest.defaultTestLoader.loadTestsFromNames(names)


def run_folder(folder: Path) -> int:
    return run_tests(tests_of(folder))
