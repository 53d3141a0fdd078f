"""Records a rowhoused that is written to from several connections, stops, is killed and loses its power."""

import pickle
import random
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.crash.content import read_everything
from tests.crash.model import Key, State, differences
from tests.crash.power.disk import Disk, write_tree
from tests.crash.power.disk import differences as tree_differences
from tests.crash.power.history import History, timestamp_faults
from tests.crash.power.operation_log import OperationLog
from tests.crash.power.workloads import GrowingPartitions, ManyPartitions, RewrittenPartition
from tests.crash.workloads import Mixed, Tables
from tests.crash.writer import Writer
from tests.support.places import BUILD
from tests.support.server import Server

RECORDER = BUILD / "release" / "lib" / "libpower_recorder.so"
ENDS = ("power cut", "kill", "stop")


@dataclass
class Recording:
    """A session that has ended, for building disks from."""

    folder: Path
    options: tuple[str, ...]
    histories: list[History]
    recoveries: list[tuple[int, int]]  # positions from a start to when everything was settled

    @property
    def log_path(self) -> Path:
        return self.folder / "operations.log"

    def save(self) -> None:
        for history in self.histories:
            history.forget_clock()
        (self.folder / "recording.pickle").write_bytes(pickle.dumps(self))

    @staticmethod
    def load(folder: Path) -> "Recording":
        recording = pickle.loads((folder / "recording.pickle").read_bytes())
        recording.folder = folder
        return recording


class Session:
    def __init__(self, folder: Path, seed: str, own_files_max: int):
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "data").mkdir(parents=True)
        self._random = random.Random(seed)
        self._folder = folder
        self._data = folder / "data"
        self._log = OperationLog(folder / "operations.log")
        self._disk = Disk()
        self._options = ("--own-files-max", str(own_files_max))
        environment = {"ROWHOUSE_RECORD_FOLDER": str(self._data), "ROWHOUSE_RECORD_LOG": str(self._log.path)}
        self._server = Server(
            folder / "server.log", "--data", self._data, *self._options, preload=RECORDER, environment=environment
        )
        workloads = [Mixed(), Mixed(), Mixed(), Tables(), ManyPartitions(), ManyPartitions()]
        workloads += [GrowingPartitions(), RewrittenPartition()]
        self._steps = [workload.step for workload in workloads]
        self._writers = [self._writer(number, seed) for number in range(len(workloads))]
        self._owner = self._writer(len(workloads), seed)  # of the tables that others write to
        self._tables = ("mixed", GrowingPartitions.table, ManyPartitions.table)
        self._recoveries: list[tuple[int, int]] = []

    def record(self, phases: int, seconds: float) -> Recording:
        """Runs; each phase but the last, which is stopped, ends in a random way. Raises AssertionError if the
        recorded server itself loses something."""
        try:
            for phase in range(phases):
                self._start()
                self._write(seconds, "stop" if phase == phases - 1 else self._random.choice(ENDS))
        finally:
            self._server.kill()
        histories = [writer.model for writer in (*self._writers, self._owner)]
        if lines := timestamp_faults(histories):
            raise AssertionError(f"in answers of the recorded server: {lines[:10]}")
        recording = Recording(self._folder, self._options, histories, self._recoveries)
        recording.save()
        return recording

    def _writer(self, number: int, seed: str) -> Writer:
        writer = Writer(number, seed)
        writer.model = History(self._log.length)
        return writer

    def _start(self) -> None:
        """Starts the server, and makes certain what has become of the changes without an answer."""
        begin = self._log.length()
        self._server.start()
        everyone = (*self._writers, self._owner)
        found = read_everything(self._server.port)
        unsure = [(writer, writer.model.settle_after_restart(found)) for writer in everyone]
        expected = {key: state for writer in everyone for key, state in writer.model.stored.items()}
        if lines := differences(expected, found):
            raise AssertionError(f"after a restart of the recorded server in {self._data}: {lines[:10]}")
        for writer, keys in unsure:
            if keys:
                writer.once(self._server.port, lambda w, keys=keys: _decide(w, keys, found))
        for table in self._tables:
            if Key(table) not in self._owner.model.stored:
                self._owner.once(self._server.port, lambda w, table=table: w.create_table(table))
        self._recoveries.append((begin, self._log.length()))

    def _write(self, seconds: float, end: str) -> None:
        stop = threading.Event()
        with ThreadPoolExecutor(len(self._writers)) as pool:
            for writer, step in zip(self._writers, self._steps, strict=True):
                pool.submit(writer.run, self._server.port, step, stop)
            time.sleep(seconds * self._random.uniform(0.6, 1.4))
            stop.set()
            if end == "stop":
                status = self._server.stop()
            else:
                self._server.kill()
        if errors := [writer.error for writer in self._writers if writer.error]:
            raise AssertionError("; ".join(errors))
        if end == "power cut":
            self._log.append_power_cut(self._random.randrange(1 << 30))
        self._disk.apply(self._log.read())
        tree = self._disk.cut("everything", 0)
        if end != "stop":
            write_tree(tree, self._data)
        elif status != 0:
            raise AssertionError(f"the recorded server ended with status {status}")
        elif lines := tree_differences(tree, self._data, skip=lambda name: name.endswith("-shm")):
            raise AssertionError(f"the recording lacks operations: {lines[:10]}")


def _decide(writer: Writer, keys: list[Key], found: dict[Key, State]) -> None:
    """Makes a change to these keys whose answer settles them: an earlier change to them was made and not answered."""
    table = Key(keys[0].table)
    if table not in keys:
        writer.replace_all(keys, 100)
    elif table in found:
        writer.delete_table(table.table)
    else:
        writer.create_table(table.table)
