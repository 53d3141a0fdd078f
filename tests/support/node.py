"""Programs for Node.js and the packages that they need."""

import os
import shutil
import subprocess
import sys
from pathlib import Path


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


def run_node(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess:
    """Runs a program to its end. Its errors go to stderr."""
    return subprocess.run(
        ["node", "--no-deprecation", *arguments],
        env={**os.environ, **node_environment(), **variables},
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
        check=True,
    )
