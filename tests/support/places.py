"""Paths of the checkout, of built programs, and of the test sets outside the checkout."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build"
SERVER = Path(os.environ.get("ROWHOUSED", BUILD / "release" / "bin" / "rowhoused"))


def shared(folder: str) -> Path | None:
    """Returns a folder of test sets beside the checkout or in $ROWHOUSE_SHARED; None if it does not exist."""
    path = Path(os.environ.get("ROWHOUSE_SHARED", ROOT.parent / "shared")) / folder
    return path if path.is_dir() else None


def scratch(name: str) -> Path:
    """Returns a folder under build/tests for the files of a test. Creates it if needed; keeps its content."""
    path = BUILD / "tests" / name
    path.mkdir(parents=True, exist_ok=True)
    return path
