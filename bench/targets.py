"""The comparisons at the top of the benchmarks' page: what Rowhouse is measured against, and how it stands."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cells import FILTER_CONNECTIONS_MAX, FIRST_CONNECTIONS, SHAPES
from results import Key, Line, Results, geometric_mean, number, rate, request_rate

COMPARED_WITH_AZURITE = ["point", "range", "page", "filter", "upsert", "insert", "batch"]
COMPARED_WITH_HTTP = ["point", "range", "page", "batch"]
COMPARED_WITH_SQLITE = ["upsert", "insert"]
CONNECTIONS = [FIRST_CONNECTIONS, 32]


@dataclass
class Target:
    """One comparison: Rowhouse's rate divided by the other's in one or more cells."""

    name: str
    ratios: list[float]

    @property
    def value(self) -> float | None:
        """Their geometric mean; None: not measured."""
        return geometric_mean(self.ratios) if self.ratios else None


@dataclass
class Group:
    title: str
    targets: list[Target]


def groups(results: Results) -> list[Group]:
    """Every comparison, also those that the run has no figures for."""
    keys = results.main_keys()
    return [
        Group(
            "Azurite: all tables and connections, our writes synced and its not",
            [_target(results, name, "azurite", [k for k in keys if k.workload == name])
             for name in COMPARED_WITH_AZURITE],
        ),
        Group(
            "The bare SQLite loop, one commit for the writes of all connections",
            [_target(results, f"{name}, {n} connections, {shape}", "sqlite-limit",
                     [k for k in keys if (k.workload, k.connections, k.shape) == (name, n, shape)])
             for name in COMPARED_WITH_SQLITE for n in CONNECTIONS for shape in SHAPES],
        ),
        Group(
            "The bare HTTP server, answers as large",
            [_target(results, f"{name}, {n} connections", "http-limit",
                     [k for k in keys if (k.workload, k.connections) == (name, n)], request_rate)
             for name in COMPARED_WITH_HTTP for n in CONNECTIONS],
        ),
        Group("A filter over a whole table, against Azurite", _filters(results, keys, "azurite")),
        Group("A filter over a whole table, against SQLite's json_extract", _filters(results, keys, "sqlite-limit")),
        Group("1,000 new partitions of one row, 32 connections", _create(results)),
    ]  # fmt: skip


def _target(
    results: Results, name: str, other: str, keys: Iterable[Key], of: Callable[[Line], float | None] = rate
) -> Target:
    ratios = [results.ratio(key, other, of) for key in keys]
    return Target(name, [ratio for ratio in ratios if ratio])


def _filters(results: Results, keys: list[Key], other: str) -> list[Target]:
    cells = [key for key in keys if key.workload == "filter"]
    if not cells:
        return []
    connections = min({key.connections for key in cells}, key=lambda n: abs(n - FILTER_CONNECTIONS_MAX))
    return [
        _target(results, f"{key.rows:,} rows, {key.shape}", other, [key])
        for key in cells
        if key.connections == connections
    ]


def _create(results: Results) -> list[Target]:
    keys = [key for key in results.keys() if key.workload == "create"]
    return [
        _target(results, "a loop that makes as many files", "sqlite-limit", keys),
        _target(results, "Azurite", "azurite", keys),
    ]


def table(all_groups: list[Group]) -> str:
    lines = ["| compared with | | times | lowest – highest | cells |", "|---|---|---:|---:|---:|"]
    for group in all_groups:
        for target in group.targets:
            spread = f"{number(min(target.ratios))} – {number(max(target.ratios))}" if target.ratios else "–"
            value = f"**{number(target.value)}**" if target.value else "not measured"
            lines.append(f"| {group.title} | {target.name} | {value} | {spread} | {len(target.ratios)} |")
    return "\n".join(lines)
