"""Tests the rehearsal of the cloud's limits with a published client, @azure/data-tables, and its retries.

usage: python3 -m tests.throttling.run

The package is kept in build/throttling.
"""

import json
import shutil
import sys
from pathlib import Path

from tests.support.node import install_packages, run_node
from tests.support.places import BUILD, scratch
from tests.support.report import print_totals
from tests.support.server import Server

HERE = Path(__file__).parent
SECONDS = 12
RATE = 2000  # of --throttle=cloud, entities per second per partition
BURST = 2000  # tokens in a full bucket


def install() -> Path:
    """Installs the writer with the package that it needs, and returns its path."""
    folder = BUILD / "throttling"
    install_packages(HERE / "package.json", folder)
    shutil.copy(HERE / "writer.mjs", folder)
    return folder / "writer.mjs"


def write_through(writer: Path, log: Path) -> dict:
    with Server(log, "--in-memory", "--throttle=cloud") as server:
        return json.loads(run_node(writer, server.endpoint, str(SECONDS)).stdout)


def main() -> int:
    log = scratch("throttling") / "server.log"
    log.unlink(missing_ok=True)
    result = write_through(install(), log)
    rate = (result["read"] - BURST) / result["elapsed"]
    print(f"{rate:.0f} entities per second beyond the first {BURST}; answers: {result['statuses']}")
    checks = {
        "no answered write is lost": result["lost"] == 0,
        "every batch succeeded with the client's retries": not result["failures"],
        "some were answered 503": result["statuses"].get("503", 0) > 0,
        "the rate is about that of the cloud": 0.85 * RATE <= rate <= 1.05 * RATE,
    }
    for name, passed in checks.items():
        print(f"{'ok  ' if passed else 'FAIL'} {name}")
    if result["failures"]:
        print(result["failures"][:10])
    return print_totals(sum(checks.values()), len(checks) - sum(checks.values()))


if __name__ == "__main__":
    sys.exit(main())
