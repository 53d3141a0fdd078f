"""Admin routes that require a data folder or an option: backup, restore, reset, count."""

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client
from tests.support.server import Server


class AdminTest(ProcessTest):
    def test_a_backup_is_restored_under_another_name_and_after_a_restart(self):
        server = self.serve("--own-files-max", "3")
        before = self._fill(server)
        made = self.admin(server, "POST", "backup", name="first")
        self.assertEqual(made["tables"], [{"table": "orders", "entities": 50, "files": 4}])
        with Client(server.port) as client:
            self.assertEqual(client.delete_table("orders").status, 204)
        self.assertEqual(server.stop(), 0)
        server = self.serve("--own-files-max", "3")
        backups = self.admin(server, "GET", "backups")["backups"]
        self.assertEqual([(one["name"], one["account"], one["tables"]) for one in backups],
                         [("first", ACCOUNT, ["orders"])])
        self.admin(server, "POST", "restore", name="first", table="orders")
        self.admin(server, "POST", "restore", name="first", table="orders", **{"as": "copies"})
        self.admin(server, "POST", "restore", status=409, name="first", table="orders")
        self.admin(server, "POST", "backup", status=409, name="first")
        for table in ("orders", "copies"):
            self.assertEqual(self.admin(server, "GET", "count", table=table)["count"], 50)
        with Client(server.port) as client:
            self.assertEqual(client.query("orders"), before)  # Timestamps and ETags, too
            self.assertEqual(client.insert("copies", {"PartitionKey": "p1", "RowKey": "new"}).status, 204)

    def test_names_cannot_leave_the_folder(self):
        server = self.serve()
        self._fill(server)
        for name in ("..", "../x", "a/b", ".hidden", "~x", "x" * 65, "a\0b"):
            with self.subTest(name=name):
                self.admin(server, "POST", "backup", status=400, name=name)
                self.admin(server, "POST", "restore", status=400, name=name, table="orders")
        self.admin(server, "POST", "restore", status=404, name="none", table="orders")
        self.admin(server, "POST", "restore", status=404, name="none", table="../account")
        self.admin(server, "POST", "backup", status=404, name="one", table="../orders")

    def test_reset_requires_its_option(self):
        server = self.serve()
        self._fill(server)
        self.admin(server, "POST", "reset", status=403)
        self.assertEqual(server.stop(), 0)
        server = self.serve("--allow-reset")
        self.assertEqual(self.admin(server, "POST", "reset")["deleted"], 1)
        with Client(server.port) as client:
            self.assertEqual(client.tables(), [])

    def _fill(self, server: Server) -> list[dict]:
        with Client(server.port) as client:
            self.assertEqual(client.create_table("orders").status, 204)
            for number in range(50):
                entity = {"PartitionKey": f"p{number % 5}", "RowKey": f"{number:03}", "N": number}
                self.assertEqual(client.insert("orders", entity).status, 204)
            return client.query("orders")
