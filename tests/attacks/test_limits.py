"""Few descriptors and little memory, by the server's own limit and by the system's."""

import socket
import subprocess
import time
from collections import deque
from collections.abc import Iterator

from tests.attacks.case import AttackTest
from tests.attacks.wire import connect, head, parse_answers, read_to_end, request, send_all
from tests.support.bench import Table
from tests.support.client import Client, entity_path
from tests.support.process_state import read_process
from tests.support.server import Server

MIB = 1 << 20
BODY_BYTES = 4 * MIB  # the most that the service takes
FEW_DESCRIPTORS = 64
BUDGET_MIB = 128
CLIENTS = 60
ADDRESS_SPACE_LEFT = 16 * MIB
ARENAS_MIB = 200  # address space that the C library had reserved before
ONE_PARTITION = Table(1000, "few", 300)


class LimitsTest(AttackTest):
    def test_64_descriptors_and_clients_that_keep_connecting(self):
        # With more partitions, opening their files in turn takes more time than anything else.
        self.honest = ONE_PARTITION
        server = self.serve_honest(descriptors=FEW_DESCRIPTORS)

        def attack() -> Iterator[None]:
            idle: deque[socket.socket] = deque()
            yield
            try:
                while True:
                    idle.append(connect(server.port))
                    if len(idle) > 3 * FEW_DESCRIPTORS:
                        idle.popleft().close()
                    yield
                    time.sleep(0.005)
            finally:
                for sock in idle:
                    sock.close()

        # A request that is under way when the server makes room ends with its connection, and is sent again.
        self.attack(server, attack, growth_mib=16, accepted_errors=("connection",))

    def test_unfinished_bodies_beyond_memory_max(self):
        server = self.serve_honest("--memory-max", str(BUDGET_MIB))

        def attack() -> Iterator[None]:
            unfinished: list[socket.socket] = []
            refused = 0
            try:
                for _ in range(CLIENTS):
                    unfinished.append(self._send_unfinished(server))
                yield
                while True:
                    for index, sock in enumerate(unfinished):
                        sock.settimeout(0.001)
                        try:
                            answer = sock.recv(100)
                        except TimeoutError:
                            continue  # taken, and waited for
                        except ConnectionError:
                            answer = b""
                        # Part of the refusal can be lost in a reset: the body was under way.
                        self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 503 "), answer)
                        refused += 1
                        sock.close()
                        unfinished[index] = self._send_unfinished(server)
                        yield
                        time.sleep(0.1)  # or it is a flood of 4 MiB each
                    yield
            finally:
                for sock in unfinished:
                    sock.close()
                self.assertGreater(refused, CLIENTS // 2)

        self.attack(server, attack, growth_mib=2 * BUDGET_MIB)

    def test_no_more_address_space(self):
        """prlimit --as: requests for which the system has no memory are refused, change nothing, and harm nobody."""
        server = self.serve_honest()
        with Client(server.port) as client:
            self.assertEqual(client.create_table("large").status, 204)
            self.assertEqual(client.request("PUT", entity_path("large", "p", "r"), {"N": 1}).status, 204)
        limit = read_process(server.pid).address_space + ADDRESS_SPACE_LEFT
        subprocess.run(["prlimit", "--pid", str(server.pid), f"--as={limit}"], check=True)

        refused = 0

        def attack() -> Iterator[None]:
            nonlocal refused
            unfinished: list[socket.socket] = []
            try:
                while True:
                    yield
                    with connect(server.port) as sock:
                        send_all(sock, request("POST", "/large", b"[" * BODY_BYTES, "Connection: close\r\n"))
                        answers = parse_answers(read_to_end(sock))
                    # Where no memory is left for the answer, the connection ends without one.
                    self.assertIn([answer.status for answer in answers], ([400], [500], [503], []))
                    refused += [answer.status for answer in answers] != [400]
                    unfinished.append(self._send_unfinished(server))
                    if len(unfinished) > CLIENTS:
                        unfinished.pop(0).close()
                    time.sleep(0.03)
            finally:
                for sock in unfinished:
                    sock.close()

        self.attack(server, attack, ARENAS_MIB, accepted_errors=("connection", "500", "503"))
        self.assertGreater(refused, 0)
        with Client(server.port) as client:
            self.assertEqual([row["N"] for row in client.query("large")], [1])

    def _send_unfinished(self, server: Server) -> socket.socket:
        sock = connect(server.port)
        content = "multipart/mixed; boundary=b"
        send_all(sock, head("POST", "/$batch", f"Content-Length: {BODY_BYTES}\r\n", content) + b"x" * (BODY_BYTES - 1))
        return sock
