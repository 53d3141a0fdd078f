"""The commands of docs/from-azurite.md that copy the tables of a running Azurite."""

import os
import re
import shutil
import subprocess

from tests.support import azurite
from tests.support.client import ACCOUNT, KEY
from tests.support.known_failures import Result
from tests.support.places import ROOT, SERVER, scratch
from tests.support.server import Server

ROWS = 250  # of one partition: more than two transactions


def _connection(endpoint: str) -> str:
    return f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={KEY};TableEndpoint={endpoint}"


def _run(endpoint: str, script: str, text: str = "") -> str:
    """Runs a script in which `rowhouse` talks to the endpoint, and returns what it printed."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=scratch("clients"),
        env={
            "PATH": f"{SERVER.parent}:{os.environ['PATH']}",
            "HOME": str(scratch("clients")),
            "AZURE_STORAGE_CONNECTION_STRING": _connection(endpoint),
        },
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout + done.stderr)
    return done.stdout


def _copy_commands(endpoint: str) -> str:
    """The block of the document, with another address to copy to."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / "from-azurite.md").read_text("utf-8"), re.DOTALL)
    (block,) = (block for block in blocks if block.startswith("to="))
    return re.sub(r"http://127\.0\.0\.1:10012/\w+", endpoint, block)


def run_move_from_azurite() -> list[Result]:
    azurite.install()
    folder = scratch("clients")
    shutil.rmtree(folder / "data", ignore_errors=True)
    with azurite.Azurite(folder / "azurite.log") as old, Server(
        folder / "move-server.log", "--data", folder / "data"
    ) as new:
        lines = "".join(
            f'{{"PartitionKey":"p","RowKey":"{n:04}","N":{n},"Big@odata.type":"Edm.Int64","Big":"{n}"}}\n'
            for n in range(ROWS)
        )
        _run(old.endpoint, "rowhouse import first -", lines)
        _run(old.endpoint, "rowhouse table create second; rowhouse entity insert second uk ada Born=1815")
        _run(old.endpoint, _copy_commands(new.endpoint))
        results = []
        for table, rows in (("first", ROWS), ("second", 1)):
            before = _run(old.endpoint, f"rowhouse export {table}")
            after = _run(new.endpoint, f"rowhouse export {table}")
            complete = before.count("PartitionKey") == rows
            results.append(Result(f"{table} is copied", "", complete and before == after))
    return results
