"""Packs the npm packages, installs them offline into an empty folder, and drives them from there.

usage: python3 -m tests.npm.run

Packages are kept in build/tests/npm.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.support import azurite
from tests.support.client import ACCOUNT, KEY
from tests.support.node import install_packages, run_node_tests
from tests.support.places import BUILD, ROOT, scratch
from tests.support.report import print_totals

HERE = Path(__file__).parent
SUITE = "azurite_suite.test.cjs"
_LIBRARY = re.compile(r"^\s*(\S+) => (\S+)", re.MULTILINE)
_GLIBC = re.compile(r"\bGLIBC_2\.(\d+)")
_ACTIONS = re.compile(r"^      - run: \|\n((?:          .*\n)+)", re.MULTILINE)
GLIBC_MINOR_MAX = 34


def install(folder: Path) -> None:
    """Packs, and installs into `folder`/node_modules. npm has an empty cache there, and no network."""
    packed = subprocess.run(
        [ROOT / "scripts" / "package_npm.sh", BUILD / "release", folder / "packed"],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout.split()
    (folder / "package.json").write_text('{"private": true}\n')
    subprocess.run(
        ["npm", "install", "--offline", "--cache", folder / "cache", "--no-audit", "--no-fund", *packed],
        cwd=folder, check=True, stdout=sys.stderr,
    )


def check(what: str, is_so: bool, detail: str = "") -> tuple[int, int]:
    print(f"{'ok  ' if is_so else 'FAIL'} {what}{'' if is_so else f': {detail}'}", flush=True)
    return (1, 0) if is_so else (0, 1)


def check_programs(platform: Path) -> tuple[int, int]:
    """The programs find the packed libraries, and nothing needs a newer glibc than README.md of the package says."""
    listed = subprocess.run(["ldd", *(platform / "bin").iterdir()], capture_output=True, text=True, check=True).stdout
    packed = {path for name, path in _LIBRARY.findall(listed) if (platform / "lib" / name).exists()}
    strangers = {path for path in packed if str(platform) not in path}
    needed = subprocess.run(
        ["objdump", "-T", *(platform / "bin").iterdir(), *(platform / "lib").iterdir()],
        capture_output=True, text=True, check=True,
    ).stdout
    newest = max(map(int, _GLIBC.findall(needed)))
    outcomes = (
        check("the programs use the packed libraries", not strangers, " ".join(strangers)),
        check(f"glibc 2.{GLIBC_MINOR_MAX} is enough", newest <= GLIBC_MINOR_MAX, f"2.{newest} is needed"),
    )
    return sum(passed for passed, _ in outcomes), sum(failed for _, failed in outcomes)


def check_types(folder: Path) -> tuple[int, int]:
    done = subprocess.run(
        [folder.parent / "node_modules" / ".bin" / "tsc", "--strict", "--noEmit", "--module", "node16", "--target",
         "es2022", "types.mts", "types.cts"],
        cwd=folder, stdout=subprocess.PIPE, text=True, check=False,
    )
    return check("the types fit programs with modules and with require()", done.returncode == 0, done.stdout)


def check_documented_lines(folder: Path) -> tuple[int, int]:
    """The lines for GitHub Actions, with another port."""
    lines = _ACTIONS.search((ROOT / "docs" / "in-azurites-place.md").read_text())[1]
    port = azurite.free_port()
    endpoint = f"http://127.0.0.1:{port}/{ACCOUNT}"
    connection_string = f"AccountName={ACCOUNT};AccountKey={KEY};TableEndpoint={endpoint}"
    changes = {
        "rowhoused --in-memory": f"rowhoused --in-memory --listen 127.0.0.1:{port}",
        "ping --wait 30": f"ping --wait 30 --connection-string '{connection_string}'",
        "./vendor/": "../packed/",
    }
    for old, new in changes.items():
        if old not in lines:
            return check("the lines for GitHub Actions work", False, f"{old} is not in them")
        lines = lines.replace(old, new)
    project = folder / "project"
    project.mkdir()
    (project / "package.json").write_text('{"private": true}\n')
    with subprocess.Popen(
        ["bash", "-ec", lines],
        cwd=project, env={**os.environ, "npm_config_offline": "true"}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as shell:
        try:
            status = shell.wait(120)
        finally:
            with contextlib.suppress(ProcessLookupError):  # if it failed before it started a server
                os.killpg(shell.pid, signal.SIGTERM)  # npx does not pass it on to what it runs
        return check("the lines for GitHub Actions work", status == 0, shell.stdout.read())


def run_azurite_suite(folder: Path) -> list[tuple[int, int]]:
    """Against Azurite as it is, and against Rowhouse with the name of the package replaced and nothing else."""
    azurite.install()
    text = (HERE / SUITE).read_text()
    replaced = text.replace('require("azurite/', 'require("rowhouse/')
    changed = sum(old != new for old, new in zip(text.splitlines(), replaced.splitlines(), strict=True))
    (folder / f"rowhouse_{SUITE}").write_text(replaced)
    shutil.copy(HERE / SUITE, folder)
    modules = str(BUILD / "azurite" / "node_modules")
    return [
        check("only the two imports of Azurite's classes are changed", changed == 2, f"{changed} lines"),
        run_node_tests(folder, [SUITE], NODE_PATH=modules),
        run_node_tests(folder, [f"rowhouse_{SUITE}"]),
    ]


def main() -> int:
    clients = scratch("npm")
    install_packages(HERE / "package.json", clients)
    folder = clients / "application"  # finds the clients in the folder above
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    install(folder)
    for pattern in ("*.mjs", "*.mts", "*.cts"):
        for file in HERE.glob(pattern):
            shutil.copy(file, folder)
    outcomes = [
        check_programs(folder / "node_modules" / "@rowhouse" / "linux-x64"),
        check_types(folder),
        check_documented_lines(folder),
        run_node_tests(folder, ["api.test.mjs"]),
        run_node_tests(folder, ["commands.test.mjs"]),
        *run_azurite_suite(folder),
    ]
    return print_totals(sum(passed for passed, _ in outcomes), sum(failed for _, failed in outcomes))


if __name__ == "__main__":
    sys.exit(main())
