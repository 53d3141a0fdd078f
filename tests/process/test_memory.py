"""--memory-max: what many clients together can make the server hold is bounded, and others are served meanwhile."""

import contextlib
import socket
import time

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client, entity_path, signed_headers
from tests.support.server import Server

BODY_BYTES = 4 << 20  # the most that the service takes
BUDGET_MIB = 128  # the least: half of it holds the largest answer
BUDGET = (BUDGET_MIB << 20) // 2  # for bodies
CLIENTS = 40
ROW = "x" * 30000  # 60 KB of UTF-16
PAGES_MIB = 4 * 48  # that the four threads for queries build at a time


class MemoryTest(ProcessTest):
    def test_bodies_that_are_never_finished_take_no_more_than_the_budget(self):
        server = self.serve("--memory-max", str(BUDGET_MIB))
        with Client(server.port) as client:
            self.assertEqual(client.create_table("tab").status, 204)
            before = self._resident(server)
            slow = [self._send_unfinished(server) for _ in range(CLIENTS)]
            refused = [sock for sock in slow if self._is_refused(sock)]
            # Each body takes at most what it will be in the end; some are not read yet.
            self.assertGreaterEqual(len(slow) - len(refused), BUDGET // BODY_BYTES - 1)
            self.assertGreater(len(refused), CLIENTS // 2)
            self.assertLess(self._resident(server) - before, 2 * BUDGET)
            for row in range(20):
                self.assertEqual(client.request("PUT", entity_path("tab", "p", f"r{row}"), {"N": row}).status, 204)
            for sock in slow:
                sock.close()
            self._await_free(server)

    def test_answers_that_nobody_reads_take_no_more_than_the_budget(self):
        server = self.serve("--memory-max", str(BUDGET_MIB))
        with Client(server.port) as client:
            self.assertEqual(client.create_table("tab").status, 204)
            for row in range(300):
                path = entity_path("tab", "large", f"r{row}")
                self.assertEqual(client.request("PUT", path, {"A": ROW, "B": ROW}).status, 204)
            self.assertEqual(client.request("PUT", entity_path("tab", "small", "r"), {"A": 1}).status, 204)
            unread = [self._send(server, "GET", "/tab()", b"") for _ in range(CLIENTS)]
            time.sleep(2)
            self.assertLess(self._resident(server), (BUDGET_MIB + PAGES_MIB + 50) << 20)
            self.assertEqual(client.request("GET", "/tab()").status, 503)
            self.assertEqual(client.request("GET", entity_path("tab", "small", "r")).status, 200)
            for sock in unread:
                sock.close()
            self._await_free(server)
            self.assertEqual(client.request("GET", "/tab()").status, 200)

    def test_less_than_the_largest_answer_needs_is_refused(self):
        answer = self.run_to_end("--memory-max", str(BUDGET_MIB - 1), "--data", self.data)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("--memory-max", answer.stdout)
        self.assertIn(str(BUDGET_MIB), answer.stdout)

    def test_idle_connections_keep_nothing_of_their_answers(self):
        server = self.serve()
        with contextlib.ExitStack() as idle:
            clients = [idle.enter_context(Client(server.port)) for _ in range(CLIENTS)]
            self.assertEqual(clients[0].create_table("tab").status, 204)
            for row in range(150):
                path = entity_path("tab", "large", f"r{row}")
                self.assertEqual(clients[0].request("PUT", path, {"A": ROW, "B": ROW}).status, 204)
            for client in clients:
                self.assertGreater(len(client.request("GET", "/tab()").body), 8 << 20)
            self.assertLess(self._resident(server), CLIENTS * (8 << 20) // 2)

    def _send_unfinished(self, server: Server) -> socket.socket:
        return self._send(server, "POST", "/$batch", b"x" * BODY_BYTES, leave_out=1)

    def _send(self, server: Server, method: str, path: str, body: bytes, leave_out: int = 0) -> socket.socket:
        """Sends a request, but for the last bytes of its body."""
        target = f"/{ACCOUNT}{path}"
        headers = signed_headers(method, target, {"Content-Type": "multipart/mixed; boundary=b"})
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        sock = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        self.addCleanup(sock.close)
        try:
            sock.sendall(f"{method} {target} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n{head}\r\n".encode())
            sock.sendall(body[: len(body) - leave_out])
        except ConnectionError:
            pass  # refused meanwhile
        return sock

    @staticmethod
    def _is_refused(sock: socket.socket) -> bool:
        sock.settimeout(0.2)
        try:
            return sock.recv(100).startswith(b"HTTP/1.1 503 ")
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    def _await_free(self, server: Server) -> None:
        deadline = time.monotonic() + 10
        with Client(server.port) as client:
            while client.request("GET", "/tab()?$top=1").status != 200 and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertEqual(client.request("GET", "/tab()?$top=1").status, 200)

    @staticmethod
    def _resident(server: Server) -> int:
        with open(f"/proc/{server.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096
