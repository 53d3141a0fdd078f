"""Requests without end: more than anybody reads the answers of, and larger than anything that is allowed."""

import socket
import threading
import time
from collections.abc import Iterator
from urllib.parse import quote

from tests.attacks.case import AttackTest
from tests.attacks.wire import chunk, connect, head, parse_answers, read_to_end, request, reset, send_all
from tests.support.client import ACCOUNT, Client, entity_path

MIB = 1 << 20
PIPELINED = 3000
FLOODS = 2  # connections: the server has two threads for connections where there are two processors


class FloodsTest(AttackTest):
    def test_pipelines_whose_answers_nobody_reads(self):
        server = self.serve_honest()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("pipe").status, 204)
            self.assertEqual(client.request("PUT", entity_path("pipe", "p", "r"), {"Text": "x" * 500}).status, 204)
        requests = request("GET", entity_path("pipe", "p", "r")) * 100

        def attack() -> Iterator[None]:
            floods: list[socket.socket | None] = [None] * FLOODS
            stuck_since = [0.0] * FLOODS
            yield
            try:
                while True:
                    for index, sock in enumerate(floods):
                        if sock is None:
                            floods[index] = sock = connect(server.port)
                            sock.setblocking(False)
                            stuck_since[index] = time.monotonic()
                        try:
                            # Half a request at the end of what was sent makes no difference: the flood ends with it.
                            if sock.send(requests) == len(requests):
                                stuck_since[index] = time.monotonic()
                                continue
                        except BlockingIOError:
                            pass
                        if time.monotonic() > stuck_since[index] + 0.5:
                            reset(sock)
                            floods[index] = None
                    yield
                    time.sleep(0.002)
            finally:
                for sock in floods:
                    if sock:
                        sock.close()

        self.attack(server, attack, growth_mib=32)
        self._check_order(server.port)

    def test_oversized_requests(self):
        server = self.serve_honest()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("big").status, 204)
            self.assertEqual(client.request("PUT", entity_path("big", "p", "r"), {"N": 1}).status, 204)
        cases = oversized()

        def attack() -> Iterator[None]:
            yield
            while True:
                for name, data, statuses in cases:
                    with connect(server.port) as sock:
                        send_all(sock, data)
                        sock.shutdown(socket.SHUT_WR)
                        answers = parse_answers(read_to_end(sock))
                    self.assertEqual(len(answers), 1, name)
                    self.assertIn(answers[0].status, statuses, (name, answers[0].body[:200]))
                    yield

        self.attack(server, attack, growth_mib=64)
        with Client(server.port) as client:
            self.assertEqual([row["N"] for row in client.query("big")], [1])

    def _check_order(self, port: int) -> None:
        """Thousands of requests in one connection are answered one by one, whenever the client reads."""
        path = entity_path("pipe", "p", "r")
        data = b"".join(
            request("GET", path, extra=f"x-ms-client-request-id: {number}\r\n") for number in range(PIPELINED)
        )
        with connect(port) as sock:
            sender = threading.Thread(target=lambda: (sock.sendall(data), sock.shutdown(socket.SHUT_WR)))
            sender.start()
            time.sleep(0.5)
            answers = parse_answers(read_to_end(sock))
            sender.join()
        self.assertEqual({answer.status for answer in answers}, {200})
        self.assertEqual([int(answer.headers["x-ms-client-request-id"]) for answer in answers], [*range(PIPELINED)])


def oversized() -> list[tuple[str, bytes, tuple[int, ...]]]:
    """Names, requests, and the statuses that are right."""
    return [
        ("an endless head", head("GET", "/Tables", f"X: {'x' * 70_000}\r\n"), (431,)),
        ("a head without lines", b"G" * 300_000, (400, 431)),
        ("many headers", head("GET", "/Tables", "".join(f"X-{n}: y\r\n" for n in range(1000))), (431,)),
        ("a long URL", head("GET", f"/big()?$filter={'x' * 40_000}"), (414,)),
        ("a body by its length", request("POST", "/big", b"x" * (5 * MIB)), (413,)),
        ("a length beyond reason", head("POST", "/big", f"Content-Length: {2**63}\r\n"), (413,)),
        ("a body by chunks", _chunked("/big", chunk(b"x" * MIB) * 5), (413,)),
        ("a body of chunks of one byte", _chunked("/big", chunk(b"[") * 200_000 + b"0\r\n\r\n"), (400,)),
        ("a chunk size beyond reason", _chunked("/big", b"f" * 16 + b"\r\n"), (413,)),
        ("a chunk size beyond 64 bits", _chunked("/big", b"f" * 17 + b"\r\n"), (413,)),
        ("a chunk size with a long extension", _chunked("/big", b"1;" + b"x" * 10_000 + b"\r\nx\r\n"), (431,)),
        ("an endless trailer", _chunked("/big", b"0\r\n" + b"A: b\r\n" * 20_000 + b"\r\n"), (431,)),
        ("deep arrays", request("POST", "/big", b"[" * MIB), (400,)),
        ("deep objects", request("POST", "/big", b'{"a":' * 100_000), (400,)),
        ("many properties", request("PUT", "/big(PartitionKey='p',RowKey='r')", _many_properties(20_000)), (400,)),
        ("a long text", request("POST", "/big", b'{"A":"' + b"x" * (3 * MIB) + b'"}'), (400, 413)),
        ("a deep filter", head("GET", _filter("(" * 9000 + "N eq 1" + ")" * 9000)), (400, 414)),
        ("nots without end", head("GET", _filter("not " * 5000 + "N eq 1")), (400,)),
        ("a long filter", head("GET", _filter(" or ".join(["N eq 0"] * 1500))), (200, 400)),
        ("many parts", _batch(5000), (202, 400)),
        ("parts without content", _multipart(b"--b\r\n\r\n" * 200_000 + b"--b--\r\n"), (400,)),
    ]


def _chunked(path: str, body: bytes) -> bytes:
    return head("POST", path, "Transfer-Encoding: chunked\r\n") + body


def _many_properties(count: int) -> bytes:
    return ("{" + ",".join(f'"P{number}":1' for number in range(count)) + "}").encode()


def _filter(text: str) -> str:
    return f"/big()?$filter={quote(text, safe='()')}"


def _multipart(body: bytes) -> bytes:
    return request("POST", "/$batch", body, content_type="multipart/mixed; boundary=b")


def _batch(operations: int) -> bytes:
    lines = ["--b", "Content-Type: multipart/mixed; boundary=c", ""]
    for number in range(operations):
        lines += ["--c", "Content-Type: application/http", "Content-Transfer-Encoding: binary", ""]
        lines += [f"PUT http://localhost/{ACCOUNT}{entity_path('big', 'p', str(number))} HTTP/1.1"]
        lines += ["Content-Type: application/json", "", '{"N":2}']
    lines += ["--c--", "--b--", ""]
    return _multipart("\r\n".join(lines).encode())
