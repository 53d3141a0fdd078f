"""Load from rowhouse-bench, the load driver of bench/, which checks every answer."""

import json
import subprocess
from dataclasses import dataclass
from typing import Any

from tests.support.places import SERVER
from tests.support.server import Server

PROGRAM = SERVER.parent / "rowhouse-bench"


class LoadFailed(Exception):
    """The message is what the program printed on stderr."""


@dataclass(frozen=True)
class Table:
    """A table of the load driver: its name there follows from these."""

    rows: int
    shape: str  # "few" partitions, or one for "each" row
    entity_bytes: int = 1024

    def options(self) -> list[str]:
        return ["--rows", str(self.rows), "--shape", self.shape, "--entity-bytes", str(self.entity_bytes)]


class Load:
    """A workload that runs in a process of its own until `seconds` have passed."""

    def __init__(self, server: Server, table: Table, workload: str, connections: int, seconds: float):
        self.name = f"{workload} ({table.shape})"
        self._seconds = seconds
        command = [PROGRAM, "run", "--endpoint", server.endpoint, *table.options(), "--workload", workload]
        command += ["--connections", str(connections), "--seconds", str(seconds), "--warm-up", "0.3"]
        command += ["--cap", str(seconds + 60), "--server-pid", str(server.pid)]
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def result(self) -> dict[str, Any]:
        """Waits for the end; returns the line of JSON. `errors` in it has the wrong answers by kind."""
        return _finish(self._process, self._seconds + 120)

    def ended(self) -> bool:
        return self._process.poll() is not None

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


def fill(server: Server, table: Table) -> None:
    command = [PROGRAM, "load", "--endpoint", server.endpoint, *table.options()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        _finish(process, 300)


def _finish(process: subprocess.Popen, seconds: float) -> dict[str, Any]:
    try:
        printed, errors = process.communicate(timeout=seconds)
    except BaseException:
        process.kill()
        process.communicate()
        raise
    try:
        return json.loads(printed.splitlines()[-1])
    except (IndexError, json.JSONDecodeError) as error:
        raise LoadFailed(errors) from error
