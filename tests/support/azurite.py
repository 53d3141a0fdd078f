"""Runs Azurite's Table service, to be compared with rowhoused."""

import json
import socket
import subprocess
import time
from pathlib import Path

from tests.support.places import BUILD

VERSION = "3.37.0"
_FOLDER = BUILD / "azurite"
PROGRAM = _FOLDER / "node_modules" / ".bin" / "azurite-table"  # once it is installed


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def install() -> None:
    """Installs it with npm, once, under build/azurite. Raises RuntimeError with the output of npm on failure."""
    package = _FOLDER / "node_modules" / "azurite" / "package.json"
    if package.exists() and json.loads(package.read_text("utf-8"))["version"] == VERSION:
        return
    _FOLDER.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["npm", "install", "--prefix", _FOLDER, "--no-audit", "--no-fund", f"azurite@{VERSION}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"npm could not install Azurite:\n{done.stdout[-2000:]}")


class Azurite:
    """An Azurite on a free port, in memory. As a context manager it is always stopped at the end."""

    def __init__(self, log: Path):
        self.log = log
        self.endpoint = ""  # of the development account

    def __enter__(self) -> "Azurite":
        port = free_port()  # it does not report the port that it chooses for 0
        options = f"--tableHost 127.0.0.1 --tablePort {port} --inMemoryPersistence --disableTelemetry"
        with self.log.open("wb") as output:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", PROGRAM, *options.split()],
                cwd=self.log.parent,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 60
        while not _answers(port):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise RuntimeError(f"Azurite does not listen; see {self.log}")
            time.sleep(0.05)
        self.endpoint = f"http://127.0.0.1:{port}/devstoreaccount1"
        return self

    def __exit__(self, *_) -> None:
        self._process.kill()
        self._process.wait()
