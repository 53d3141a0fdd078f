"""Measures how long it takes from nothing to the first entity read, for each package and for Azurite, in one run.

usage: python3 -m tests.packages.first_entity [--build]

Nothing: a bare Debian 12, or with npm an empty folder and an empty cache on this system, which has Node.js. Times
include what is downloaded; --build also takes ./run, which compiles. Prints the table of docs/packages.md.
"""

import re
import shutil
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.minbase import run as minbase
from tests.packages.case import FIRST_ENTITY, SUITE, made, version
from tests.packages.test_debs import APT, AS_ROWHOUSE, SERVE
from tests.packages.test_image import ImageTest
from tests.support.azurite import VERSION as AZURITE_VERSION
from tests.support.bare_system import BareSystem, host
from tests.support.places import BUILD, scratch

SYSTEM = BareSystem("bookworm", SUITE)


def file(pattern: str) -> Path:
    (found,) = made().glob(pattern)
    return found


def folder_bytes(folder: Path) -> int:
    return int(host("du", "--summarize", "--bytes", folder).split()[0])


def row(what: str, downloaded: str, unpacked: str, run: Callable[[], str]) -> str:
    """Runs, and prints a row of the table; returns what was printed."""
    begin = time.monotonic()
    printed = run()
    seconds = time.monotonic() - begin
    if not re.search(r"uk +ada .*1815", printed):
        raise SystemExit(f"{what}: the entity was not read\n{printed}")
    print(f"| {what} | {downloaded} | {unpacked} | {seconds:.1f} s |", flush=True)
    return printed


def megabytes(count: float) -> str:
    return f"{count / 1e6:.1f} MB"


def tarball() -> None:
    SYSTEM.make()
    packed = file("rowhouse-*-linux-x86_64.tar.gz")
    shutil.copy(packed, SYSTEM.root / "root")
    script = f"export PATH=/opt/rowhouse-{version()}-linux-x86_64/bin:$PATH SERVE='rowhoused --data /tmp/data'\n"
    with tarfile.open(packed) as tar:
        unpacked = sum(member.size for member in tar)
    row("tarball", megabytes(packed.stat().st_size), megabytes(unpacked),
        lambda: SYSTEM.run(f"tar -xzf /root/{packed.name} -C /opt; {script} {FIRST_ENTITY}"))  # fmt: skip


def debs() -> None:
    SYSTEM.make()
    packed = [file(f"{name}_{version()}_*.deb") for name in ("rowhoused", "rowhouse")]
    for deb in packed:
        shutil.copy(deb, SYSTEM.root / "root")
    script = f"{APT} update; {APT} install /root/*.deb; export SERVE='{SERVE}'; cd /; {AS_ROWHOUSE} '{FIRST_ENTITY}'"
    before = folder_bytes(SYSTEM.root / "usr")
    printed = row("Debian packages, with `apt-get update`", "below", "below", lambda: SYSTEM.run(script))
    needed, unit = re.search(r"Need to get ([\d.]+) ([kM])B", printed).groups()
    print(f"  needed {needed} {unit}B, unpacked {megabytes(folder_bytes(SYSTEM.root / 'usr') - before)}", flush=True)


def image() -> None:
    test = ImageTest()
    size = file("rowhouse-*-image-linux-amd64.tar").stat().st_size

    def run() -> str:
        test.setUp()
        return test.run_in_image(test.unpacked(), f"SERVE='rowhoused --data /data'; {FIRST_ENTITY}")

    row("image, unpacked and run by `chroot`", megabytes(size), "28 MB", run)
    test.doCleanups()


def with_npm(what: str, serve: str, *packages: str | Path) -> None:
    """The server is what the packages bring; the command is the built one."""
    folder = scratch(SUITE) / "npm"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()

    def run() -> str:
        install = ["npm", "install", "--cache", folder / "cache", "--no-audit", "--no-fund", "--prefix", folder]
        host(*install, *packages)
        path = f"export PATH={folder}/node_modules/.bin:{BUILD}/release/bin:$PATH SERVE='{serve}'; cd {folder}"
        return host("bash", "-euo", "pipefail", "-c", f"{path}\n{FIRST_ENTITY}\nkill $!")

    row(what, "", "", run)
    unpacked = folder_bytes(folder / "node_modules")
    print(f"  cache {megabytes(folder_bytes(folder / 'cache'))}, unpacked {megabytes(unpacked)}", flush=True)
    shutil.rmtree(folder)


def from_source() -> None:
    minbase.make_system()
    minbase.copy_checkout()
    row("`./run`, which compiles", "", "",
        lambda: minbase.inside(f"./run --build; export PATH=$PWD/build/release/bin:$PATH SERVE='rowhoused'; {FIRST_ENTITY}",
                               minbase.BUILD_SECONDS_MAX))  # fmt: skip
    minbase.SYSTEM.remove()


def main() -> None:
    made()
    print("| | downloaded | unpacked | to the first entity |\n|---|---|---|---|", flush=True)
    tarball()
    debs()
    SYSTEM.remove()
    image()
    rowhouse = (file("rowhouse-linux-x64-*.tgz"), file(f"rowhouse-{version()}.tgz"))
    with_npm("npm packages", "rowhoused --in-memory", *rowhouse)
    with_npm(f"Azurite {AZURITE_VERSION} by npm", "azurite-table --inMemoryPersistence", f"azurite@{AZURITE_VERSION}")
    if "--build" in sys.argv[1:]:
        from_source()


if __name__ == "__main__":
    main()
