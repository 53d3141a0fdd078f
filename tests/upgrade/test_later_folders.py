"""This program on folders that a later one has used: refused in words, and left as they are."""

import shutil
import subprocess
import unittest
from pathlib import Path

from tests.support.client import ACCOUNT, Client
from tests.support.places import SERVER, scratch
from tests.support.server import Server
from tests.upgrade.fixture import catalog, digests, set_version, version_of


class LaterFoldersTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder: Path = scratch("upgrade") / self.id().rpartition(".")[2]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.data = self.folder / "data"
        with Server(self.folder / "log", "--data", self.data) as server:
            with Client(server.port) as client:
                client.create_table("people")
                for partition in ("uk", "se"):
                    inserted = client.insert("people", {"PartitionKey": partition, "RowKey": "r"})
                    self.assertEqual(inserted.status, 204)
            self.assertEqual(server.stop(), 0)

    def run_to_end(self, *options: str) -> subprocess.CompletedProcess:
        command = [SERVER, "--listen", "127.0.0.1:0", "--data", self.data, *options]
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=20, check=False
        )

    def check_refusal(self, printed: str, file: Path, newest: int) -> None:
        for part in (
            f"{file}: a ", f"of version {newest + 1}, written by a newer program",
            f"this one knows versions up to {newest}: run the newer program again, or restore a backup from before it",
        ):  # fmt: skip
            self.assertIn(part, printed)

    def test_a_later_catalog(self) -> None:
        newest = version_of(catalog(self.data))
        set_version(catalog(self.data), newest + 1)
        before = digests(self.data)
        for options in ((), ("--check",), ("--repair",)):
            with self.subTest(options):
                ended = self.run_to_end(*options)
                self.assertNotEqual(ended.returncode, 0)
                self.check_refusal(ended.stdout, catalog(self.data), newest)
        after = digests(self.data)
        for files in (before, after):
            files.pop(f"{ACCOUNT}/account.lock", None)  # says which process was there last
        self.assertEqual(after, before)

    def test_a_later_partition_file(self) -> None:
        (file,) = self.data.glob("*/people-*/uk.db")
        newest = version_of(file)
        set_version(file, newest + 1)
        before = digests(self.data)[str(file.relative_to(self.data))]
        with Server(self.folder / "log", "--data", self.data) as server:
            with Client(server.port) as client:
                for partition, status in (("uk", 500), ("se", 200)):
                    answer = client.request("GET", f"/people(PartitionKey='{partition}',RowKey='r')")
                    self.assertEqual(answer.status, status, answer.body)
                written = client.insert("people", {"PartitionKey": "uk", "RowKey": "s"})
                self.assertEqual(written.status, 500)
            self.check_refusal(server.printed(), file, newest)
            self.assertEqual(server.stop(), 0)
        self.assertEqual(digests(self.data)[str(file.relative_to(self.data))], before)
        set_version(file, newest)
        with Server(self.folder / "log", "--data", self.data) as server, Client(server.port) as client:
            self.assertEqual([entity["PartitionKey"] for entity in client.query("people")], ["se", "uk"])
