"""Other programs that use the partition files: what they cost, and whom."""

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Answer, Client, entity_path
from tests.support.server import Server

BIG = "x" * 30000  # 60 KB of UTF-16, which is the most that a value may have
LOG_MAX_MIB = 32
SLOW = 2.0  # seconds; a writer that waits for a neighbour's lock took 5


class NeighboursTest(ProcessTest):
    def test_outside_readers_cost_only_the_writers_of_their_partitions(self):
        server = self.serve("--log-max", str(LOG_MAX_MIB))
        with Client(server.port) as client:
            self._fill(client, "held1", "held2", "free")
        readers = [self._reader("held1"), self._reader("held2")]
        ended = threading.Event()
        slowest = {"free": 0.0}
        self._beside(server, "free", ended, slowest)
        with Client(server.port) as client:
            for name in ("held1", "held2"):
                self._write_until(client, name, 503)
                self.assertGreater(self._log_of(name), (LOG_MAX_MIB - 1) << 20)
            answer = self._write(client, "held1")
            self.assertEqual((answer.status, answer.code()), (503, "ServerBusy"))
            grown = self._log_of("held1")
            self._write(client, "held1")
            self.assertEqual(self._log_of("held1"), grown)
            # Reading goes on.
            self.assertEqual(client.request("GET", entity_path("tab", "held1", "row")).status, 200)
            for reader in readers:
                reader.close()
            for name in ("held1", "held2"):
                self._write_until(client, name, 204)
        ended.set()
        self._writer.join()
        self.assertLess(slowest["free"], SLOW)
        for name in ("held1", "held2"):
            lines = [line for line in server.printed().splitlines() if f"/{name}.db" in line]
            self.assertEqual(len([line for line in lines if "has grown to" in line and "sqlite3" in line]), 1, lines)
            self.assertEqual(len([line for line in lines if "accepted again" in line]), 1, lines)
            self.assertLess(self._log_of(name), 16 << 20)
        self.assertEqual(server.stop(), 0)

    def test_a_reader_that_ends_early_is_followed_by_a_short_log(self):
        server = self.serve("--log-max", str(LOG_MAX_MIB))
        with Client(server.port) as client:
            self._fill(client, "held")
            reader = self._reader("held")
            while self._log_of("held") < (LOG_MAX_MIB * 3 // 4) << 20:
                self.assertEqual(self._write(client, "held").status, 204)
            reader.close()
            self._await(lambda: self._log_of("held") == 0)
            self.assertEqual(self._write(client, "held").status, 204)
        self.assertIn("held.db: its write-ahead log has been copied back\n", server.printed())

    def test_an_outside_writer_costs_only_the_writers_of_its_partition(self):
        server = self.serve()
        with Client(server.port) as client:
            self._fill(client, "held1", "held2", "free")
        held = [self._connect("held1"), self._connect("held2")]
        for connection in held:
            connection.execute("BEGIN IMMEDIATE")
        ended = threading.Event()
        slowest = {"free": 0.0}
        self._beside(server, "free", ended, slowest)
        with Client(server.port) as client:
            for _ in range(5):
                for name in ("held1", "held2"):
                    answer = self._write(client, name)
                    self.assertEqual((answer.status, answer.code()), (503, "ServerBusy"))
                    self.assertEqual(client.request("GET", entity_path("tab", name, "row")).status, 200)
            for connection in held:
                connection.close()
            for name in ("held1", "held2"):
                self.assertEqual(self._write(client, name).status, 204)
        ended.set()
        self._writer.join()
        self.assertLess(slowest["free"], SLOW)
        self.assertEqual(server.printed().count(" is held: "), 2)

    def _fill(self, client: Client, *partitions: str) -> None:
        self.assertEqual(client.create_table("tab").status, 204)
        for name in partitions:
            self.assertEqual(self._write(client, name).status, 204)

    def _write(self, client: Client, partition: str) -> Answer:
        return client.request("PUT", entity_path("tab", partition, "row"), {"A": BIG, "B": BIG})

    def _write_until(self, client: Client, partition: str, status: int) -> None:
        self._await(lambda: self._write(client, partition).status == status)

    def _await(self, condition: Callable[[], bool], seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)

    def _beside(self, server: Server, partition: str, ended: threading.Event, slowest: dict[str, float]) -> None:
        """Writes to a partition from a thread, self._writer, and keeps the longest time of a write."""

        def write() -> None:
            with Client(server.port) as client:
                while not ended.is_set():
                    begin = time.monotonic()
                    status = client.request("PUT", entity_path("tab", partition, "row"), {"N": 1}).status
                    slowest[partition] = max(slowest[partition], time.monotonic() - begin)
                    if status != 204:
                        slowest[partition] = float("inf")

        self._writer = threading.Thread(target=write)
        self._writer.start()
        self.addCleanup(self._writer.join)
        self.addCleanup(ended.set)

    def _file(self, partition: str) -> Path:
        (file,) = (self.data / ACCOUNT).glob(f"tab-*/{quote(partition, safe='')}.db")
        return file

    def _log_of(self, partition: str) -> int:
        return Path(f"{self._file(partition)}-wal").stat().st_size

    def _connect(self, partition: str) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file(partition), isolation_level=None)
        self.addCleanup(connection.close)
        return connection

    def _reader(self, partition: str) -> sqlite3.Connection:
        connection = self._connect(partition)
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM entity").fetchone()
        return connection
