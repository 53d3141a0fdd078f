"""The command behind an HTTP proxy that HTTPS_PROXY or HTTP_PROXY names."""

import socket
import socketserver
import subprocess
import threading

from tests.cli.case import COMMAND, CliTest
from tests.support.client import KEY
from tests.support.server import Server

USAGE = 2


def relay(source: socket.socket, target: socket.socket) -> None:
    """Copies until `source` ends."""
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    finally:
        try:
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class Proxy(socketserver.ThreadingTCPServer):
    """Takes every host for the server at `port` of this machine. Keeps the first line of each connection."""

    daemon_threads = True

    def __init__(self, port: int):
        super().__init__(("127.0.0.1", 0), ProxyHandler)
        self.target = port
        self.asked: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class ProxyHandler(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            if not (data := self.request.recv(65536)):
                return
            head += data
        line = head.split(b"\r\n", 1)[0].decode()
        self.server.asked.append(line)
        with socket.create_connection(("127.0.0.1", self.server.target)) as upstream:
            if line.startswith("CONNECT "):
                self.request.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                upstream.sendall(head)
            threading.Thread(target=relay, args=(self.request, upstream), daemon=True).start()
            relay(upstream, self.request)


class ProxyTest(CliTest):
    def proxy(self, port: int) -> Proxy:
        proxy = Proxy(port)
        self.addCleanup(proxy.server_close)
        self.addCleanup(proxy.shutdown)
        return proxy

    def list_tables(self, endpoint: str, **variables: str) -> subprocess.CompletedProcess:
        command = [COMMAND, "table", "list", "--endpoint", endpoint, "--account", "devstoreaccount1", "--insecure",
                   "--timeout", "5"]
        environment = {**self.environment(), "AZURE_STORAGE_KEY": KEY, **variables}
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)

    def test_http_goes_through_it(self) -> None:
        self.run_command("table", "create", "People")
        proxy = self.proxy(self.server.port)
        done = self.list_tables("http://tables.example/devstoreaccount1", HTTP_PROXY=proxy.url)
        self.assertEqual((done.returncode, done.stdout), (0, "People\n"), done.stderr)
        self.assertRegex(proxy.asked[0], r"^GET http://tables\.example/devstoreaccount1/Tables\S* HTTP/1\.1$")

    def test_https_is_tunnelled(self) -> None:
        server: Server = self.serve("tls", "--tls-self-signed")
        self.run_command("table", "create", "People", server=server)
        proxy = self.proxy(server.tls_port)
        done = self.list_tables("https://tables.example/devstoreaccount1", HTTPS_PROXY=proxy.url)
        self.assertEqual((done.returncode, done.stdout), (0, "People\n"), done.stderr)
        self.assertEqual(set(proxy.asked), {"CONNECT tables.example:443 HTTP/1.1"})

    def test_neither_loopback_nor_no_proxy_goes_through_it(self) -> None:
        proxy = self.proxy(self.server.port)
        done = self.list_tables(self.server.endpoint, HTTP_PROXY=proxy.url, HTTPS_PROXY=proxy.url)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.list_tables("http://tables.invalid/a", HTTP_PROXY=proxy.url, NO_PROXY="other,.invalid")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(proxy.asked, [])

    def test_a_proxy_that_cannot_be_read_is_named_by_its_variable(self) -> None:
        done = self.list_tables("https://tables.example/a", HTTPS_PROXY="socks5://u:secret@host:1")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("HTTPS_PROXY: a proxy is http://HOST:PORT", done.stderr)
        self.assertNotIn("secret", done.stderr)

    def test_a_proxy_that_is_not_there_is_named(self) -> None:
        done = self.list_tables("https://tables.example/a", HTTPS_PROXY="http://127.0.0.1:9")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("through the proxy http://127.0.0.1:9", done.stderr)
