"""SIGTERM: requests in progress are answered, answered writes are stored, and the process ends with status 0."""

import http.client
import json
import socket
import threading
import time

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client, signed_headers


class StopTest(ProcessTest):
    def test_idle_server_ends_at_once(self):
        server = self.serve()
        with Client(server.port) as client:
            client.tables()  # and its connection stays open
            started = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - started, 3)

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
