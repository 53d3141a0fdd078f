"""Runs the tests of this folder and prints their totals.

usage: python3 -m tests.attacks.run
"""

import sys
from pathlib import Path

from tests.support.unittests import run_folder

if __name__ == "__main__":
    sys.exit(run_folder(Path(__file__).parent))
