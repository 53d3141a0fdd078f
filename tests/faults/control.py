"""Says which calls of a process to the file system fail; see tests/crash/power/call_faults.h."""

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

_FIELDS = struct.Struct("=IIII")  # FaultControl
NEVER_ENDS = 2**32 - 1

# The letters of the calls, and what they are.
CALLS = {
    "c": "making a file",
    "m": "making a folder",
    "w": "writing",
    "t": "setting the size of a file",
    "s": "syncing a file or a folder",
    "u": "deleting a file or a folder",
    "n": "renaming",
}


@dataclass(frozen=True)
class Fault:
    """The `number`-th call of a kind fails, and all later ones if it is for ever."""

    call: str
    number: int
    is_for_ever: bool

    def __str__(self) -> str:
        return f"{self.call}{self.number}{'+' if self.is_for_ever else ''}"

    @staticmethod
    def parse(text: str) -> "Fault":
        if text[:1] not in CALLS or not text[1:].rstrip("+").isdigit():
            raise ValueError(f"{text} is no fault; one is s3, or s3+ for the third sync and all later ones")
        return Fault(text[0], int(text[1:].rstrip("+")), text.endswith("+"))


class FaultControl:
    """The file that the process maps."""

    def __init__(self, path: Path):
        path.write_bytes(_FIELDS.pack(0, 0, 0, 0))
        with path.open("r+b") as file:
            self._content = mmap.mmap(file.fileno(), _FIELDS.size)

    def __enter__(self) -> "FaultControl":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._content.close()

    def arm(self, fault: Fault) -> None:
        """Counts calls from now on."""
        last = NEVER_ENDS if fault.is_for_ever else fault.number
        self._content[:] = _FIELDS.pack(ord(fault.call), fault.number, last, 0)

    def disarm(self) -> bool:
        """Lets all calls succeed again. Returns whether one has failed."""
        _, first, _, made = _FIELDS.unpack(self._content[:])
        self._content[:] = bytes(_FIELDS.size)
        return 0 < first <= made
