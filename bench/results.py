"""The raw lines of bench/compare, by cell.

Each line is one JSON object. "system" says whose it is: "run" (facts about the run), "rowhouse", "azurite",
"rowhouse-off" (rowhoused --sync off), "http-limit" or "sqlite-limit". Of those, the ones with the workload "load" tell
how a table was filled, "restart" how long a server took to answer; the others are a cell's measurement.
"""

import json
import math
import statistics
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from cells import ENTITY_BYTES, SHAPES, WORKLOADS, Table

Line = dict[str, Any]


class Key(NamedTuple):
    """A cell, whichever system it is of and in whichever round."""

    workload: str
    connections: int
    rows: int
    shape: str
    entity_bytes: int = ENTITY_BYTES

    @property
    def table(self) -> Table:
        return Table(self.rows, self.shape, self.entity_bytes)


def read_lines(text: str) -> list[Line]:
    """The objects of a results file. A line that was cut short (the last one) is left out."""
    lines = []
    for line in text.splitlines():
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return lines


def rate(line: Line) -> float | None:
    """What a measurement counts each second; None when it has no right answer, or not all that were to be."""
    if line.get("failed") or not line.get("operations"):
        return None
    if line["workload"] == "create" and (line["capped"] or line["errors"]):
        return None
    if line["workload"] == "filter" and line["system"] != "http-limit":
        return line["rows_scanned_per_second"]
    return line["operations_per_second"]


def request_rate(line: Line) -> float | None:
    """HTTP requests each second: what the HTTP limit is compared by."""
    return line["requests_per_second"] if rate(line) is not None else None


def cpu_microseconds(line: Line) -> float | None:
    """Processor time of the server for one operation."""
    seconds = [line.get("server_user_seconds"), line.get("server_system_seconds")]
    return None if None in seconds or rate(line) is None else sum(seconds) * 1e6 / line["operations"]


def system_share(line: Line) -> float | None:
    """How much of the server's processor time the kernel took, 0 to 1."""
    user, system = line.get("server_user_seconds"), line.get("server_system_seconds")
    return system / (user + system) if user is not None and user + system > 0 else None


def written_bytes(line: Line) -> float | None:
    """What was written to disk for one entity."""
    written = line.get("server_written_bytes")
    return None if written is None or rate(line) is None else written / line["entities"]


class Results:
    """The measurements of one results file."""

    def __init__(self, lines: Iterable[Line]):
        self.facts: Line = {}
        self.loads: dict[tuple[str, Table], Line] = {}
        self._restarts: dict[tuple[str, Table], list[Line]] = {}
        self._measured: dict[tuple[str, Key], list[Line]] = {}
        for line in lines:
            if line["system"] == "run":
                self.facts = line
                continue
            table = Table(line["rows"], line["shape"], line.get("entity_bytes", ENTITY_BYTES))
            if line["workload"] == "load":
                self.loads[line["system"], table] = line
            elif line["workload"] == "restart":
                self._restarts.setdefault((line["system"], table), []).append(line)
            else:
                key = Key(line["workload"], line["connections"], *table)
                self._measured.setdefault((line["system"], key), []).append(line)

    def keys(self) -> list[Key]:
        """All cells of Rowhouse or Azurite, in the order of the report."""
        found = {key for system, key in self._measured if system in ("rowhouse", "azurite")}
        return sorted(
            found,
            key=lambda k: (k.entity_bytes, k.rows, SHAPES.index(k.shape), WORKLOADS.index(k.workload), k.connections),
        )

    def main_keys(self) -> list[Key]:
        """The cells with entities of the usual size on the tables of the run."""
        return [key for key in self.keys() if key.entity_bytes == ENTITY_BYTES and key.workload != "create"]

    def rounds(self) -> int:
        return max((len(lines) for (_, key), lines in self._measured.items() if key.workload != "create"), default=0)

    def lines(self, system: str, key: Key) -> list[Line]:
        """A system's measurements of a cell. The HTTP limit does not depend on the shape, and on the number of rows
        only where the size of the answer does."""
        if system != "http-limit":
            return self._measured.get((system, key), [])
        return [
            line
            for (name, other), lines in self._measured.items()
            for line in lines
            if name == system
            and (other.workload, other.connections) == (key.workload, key.connections)
            and other.entity_bytes == key.entity_bytes
            and (key.workload != "filter" or other.rows == key.rows)
        ]

    def median(self, system: str, key: Key, of: Callable[[Line], float | None] = rate) -> float | None:
        values = [value for value in map(of, self.lines(system, key)) if value is not None]
        return statistics.median(values) if values else None

    def ratio(
        self, key: Key, other: str, of: Callable[[Line], float | None] = rate, system: str = "rowhouse"
    ) -> float | None:
        ours, theirs = self.median(system, key, of), self.median(other, key, of)
        return ours / theirs if ours and theirs else None

    def restart_tables(self) -> list[Table]:
        return sorted({table for _, table in self._restarts}, key=lambda t: (t.rows, SHAPES.index(t.shape), t))

    def restart(self, system: str, table: Table) -> tuple[float, float] | None:
        """Seconds from exec to the first row, and the bytes in memory then: medians. None: not measured."""
        lines = self._restarts.get((system, table))
        if not lines:
            return None
        return (
            statistics.median(line["seconds"] for line in lines),
            statistics.median(line["resident_bytes"] for line in lines),
        )

    def errors_of(self, system: str, key: Key) -> int:
        """How many answers of a cell were wrong, all rounds together."""
        return sum(sum(line.get("errors", {}).values()) for line in self.lines(system, key))

    def why_missing(self, system: str, key: Key) -> str:
        """The words for a cell without a figure."""
        load = self.loads.get((system, key.table))
        if load and not load.get("finished"):
            return load_failure(load)
        lines = self.lines(system, key)
        if not lines:
            return "not measured"
        if any(line.get("capped") for line in lines):
            return "no operation within the time limit"
        return "failed"


def load_failure(load: Line) -> str:
    return load.get("failed") or f"did not finish: {load['loaded']:,} rows in {load['seconds']:.0f} s"


def number(value: float | None) -> str:
    """Three significant digits, thousands in groups: 1.23, 45.6, 789, 12,300."""
    if value is None:
        return "–"
    if value == 0:
        return "0"
    decimals = 2 - math.floor(math.log10(abs(value)))
    return f"{round(value, decimals):,.{max(decimals, 0)}f}"


def geometric_mean(values: list[float]) -> float:
    return math.exp(statistics.fmean(math.log(value) for value in values))
