"""Where query and entity get write, and in which form."""

import json

from tests.cli.case import CliTest

USAGE, CONFLICT = 2, 4

PLAIN = '{"PartitionKey":"p","RowKey":"1","Name":"caf\u00e9","Big":5}'
TYPED = '{"PartitionKey":"p","RowKey":"1","Name":"caf\u00e9","Big@odata.type":"Edm.Int64","Big":"5"}'


class OutputTest(CliTest):
    def setUp(self) -> None:
        super().setUp()
        self.run_command("table", "create", "People")
        inserted = self.run_command("entity", "insert", "People", "p", "1", "Name=caf\u00e9", "Big@int64=5")
        self.etag = inserted.stdout.strip()

    def shown(self, *arguments: str) -> str:
        return self.run_command(*arguments).stdout

    def test_the_file_is_after_o_and_the_form_after_f(self) -> None:
        for name, form in (("a.json", "json"), ("a.jsonl", "jsonl"), ("a.csv", "csv"), ("a.dat", "csv")):
            with self.subTest(name):
                file = self.folder / name
                said = ("-f", form) if name.endswith(".dat") else ()
                self.assertEqual(self.shown("query", "People", "-o", file, *said), "")
                printed = file.read_text(encoding="utf-8")
                self.assertEqual(printed, self.shown("query", "People", "-f", form))
                self.assertEqual(printed, self.shown("query", "People", "-o", form), "the old spelling")
        for name in ("a.parquet", "b"):
            done = self.run_command("query", "People", "-o", self.folder / name, expect=USAGE)
            self.assertIn("the name does not say what the file holds", done.stderr)
        self.run_command("query", "Nobody", "-o", self.folder / "c.json", expect=3)
        self.assertEqual([path.name for path in self.folder.glob("[bc].*")], [], "no file without entities")

    def test_plain_and_bom(self) -> None:
        self.assertEqual(self.shown("query", "People", "-f", "jsonl", "--plain"), PLAIN + "\n")
        self.assertEqual(self.shown("query", "People", "-f", "csv", "--plain", "--bom"),
                         "\ufeffPartitionKey,RowKey,Name,Big\np,1,caf\u00e9,5\n")
        self.run_command("query", "People", "-f", "json", "--bom", expect=USAGE)

    def test_an_entity_is_one_object(self) -> None:
        self.assertEqual(self.shown("entity", "get", "People", "p", "1", "-f", "json"), TYPED + "\n")
        self.assertEqual(self.shown("entity", "get", "People", "p", "1", "-o", "json", "--plain"), PLAIN + "\n")
        file = self.folder / "ada.json"
        self.run_command("entity", "get", "People", "p", "1", "-o", file)
        self.run_command("entity", "upsert", "People", "p", "2", "--json", file)
        copied = json.loads(self.shown("entity", "get", "People", "p", "2", "-f", "json"))
        self.assertEqual(copied, json.loads(TYPED) | {"RowKey": "2"})

    def test_system_properties_in_every_form(self) -> None:
        for form in ("json", "jsonl"):
            answer = json.loads(self.shown("query", "People", "-f", form, "--system", "--select", "Big"))
            answer = answer[0] if form == "json" else answer
            self.assertEqual((answer["odata.etag"], answer["Big"]), (self.etag, "5"))
            self.assertIn("Timestamp", answer)
        header, row = self.shown("query", "People", "-f", "csv", "--system").splitlines()
        self.assertEqual(header, "PartitionKey,RowKey,Timestamp,odata.etag,Name,Big@Edm.Int64")
        self.assertIn(self.etag, row.replace('""', '"'))
        table = self.shown("query", "People", "--system")
        self.assertRegex(table.splitlines()[0], r"Big +Timestamp +ETag")
        self.assertIn(self.etag, table)

    def test_if_match_can_be_scripted(self) -> None:
        entity = json.loads(self.shown("entity", "get", "People", "p", "1", "-f", "json", "--system"))
        merge = ("entity", "merge", "People", "p", "1", "N=1", "--if-match", entity["odata.etag"])
        self.run_command(*merge)
        self.run_command(*merge, expect=CONFLICT)
