"""Files as people bring them: what import takes, what it refuses and why, and what export writes for others."""

import json
from pathlib import Path

from tests.cli.case import CliTest

FAILED, USAGE, INCOMPLETE = 1, 2, 7

HEADER = '{"rowhouse":"export","version":1,"table":"People"}\n'
EXCEL = "\ufeffPartitionKey;RowKey;Name;Name@type;Price;Price@type\r\np;1;Doe, Jane;Edm.String;1.5;Edm.Double\r\n"


def entity(row: str, more: str = "") -> str:
    return f'{{"PartitionKey":"p","RowKey":"{row}"{more}}}\n'


def azurite(*accounts: str) -> str:
    """A database in which each account has the tables People, with one entity, and Empty."""
    tables = [{"account": account, "table": table} for account in accounts for table in ("People", "Empty")]
    properties = {
        "PartitionKey": "p", "RowKey": "1", "Name": "caf\u00e9", "Born": 1815, "Ratio": 2.0,
        "Big@odata.type": "Edm.Int64", "Big": "9007199254740993",
        "Timestamp": "2025-06-18T06:19:06.0962515Z", "Timestamp@odata.type": "Edm.DateTime",
    }
    row = {"PartitionKey": "p", "RowKey": "1", "properties": properties, "eTag": 'W/"x"', "$loki": 1}
    collections = [{"name": "$TABLES_COLLECTION$", "data": tables, "idIndex": None}]
    collections += [{"name": f"{account}$People", "data": [row], "idIndex": [1]} for account in accounts]
    collections += [{"name": f"{account}$Empty", "data": []} for account in accounts]
    return json.dumps({"filename": "x", "collections": collections, "databaseVersion": 1.5})


