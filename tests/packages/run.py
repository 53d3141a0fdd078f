"""Makes the packages and tries each where there is no compiler.

usage: python3 -m tests.packages.run

The packages are kept in build/tests/packages/dist, and what they were tried in is removed. Only root can do that.
"""

import os
import sys
from pathlib import Path

from tests.support.report import print_totals
from tests.support.unittests import run_folder

if __name__ == "__main__":
    if os.geteuid() != 0:
        print("packages: left out, because only root can make a system to change the root folder to")
        sys.exit(print_totals(0, 0, 1))
    sys.exit(run_folder(Path(__file__).parent))
