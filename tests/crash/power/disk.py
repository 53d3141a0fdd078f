"""What the disk holds while a recorded process runs, and what a power cut may leave of it.

Only an fsync that has ended is a promise: of a file, for the bytes and the size as of its beginning; of a folder,
for its names. After one that failed, Linux takes the bytes for written, and no later one writes them. Of what came
later, a cut leaves anything: some pieces of some writes, in any order between
files; of the names of a folder the first changes, in their order.
"""

import random
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Union

from tests.crash.power.operation_log import Entry

# What a cut leaves of that which is not synced: nothing of it; all, as if only the process had ended; all up to
# some moment; or something else for each file and folder.
CHOICES = ("nothing", "everything", "in order", "at random")

_PIECES = (512, 4096)  # bytes that a disk writes wholly or not at all

Tree = dict[str, Union[bytearray, "Tree"]]  # the content of a folder


@dataclass(eq=False)
class File:
    name: str
    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, Entry]] = field(default_factory=list)  # with the index of the entry

    def sync(self, begin: int) -> None:
        covered = sum(index < begin for index, _ in self.pending)
        for _, entry in self.pending[:covered]:
            _apply(self.durable, entry)
        del self.pending[:covered]

    def lose(self) -> None:
        """Drops the bytes that a failed fsync should have written; the size they gave the file stays."""
        self.pending = [
            (index, entry if entry.kind != "w" else entry._replace(kind="a", number=entry.number + len(entry.payload)))
            for index, entry in self.pending
        ]


@dataclass(eq=False)
class Folder:
    name: str
    durable: dict[str, "Node"] = field(default_factory=dict)
    current: dict[str, "Node"] = field(default_factory=dict)
    # Names with what they stand for from then on; None: nothing.
    pending: list[tuple[int, list[tuple[str, Union["Node", None]]]]] = field(default_factory=list)

    def change(self, index: int, *names: tuple[str, Union["Node", None]]) -> None:
        self.pending.append((index, list(names)))
        _rename(self.current, names)

    def sync(self, begin: int) -> None:
        covered = sum(index < begin for index, _ in self.pending)
        for _, names in self.pending[:covered]:
            _rename(self.durable, names)
        del self.pending[:covered]


Node = File | Folder


