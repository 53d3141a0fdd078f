"""Requests whose end two programs could see at different places: each is refused, and nothing after it is executed."""

import socket
from collections.abc import Iterator

from tests.attacks.case import AttackTest
from tests.attacks.wire import connect, head, parse_answers, read_to_end, request
from tests.support.client import ACCOUNT, Client, entity_path, signed_headers

SECOND = request("PUT", entity_path("smuggled", "p", "second"), b'{"N":1}')
BODY = b'{"PartitionKey":"p","RowKey":"first"}'


def shapes() -> list[tuple[str, bytes]]:
    """Names and heads (with what follows them), after which SECOND is sent."""
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
    length = f"Content-Length: {len(BODY)}\r\n"
    coded = "Transfer-Encoding: chunked\r\n"
    result = [
        ("two lengths", _post(f"{length}Content-Length: 0\r\n", BODY)),
        ("two lengths, the other way", _post(f"Content-Length: 0\r\n{length}", BODY)),
        ("a list of lengths", _post(f"Content-Length: 0, {len(BODY)}\r\n", BODY)),
        ("a length with a sign", _post(f"Content-Length: +{len(BODY)}\r\n", BODY)),
        ("a negative length", _post("Content-Length: -1\r\n", b"")),
        ("a hexadecimal length", _post("Content-Length: 0x0\r\n", b"")),
        ("an empty length", _post("Content-Length: \r\n", b"")),
        ("a length with a space", _post("Content-Length: 1 0\r\n", b"")),
        ("length and chunks", _post(length + coded, chunks)),
        ("chunks and length", _post(coded + length, chunks)),
        ("a length of 0 and chunks", _post(f"Content-Length: 0\r\n{coded}", chunks)),
        ("chunked twice", _post(coded + coded, chunks)),
        ("chunked twice in one line", _post("Transfer-Encoding: chunked, chunked\r\n", chunks)),
        ("another coding before", _post("Transfer-Encoding: identity\r\n" + coded, chunks)),
        ("another coding after", _post(coded + "Transfer-Encoding: identity\r\n", chunks)),
        ("another coding and a length", _post(f"Transfer-Encoding: xchunked\r\n{length}", BODY)),
        ("chunked with a vertical tab", _post("Transfer-Encoding: \x0bchunked\r\n", chunks)),
        ("chunked in quotes", _post('Transfer-Encoding: "chunked"\r\n', chunks)),
        ("a space before the colon", _post("Transfer-Encoding : chunked\r\n", chunks)),
        ("a space before the colon of a length", _post(f"Content-Length : {len(BODY)}\r\n", BODY)),
        ("a folded coding", _post("Transfer-Encoding:\r\n chunked\r\n", chunks)),
        ("a folded header", _post("X: a\r\n\tb\r\n" + length, BODY)),
        ("a header that begins with a space", _post(f" X: a\r\n{length}", BODY)),
        ("a NUL in a header", _post(f"X: a\0b\r\n{length}", BODY)),
        ("a NUL in a name", _post(f"X\0: a\r\n{length}", BODY)),
        ("a bare LF after a header", _post(f"X: a\n{length}", BODY)),
        ("a bare LF before a length", _post(f"X: a\nContent-Length: 0\r\n{length}", BODY)),
        ("a bare CR in a header", _post(f"X: a\rContent-Length: 0\r\n{length}", BODY)),
        ("an empty line of LF", head("POST", "/smuggled", length)[:-2] + b"\n" + BODY),
        ("a line without a colon", _post(f"nothing\r\n{length}", BODY)),
        ("two hosts", _post(f"Host: other.example\r\n{length}", BODY)),
        ("HTTP/1.0 with chunks", _post(coded, chunks).replace(b"HTTP/1.1", b"HTTP/1.0", 1)),
        ("HTTP/0.9", b"GET /devstoreaccount1/Tables\r\n"),
        ("two spaces in the first line", _post(length, BODY).replace(b" HTTP/1.1", b"  HTTP/1.1", 1)),
        ("a tab in the first line", _post(length, BODY).replace(b" HTTP/1.1", b"\tHTTP/1.1", 1)),
        ("another protocol", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ]
    for name, data in (
        ("no chunk size", b"\r\n"),
        ("a negative chunk size", b"-1\r\n"),
        ("a chunk size with a sign", b"+1\r\nx\r\n0\r\n\r\n"),
        ("a chunk size with 0x", b"0x1\r\nx\r\n0\r\n\r\n"),
        ("a chunk size of letters", b"xyz\r\n"),
        ("a chunk size and a bare LF", b"1\nx\r\n0\r\n\r\n"),
        ("a chunk longer than its size", b"1\r\nxx\r\n0\r\n\r\n"),
        ("a chunk shorter than its size", b"3\r\nx\r\n0\r\n\r\n"),
        ("a chunk ended by LF", b"1\r\nx\n0\r\n\r\n"),
        ("an extension with a bare LF", b"1;a\nb\r\nx\r\n0\r\n\r\n"),
        ("an extension with a NUL", b"1;\0\r\nx\r\n0\r\n\r\n"),
        ("an extension without semicolon", b"1 a\r\nx\r\n0\r\n\r\n"),
        ("a trailer that is none", b"0\r\nGET / HTTP/1.1\r\n\r\n"),
        ("a trailer with a bare LF", b"0\r\nA: b\n\r\n"),
    ):
        result.append((name, _post(coded, data)))
    return result


def _post(lines: str, body: bytes) -> bytes:
    return head("POST", "/smuggled", lines) + body


class SmugglingTest(AttackTest):
    def test_ambiguous_requests_are_refused_and_end_the_connection(self):
        server = self.serve_honest()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("smuggled").status, 204)
        cases = shapes()

        def attack() -> Iterator[None]:
            yield
            while True:
                for name, data in cases:
                    with connect(server.port) as sock:
                        sock.sendall(data + SECOND)  # the sending side stays open: the server must close
                        answers = parse_answers(read_to_end(sock))
                    self.assertEqual(len(answers), 1, (name, answers))
                    # 501 is for a coding that the server does not know.
                    self.assertIn(answers[0].status, (*range(400, 500), 501), (name, answers[0].body[:200]))
                    yield

        self.attack(server, attack, growth_mib=16)
        with Client(server.port) as client:
            self.assertEqual(client.query("smuggled"), [])

    def test_the_host_of_an_absolute_target_counts(self):
        """RFC 9112 3.2.2: such a request is valid, and its Host header is ignored. It is one request."""
        server = self.serve_honest("--host", "tables.example")
        # Host is localhost, which names no account.
        cases = (
            (head("GET", "/Tables", target_prefix="http://other.example"), "other.example"),
            (self._of_host(f"{ACCOUNT}.tables.example"), f"{ACCOUNT}.tables.example"),
        )

        def attack() -> Iterator[None]:
            yield
            while True:
                for data, host in cases:
                    with connect(server.port) as sock:
                        sock.sendall(data + request("GET", "/Tables"))
                        sock.shutdown(socket.SHUT_WR)
                        answers = parse_answers(read_to_end(sock))
                    self.assertEqual([answer.status for answer in answers], [200, 200], data)
                    self.assertIn(f'"http://{host}/'.encode(), answers[0].body)
                    self.assertIn(b'"http://localhost/', answers[1].body)
                    yield

        self.attack(server, attack, growth_mib=16)

    @staticmethod
    def _of_host(host: str) -> bytes:
        lines = "".join(f"{name}: {value}\r\n" for name, value in signed_headers("GET", "/Tables", {}).items())
        return f"GET http://{host}/Tables HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode()
