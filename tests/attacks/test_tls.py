"""What is not TLS on the port for TLS, and handshakes that never end, beside honest clients on the plain port."""

import random
import socket
import ssl
import time
from collections.abc import Iterator

from tests.attacks.case import AttackTest
from tests.attacks.wire import connect, parse_answers, read_to_end, request, send_all
from tests.support.process_state import read_process

STUCK = 500
HANDSHAKE_SECONDS = 15  # that the server gives a client


def client_hello() -> bytes:
    """Returns the first bytes that a TLS client sends."""
    outgoing = ssl.MemoryBIO()
    context = ssl.create_default_context()
    try:
        context.wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


class TlsAttacksTest(AttackTest):
    def test_garbage_and_plain_requests_on_the_tls_port(self):
        server = self.serve_honest("--tls-self-signed")
        hello = client_hello()
        pick = random.Random(1)

        def attack() -> Iterator[None]:
            yield
            while True:
                cut = pick.randrange(6, len(hello))
                for data in (
                    pick.randbytes(500),
                    b"\x16\x03\x01\x40\x00" + pick.randbytes(500),  # a record too long to be one
                    b"\x16\x03\x01\x00\x00" * 100,  # empty records
                    hello[:cut] + pick.randbytes(len(hello) - cut),
                    hello + pick.randbytes(2000),
                ):
                    self._talk(server.tls_port, data)
                    yield
                answers = parse_answers(self._talk(server.tls_port, request("GET", "/Tables")))
                self.assertEqual([answer.status for answer in answers], [400])
                self.assertIn(b"https://", answers[0].body)
                # The other way round: TLS on the plain port.
                answers = parse_answers(self._talk(server.port, hello))
                self.assertEqual([answer.status for answer in answers], [400])
                yield

        self.attack(server, attack, growth_mib=32)
        self._check_tls(server.tls_port)

    def test_handshakes_that_never_end(self):
        server = self.serve_honest("--tls-self-signed")
        hello = client_hello()

        def attack() -> Iterator[None]:
            before = read_process(server.pid).sockets
            begin = time.monotonic()
            stuck = [connect(server.tls_port) for _ in range(STUCK)]
            try:
                for index, sock in enumerate(stuck):
                    sock.sendall((b"", hello[:50], hello)[index % 3])
                self._check_tls(server.tls_port)
                while time.monotonic() < begin + HANDSHAKE_SECONDS - 3:
                    yield
                    time.sleep(0.1)
                    self.assertGreaterEqual(read_process(server.pid).sockets, STUCK + before - 10)
            finally:
                # The server closes them by itself, all of them, when their time is over.
                for sock in stuck:
                    sock.settimeout(HANDSHAKE_SECONDS + 10)
                    read_to_end(sock)
                    sock.close()

        # Each has a TLS session and its buffers.
        self.attack(server, attack, growth_mib=STUCK * 100 // 1024)
        self._check_tls(server.tls_port)

    def _talk(self, port: int, data: bytes) -> bytes:
        with connect(port) as sock:
            send_all(sock, data)
            try:
                sock.shutdown(socket.SHUT_WR)
            except OSError:  # reset meanwhile
                pass
            return read_to_end(sock)

    def _check_tls(self, port: int) -> None:
        context = ssl.create_default_context(cafile=self.data / "~tls" / "certificate.pem")
        with context.wrap_socket(connect(port), server_hostname="localhost") as sock:
            sock.sendall(request("GET", "/Tables", extra="Connection: close\r\n"))
            self.assertEqual([answer.status for answer in parse_answers(read_to_end(sock))], [200])
