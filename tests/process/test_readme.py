"""The commands that the README shows for the server, typed as they stand there but for the port and the folder."""

import re
import shutil
import subprocess
import unittest

from tests.process.case import ProcessTest
from tests.support.places import ROOT
from tests.support.server import Server

TOOLS = ("curl", "openssl", "sqlite3")


@unittest.skipIf(missing := [tool for tool in TOOLS if shutil.which(tool) is None], f"without {missing}")
class ReadmeTest(ProcessTest):
    def shell(self, server: Server, first_line: str) -> str:
        """What the block of the README that begins so prints."""
        blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        (block,) = (block for block in blocks if block.startswith(first_line))
        block = re.sub(r"(127\.0\.0\.1|localhost):10002", rf"\1:{server.port}", block)
        block = re.sub(r"^\./run .*\n", "", block, flags=re.MULTILINE)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_tour_with_curl_and_sqlite3(self) -> None:
        server = self.serve()
        created, ada, alan, read, found = self.shell(server, "key=").splitlines()
        self.assertEqual(created, '{"TableName":"people"}')
        self.assertIn('"RowKey":"ada"', ada)
        self.assertIn('"RowKey":"alan"', alan)
        self.assertIn('"Born":1815,"Trade":"mathematics"', read)
        self.assertIn('"Born":1912', found)
        self.assertNotIn('"Born":1815', found)
        rows = self.shell(server, "sqlite3 ")
        self.assertEqual(
            rows, 'ada|{"Born":1815,"Trade":"mathematics"}\nalan|{"Born":1912,"Trade":"mathematics"}\n'
        )

    def test_watching_and_admin_routes(self) -> None:
        server = self.serve("--allow-reset")
        self.shell(server, "key=")
        watched = self.shell(server, "curl 'http://127")
        self.assertIn('"tables":', watched)
        self.assertIn("rowhouse_requests_total", watched)
        done = self.shell(server, "curl -X POST")
        self.assertIn('"monday"', done)
        self.assertIn('"people2"', done)
        self.assertNotIn("odata.error", done)
