"""Looking at a table and changing an entity by hand: what a person at a terminal does."""

import fcntl
import http.server
import json
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from tests.cli.case import COMMAND, CliTest

FAILED, USAGE, CONFLICT, UNAVAILABLE = 1, 2, 4, 6

PEOPLE = (
    ("uk", "ada", 1815, "London"),
    ("uk", "alan", 1912, "London"),
    ("us", "grace", 1906, "New York"),
    ("us", "john", None, "Budapest, the capital of Hungary, on both banks of the Danube"),
)


class LookingTest(CliTest):
    def fill(self) -> None:
        source = self.folder / "people.jsonl"
        with source.open("w", encoding="utf-8") as file:
            file.write('{"rowhouse":"export","version":1,"table":"People"}\n')
            for partition, row, born, city in PEOPLE:
                entity = {"PartitionKey": partition, "RowKey": row, "City": city}
                file.write(json.dumps(entity if born is None else entity | {"Born": born}) + "\n")
        self.run_command("import", source)

    def lines(self, *arguments: str) -> list[str]:
        return self.run_command(*arguments).stdout.splitlines()

    def on_terminal(self, width: int, *arguments: str) -> list[str]:
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
        with subprocess.Popen([COMMAND, *arguments], stdin=follower, stdout=follower, stderr=follower,
                              env=self.environment(), start_new_session=True) as process:
            os.close(follower)
            shown = b""
            while select.select([leader], [], [], 20)[0]:
                try:
                    shown += os.read(leader, 65536)
                except OSError:  # closed on the other side
                    break
            self.assertEqual(process.wait(20), 0)
        os.close(leader)
        return shown.decode().replace("\r", "").splitlines()

    def test_tables_fit_a_terminal_and_are_whole_in_a_pipe(self) -> None:
        self.fill()
        for width in (30, 40, 60):
            shown = self.on_terminal(width, "query", "People")
            table = [line for line in shown if not line.startswith("(")]
            self.assertTrue(all(len(line) <= width for line in table), table)
            self.assertTrue(any("…" in line for line in table), table)
        whole = self.on_terminal(120, "query", "People")
        self.assertIn("both banks of the Danube", "\n".join(whole))
        self.assertEqual(whole, self.lines("query", "People"))
        narrow = self.on_terminal(20, "query", "People")
        self.assertIn("2 columns not shown", narrow[-1])

    def test_select_keeps_numbers_at_the_right(self) -> None:
        self.fill()
        self.assertEqual(self.lines("query", "People", "--partition", "us", "--select", "Born,Born2"), [
            "PartitionKey  RowKey  Born  Born2",
            "────────────  ──────  ────  ─────",
            "us            grace   1906",
            "us            john",
        ])

    def test_the_header_comes_once_in_a_pipe(self) -> None:
        source = self.folder / "many.jsonl"
        with source.open("w", encoding="ascii") as file:
            file.write('{"rowhouse":"export","version":1,"table":"Many"}\n')
            for number in range(2500):
                file.write(f'{{"PartitionKey":"p","RowKey":"{number:05}","N":{number}}}\n')
        self.run_command("import", source)
        shown = self.lines("query", "Many")
        self.assertEqual(sum("PartitionKey" in line for line in shown), 1)
        self.assertEqual(len(shown), 2 + 2500)

    def test_nothing_found_is_said_beside_the_output(self) -> None:
        self.fill()
        for more in ((), ("--expanded",)):
            done = self.run_command("query", "People", "--filter", "Born eq 1", *more)
            self.assertEqual((done.stdout, done.stderr), ("", "(0 rows)\n"))
        done = self.run_command("query", "People", "--filter", "Born eq 1", "-o", "json")
        self.assertEqual((done.stdout, done.stderr), ("[]\n", ""))

    def test_expanded_has_a_property_a_line(self) -> None:
        self.fill()
        self.assertEqual(self.lines("query", "People", "--expanded", "--limit", "2"), [
            "PartitionKey  uk", "RowKey        ada", "City          London", "Born          1815",
            "",
            "PartitionKey  uk", "RowKey        alan", "City          London", "Born          1912",
        ])
        self.run_command("query", "People", "--expanded", "-o", "json", expect=USAGE)

    def test_order(self) -> None:
        self.fill()

        def rows(*arguments: str) -> list[str]:
            return [json.loads(line)["RowKey"] for line in self.lines("query", "People", "-o", "jsonl", *arguments)]

        self.assertEqual(rows("--order-by", "Born"), ["john", "ada", "grace", "alan"])
        self.assertEqual(rows("--sort", "City, Born desc"), ["john", "alan", "ada", "grace"])
        self.assertEqual(rows("--order-by", "Born desc", "--limit", "2"), ["alan", "grace"])
        self.assertEqual(rows("--order-by", "Born desc", "--limit", "1", "--select", "Born"), ["alan"])
        for wrong in (("--order-by", "Born down"), ("--order-by", "Born", "--select", "City")):
            self.run_command("query", "People", *wrong, expect=USAGE)

    def test_groups_and_properties(self) -> None:
        self.fill()
        self.assertEqual(self.lines("count", "People", "--by", "City")[2], "London" + " " * 61 + "2")
        by_two = self.lines("count", "People", "--by", "PartitionKey,City", "--filter", "Born lt 1910")
        self.assertEqual([line.split()[-1] for line in by_two[2:]], ["1", "1"])
        done = self.run_command("describe", "People")
        self.assertEqual([line.split() for line in done.stdout.splitlines()[2:]], [
            ["PartitionKey", "Edm.String", "4", "100", "%"],
            ["RowKey", "Edm.String", "4", "100", "%"],
            ["City", "Edm.String", "4", "100", "%"],
            ["Born", "Edm.Int32", "3", "75", "%"],
        ])
        self.assertEqual(done.stderr.splitlines()[-1], "(4 entities read)")
        self.assertIn("1 entity read", self.run_command("describe", "People", "--limit", "1").stderr)

    def test_following_shows_each_change_once(self) -> None:
        self.fill()
        process = self.start("query", "People", "--follow", "-o", "jsonl", "--filter", "City eq 'Rome'")
        shown: list[str] = []
        came = threading.Condition()

        def read() -> None:
            for line in process.stdout:
                with came:
                    shown.append(json.loads(line)["RowKey"])
                    came.notify()

        reader = threading.Thread(target=read)
        reader.start()
        for number, row in enumerate(("one", "two", "one"), 1):
            self.run_command("entity", "upsert", "People", "it", row, "City=Rome", f"N={number}")
            self.run_command("entity", "upsert", "People", "it", "other", "City=Milan")
            with came:
                self.assertTrue(came.wait_for(lambda n=number: len(shown) == n, 20), shown)
        time.sleep(1.2)  # one more question
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(20), 0)
        reader.join()
        process.stdout.close()
        self.assertEqual((shown, process.stderr.read()), (["one", "two", "one"], ""))
        process.stderr.close()
        for wrong in (("-o", "csv"), ("-o", "json"), ("--newest-first",), ("--order-by", "N")):
            self.run_command("query", "People", "--follow", *wrong, expect=USAGE)

    def test_ping_waits_for_a_server(self) -> None:
        self.assertRegex(self.run_command("ping").stdout, rf"^{self.server.endpoint} answers in [\d.]+ ms\n$")
        self.server.kill()
        done = self.run_command("ping", expect=UNAVAILABLE)
        self.assertIn("cannot be reached", done.stderr)
        self.run_command("ping", "--wait", "1", expect=UNAVAILABLE)

        class Tables(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", "12")
                self.end_headers()
                self.wfile.write(b'{"value":[]}')

            def log_message(self, *_) -> None:
                pass

        process = self.start("ping", "--wait", "30")
        time.sleep(0.5)
        with http.server.HTTPServer(("127.0.0.1", self.server.port), Tables) as late:
            late.timeout = 20
            late.handle_request()
        shown, errors = process.communicate(timeout=20)
        self.assertEqual((process.returncode, errors), (0, ""))
        self.assertIn("answers in", shown)

    @staticmethod
    def as_at_a_terminal() -> None:
        """A shell cannot trap a signal that is ignored from its start on, as in what runs in the background."""
        for number in (signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)

    def edit(self, script: str, expect: int = 0) -> subprocess.CompletedProcess:
        """Runs `entity edit` with a shell script as the editor, whose argument is the file."""
        editor = self.folder / "editor"
        editor.write_text(f"#!/bin/sh\n{script}\n")
        editor.chmod(0o700)
        done = subprocess.run([COMMAND, "entity", "edit", "People", "uk", "ada"], capture_output=True, text=True,
                              env=self.environment() | {"EDITOR": str(editor), "TMPDIR": str(self.folder)},
                              timeout=60, check=False, start_new_session=True, preexec_fn=self.as_at_a_terminal)
        self.assertEqual(done.returncode, expect, done.stderr)
        return done

    def left(self) -> list[Path]:
        return list(self.folder.glob("rowhouse-*.json"))

    def born(self) -> int:
        return json.loads(self.run_command("query", "People", "--row-prefix", "ada", "-o", "jsonl").stdout)["Born"]

    def test_edit(self) -> None:
        self.fill()
        self.assertRegex(self.edit("sed -i 's/1815/1816/' \"$1\"").stdout, r"^W/")
        self.assertEqual(self.born(), 1816)
        self.assertIn("Nothing was changed", self.edit("true").stderr)
        self.assertIn("the editor", self.edit("exit 3", expect=FAILED).stderr)
        self.assertEqual(self.left(), [])
        for script, said in (
            ("echo '{' > \"$1\"", "Nothing was written"),
            ("sed -i s/ada/eve/ \"$1\"", "the key of an entity cannot be changed"),
        ):
            done = self.edit(script, expect=USAGE)
            self.assertIn(said, done.stderr)
            self.assertIn(str(self.left()[0]), done.stderr)
            self.left()[0].unlink()
        self.assertEqual(self.born(), 1816)

    def test_ctrl_c_in_the_editor_is_for_the_editor(self) -> None:
        self.fill()
        self.edit("trap \"sed -i s/1815/1817/ '$1'\" INT QUIT; kill -INT 0")
        self.assertEqual(self.born(), 1817)
        self.edit("trap \"sed -i s/1817/1818/ '$1'\" INT QUIT; kill -QUIT 0")
        self.assertEqual(self.born(), 1818)

    def test_edits_outlive_an_editor_that_fails(self) -> None:
        self.fill()
        done = self.edit("sed -i s/1815/1816/ \"$1\"; exit 3", expect=FAILED)
        self.assertEqual(self.born(), 1815)
        self.assertIn(str(self.left()[0]), done.stderr)
        self.assertIn("1816", self.left()[0].read_text())

    def test_edit_does_not_overwrite_what_another_has_written(self) -> None:
        self.fill()
        merge = f"{COMMAND} entity merge People uk ada Born=2 >/dev/null"
        done = self.edit(f"sed -i 's/1815/1/' \"$1\"; {merge}", expect=CONFLICT)
        self.assertIn('"Born": 1\n', done.stderr.replace(",", ""))
        self.assertIn('"Born": 2\n', done.stderr.replace(",", ""))
        self.assertEqual(self.born(), 2)
        self.assertIn('"Born": 1', self.left()[0].read_text().replace(",", ""))
