"""The tests of client/, unchanged, against Azurite: all but those labelled not_azurite, where Azurite
differs from the service."""

import os
import re
import subprocess

from tests.support import azurite
from tests.support.known_failures import Result
from tests.support.places import SERVER, scratch

_CASE = re.compile(r'Test case "((\w+)/.+?)" (has passed|has failed|was aborted)')


def run_sdk_on_azurite() -> list[Result]:
    azurite.install()
    with azurite.Azurite(scratch("clients") / "azurite.log") as server:
        done = subprocess.run(
            [
                SERVER.parent / "client_live_test",
                "--run_test=!@not_azurite",
                "--report_level=detailed",
                "--color_output=no",
            ],
            env={**os.environ, "ROWHOUSE_TEST_ENDPOINT": server.endpoint},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=300,
            check=False,
        )
    results = [Result(case, suite, how == "has passed") for case, suite, how in _CASE.findall(done.stderr)]
    if done.returncode != 0 or not results:
        print(done.stderr)
    if not results:
        results.append(Result("the program runs to its end", "", False))
    return results