class Disk:
    """The state after a number of entries. `unsynced` is a pattern of names: from the entry `since` on, an fsync of
    such a file ("folders": of any folder) promises nothing, which is a fault that the test must find. `tree` is what is
    there, and durable, before the first entry."""

    def __init__(self, unsynced: str = "", since: int = 0, tree: Tree | None = None):
        self.root = _folder_of(tree or {})
        self.applied = 0
        self._unsynced = unsynced
        self._since = since
        self._nodes: dict[int, Node] = {}  # by inode number
        self._syncs: dict[int, tuple[Node, int]] = {}  # that have begun, by number; with the entry's index

    def apply(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._apply_one(self.applied, entry)
            self.applied += 1

    def cut(self, choice: str, seed: int) -> Tree:
        """Returns the files that a power cut leaves now."""
        return _Cut(self, choice, seed).tree(self.root)

    def _apply_one(self, index: int, entry: Entry) -> None:
        match entry.kind:
            case "w" | "t" | "a":
                if file := self._nodes.get(entry.file):
                    file.pending.append((index, entry))
            case "s":
                if (node := self._nodes.get(entry.file)) and not self._is_unsynced(index, node):
                    self._syncs[entry.number] = (node, index)
            case "e":
                if entry.number in self._syncs:
                    node, begin = self._syncs.pop(entry.number)
                    node.sync(begin)
            case "x":
                if isinstance(node := self._nodes.get(entry.file), File):
                    node.lose()
            case "M":
                self._syncs.clear()
                self._nodes = {entry.file: self.root}
            case "P":
                self.root = _folder_of(self.cut("at random", entry.number))
            case _:
                self._change_names(index, entry)

    def _change_names(self, index: int, entry: Entry) -> None:
        folder: Folder = self._nodes[entry.folder]
        name, *new_name = entry.names()
        match entry.kind:
            case "f" | "d":
                self._nodes[entry.file] = folder.current[name]
            case "c" | "m":
                self._nodes[entry.file] = File(name) if entry.kind == "c" else Folder(name)
                folder.change(index, (name, self._nodes[entry.file]))
            case "l":
                folder.change(index, (name, self._nodes[entry.file]))
            case "u":
                folder.change(index, (name, None))
            case "n":
                if entry.number != entry.folder:
                    raise NotImplementedError(f"a move of {name} to another folder, as one step of both folders")
                node = folder.current[name]
                node.name = new_name[0]
                folder.change(index, (name, None), (new_name[0], node))

    def _is_unsynced(self, index: int, node: Node) -> bool:
        if index < self._since or not self._unsynced:
            return False
        if self._unsynced == "folders":
            return isinstance(node, Folder)
        return isinstance(node, File) and fnmatch(node.name, self._unsynced)


class _Cut:
    """One way in which a power cut may go."""

    def __init__(self, disk: Disk, choice: str, seed: int):
        self._choice = choice
        self._random = random.Random(seed)
        self._last = self._random.randrange(disk.applied + 1)  # for "in order"
        if choice == "in order" and self._random.random() < 0.5:
            self._last = max(0, disk.applied - self._random.randrange(100))
        self._contents: dict[File, bytearray] = {}  # a file may have two names

    def tree(self, folder: Folder) -> Tree:
        names = dict(folder.durable)
        count = self._count([index for index, _ in folder.pending])
        for _, changes in folder.pending[:count]:
            _rename(names, changes)
        return {
            name: self.tree(node) if isinstance(node, Folder) else self._content(node)
            for name, node in names.items()
        }

    def _count(self, indices: list[int]) -> int:
        """Returns how many of the first changes are left, if they are left in order."""
        if self._choice == "in order":
            return sum(index <= self._last for index in indices)
        if self._choice == "at random":
            return self._random.choice((0, len(indices), self._random.randint(0, len(indices))))
        return len(indices) if self._choice == "everything" else 0

    def _content(self, file: File) -> bytearray:
        if file not in self._contents:
            content = self._contents[file] = bytearray(file.durable)
            if self._choice == "at random" and self._random.random() < 0.5:
                self._apply_pieces(content, file)
            else:
                for _, entry in file.pending[: self._count([index for index, _ in file.pending])]:
                    _apply(content, entry)
        return self._contents[file]

    def _apply_pieces(self, content: bytearray, file: File) -> None:
        piece = self._random.choice(_PIECES)
        chance = self._random.choice((0.05, 0.5, 0.95))
        for _, entry in file.pending:
            if entry.kind != "w":
                if self._random.random() < chance:
                    _apply(content, entry)
                continue
            begin, end = entry.number, entry.number + len(entry.payload)
            while begin < end:
                next_begin = min(end, begin - begin % piece + piece)
                if self._random.random() < chance:
                    _put(content, begin, entry.payload[begin - entry.number : next_begin - entry.number])
                begin = next_begin
        if self._random.random() < 0.5:  # the size is there, and the bytes are not
            size = len(file.durable)
            for _, entry in file.pending:
                size = entry.number if entry.kind == "t" else max(size, entry.number + len(entry.payload))
            _extend(content, size)


def _extend(content: bytearray, size: int) -> None:
    if size > len(content):
        content.extend(bytes(size - len(content)))


def _put(content: bytearray, offset: int, data: memoryview) -> None:
    _extend(content, offset)
    content[offset : offset + len(data)] = data


def _apply(content: bytearray, entry: Entry) -> None:
    if entry.kind == "w":
        _put(content, entry.number, entry.payload)
        return
    if entry.kind == "t":
        del content[entry.number :]
    _extend(content, entry.number)


def _rename(names: dict[str, Node], changes: Iterable[tuple[str, Node | None]]) -> None:
    for name, node in changes:
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node


def _folder_of(tree: Tree, name: str = "") -> Folder:
    """Returns a folder of which everything is durable."""
    nodes: dict[str, Node] = {
        child: _folder_of(content, child) if isinstance(content, dict) else File(child, bytearray(content))
        for child, content in tree.items()
    }
    return Folder(name, nodes, dict(nodes))


def read_tree(folder: Path) -> Tree:
    """Returns what a folder holds."""
    return {
        path.name: read_tree(path) if path.is_dir() else bytearray(path.read_bytes()) for path in folder.iterdir()
    }


def write_tree(tree: Tree, folder: Path) -> None:
    """Makes a folder hold exactly this."""
    shutil.rmtree(folder, ignore_errors=True)
    _write(tree, folder)


def _write(tree: Tree, folder: Path) -> None:
    folder.mkdir()
    for name, content in tree.items():
        if isinstance(content, dict):
            _write(content, folder / name)
        else:
            (folder / name).write_bytes(content)


def differences(tree: Tree, folder: Path, skip: Callable[[str], bool]) -> list[str]:
    """Returns where a folder holds something else."""
    found = {path.name: path for path in folder.iterdir()}
    lines = [f"{folder / name}: only in one of the two" for name in tree.keys() ^ found.keys() if not skip(name)]
    for name in (name for name in tree.keys() & found.keys() if not skip(name)):
        content = tree[name]
        if isinstance(content, dict):
            lines += differences(content, found[name], skip)
        elif content != found[name].read_bytes():
            lines.append(f"{found[name]}: other bytes")
    return lines
