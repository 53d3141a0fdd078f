"""Each command once, against a real server: what it prints and what it ends with."""

from tests.cli.case import CliTest
from tests.support.client import KEY

DENIED, UNAVAILABLE, NOT_FOUND, CONFLICT, USAGE = 5, 6, 3, 4, 2


class CommandsTest(CliTest):
    def lines(self, *arguments: str) -> list[str]:
        return self.run_command(*arguments).stdout.splitlines()

    def fill(self) -> None:
        self.run_command("table", "create", "Log")
        for day in ("mon", "tue", "wed"):
            for number in range(3):
                self.run_command("entity", "insert", "Log", day, str(number), f"N={number}", f"Day={day}")

    def test_tables(self) -> None:
        self.run_command("table", "create", "Beta", "Alpha")
        self.assertEqual(self.lines("table", "list"), ["Alpha", "Beta"])
        self.assertEqual(self.lines("table", "list", "--prefix", "B"), ["Beta"])
        self.run_command("table", "create", "Beta", expect=CONFLICT)
        self.run_command("table", "create", "Beta", "--if-missing")
        self.run_command("table", "delete", "Beta", expect=USAGE)
        self.run_command("table", "delete", "Beta", "--yes")
        self.run_command("table", "delete", "Beta", "--yes", expect=NOT_FOUND)
        self.assertEqual(self.lines("table", "list"), ["Alpha"])

    def test_one_entity(self) -> None:
        self.run_command("table", "create", "People")
        etag = self.lines("entity", "insert", "People", "uk", "o'neil", "Age=36", "Zip@string=01234")[0]
        self.assertTrue(etag.startswith("W/"))
        self.run_command("entity", "insert", "People", "uk", "o'neil", expect=CONFLICT)
        self.run_command("entity", "merge", "People", "uk", "o'neil", '{"Big@odata.type":"Edm.Int64","Big":"5"}')
        shown = self.run_command("entity", "get", "People", "uk", "o'neil", "-o", "json").stdout
        self.assertIn('"Age":36,"Big@odata.type":"Edm.Int64","Big":"5","Zip":"01234"', shown)
        self.run_command("entity", "merge", "People", "uk", "o'neil", "A=1", "--if-match", etag, expect=CONFLICT)
        self.run_command("entity", "insert", "People", "uk", "x", "Age@int32=old", expect=USAGE)
        self.run_command("entity", "delete", "People", "uk", "o'neil")
        self.run_command("entity", "get", "People", "uk", "o'neil", expect=NOT_FOUND)

    def test_query(self) -> None:
        self.fill()
        self.assertEqual(len(self.lines("query", "Log")), 2 + 9)
        self.assertEqual(len(self.lines("query", "Log", "--filter", "N gt 0", "-o", "jsonl")), 6)
        self.assertEqual(len(self.lines("query", "Log", "--prefix", "t", "-o", "jsonl")), 3)
        newest = self.lines("query", "Log", "--newest-first", "--limit", "4", "-o", "csv", "--select", "N")
        self.assertEqual(newest, ["PartitionKey,RowKey,N@Edm.Int32", "wed,2,2", "wed,1,1", "wed,0,0", "tue,2,2"])
        self.run_command("query", "Log", "--filter", "N gt", expect=1)

    def test_count_and_delete(self) -> None:
        self.fill()
        self.assertEqual(self.lines("count", "Log"), ["9"])
        self.assertEqual(self.lines("count", "Log", "--filter", "N eq 1"), ["3"])
        dry = self.run_command("delete", "Log", "--filter", "N ge 1", "--dry-run").stdout
        self.assertIn("6 entities in 3 transactions; nothing was deleted", dry)
        self.run_command("delete", "Log", "--filter", "N ge 1", expect=USAGE)
        self.run_command("delete", "Log", "--yes", expect=USAGE)
        self.run_command("delete", "Log", "--filter", "N ge 1", "--yes")
        self.assertEqual(self.lines("count", "Log"), ["3"])
        self.run_command("table", "clear", "Log", "--yes")
        self.assertEqual(self.lines("count", "Log"), ["0"])

    def test_signatures_and_policies(self) -> None:
        self.fill()
        url = self.lines("sas", "Log", "--permissions", "r")[0]
        self.assertIn("sp=raud&", self.lines("sas", "Log", "--permissions", "duar")[0])
        self.assertIn("sp=rwl&", self.lines("sas", "--permissions", "lwr")[0])
        past = self.run_command("sas", "Log", "--expiry", "2020-01-01T00:00Z")
        self.assertIn("expired at 2020-01-01T00:00:00", past.stderr)
        self.assertIn("--ip: '1.2.3' is not an IPv4 address", self.run_command("sas", "Log", "--ip", "1.2.3", expect=USAGE).stderr)
        self.assertEqual(len(self.lines("query", "Log", "--sas", url.replace("/Log?", "?"), "-o", "jsonl")), 9)
        self.run_command("entity", "insert", "Log", "x", "y", "--sas", url.replace("/Log?", "?"), expect=DENIED)
        self.run_command("acl", "set", "Log", "readers", "--permissions", "r", "--expiry", "2h")
        self.assertIn("readers  r", self.run_command("acl", "list", "Log").stdout)
        self.run_command("acl", "remove", "Log", "readers")
        self.run_command("acl", "remove", "Log", "readers", expect=NOT_FOUND)

    def test_errors_name_the_remedy_and_no_key(self) -> None:
        wrong = self.environment()["AZURE_STORAGE_CONNECTION_STRING"].replace(KEY, "QUJD")
        done = self.run_command("table", "list", "--connection-string", wrong, expect=DENIED)
        self.assertIn("Check account name and key", done.stderr)
        self.assertNotIn("QUJD", done.stderr)
        gone = self.environment()["AZURE_STORAGE_CONNECTION_STRING"].replace(f":{self.server.port}/", ":9/")
        done = self.run_command("table", "list", "--connection-string", gone, expect=UNAVAILABLE)
        self.assertIn("Is it running", done.stderr)
        self.assertIn("http://127.0.0.1:9 cannot be reached", done.stderr)
        self.assertIn("http://127.0.0.1:9 cannot be reached",
                      self.run_command("partitions", "T", "--connection-string", gone, expect=UNAVAILABLE).stderr)
        self.assertNotIn(KEY, done.stderr)
        self.run_command("table", "list", "--connection-string", f"AccountKey={KEY}", expect=USAGE)
        for words, named in ((("tabel",), "tabel"), (("table", "drop", "T"), "table drop"), (("table",), "required")):
            self.assertIn(named, self.run_command(*words, expect=USAGE).stderr)

    def test_config_file_holds_credentials_by_name(self) -> None:
        config = self.folder / "config"
        config.write_text(f"[here]\nconnection-string = {self.environment()['AZURE_STORAGE_CONNECTION_STRING']}\n")
        config.chmod(0o600)
        self.run_command("table", "create", "Named", "--config", str(config), "--profile", "here")
        self.assertEqual(self.lines("table", "list"), ["Named"])
        done = self.run_command("table", "list", "--config", str(config), "--profile", "there", expect=USAGE)
        self.assertIn("it has here", done.stderr)
        config.write_text(config.read_text() + "[unused]\nnonsense\n")
        self.assertEqual(self.lines("table", "list", "--config", str(config), "--profile", "here"), ["Named"])
        done = self.run_command("table", "list", "--config", str(config), "--profile", "unused", expect=USAGE)
        self.assertIn("profile unused of the config file: line 4: expected", done.stderr)
        config.chmod(0o644)
        done = self.run_command("table", "list", "--config", str(config), "--profile", "here")
        self.assertIn("chmod 600", done.stderr)

    def test_backup_and_restore(self) -> None:
        self.fill()
        self.assertEqual(self.lines("backup", "monday"), ["Log: 9 entities"])
        self.assertIn("monday", self.run_command("backup").stdout)
        self.run_command("restore", "monday", "Log", expect=CONFLICT)
        self.assertEqual(self.lines("restore", "monday", "Log", "--as", "Log2"), ["Log2: 9 entities"])
        self.assertEqual(self.lines("count", "Log2"), ["9"])
        self.run_command("backup", "monday", "--delete", expect=USAGE)
        self.run_command("backup", "--delete", "--yes", expect=USAGE)
        self.run_command("backup", "monday", "--delete", "--yes")
        self.assertEqual(self.run_command("backup").stdout, "")
        self.run_command("backup", "monday", "--delete", "--yes", expect=NOT_FOUND)
        done = self.run_command("reset", "--yes", expect=DENIED)
        self.assertIn("--allow-reset", done.stderr)
