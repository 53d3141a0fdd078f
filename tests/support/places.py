"""Where things are: the checkout, what was built, and the test sets that are not part of it."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build"
SERVER = Path(os.environ.get("ROWHOUSED", BUILD / "release" / "bin" / "rowhoused"))


def shared(folder: str) -> Path | None:
    """A folder of the test sets beside the checkout, or in $ROWHOUSE_SHARED; None when there is none."""
    path = Path(os.environ.get("ROWHOUSE_SHARED", ROOT.parent / "shared")) / folder
    return path if path.is_dir() else None


def scratch(name: str) -> Path:
    """A folder under build/tests for what a test writes; created, with what is in it kept."""
    path = BUILD / "tests" / name
    path.mkdir(parents=True, exist_ok=True)
    return path
