"""The base class of these tests: the packages, made once, and bare systems to try them in."""

import functools
import re
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from tests.support.bare_system import BareSystem, host
from tests.support.places import ROOT, scratch

SUITE = "packages"
FIRST_ENTITY_SECONDS_MAX = 2.0

# To the first entity read, from the server that is started with $SERVE; needs nothing but a shell and the programs.
FIRST_ENTITY = """
$SERVE > /tmp/server.log 2>&1 &
rowhouse ping --wait 10 || { cat /tmp/server.log; exit 1; }
rowhouse table create people
rowhouse entity insert people uk ada Born=1815
rowhouse query people
"""


@functools.cache
def made() -> Path:
    """Makes all packages, once; returns their folder."""
    to = scratch(SUITE) / "dist"
    for old in to.glob("*"):
        old.unlink()
    print(host("scripts/package", to), flush=True)
    return to


def version() -> str:
    return re.search(r"^project\(rowhouse VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


class PackageTest(unittest.TestCase):
    def package(self, pattern: str) -> Path:
        """Returns the one package that matches."""
        found = list(made().glob(pattern))
        self.assertEqual(len(found), 1, f"{pattern}: {found}")
        return found[0]

    def bare(self, release: str) -> BareSystem:
        """Returns a new bare system, which is removed at the end of the test."""
        system = BareSystem(release, SUITE)
        system.make()
        self.addCleanup(system.remove)
        return system

    def check_first_entity(self, run: Callable[[], str]) -> str:
        """Runs a script with FIRST_ENTITY in a system; returns what it printed. The time is that of the whole script."""
        begin = time.monotonic()
        printed = run()
        seconds = time.monotonic() - begin
        self.assertRegex(printed, r"uk +ada .*1815")
        print(f"  first entity read after {seconds:.2f} s", flush=True)
        self.assertLess(seconds, FIRST_ENTITY_SECONDS_MAX)
        return printed
