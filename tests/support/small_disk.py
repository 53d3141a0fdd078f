"""A small disk that can be filled."""

import os
import subprocess
from pathlib import Path


class CannotMount(Exception):
    """Says why there is no small disk here."""


class SmallDisk:
    """A file system of its own, mounted on a folder until unmount(). Only root can have one."""

    def __init__(self, folder: Path, mib: int):
        self.folder = folder
        self._filler = folder / "filler"
        if os.geteuid() != 0:
            raise CannotMount("only root can mount a small disk")
        while folder.is_mount():  # a test that was killed has left it
            self.unmount()
        folder.mkdir(exist_ok=True)
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={mib}m", "tmpfs", folder], capture_output=True, text=True, check=False
        )
        if mounted.returncode != 0:
            raise CannotMount(f"this place does not let root mount a small disk: {mounted.stderr.strip()}")

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", self.folder], check=True)

    def fill_up(self, all_but: int = 0) -> None:
        """Takes all room but some bytes."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        os.truncate(self._filler, self._filler.stat().st_size - all_but)

    def free(self) -> int:
        """Returns how many bytes there is room for."""
        statistics = os.statvfs(self.folder)
        return statistics.f_bavail * statistics.f_bsize

    def make_room(self) -> None:
        """Undoes fill_up()."""
        self._filler.unlink(missing_ok=True)
