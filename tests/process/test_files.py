"""A partition's file as seen with the sqlite3 tool."""

import json
import random
import subprocess
from urllib.parse import quote

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client

ROWS = ["", "10", "2", "B", "Zoë", "a", "b c", "o'neil", "ż"]  # in RowKey order


class FilesTest(ProcessTest):
    def test_partition_file_lists_its_entities_in_row_key_order(self):
        server = self.serve()
        with Client(server.port) as client:
            client.create_table("orders")
            for row in random.Random(1).sample(ROWS, len(ROWS)):
                self.assertEqual(
                    client.insert("orders", {"PartitionKey": "house 1", "RowKey": row, "N": 5}).status, 204
                )
        listed = self._sqlite(self._file("house 1"))
        self.assertEqual([row for row, _ in listed], ROWS)
        self.assertEqual([json.loads(properties) for _, properties in listed], [{"N": 5}] * len(ROWS))
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self._sqlite(self._file("house 1")), listed)

    def _file(self, partition: str):
        files = list((self.data / ACCOUNT).glob(f"orders-*/{quote(partition, safe='')}.db"))
        self.assertEqual(len(files), 1, sorted(self.data.rglob("*")))
        return files[0]

    def _sqlite(self, file) -> list[list[str]]:
        sql = "select row_key, properties from entity"
        answer = subprocess.run(["sqlite3", "-json", file, sql], capture_output=True, text=True, check=True)
        return [[row["row_key"], row["properties"]] for row in json.loads(answer.stdout)]
