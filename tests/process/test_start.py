"""Startup: the line with the address, existing data, a folder in use."""

import time

from tests.process.case import ProcessTest
from tests.support.client import Client

START_SECONDS_MAX = 2.0  # generous: the machine may be busy


class StartTest(ProcessTest):
    def test_port_zero_prints_the_chosen_port(self):
        server = self.serve()
        self.assertNotEqual(server.port, 0)
        with Client(server.port) as client:
            self.assertEqual(client.tables(), [])

    def test_first_start_is_quick(self):
        self._assert_quick("on an empty folder")

    def test_start_with_data_is_quick_and_finds_it(self):
        server = self.serve()
        with Client(server.port) as client:
            for number in range(20):
                self.assertEqual(client.create_table(f"table{number}").status, 204)
                self.assertEqual(
                    client.insert(f"table{number}", {"PartitionKey": "p", "RowKey": "r"}).status, 204
                )
        self.assertEqual(server.stop(), 0)
        server = self._assert_quick("with 20 tables")
        with Client(server.port) as client:
            self.assertEqual(len(client.tables()), 20)
            self.assertEqual([entity["RowKey"] for entity in client.query("table7")], ["r"])

    def _assert_quick(self, condition: str):
        started = time.monotonic()
        server = self.serve()
        seconds = time.monotonic() - started
        print(f"listening after {seconds * 1000:.0f} ms {condition} ... ", end="")
        self.assertLess(seconds, START_SECONDS_MAX)
        return server

    def test_second_server_on_the_same_folder_names_the_first(self):
        first = self.serve()
        second = self.run_to_end("--listen", "127.0.0.1:0", "--data", self.data)
        self.assertEqual(second.returncode, 1)
        self.assertIn(str(self.data), second.stdout)
        self.assertIn(str(first.pid), second.stdout)
        with Client(first.port) as client:
            self.assertEqual(client.tables(), [])

    def test_folder_of_a_killed_server_is_free(self):
        self.serve().kill()
        self.assertTrue(self.serve().running())

    def test_seed_is_loaded_before_it_listens(self):
        seed = self.folder / "seed.jsonl"
        seed.write_text(
            '{"rowhouse":"export","version":1,"table":"people"}\n'
            + "".join(f'{{"PartitionKey":"p","RowKey":"{n}","N":{n}}}\n' for n in range(250))
        )
        for _ in range(2):  # the second time over the data of the first
            server = self.serve("--seed", seed)
            with Client(server.port) as client:
                self.assertEqual(len(client.query("people")), 250)
            self.assertIn("loaded 250 entities in 1 tables", server.printed())
            self.assertEqual(server.stop(), 0)
        seed.write_text('{"rowhouse":"export","version":1,"table":"people"}\n{"PartitionKey":1}\n')
        answer = self.run_to_end("--listen", "127.0.0.1:0", "--data", self.data, "--seed", seed)
        self.assertEqual(answer.returncode, 1)
        self.assertIn(f"{seed}:2: not an entity", answer.stdout)

    def test_in_memory_server_writes_no_file(self):
        server = self.serve("--in-memory")
        with Client(server.port) as client:
            self.assertEqual(client.create_table("gone").status, 204)
            self.assertEqual(client.insert("gone", {"PartitionKey": "p", "RowKey": "r"}).status, 204)
            self.assertEqual(len(client.query("gone")), 1)
        self.assertEqual(server.stop(), 0)
        self.assertFalse(self.data.exists())
