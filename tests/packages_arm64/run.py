"""Makes the packages for arm64 by cross-compiling, and tries each under QEMU, which runs its programs one by one.

usage: python3 -m tests.packages_arm64.run

The packages are kept in build/tests/packages_arm64/dist, and what they were tried in is removed. Only root can do that.
"""

import os
import sys
from pathlib import Path

from tests.packages_arm64.case import QEMU
from tests.support.bare_system import CommandFailed, host
from tests.support.report import print_totals
from tests.support.unittests import run_folder


def reason_to_leave_out() -> str:
    """Installs QEMU if it is missing; returns why it is of no use, or nothing."""
    if os.geteuid() != 0:
        return "only root can change the root folder of what QEMU runs"
    try:
        host("bash", "-c", "set -euo pipefail; source scripts/packages.sh; install_packages qemu-user-static")
    except CommandFailed as failure:
        return f"QEMU could not be installed\n{failure}"
    return "" if QEMU.exists() else f"{QEMU} is missing, which is in the Debian package qemu-user-static"


if __name__ == "__main__":
    if reason := reason_to_leave_out():
        print(f"packages-arm64: left out, because {reason}")
        sys.exit(print_totals(0, 0, 1))
    sys.exit(run_folder(Path(__file__).parent))
