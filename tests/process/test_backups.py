"""Backups of a server in use, and the remains of a backup or restore that failed."""

import http.client
import random
import resource
import shutil
import threading
import time
from urllib.parse import urlencode

from tests.process.case import ProcessTest
from tests.support.batch import Operation, send_batch
from tests.support.client import ACCOUNT, Client, entity_path
from tests.support.server import Server

TABLE = "orders"
PARTITIONS = [f"p{number}" for number in range(6)]
OPTIONS = ("--own-files-max", "3")  # so that some share a file
TEXT = "x" * 2000
KILLS = 8


class Writer(threading.Thread):
    """Transactions on one partition: transaction N adds the entity N and sets `last` to N."""

    def __init__(self, port: int, partition: str, stop: threading.Event):
        super().__init__()
        self.port, self.partition, self.stop = port, partition, stop
        self.answered = -1
        self.error = ""

    def run(self) -> None:
        with Client(self.port) as client:
            while not self.stop.is_set() and not self.error:
                number = self.answered + 1
                added = {"PartitionKey": self.partition, "RowKey": f"{number:06}", "Text": TEXT}
                last = {"PartitionKey": self.partition, "RowKey": "last", "N": number}
                path = entity_path(TABLE, self.partition, "last")
                operations = [Operation("POST", f"/{TABLE}", added), Operation("PUT", path, last)]
                _, parts = send_batch(client, operations)
                if [part.status for part in parts] == [204, 204]:
                    self.answered = number
                else:
                    self.error = parts[0].text


