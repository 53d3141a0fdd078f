"""`rowhouse tables` and `rowhouse requests`."""

import http.client
import json
import time

from tests.cli.case import CliTest, write_entities
from tests.support.client import ACCOUNT, signed_headers

USAGE = 2


class OperatorCommandsTest(CliTest):
    def test_tables(self) -> None:
        self.assertEqual(self.run_command("tables").stdout, "There are no tables.\n")
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 3000, partitions=3)
        self.run_command("import", source)
        self.run_command("table", "create", "Idle")
        shown = self.tables_with("3,000")
        self.assertRegex(shown, r"(?m)^Table +Rows +Partitions +Size +Reads/s +Writes/s +Findings")
        self.assertRegex(shown, r"(?m)^People +3,000 +3 +[\d.]+ [KM]iB +[\d.]+k? +[\d.]+k?")
        self.assertRegex(shown, r"(?m)^Idle +0 +0 +0 B +0 +0")
        tables = json.loads(self.run_command("tables", "--json").stdout)["tables"]
        self.assertEqual([(one["table"], one["rows"]) for one in tables], [("Idle", 0), ("People", 3000)])

    def tables_with(self, text: str) -> str:
        """Asks until the text is there: sizes may be old on a busy machine."""
        deadline = time.monotonic() + 20
        while text not in (shown := self.run_command("tables").stdout) and time.monotonic() < deadline:
            time.sleep(0.1)
        return shown

    def test_requests(self) -> None:
        self.assertEqual(self.run_command("requests").stdout, "No requests yet.\n")
        self.run_command("table", "create", "People")
        shown = self.run_command("requests", "--max", "1").stdout
        self.assertRegex(shown, rf"POST +/{ACCOUNT}/Tables +[\d.]+ +20[14]")
        self.assertEqual(self.run_command("requests", "--failed").stdout, "No failed requests.\n")
        self.run_command("requests", "--max", "501", expect=USAGE)

    def test_failed_requests_say_why(self) -> None:
        path = f"/{ACCOUNT}/Tables"
        headers = signed_headers("GET", path, {})
        date = headers["x-ms-date"]
        headers["Authorization"] = f"SharedKey {ACCOUNT}:c2VjcmV0"
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        self.addCleanup(connection.close)
        connection.request("GET", path, headers=headers)
        self.assertEqual(connection.getresponse().status, 403)
        shown = self.run_command("requests", "--failed").stdout
        self.assertIn(f"GET {path}\n  403 AuthenticationFailed: no key of the account", shown)
        signed = "\n".join(f"    {line}" for line in ("GET", "", "", date, f"/{ACCOUNT}{path}"))
        self.assertIn(f"the server signed:\n{signed}\n", shown)
        self.assertNotIn("c2VjcmV0", shown)
