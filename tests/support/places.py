"""Paths of the checkout, of built programs, and of the test sets outside the checkout."""

import os
import shutil
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


def fast_scratch(name: str) -> Path:
    """Returns a folder in memory, for files that are written, read and removed, if there is one of some size; else that
    of scratch()."""
    memory = Path("/dev/shm")
    fits = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
    return memory if fits else scratch(name)
