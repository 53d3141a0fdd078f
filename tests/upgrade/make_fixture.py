"""Makes a fixture with an earlier program.

usage: python3 -m tests.upgrade.make_fixture NAME PROGRAM COMMIT stopped|killed

Writes tests/upgrade/fixtures/NAME.tar.xz. fixtures/make.sh calls this for all of them.
"""

import shutil
import sys
from pathlib import Path

from tests.support.client import Client
from tests.support.places import scratch
from tests.support.server import Server
from tests.upgrade import content
from tests.upgrade.fixture import Fixture, catalog, version_of


def keeps_settings(client: Client) -> bool:
    return client.request("GET", content.PROPERTIES_PATH).status == 200


def make(name: str, program: Path, commit: str, end: str) -> Path:
    folder = scratch("upgrade") / "made" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    fixture = Fixture(name, folder)
    with Server(folder / "log", "--data", fixture.data, *content.OPTIONS, program=program) as server:
        with Client(server.port) as client:
            settings = keeps_settings(client)
            writer = content.Content(client)
            writer.write_tables()
            if settings:
                writer.write_settings()
            fixture.about = {
                "commit": commit,
                "end": end,
                "catalog": version_of(catalog(fixture.data)),
                "settings": settings,
                "content": content.read(client, settings),
            }
        if end == "killed":
            server.kill()
        elif server.stop() != 0:
            raise RuntimeError(f"{program} did not stop well:\n{server.printed()}")
    fixture.pack()
    return fixture.archive


if __name__ == "__main__":
    if len(sys.argv) != 5 or sys.argv[4] not in ("stopped", "killed"):
        sys.exit(__doc__)
    made = make(sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3], sys.argv[4])
    print(f"{made}: {made.stat().st_size} bytes")
