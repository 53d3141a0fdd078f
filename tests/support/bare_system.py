"""A new Debian with nothing but its essential packages, in a folder that becomes the root folder of what runs in it.

debootstrap makes it once for each release, and each use works on a copy. Only root can do that, and the first time
takes a Debian mirror.
"""

import os
import shutil
import subprocess
from pathlib import Path

from tests.support.places import ROOT, scratch

STEP_SECONDS_MAX = 900
PROXIES = ("http_proxy", "https_proxy", "no_proxy")
CERTIFICATES = "NODE_EXTRA_CA_CERTS"  # of a proxy, if this machine is behind one that has its own
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}


class CommandFailed(Exception):
    """The message says what was seen instead of what was expected."""


def host(*command: str | Path, timeout: int = STEP_SECONDS_MAX) -> str:
    """Runs a command of this system in the checkout; returns what it printed on stdout."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode != 0:
        raise CommandFailed(f"{command[0]}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def inherited_environment() -> dict[str, str]:
    """What leads to the network from inside as it does from outside."""
    names = {name: os.environ[name] for name in PROXIES if name in os.environ}
    certificates = {CERTIFICATES: f"/root/{CERTIFICATES}"} if CERTIFICATES in os.environ else {}
    return ENVIRONMENT | names | certificates


def run_in_root(
    root: Path,
    script: str,
    shell: tuple[str, ...] = ("/bin/bash", "-euo", "pipefail"),
    user: str = "0:0",
    environment: dict[str, str] | None = None,
    timeout: int = STEP_SECONDS_MAX,
) -> str:
    """Runs a shell script with `root` as its root folder; returns what it printed on stdout and stderr.

    It has processes and mounts of its own: what it starts and mounts is gone with it, however it ends.
    """
    enter = 'mount -t proc proc "$1/proc" && exec /usr/sbin/chroot --userspec="$2" "${@:1:1}" "${@:3}"'
    done = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/bash", "-c", enter, "bash"]
        + [root, user, *shell, "-c", script],
        env=environment or inherited_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=timeout,
        check=False,
    )
    if done.returncode != 0:
        raise CommandFailed(f"{script!r} ended with status {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


class BareSystem:
    """A copy of a bare system, for one suite. It is removed with remove()."""

    def __init__(self, release: str, suite: str):
        kept = scratch("bare_systems")
        self._release = release
        self._base = kept / release  # as debootstrap made it; complete if the next exists
        self._complete = kept / f"{release}.complete"
        self.root = scratch(suite) / release

    def make(self) -> None:
        host("bash", "-c", "set -euo pipefail; source scripts/packages.sh; install_packages debootstrap")
        if not self._complete.exists():
            shutil.rmtree(self._base, ignore_errors=True)
            host("debootstrap", "--variant=minbase", self._release, self._base)
            self._complete.touch()
        self.remove()
        host("cp", "-a", "--reflink=auto", self._base, self.root)
        shutil.copy("/etc/resolv.conf", self.root / "etc" / "resolv.conf")
        if CERTIFICATES in os.environ:
            shutil.copy(os.environ[CERTIFICATES], self.root / "root" / CERTIFICATES)

    def run(self, script: str, timeout: int = STEP_SECONDS_MAX) -> str:
        return run_in_root(self.root, script, timeout=timeout)

    def remove(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
