"""Inspects a data folder from outside, as a person with the sqlite3 tool would."""

import sqlite3
import time
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path

from tests.crash.model import Key, State


def damaged_files(account: Path) -> list[str]:
    """Returns the result of PRAGMA integrity_check for each file of an account for which it is not "ok"."""
    lines = []
    for file in sorted(account.rglob("*.db")):
        try:
            answer = [row[0] for row in _rows(file, "PRAGMA integrity_check")]
        except sqlite3.Error as error:
            answer = [f"{error!r}"]
        if answer != ["ok"] and file.exists():
            lines.append(f"{file}: {answer[:3]}")
    return lines


def misplaced(account: Path, found: dict[Key, State], timeout: float = 15) -> list[str]:
    """Returns entities that are not in exactly one file of exactly one folder of their table, and folders of
    deleted tables. Files are cleaned up in the background, so this waits some seconds for it."""
    deadline = time.monotonic() + timeout
    while (lines := _misplaced_now(account, found)) and time.monotonic() < deadline:
        time.sleep(0.2)
    return lines


def _misplaced_now(account: Path, found: dict[Key, State]) -> list[str]:
    folders = defaultdict(list)
    for folder in account.iterdir():
        if folder.is_dir() and not folder.name.startswith("~"):  # no table is called so
            folders[folder.name.rpartition("-")[0]].append(folder)
    tables = {key.table for key in found}
    lines = [f"a folder of a deleted table: {table}" for table in folders.keys() - tables]
    for table in tables:
        if len(folders[table]) > 1:
            lines.append(f"more than one folder: {table}")
        expected = Counter(
            (k.partition, k.row) for k in found if k.table == table and k.partition is not None
        )
        places = _places(folders[table])
        lines += [f"in no file: {table} {key}" for key in expected - places]
        lines += [f"in one file too many: {table} {key}" for key in places - expected]
    return lines


def _places(folders: list[Path]) -> Counter:
    """Returns the number of files that each entity is in."""
    places: Counter = Counter()
    for file in (file for folder in folders for file in folder.glob("*.db")):
        try:
            places.update(_rows(file, "SELECT partition_key, row_key FROM entity"))
        except sqlite3.OperationalError:
            if file.exists():  # not removed just now by the cleanup
                raise
    return places


def _rows(file: Path, sql: str) -> list[tuple]:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=20)) as connection:
        return connection.execute(sql).fetchall()
