"""Runs each sample twice against servers of its own and compares what it prints.

usage: python3 -m tests.samples.run [TEST...]
"""

import subprocess
import sys
import unittest
from pathlib import Path

from tests.support.client import ACCOUNT, KEY, Client
from tests.support.places import SERVER, scratch
from tests.support.report import print_totals
from tests.support.server import Server

SAMPLE_SECONDS_MAX = 120


def connection_string(server: Server) -> str:
    return f"AccountName={ACCOUNT};AccountKey={KEY};TableEndpoint={server.endpoint}"


def printed(sample: str, *servers: Server) -> subprocess.CompletedProcess:
    return subprocess.run(
        [SERVER.parent / sample, *map(connection_string, servers)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SAMPLE_SECONDS_MAX,
        check=False,
    )


class SamplesTest(unittest.TestCase):
    maxDiff = None

    def serve(self) -> Server:
        log: Path = scratch("samples") / f"{self.id().rpartition('.')[2]}.log"
        server = Server(log, "--in-memory")
        self.addCleanup(server.kill)
        return server.start()

    def check(self, sample: str, expected: str, servers: int = 1) -> None:
        """Both runs print `expected` and leave no table behind."""
        running = [self.serve() for _ in range(servers)]
        for run in ("first", "second"):
            with self.subTest(run=run):
                result = printed(sample, *running)
                self.assertEqual(result.stdout, expected.lstrip("\n"))
                self.assertEqual(result.returncode, 0)
                for server in running:
                    with Client(server.port) as client:
                        self.assertEqual(client.tables(), [])

    def test_getting_started(self):
        self.check(
            "getting_started",
            """
created table People
inserted Walter Harp
inserted him again: 409 EntityAlreadyExists
a transaction wrote 3 Smiths
another one was refused for its write 1: EntityAlreadyExists
Smiths before E: Ben Denise
born before 1970: Walter Harp 1961 Jeff Smith 1969
updated an old version of Jeff Smith: 412 UpdateConditionNotSatisfied
read him again and updated: jeff@example.org, 425-555-0104
deleted Ben Smith; people left: 3
""",
        )

    def test_what_goes_wrong_is_told(self):
        program = SERVER.parent / "getting_started"
        wrong = subprocess.run([program, "--help"], capture_output=True, text=True, check=False)
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn("usage: ", wrong.stderr)
        server = self.serve()
        server.kill()
        gone = printed("getting_started", server)
        self.assertEqual(gone.returncode, 1)
        self.assertIn("/Tables", gone.stdout)


def main() -> int:
    names = [f"SamplesTest.{name}" for name in sys.argv[1:]]
    loader = unittest.defaultTestLoader
    module = sys.modules[__name__]
    tests = loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    failed = len(result.failures) + len(result.errors)
    return print_totals(result.testsRun - failed - len(result.skipped), failed, len(result.skipped))


if __name__ == "__main__":
    sys.exit(main())
