"""The clients of the soak: some check what they read against what they wrote, others only make load.

All keys are from bounded sets, so that the data does not grow.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

from tests.crash.model import Key
from tests.crash.workloads import Mixed, Tables
from tests.crash.writer import UnexpectedAnswer, Writer
from tests.support.bench import Load, Table, fill
from tests.support.client import Client, entity_path
from tests.support.server import Server

FEW = Table(5000, "few")
EACH = Table(60, "each")
_LOADS = (
    (FEW, "upsert", 4),
    (FEW, "point", 4),
    (FEW, "range", 2),
    (FEW, "page", 1),
    (FEW, "filter", 1),
    (EACH, "upsert", 4),
    (EACH, "point", 2),
)
OPTIONS = ("--own-files-max", "20")  # so that some partitions of EACH share a file
_WRITERS = 6
_TABLE_WRITERS = 2
_SYSTEM_PROPERTIES = ("odata.metadata", "odata.etag", "PartitionKey", "RowKey", "Timestamp")


class MixedAndRead(Mixed):
    """The writes of the crash suite with reads between them, each compared with what was written."""

    def step(self, writer: Writer) -> None:
        chance = writer.random.random()
        if chance < 0.5:
            super().step(writer)
        elif chance < 0.8:
            self._read_one(writer, self._key(writer, self._partition(writer)))
        else:
            self._read_many(writer, self._partition(writer), least=writer.random.choice((0, 0, writer.answers // 2)))

    def _read_one(self, writer: Writer, key: Key) -> None:
        answer = writer.client.request("GET", entity_path(*key))
        stored = writer.model.stored.get(key)
        if answer.status != (200 if stored else 404):
            raise UnexpectedAnswer(f"GET {key}: {answer.status}, {answer.body[:300]!r}")
        if stored:
            _compare(key, stored.properties, answer.json())

    def _read_many(self, writer: Writer, partition: str, least: int) -> None:
        """Reads the entities of one writer in a partition by a range of keys and a filter."""
        own = f"PartitionKey eq '{partition}' and RowKey ge '{writer.number}-' and RowKey lt '{writer.number}.'"
        rows = writer.client.query("mixed", f"$filter={quote(f'{own} and Version ge {least}')}")
        expected = {
            key.row: state.properties
            for key, state in writer.model.stored.items()
            if key.partition == partition and state.properties["Version"] >= least
        }
        if [row["RowKey"] for row in rows] != sorted(expected):
            raise UnexpectedAnswer(f"{own}: {[row['RowKey'] for row in rows]} instead of {sorted(expected)}")
        for row in rows:
            _compare(Key("mixed", partition, row["RowKey"]), expected[row["RowKey"]], row)


def _compare(key: Key, expected: dict, found: dict) -> None:
    own = {name: value for name, value in found.items() if name not in _SYSTEM_PROPERTIES}
    if own != expected:
        raise UnexpectedAnswer(f"{key}: {own} instead of {expected}")


class Clients:
    """All clients, from start() to finish()."""

    def __init__(self, server: Server):
        self._server = server
        self._stop = threading.Event()
        self._workloads = [MixedAndRead()] * _WRITERS + [Tables()] * _TABLE_WRITERS
        self.writers = [Writer(number, "soak") for number in range(len(self._workloads))]
        self._pool = ThreadPoolExecutor(len(self.writers))
        self._loads: list[Load] = []

    def start(self, seconds: float) -> None:
        for table in (FEW, EACH):
            fill(self._server, table)
        with Client(self._server.port) as client:
            client.create_table("mixed")
        self._loads = [
            Load(self._server, table, workload, connections, seconds) for table, workload, connections in _LOADS
        ]
        for writer, workload in zip(self.writers, self._workloads, strict=True):
            self._pool.submit(self._run, writer, workload)

    def _run(self, writer: Writer, workload: MixedAndRead | Tables) -> None:
        def step(_: Writer) -> None:
            if self._stop.is_set():
                raise ConnectionAbortedError
            workload.step(writer)

        writer.run(self._server.port, step, self._stop)

    def failed(self) -> bool:
        return any(writer.error for writer in self.writers) or not self._server.running()

    def finish(self) -> tuple[list[str], list[str]]:
        """Ends all. Returns lines that say what was done, and what went wrong."""
        done, wrong = [], []
        self._stop.set()
        self._pool.shutdown()
        done.append(f"{sum(writer.answers for writer in self.writers)} answers to the {len(self.writers)} writers")
        wrong += [writer.error for writer in self.writers if writer.error]
        for load in self._loads:
            result = load.result()
            done.append(f"{result['operations']} × {load.name}, p99 {result['p99_ms']:.0f} ms")
            if result["errors"] or not result["operations"]:
                wrong.append(f"{load.name}: {result['operations']} operations, errors {result['errors']}")
        return done, wrong

    def kill(self) -> None:
        self._stop.set()
        for load in self._loads:
            load.kill()
        self._pool.shutdown()
