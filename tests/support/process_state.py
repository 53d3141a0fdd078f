"""What the system says about a running process."""

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class ProcessState:
    resident: int  # bytes
    resident_peak: int  # bytes, since the start
    address_space: int  # bytes
    threads: int
    descriptors: int
    sockets: int  # of the descriptors
    cpu: float  # seconds, of all threads


def read_process(pid: int) -> ProcessState:
    folder = Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (folder / "status").read_text("utf-8").splitlines())
    times = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
    kinds = _open_kinds(folder / "fd")
    return ProcessState(
        resident=_bytes(status["VmRSS"]),
        resident_peak=_bytes(status["VmHWM"]),
        address_space=_bytes(status["VmSize"]),
        threads=int(status["Threads"]),
        descriptors=kinds.total(),
        sockets=kinds["socket"],
        cpu=(int(times[11]) + int(times[12])) / _TICKS,
    )


def _bytes(text: str) -> int:
    return int(text.split()[0]) * 1024


def _open_kinds(folder: Path) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for link in folder.iterdir():
        try:
            kinds[str(link.readlink()).partition(":")[0]] += 1
        except FileNotFoundError:  # closed since
            pass
    return kinds
