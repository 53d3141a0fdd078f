"""The files of ../shared/files, after public reports, where they are there: each has the outcome that its README wants."""

import shutil
import unittest
from pathlib import Path

from tests.cli.case import CliTest
from tests.support.places import shared

FAILED, INCOMPLETE = 1, 7


@unittest.skipUnless(shared("files"), "without ../shared/files")
class SharedFilesTest(CliTest):
    def setUp(self) -> None:
        super().setUp()
        # A copy: what is written beside a file must not end up there.
        self.files: Path = shutil.copytree(shared("files"), self.folder / "files")
        for folder in (self.files, *self.files.glob("*/")):
            folder.chmod(0o755)

    def taken(self, name: str, *options: str) -> list[str]:
        """The entities of a file that is taken whole; nothing is written beside it."""
        self.run_command("table", "delete", "People", "--yes", "--if-exists")
        self.run_command("import", "People", self.files / name, *options)
        return self.run_command("query", "People", "-o", "jsonl").stdout.splitlines()

    def test_files_of_storage_explorer_and_excel(self) -> None:
        self.assertIn('"Enabled":true', self.taken("f01-explorer-excel.typed.csv")[0])
        types = self.taken("f03-short-types.csv")
        self.assertEqual(len(types), 8)
        self.assertIn('"long@odata.type":"Edm.Int64","long":"9007199254740993"', "".join(types))
        self.assertEqual([line.count('"Name"') for line in self.taken("f09-empty-keys.csv")], [1, 1])
        self.assertEqual(self.taken("f11-header-only.csv"), [])
        self.assertIn('"Name":"M\u00fcller, Hans","Price":1.5', self.taken("f13-semicolons.csv")[0])
        self.assertIn('"Count":"5"', self.taken("f18-empty-type-columns.csv")[0])
        self.assertEqual(len(self.taken("f21-duplicates-and-disorder.csv")), 260)

    def test_json_as_the_service_answers(self) -> None:
        for name in ("f19-rest-lines.jsonl", "f19c-rest-answer.json"):
            first, second = self.taken(name)
            self.assertIn('"Big@odata.type":"Edm.Int64","Big":"12","Price":2.0', first)
            self.assertIn('"When@odata.type":"Edm.DateTime"', second)
            self.assertNotIn("Nothing", second)
        self.assertIn('"Big@odata.type":"Edm.Int64","Big":"9007199254740993"', self.taken("f27-bare-big-integer.jsonl")[0])

    def test_what_cannot_be_taken_is_named(self) -> None:
        for name, code, expected in (
            ("f06-null-in-int32.csv", INCOMPLETE, "f06-null-in-int32.csv:3: column N: 'null' is not a valid Edm.Int32"),
            ("f07-partitionkey-case.csv", FAILED, "column PartitionKey is missing; 'Partitionkey' has different capitals"),
        ):
            self.assertIn(expected, self.run_command("import", "People", self.files / name, expect=code).stderr)

    def test_azurite_database(self) -> None:
        database = self.files / "f15-azurite" / "__azurite_db_table__.json"
        self.run_command("import", database)
        self.assertEqual(self.run_command("table", "list").stdout, "Claims\nEmpty\n")
        imported = self.run_command("query", "Claims", "-o", "jsonl").stdout
        self.assertIn('"big@odata.type":"Edm.Int64","big":"9007199254740993"', imported)
        seeded = self.serve("seeded", "--seed", database)
        self.assertEqual(self.run_command("query", "Claims", "-o", "jsonl", server=seeded).stdout, imported)
        self.assertEqual(self.run_command("table", "list", server=seeded).stdout, "Claims\nEmpty\n")
