"""Programs for Node.js and the packages that they need."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

_COUNT = re.compile(r"^# (pass|fail|skipped) (\d+)$", re.MULTILINE)
TESTS_SECONDS_MAX = 1500


def node_environment() -> dict[str, str]:
    """Node.js 18, which is Debian's, has the global Web Crypto that the clients need only on demand."""
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    return {"NODE_OPTIONS": "--experimental-global-webcrypto"} if version.startswith("v18.") else {}


def install_packages(package: Path, folder: Path) -> None:
    """Installs what a package.json names into `folder`/node_modules, unless that is done."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = package.read_bytes()
    installed = folder / "node_modules" / "installed.json"
    if installed.exists() and installed.read_bytes() == wanted:
        return
    shutil.copy(package, folder / "package.json")
    subprocess.run(
        ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"],
        cwd=folder,
        check=True,
        stdout=sys.stderr,
    )
    installed.write_bytes(wanted)


def run_node(*arguments: str | Path, seconds_max: float = 300, **variables: str) -> subprocess.CompletedProcess:
    """Runs a program to its end. Its errors go to stderr."""
    return subprocess.run(
        ["node", "--no-deprecation", *arguments],
        env={**os.environ, **node_environment(), **variables},
        stdout=subprocess.PIPE,
        text=True,
        timeout=seconds_max,
        check=True,
    )


def run_node_tests(folder: Path, files: list[str], *options: str, **variables: str) -> tuple[int, int]:
    """Runs tests with Node's runner in a folder. Returns how many passed and failed; that none ran is a failure."""
    done = subprocess.run(
        ["node", "--no-deprecation", "--test", "--test-reporter=tap", *options, *files],
        cwd=folder,
        env={**os.environ, **node_environment(), **variables},
        stdout=subprocess.PIPE,
        text=True,
        timeout=TESTS_SECONDS_MAX,
        check=False,
    )
    counts = {name: int(count) for name, count in _COUNT.findall(done.stdout)}
    passed, failed = counts.get("pass", 0), counts.get("fail", 0)
    if done.returncode != 0 or passed == 0:
        failed = max(failed, 1)
        print(done.stdout)
    print(f"{', '.join(files)}: {passed} passed, {failed} failed", flush=True)
    return passed, failed
