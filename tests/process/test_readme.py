"""Runs the commands that README.md and docs/ show for the server, with another port and folder."""

import os
import re
import shutil
import subprocess
import unittest

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, KEY
from tests.support.places import ROOT, SERVER
from tests.support.server import Server

TOOLS = ("curl", "openssl", "sqlite3")


@unittest.skipIf(missing := [tool for tool in TOOLS if shutil.which(tool) is None], f"without {missing}")
class ReadmeTest(ProcessTest):
    def shell(self, server: Server, document: str, first_line: str) -> str:
        """Returns the output of the block of the document that begins so; lines with ./run are skipped."""
        blocks = re.findall(r"```sh\n(.*?)```", (ROOT / document).read_text(), re.DOTALL)
        (block,) = (block for block in blocks if block.startswith(first_line))
        block = re.sub(r"(127\.0\.0\.1|localhost):10002", rf"\1:{server.port}", block)
        block = re.sub(r"^\./run .*\n", "", block, flags=re.MULTILINE)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=self.folder,
            env=self.environment(server),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def environment(self, server: Server) -> dict[str, str]:
        """Returns an environment in which the built commands are found and `rowhouse` finds the server."""
        connection = f"AccountName={ACCOUNT};AccountKey={KEY};TableEndpoint={server.endpoint}"
        path = f"{SERVER.parent}:{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.folder), "AZURE_STORAGE_CONNECTION_STRING": connection}

    def test_first_success(self) -> None:
        server = self.serve()
        printed = self.shell(server, "README.md", "PATH=")
        self.assertRegex(printed, r"uk +ada +1815")
        rows = self.shell(server, "README.md", "sqlite3 ")
        self.assertEqual(rows, 'ada|{"Born":1815}\n')

    def test_tour_with_curl_and_sqlite3(self) -> None:
        server = self.serve()
        created, ada, alan, read, found = self.shell(server, "docs/tour.md", "key=").splitlines()
        self.assertEqual(created, '{"TableName":"people"}')
        self.assertIn('"RowKey":"ada"', ada)
        self.assertIn('"RowKey":"alan"', alan)
        self.assertIn('"Born":1815,"Trade":"mathematics"', read)
        self.assertIn('"Born":1912', found)
        self.assertNotIn('"Born":1815', found)
        rows = self.shell(server, "docs/tour.md", "sqlite3 ")
        self.assertEqual(
            rows, 'ada|{"Born":1815,"Trade":"mathematics"}\nalan|{"Born":1912,"Trade":"mathematics"}\n'
        )

    def test_watching_and_admin_routes(self) -> None:
        server = self.serve("--allow-reset")
        self.shell(server, "docs/tour.md", "key=")
        watched = self.shell(server, "docs/running.md", "curl 'http://127")
        self.assertIn('"tables":', watched)
        self.assertIn("rowhouse_requests_total", watched)
        self.assertIn('"requests":', watched)
        done = self.shell(server, "docs/running.md", "curl -X POST")
        self.assertIn('"monday"', done)
        self.assertIn('"people2"', done)
        self.assertNotIn("odata.error", done)
