"""What runs leave behind for those that follow: no row is lost, written twice or resumed from another run's place."""

import signal
import time
from pathlib import Path

from tests.cli.case import CliTest

FAILED, USAGE, INCOMPLETE = 1, 2, 7

CSV = "PartitionKey,RowKey,N@Edm.Int32\n"


def header(table: str) -> str:
    return f'{{"rowhouse":"export","version":1,"table":"{table}"}}\n'


def entity(row: str, more: str = "") -> str:
    return f'{{"PartitionKey":"p","RowKey":"{row}"{more}}}\n'


def csv_rows(count: int, first: int = 0) -> list[str]:
    return [f"p{number % 7},{number:06},{number}\n" for number in range(first, count)]


class ResumingTest(CliTest):
    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_bytes(text.encode())
        return path

    def journals(self) -> list[str]:
        return [path.name for path in self.folder.rglob("*journal*")]

    def test_every_refused_row_is_rejected(self) -> None:
        rows = csv_rows(3000)
        source = self.write("a.csv", CSV + "".join(rows))
        self.run_command("import", "People", source)
        bad = self.folder / "bad.csv"
        done = self.run_command(
            "import", "People", source, "--on-conflict", "fail", "--reject", bad, expect=INCOMPLETE)
        self.assertIn("3,000 rows of the file rejected", done.stderr)
        self.assertEqual(sorted(bad.read_text().splitlines(keepends=True)[1:]), sorted(rows))

    def test_a_fresh_import_ends_the_journal_of_an_earlier_one(self) -> None:
        rows = csv_rows(9000)
        source = self.write("a.csv", CSV + "".join(rows[:8500]) + "p,x,many\n")
        self.run_command("import", "People", source, expect=INCOMPLETE)
        self.assertEqual(self.journals(), ["a.csv.import-journal"])
        source.write_text(CSV + "".join(rows))
        self.run_command("import", "People", source)
        self.assertEqual(self.journals(), [])
        self.run_command("table", "delete", "People", "--yes")
        self.run_command("import", "People", source, "--resume")
        self.assertEqual(self.run_command("count", "People").stdout, "9000\n")

    def test_a_fresh_copy_ends_the_journal_of_an_earlier_one(self) -> None:
        self.run_command("import", "People", self.write("a.csv", CSV + "".join(csv_rows(100))))
        journal = self.folder / "journal"
        journal.write_text("rowhouse-journal 2\nplace0 done\nend\n")
        self.run_command("copy", "People", "Pets", "--journal", journal)
        self.assertEqual(self.journals(), [])

    def test_a_reject_file_that_cannot_be_written_loses_no_row(self) -> None:
        rows = csv_rows(50)
        others = [row.rpartition(",")[0] + ",-1\n" for row in rows[10:20]]
        source = self.write("a.csv", CSV + "".join(rows))
        self.run_command("import", "People", self.write("b.csv", CSV + "".join(others)))
        options = ("import", "People", source, "--on-conflict", "fail", "--reject")
        done = self.run_command(*options, "/dev/full", expect=INCOMPLETE)
        self.assertIn("/dev/full: cannot be written", done.stderr)
        bad = self.folder / "bad.csv"
        self.run_command(*options, bad, "--resume", expect=INCOMPLETE)
        self.assertEqual(sorted(bad.read_text().splitlines(keepends=True)[1:]), sorted(rows[10:20]))

    def test_the_run_that_resumes_knows_its_own_writes_in_the_second_table(self) -> None:
        first = "".join(entity(f"{number}") for number in range(5))
        second = "".join(entity(f"{number:05}", f',"N":{number}') for number in range(2000))
        text = header("Pets") + first + header("People") + second
        source = self.write("a.jsonl", text + entity("x", ',"N":1}{'))
        self.run_command("import", source, "--on-conflict", "fail", expect=INCOMPLETE)
        journal = self.folder / "a.jsonl.import-journal"
        whole = journal.read_text()
        # As a kill before the first checkpoint leaves it.
        lines = {"offset": "offset 0", "hash": "hash 0000000000000000", "entities": "entities 0"}
        journal.write_text("".join(lines.get(line.split(" ")[0], line) + "\n" for line in whole.splitlines()))
        source.write_text(text)
        done = self.run_command("import", source, "--on-conflict", "fail", "--resume")
        self.assertIn("2,005 entities imported", done.stdout)

    def test_a_killed_import_is_resumed_before_its_first_checkpoint(self) -> None:
        slow = self.serve("slow", "--throttle=partition:500")  # of which those of one second are free
        rows = csv_rows(7000)
        source = self.write("a.csv", CSV + "".join(rows))
        options = ("import", "People", source, "--on-conflict", "fail")
        process = self.start(*options, "--keep-order", "--parallel", "1", server=slow)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None:
            if self.start("query", "People", "--limit", "1", "-o", "jsonl", server=slow).communicate()[0]:
                break
        process.kill()
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGKILL, "it was faster than its killer")
        self.assertEqual(self.journals(), ["a.csv.import-journal"])
        self.run_command(*options, "--resume", server=slow)
        self.assertEqual(self.run_command("count", "People", server=slow).stdout, "7000\n")

    def test_skipped_entities_are_not_counted_as_imported_by_a_run_that_fails(self) -> None:
        rows = csv_rows(100)
        self.run_command("import", "People", self.write("a.csv", CSV + "".join(rows)))
        source = self.write("b.csv", CSV + "".join(rows) + "p/x,y,1\n")
        done = self.run_command("import", "People", source, "--on-conflict", "skip", expect=FAILED)
        self.assertIn("100 entities left unchanged", done.stdout)
        self.assertNotIn("100 entities imported", done.stdout)

    def test_no_file_of_the_job_is_the_one_that_is_imported(self) -> None:
        source = self.write("a.csv", CSV + "".join(csv_rows(3)))
        for option in ("--reject", "--journal"):
            done = self.run_command("import", "People", source, option, source, expect=USAGE)
            self.assertIn(f"{option} {source} would overwrite the file that is imported", done.stderr)
        self.assertEqual(source.read_text(), CSV + "".join(csv_rows(3)))

    def test_a_file_that_is_no_journal_stays_as_it_is(self) -> None:
        source = self.write("a.csv", CSV + "".join(csv_rows(3)))
        self.run_command("import", "People", source)
        notes = self.write("notes.txt", "keep me\n")
        for command in (("import", "Others", source), ("copy", "People", "Copied")):
            done = self.run_command(*command, "--journal", notes, expect=USAGE)
            self.assertIn(f"--journal {notes}: the file exists and is not a journal", done.stderr)
            self.assertEqual(notes.read_text(), "keep me\n")

    def test_rejected_rows_keep_their_tables_in_the_file_of_two_runs(self) -> None:
        text = header("Pets") + entity("a/b") + entity("1") + header("People") + entity("c/d") + entity("2")
        source = self.write("a.jsonl", text)
        bad = self.folder / "bad.jsonl"
        self.run_command("import", source, "--reject", bad, expect=INCOMPLETE)
        self.run_command("import", source, "--reject", bad, "--resume", expect=INCOMPLETE)
        once = header("Pets") + entity("a/b") + header("People") + entity("c/d")
        self.assertEqual(bad.read_text(), once * 2)

    def test_rejected_rows_keep_the_types_that_other_rows_say(self) -> None:
        types = "Edm.String,Edm.String,Edm.Int32\n"
        for name, text, good in (
            ("below", "PartitionKey,RowKey,N\n" + types + "p,1,5\np,2,many\n", "6"),
            ("first", "PartitionKey,RowKey,N,N@type\np,1,5,Edm.Int32\np,2,many,\n", "6"),
        ):
            with self.subTest(name):
                bad = self.folder / f"{name}-bad.csv"
                source = self.write(f"{name}.csv", text)
                self.run_command("import", "People", source, "--reject", bad, expect=INCOMPLETE)
                bad.write_text(bad.read_text().replace("many", good))
                self.run_command("import", "People", bad)
                rows = self.run_command("query", "People", "-o", "jsonl").stdout
                self.assertEqual(rows, entity("1", ',"N":5') + entity("2", ',"N":6'))

    def test_a_file_of_other_rejected_rows_is_left_as_it_is(self) -> None:
        source = self.write("a.csv", CSV + "p,1,many\n")
        bad = self.write("bad.csv", "Other,Columns\n1,2\n")
        done = self.run_command("import", "People", source, "--reject", bad, "--resume", expect=USAGE)
        self.assertIn("holds rows of other columns", done.stderr)
        self.assertEqual(bad.read_text(), "Other,Columns\n1,2\n")

    def test_a_row_is_rejected_by_one_run(self) -> None:
        wrong = '{"PartitionKey":"p","RowKey":"2","N@odata.type":"Edm.Int64","N":"x"}'
        source = self.write("a.json", "[" + entity("1").strip() + "," + wrong + ",5]")
        bad = self.folder / "bad.jsonl"
        options = ("import", "People", source, "--reject", bad)
        self.run_command(*options, expect=INCOMPLETE)
        source.write_text(source.read_text().replace(",5]", "," + entity("3").strip() + "]"))
        self.run_command(*options, "--resume")
        self.assertEqual(bad.read_text(), wrong + "\n")
        self.assertEqual(self.run_command("count", "People").stdout, "2\n")

    def test_only_an_import_with_the_same_options_is_resumed(self) -> None:
        source = self.write("a.csv", CSV + "".join(csv_rows(5)) + "p,x,many\n")
        self.run_command("import", "People", source, expect=INCOMPLETE)
        for option in (("--infer",), ("--row-key", "N"), ("--partition-key", "x"), ("--format", "json")):
            done = self.run_command("import", "People", source, "--resume", *option, expect=USAGE)
            self.assertIn(f"was started with {option[0]} '", done.stderr)

    def test_an_entity_with_an_array_spoils_no_other(self) -> None:
        wrong = '{"value":[1,2],"PartitionKey":"p","RowKey":"2"}\n'
        source = self.write("a.jsonl", wrong + entity("1"))
        bad = self.folder / "bad.jsonl"
        self.run_command("import", "People", source, "--reject", bad, expect=INCOMPLETE)
        self.assertEqual(bad.read_text(), wrong)
        self.assertEqual(self.run_command("count", "People").stdout, "1\n")
