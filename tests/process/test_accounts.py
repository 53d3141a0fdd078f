"""Accounts and keys that change while the server runs."""

import base64
import http.client
import os
import time

from tests.process.case import ProcessTest
from tests.support.client import Answer, signed_headers
from tests.support.server import Server

PATIENCE_SECONDS = 10


def new_key() -> str:
    return base64.b64encode(os.urandom(64)).decode()


class AccountsTest(ProcessTest):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder / "accounts"
        self.shop, self.shop2, self.stock = new_key(), new_key(), new_key()

    def test_both_keys_work_and_are_rotated_without_a_restart(self):
        server = self._serve(f"shop={self.shop}\nshop={self.shop2}\n")
        for key in (self.shop, self.shop2):
            for scheme in ("SharedKey", "SharedKeyLite"):
                self.assertEqual(self._ask(server, "shop", key, scheme).status, 200)
        new = new_key()
        self._reload(server, f"shop={self.shop2}\nshop={new}\n", "accounts reloaded")
        self.assertEqual(self._ask(server, "shop", self.shop).status, 403)
        for key in (self.shop2, new):
            self.assertEqual(self._ask(server, "shop", key).status, 200)

    def test_the_ages_of_keys_are_told(self):
        server = self._serve(f"shop={self.shop}\n")
        before = self._keys(server)
        self.assertEqual([key["source"] for key in before], ["file"])
        self._reload(server, f"shop={self.shop}\nshop={self.shop2}\n", "accounts reloaded")
        old, new = self._keys(server)
        self.assertEqual(old, before[0])
        self.assertGreater(new["since"], old["since"])

    def test_accounts_are_added_and_removed_with_their_data(self):
        server = self._serve(f"shop={self.shop}\n")
        self.assertEqual(self._ask(server, "stock", self.stock).status, 403)
        self._reload(server, f"shop={self.shop}\nstock={self.stock}\n", "added: stock")
        self.assertEqual(self._create(server, "stock", self.stock), 204)
        self._reload(server, f"shop={self.shop}\n", "removed: stock")
        self.assertEqual(self._ask(server, "stock", self.stock).status, 403)
        self.assertEqual(self._ask(server, "shop", self.shop).status, 200)
        time.sleep(1.5)  # its files are closed by now
        self._reload(server, f"shop={self.shop}\nstock={self.stock}\n", "added: stock")
        self.assertIn(b"kept", self._ask(server, "stock", self.stock).body)

    def test_a_bad_file_changes_nothing_and_its_line_is_named(self):
        server = self._serve(f"shop={self.shop}\n")
        for text, says in (
            (f"stock={self.stock}\nshop {self.shop}\n", f"{self.file}:2: the text before the key is not a valid account name"),
            ("shop=!\n", f"{self.file}:1: the key of account 'shop' is not base64"),
            ("", "contains no account"),
        ):
            with self.subTest(says=says):
                self._reload(server, text, says)
                self.assertIn("accounts and keys are unchanged", server.printed())
                self.assertEqual(self._ask(server, "shop", self.shop).status, 200)
                self.assertEqual(self._ask(server, "stock", self.stock).status, 403)
        self.assertNotIn(self.shop, server.printed())

    def test_without_anything_to_reload_a_hangup_ends_the_server(self):
        server = self.serve()
        server.hang_up()
        self.assertEqual(server.wait(), 0)

    def _keys(self, server: Server) -> list[dict]:
        told = self.admin(server, "GET", "accounts")
        self.assertNotIn(self.shop, str(told))
        self.assertFalse(told["in_memory"])
        return told["accounts"][0]["keys"]

    def _serve(self, text: str) -> Server:
        self.file.write_text(text)
        return self.serve("--accounts-file", self.file)

    def _reload(self, server: Server, text: str, says: str) -> None:
        """Returns once the log has a new line that says so."""
        begin = len(server.printed())
        self.file.write_text(text)
        server.hang_up()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while says not in server.printed(begin):
            self.assertLess(time.monotonic(), deadline, server.printed(begin))
            time.sleep(0.01)

    def _ask(
        self, server: Server, account: str, key: str, scheme: str = "SharedKey"
    ) -> Answer:
        """Lists the tables of `account`."""
        return self._request(server, "GET", account, key, scheme=scheme)

    def _create(self, server: Server, account: str, key: str) -> int:
        return self._request(server, "POST", account, key, b'{"TableName":"kept"}').status

    def _request(
        self,
        server: Server,
        method: str,
        account: str,
        key: str,
        body: bytes | None = None,
        scheme: str = "SharedKey",
    ) -> Answer:
        path = f"/{account}/Tables"
        headers = {"Content-Type": "application/json", "Prefer": "return-no-content"} if body else {}
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        try:
            connection.request(method, path, body, signed_headers(method, path, headers, account, key, scheme))
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
