"""A data folder on a disk that gets full: what was answered stays, reading and deleting goes on, and when there is room
again everything does, without a restart."""

import time
from collections.abc import Callable

from tests.process.case import ProcessTest
from tests.support.batch import Operation, send_batch
from tests.support.client import Client, entity_path
from tests.support.small_disk import CannotMount, SmallDisk

DISK_MIB = 64
VALUE = "x" * 10000


class FullDiskTest(ProcessTest):
    def setUp(self) -> None:
        super().setUp()
        try:
            self.disk = SmallDisk(self.folder / "disk", DISK_MIB)
        except CannotMount as error:
            self.skipTest(str(error))
        self.addCleanup(self.disk.unmount)
        self.data = self.disk.folder / "data"

    def test_with_a_journal(self):
        self._fill_and_recover()

    def test_without_a_journal(self):
        self._fill_and_recover("--journal=off")

    def test_a_refused_new_partition_stays_refused(self):
        server = self.serve()
        stored: dict[tuple[str, str, str], int] = {}
        refused = []
        with Client(server.port) as client:
            self.assertEqual(client.create_table("keep").status, 204)
            self.assertEqual(self._put(client, stored, "keep", "old", "row", 0), 204)
            for kib in range(0, 100, 8):
                self.disk.fill_up(all_but=kib << 10)
                if self._put(client, stored, "keep", f"new{kib}", "row", kib) != 204:
                    refused.append(entity_path("keep", f"new{kib}", "row"))
                self.disk.make_room()
                # Room is noticed by the first write that needs it, at most a second after the last look.
                self._await(lambda: self._put(client, stored, "keep", "old", "row", 0) == 204, seconds=3)
            self.assertEqual(self._put(client, stored, "keep", "another", "row", 1), 204)
            self.assertGreater(len(refused), 0)
            for path in refused:
                self.assertEqual(client.request("GET", path).status, 404, path)
        server.kill()
        server = self.serve()
        with Client(server.port) as client:
            self._check(client, stored)

    def _fill_and_recover(self, *options: str) -> None:
        server = self.serve(*options)
        stored: dict[tuple[str, str, str], int] = {}
        with Client(server.port) as client:
            for table in ("keep", "gone"):
                self.assertEqual(client.create_table(table).status, 204)
            refused = self._insert_until_full(client, stored)
            self._fill_up()
            # Nothing of what was refused is there, and all that was answered, also in files that are not open.
            self._check(client, stored)
            for path in refused:
                self.assertEqual(client.request("GET", path).status, 404)
            self._put_batch(client, stored)
            self._check(client, stored)
            # Room is made.
            for key in [key for key in stored if key[0] == "keep"][::2]:
                self.assertEqual(client.request("DELETE", entity_path(*key), headers={"If-Match": "*"}).status, 204)
                del stored[key]
            self._check(client, stored)
            self.assertEqual(client.delete_table("gone").status, 204)
            stored = {key: value for key, value in stored.items() if key[0] != "gone"}
            self._await(lambda: self._put(client, stored, "keep", "p1", "after", 1) == 204)
            self._check(client, stored)

            self.disk.make_room()
            self._await(lambda: self._put(client, stored, "keep", "new partition", "after", 2) == 204)
            self._check(client, stored)
            self._fill_up()
        server.kill()
        server = self.serve(*options)
        with Client(server.port) as client:
            self._check(client, stored)
            self.assertEqual(client.delete_table("keep").status, 204)
        self.assertIn("is full", server.printed())
        self.assertEqual(server.stop(), 0)

    def _put(self, client: Client, stored: dict, table: str, partition: str, row: str, number: int) -> int:
        answer = client.request("PUT", entity_path(table, partition, row), {"N": number, "V": VALUE})
        if answer.status == 204:
            stored[table, partition, row] = number
        else:
            self.assertIn((answer.status, answer.code()), [(500, "InternalError"), (503, "ServerBusy")])
        return answer.status

    def _put_batch(self, client: Client, stored: dict) -> None:
        rows = {f"batch{number}": number for number in range(20)}
        parts = send_batch(client, [
            Operation("POST", "/keep", {"PartitionKey": "p0", "RowKey": row, "N": number, "V": VALUE})
            for row, number in rows.items()
        ])[1]  # fmt: skip
        if parts[0].status == 204:  # copying logs back has made room
            stored.update({("keep", "p0", row): number for row, number in rows.items()})
        else:
            self.assertIn(parts[0].status, (500, 503))

    def _insert_until_full(self, client: Client, stored: dict) -> list[str]:
        """Returns the paths of the entities that were refused."""
        refused = []
        for number in range(20000):
            table, partition = ("keep", "gone")[number % 2], f"p{number // 2 % 40}"
            if self._put(client, stored, table, partition, str(number), number) != 204:
                refused.append(entity_path(table, partition, str(number)))
                if len(refused) == 20:
                    return refused
        self.fail("the disk does not get full")

    def _fill_up(self) -> None:
        self.disk.fill_up()
        self.assertEqual(self.disk.free(), 0)

    def _check(self, client: Client, stored: dict) -> None:
        for table in {key[0] for key in stored}:
            found = {(table, row["PartitionKey"], row["RowKey"]): row["N"] for row in client.query(table)}
            self.assertEqual(found, {key: value for key, value in stored.items() if key[0] == table})

    def _await(self, condition: Callable[[], bool], seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
