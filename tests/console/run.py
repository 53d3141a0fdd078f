"""Checks the types of the web console, tests its functions in Node.js, and drives it in Chromium against servers.

usage: python3 -m tests.console.run [FILE...] [--OPTION=VALUE...]

FILE is one of unit/ or browser/, such as tables.test.mjs (default: all); options are those of Node.js, such as
--test-name-pattern=TEXT.

Screenshots are kept in build/tests/console/pictures.
"""

import contextlib
import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.node import install_packages, run_node_tests
from tests.support.places import BUILD, ROOT, SERVER, scratch
from tests.support.report import print_totals
from tests.support.server import Server

HERE = Path(__file__).parent
CONSOLE = ROOT / "console"
GZIP_BYTES_MAX = 400_000
ACCOUNT = "shop"
KEY = "c2hvcCBrZXkgZm9yIHRlc3Rz"
TOKEN = "a-token-for-tests"
OPTIONS = [argument for argument in sys.argv[1:] if argument.startswith("--")]

Outcome = tuple[int, int]  # how many passed and failed


def check(what: str, is_so: bool, detail: str = "") -> Outcome:
    print(f"{'ok  ' if is_so else 'FAIL'} {what}{'' if is_so else f': {detail}'}", flush=True)
    return (1, 0) if is_so else (0, 1)


def check_types(packages: Path) -> Outcome:
    done = subprocess.run(
        [packages / "node_modules" / ".bin" / "tsc", "--project", CONSOLE], stdout=subprocess.PIPE, text=True, check=False
    )
    return check("the types fit", done.returncode == 0, done.stdout)


def check_size(folder: Path) -> Outcome:
    subprocess.run(["node", CONSOLE / "build.mjs", folder], check=True)
    size = sum(len(gzip.compress(file.read_bytes())) for file in folder.iterdir())
    return check(f"the console has {size:,} bytes, of {GZIP_BYTES_MAX:,}", size < GZIP_BYTES_MAX)


def run_unit_tests(folder: Path, wanted: list[str]) -> Outcome:
    """Node.js reads no TypeScript, so each test is bundled with what it imports."""
    sources = [file for file in sorted((HERE / "unit").glob("*.test.mjs")) if not wanted or file.name in wanted]
    bundled = folder / "unit"
    shutil.rmtree(bundled, ignore_errors=True)
    if not sources:
        return 0, 0
    subprocess.run(
        [
            CONSOLE / "node_modules" / ".bin" / "esbuild", *sources, "--bundle", "--platform=node", "--format=esm",
            "--out-extension:.js=.mjs", f"--outdir={bundled}", "--log-level=warning",
        ],
        cwd=CONSOLE, env={**os.environ, "NODE_PATH": str(CONSOLE / "node_modules")}, check=True,
    )
    return run_node_tests(bundled, [file.name for file in sources], *OPTIONS)


def run_browser_tests(folder: Path, wanted: list[str]) -> Outcome:
    files = [file for file in sorted((HERE / "browser").glob("*.test.mjs")) if not wanted or file.name in wanted]
    if not files:
        return 0, 0
    tests = folder / "browser"  # finds the packages in the folder above
    shutil.rmtree(tests, ignore_errors=True)
    shutil.copytree(HERE / "browser", tests)
    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    logs = folder / "logs"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir()
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    with contextlib.ExitStack() as stack:
        def serve(name: str, *options: str | Path, keep: Path | None = None) -> str:
            kept = ["--data", keep] if keep else ["--in-memory"]
            server = stack.enter_context(Server(logs / f"{name}.log", *kept, *options))
            return f"http://127.0.0.1:{server.port}"

        return run_node_tests(
            tests, [file.name for file in files], *OPTIONS,
            ROWHOUSE_OPEN=serve("open"),
            ROWHOUSE_EMPTY=serve("empty"),
            ROWHOUSE_GUARDED=serve("guarded", "--account", f"{ACCOUNT}={KEY}", "--admin-token", TOKEN),
            ROWHOUSE_TWO=serve("two", "--account", f"{ACCOUNT}={KEY}", "--account", f"stock={KEY}"),
            ROWHOUSE_KEPT=serve("kept", keep=data),
            ROWHOUSE_COMMAND=str(SERVER.parent / "rowhouse"),
            ROWHOUSE_KEY=KEY,
            ROWHOUSE_TOKEN=TOKEN,
            PICTURES=str(pictures),
            NODE_PATH=str(folder / "node_modules"),
        )


def main(wanted: list[str]) -> int:
    folder = scratch("console")
    install_packages(HERE / "package.json", folder)
    outcomes = [run_unit_tests(folder, wanted), run_browser_tests(folder, wanted)]
    if not wanted:
        outcomes += [check_types(folder), check_size(BUILD / "console")]
    return print_totals(sum(passed for passed, _ in outcomes), sum(failed for _, failed in outcomes))


if __name__ == "__main__":
    sys.exit(main([argument for argument in sys.argv[1:] if argument not in OPTIONS]))
