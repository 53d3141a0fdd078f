"""The facts about the machine of a benchmark."""

import os
import pathlib
import platform
import statistics
import subprocess
import time

from tests.support.azurite import VERSION as AZURITE_VERSION
from tests.support.places import ROOT


def facts(data: pathlib.Path) -> dict[str, str]:
    """By name; `data` is the folder that the servers write to."""
    cpu = next(
        (line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    data.mkdir(parents=True, exist_ok=True)
    file_system = _output_of("stat", "-f", "-c", "%T", str(data))
    return {
        "processor": f"{cpu}, {os.cpu_count()} logical processors",
        "memory": f"{memory:.0f} GiB",
        "system": f"{_output_of('uname', '-sr')}, file system {file_system}",
        "sync": f"4 KiB append and fdatasync: {_sync_milliseconds(data):.2f} ms (median of 200)",
        "load before the run": f"{os.getloadavg()[0]:.2f} (average of one minute)",
        "Rowhouse": _output_of("git", "describe", "--always", "--dirty"),
        "compiler": _output_of("g++", "--version").splitlines()[0],
        "Azurite": f"{AZURITE_VERSION} on Node {_output_of('node', '--version')}",
    }


def _output_of(*command: str) -> str:
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def _sync_milliseconds(folder: pathlib.Path) -> float:
    """The median time of a 4 KiB append and fdatasync: what a synced write costs at least."""
    times, path = [], folder / "sync-probe"
    with path.open("wb", buffering=0) as file:
        for _ in range(200):
            began = time.perf_counter()
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - began) * 1000)
    path.unlink()
    return statistics.median(times)
