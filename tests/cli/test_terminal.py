"""The command on a terminal: the bar moves, and Ctrl-C leaves what --resume completes."""

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.cli.case import COMMAND, INTERRUPTED, CliTest, write_entities

MANY = 60_000

BAR = re.compile(r"\rimport [^\r]*?([█▏▎▍▌▋▊▉]+) *\s+([\d.]+) %\s+[\d,]+\s+[\d.]+k?/s")


class TerminalTest(CliTest):
    def run_on_terminal(
        self, *arguments: str | Path, at: Callable[[str, subprocess.Popen], None], keys: str = ""
    ) -> tuple[int, str]:
        """Runs the command on a pty of its own; `at` sees what was printed so far, each time more came."""
        leader, follower = pty.openpty()
        process = subprocess.Popen(
            [COMMAND, *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=self.environment(),
            start_new_session=True,
        )
        os.close(follower)
        os.write(leader, keys.encode())
        printed = b""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if not select.select([leader], [], [], 1)[0]:
                continue
            try:
                more = os.read(leader, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not more:
                break
            printed += more
            at(printed.decode("utf-8", "replace"), process)
        os.close(leader)
        return process.wait(10), printed.decode("utf-8", "replace")

    def test_bar_moves_and_ctrl_c_can_be_resumed(self) -> None:
        source, again = self.folder / "a.jsonl", self.folder / "b.jsonl"
        write_entities(source, "People", MANY)
        sent = []

        def interrupt(printed: str, process: subprocess.Popen) -> None:
            bars = {float(percent) for _, percent in BAR.findall(printed)}
            if len(bars) >= 3 and max(bars) >= 20 and not sent:
                process.send_signal(signal.SIGINT)
                sent.append(bars)

        status, printed = self.run_on_terminal("import", source, at=interrupt)
        self.assertEqual(status, INTERRUPTED, printed)
        self.assertGreaterEqual(len(sent[0]), 3, "the bar did not move")
        self.assertIn("--resume", printed)
        self.assertIn(" left", printed, "no remaining time")
        self.assertLess(int(self.run_command("count", "People").stdout), MANY)

        status, printed = self.run_on_terminal("import", source, "--resume", at=lambda *_: None)
        self.assertEqual(status, 0, printed)
        self.run_command("export", "People", "-o", again)
        self.assertTrue(source.read_bytes() == again.read_bytes())

    def test_log_gets_plain_lines(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 1000)
        done = self.run_command("import", source)
        self.assertNotIn("\r", done.stderr)
        self.assertNotIn("\x1b", done.stderr + done.stdout)
        self.assertRegex(done.stdout, r"^1,000 entities imported in [\d.]+ s \([\d.]+k?/s\)\n$")

    def test_deleting_asks_on_a_terminal(self) -> None:
        self.run_command("table", "create", "People")
        for answer, status, left in (("n", INTERRUPTED, "People\n"), ("y", 0, "")):
            with self.subTest(answer):
                asked, printed = self.run_on_terminal(
                    "table", "delete", "People", at=lambda *_: None, keys=f"{answer}\n"
                )
                self.assertEqual(asked, status, printed)
                self.assertIn("[y/N]", printed)
                self.assertEqual(self.run_command("table", "list").stdout, left)
