"""Runs rowhouse-bench and its limits as whole programs.

usage: driver_test.py FOLDER   where the programs are
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from typing import Any

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
os.environ["ROWHOUSED"] = str(BIN / "rowhoused")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.support.server import Server  # noqa: E402

NO_CONTENT = b"HTTP/1.1 204 No Content\r\n\r\n"


def line_of(program: str, *options: Any) -> dict[str, Any]:
    """The line of JSON that a program of the benchmarks prints."""
    done = subprocess.run(
        [BIN / program, *(str(option) for option in options)], capture_output=True, text=True, timeout=60, check=False
    )
    if not done.stdout:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class LateServer:
    """Answers 204 to every request: the first of a connection when `late` seconds are over, further ones at once."""

    def __init__(self, late: float):
        self._late = late
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        wait = self._late
        with connection:
            received = b""
            while piece := connection.recv(65536):
                received += piece
                if received.endswith(b"}"):  # the end of an entity
                    received = b""
                    time.sleep(wait)
                    wait = 0.005
                    connection.sendall(NO_CONTENT)


class WindowTest(unittest.TestCase):
    def test_a_burst_at_the_end_counts_over_the_whole_window(self):
        server = LateServer(late=1.0)
        self.addCleanup(server.close)
        options = ["--connections", 4, "--warm-up", 0.2, "--seconds", 1, "--any-answer"]
        line = line_of("rowhouse-bench", "run", "--workload", "insert", "--endpoint", server.endpoint, *options)
        self.assertEqual(line["seconds"], 1)
        self.assertEqual(line["operations_per_second"], line["operations"])
        # From 1.0 s to 1.2 s, four connections with at most one answer in 5 ms.
        self.assertLessEqual(line["operations"], 4 * 41)
        self.assertGreaterEqual(line["operations"], 16)


class ServerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self) -> Server:
        return self.enterContext(Server(self.folder / "log", "--data", self.folder / "data"))

    def test_create_makes_all_partitions_and_tells_what_it_cost(self):
        server = self.start()
        options = ["--endpoint", server.endpoint, "--connections", 8, "--rows", 50, "--server-pid", server.pid]
        for _ in range(2):  # the second time in another table
            line = line_of("rowhouse-bench", "run", "--workload", "create", *options)
            self.assertEqual((line["operations"], line["errors"], line["capped"]), (50, {}, False))
            self.assertEqual(line["shape"], "each")
            self.assertGreater(line["operations_per_second"], 0)
            self.assertIn("server_user_seconds", line)

    def test_entities_have_the_size_that_is_asked_for(self):
        server = self.start()
        options = ["--endpoint", server.endpoint, "--rows", 200, "--entity-bytes", 32768, "--connections", 1]
        self.assertTrue(line_of("rowhouse-bench", "load", *options)["finished"])
        for workload in ("point", "insert", "batch"):
            line = line_of("rowhouse-bench", "run", "--workload", workload, "--seconds", 0.1, "--warm-up", 0, *options)
            self.assertEqual(line["errors"], {})
            self.assertGreater(line["operations"], 0)
        line = line_of("rowhouse-bench", "run", "--workload", "point", "--seconds", 0.1, "--warm-up", 0, *options)
        self.assertGreater(line["answer_bytes"] / line["operations"], 32768)

    def test_wait_tells_when_the_first_row_came(self):
        server = self.start()
        options = ["--endpoint", server.endpoint, "--rows", 100]
        with self.assertRaisesRegex(AssertionError, "does not answer for few100: status 404"):
            line_of("rowhouse-bench", "wait", *options, "--cap", 0.2)
        line_of("rowhouse-bench", "load", *options)
        before = time.monotonic()
        answered = line_of("rowhouse-bench", "wait", *options)["answered_at"]
        self.assertTrue(before < answered < time.monotonic())

    def test_no_server_is_told(self):
        with self.assertRaisesRegex(AssertionError, "cannot connect"):
            line_of("rowhouse-bench", "run", "--workload", "point", "--endpoint", "http://127.0.0.1:9", "--cap", 10)


class SdkLoopTest(unittest.TestCase):
    def test_jobs_do_every_row(self):
        with tempfile.TemporaryDirectory() as folder, Server(pathlib.Path(folder) / "log", "--in-memory") as server:
            for job, table in (("bulk", "rows"), ("query", "rows"), ("point", "rows"), ("insert", "other")):
                line = line_of("rowhouse-bench-sdk", job, server.endpoint, table, 250, 4)
                self.assertEqual(line["rows"], 250)
                self.assertGreater(line["seconds"], 0)
            with self.assertRaisesRegex(AssertionError, "EntityAlreadyExists"):
                line_of("rowhouse-bench-sdk", "insert", server.endpoint, "other", 1, 1)


class SqliteLimitTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_create_leaves_whole_files(self):
        line = line_of("rowhouse-bench-sqlite-limit", "--folder", self.folder, "--workload", "create", "--rows", 20)
        self.assertEqual(line["operations"], 20)
        files = sorted(self.folder.iterdir())
        self.assertEqual(len(files), 20)
        self.assertEqual(files[0].read_bytes()[:16], b"SQLite format 3\0")

    def test_a_commit_has_the_writes_of_all_connections(self):
        options = ["--folder", self.folder, "--rows", 100, "--connections", 8, "--seconds", 0.1, "--warm-up", 0]
        for workload in ("insert", "upsert", "batch", "point", "filter"):
            line = line_of("rowhouse-bench-sqlite-limit", "--workload", workload, *options)
            self.assertGreater(line["operations"], 0)
            self.assertAlmostEqual(line["operations_per_second"], line["operations"] / line["seconds"], delta=1)
            if workload in ("insert", "upsert", "batch"):
                self.assertEqual(line["operations"] % 8, 0)


class CompareTest(unittest.TestCase):
    def compare(self, folder: pathlib.Path, *options: Any) -> str:
        """Runs bench/compare on a small table. Returns its page."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        command = [
            sys.executable, "-B", ROOT / "bench/compare", "--bin", BIN, "--port", port, "--data", folder / "data",
            "--results", folder / "results.jsonl", "--docs", folder, "--sizes", 100, "--connections", 2,
            "--rounds", 1, "--seconds", 0.1, "--warm-up", 0, "--entity-bytes", 1024, *options,
        ]  # fmt: skip
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(list((folder / "data").iterdir()), [])
        return (folder / "benchmarks.md").read_text("utf-8")

    def test_page_has_the_cells_that_are_asked_for(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            page = self.compare(folder, "--only", "point,insert,rowhouse,sqlite-limit,http-limit")
            for shape in ("few", "each"):
                for workload in ("point", "insert"):
                    figures = rf"\| 100 \| {shape} \| {workload} \| 2 \| – \| \*\*[\d.,]+\*\* \| \*\*[\d.,]+\*\* \|"
                    self.assertRegex(page, figures)
            self.assertRegex(page, r"\| 100 \| few \| 1,024 \| [\d,]+ ms \| [\d,]+ MiB \| – \| – \|")
            self.assertIn("* azurite, rowhouse-off, range, page, filter, upsert, batch, create: not asked for", page)
            lines = (folder / "results.jsonl").read_text().splitlines()
            self.compare(folder, "--only", "point,insert,rowhouse,sqlite-limit,http-limit", "--resume")
            again = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()[len(lines) :]]
            self.assertEqual({line["system"] for line in again}, {"run"})  # nothing was measured twice

    def test_time_limit_is_told_with_what_it_left_out(self):
        with tempfile.TemporaryDirectory() as name:
            page = self.compare(pathlib.Path(name), "--only", "point,rowhouse", "--time-limit", 0.00001)
            self.assertIn("* 100 rows, few, 2 connections (rowhouse: point): not measured within the time limit", page)


if __name__ == "__main__":
    unittest.main()
