"""The base class of these tests: each test has a new folder, and its servers are stopped at its end."""

import http.client
import json
import shutil
import subprocess
import unittest
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlencode

from tests.support.places import SERVER, scratch
from tests.support.server import Server


class ProcessTest(unittest.TestCase):
    SUITE = "process"  # the folder of the tests' folders

    def setUp(self) -> None:
        self.folder: Path = scratch(self.SUITE) / self.id().rpartition(".")[2]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.data = self.folder / "data"

    def serve(self, *options: str | Path, descriptors: int | None = None) -> Server:
        """Starts a server on self.data, or as the options say. It is stopped at the end of the test."""
        if "--data" not in options and "--in-memory" not in options:
            options = ("--data", self.data, *options)
        server = Server(self.folder / "server.log", *options, descriptors=descriptors)
        self.addCleanup(server.kill)
        return server.start()

    def spawn(self, *command: str | Path, errors: int | BinaryIO, **more: Any) -> subprocess.Popen:
        """Starts a program whose stdout can be read as text and whose stderr goes to `errors`; `more` is as for Popen.
        It is killed at the end of the test."""
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True, **more
        )
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def run_to_end(self, *options: str | Path) -> subprocess.CompletedProcess:
        """Runs rowhoused with options with which it ends by itself; stderr and stdout are joined."""
        return subprocess.run(
            [SERVER, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=20,
            check=False,
        )

    def admin(self, server: Server, method: str, route: str, status: int = 200, **parameters: str) -> dict:
        """Returns the answer of an admin route, which must have that status."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        try:
            connection.request(method, f"/_rowhouse/{route}?{urlencode(parameters)}", b"")
            response = connection.getresponse()
            body = response.read()
            self.assertEqual(response.status, status, body)
            return json.loads(body)
        finally:
            connection.close()
