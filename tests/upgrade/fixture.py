"""A data folder that an earlier program wrote, with what that program answered, in an archive."""

import hashlib
import json
import shutil
import sqlite3
import tarfile
from pathlib import Path
from typing import Any

from tests.support.client import ACCOUNT

FOLDER = Path(__file__).parent / "fixtures"


class Fixture:
    """An archive NAME.tar.xz with the folder data/ and about.json, whose members are

    commit     of the program
    end        how the program ended: "stopped" or "killed"
    catalog    the version of its catalog
    settings   whether the program kept access policies and service properties
    content    what content.read() returned before the end
    """

    def __init__(self, name: str, folder: Path):
        """`folder` is where it is unpacked to, and packed from."""
        self.name = name
        self.folder = folder
        self.data = folder / "data"
        self.about: dict[str, Any] = {}

    @property
    def archive(self) -> Path:
        return FOLDER / f"{self.name}.tar.xz"

    def unpack(self) -> "Fixture":
        shutil.rmtree(self.folder, ignore_errors=True)
        with tarfile.open(self.archive) as tar:
            tar.extractall(self.folder)
        self.about = json.loads((self.folder / "about.json").read_text())
        return self

    def pack(self) -> None:
        text = json.dumps(self.about, ensure_ascii=False, separators=(",", ":"))
        (self.folder / "about.json").write_text(text + "\n")
        with tarfile.open(self.archive, "w:xz", preset=9, format=tarfile.PAX_FORMAT) as tar:
            for name in ("about.json", "data"):
                tar.add(self.folder / name, name, filter=anonymous)


def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def version_of(database: Path) -> int:
    """Returns the version of a catalog or of a partition file, which may be in use."""
    connection = sqlite3.connect(database)
    try:
        return connection.execute("PRAGMA user_version").fetchone()[0]
    finally:
        connection.close()


def set_version(database: Path, version: int) -> None:
    """Makes a file look as if a later program had written it."""
    connection = sqlite3.connect(database)
    try:
        connection.execute(f"PRAGMA user_version={version}")
        connection.commit()
    finally:
        connection.close()


def catalog(data: Path) -> Path:
    return data / ACCOUNT / "account.db"


def digests(data: Path) -> dict[str, str]:
    """Returns a hash of each file, by its path."""
    return {
        str(path.relative_to(data)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(data.rglob("*"))
        if path.is_file()
    }
