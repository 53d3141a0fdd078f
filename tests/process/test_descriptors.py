"""Few descriptors (ulimit -n): files and connections share what there is, and what is refused is refused politely."""

import http.client
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.process.case import ProcessTest
from tests.support.client import KEY, Answer, Client, entity_path
from tests.support.server import Server

FEW = 64


class DescriptorsTest(ProcessTest):
    def test_64_descriptors_serve_200_partitions_over_20_connections(self):
        server = self.serve(descriptors=FEW)
        with Client(server.port) as client:
            self.assertEqual(client.create_table("tab").status, 204)
        failures: list[str] = []

        def use(index: int) -> None:
            with Client(server.port) as client:
                for partition in range(index, 200, 20):
                    path = entity_path("tab", f"p{partition:03}", "row")
                    for method, body, status in (("PUT", {"N": partition}, 204), ("GET", None, 200)):
                        answer = self._request(client, method, path, body)
                        if answer.status != status:
                            failures.append(f"{method} {path}: {answer.status} {answer.body!r}")

        self._in_threads(use, 20)
        self.assertEqual(failures, [])
        with Client(server.port) as client:
            rows = client.query("tab")
        self.assertEqual([row["N"] for row in rows], list(range(200)))
        self.assertEqual(server.stop(), 0)
        with Client(self.serve().port) as client:
            self.assertEqual(len(client.query("tab")), 200)

    def test_idle_connections_make_way_for_new_ones(self):
        server = self.serve(descriptors=FEW)
        idle = []
        for _ in range(2 * FEW):
            idle.append(socket.create_connection(("127.0.0.1", server.port)))
            self.addCleanup(idle[-1].close)
        with Client(server.port) as client:
            self.assertEqual(self._request(client, "GET", "/Tables").status, 200)

    def test_accounts_share_the_descriptors(self):
        limit = 512
        accounts = ("devstoreaccount1", "other")
        server = self.serve(*(f"--account={name}={KEY}" for name in accounts), "--allow-development-key-anywhere",
                            descriptors=limit)  # fmt: skip
        for name in accounts:
            with Client(server.port, account=name) as client:
                self.assertEqual(client.create_table("tab").status, 204)
                for partition in range(150):
                    path = entity_path("tab", f"p{partition:03}", "row")
                    self.assertEqual(client.request("PUT", path, {"N": 1}).status, 204)
                    self.assertEqual(client.request("GET", path).status, 200)
        # Those of the account that was used last took the place of the other's.
        files = [target for target in self._descriptors(server) if "/tab-" in target]
        self.assertGreater(len(files), limit // 8)
        self.assertLess(len(files), limit // 2)
        self.assertEqual([target for target in files if f"/{accounts[0]}/" in target], [])

    def test_the_last_descriptor_closes_idle_files(self):
        server = self.serve()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("tab").status, 204)
            for partition in range(30):
                path = entity_path("tab", f"p{partition:03}", "row")
                self.assertEqual(client.request("PUT", path, {"N": 1}).status, 204)
                self.assertEqual(client.request("GET", path).status, 200)
            # A file that has to be opened, without a descriptor for it.
            self._leave(server, 0)
            for partition in (31, 32):
                path = entity_path("tab", f"p{partition:03}", "row")
                self.assertEqual(client.request("PUT", path, {"N": 1}).status, 204)
                self.assertEqual(client.request("GET", path).status, 200)
            self.assertIn("ulimit -n", server.printed())
            # A client that has to be admitted.
            for partition in range(8):
                path = entity_path("tab", f"p{partition:03}", "row")
                self.assertEqual(client.request("GET", path).status, 200)
            self._leave(server, 0)
            with Client(server.port, timeout=10) as other:
                self.assertEqual(other.request("GET", "/Tables").status, 200)

    def _descriptors(self, server: Server) -> list[str]:
        targets = []
        for link in Path(f"/proc/{server.pid}/fd").iterdir():
            try:
                targets.append(str(link.readlink()))
            except FileNotFoundError:  # closed since
                pass
        return targets

    def _leave(self, server: Server, count: int) -> None:
        """Lowers the limit of the running server so that it may open only so many files more."""
        used = len(self._descriptors(server))
        subprocess.run(["prlimit", "--pid", str(server.pid), f"--nofile={used + count}"], check=True)

    def _request(self, client: Client, method: str, path: str, body: object = None) -> Answer:
        """A connection that the server has closed to admit others is made anew, as every client does."""
        end = time.monotonic() + 30
        while True:
            try:
                return client.request(method, path, body)
            except (ConnectionError, http.client.HTTPException):
                if time.monotonic() > end:
                    raise

    def _in_threads(self, use: Callable[[int], None], count: int) -> None:
        threads = [threading.Thread(target=use, args=(index,)) for index in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
