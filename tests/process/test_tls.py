"""TLS from outside: certificates that the server creates, ports, host names."""

import http.client
import ssl
import subprocess
import time

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, KEY, Answer, Client, sign, signed_headers
from tests.support.server import Server


class TlsTest(ProcessTest):
    def setUp(self) -> None:
        super().setUp()
        self.certificate = self.data / "~tls" / "certificate.pem"

    def test_plain_and_tls_serve_the_same_data(self):
        server = self.serve("--tls-self-signed")
        with Client(server.port) as client:
            self.assertEqual(client.create_table("orders").status, 204)
        answer = self._ask(server, f"/{ACCOUNT}/Tables")
        self.assertEqual(
            answer.json()["odata.metadata"],
            f"https://localhost:{server.tls_port}/{ACCOUNT}/$metadata#Tables",
        )
        self.assertEqual([table["TableName"] for table in answer.json()["value"]], ["orders"])

    def test_certificate_is_created_once_with_instructions(self):
        server = self.serve("--tls-self-signed")
        for text in ("curl --cacert", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "update-ca-certificates"):
            self.assertIn(f"{text}", server.printed())
        made = self.certificate.read_text()
        self.assertEqual((self.data / "~tls" / "key.pem").stat().st_mode & 0o777, 0o600)
        self.assertEqual(server.stop(), 0)
        self.serve("--tls-self-signed")
        self.assertEqual(self.certificate.read_text(), made)

    def test_tls_only_uses_the_port_of_listen(self):
        server = self.serve("--tls-self-signed", "--tls-only")
        self.assertEqual(server.port, 0)
        self.assertEqual(self._ask(server, f"/{ACCOUNT}/Tables").status, 200)

    def test_a_signature_can_require_tls(self):
        server = self.serve("--tls-self-signed")
        target = f"/{ACCOUNT}/Tables?" + self._only_tls_token()
        self.assertEqual(self._get(self._tls(server), target, {"Accept": "application/json"}).status, 200)
        plain = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        answer = self._get(plain, target, {"Accept": "application/json"})
        self.assertEqual((answer.status, answer.code()), (403, "AuthorizationProtocolMismatch"))

    def test_the_host_can_name_the_account(self):
        server = self.serve("--tls-self-signed", "--host", "tables.example")
        for host in (
            f"{ACCOUNT}.table.localhost",
            f"{ACCOUNT}-secondary.table.localhost",
            f"{ACCOUNT}.tables.example",
            f"{ACCOUNT}.table.tables.example",
        ):
            with self.subTest(host=host):
                answer = self._ask(server, "/Tables", host)
                self.assertEqual(answer.status, 200)
                self.assertEqual(
                    answer.json()["odata.metadata"], f"https://{host}:{server.tls_port}/$metadata#Tables"
                )

    def test_given_certificate_is_reloaded_on_hangup(self):
        first, second = self._own_certificate("first"), self._own_certificate("second")
        file = self.folder / "own.pem"
        file.write_text(first)
        server = self.serve("--tls-cert", file)
        self.assertIn(self._served(server), first)
        self.assertEqual(self.admin(server, "GET", "accounts")["tls"]["subject"], "CN=first")
        file.write_text(second)
        server.hang_up()
        deadline = time.monotonic() + 10
        while "certificate reloaded" not in server.printed():
            self.assertLess(time.monotonic(), deadline, server.printed())
            time.sleep(0.01)
        self.assertIn(self._served(server), second)
        self.assertEqual(self.admin(server, "GET", "accounts")["tls"]["subject"], "CN=second")

    def test_files_that_cannot_be_used_are_named(self):
        file = self.folder / "own.pem"
        file.write_text(self._own_certificate("own"))
        key = self.folder / "other.pem"
        key.write_text(self._own_certificate("other"))
        for options, named in (
            (("--tls-cert", self.folder / "missing.pem"), "missing.pem"),
            (("--tls-cert", file, "--tls-key", key), "other.pem: the private key does not match"),
        ):
            with self.subTest(named=named):
                answer = self.run_to_end("--listen", "127.0.0.1:0", "--in-memory", *options)
                self.assertEqual(answer.returncode, 1)
                self.assertIn(named, answer.stdout)

    def _own_certificate(self, name: str) -> str:
        """Returns a certificate and its key as one text."""
        command = f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN={name}"
        made = subprocess.run(
            [*command.split(), "-keyout", "-", "-out", "-"], capture_output=True, text=True, check=True
        )
        return made.stdout

    def _served(self, server: Server) -> str:
        pem = ssl.get_server_certificate(("127.0.0.1", server.tls_port))
        return pem.split("-----")[2].strip()

    def _only_tls_token(self) -> str:
        expiry = "2099-01-01T00:00:00Z"
        text = "\n".join((ACCOUNT, "rl", "t", "sco", "", expiry, "", "https", "2019-02-02", ""))
        signature = sign(KEY, text).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
        return f"sv=2019-02-02&ss=t&srt=sco&sp=rl&se={expiry}&spr=https&sig={signature}"

    def _tls(self, server: Server, host: str = "localhost") -> http.client.HTTPSConnection:
        """A connection to the server that checks the certificate for `host`, without resolving that name."""
        context = ssl.create_default_context(cafile=self.certificate)
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        connection = http.client.HTTPSConnection(host, server.tls_port, timeout=20, context=context)
        create = connection._create_connection
        connection._create_connection = lambda _, *rest: create(("127.0.0.1", server.tls_port), *rest)
        return connection

    def _ask(self, server: Server, target: str, host: str = "localhost") -> Answer:
        return self._get(self._tls(server, host), target, signed_headers("GET", target, {}))

    def _get(self, connection: http.client.HTTPConnection, target: str, headers: dict[str, str]) -> Answer:
        try:
            connection.request("GET", target, None, headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
