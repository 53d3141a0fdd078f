"""Runs each sample twice against servers of its own and compares what it prints.

A sample is a program, or a session of the command in samples/cli: NN-NAME.sh, whose output is
NN-NAME.txt with the times and versions masked.
"""

import os
import re
import subprocess
import unittest
from pathlib import Path

from tests.support.client import ACCOUNT, KEY, Client
from tests.support.places import ROOT, SERVER, scratch
from tests.support.server import Server

SAMPLE_SECONDS_MAX = 120
SESSIONS = ROOT / "samples" / "cli"


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


def session_output(session: Path, server: Server, home: Path) -> str:
    """What the session prints, without what differs from run to run."""
    done = subprocess.run(
        ["sh", session],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SAMPLE_SECONDS_MAX,
        check=False,
        env={
            "PATH": f"{SERVER.parent}:{os.environ['PATH']}",
            "HOME": str(home),
            "TMPDIR": str(home),
            "LC_ALL": "C.UTF-8",
            "AZURE_STORAGE_CONNECTION_STRING": connection_string(server),
        },
    )
    timed = re.sub(r"in [0-9.]+ s \([0-9.k]+/s\)", "in ... s (.../s)", done.stdout)
    return re.sub(r"""^W/"datetime'[^']+'"$""", """W/"datetime'...'\"""", timed, flags=re.MULTILINE)


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
                    self.no_tables_left(server)

    def no_tables_left(self, server: Server) -> None:
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

    def test_device_telemetry(self):
        self.check(
            "device_telemetry",
            """
received 162, recorded 144
latest of device-03: 2026-03-01T12:23:00Z 22.25
five minutes of device-03: 23.5 22.25 21 22.75 21.5
latest of all: 19.25 20.25 21.25 22.25 23.25 24.25
first four over 25: device-05 at 12:03 device-05 at 12:05 device-05 at 12:08 device-05 at 12:10
readings of all devices, in order of time: 144
""",
        )

    CONTENT_PUBLISHING = """
notifications of alice: cats-2 cats-1
notifications of bob: cats-2 cats-1
notifications of carol: dogs-1
cats-1: Why cats purr; review-alice 5 review-bob 4; average 4.5
cats-1: Why cats purr; review-alice 5 review-bob 2; average 3.5
rows written in west: 3 articles and reviews, 2 subscriptions, 2 notifications
rows written in east: 3 articles and reviews, 3 subscriptions, 3 notifications
"""

    def test_content_publishing(self):
        self.check("content_publishing", self.CONTENT_PUBLISHING, servers=2)

    def test_content_publishing_with_one_account(self):
        self.check("content_publishing", self.CONTENT_PUBLISHING)

    def test_synthetic_keys(self):
        server = self.serve()
        for run in ("first", "second"):
            with self.subTest(run=run):
                result = printed("synthetic_keys", server)
                self.assertEqual(result.returncode, 0, result.stdout)
                # Its sentences, shares and advice are for the detector's own tests.
                sentence = r"^(  [a-z]+-[a-z-]+| {4}a key that spreads): .*"
                told = re.sub(sentence, r"\1", result.stdout, flags=re.MULTILINE)
                self.assertEqual(
                    told.splitlines(),
                    [
                        "plain: 2 findings",
                        "  monotonic-row-key",
                        "    a key that spreads",
                        "  hot-partition",
                        "    a key that spreads",
                        "random: nothing found",
                        "  read back in order of time: 3000 lines",
                        "hash: nothing found",
                        "  point read: 2026-03-01.07 09:35:52.001234 req-72046",
                    ],
                )
                self.assertIn("The partition '2026-03-01' took 100 % of", result.stdout)
                self.no_tables_left(server)

    def test_index_table(self):
        self.check(
            "index_table",
            """
jon@example.com: sales employee-1
mia@example.com: nobody
mia.may@example.com: sales employee-2
after three crashes
kim@example.com: nobody
eve@example.com: nobody
jo@example.com: sales employee-1
repaired: 3
kim@example.com: research employee-8
eva@example.com: research employee-7
repaired again: 0
""",
        )

    def test_multi_tenant(self):
        self.check(
            "multi_tenant",
            """
requests to                   partition each  table each
add three tenants                          0           3
write 250 orders of each                   9           9
read one tenant's orders                   1           1
search those of all                        1           3
remove a tenant                            4           1
a signature for one tenant    a key range     the table
a transaction spans           the tenant      a customer
""",
        )

    def test_sessions_of_the_command(self):
        sessions = sorted(SESSIONS.glob("*.sh"))
        self.assertNotEqual(sessions, [])
        server = self.serve()
        home = scratch("samples") / "home"
        home.mkdir(exist_ok=True)
        for session in sessions:
            expected = session.with_suffix(".txt").read_text()
            for run in ("first", "second"):
                with self.subTest(session=session.name, run=run):
                    self.assertEqual(session_output(session, server, home), expected)
                    self.no_tables_left(server)

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