class FilesTest(CliTest):
    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def lines(self, table: str) -> list[str]:
        return self.run_command("query", table, "-o", "jsonl").stdout.splitlines(keepends=True)

    def check_import(self, name: str, text: str | bytes, expected: list[str], *options: str) -> None:
        with self.subTest(name):
            self.run_command("table", "delete", "People", "--yes", "--if-exists")
            self.run_command("import", "People", self.write(name, text), *options)
            self.assertEqual(self.lines("People"), expected)

    def test_json_in_every_wrapping(self) -> None:
        one, two = entity("1", ',"A":1').strip(), entity("2", ',"B":"x"').strip()
        both = [one + "\n", two + "\n"]
        self.check_import("array.json", f"[\n {one},\n {two}\n]\n", both)
        self.check_import("answer.json", f'{{"odata.metadata":"x#Demo","value":[{one},{two}]}}', both)
        self.check_import("items.json", f'{{"items":[{one},{two}],"nextMarker":{{}}}}', both)
        self.check_import("pretty.json", json.dumps(json.loads(one), indent=2) + "\n" + two, both)
        self.check_import("cr.jsonl", f"{one}\r{two}\r", both)
        self.check_import("utf16.jsonl", f"{one}\n{two}\n".encode("utf-16"), both)
        self.check_import("rest.jsonl", '{"odata.etag":"x","Timestamp":"2025-06-18T06:19:06Z",' + one[1:], both[:1])

    def test_what_query_prints_is_imported_again(self) -> None:
        self.run_command("table", "create", "People")
        self.run_command("entity", "insert", "People", "p", "1", "Name=caf\u00e9", "Big@int64=9007199254740993")
        for form in ("json", "jsonl", "csv"):
            with self.subTest(form):
                printed = self.run_command("query", "People", "-o", form).stdout
                self.assertIn("caf\u00e9", printed)
                self.run_command("import", f"Copy{form}", "-", stdin=printed)
                self.assertEqual(self.lines(f"Copy{form}"), self.lines("People"))

    def test_integers_are_not_rounded(self) -> None:
        big = ',"Big":9007199254740993'
        kept = ',"Big@odata.type":"Edm.Int64","Big":"9007199254740993"'
        self.check_import("big.jsonl", entity("1", big), [entity("1", kept)])
        done = self.run_command("import", "People", self.write("a.jsonl", entity("1", ',"N":18446744073709551616')),
                                expect=FAILED)
        self.assertIn("N: 18446744073709551616 is more than an Edm.Int64 can hold", done.stderr)

    def test_csv_of_other_programs(self) -> None:
        typed = entity("1", ',"Name":"Doe, Jane","Price":1.5')
        self.check_import("excel.csv", EXCEL, [typed])
        self.check_import("tabs.tsv", EXCEL.replace(";", "\t"), [typed])
        self.check_import("unicode.csv", EXCEL.replace(";", "\t")[1:].encode("utf-16"), [typed])
        self.check_import("mac.csv", EXCEL.replace("\r\n", "\r"), [typed])
        self.check_import("spaces.csv", "PartitionKey,RowKey,N ,N @type\np,1,5,Edm.Int64\n",
                          [entity("1", ',"N@odata.type":"Edm.Int64","N":"5"')])
        self.check_import("first-row.csv", "PartitionKey,RowKey,N,N@type\np,1,5,Edm.Int32\np,2,6,\n",
                          [entity("1", ',"N":5'), entity("2", ',"N":6')])
        self.check_import("types-row.csv", "PartitionKey,RowKey,N\nEdm.String,Edm.String,Edm.Int32\np,1,5\n",
                          [entity("1", ',"N":5')])
        self.check_import("no-types.csv", "PartitionKey,RowKey,N,N@type\np,1,5,\n", [entity("1", ',"N":"5"')])
        self.check_import("header.csv", "PartitionKey,RowKey,Timestamp\n", [])

    def test_csv_that_cannot_be_understood_says_what_was_found(self) -> None:
        for text, expected in (
            ("Partitionkey,RowKey\np,1\n", "column PartitionKey is missing; 'Partitionkey' has different capitals"),
            ("Name,Age\nx,1\n", "column PartitionKey is missing; there are Name, Age. A file without keys gets them by"),
            ("PartitionKey,RowKey,A@type\np,1,Edm.Int32\n", "column A@type has the types of a column A, which is not"),
            ("PartitionKey,RowKey,N,N@type\np,1,,Edm.Int32\n", "a.csv:2: column N: an empty cell of type Edm.Int32"),
            ("PartitionKey,RowKey,First Name\np,1,x\n", "'First Name' cannot be the name of a property"),
        ):
            with self.subTest(text):
                done = self.run_command("import", "People", self.write("a.csv", text), expect=FAILED)
                self.assertIn(expected, done.stderr)
        self.assertIn("import TABLE FILE",
                      self.run_command("import", self.write("a.csv", EXCEL), expect=USAGE).stderr)
        self.assertEqual(list(self.folder.glob("*journal*")), [])

    def test_plain_csv_gets_keys_and_types(self) -> None:
        text = "Id,Country,Born,Alive,Note\nada,uk,1815,false,007\nalan,uk,1912,FALSE,\n"
        self.check_import("a.csv", text, [
            '{"PartitionKey":"uk","RowKey":"ada","Country":"uk","Born":1815,"Alive":false,"Note":"007"}\n',
            '{"PartitionKey":"uk","RowKey":"alan","Country":"uk","Born":1912,"Alive":false}\n',
        ], "--partition-key", "{property(Country)}", "--row-key", "Id", "--infer")
        self.check_import("b.csv", text, [
            '{"PartitionKey":"all","RowKey":"ada","Country":"uk","Born":"1815","Alive":"false","Note":"007"}\n',
            '{"PartitionKey":"all","RowKey":"alan","Country":"uk","Born":"1912","Alive":"FALSE"}\n',
        ], "--partition-key", "all", "--row-key", "Id")
        done = self.run_command("import", "People", self.write("c.csv", text), "--partition-key", "{property(Land)}",
                                "--row-key", "Id", expect=FAILED)
        self.assertIn("there is no column Land", done.stderr)

    def test_names_that_tell_no_form_are_refused(self) -> None:
        self.run_command("table", "create", "People")
        for target in ("x.parquet", "csv"):
            with self.subTest(target):
                done = self.run_command("export", "People", "-o", self.folder / target, expect=USAGE)
                self.assertIn("the name does not say what the file holds", done.stderr)
                self.assertFalse((self.folder / target).exists())
        self.run_command("export", "People", "-o", self.folder / "x.dat", "-f", "csv")
        self.run_command("import", "People", self.folder / "x.dat", expect=USAGE)
        self.run_command("import", "People", self.folder / "x.dat", "-f", "csv")

    def test_rejected_rows_go_to_a_file_and_can_be_mended(self) -> None:
        rows = [f"p,{number:04},{number}" for number in range(300)]
        rows[120], rows[250] = "p,0120,many", f"p,{'x' * 600}/,1"  # not a number; not a key
        source = self.write("a.csv", "PartitionKey,RowKey,N@Edm.Int32\n" + "\n".join(rows) + "\n")
        bad = self.folder / "bad.csv"
        done = self.run_command("import", "People", source, "--reject", bad, expect=INCOMPLETE)
        self.assertIn("298 entities imported", done.stdout)
        self.assertIn("2 rows of the file rejected", done.stderr)
        self.assertIn("a.csv:122: column N: 'many' is not a valid Edm.Int32", done.stderr)
        self.assertIn("a.csv:252: ", done.stderr)
        self.assertEqual(bad.read_text(), "PartitionKey,RowKey,N@Edm.Int32\n" + rows[120] + "\n" + rows[250] + "\n")
        self.assertEqual(list(self.folder.glob("*journal*")), [])
        self.run_command("import", "People", source, "--reject", source, expect=USAGE)
        bad.write_text(bad.read_text().replace("many", "120").replace("/", "").replace("x" * 600, "0250"))
        self.run_command("import", "People", bad)
        self.assertEqual(self.run_command("count", "People").stdout, "300\n")

    def test_json_rows_are_rejected_as_they_are(self) -> None:
        source = self.write("a.jsonl", HEADER + entity("1") + '{"PartitionKey":\n' + entity("a/b") + entity("2"))
        bad = self.folder / "bad.jsonl"
        self.run_command("import", source, "--reject", bad, expect=INCOMPLETE)
        self.assertEqual(self.lines("People"), [entity("1"), entity("2")])
        self.assertEqual(bad.read_text(), HEADER + '{"PartitionKey":\n' + entity("a/b"))

    def test_a_mended_file_goes_on_where_it_stopped(self) -> None:
        rows = [f"p,{number:05},{number}" for number in range(12_000)]
        rows[11_500] = "p,11500,many"
        source = self.write("a.csv", "PartitionKey,RowKey,N@Edm.Int32\n" + "\n".join(rows) + "\n")
        done = self.run_command("import", "People", source, expect=INCOMPLETE)
        self.assertIn("11,500 entities imported", done.stdout)
        self.assertIn("--resume to go on", done.stderr)
        source.write_text(source.read_text().replace("many", "11500"))
        done = self.run_command("import", "People", source, "--resume")
        self.assertIn("500 entities imported", done.stdout)
        self.assertEqual(self.run_command("count", "People").stdout, "12000\n")
        self.assertEqual(list(self.folder.glob("*journal*")), [])

    def test_a_place_where_no_journal_can_be_written_is_no_obstacle(self) -> None:
        text = "PartitionKey,RowKey,N@Edm.Int32\n" + "".join(f"p,{number:05},1\n" for number in range(10_500))
        source = self.write("a" * 245 + ".csv", text + "p,x,many\n")  # a longer name is impossible
        self.run_command("import", "People", source, expect=INCOMPLETE)
        journals = list((self.folder / ".local" / "state" / "rowhouse").glob("*journal"))
        self.assertEqual(len(journals), 1)
        source.write_text(text)
        self.run_command("import", "People", source, "--resume")
        self.assertFalse(journals[0].exists())

    def test_skipped_entities_are_not_counted_as_imported(self) -> None:
        source = self.write("a.jsonl", HEADER + entity("1") + entity("2"))
        self.run_command("import", self.write("b.jsonl", HEADER + entity("1")))
        done = self.run_command("import", source, "--on-conflict", "skip")
        self.assertIn("1 entity imported", done.stdout)
        self.assertIn("1 entity left unchanged", done.stdout)

    def test_azurite_database(self) -> None:
        expected = entity("1", ',"Name":"caf\u00e9","Born":1815,"Ratio":2.0,"Big@odata.type":"Edm.Int64",'
                               '"Big":"9007199254740993"')
        source = self.write("__azurite_db_table__.json", azurite("one"))
        done = self.run_command("import", source)
        self.assertIn("1 entity imported", done.stdout)
        self.assertEqual(self.run_command("table", "list").stdout, "Empty\nPeople\n")
        self.assertEqual(self.lines("People"), [expected])

        source.write_text(azurite("one", "two"))
        done = self.run_command("import", source, expect=FAILED)
        self.assertIn("the accounts one and two both have a table People", done.stderr)
        self.run_command("import", source, "--source-account", "two")
        done = self.run_command("import", source, "--source-account", "three", expect=FAILED)
        self.assertIn("no table of the account three, but of one, two", done.stderr)

    def test_plain_exports_and_system_properties(self) -> None:
        self.run_command("table", "create", "People")
        etag = self.run_command("entity", "insert", "People", "p", "1", "Big@int64=5", "Name=caf\u00e9", "X=").stdout.strip()

        def exported(name: str, *options: str) -> str:
            self.run_command("export", "People", "-o", self.folder / name, *options)
            text = (self.folder / name).read_text(encoding="utf-8")
            if "--bom" not in options:
                form = name.rpartition(".")[2].removesuffix("l")
                to_stdout = self.run_command("export", "People", "-f", form, *options).stdout
                self.assertEqual(text, to_stdout)
            return text

        self.assertEqual(exported("a.csv", "--plain"), "PartitionKey,RowKey,Big,Name,X\np,1,5,caf\u00e9,\n")
        self.assertEqual(exported("a.csv", "--bom"),
                         "\ufeffPartitionKey,RowKey,Big@Edm.Int64,Name,X\np,1,5,caf\u00e9,@Edm.String:\n")
        self.assertEqual(exported("a.jsonl", "--plain"),
                         '{"PartitionKey":"p","RowKey":"1","Big":5,"Name":"caf\u00e9","X":""}\n')
        line = json.loads(exported("a.jsonl", "--system").splitlines()[1])
        self.assertEqual(line["odata.etag"], etag)
        self.assertRegex(line["Timestamp"], r"^20\d\d-.*Z$")
        header, row = exported("b.csv", "--system").splitlines()
        self.assertEqual(header, "PartitionKey,RowKey,Timestamp,odata.etag,Big@Edm.Int64,Name,X")
        self.assertIn(line["Timestamp"], row)
        for name in ("a.jsonl", "b.csv"):
            self.run_command("import", "Again", self.folder / name)
            self.assertEqual(self.lines("Again"), self.lines("People"))
        self.run_command("export", "People", "-o", self.folder / "a.jsonl", "--bom", expect=USAGE)
