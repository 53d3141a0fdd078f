"""The base class of these tests: the packages for arm64, made once, and folders with the files of arm64 systems."""

import functools
import json
import shutil
import subprocess
import unittest
from pathlib import Path

from tests.cli.case import connection_string
from tests.support.bare_system import ENVIRONMENT, CommandFailed, host
from tests.support.places import scratch
from tests.support.server import Server

SUITE = "packages_arm64"
QEMU = Path("/usr/bin/qemu-aarch64-static")
SECONDS_MAX = 120
# Without binfmt_misc, which needs the kernel's help, QEMU runs one program and not those that it starts: so programs
# are started one by one, and no shell of the system is.
ENTER = 'mount -t proc proc "$1/proc" && exec /usr/sbin/chroot --userspec="$2" "$1" /qemu "${@:3}"'


@functools.cache
def made() -> Path:
    """Makes all packages, once; returns their folder."""
    to = scratch(SUITE) / "dist"
    for old in to.glob("*"):
        old.unlink()
    print(host("scripts/package", "--arch", "arm64", to, timeout=3600), flush=True)
    return to


class Arm64Root:
    """A folder with the files of an arm64 system, whose programs QEMU runs, with that folder as their root folder."""

    def __init__(self, root: Path):
        self.root = root

    def prepare(self) -> None:
        """To be called when the files are in it."""
        shutil.copy(QEMU, self.root / "qemu")
        for folder in ("proc", "tmp"):
            (self.root / folder).mkdir(exist_ok=True)
        (self.root / "tmp").chmod(0o1777)

    def command(self, *words: str | Path, user: str = "0:0") -> list[str | Path]:
        """Returns what runs a program of the system in place of the process that it is called in."""
        return ["unshare", "--mount", "/bin/bash", "-c", ENTER, "bash", self.root, user, *words]

    def run(self, *words: str | Path, **environment: str) -> str:
        """Returns what the program printed."""
        done = subprocess.run(
            self.command(*words), env=ENVIRONMENT | environment, capture_output=True, text=True, timeout=SECONDS_MAX,
            check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise CommandFailed(f"{words} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout


class Arm64Test(unittest.TestCase):
    def package(self, pattern: str) -> Path:
        """Returns the one package that matches."""
        found = list(made().glob(pattern))
        self.assertEqual(len(found), 1, f"{pattern}: {found}")
        return found[0]

    def folder(self, name: str) -> Path:
        """Returns the path of a folder that is removed at the end of the test."""
        folder = scratch(SUITE) / name
        shutil.rmtree(folder, ignore_errors=True)
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        return folder

    def root_of(self, *packages: str | Path) -> Arm64Root:
        """Returns a system of these Debian packages, named or in files, and of what they depend on."""
        root = self.folder("root")
        script = 'set -euo pipefail; source scripts/packages.sh; source scripts/debian_root.sh; make_debian_root "$@"'
        host("bash", "-c", script, "bash", root, "arm64", *packages)
        system = Arm64Root(root)
        system.prepare()
        return system

    def server(self, system: Arm64Root, program: str, *options: str, **how: str) -> Server:
        """Returns a server that is killed at the end of the test."""
        starter = scratch(SUITE) / "server"
        words = " ".join(f"'{word}'" for word in system.command(program, **how))
        starter.write_text(f'#!/bin/bash\nexec {words} "$@"\n')
        starter.chmod(0o755)
        server = Server(self.folder("server.log"), *options, program=starter, environment=ENVIRONMENT)
        self.addCleanup(server.kill)
        return server

    def check_that_it_keeps(self, system: Arm64Root, prefix: str, server: Server) -> None:
        """Writes by the command in prefix/bin and by curl, reads, kills the server, and reads again."""

        def rowhouse(*words: str) -> str:
            return system.run(f"{prefix}/bin/rowhouse", *words, AZURE_STORAGE_CONNECTION_STRING=connection_string(server))

        def curl(*words: str) -> str:
            form = ("-H", "Content-Type: application/json", "-H", "Accept: application/json;odata=nometadata")
            return host("curl", "-sS", "--fail-with-body", *form, *words)

        server.start(SECONDS_MAX)
        rowhouse("table", "create", "people")
        rowhouse("entity", "insert", "people", "uk", "ada", "Born=1815")
        signed = rowhouse("sas", "people", "--permissions", "ra").strip()
        curl("--data", '{"PartitionKey": "us", "RowKey": "grace", "Born": 1906}', signed)
        for round_ in ("before", "after"):
            self.assertRegex(rowhouse("query", "people"), r"uk +ada .*1815\n.*us +grace .*1906", round_)
            read = json.loads(curl(signed))["value"]
            self.assertEqual([(entity["RowKey"], entity["Born"]) for entity in read], [("ada", 1815), ("grace", 1906)])
            server.kill()
            server.start(SECONDS_MAX, server.port)
