"""The log of a complete client run at trace level contains no key and no signature, nor does the list of requests."""

import fcntl
import http.client
import json
import os
import re
from urllib.parse import quote

from tests.process.case import ProcessTest
from tests.support.batch import Operation, send_batch
from tests.support.client import ACCOUNT, KEY, Answer, Client, sign, signed_headers
from tests.support.places import SERVER
from tests.support.server import Server

TABLE = "orders"
ENTITY = {"PartitionKey": "p", "RowKey": "r", "Note": "n"}
TYPE = "application/json"
EXPIRY = "2099-01-01T00:00:00Z"


class LogTest(ProcessTest):
    def setUp(self) -> None:
        super().setUp()
        self.secrets = [KEY, KEY.rstrip("=")]

    def test_no_line_contains_a_key_or_a_signature(self):
        server = self.serve("--log-level", "trace", "--tls-self-signed")
        self._run_client(server)
        self._fail_and_spell_oddly(server)
        requests = json.dumps(self.admin(server, "GET", "requests"))
        self.assertEqual(server.stop(), 0)
        log = server.printed()
        self.assertIn("string_to_sign", requests)
        self.assertNotIn("sig=", requests.lower())
        self.assertIn("string to sign", log)  # the log really is at trace level
        self.assertIn(f"/{ACCOUNT}/{TABLE}", log)
        self.assertNotIn("sig=", log.lower())
        self.assertNotIn("\nfaked line", log)
        for secret in self.secrets:
            for shown in (secret, quote(secret, safe=""), secret.replace("+", "%2B")):
                self.assertNotIn(shown, log)
                self.assertNotIn(shown, requests)

    def test_secrets_are_hidden_wherever_a_client_puts_them(self):
        secret = "U0VDUkVUa2V5+T2ZUaGVBY2/NvdW50"
        for level in ("trace", "info"):
            server = self.serve("--log-level", level)
            for target in self._misplaced(secret) + self._misplaced(quote(secret, safe="")):
                self._send(server, "GET", target, {})
                self._send(server, "GET", target, {**self._signed("GET", "/x"), "Accept": TYPE})
            for headers in (
                {"x-ms-date": secret},
                {"x-ms-date": f"sig={secret}"},
                {"Content-MD5": f"sig={secret}"},
                {"Content-Type": f"?sig={secret}"},
                {"If-Match": f"AccountKey={secret}"},
            ):
                signed = self._signed("GET", f"/{ACCOUNT}/{TABLE}") | headers
                self._send(server, "GET", f"/{ACCOUNT}/{TABLE}()", signed)
            requests = json.dumps(self.admin(server, "GET", "requests"))
            self.assertEqual(server.stop(), 0)
            log = server.printed()
            self.assertIn("unknown account", log)
            self.assertIn("***", log)
            self.assertIn("***", requests)
            self.assertIn("(30 bytes, not shown)", requests)
            for text in (log, requests):
                for part in ("U0VDUkVU", "NvdW50"):
                    self.assertNotIn(part, text)

    def test_a_log_that_nobody_reads_stops_nobody(self):
        unread, errors = os.pipe()
        self.addCleanup(os.close, unread)
        fcntl.fcntl(unread, fcntl.F_SETPIPE_SZ, 4096)
        options = ("--data", self.data, "--listen", "127.0.0.1:0", "--log-level", "debug")
        process = self.spawn(SERVER, *options, errors=errors)
        os.close(errors)
        port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
        with Client(port) as client:
            self.assertEqual(client.create_table(TABLE).status, 204)
            for row in range(300):  # each is a line
                self.assertEqual(client.insert(TABLE, {**ENTITY, "RowKey": str(row)}).status, 204)
            os.read(unread, 1 << 20)
            self.assertEqual(client.query(TABLE)[0]["RowKey"], "0")
            self.assertRegex(os.read(unread, 1 << 20).decode(), r"\d+ lines of the log are lost")
        process.terminate()
        self.assertEqual(process.wait(20), 0)

    def test_refused_command_lines_show_no_key(self):
        for options in (
            ("--account", f"shop={KEY}", "--account", f"shop={KEY[:-8]}AAAAAA==", "--account", "shop=QUJD"),
            ("--account", f"Shop={KEY}"),
            ("--account", KEY),
            ("--listen", "0.0.0.0:0", "--account", f"shop={KEY}"),
        ):
            answer = self.run_to_end("--in-memory", *options)
            self.assertEqual(answer.returncode, 2)
            self.assertNotIn(KEY.rstrip("="), answer.stdout)

    @staticmethod
    def _misplaced(secret: str) -> list[str]:
        """Targets with a secret in a place or a spelling that no client should use."""
        queries = [
            f"?{name}={secret}" for name in ("sig", "AccountKey", "SharedAccessSignature", "admin-token", "key")
        ]
        queries += [f"?comp=x%26sig%3D{secret}", f"?comp=sig={secret}", f"?comp=AccountKey%3D{secret}"]
        queries += [f"?%20sig={secret}", f"?+sig={secret}", f"?x&%0Asig={secret}", f"?sig%20={secret}"]
        queries += [f"?sig%00={secret}", f'?"sig"={secret}', f"?%2573ig%253D{secret}"]
        names = ("sig=", "sig%3D", "AccountKey=", "%41ccountKey%3d", "AccountKey%253D")
        paths = [f"{before}{name}{secret}" for name in names for before in ("/", f"/{ACCOUNT}/", "/_rowhouse/")]
        paths += [f"/tyy&sig={secret}", f"/tyy%3Fsig%3D{secret}", f"/_rowhouse/requests?max=sig={secret}"]
        return [f"/{ACCOUNT}/{TABLE}(){query}" for query in queries] + ["/tyy" + query for query in queries] + paths

    def _run_client(self, server: Server) -> None:
        with Client(server.port) as client:
            self.assertEqual(client.create_table(TABLE).status, 204)
            self.assertEqual(client.insert(TABLE, ENTITY).status, 204)
            answer, parts = send_batch(client, [Operation("POST", f"/{TABLE}", {**ENTITY, "RowKey": "s"})])
            self.assertEqual((answer.status, [part.status for part in parts]), (202, [204]))
            self.assertEqual(len(client.query(TABLE)), 2)
        headers = self._signed("GET", f"/{ACCOUNT}/{TABLE}()", "SharedKeyLite")
        self.assertEqual(self._send(server, "GET", f"/{ACCOUNT}/{TABLE}()", headers).status, 200)
        for token in (self._account_token(), self._table_token()):
            path = f"/{ACCOUNT}/{TABLE}()?$top=1&{token}"
            self.assertEqual(self._send(server, "GET", path, {"Accept": TYPE}).status, 200)
            answer = self._send_batch_with(server, token)
            self.assertEqual(answer.status, 202)
            self.assertIn(b"HTTP/1.1 204", answer.body)

    def _fail_and_spell_oddly(self, server: Server) -> None:
        target = f"/{ACCOUNT}/{TABLE}()"
        right = self._signed("GET", target)["Authorization"]
        for authorization in (right, right[:-4] + "AAA=", right.replace("Key ", "Key"), "Bearer " + right[10:]):
            self.secrets.append(authorization.rpartition(":")[2])
            headers = {"Authorization": authorization, "x-ms-date": "Mon, 01 Jan 2001 00:00:00 GMT"}
            self.assertGreaterEqual(self._send(server, "GET", target, headers).status, 400)
        for token in (
            self._account_token(expiry="2001-01-01T00:00:00Z"),
            self._account_token(extra="&sip=10.0.0.1"),
            self._table_token().replace("sp=raud", "sp=r"),
            self._table_token().replace("sig=", "SIG="),
            self._table_token().replace("sig=", "%73ig="),
            self._table_token() + "&" + self._table_token(),
            self._table_token() + "&$top=nonsense",
        ):
            for path in (target, f"/{ACCOUNT}/Tables", f"/nobody/{TABLE}()", f"/{ACCOUNT}/%zz", "/_rowhouse/x"):
                self._send(server, "GET", f"{path}?{token}", {"Accept": TYPE})
            self._send_batch_with(server, token)
        token = self._table_token()
        for misplaced in ("%3F" + token, "%3F" + quote(token, safe=""), "?x=" + quote("?" + token, safe="")):
            for path in (target, f"/{ACCOUNT}", "/nobody"):
                self._send(server, "GET", path + misplaced, {"Accept": TYPE})
        self._send(server, "GET", target + "?" + token.replace("&", "&amp;"), {"Accept": TYPE})
        self._send(server, "GET", target + "?sv=2019-02-02&sig=x&si=a%0Afaked%20line&tn=t&se=2099-01-01", {})
        with Client(server.port) as client:
            self.assertEqual(client.insert(TABLE, ENTITY).status, 409)
            self.assertEqual(client.insert("nothing", ENTITY).status, 404)
            self.assertEqual(client.request("POST", f"/{TABLE}", b"{broken").status, 400)

    def _signed(self, method: str, target: str, scheme: str = "SharedKey") -> dict[str, str]:
        headers = signed_headers(method, target, {}, scheme=scheme)
        self.secrets.append(headers["Authorization"].rpartition(":")[2])
        return headers

    def _account_token(self, expiry: str = EXPIRY, extra: str = "") -> str:
        addresses = extra.partition("sip=")[2]
        text = "\n".join((ACCOUNT, "raudl", "t", "sco", "", expiry, addresses, "", "2019-02-02", ""))
        return f"sv=2019-02-02&ss=t&srt=sco&sp=raudl&se={expiry}{extra}&sig={self._secret(text)}"

    def _table_token(self) -> str:
        resource = f"/table/{ACCOUNT}/{TABLE}"
        text = "\n".join(("raud", "", EXPIRY, resource, "", "", "", "2019-02-02", "", "", "", ""))
        return f"sv=2019-02-02&tn={TABLE}&sp=raud&se={EXPIRY}&sig={self._secret(text)}"

    def _secret(self, text: str) -> str:
        signature = sign(KEY, text)
        self.secrets.append(signature)
        return quote(signature, safe="")

    def _send_batch_with(self, server: Server, token: str) -> Answer:
        """Sends the token in the URL of the batch and in the URL of its part, as some clients do."""
        entity = '{"PartitionKey":"p","RowKey":"t"}'
        lines = [
            "--b",
            "Content-Type: multipart/mixed; boundary=c",
            "",
            "--c",
            "Content-Type: application/http",
            "Content-Transfer-Encoding: binary",
            "",
            f"PUT http://127.0.0.1/{ACCOUNT}/{TABLE}(PartitionKey='p',RowKey='t')?{token} HTTP/1.1",
            f"Content-Type: {TYPE}",
            "",
            entity,
            "--c--",
            "--b--",
            "",
        ]
        headers = {"Content-Type": "multipart/mixed; boundary=b", "Accept": TYPE}
        return self._send(server, "POST", f"/{ACCOUNT}/$batch?{token}", headers, "\r\n".join(lines).encode())

    def _send(
        self, server: Server, method: str, target: str, headers: dict[str, str], body: bytes | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        try:
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
