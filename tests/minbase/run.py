"""The two commands of README.md in a Debian 12 that has nothing but its essential packages.

Each run works on a copy of the system that tests/support/bare_system.py keeps. Only root can do that, and it needs a
Debian mirror.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable

from tests.support.bare_system import STEP_SECONDS_MAX, BareSystem, CommandFailed, host
from tests.support.report import print_totals

SYSTEM = BareSystem("bookworm", "minbase")
CHECKOUT = "/rowhouse"  # in it
BUILD_SECONDS_MAX = 1500  # about 200 on two free cores, with the packages


def inside(script: str, timeout: int = STEP_SECONDS_MAX) -> str:
    """Runs a bash script in the system, in the checkout; returns what it printed."""
    return SYSTEM.run(f"cd {CHECKOUT}; {script}", timeout)


def expect(pattern: str, text: str) -> None:
    if not re.search(pattern, text):
        raise CommandFailed(f"no {pattern!r} in:\n{text[-4000:]}")


def make_system() -> None:
    SYSTEM.make()


def copy_checkout() -> None:
    target = f"{SYSTEM.root}{CHECKOUT}"
    host(
        "bash",
        "-c",
        'set -euo pipefail; mkdir -p "$1"; git ls-files -z --cached --others --exclude-standard |'
        ' tar -c --null --ignore-failed-read -T - | tar -x -C "$1"',
        "bash",
        target,
    )


def run_builds() -> None:
    started = time.monotonic()
    printed = inside("./run --build", BUILD_SECONDS_MAX)
    print(f"  ./run --build took {time.monotonic() - started:.0f} s", flush=True)
    expect(r"Installing Debian packages: .*g\+\+", printed)
    expect(r"\d+ packages, \d+ MB to download", printed)
    print("\n".join(line for line in printed.splitlines() if "to download" in line), flush=True)
    expect(r"about \d+ minutes", printed)
    expect(r"Built .*/rowhoused and .*/rowhouse", printed)
    installing = next(line for line in printed.splitlines() if line.startswith("Installing Debian packages"))
    for unneeded in ("python3", "libboost-test-dev"):
        if re.search(rf"[ :]{unneeded}( |$)", installing):
            raise CommandFailed(f"./run installs {unneeded}, which only tests need")


def first_entity() -> None:
    printed = inside(
        "./run --in-memory > /tmp/server.log 2>&1 & "
        "for attempt in {1..100}; do grep -q 'in a browser' /tmp/server.log && break; sleep 0.1; done; "
        "cat /tmp/server.log; PATH=build/release/bin:$PATH; "
        "rowhouse table create people; rowhouse entity insert people uk ada Born=1815; rowhouse query people",
    )
    expect(r"connection string +UseDevelopmentStorage=true", printed)
    expect(r"uk +ada .*1815", printed)


def installs() -> None:
    printed = inside(
        "cmake --install build/release --prefix /tmp/prefix; /tmp/prefix/bin/rowhoused --version; "
        "/tmp/prefix/bin/rowhouse --version; ls /tmp/prefix/share/man/man1"
    )
    expect(r"rowhoused \d+\.\d+", printed)
    expect(r"rowhouse\.1", printed)


def test_sets_up() -> None:
    expect("What the tests need is installed", inside("./test --setup"))


def scripts_are_checked() -> None:
    expect(r"\n\d+ passed, 0 failed\s*$", inside("./test scripts"))


def main() -> int:
    if os.geteuid() != 0:
        print("minbase: left out, because only root can make a system to change the root folder to")
        return print_totals(0, 0, 1)
    steps: tuple[Callable[[], None], ...] = (
        make_system, copy_checkout, run_builds, first_entity, installs, test_sets_up, scripts_are_checked,
    )
    for done, step in enumerate(steps):
        name = step.__name__.replace("_", " ")
        try:
            step()
        except (CommandFailed, subprocess.TimeoutExpired) as failure:
            print(f"{name}: failed\n{failure}", flush=True)
            return print_totals(done, 1, len(steps) - done - 1)
        print(f"{name}: ok", flush=True)
    SYSTEM.remove()
    return print_totals(len(steps), 0)


if __name__ == "__main__":
    sys.exit(main())
