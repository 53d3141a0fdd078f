"""A data folder that is moved, deleted or replaced while a server uses it: nothing more is written, so that nothing is
answered that is in no folder, and two servers never write the same one."""

import shutil

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Answer, Client, entity_path


class VanishingFolderTest(ProcessTest):
    def test_a_folder_that_is_moved_is_written_when_it_is_back(self):
        for options in ((), ("--journal=off",)):
            with self.subTest(options):
                self._use_moved_folder(*options)

    def test_a_folder_that_is_replaced_belongs_to_its_new_server(self):
        server = self.serve()
        with Client(server.port) as client:
            self._fill(client)
            shutil.rmtree(self.data)
            other = self.serve()
            with Client(other.port) as other_client:
                self._fill(other_client)
                self._check_nothing_is_written(client)
                self.assertEqual(self._write(other_client, "known", "other").status, 204)
            self.assertEqual(server.stop(), 0)
            self.assertEqual(other.stop(), 0)
        with Client(self.serve().port) as client:
            self.assertEqual(client.request("GET", entity_path("tab", "known", "other")).status, 200)

    def test_a_lock_that_is_replaced_is_noticed(self):
        server = self.serve()
        lock = self.data / ACCOUNT / "account.lock"
        with Client(server.port) as client:
            self._fill(client)
            kept = lock.rename(self.folder / "kept.lock")
            self._check_nothing_is_written(client)
            lock.touch()
            self._check_nothing_is_written(client)
            kept.rename(lock)
            self.assertEqual(self._write(client, "known", "again").status, 204)
        said = f"{self.data / ACCOUNT}: was moved, deleted or replaced while this server uses it"
        self.assertIn(said, server.printed())
        self.assertIn("put the folder back", server.printed().lower())

    def _use_moved_folder(self, *options: str) -> None:
        server = self.serve(*options)
        with Client(server.port) as client:
            self._fill(client)
            moved = self.data.rename(self.folder / "moved")
            self._check_nothing_is_written(client)
            self.data.mkdir()
            self._check_nothing_is_written(client)
            self.data.rmdir()
            moved.rename(self.data)
            for partition in ("known", "new"):
                self.assertEqual(self._write(client, partition, "again").status, 204)
            self.assertEqual(client.request("GET", entity_path("tab", "known", "row")).status, 200)
            self.assertEqual(client.create_table("later").status, 204)
        server.kill()
        with Client(self.serve(*options).port) as client:
            for partition in ("known", "new"):
                self.assertEqual(client.request("GET", entity_path("tab", partition, "again")).status, 200)
                self.assertEqual(client.request("GET", entity_path("tab", partition, "refused")).status, 404)
        server.kill()
        shutil.rmtree(self.data)

    def _fill(self, client: Client) -> None:
        self.assertEqual(client.create_table("tab").status, 204)
        self.assertEqual(self._write(client, "known", "row").status, 204)

    def _check_nothing_is_written(self, client: Client) -> None:
        for partition in ("known", "new"):
            self.assertEqual(self._write(client, partition, "refused").status, 500)
        self.assertEqual(client.create_table("refused").status, 500)

    @staticmethod
    def _write(client: Client, partition: str, row: str) -> Answer:
        return client.request("PUT", entity_path("tab", partition, row), {"Value": 1})
