"""import, export and copy: nothing is lost, and a killed run continues where it was."""

import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.cli.case import CliTest, write_entities

MANY = 50_000


def has_bytes(parts: Path) -> bool:
    """Whether something was read into a part that is not whole."""
    try:
        return any(part.stat().st_size for part in parts.glob("part-*.open"))
    except FileNotFoundError:  # it became whole meanwhile
        return False


class TransferTest(CliTest):
    def check_same(self, left: Path, right: Path) -> None:
        self.assertTrue(left.read_bytes() == right.read_bytes(), f"{left} and {right} differ")

    def kill_when(self, enough: Callable[[], bool], *arguments: str | Path) -> None:
        """Starts the command and kills it once it has done enough; it must not have been at its end by then."""
        process = self.start(*arguments)
        deadline = time.monotonic() + 60
        while not enough() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGKILL, "it was faster than its killer")

    def counted(self, table: str) -> int:
        return int(self.run_command("count", table).stdout)

    def test_every_type_survives_both_formats(self) -> None:
        source, again, csv, csv_again = (self.folder / n for n in ("a.jsonl", "b.jsonl", "a.csv", "b.csv"))
        write_entities(source, "People", 3000)
        self.run_command("import", source)
        self.run_command("export", "People", "-o", again)
        self.check_same(source, again)

        self.run_command("export", "People", "-o", csv)
        elsewhere = self.serve("elsewhere")
        self.run_command("import", csv, "--table", "People", server=elsewhere)
        self.run_command("export", "People", "-o", csv_again, server=elsewhere)
        self.check_same(csv, csv_again)
        self.assertIn("Big@Edm.Int64", csv.read_text().partition("\n")[0])

    def test_killed_import_goes_on(self) -> None:
        source, again = self.folder / "a.jsonl", self.folder / "b.jsonl"
        write_entities(source, "People", MANY)
        journal = Path(f"{source}.import-journal")
        self.kill_when(lambda: journal.exists() and "entities 10000" in journal.read_text(), "import", source)
        self.assertLess(self.counted("People"), MANY)
        self.run_command("import", source, "--resume")
        self.run_command("export", "People", "-o", again)
        self.check_same(source, again)
        self.assertFalse(journal.exists())

    def test_killed_export_goes_on(self) -> None:
        source, again = self.folder / "a.jsonl", self.folder / "b.jsonl"
        write_entities(source, "People", MANY)
        self.run_command("import", source)
        parts = Path(f"{again}.partial")
        self.kill_when(lambda: has_bytes(parts),
                       "export", "People", "-o", again)
        self.assertFalse(again.exists(), "a file that is there is whole")
        self.run_command("export", "People", "-o", again, "--resume")
        self.check_same(source, again)
        self.assertFalse(parts.exists())

    def test_killed_copy_goes_on(self) -> None:
        source, again = self.folder / "a.jsonl", self.folder / "b.jsonl"
        write_entities(source, "People", MANY)
        self.run_command("import", source)
        journal = self.folder / "copy-journal"
        self.kill_when(lambda: journal.exists() and "\nplace" in journal.read_text(),
                       "copy", "People", "Copy", "--journal", journal)
        self.assertLess(self.counted("Copy"), MANY)
        self.run_command("copy", "People", "Copy", "--resume", "--journal", journal)
        self.run_command("export", "Copy", "-o", again)
        expected = source.read_bytes().replace(b'"table":"People"', b'"table":"Copy"', 1)
        self.assertTrue(expected == again.read_bytes())

    def test_copy_reaches_another_account(self) -> None:
        source, again = self.folder / "a.jsonl", self.folder / "b.jsonl"
        write_entities(source, "People", 2000)
        self.run_command("import", source)
        elsewhere = self.serve("elsewhere")
        there = self.environment(elsewhere)["AZURE_STORAGE_CONNECTION_STRING"]
        self.run_command("copy", "People", "--to-connection-string", there)
        self.run_command("export", "People", "-o", again, server=elsewhere)
        self.check_same(source, again)

    def test_conflicts_end_as_asked(self) -> None:
        file = self.folder / "a.csv"
        file.write_text("PartitionKey,RowKey,A@Edm.Int32,B\np,1,2,new\np,2,2,new\n")
        for policy, expected in (
            ("replace", '"A":2,"B":"new"'),
            ("merge", '"A":2,"B":"new","C":true'),
            ("skip", '"A":1,"C":true'),
        ):
            with self.subTest(policy):
                table = policy.capitalize()
                self.run_command("table", "create", table)
                self.run_command("entity", "insert", table, "p", "1", "A=1", "C=true")
                self.run_command("import", file, "--table", table, "--on-conflict", policy)
                first, second = self.run_command("query", table, "-o", "jsonl").stdout.splitlines()
                self.assertEqual(first, '{"PartitionKey":"p","RowKey":"1",' + expected + "}")
                self.assertIn('"RowKey":"2"', second)
        self.run_command("import", file, "--table", "Skip", "--on-conflict", "fail", expect=4)

    def test_faults_name_file_and_line(self) -> None:
        for name, text, expected in (  # only of b.csv something is taken
            ("a.jsonl", '{"PartitionKey":"p","RowKey":"r"}\n', "a.jsonl:1: the file does not say which table"),
            ("b.csv", "PartitionKey,RowKey,N@Edm.Int32\np,1,5\np,2,five\n", "b.csv:3: column N: 'five' is not a valid"),
            ("c.csv", "PartitionKey,N\n", "c.csv:1: column RowKey is missing"),
        ):
            with self.subTest(name):
                (self.folder / name).write_text(text)
                table = ("--table", "People") if name.endswith(".csv") else ()
                code = 7 if name == "b.csv" else 1
                done = self.run_command("import", self.folder / name, *table, expect=code)
                self.assertIn(expected, done.stderr)
