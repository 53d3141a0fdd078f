"""SIGTERM: requests in progress are answered, answered writes are stored, and the process ends with status 0."""

import http.client
import json
import select
import socket
import subprocess
import sys
import threading
import time

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client, signed_headers
from tests.support.places import SERVER


class StopTest(ProcessTest):
    def test_idle_server_ends_at_once(self):
        server = self.serve()
        with Client(server.port) as client:
            client.tables()  # and its connection stays open
            started = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - started, 3)

    def test_ends_with_stdin_and_so_with_a_parent_that_is_killed(self):
        options = ["--listen", "127.0.0.1:0", "--data", self.data, "--stop-with-stdin"]
        for input_text in ("", "not a command\n" * 1000):  # what is on stdin does not matter
            ended = subprocess.run(
                [SERVER, *options], input=input_text, capture_output=True, text=True, timeout=20, check=False
            )
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("stopping: stdin has ended", ended.stderr)
        starter = "import subprocess, sys, time; subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE); time.sleep(60)"
        parent = subprocess.Popen([sys.executable, "-c", starter, SERVER, *options], stdout=subprocess.PIPE, text=True)
        self.addCleanup(parent.wait)
        self.addCleanup(parent.kill)
        with parent.stdout:
            self.assertIn("listening on", parent.stdout.readline())
            parent.kill()
            # The server has the other end of this pipe, too: its end is the end of both.
            ready, _, _ = select.select([parent.stdout], [], [], 20)
            self.assertTrue(ready, "it still runs")
            self.assertEqual(parent.stdout.read(), "")

    def test_request_in_progress_is_answered(self):
        server = self.serve()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("orders").status, 204)
        body = json.dumps({"PartitionKey": "p", "RowKey": "r"}).encode()
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            connection.sendall(self._head("POST", f"/{ACCOUNT}/orders", len(body)) + body[:5])
            time.sleep(0.3)  # until the head has been read
            server.terminate()
            time.sleep(0.3)
            connection.sendall(body[5:])
            response = http.client.HTTPResponse(connection)
            response.begin()
            self.assertEqual(response.status, 204)
        self.assertEqual(server.wait(), 0)
        with Client(self.serve().port) as client:
            self.assertEqual(len(client.query("orders")), 1)

    def _head(self, method: str, path: str, length: int) -> bytes:
        headers = {"Content-Type": "application/json", "Prefer": "return-no-content"}
        headers = {
            "Host": "127.0.0.1",
            "Content-Length": str(length),
            **signed_headers(method, path, headers),
        }
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in headers.items()),
            "",
            "",
        ]
        return "\r\n".join(lines).encode()

    def test_writers_lose_no_answered_write(self):
        server = self.serve()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("orders").status, 204)
        answered: list[tuple[str, str]] = []
        writers = [
            threading.Thread(target=self._write, args=(server.port, str(n), answered)) for n in range(4)
        ]
        for writer in writers:
            writer.start()
        time.sleep(0.7)
        self.assertEqual(server.stop(), 0)
        for writer in writers:
            writer.join()
        self.assertGreater(len(answered), 0)
        with Client(self.serve().port) as client:
            stored = {(entity["PartitionKey"], entity["RowKey"]) for entity in client.query("orders")}
        self.assertEqual(set(answered) - stored, set())

    def _write(self, port: int, partition: str, answered: list[tuple[str, str]]) -> None:
        """Inserts until the connection ends."""
        with Client(port) as client:
            for number in range(10**6):
                try:
                    answer = client.insert("orders", {"PartitionKey": partition, "RowKey": str(number)})
                except (OSError, http.client.HTTPException):
                    return
                if answer.status == 204:
                    answered.append((partition, str(number)))
