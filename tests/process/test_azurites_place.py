"""rowhoused as azurite-table: what scripts, compose files and applications written for Azurite rely on."""

import base64
import os
import re
import signal
import ssl
import subprocess
from pathlib import Path

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client
from tests.support.places import ROOT, SERVER

READY = re.compile(r"Azurite Table service is successfully listening at (https?)://([\d.]+):(\d+)\n")
COMPOSE_TABLE = re.compile(r"^  table:\n(?:    .*\n)*?    command: azurite-table (.*)$", re.MULTILINE)
PATIENCE_SECONDS = 20


class AzuritesPlaceTest(ProcessTest):
    def setUp(self) -> None:
        super().setUp()
        self.program = self.folder / "azurite-table"
        self.program.symlink_to(SERVER)

    def start(self, *options: str | Path, **variables: str) -> tuple[subprocess.Popen, re.Match, Path]:
        """Starts it in self.folder. Returns it, its line about readiness, and its log."""
        log = self.folder / "log"
        with log.open("wb") as errors:
            process = self.spawn(
                self.program,
                "--tablePort",
                "0",
                *options,
                errors=errors,
                cwd=self.folder,
                env={**os.environ, **variables},
            )
        printed = ""
        while not (match := READY.search(printed)):
            line = process.stdout.readline()
            self.assertTrue(line, f"it has ended: {printed}{log.read_text()}")
            printed += line
        return process, match, log

    def stop(self, process: subprocess.Popen, how: int = signal.SIGTERM) -> None:
        process.send_signal(how)
        self.assertEqual(process.wait(PATIENCE_SECONDS), 0)

    def test_serves_from_the_current_folder_and_keeps_its_data(self):
        for expected in ([], ["people"]):
            process, ready, log = self.start()
            self.assertEqual(ready.group(1, 2), ("http", "127.0.0.1"))
            with Client(int(ready[3])) as client:
                self.assertEqual(client.tables(), expected)
                client.create_table("people")
            self.stop(process, signal.SIGINT)
            self.assertNotIn("warning", log.read_text())
        self.assertTrue((self.folder / ACCOUNT / "account.db").exists())

    def test_names_its_location_in_memory_and_debug_log(self):
        process, _, log = self.start("-l", "kept", "-d", "logs/debug.log", "-L", "--silent")
        self.stop(process)
        self.assertTrue((self.folder / "kept" / ACCOUNT).is_dir())
        self.assertIn("--loose has no effect", (self.folder / "logs" / "debug.log").read_text())
        self.assertEqual(log.read_text(), "")
        before = sorted(self.folder.iterdir())
        process, ready, _ = self.start("--inMemoryPersistence")
        with Client(int(ready[3])) as client:
            self.assertEqual(client.create_table("gone").status, 204)
        self.stop(process)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_tables_of_azurite_in_the_location_are_pointed_out(self):
        database = self.folder / "__azurite_db_table__.json"
        database.write_text("{}")
        for says in (True, False):  # not again once it has data of its own
            process, _, log = self.start()
            self.stop(process)
            self.assertEqual("rowhouse import ./__azurite_db_table__.json" in log.read_text(), says)

    def test_accounts_of_azurite_are_taken_by_both_names(self):
        key = base64.b64encode(b"key of the shop").decode()
        process, ready, log = self.start(AZURITE_ACCOUNTS=f"shop:{key};")
        self.stop(process)
        self.assertIn("accounts from AZURITE_ACCOUNTS: shop\n", log.read_text())
        answer = subprocess.run(
            [SERVER, "--listen", "127.0.0.1:0", "--in-memory", "--stop-with-stdin"],
            env={**os.environ, "AZURITE_ACCOUNTS": f"shop:{key}"},
            input="", capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True,
        )
        self.assertIn("accounts from AZURITE_ACCOUNTS: shop\n", answer.stderr)
        self.assertNotIn(key, answer.stderr)

    def test_a_certificate_makes_the_only_port_one_for_tls(self):
        names = {"certificate": self.folder / "c.pem", "key": self.folder / "k.pem"}
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", names["key"], "-out", names["certificate"]],
            check=True, capture_output=True,
        )
        process, ready, _ = self.start("--cert", names["certificate"], "--key", names["key"])
        self.assertEqual(ready[1], "https")
        pem = ssl.get_server_certificate(("127.0.0.1", int(ready[3])), ca_certs=str(names["certificate"]))
        self.assertEqual(pem.strip(), names["certificate"].read_text().strip())
        self.stop(process)

    def test_what_cannot_be_ends_it_with_status_2(self):
        answer = subprocess.run(
            [self.program, "--oauth", "basic"], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
        self.assertEqual(answer.returncode, 2)
        self.assertIn("--oauth basic: bearer tokens are not served", answer.stderr)

    def test_a_debug_log_that_cannot_be_written_is_refused(self):
        (self.folder / "taken").touch()
        answer = subprocess.run(
            [self.program, "--inMemoryPersistence", "--tablePort", "0", "--debug", self.folder / "taken" / "log"],
            capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False,
        )
        self.assertEqual(answer.returncode, 1)
        self.assertIn("the debug log cannot be written", answer.stderr)
        self.assertIn(f"{self.folder}/taken/log", answer.stderr)

    def test_the_command_line_of_the_documented_compose_file_works(self):
        match = COMPOSE_TABLE.search((ROOT / "docs" / "from-azurite.md").read_text())
        self.assertIsNotNone(match)
        options = match[1].replace("/data", "data").split()
        self.assertIn("data", options)
        self.assertIn("0.0.0.0", options)
        process, ready, log = self.start(*options)
        self.assertEqual(ready[2], "0.0.0.0")
        self.assertIn("the development key is public", log.read_text())
        with Client(int(ready[3])) as client:
            self.assertEqual(client.create_table("people").status, 204)
        self.stop(process)
        self.assertTrue((self.folder / "data" / ACCOUNT).is_dir())