class BackupsTest(ProcessTest):
    def test_each_partition_of_a_backup_under_load_is_consistent(self):
        server = self.serve(*OPTIONS, "--sync", "off")
        with Client(server.port) as client:
            client.create_table(TABLE)
        stop = threading.Event()
        writers = [Writer(server.port, partition, stop) for partition in PARTITIONS]
        for writer in writers:
            writer.start()
        before = {}
        for number in range(5):
            time.sleep(0.2)
            before[number] = {writer.partition: writer.answered for writer in writers}
            self.admin(server, "POST", "backup", name=f"b{number}")
        stop.set()
        for writer in writers:
            writer.join()
            self.assertEqual(writer.error, "")
        self.assertGreater(min(before[4].values()), 10, "there was no load")
        for number, answered in before.items():
            table = f"copy{number}"
            self.admin(server, "POST", "restore", name=f"b{number}", table=TABLE, **{"as": table})
            for writer in writers:
                with self.subTest(backup=number, partition=writer.partition):
                    last = self._last_of(server, table, writer.partition)
                    self.assertGreaterEqual(last, answered[writer.partition], "something answered is missing")
                    self.assertLessEqual(last, writer.answered)

    def test_a_kill_leaves_a_complete_backup_or_none(self):
        server = self._filled()
        whole = self._content(server, TABLE)
        made = 0
        for number in range(KILLS):
            self._kill_during(server, "backup", number, name=f"b{number}")
            server.start()
            self.assertEqual(self._content(server, TABLE), whole)
            names = [one["name"] for one in self.admin(server, "GET", "backups")["backups"]]
            if f"b{number}" in names:
                made += 1
            else:
                self.admin(server, "POST", "restore", status=404, name=f"b{number}", table=TABLE)
                self.admin(server, "POST", "backup", name=f"b{number}")
            self.admin(server, "POST", "restore", name=f"b{number}", table=TABLE, **{"as": "again"})
            self.assertEqual(self._content(server, "again"), whole)
            with Client(server.port) as client:
                client.delete_table("again")
        self.assertLess(made, KILLS, "every backup was faster than its killer")
        self.assertEqual(list(self.data.glob("~backups/*/~*")), [], "the next backup removes what is left of one")

    def test_a_kill_leaves_a_complete_restored_table_or_none(self):
        server = self._filled()
        whole = self._content(server, TABLE)
        self.admin(server, "POST", "backup", name="one")
        for number in range(KILLS):
            self._kill_during(server, "restore", number, name="one", table=TABLE, **{"as": f"copy{number}"})
            server.start()
            self.assertEqual(self._content(server, TABLE), whole)
            self.assertFalse((self.data / ACCOUNT / "~restore").exists())
            with Client(server.port) as client:
                if f"copy{number}" not in client.tables():
                    self.admin(server, "POST", "restore", name="one", table=TABLE, **{"as": f"copy{number}"})
            self.assertEqual(self._content(server, f"copy{number}"), whole)
        deadline = time.monotonic() + 10  # what a kill left is removed in the background
        while len(folders := self._table_folders()) > 1 + KILLS and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(len(folders), 1 + KILLS, folders)

    def test_a_write_that_fails_leaves_no_backup_and_no_table(self):
        server = self._filled()
        whole = self._content(server, TABLE)
        self.admin(server, "POST", "backup", name="good")
        unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        largest = max(path.stat().st_size for path in self.data.glob("~backups/good/*/*/*.db"))
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest - 1, unlimited[1]))
        said = self.admin(server, "POST", "backup", status=500, name="bad")
        self.assertIn("No backup was made", said["error"]["message"])
        said = self.admin(server, "POST", "restore", status=500, name="good", table=TABLE, **{"as": "again"})
        self.assertIn("Nothing was restored", said["error"]["message"])
        self.assertFalse((self.data / "~backups" / "bad").exists())
        self.assertFalse((self.data / ACCOUNT / "~restore").exists())
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)
        self.assertRegex(server.printed(), r"error \S*/~backups/bad/")
        for _ in range(2):  # the second time after a restart
            with Client(server.port) as client:
                self.assertEqual(client.tables(), [TABLE])
            self.assertEqual(self._content(server, TABLE), whole)
            self.assertEqual(len(self.admin(server, "GET", "backups")["backups"]), 1)
            self.assertEqual(server.stop(), 0)
            server.start()
        self.admin(server, "POST", "backup", name="bad")

    def test_many_backups_at_once_hold_up_nobody(self):
        server = self._filled()
        answers = []

        def back_up(number: int) -> None:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
            connection.request("POST", f"/_rowhouse/backup?name=b{number}", b"")
            response = connection.getresponse()
            answers.append((response.status, response.read().decode()))
            connection.close()

        threads = [threading.Thread(target=back_up, args=[number]) for number in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        refused = [text for status, text in answers if status == 503]
        made = [status for status, _ in answers if status == 200]
        self.assertEqual(len(made) + len(refused), len(threads), answers)
        self.assertGreater(len(made), 0)
        self.assertGreater(len(refused), 0, "each was over before the next began")
        self.assertIn("Try again when it has ended", refused[0])
        self.assertEqual(len(self.admin(server, "GET", "backups")["backups"]), len(made))

    def test_a_deleted_backup_is_gone_and_its_name_is_free(self):
        server = self.serve()
        with Client(server.port) as client:
            self.assertEqual(client.create_table(TABLE).status, 204)
        for name in ("one", "two"):
            self.admin(server, "POST", "backup", name=name)
        self.admin(server, "DELETE", "backup", name="one")
        self.assertEqual([one["name"] for one in self.admin(server, "GET", "backups")["backups"]], ["two"])
        self.assertFalse((self.data / "~backups" / "one").exists())
        self.assertIn("no backup 'one'", self.admin(server, "DELETE", "backup", status=404, name="one")["error"]["message"])
        self.admin(server, "POST", "restore", status=404, name="one", table=TABLE)
        self.admin(server, "DELETE", "backup", status=400, name="../two")
        self.admin(server, "POST", "backup", name="one")

    def test_a_damaged_backup_restores_nothing(self):
        server = self._filled()
        self.admin(server, "POST", "backup", name="one")
        copy = next(self.data.glob(f"~backups/one/*/{TABLE}"))
        database = copy / "p1.db"
        middle = database.stat().st_size // 2

        def flip() -> None:
            content = bytearray(database.read_bytes())
            content[middle] ^= 1
            database.write_bytes(content)

        def add() -> None:
            shutil.copy(database, copy / "p9.db")

        for damage in (
            flip,
            lambda: database.write_bytes(database.read_bytes()[:middle]),
            database.unlink,
            add,
            (copy / "SHA256SUMS").unlink,
            lambda: (copy / "SHA256SUMS").write_text("?"),
        ):
            with self.subTest(damage):
                saved = self.folder / "saved"
                shutil.copytree(copy, saved)
                damage()
                answer = self.admin(server, "POST", "restore", status=500, name="one", table=TABLE, **{"as": "x" * 3})
                self.assertIn("damaged", answer["error"]["message"])
                with Client(server.port) as client:
                    self.assertEqual(client.tables(), [TABLE])
                shutil.rmtree(copy)
                saved.rename(copy)
        self.admin(server, "POST", "restore", name="one", table=TABLE, **{"as": "again"})
        self.assertEqual(self._content(server, "again"), self._content(server, TABLE))

    def test_restoring_changes_no_other_table(self):
        server = self._filled()
        self.admin(server, "POST", "backup", name="one")
        with Client(server.port) as client:
            client.insert(TABLE, {"PartitionKey": "p1", "RowKey": "later"})
            client.create_table("other")
            client.insert("other", {"PartitionKey": "p1", "RowKey": "1"})
        now = self._content(server, TABLE)
        other = self._content(server, "other")
        self.admin(server, "POST", "restore", status=409, name="one", table=TABLE)
        self.admin(server, "POST", "restore", status=409, name="one", table=TABLE, **{"as": "OTHER"})
        self.admin(server, "POST", "restore", status=400, name="one", table=TABLE, **{"as": "a-b"})
        self.admin(server, "POST", "restore", name="one", table=TABLE, **{"as": "again"})
        self.assertEqual(self._content(server, TABLE), now)
        self.assertEqual(self._content(server, "other"), other)
        self.assertEqual(len(self._content(server, "again")), len(now) - 1)

    def _table_folders(self) -> list[str]:
        paths = (self.data / ACCOUNT).iterdir()
        return sorted(path.name for path in paths if path.is_dir() and path.name != "~journal")

    def _filled(self) -> Server:
        server = self.serve(*OPTIONS)
        with Client(server.port) as client:
            client.create_table(TABLE)
            for partition in PARTITIONS:
                for number in range(0, 600, 100):
                    operations = [
                        Operation("POST", f"/{TABLE}", {"PartitionKey": partition, "RowKey": f"{row:06}", "T": TEXT})
                        for row in range(number, number + 100)
                    ]
                    self.assertEqual(send_batch(client, operations)[0].status, 202)
        return server

    def _kill_during(self, server: Server, route: str, number: int, **parameters: str) -> None:
        """Kills the server some time after the request; the greater the number, the later."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("POST", f"/_rowhouse/{route}?{urlencode(parameters)}", b"")
        time.sleep(random.Random(number).uniform(0, 0.03) * (1 + number / 2))
        server.kill()
        connection.close()

    def _content(self, server: Server, table: str) -> list[dict]:
        with Client(server.port) as client:
            entities = client.query(table)
        for entity in entities:
            entity.pop("odata.metadata", None)
        return entities

    def _last_of(self, server: Server, table: str, partition: str) -> int:
        """Returns the number of the last stored transaction, which must be complete, as must all before it."""
        with Client(server.port) as client:
            entities = client.query(table, f"$filter=PartitionKey%20eq%20'{partition}'")
        rows = {entity["RowKey"]: entity for entity in entities}
        if not rows:
            return -1
        last = rows.pop("last")["N"]
        self.assertEqual(sorted(rows), [f"{number:06}" for number in range(last + 1)])
        return last
