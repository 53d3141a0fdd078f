"""Many connections, slow ones, and those that end where nobody expects it."""

import random
import socket
import time
from collections.abc import Iterator

from tests.attacks.case import AttackTest
from tests.attacks.wire import connect, head, parse_answers, read_to_end, request, reset
from tests.support.bench import Table, fill
from tests.support.client import Client, entity_path

IDLE = 10_000
SLOW = 1_000
LARGE = Table(1000, "few", 1024)
SMALL_BUFFER = 4096


def each_second() -> Iterator[None]:
    """Yields at once and then each second, however long the steps between take."""
    due = time.monotonic()
    while True:
        yield
        due += 1
        time.sleep(max(0.0, due - time.monotonic()))


class ConnectionsTest(AttackTest):
    def test_10000_idle_connections(self):
        server = self.serve_honest()

        def attack() -> Iterator[None]:
            idle = [connect(server.port) for _ in range(IDLE)]
            try:
                while True:
                    yield
                    time.sleep(0.1)
            finally:
                close(idle)

        self.attack(server, attack, growth_mib=IDLE * 16 // 1024)

    def test_1000_heads_at_a_byte_each_second(self):
        server = self.serve_honest()
        data = request("GET", "/Tables")
        self.attack(server, lambda: self._send_slowly(server.port, b"", data), growth_mib=SLOW * 16 // 1024)

    def test_1000_bodies_at_a_byte_each_second(self):
        server = self.serve_honest()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("slow").status, 204)
        first = head("POST", "/slow", "Content-Length: 4096\r\n")
        self.attack(server, lambda: self._send_slowly(server.port, first, b"{" * 4096), growth_mib=SLOW * 80 // 1024)

    def test_1000_answers_read_at_a_byte_each_second(self):
        server = self.serve_honest("--memory-max", "256")
        fill(server, LARGE)
        with Client(server.port) as client:
            self.assertEqual(client.request("GET", f"/few{LARGE.rows}()?$top=1").status, 200)
        page = request("GET", f"/few{LARGE.rows}()")

        def attack() -> Iterator[None]:
            slow = []
            begun = [b""] * SLOW
            try:
                for _ in range(SLOW):
                    slow.append(connect(server.port, SMALL_BUFFER))
                    slow[-1].sendall(page)
                    time.sleep(0.005)  # or it is a flood of pages
                # Once all have begun, the server has answered as far as it will.
                for _ in each_second():
                    for index, sock in enumerate(slow):
                        begun[index] += sock.recv(1)
                    yield
            finally:
                for index, sock in enumerate(slow):
                    text = begun[index] + sock.recv(20)
                    self.assertRegex(text, rb"^HTTP/1.1 (200 OK|503 Serv)")
                close(slow)

        # Half of --memory-max for answers, half for pages and rows; four pages that are being built.
        self.attack(server, attack, growth_mib=256 + 4 * 48)

    def test_half_closed_connections_are_answered(self):
        server = self.serve_honest()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("half").status, 204)
        path = entity_path("half", "p", "r")

        def attack() -> Iterator[None]:
            yield
            for number in iter(int, 1):
                for data, status in (
                    (request("PUT", path, b'{"N":%d}' % number), 204),
                    (request("GET", path), 200),
                    (request("GET", path) * 3, 200),
                    (request("GET", "/Tables", extra="Connection: close\r\n"), 200),
                ):
                    with connect(server.port) as sock:
                        sock.sendall(data)
                        sock.shutdown(socket.SHUT_WR)
                        answers = parse_answers(read_to_end(sock))
                    self.assertEqual([answer.status for answer in answers], [status] * data.count(b"HTTP/1.1"))
                    yield

        self.attack(server, attack, growth_mib=16)

    def test_resets_in_each_phase(self):
        server = self.serve_honest()
        fill(server, LARGE)
        with Client(server.port) as client:
            self.assertEqual(client.create_table("cut").status, 204)
        page = request("GET", f"/few{LARGE.rows}()")
        write = request("PUT", entity_path("cut", "p", "r"), b'{"N":1}')
        batch = head("POST", "/$batch", "Content-Length: 1000000\r\n", "multipart/mixed; boundary=b")
        chunked = head("POST", "/cut", "Transfer-Encoding: chunked\r\n")
        pick = random.Random(1)

        def cut(data: bytes, read: int = 0, pause: float = 0) -> None:
            sock = connect(server.port, SMALL_BUFFER)
            sock.sendall(data)
            if read:
                self.assertEqual(sock.recv(read)[:12], b"HTTP/1.1 200"[:read])
            time.sleep(pause)
            reset(sock)

        def attack() -> Iterator[None]:
            yield
            while True:
                cut(b"")
                cut(write[: pick.randrange(1, len(write))])  # head or body
                cut(batch + b"x" * pick.randrange(1, 200_000))
                cut(chunked + b"5\r\n{")
                cut(write)  # while it is handled
                cut(page)
                cut(page, pause=0.005)  # while it is answered
                cut(page, read=pick.randrange(1, 2000))
                cut(request("GET", "/Tables"), read=2000)  # idle
                cut(b"BAD\n", pause=0.001)  # while the server drains the input
                yield

        self.attack(server, attack, growth_mib=150)

    def _send_slowly(self, port: int, first: bytes, data: bytes) -> Iterator[None]:
        slow = [connect(port) for _ in range(SLOW)]
        try:
            for sock in slow:
                sock.sendall(first + data[:1])
            for index, _ in enumerate(each_second(), 1):
                for sock in slow:
                    sock.sendall(data[index : index + 1])
                yield
        finally:
            close(slow)


def close(sockets: list[socket.socket]) -> None:
    for sock in sockets:
        sock.close()
