"""What the command does with wrong input, outputs that fail, and runs that are resumed with something else."""

import contextlib
import os
import resource
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from tests.cli.case import COMMAND, CliTest, write_entities
from tests.support.client import ACCOUNT, KEY

FAILED, USAGE, NOT_FOUND, CONFLICT, DENIED, UNAVAILABLE, INCOMPLETE = 1, 2, 3, 4, 5, 6, 7

HEADER = '{"rowhouse":"export","version":1,"table":"People"}\n'


def entity(row: str, more: str = "") -> str:
    return f'{{"PartitionKey":"p","RowKey":"{row}"{more}}}\n'


class FaultsTest(CliTest):
    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_bytes(text.encode())
        return path

    def kill_import(self, source: Path, *options: str) -> Path:
        """Returns the journal of an import that was killed in the middle."""
        journal = Path(f"{source}.import-journal")
        process = self.start("import", source, *options)
        deadline = time.monotonic() + 60
        while not (journal.exists() and "entities 10000" in journal.read_text()) and time.monotonic() < deadline:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return journal

    def test_refusal_of_an_unknown_option_shows_no_key(self) -> None:
        for option in (("--acount-key", "SECRET"), ("--acount-key=SECRET",)):
            refused = self.run_command("table", "list", *option, expect=2)
            self.assertIn("unknown option --acount-key\n", refused.stderr)
            self.assertNotIn("SECRET", refused.stdout + refused.stderr)

    def test_slips_are_answered_by_what_was_meant(self) -> None:
        self.run_command("table", "create", "People")
        for arguments, status, wanted in (
            (("tabel", "list"), USAGE, "unknown command 'tabel'; did you mean 'table'?\nrowhouse help shows all"),
            (("table", "lsit"), USAGE, "unknown command 'table lsit'; did you mean 'list'?\nrowhouse help table shows"),
            (("query", "People", "--fliter", "x"), USAGE,
             "unknown option --fliter; did you mean --filter?\nrowhouse help query shows"),
            (("query", "Poeple"), NOT_FOUND, "Did you mean People?"),
            (("entity", "insert", "Peopl", "a", "b"), NOT_FOUND, "Did you mean People?"),
            (("frobnicate",), USAGE, "unknown command 'frobnicate'\n"),
        ):
            with self.subTest(arguments):
                self.assertIn(wanted, self.run_command(*arguments, expect=status).stderr)

    def test_filter_slips_get_a_hint(self) -> None:
        row = entity("1", ',"City":"London","Born":1815,"Big@odata.type":"Edm.Int64","Big":"7"')
        self.run_command("import", self.write("a.jsonl", HEADER + row))
        for text, hint in (
            ('City eq "London"', "put text in single quotes: 'London'"),
            ("City = 'London'", "'=' is written 'eq'"),
            ("City == 'London'", "'==' is written 'eq'"),
            ("City != 'London'", "'!=' is written 'ne'"),
            ("Born eq 1 && Born eq 2", "'&&' is written 'and'"),
            ("City like 'L%'", "there is no 'like'"),
            ("contains(City,'L')", "there is no 'contains'"),
            ("City in ('London')", "there is no 'in'"),
            ("When gt 2026-01-31", "datetime'2026-01-31T00:00:00Z'"),
            ("Big eq 5000000000", "5000000000L"),
            ("Id eq 6f9619ff-8b86-d011-b42d-00c04fc964ff", "guid'6f9619ff-8b86-d011-b42d-00c04fc964ff'"),
            ("City eq London", "'London'"),
            ("Id eq '6f9619ff-8b86-d011-b42d-00c04fc964ff'", "guid'6f9619ff-8b86-d011-b42d-00c04fc964ff'"),
        ):
            for command in (("query", "People"), ("count", "People")):
                with self.subTest(text, command=command):
                    process = self.start(*command, "--filter", text)
                    _, errors = process.communicate(timeout=60)
                    self.assertEqual(errors.count("hint: "), 1, errors)
                    self.assertIn(hint, errors)
        done = self.run_command("query", "People", "--filter", "City eq 'London' and Born eq 1815")
        self.assertNotIn("hint", done.stderr)

    def test_options_may_stand_before_the_command(self) -> None:
        account = self.environment()["AZURE_STORAGE_CONNECTION_STRING"]
        for words in (
            ("--connection-string", account), (f"--connection-string={account}",), ("--insecure", "--timeout", "9"),
        ):
            self.run_command(*words, "table", "create", "People", "--if-missing")
        self.assertEqual(self.run_command("--timeout", "9", "count", "People").stdout, "0\n")
        self.assertIn("unknown command 'tabel'", self.run_command("--timeout", "9", "tabel", expect=USAGE).stderr)
        self.assertIn("--wrong", self.run_command("--wrong", "table", "list", expect=USAGE).stderr)
        self.run_command("--timeout", "9", expect=USAGE)

    def test_output_that_is_lost_is_no_success(self) -> None:
        self.run_command("import", self.write("a.jsonl", HEADER + entity("1")))
        for arguments in (
            ("query", "People"),
            ("query", "People", "-o", "csv"),
            ("export", "People"),
            ("count", "People"),
            ("table", "list"),
            ("man",),
            ("--help",),
        ):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE,
                                      env=self.environment(), text=True, check=False)
                self.assertEqual(done.returncode, FAILED)
                self.assertIn("No space left on device", done.stderr)

    def test_a_full_temporary_folder_is_an_error(self) -> None:
        """A file of the command may have one byte; stdout is a pipe."""

        def limit_files() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))

        self.run_command("import", self.write("a.jsonl", HEADER + entity("1")))
        for arguments in (("query", "People", "-o", "csv"), ("export", "People", "-f", "csv")):
            with self.subTest(arguments):
                process = self.start(*arguments, preexec_fn=limit_files)
                errors = process.communicate(timeout=60)[1]
                self.assertEqual(process.returncode, FAILED)
                self.assertIn("the temporary file cannot be written", errors)

    def test_a_reader_that_has_enough_ends_the_command(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 5000)
        self.run_command("import", source)
        process = self.start("export", "People")
        self.assertIn("rowhouse", process.stdout.readline())
        process.stdout.close()
        self.assertEqual(process.wait(60), -signal.SIGPIPE)
        process.stderr.close()

    def test_export_replaces_nothing_but_files(self) -> None:
        self.run_command("table", "create", "People")
        folder = self.folder / "folder"
        folder.mkdir()
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        (self.folder / "mine.partial").mkdir()
        self.write("mine.partial/own.txt", "own")
        for target in (folder, pipe, self.folder / "none" / "a.jsonl", self.folder / "mine"):
            with self.subTest(target):
                self.run_command("export", "People", "-o", target, expect=USAGE)
        self.assertTrue(pipe.is_fifo() and folder.is_dir() and (self.folder / "mine.partial" / "own.txt").exists())
        self.run_command("export", "Nobody", "-o", self.folder / "b.jsonl", expect=NOT_FOUND)
        self.assertEqual(list(self.folder.glob("b.jsonl*")), [])
        self.run_command("copy", "Nobody", "Copy", expect=NOT_FOUND)
        self.assertEqual(self.run_command("table", "list").stdout, "People\n")

    def test_import_names_the_line_that_was_refused(self) -> None:
        many = "".join(entity(str(number)) for number in range(40))
        long_text = f',"A":"{"x" * 40_000}"'
        huge = f',"A":"{"x" * 5_000_000}"'
        properties = "".join(f',"P{number}":1' for number in range(253))
        for name, text, expected in (
            ("value", entity("big", long_text), "value.jsonl:42: the entity was refused: PartitionKey 'p', RowKey 'big'"),
            ("request", entity("big", huge), "request.jsonl:42: "),
            ("properties", entity("big", properties), "properties.jsonl:42: "),
            ("key", entity("a/b"), "key.jsonl:42: "),
            ("json", '{"PartitionKey":\n', "json.jsonl:42: not an entity: the JSON is broken at column 17"),
            ("nul", entity("x\0"), "nul.jsonl:42: not an entity"),
            ("type", entity("1", ',"G@odata.type":"Edm.Guid","G":"no"'), "type.jsonl:42: not an entity"),
            ("line", entity("big", f',"A":"{"x" * 20_000_000}"'), "line.jsonl:42: a line of more than 16 MiB"),
        ):
            with self.subTest(name):
                done = self.run_command("import", self.write(f"{name}.jsonl", HEADER + many + text), expect=INCOMPLETE)
                self.assertIn(expected, done.stderr)
                self.assertIn("40 entities imported", done.stdout)
                self.assertIn("--resume to go on", done.stderr)
        most = "".join(f',"P{number}":1' for number in range(252))
        self.run_command("import", self.write("most.jsonl", HEADER + entity("most", most)))

    def test_import_takes_what_others_write(self) -> None:
        for name, text, expected in (
            ("bom.jsonl", "\ufeff" + HEADER + entity("1"), [entity("1")]),
            ("crlf.jsonl", HEADER.replace("\n", "\r\n") + entity("1").replace("\n", "\r\n") + "\r\n", [entity("1")]),
            ("no-break.jsonl", HEADER + entity("1").rstrip(), [entity("1")]),
            ("empty.jsonl", "", []),
            ("excel.csv", "\ufeffPartitionKey,RowKey,A\r\np,1,\"x\r\n\"\"y\"\"\"\r\np,\u732b,\U0001f600\r\n",
             [entity("1", ',"A":"x\\r\\n\\"y\\""'), entity("\u732b", ',"A":"\U0001f600"')]),
            ("twice.jsonl", HEADER + entity("1", ',"A":1') + entity("1", ',"B":2'), [entity("1", ',"B":2')]),
        ):
            with self.subTest(name):
                self.run_command("table", "delete", "People", "--yes", "--if-exists")
                self.run_command("table", "create", "People")
                self.run_command("import", self.write(name, text), "--table", "People")
                self.assertEqual(self.run_command("query", "People", "-o", "jsonl").stdout, "".join(expected))

    def test_import_reads_pipes(self) -> None:
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        process = self.start("import", pipe)
        pipe.write_text(HEADER + entity("1"))
        self.assertIn("1 entity imported", process.communicate(timeout=60)[0])
        self.assertEqual(process.returncode, 0)
        self.run_command("import", self.folder, "--table", "People", expect=FAILED)

    def test_a_second_table_is_refused_also_by_the_run_that_resumes(self) -> None:
        first = HEADER + "".join(entity(f"{number:05}") for number in range(12_000))
        source = self.write("a.jsonl", first + HEADER.replace("People", "Pets") + entity("cat"))
        for more, code in (((), INCOMPLETE), (("--resume",), FAILED)):
            done = self.run_command("import", source, "--table", "One", *more, expect=code)
            self.assertIn("a.jsonl:12002: the file holds a second table", done.stderr)
        self.assertNotIn("cat", self.run_command("query", "One", "--row-prefix", "c", "-o", "jsonl").stdout)

    def test_only_the_same_import_is_resumed(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 40_000)
        journal = self.kill_import(source)
        whole = journal.read_text()
        place = whole.split("offset ")[1].split("\n")[0]
        for damaged in ("", whole[:40], whole.replace(f"offset {place}", "offset"), whole.removesuffix("end\n")):
            with self.subTest(damaged):
                journal.write_text(damaged)
                self.assertIn("start over", self.run_command("import", source, "--resume", expect=FAILED).stderr)
        journal.write_text(whole)
        self.run_command("import", source, "--table", "Other", "--resume", expect=USAGE)
        text = source.read_bytes()
        source.write_bytes(text.replace(b"row-000001", b"row-00000X", 1))
        done = self.run_command("import", source, "--resume", expect=USAGE)
        self.assertIn("is no longer the same", done.stderr)
        source.write_bytes(text[: len(text) // 8])
        self.assertIn("is no longer the same", self.run_command("import", source, "--resume", expect=USAGE).stderr)
        source.write_bytes(text)  # at another time
        self.run_command("import", source, "--resume")
        self.run_command("export", "People", "-o", self.folder / "b.jsonl")
        self.assertTrue((self.folder / "b.jsonl").read_bytes() == text)

    def test_only_the_same_export_and_copy_are_resumed(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 20_000)
        self.run_command("import", source)
        self.run_command("copy", "People", "Pets")
        target, journal = self.folder / "b.jsonl", self.folder / "journal"
        plan = self.folder / "b.jsonl.partial" / "plan"
        self.kill_when_there(plan, "export", "People", "-o", target)
        self.kill_when_there(journal, "copy", "People", "Third", "--journal", journal)
        self.run_command("export", "Pets", "-o", target, "--resume", expect=USAGE)
        self.run_command("export", "People", "--filter", "Number gt 5", "-o", target, "--resume", expect=USAGE)
        self.run_command("copy", "Pets", "Third", "--journal", journal, "--resume", expect=USAGE)
        for file, arguments in ((plan, ("export", "People", "-o", target)),
                                (journal, ("copy", "People", "Third", "--journal", journal))):
            whole = file.read_text()
            file.write_text(whole[: len(whole) // 2])
            self.assertIn("start over", self.run_command(*arguments, "--resume", expect=FAILED).stderr)
            file.write_text(whole)
            self.run_command(*arguments, "--resume")
        self.assertTrue(target.read_bytes() == source.read_bytes())
        self.assertEqual(self.run_command("count", "Third").stdout, "20000\n")

    def kill_when_there(self, file: Path, *arguments: str | Path) -> None:
        process = self.start(*arguments)
        while not file.exists() and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.assertTrue(file.exists(), "it was faster than its killer")

    def test_messages_carry_no_control_characters(self) -> None:
        self.run_command("table", "create", "People")
        for arguments in (
            ("entity", "insert", "People", "a\x1b[31m", "b\x07"),
            ("entity", "insert", "People", "a", "b", "N\x1b=1"),
            ("query", "People", "--filter", "A eq '\x1b]0;x"),
            ("no\x1b[31mcommand",),
            ("table", "list", "--\x1b[31m"),
        ):
            with self.subTest(arguments):
                process = self.start(*arguments)
                _, errors = process.communicate()
                self.assertNotEqual(process.returncode, 0)
                self.assertNotIn("\x1b", errors)

    def test_signatures_are_taken_as_they_are_printed(self) -> None:
        self.run_command("import", self.write("a.jsonl", HEADER + entity("1")))
        url = self.run_command("sas", "People").stdout.strip()
        self.assertIn('"RowKey":"1"', self.run_command("query", "People", "--sas", url, "-o", "jsonl").stdout)
        url = self.run_command("sas").stdout.strip()
        self.assertEqual(self.run_command("table", "list", "--sas", url).stdout, "People\n")
        over = self.run_command("sas", "People", "--expiry", "2020-01-01T00:00Z").stdout.strip()
        self.run_command("query", "People", "--sas", over, expect=DENIED)
        # A limit that would not be in the signature must not be dropped in silence.
        self.run_command("sas", "People", "--to-row", "5", expect=USAGE)
        self.run_command("sas", "--to-partition", "5", expect=USAGE)
        self.run_command("sas", "--policy", "readers", expect=USAGE)

    def test_http_to_a_port_for_tls_and_a_certificate_that_is_not_trusted(self) -> None:
        server = self.serve("tls", "--tls-self-signed")
        url = f"https://localhost:{server.tls_port}/{ACCOUNT}"
        account = ("--account", ACCOUNT, "--key", KEY)
        for command in (("table", "list"), ("partitions", "People"), ("table", "create", "People")):
            with self.subTest(command):
                plain = url.replace("https:", "http:")
                done = self.run_command(*command, *account, "--endpoint", plain, expect=FAILED)
                self.assertIn("This port speaks TLS: begin the URL with https:// (400)", done.stderr)
                self.assertNotIn("( ", done.stderr)
                done = self.run_command(*command, *account, "--endpoint", url, expect=UNAVAILABLE)
                self.assertIn(f"https://localhost:{server.tls_port} cannot be reached", done.stderr)
                self.assertIn("--ca-file names such a file", done.stderr)
                self.assertNotIn("ca_file", done.stderr)
                done = self.run_command(*command, "--ca-file", "/dev/null", expect=USAGE)
                self.assertIn("--ca-file: the file of certificates '/dev/null' has none in PEM", done.stderr)

    def test_an_answer_that_is_lost(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            def hang_up() -> None:
                with contextlib.suppress(OSError):
                    while True:
                        peer, _ = listener.accept()
                        with peer:
                            peer.recv(65536)
            threading.Thread(target=hang_up, daemon=True).start()
            account = ("--account", ACCOUNT, "--key", KEY, "--timeout", "60",
                       "--endpoint", f"http://127.0.0.1:{listener.getsockname()[1]}/{ACCOUNT}")
            read = self.run_command("entity", "get", "People", "a", "b", *account, expect=UNAVAILABLE).stderr
            self.assertIn("The answer was lost", read)
            self.assertIn("nothing has changed", read)
            write = self.run_command("entity", "insert", "People", "a", "b", *account, expect=UNAVAILABLE).stderr
            self.assertIn("It may have been done or not", write)
            listener.shutdown(socket.SHUT_RDWR)

    def test_numbers_out_of_range_are_refused(self) -> None:
        self.run_command("table", "create", "People")
        for arguments, wanted in (
            (("query", "People", "--limit", "-1"), "--limit: '-1' is not a whole number from 0 on"),
            (("query", "People", "--limit", "x"), "--limit: 'x' is not a whole number from 0 on"),
            (("import", "-", "--parallel", "0"), "--parallel: '0' is not a whole number from 1 to 64"),
            (("count", "People", "--timeout", "0"), "--timeout: '0' is not a whole number from 1 to 3600"),
        ):
            with self.subTest(arguments):
                self.assertIn(wanted, self.run_command(*arguments, expect=USAGE).stderr)
