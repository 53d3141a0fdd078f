"""What the tests of the command share: a server, a way to run the command, entities of all types."""

import base64
import json
import os
import random
import shutil
import subprocess
import unittest
import uuid
from pathlib import Path

from tests.support.client import ACCOUNT, KEY
from tests.support.places import BUILD, scratch
from tests.support.server import Server

COMMAND = Path(os.environ.get("ROWHOUSE", BUILD / "release" / "bin" / "rowhouse"))

INTERRUPTED = 130


class CliTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder: Path = scratch("cli") / self.id().rpartition(".")[2]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.server = self.serve("server")

    def serve(self, name: str, *options: str) -> Server:
        """A server with empty tables; it is gone when the test is over."""
        server = Server(self.folder / f"{name}.log", "--data", self.folder / name, "--sync", "off", *options)
        self.addCleanup(server.kill)
        return server.start()

    def environment(self, server: Server | None = None) -> dict[str, str]:
        """No settings of the user's own reach the command."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm",
            "AZURE_STORAGE_CONNECTION_STRING": connection_string(server or self.server),
        }

    def start(self, *arguments: str | Path, server: Server | None = None, **options) -> subprocess.Popen:
        return subprocess.Popen(
            [COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment(server),
            **options,
        )

    def run_command(
        self, *arguments: str | Path, server: Server | None = None, expect: int = 0, stdin: str = ""
    ) -> subprocess.CompletedProcess:
        """Runs the command to its end and checks what it ended with."""
        done = subprocess.run(
            [COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            env=self.environment(server),
            timeout=120,
            check=False,
        )
        self.assertEqual(done.returncode, expect, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done


def connection_string(server: Server) -> str:
    return (
        f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={KEY};"
        f"TableEndpoint={server.endpoint};"
    )


def property_members(rng: random.Random, number: int) -> dict[str, object]:
    """Properties of every type, some of them absent, one whose type changes from row to row."""
    members: dict[str, object] = {}

    def typed(name: str, kind: str, value: str) -> None:
        members[f"{name}@odata.type"] = f"Edm.{kind}"
        members[name] = value

    members["Text"] = rng.choice(
        ["plain", "", 'quo"te, comma', "line\nbreak", "caf\u00e9 \U0001f600", " blanks ", "@Edm.Int32:5"]
    )
    members["Number"] = number
    typed("Big", "Int64", str(rng.randint(-(2**63), 2**63 - 1)))
    members["Ratio"] = rng.choice([0.5, -1.25, 3.0, 1e300])
    members["Flag"] = rng.random() < 0.5
    typed("When", "DateTime", f"2026-{rng.randint(1, 12):02}-28T04:05:06.{rng.randint(1, 9)}Z")
    typed("Id", "Guid", str(uuid.UUID(int=rng.getrandbits(128))))
    typed("Blob", "Binary", base64.b64encode(rng.randbytes(rng.randint(0, 30))).decode())
    if number % 3 == 0:
        typed("Odd", "Double", rng.choice(["NaN", "Infinity", "-Infinity"]))
    if number % 2 == 0:
        members["Mixed"] = number
    elif number % 5:
        members["Mixed"] = f"text {number}"
    return members


def write_entities(path: Path, table: str, count: int, partitions: int = 50, seed: int = 7) -> None:
    """A file in the export format, in key order, so that an export of it must be the same bytes."""
    rng = random.Random(seed)
    per_partition = -(-count // partitions)
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"rowhouse": "export", "version": 1, "table": table}, separators=(",", ":")))
        file.write("\n")
        for number in range(count):
            keys = {
                "PartitionKey": f"part-{number // per_partition:04}",
                "RowKey": f"row-{number % per_partition:06}",
            }
            entity = keys | property_members(rng, number)
            file.write(json_line(entity))


def json_line(entity: dict[str, object]) -> str:
    # The service prints 3.0 and 1E+300 where Python prints 3.0 and 1e+300.
    return json.dumps(entity, separators=(",", ":"), ensure_ascii=False).replace("1e+300", "1E+300") + "\n"
