"""Chooses where to cut a recording, and checks the disks that this leaves."""

import random
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.crash.power.check_disk import faults
from tests.crash.power.disk import CHOICES, Disk, write_tree
from tests.crash.power.operation_log import Entry
from tests.crash.power.session import Recording
from tests.support.places import fast_scratch


@dataclass(frozen=True, order=True)
class Cut:
    entries: int  # of the log that came to be
    choice: str
    seed: int

    def __str__(self) -> str:
        return f"{self.entries}/{self.choice}/{self.seed}"

    @staticmethod
    def parse(text: str) -> "Cut":
        entries, choice, seed = text.split("/")
        if choice not in CHOICES:
            raise ValueError(choice)
        return Cut(int(entries), choice, int(seed))


class CutChooser:
    """Cuts around the ends of syncs, around changes of names, while a server starts, and anywhere."""

    def __init__(self, recording: Recording, entries: list[Entry], seed: str):
        self._random = random.Random(seed)
        syncs = [index for index, entry in enumerate(entries) if entry.kind in "se"]
        names = [index for index, entry in enumerate(entries) if entry.kind in "cmun"]
        starts = [
            index
            for index, entry in enumerate(entries)
            if any(begin < entry.end <= end for begin, end in recording.recoveries)
        ]
        self._places = [syncs, syncs, syncs, names, starts, range(len(entries))]

    def choose(self, count: int) -> list[Cut]:
        """Returns some, in their order, of which several may be at one place."""
        cuts: list[Cut] = []
        while len(cuts) < count:
            entries = self._random.choice(self._random.choice(self._places)) + self._random.randint(0, 1)
            cuts += (self._at(entries) for _ in range(self._random.randint(1, 3)))
        return sorted(cuts[:count])

    def _at(self, entries: int) -> Cut:
        choice = self._random.choices(CHOICES, weights=(2, 1, 2, 6))[0]
        return Cut(entries, choice, self._random.randrange(10**9))


def last_start(entries: list[Entry]) -> int:
    """Returns how many entries there are up to the last power cut, after which the recorded server went on."""
    return max((index + 1 for index, entry in enumerate(entries) if entry.kind == "P"), default=0)


def check_cuts(
    recording: Recording,
    entries: list[Entry],
    cuts: Iterable[Cut],
    unsynced: str = "",
    folder: Path | None = None,
    faulty_max: int = 2,
) -> list[str]:
    """Returns a text for each disk with faults, and ends after some of them. Such a disk is kept in `folder`, by
    default that of the recording, as it was and with what the server did to it. `unsynced` is as for Disk, since the
    last power cut that was recorded. REQUIRES: the cuts are in their order"""
    disk = Disk(unsynced, since=last_start(entries))
    texts = []
    for cut in cuts:
        disk.apply(entries[disk.applied : cut.entries])
        position = entries[cut.entries - 1].end if cut.entries > 0 else 0
        with tempfile.TemporaryDirectory(dir=fast_scratch("power")) as name:
            place = Path(name)
            write_tree(disk.cut(cut.choice, cut.seed), place / "data")
            if wrong := faults(recording, place / "data", position, place / "server.log"):
                write_tree(disk.cut(cut.choice, cut.seed), place / "as-it-was")
                kept = (folder or recording.folder) / f"cut-{str(cut).replace('/', '-').replace(' ', '-')}"
                shutil.copytree(place, kept, dirs_exist_ok=True)
                head = f"{len(wrong)} faults after the cut '{cut}' of {recording.folder}; see {kept}"
                texts.append("\n".join([head, *(f"  {line}" for line in wrong[:10])]))
        if len(texts) == faulty_max:
            break
    return texts
