"""The commands that ask a Rowhouse server about itself."""

import json
import signal
import time

from tests.cli.case import CliTest, write_entities
from tests.support.client import Client

DENIED, USAGE, NOT_FOUND = 5, 2, 3


class ServerCommandsTest(CliTest):
    def fill(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 3000, partitions=3)
        self.run_command("import", source)

    def test_partitions(self) -> None:
        self.fill()
        shown = self.run_command("partitions", "People").stdout
        self.assertRegex(shown, r"part-0001 +1,000 +\S+ +[\d.]+ KiB +[\d.]+k? +\S+\.db")
        answer = json.loads(self.run_command("partitions", "People", "--json").stdout)
        self.assertEqual([one["rows"] for one in answer["partitions"]], [1000] * 3)
        self.run_command("partitions", "Nobody", expect=NOT_FOUND)
        self.run_command("partitions", expect=USAGE)

    def test_hotspots(self) -> None:
        self.assertEqual(self.run_command("hotspots").stdout, "No table is in use.\n")
        self.fill()
        shown = self.run_command("hotspots").stdout
        self.assertRegex(shown, r"People: [\d,]+ operations")
        self.assertIn("tables", json.loads(self.run_command("hotspots", "People", "--json").stdout))
        self.run_command("hotspots", "Nobody", expect=NOT_FOUND)

    def kinds_found(self, table: str) -> set[str]:
        (answer,) = json.loads(self.run_command("hotspots", table, "--json").stdout)["tables"]
        return {finding["kind"] for finding in answer["findings"]}

    def test_loading_a_table_is_no_traffic(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 3000, partitions=1500)
        self.run_command("import", source)
        self.run_command("copy", "People", "Copied")
        self.run_command("repartition", "People", "Divided", "--partition-key", "{PartitionKey}.{hash(RowKey,4)}")
        self.run_command("import", source, "--table", "Ordered", "--keep-order", "--parallel", "1")
        for table in ("People", "Copied", "Divided", "Ordered"):
            self.assertEqual(self.kinds_found(table), set(), table)
        self.run_command("delete", "People", "--prefix", "part", "--yes")
        self.assertIn("Nothing was concluded: the operations", self.run_command("hotspots", "People").stdout)
        client = Client(self.server.port)
        self.addCleanup(client.close)
        for table, headers, found in (
            ("Inserted", {}, {"monotonic-partition-key"}),
            ("Unmarked", {"x-rowhouse-bulk-load": "false"}, {"monotonic-partition-key"}),
            ("Loaded", {"X-Rowhouse-Bulk-Load": "TRUE"}, set()),
        ):
            client.create_table(table)
            for number in range(300):
                client.request("POST", f"/{table}", {"PartitionKey": f"{number:06}", "RowKey": ""}, headers)
            self.assertEqual(self.kinds_found(table), found, table)

    def test_keys_of_a_table(self) -> None:
        client = Client(self.server.port)
        self.addCleanup(client.close)
        client.create_table("Hashed")
        for number in range(300):  # in no order, though a query lists them in order
            client.insert("Hashed", {"PartitionKey": f"{number * 7919 % 100_003:06}", "RowKey": ""})
        shown = self.run_command("keys", "check", "--table", "Hashed").stdout
        self.assertIn("Hashed: 300 operations\nNothing found", shown)
        client.create_table("Ascending")
        for number in range(300):
            client.insert("Ascending", {"PartitionKey": f"{number:06}", "RowKey": ""})
        shown = self.run_command("keys", "check", "--table", "Ascending", "--json").stdout
        self.assertEqual(
            [finding["kind"] for finding in json.loads(shown)["tables"][0]["findings"]], ["monotonic-partition-key"]
        )
        source = self.folder / "a.jsonl"
        write_entities(source, "Loaded", 8000)
        self.run_command("import", source)
        self.assertIn("Nothing found", self.run_command("keys", "check", "--table", "Loaded").stdout)
        self.run_command("keys", "check", "--table", "Nobody", expect=NOT_FOUND)
        self.run_command("keys", "check", expect=USAGE)
        self.run_command("keys", "check", "--table", "Hashed", "file.csv", expect=USAGE)

    def test_an_export_may_have_properties_called_like_columns(self) -> None:
        client = Client(self.server.port)
        self.addCleanup(client.close)
        client.create_table("Named")
        names = {"T": "noon", "t": 1, "op": "drop", "pk": "p", "rk": True}
        names |= {"rowhouse": "export", "version": 1, "table": "x"}
        for number in range(20):
            keys = {"PartitionKey": f"{number % 3}", "RowKey": f"{number:03}"}
            client.insert("Named", {**keys, **names})
        for options in ((), ("--plain",), ("--format", "csv"), ("--system",)):
            file = self.folder / "Named.txt"
            file.unlink(missing_ok=True)
            file.write_text(self.run_command("export", "Named", *options).stdout)
            done = self.run_command("keys", "check", file)
            self.assertIn("Named: 20 operations\n", done.stdout)
            self.assertEqual("The order of arrival cannot be known" in done.stdout, "--system" not in options)
            self.assertEqual(done.stderr, "")

    def test_watching_ends_with_ctrl_c(self) -> None:
        self.fill()
        process = self.start("partitions", "People", "--watch", "--every", "1")
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        shown, errors = process.communicate(timeout=20)
        self.assertEqual((process.returncode, errors), (0, ""))
        self.assertGreaterEqual(shown.count("part-0001"), 2)

    def test_statistics(self) -> None:
        self.assertIn("status of the secondary: live", self.run_command("stats").stdout)

    def test_reset(self) -> None:
        self.fill()
        self.run_command("reset", "--yes", expect=DENIED)
        self.assertEqual(self.run_command("count", "People").stdout, "3000\n")
        server = self.serve("other", "--allow-reset")
        self.run_command("table", "create", "One", "Two", server=server)
        self.run_command("reset", server=server, expect=USAGE)
        self.assertIn("2 tables deleted", self.run_command("reset", "--yes", server=server).stdout)
        self.assertEqual(self.run_command("table", "list", server=server).stdout, "")

    def test_an_admin_token_opens_them(self) -> None:
        server = self.serve("other", "--admin-token", "secret")
        self.run_command("table", "create", "People", server=server)
        self.run_command("partitions", "People", "--admin-token", "secret", server=server)
        self.run_command("partitions", "People", "--admin-token", "wrong", server=server, expect=DENIED)

    def test_deletes_are_grouped_and_stay_in_the_filter(self) -> None:
        self.fill()
        chosen = ("--partition", "part-0001", "--filter", "Number lt 1 or Number ge 1250")
        dry = self.run_command("delete", "People", *chosen, "--dry-run").stdout
        self.assertIn("750 entities in 8 transactions; nothing was deleted", dry)
        self.assertIn("750 entities deleted", self.run_command("delete", "People", *chosen, "--yes").stdout)
        self.assertEqual(self.run_command("count", "People").stdout, "2250\n")
        self.assertEqual(self.run_command("count", "People", "--partition", "part-0001").stdout, "250\n")

    def test_newest_first_crosses_pages(self) -> None:
        self.fill()
        forward = self.run_command("query", "People", "-o", "jsonl").stdout.splitlines()
        for limit in (None, 1, 1500):
            more = () if limit is None else ("--limit", str(limit))
            shown = self.run_command("query", "People", "--newest-first", "-o", "jsonl", *more).stdout.splitlines()
            self.assertTrue(shown == forward[::-1][:limit], limit)
