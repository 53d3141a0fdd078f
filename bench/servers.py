"""The servers that bench/compare measures, and the programs that it needs."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from typing import Any

from tests.support import azurite
from tests.support.places import BUILD, ROOT

WORK = BUILD / "bench"
START_SECONDS = 60
STOP_SECONDS = 120  # Azurite writes all its rows first


class Failed(Exception):
    """A text for the user."""


@dataclass
class Programs:
    folder: pathlib.Path
    port: int

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/devstoreaccount1"

    def driver(self, verb: str, *options: Any) -> list[str]:
        return _command(self.folder / "rowhouse-bench", verb, "--endpoint", self.endpoint, *options)

    def sqlite_limit(self, *options: Any) -> list[str]:
        return _command(self.folder / "rowhouse-bench-sqlite-limit", *options)

    def http_limit(self, status: int, answer_bytes: int) -> list[str]:
        return _command(
            self.folder / "rowhouse-bench-http-limit", "--port", self.port, "--threads", os.cpu_count(),
            "--status", status, "--answer-bytes", answer_bytes,
        )  # fmt: skip

    def server(self, system: str, data: pathlib.Path) -> list[str]:
        if system == "azurite":
            return _command(
                azurite.PROGRAM, "--tableHost", "127.0.0.1", "--tablePort", self.port, "--location", data,
                "--silent", "--disableTelemetry",
            )  # fmt: skip
        unsynced = ["--sync", "off"] if system == "rowhouse-off" else []
        return _command(self.folder / "rowhoused", "--listen", f"127.0.0.1:{self.port}", "--data", data, *unsynced)


def _command(*parts: Any) -> list[str]:
    return [str(part) for part in parts]


class Server:
    """A server process for the length of a with block."""

    def __init__(self, name: str, command: list[str], port: int):
        self.name, self._command, self._port = name, command, port
        self.began = 0.0  # time.monotonic() just before it was started

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> "Server":
        self._log = (WORK / f"{self.name}.log").open("ab")
        self.began = time.monotonic()
        # setpriv ends it with this process, even if that is killed.
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *self._command], stdout=self._log, stderr=self._log
        )
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > self.began + START_SECONDS:
                self.__exit__()
                raise Failed(f"{self.name} did not start: see {self._log.name}")
            time.sleep(0.01)
        return self

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._port)) == 0

    def __exit__(self, *_) -> None:
        # Azurite saves its rows when it is interrupted, and only then.
        self._process.send_signal(signal.SIGINT if self.name == "azurite" else signal.SIGTERM)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()

    def resident_bytes(self) -> int:
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS:"))


def run_json(command: list[str], seconds: float) -> dict[str, Any]:
    """The JSON line that a program prints; {"failed": why} when it printed none."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        return finish_json(process, seconds)


def finish_json(process: subprocess.Popen, seconds: float) -> dict[str, Any]:
    """The same for a program that has been started."""
    try:
        printed, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return {"failed": f"killed after {seconds:.0f} s"}
    except BaseException:
        process.kill()
        raise
    try:
        return json.loads(printed.splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        return {"failed": (errors.strip().splitlines() or ["no output"])[-1][:300]}


def build() -> None:
    targets = ["rowhoused", "rowhouse-bench", "rowhouse-bench-http-limit", "rowhouse-bench-sqlite-limit"]
    for command in (
        ["cmake", "--preset", "release"],
        ["cmake", "--build", "build/release", "--target", *targets],
    ):
        done = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)} failed:\n{done.stdout[-3000:]}")


def install_azurite() -> None:
    if not azurite.PROGRAM.exists() and not shutil.which("npm"):
        raise Failed("npm is not installed; it brings Azurite (or run --only rowhouse,...)")
    try:
        azurite.install()
    except RuntimeError as error:
        raise Failed(str(error)) from error
