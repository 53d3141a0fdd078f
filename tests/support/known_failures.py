"""Tests that are known to fail, each with its reason. A listed test must fail, and an unlisted one must pass.

A line of the file is one of
    SET NAME -- REASON               this test fails
    SET family FAMILY -- REASON      some or all tests of this family fail
where SET contains no spaces. Empty lines and lines that begin with # are ignored.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

_LINE = re.compile(r"(?P<set>\S+) (?P<family>family )?(?P<name>.+?) -- (?P<reason>.+)")


@dataclass(frozen=True)
class Result:
    name: str
    family: str
    passed: bool


@dataclass
class KnownFailures:
    names: dict[str, str] = field(default_factory=dict)  # name to reason
    families: dict[str, str] = field(default_factory=dict)


def read_known_failures(file: Path, set_name: str) -> KnownFailures:
    """Returns the known failures of one set. Raises ValueError for a malformed line."""
    known = KnownFailures()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if not match:
            raise ValueError(
                f"{file}:{number}: expected 'SET NAME -- REASON' or 'SET family FAMILY -- REASON'"
            )
        if match["set"] == set_name:
            (known.families if match["family"] else known.names)[match["name"]] = match["reason"]
    return known


@dataclass
class Comparison:
    passed: int = 0
    known: int = 0  # failed as listed
    wrong: list[str] = field(default_factory=list)  # one line for each reason why the run fails


def compare(results: list[Result], known: KnownFailures) -> Comparison:
    """Compares results with the list. Wrong are unlisted tests that fail, listed tests that pass, and listed
    families of which all tests pass."""
    comparison = Comparison()
    by_family = defaultdict(list)
    for result in results:
        by_family[result.family].append(result)
        if result.passed and result.name in known.names:
            comparison.wrong.append(f"passes, but is listed as a known failure: {result.name}")
        elif result.passed:
            comparison.passed += 1
        elif result.name in known.names or result.family in known.families:
            comparison.known += 1
        else:
            comparison.wrong.append(f"fails: {result.name}")
    for family in known.families:
        if by_family[family] and all(result.passed for result in by_family[family]):
            comparison.wrong.append(f"all tests of the family pass, but it is listed as a known failure: {family}")
    return comparison


def print_families(results: list[Result]) -> None:
    print(f"{'family':24} {'passed':>7} {'failed':>7}")
    for family in sorted({result.family for result in results}):
        outcomes = [result.passed for result in results if result.family == family]
        print(f"{family:24} {sum(outcomes):7} {len(outcomes) - sum(outcomes):7}")


def print_comparison(comparison: Comparison) -> None:
    print(f"{comparison.known} failed as listed")
    for line in sorted(comparison.wrong):
        print(f"  {line}")
