"""Drives published clients (shared/clients) against a fresh rowhoused, and our own against Azurite.

usage: python3 -m tests.clients.run [CLIENT...]

Packages and logs are kept in build/clients.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.clients.move_from_azurite import run_move_from_azurite
from tests.clients.sdk_on_azurite import run_sdk_on_azurite
from tests.support.known_failures import Result, compare, print_comparison, read_known_failures
from tests.support.node import node_environment
from tests.support.places import BUILD, ROOT, scratch, shared
from tests.support.report import print_totals
from tests.support.server import Server

CLIENTS = (
    "js",
    "js-legacy",
    "py-data-tables",
    "py-cosmosdb-table",
    "azcli",
    "app-auth-adapter",
    "app-express-sessions",
)
OURS = {"sdk-on-azurite": run_sdk_on_azurite, "move-from-azurite": run_move_from_azurite}
KNOWN = ROOT / "tests" / "clients" / "known_failures.txt"

_CHECK = re.compile(r"(ok  |FAIL) (.+?)(?: -- .*)?")


def run_client(client: str, endpoint: str) -> list[Result]:
    """The checks that one client printed. One without a closing line has stopped halfway: a failure."""
    cache = BUILD / "clients"
    subprocess.run(
        [shared("clients") / "run-all.sh", client],
        env={**os.environ, **node_environment(), "TABLE_ENDPOINT": endpoint, "CLIENTS_CACHE": str(cache)},
        check=False,
    )
    lines = (cache / "logs" / f"{client}.txt").read_text("utf-8", "replace").splitlines()
    checks = [match for line in lines if (match := _CHECK.fullmatch(line))]
    # Some programs name checks "GROUP: CHECK"; a group is a family.
    results = [Result(match[2], match[2].partition(": ")[0], match[1] != "FAIL") for match in checks]
    if not any(re.fullmatch(r"\d+ passed, \d+ failed", line) for line in lines):
        print("\n".join(lines[-20:]))
        results.append(Result("the program runs to its end", "", False))
    return results


def run_on_rowhoused(client: str) -> list[Result]:
    folder: Path = scratch("clients")
    shutil.rmtree(folder / "data", ignore_errors=True)
    with Server(folder / f"{client}-server.log", "--data", folder / "data") as server:
        results = run_client(client, server.endpoint)
        if not server.running():
            raise RuntimeError(f"rowhoused has ended under {client}; see {server.log}")
    return results


def main() -> int:
    clients = sys.argv[1:] or (*CLIENTS, *OURS)
    if not shared("clients"):
        print("left out, all but our own: no shared/clients beside the checkout (or in $ROWHOUSE_SHARED)")
        clients = [client for client in clients if client in OURS]
    passed = known = failed = 0
    for client in clients:
        if client in OURS:
            results = OURS[client]()
            print(f"{client}: {sum(result.passed for result in results)} of {len(results)} cases passed")
        else:
            results = run_on_rowhoused(client)
        comparison = compare(results, read_known_failures(KNOWN, client))
        print_comparison(comparison)
        passed, known, failed = passed + comparison.passed, known + comparison.known, failed + len(comparison.wrong)
    return print_totals(passed, failed, known)


if __name__ == "__main__":
    sys.exit(main())
