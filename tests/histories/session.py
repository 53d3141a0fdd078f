"""One session: random calls to a server that is killed, halted and started again, and the check of its history."""

import os
import random
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.crash.content import read_everything
from tests.crash.inspect_files import damaged_files, misplaced
from tests.histories.client import RandomClient
from tests.histories.places import FIXED, KnownEtags, Places
from tests.histories.record import Call, Refused
from tests.histories.report import findings
from tests.support.client import ACCOUNT
from tests.support.places import fast_scratch, scratch
from tests.support.server import Server
from tests.support.small_disk import SmallDisk

DISK_MIB = 64


@dataclass(frozen=True)
class Setting:
    """How the server runs. Nothing answered may be lost when its process is killed."""

    name: str
    options: tuple[str, ...] = ()
    changing: tuple[tuple[str, ...], ...] = ((),)  # of which each life of the server has one, too
    in_memory: bool = False  # it is halted only, since its end would be the end of the data
    whole_pages: bool = True  # whether a page shows one state of a partition; see entity/entity_source.h
    small_disk: bool = False  # and is filled now and then
    descriptors: int | None = None  # with few, files are closed and opened again


_FEW_FILES = ("--own-files-max", "2")

SETTINGS = (
    Setting("default", _FEW_FILES),
    Setting("no journal", (*_FEW_FILES, "--journal", "off")),
    Setting("full disk", _FEW_FILES, small_disk=True),
    Setting("sync normal", (*_FEW_FILES, "--sync", "normal")),
    Setting("exclusive", (*_FEW_FILES, "--exclusive"), whole_pages=False),
    Setting("sync off, many threads", (*_FEW_FILES, "--sync", "off", "--commit-threads", "6", "--io-threads", "4")),
    Setting("in memory", in_memory=True, whole_pages=False),
    Setting("full disk, no journal", (*_FEW_FILES, "--journal", "off"), small_disk=True),
    Setting("a file each, no row cache", ("--row-cache", "0")),
    Setting("few descriptors", descriptors=64),
    Setting(
        "changing",
        changing=(
            _FEW_FILES,
            (*_FEW_FILES, "--journal", "off"),
            (*_FEW_FILES, "--sync", "normal"),
            ("--own-files-max", "4", "--row-cache", "0"),
        ),
    ),
)


