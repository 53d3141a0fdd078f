"""This program on the data folders that earlier ones left: everything is there, with the same ETags, and can be changed."""

import subprocess
import unittest

from tests.support.client import Client, entity_path
from tests.support.places import SERVER, scratch
from tests.support.server import Server
from tests.upgrade.content import read, read_singly
from tests.upgrade.fixture import FOLDER, Fixture, catalog, version_of

NAMES = sorted(path.name.removesuffix(".tar.xz") for path in FOLDER.glob("*.tar.xz"))


def newest_catalog() -> int:
    """Returns the version of the catalogs that this program makes."""
    folder = scratch("upgrade") / "empty"
    with Server(folder.with_suffix(".log"), "--data", folder):
        return version_of(catalog(folder))


class EarlierFoldersTest(unittest.TestCase):
    maxDiff = 2000

    def check(self, name: str) -> None:
        fixture = Fixture(name, scratch("upgrade") / name).unpack()
        before = version_of(catalog(fixture.data)) if fixture.about["end"] == "stopped" else fixture.about["catalog"]
        self.assertEqual(before, fixture.about["catalog"])
        with Server(fixture.folder / "log", "--data", fixture.data) as server:
            self.check_content(server, fixture)
            if before < newest_catalog():
                self.assertIn(f"account.db: now a catalog of version {newest_catalog()}", server.printed())
            changed = self.change(server, fixture)
            server.kill()
            server.start()
            with Client(server.port) as client:
                self.assertEqual(read(client, fixture.about["settings"]), changed)
            self.assertEqual(server.stop(), 0)
        self.assertEqual(version_of(catalog(fixture.data)), newest_catalog())
        checked = subprocess.run(
            [SERVER, "--check", "--data", fixture.data], capture_output=True, text=True, timeout=60, check=False
        )
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def check_content(self, server: Server, fixture: Fixture) -> None:
        """Compares with what the earlier program answered."""
        expected = fixture.about["content"]
        self.assertGreater(sum(map(len, expected["tables"].values())), 200)
        with Client(server.port) as client:
            found = read(client, fixture.about["settings"])
            self.assertEqual(found["tables"].keys(), expected["tables"].keys())
            for table, entities in expected["tables"].items():
                self.assertEqual(found["tables"][table], entities, table)
            self.assertEqual(found.get("documents"), expected.get("documents"))
            self.assertEqual(read_singly(client, expected["tables"]), expected["tables"])

    def change(self, server: Server, fixture: Fixture) -> dict:
        """Changes what is there, by its ETag, and adds to it; returns the content after it."""
        with Client(server.port) as client:
            for table in ("few", "many", "moved"):
                entity = fixture.about["content"]["tables"][table][0]
                path = entity_path(table, entity["PartitionKey"], entity["RowKey"])
                merged = {"PartitionKey": entity["PartitionKey"], "RowKey": entity["RowKey"], "Upgraded": True}
                answer = client.request("MERGE", path, merged, {"If-Match": entity["odata.etag"]})
                self.assertEqual(answer.status, 204, answer.body)
                self.assertGreater(answer.headers["ETag"], entity["odata.etag"])
                added = {"PartitionKey": "added", "RowKey": "r", "Number": 1}
                self.assertEqual(client.insert(table, added).status, 204)
            self.assertEqual(client.create_table("added").status, 204)
            self.assertEqual(client.delete_table("emptied").status, 204)
            return read(client, fixture.about["settings"])

    def test_each_version_of_the_catalog_has_a_folder(self) -> None:
        versions = {Fixture(name, scratch("upgrade") / name).unpack().about["catalog"] for name in NAMES}
        self.assertEqual(versions, set(range(1, newest_catalog() + 1)), "add the missing one to fixtures/make.sh")


def add_test(name: str) -> None:
    setattr(EarlierFoldersTest, f"test_{name.replace('-', '_')}", lambda self: self.check(name))


for each in NAMES:
    add_test(each)
