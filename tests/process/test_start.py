"""Startup: the line with the address, existing data, a folder in use."""

import contextlib
import os
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client
from tests.support.places import SERVER

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

    def test_a_start_that_fails_names_thing_place_and_remedy(self):
        file = self.folder / "file"
        file.touch()
        broken = self.folder / "broken"
        (broken / ACCOUNT).mkdir(parents=True)
        (broken / ACCOUNT / "account.db").write_text("not what SQLite wrote")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            account = ("--account", "shop=QUJD")
            for options, status, words in (
                (("--listen", f"127.0.0.1:{port}"), 1, (f"127.0.0.1 port {port}:", "in use", "another port")),
                (("--tls-self-signed", "--listen", "127.0.0.1:0", "--tls-port", str(port)), 1,
                 (f"127.0.0.1 port {port} for TLS:", "in use", "another port")),
                (("--listen", "192.0.2.1:0", *account), 1, ("192.0.2.1 port 0:", "ip address")),
                (("--listen", "localhost.example:1", *account), 2, ("localhost.example:1", "numeric")),
                (("--data", file), 1, (f"{file}/", "Not a directory", "--data DIR")),
                (("--data", broken), 1, (f"{broken}/{ACCOUNT}/account.db:", "not a database", "backup", "--data DIR")),
                (("--accounts-file", self.folder / "none"), 2, (f"{self.folder}/none", "No such file", "path")),
                (("--in-memroy",), 2, ("unknown option --in-memroy; did you mean --in-memory?", "--help")),
            ):
                with self.subTest(options=options):
                    place = () if "--data" in options else ("--data", self.data)
                    listen = () if "--listen" in options else ("--listen", "127.0.0.1:0")
                    answer = self.run_to_end(*options, *place, *listen)
                    self.assertEqual(answer.returncode, status)
                    for word in words:
                        self.assertIn(word, answer.stdout)

    def test_data_of_another_user_is_refused_at_the_start(self):
        self.serve().kill()
        account = self.data / ACCOUNT
        places = {"nothing": [], "the folder": [account], "the lock": [account, account / "account.lock"]}
        for name, writable in places.items():
            with self.subTest(writable=name):
                for path in writable:
                    path.chmod(0o777)
                answer = self._run_as_nobody("--listen", "127.0.0.1:0", "--data", self.data)
                self.assertEqual(answer.returncode, 1, answer.stdout)
                self.assertIn(str(account), answer.stdout)
                self.assertIn("Permission denied", answer.stdout)
                self.assertIn("let this user write", answer.stdout)

    def _run_as_nobody(self, *options: str | Path) -> subprocess.CompletedProcess:
        if os.geteuid() != 0:
            self.skipTest("only root can be somebody else")
        try:
            return subprocess.run(
                [SERVER, *options], user=65534, group=65534, extra_groups=[], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=20, check=False,
            )
        except PermissionError:
            self.skipTest("the program is in a folder that nobody else may enter")

    def test_a_program_that_holds_the_catalog_is_named_as_what_is_in_the_way(self):
        self.serve().kill()
        catalog = self.data / ACCOUNT / "account.db"
        with contextlib.closing(sqlite3.connect(catalog, isolation_level=None)) as shell:
            shell.execute("BEGIN IMMEDIATE")
            answer = self.run_to_end("--listen", "127.0.0.1:0", "--data", self.data)
        self.assertEqual(answer.returncode, 1, answer.stdout)
        self.assertIn(f"{catalog}", answer.stdout)
        self.assertIn("another process uses the file", answer.stdout)
        self.assertNotIn("another data folder", answer.stdout)
        self.assertTrue(self.serve().running())

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
