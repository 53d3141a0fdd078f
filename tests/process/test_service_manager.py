"""What the server tells systemd, whose place a socket of the test takes."""

import socket

from tests.process.case import ProcessTest
from tests.support.server import Server


class ServiceManagerTest(ProcessTest):
    def messages_of_a_life(self, name: str, address: str) -> list[bytes]:
        """Starts and stops a server with $NOTIFY_SOCKET; returns what arrived at the socket until then."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(address)
            manager.settimeout(10)
            server = Server(self.folder / "log", "--in-memory", environment={"NOTIFY_SOCKET": name})
            self.addCleanup(server.kill)
            server.start()
            messages = [manager.recv(4096)]
            server.stop()
            messages.append(manager.recv(4096))
            return messages

    def test_ready_and_stopping_are_told(self) -> None:
        path = str(self.folder / "socket")
        self.assertEqual(self.messages_of_a_life(path, path), [b"READY=1", b"STOPPING=1"])

    def test_a_name_in_the_abstract_namespace(self) -> None:
        name = f"rowhouse-test-{self.folder.stat().st_ino}"
        self.assertEqual(self.messages_of_a_life("@" + name, "\0" + name), [b"READY=1", b"STOPPING=1"])

    def test_a_socket_that_is_not_there_is_logged(self) -> None:
        missing = self.folder / "missing"
        server = Server(self.folder / "log", "--in-memory", environment={"NOTIFY_SOCKET": str(missing)})
        self.addCleanup(server.kill)
        server.start()
        server.stop()
        self.assertIn(f'cannot tell the service manager at {missing} "READY=1"', server.log.read_text())
