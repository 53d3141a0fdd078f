"""Reads what recorder.cc wrote: an entry for each operation under the data folder, in their order.

| kind | file | folder | number | payload |
|---|---|---|---|---|
| M: a process starts | the data folder | | | |
| f, d: it finds a file, a folder | found | its folder | | name |
| c, m: a file, a folder is created | new | its folder | | name |
| l: a file gets one more name | the file | of the name | | name |
| u: a name is removed | | its folder | | name |
| n: a name is changed | the file or folder | of the old name | folder of the new name | old NUL new |
| w: write | the file | | offset | bytes |
| t, a: the size is set, is at least | the file | | size | |
| s, e: an fsync begins, has ended | the file or folder | | number of the fsync | |
| x: an fsync has failed | the file or folder | | | |
| P: a power cut, written by the session | | | how disk.py chooses what is left | |

Files and folders are inode numbers, which the operating system uses again.
"""

import mmap
import struct
from pathlib import Path
from typing import NamedTuple

_HEAD = struct.Struct("<IIQQq")


class Entry(NamedTuple):
    kind: str
    file: int
    folder: int
    number: int
    payload: memoryview
    end: int  # the length of the log with this entry

    def names(self) -> list[str]:
        return bytes(self.payload).decode().split("\0")


class OperationLog:
    """A log that may still grow. `entries` are those that read() has seen."""

    def __init__(self, path: Path):
        self.path = path
        self.entries: list[Entry] = []
        path.touch()

    def length(self) -> int:
        """Returns the length of the file in bytes, which is a position in the log."""
        return self.path.stat().st_size

    def read(self) -> list[Entry]:
        """Returns the new entries, and adds them to `entries`. REQUIRES: no process is writing"""
        begin = position = self.entries[-1].end if self.entries else 0
        known = len(self.entries)
        with self.path.open("r+b") as file:
            if self.length() == begin:
                return []
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            while position + _HEAD.size <= len(content):
                kind, size, *numbers = _HEAD.unpack_from(content, position)
                end = position + _HEAD.size + size
                if end > len(content):
                    break
                self.entries.append(Entry(chr(kind), *numbers, content[position + _HEAD.size : end], end))
                position = end
            file.truncate(position)  # what a killed process had not written whole
        return self.entries[known:]

    def append_power_cut(self, choice: int) -> None:
        with self.path.open("ab") as file:
            file.write(_HEAD.pack(ord("P"), 0, 0, 0, choice))
