"""samples/other_languages: the published SDKs of other languages, against a server that throttles."""

import os
import re
import shutil
import subprocess
import unittest
from functools import cache
from pathlib import Path

from tests.support.client import ACCOUNT, KEY, Client
from tests.support.node import install_packages, node_environment, run_node
from tests.support.places import BUILD, ROOT, scratch
from tests.support.server import Server

SAMPLES = ROOT / "samples" / "other_languages"
SYNTAX = Path(__file__).parent / "syntax"
PYTHON = "/usr/bin/python3"  # Debian's own: its azure packages are in no other
ROWS, ROWS_PER_SECOND = 1000, 300  # the first 300 are free
SECONDS_MAX = 120


def connection_string(server: Server) -> str:
    """With the protocol, which these SDKs want beside the endpoint."""
    return f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={KEY};TableEndpoint={server.endpoint}"


@cache
def has_python_sdk() -> bool:
    """Installs it where that can be done."""
    imports = [PYTHON, "-c", "import azure.data.tables"]
    if subprocess.run(imports, capture_output=True, check=False).returncode != 0:
        install = f'source "{ROOT}/scripts/packages.sh"; install_packages python3-azure'
        subprocess.run(["bash", "-c", install], check=False)
    return subprocess.run(imports, capture_output=True, check=False).returncode == 0


def node_samples() -> Path:
    """A copy of the samples, with the package that those for Node.js need."""
    folder = BUILD / "samples" / "other_languages"
    install_packages(SAMPLES / "package.json", folder)
    shutil.copytree(SAMPLES, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    return folder


class OtherLanguagesTest(unittest.TestCase):
    def run_sample(self, server: Server, *command: str | Path) -> str:
        done = subprocess.run(
            command,
            env={**os.environ, **node_environment(), "AZURE_STORAGE_CONNECTION_STRING": connection_string(server)},
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def serve(self, *options: str) -> Server:
        server = Server(scratch("samples") / f"{self.id().rpartition('.')[2]}.log", "--in-memory", *options)
        self.addCleanup(server.kill)
        return server.start()

    def check_readings(self, *command: str | Path) -> None:
        """The sample prints what it did, its rows are stored, and it met the throttling."""
        server = self.serve(f"--throttle=partition:{ROWS_PER_SECOND}")
        lines = self.run_sample(server, *command, str(ROWS), "Readings").splitlines()
        self.assertEqual(
            lines[:4],
            [
                "created the table",
                "inserted twice: 409",
                "updated an old version: 412",
                "over 21 degrees: hour-1 22, hour-2 23.5, latest 21.5",
            ],
        )
        match = re.fullmatch(r"uploaded (\d+) rows; (\d+) transactions were refused at first and repeated", lines[4])
        self.assertIsNotNone(match, lines)
        self.assertEqual(int(match[1]), ROWS)
        self.assertGreater(int(match[2]), 0)
        with Client(server.port) as client:
            entities = client.query("Readings")
        self.assertEqual(sum(entity["PartitionKey"] == "upload" for entity in entities), ROWS)
        (latest,) = (entity for entity in entities if entity["RowKey"] == "latest")
        self.assertEqual((latest["celsius"], latest["count"]), (21.5, 2))

    def check_first_entity(self, *command: str | Path) -> None:
        server = self.serve()
        for _ in range(2):
            self.assertEqual(self.run_sample(server, *command), "1815\n")
        with Client(server.port) as client:
            self.assertEqual([entity["Born"] for entity in client.query("people")], [1815])

    @unittest.skipUnless(shutil.which("npm"), "without npm")
    def test_javascript(self) -> None:
        samples = node_samples()
        self.check_readings("node", "--no-deprecation", samples / "javascript" / "readings.mjs")
        self.check_first_entity("node", "--no-deprecation", samples / "first_entity" / "first.mjs")

    def test_python(self) -> None:
        if not has_python_sdk():
            self.skipTest("without python3-azure")
        self.check_readings(PYTHON, SAMPLES / "python" / "readings.py")
        self.check_first_entity(PYTHON, SAMPLES / "first_entity" / "first.py")

    @unittest.skipUnless(shutil.which("dotnet"), "without dotnet")
    def test_csharp(self) -> None:
        folder = BUILD / "samples" / "csharp"
        shutil.copytree(SAMPLES / "csharp", folder, dirs_exist_ok=True)
        self.check_readings("dotnet", "run", "--project", folder, "--")

    @unittest.skipUnless(shutil.which("npm"), "without npm")
    def test_what_cannot_be_run_can_be_parsed(self) -> None:
        files = sorted(file for file in SAMPLES.rglob("*.*") if file.suffix in (".cs", ".go", ".java"))
        self.assertEqual(len(files), 4)
        broken = scratch("samples") / "broken.go"
        broken.write_text("package main\n\nfunc main( {\n}\n")
        folder = BUILD / "samples" / "syntax"
        install_packages(SYNTAX / "package.json", folder)
        shutil.copy(SYNTAX / "check.mjs", folder)
        self.assertEqual(set(run_node(folder / "check.mjs", *files, broken).stdout.splitlines()), {f"{broken}:3"})
