"""Data folders of earlier programs, read by this one; and what it says to those of later ones."""

import sys
from pathlib import Path

from tests.support.unittests import run_folder

if __name__ == "__main__":
    sys.exit(run_folder(Path(__file__).parent))
