"""--check and --repair: what they find, say and leave behind."""

import sqlite3
from contextlib import closing

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client


class RepairTest(ProcessTest):
    def setUp(self):
        super().setUp()
        server = self.serve()
        with Client(server.port) as client:
            for table in ("people", "orders"):
                self.assertEqual(client.create_table(table).status, 204)
                for row in "12":
                    entity = {"PartitionKey": "p", "RowKey": row, "Name": table}
                    self.assertEqual(client.insert(table, entity).status, 204)
        self.assertEqual(server.stop(), 0)
        self.account = self.data / ACCOUNT

    def errand(self, *options: str, status: int = 0) -> str:
        ended = self.run_to_end(*options, "--data", self.data)
        self.assertEqual(ended.returncode, status, ended.stdout)
        return ended.stdout

    def names(self) -> dict[str, list[str]]:
        server = self.serve()
        with Client(server.port) as client:
            found = {table: [e["Name"] for e in client.query(table)] for table in client.tables()}
        self.assertEqual(server.stop(), 0)
        return found

    def test_an_account_in_order(self):
        said = self.errand("--check")
        self.assertIn(f"Account {ACCOUNT}", said)
        self.assertIn("people: 2 rows in 1 file", said)
        self.assertIn("No faults.", said)
        self.assertIn("nothing to repair: it is sound", self.errand("--repair"))

    def test_a_lost_catalog(self):
        before = self.names()
        (self.account / "account.db").unlink()
        self.assertIn("--repair", self.errand("--listen", "127.0.0.1:0", status=1))
        said = self.errand("--check", status=1)
        self.assertIn(f"FAULT {self.account}/account.db: it is missing", said)
        self.assertIn("rowhoused --repair", said)
        self.assertFalse((self.account / "account.db").exists())
        said = self.errand("--repair")
        self.assertIn("made, with 2 tables and 4 rows", said)
        self.assertIn("No faults.", self.errand("--check"))
        self.assertEqual(self.names(), before)

    def test_faults_of_files(self):
        (self.account / "people-1" / "p.db").write_bytes(b"nothing")
        (self.account / "orders-2" / "p.db").rename(self.account / "orders-2" / "q")
        (self.account / "other-7").mkdir()
        said = self.errand("--check", status=1)
        self.assertIn(f"FAULT {self.account}/people-1/p.db: file is not a database", said)
        self.assertIn(f"FAULT {self.account}/orders-2/p.db: it is missing; its partitions answer 500", said)
        self.assertIn(f"FAULT {self.account}/other-7: account.db knows no table of this folder", said)
        self.assertIn("3 faults.", said)
        self.assertEqual((self.account / "people-1" / "p.db").read_bytes(), b"nothing")

    def test_a_catalog_of_a_newer_program_is_not_to_be_repaired(self):
        with closing(sqlite3.connect(self.account / "account.db")) as catalog:
            catalog.execute("PRAGMA user_version=99")
        said = self.errand("--check", status=1)
        self.assertIn("written by a newer program", said)
        self.assertNotIn("--repair", said)
        self.assertIn("written by a newer program", self.errand("--repair", status=1))
        self.assertFalse((self.account / "account.db.set-aside").exists())

    def test_a_folder_in_use_or_without_accounts(self):
        server = self.serve()
        self.assertIn(f"in use by process {server.pid}", self.errand("--check", status=1))
        self.assertIn(f"in use by process {server.pid}", self.errand("--repair", status=1))
        empty = self.folder / "empty"
        empty.mkdir()
        for option in ("--check", "--repair"):
            ended = self.run_to_end(option, "--data", empty)
            self.assertEqual(ended.returncode, 1)
            self.assertIn(f"{option}: there is no account in {empty}", ended.stdout)
            ended = self.run_to_end(option, "--in-memory")
            self.assertIn("in memory", ended.stdout)
        self.assertIn("exclude each other", self.errand("--check", "--repair", status=2))
