"""Starts and stops rowhoused."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

from tests.support.places import SERVER

LISTENING = re.compile(
    r"^listening on (?:http://[^/\s]+:(\d+)/)?(?: and )?(?:https://[^/\s]+:(\d+)/)? \(data", re.MULTILINE
)


class Server:
    """A rowhoused on a free port. As a context manager it is always killed at the end.

    Its output goes to `log`; a restart appends to it. `preload` is a library for LD_PRELOAD, and `environment` has
    further variables. `program` is another than that of the checkout, and `descriptors` is the most that it may have
    open (ulimit -n).
    """

    def __init__(
        self,
        log: Path,
        *options: str | Path,
        preload: Path | None = None,
        environment: dict[str, str] | None = None,
        program: Path = SERVER,
        descriptors: int | None = None,
    ):
        self.log = log
        self.program = program
        self._options = [str(option) for option in options]
        self._environment = {**({"LD_PRELOAD": str(preload)} if preload else {}), **(environment or {})}
        limit = f"--nofile={descriptors}:{descriptors}"
        self._limits = ["prlimit", limit] if descriptors else []
        self._process: subprocess.Popen | None = None
        self.port = 0  # 0: not listening
        self.tls_port = 0

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/devstoreaccount1"

    def start(self, timeout: float = 30, port: int = 0) -> "Server":
        """Returns once it listens, on any free port or on `port`. Raises RuntimeError with its output if it does not."""
        with self.log.open("ab") as output:
            begin = output.tell()
            self._process = subprocess.Popen(
                # setpriv ends it with this process, even if that is killed.
                [*self._limits, "setpriv", "--pdeathsig", "KILL", self.program, "--listen", f"127.0.0.1:{port}", *self._options],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **self._environment},
            )
        deadline = time.monotonic() + timeout
        while not (match := LISTENING.search(self.printed(begin))):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"rowhoused does not listen. It printed:\n{self.printed(begin)}")
            time.sleep(0.002)
        self.port, self.tls_port = (int(port or 0) for port in match.groups())
        return self

    def printed(self, begin: int = 0) -> str:
        return self.log.read_bytes()[begin:].decode("utf-8", "replace")

    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Sends SIGKILL and waits for the end of the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def terminate(self) -> None:
        """Sends SIGTERM; does not wait."""
        self._process.terminate()

    def hang_up(self) -> None:
        """Sends SIGHUP."""
        self._process.send_signal(signal.SIGHUP)

    def wait(self, timeout: float = 30) -> int:
        """Waits for the end of the process and returns its exit status."""
        return self._process.wait(timeout)

    def stop(self) -> int:
        self.terminate()
        return self.wait()
