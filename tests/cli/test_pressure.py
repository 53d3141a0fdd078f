"""Jobs against a server that throttles or restarts: they slow down, go on, and stop where that can be resumed."""

import signal
import time

from tests.cli.case import INTERRUPTED, CliTest, write_entities
from tests.support.server import Server

UNAVAILABLE, INCOMPLETE = 6, 7


class PressureTest(CliTest):
    def test_throttled_jobs_go_through(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 3000, partitions=1)
        # Of 500 entities per second those of one second are free.
        slow = self.serve("slow", "--throttle=partition:500")
        began = time.monotonic()
        self.run_command("import", source, server=slow)
        self.assertGreater(time.monotonic() - began, 4)
        self.assertLess(time.monotonic() - began, 15)
        self.run_command("delete", "People", "--filter", "Number lt 1000", "--yes", server=slow)
        self.assertEqual(self.run_command("count", "People", server=slow).stdout, "2000\n")

    def test_a_restart_is_waited_for(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 30_000)
        process = self.start("import", source)
        self.wait_for_entities("People")
        self.server.kill()
        time.sleep(1)
        self.server.start(port=self.server.port)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(self.run_command("count", "People").stdout, "30000\n")

    def test_a_stop_says_how_to_go_on(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 30_000)
        process = self.start("import", source, "--wait", "1")
        self.wait_for_entities("People")
        self.server.kill()
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INCOMPLETE, errors)
        self.assertIn("Run the same command with --resume to go on.", errors)
        self.server.start(port=self.server.port)
        self.run_command("import", source, "--resume")
        self.assertEqual(self.run_command("count", "People").stdout, "30000\n")

    def test_ctrl_c_ends_the_wait(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 30_000)
        process = self.start("import", source)
        self.wait_for_entities("People")
        self.server.kill()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, INTERRUPTED, errors)
        self.assertIn("--resume", errors)

    def test_a_server_that_never_answered_is_not_waited_for(self) -> None:
        source = self.folder / "a.jsonl"
        write_entities(source, "People", 10)
        self.server.kill()
        began = time.monotonic()
        self.run_command("import", source, expect=UNAVAILABLE)
        self.assertLess(time.monotonic() - began, 20)
        self.assertEqual(list(self.folder.glob("*journal*")), [])

    def wait_for_entities(self, table: str, server: Server | None = None) -> None:
        """Returns once the table has some."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            done = self.start("query", table, "--limit", "1", "-o", "jsonl", server=server)
            if done.communicate()[0]:
                return
        self.fail("nothing was written")
