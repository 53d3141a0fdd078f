"""The line of totals that ./test reads from the output of a suite."""

import re

TOTALS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) left out$")


def print_totals(passed: int, failed: int, left_out: int = 0) -> int:
    """Prints the line and returns the matching exit status."""
    print(f"{passed} passed, {failed} failed, {left_out} left out", flush=True)
    return 1 if failed else 0