@dataclass
class Session:
    """Everything but the timing follows from the seed."""

    seed: int
    seconds: float
    events: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self):
        self.setting = SETTINGS[self.seed % len(SETTINGS)]
        self.random = random.Random(f"histories/{self.seed}")
        known = KnownEtags()
        self.clients = [RandomClient(number, self.seed, known) for number in range(self.random.randint(4, 8))]
        self.folder: Path = scratch("histories") / f"seed-{self.seed}"
        self._where: tuple[str | Path, ...] = ("--in-memory",)
        self._disk: SmallDisk | None = None
        self._server: Server | None = None
        self._end = 0.0

    def run(self) -> None:
        """Raises CannotMount if its setting is not possible here."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._place() as place:
            data = place / "data"
            if not self.setting.in_memory:
                self._where = ("--data", data)
            try:
                self._live()
                if not self.setting.in_memory and not self.faults:
                    self._inspect(data)
            except Exception as error:  # pylint: disable=broad-except # a server that does not start, for one
                self.faults.append(f"{error!r}")
            finally:
                if self._server:
                    self._server.kill()
            self.faults += findings(self.calls(), self.setting.whole_pages)
            if self.faults:
                self._keep(data)
        if not self.faults:
            shutil.rmtree(self.folder)

    @contextmanager
    def _place(self) -> Iterator[Path]:
        """Yields a folder for the data, on a disk with slow syncs or not."""
        if self.setting.small_disk:
            self._disk = SmallDisk(self.folder / "disk", DISK_MIB)
            try:
                yield self._disk.folder
            finally:
                self._disk.unmount()
            return
        slow = self.random.random() < 0.3
        with tempfile.TemporaryDirectory(dir=self.folder if slow else fast_scratch("histories")) as name:
            yield Path(name)

    def calls(self) -> list[Call]:
        return [call for client in self.clients for call in client.calls]

    def summary(self) -> str:
        calls = self.calls()
        self.events["without an answer"] = sum(call.outcome is None for call in calls)
        self.events["refused"] = sum(isinstance(call.outcome, Refused) for call in calls)
        events = ", ".join(f"{count} {event}" for event, count in sorted(self.events.items()))
        return f"seed {self.seed} ({self.setting.name}, {len(self.clients)} clients): {len(calls)} calls, {events}"

    # --- lives of the server

    def _live(self) -> None:
        self._end = time.monotonic() + self.seconds
        life = 0
        while not self.faults and (life == 0 or time.monotonic() < self._end):
            self._start()
            if life == 0:
                self.clients[0].prepare(self._server.port)
            self._one_life(life)
            life += 1
        if not self.faults and not self.setting.in_memory:
            self._server.start()
            self.clients[0].read_all(self._server.port, life)

    def _start(self) -> None:
        """Starts a server; sometimes it is killed while it starts."""
        options = (*self._where, *self.setting.options, *self.random.choice(self.setting.changing))
        self._server = Server(self.folder / "server.log", *options, descriptors=self.setting.descriptors)
        if self.random.random() < 0.3:
            killer = threading.Timer(self.random.uniform(0.001, 0.03), self._server.kill)
            killer.start()
            try:
                self._server.start()
            except RuntimeError:
                pass
            killer.join()
            self._server.kill()
            self.events["kills at a start"] += 1
        self._server.start()

    def _one_life(self, life: int) -> None:
        stop = threading.Event()
        places = Places(life, self.setting.small_disk)
        with ThreadPoolExecutor(len(self.clients)) as pool:
            for client in self.clients:
                pool.submit(client.run, self._server.port, places, stop)
            try:
                self._disturb()
            finally:
                stop.set()
                self._end_server()
        now = time.monotonic_ns()
        for client in self.clients:
            client.end_open_calls(now)
            self.faults += [client.fault] if client.fault else []
        if self._disk and self.random.random() < 0.7:
            self._disk.make_room()

    def _disturb(self) -> None:
        """Lets the clients write for a while."""
        for _ in range(self.random.randint(1, 4)):
            self._wait(self.random.uniform(0.1, 0.5))
            what = self.random.random()
            if what < 0.3:
                self._halt(self.random.uniform(0.01, 0.15))
            elif self._disk and what < 0.6:
                self._disk.fill_up(all_but=self.random.choice((0, 0, 8 << 10, 64 << 10, 1 << 20)))
                self.events["full disks"] += 1
            elif self._disk:
                self._disk.make_room()
        while self.setting.in_memory and time.monotonic() < self._end:
            self._wait(self.random.uniform(0.1, 0.5))
            self._halt(self.random.uniform(0.01, 0.15))

    def _wait(self, seconds: float) -> None:
        """Waits, but not when a client has found a fault."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not any(client.fault for client in self.clients):
            time.sleep(0.02)

    def _halt(self, seconds: float) -> None:
        os.kill(self._server.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self._server.pid, signal.SIGCONT)
        self.events["halts"] += 1

    def _end_server(self) -> None:
        if not self._server.running():
            self.faults.append("the server ended by itself")
        how = self.random.random()
        if how < 0.25:
            if (status := self._server.stop()) != 0:
                self.faults.append(f"after SIGTERM the server ended with status {status}")
            self.events["stops"] += 1
            return
        if how < 0.4:
            self._halt_for_good()
        self._server.kill()
        self.events["kills"] += 1

    def _halt_for_good(self) -> None:
        os.kill(self._server.pid, signal.SIGSTOP)
        time.sleep(0.05)

    # --- afterwards

    def _inspect(self, data: Path) -> None:
        """Compares what files have with what the server says, while it runs and after its end."""
        if "--exclusive" not in self.setting.options:  # then nobody else can read them
            self.faults += misplaced(data / ACCOUNT, read_everything(self._server.port))
        if _FEW_FILES[0] in self.setting.options:
            # They have grown out of the shared file.
            self.events["moves"] = len(list((data / ACCOUNT).glob(f"{FIXED}-*/g*.db")))
        if (status := self._server.stop()) != 0:
            self.faults.append(f"after the last SIGTERM the server ended with status {status}")
        self.faults += damaged_files(data / ACCOUNT)

    def _keep(self, data: Path) -> None:
        """Keeps the data, and the history with a line for each call."""
        if data.is_dir():
            shutil.copytree(data, self.folder / "data")
        calls = sorted(self.calls(), key=lambda call: call.begin)
        start = calls[0].begin if calls else 0
        with (self.folder / "history.txt").open("w") as file:
            for call in calls:
                file.write(f"{(call.begin - start) / 1e6:.3f} {(call.end - start) / 1e6:.3f} {call.who}: {call}\n")
