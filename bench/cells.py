"""What bench/compare measures, in which order. Pure: no server is started here.

A cell is one measurement: a system, a workload, a number of connections, and a table (rows, shape, size of the
entities). Cells are visited table by table, since a table has to be filled, and in passes: each pass goes over all
tables with one number of connections. So a run that its time limit ends has something of every table, and lacks the
same of all of them. Tables of more than a million rows, which take long to fill and much room, are visited once, at the
end of a round.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

READS = ["point", "range", "page", "filter"]
WRITES = ["upsert", "insert", "batch"]  # batch last: it makes a table grow most
WORKLOADS = [*READS, *WRITES, "create"]
SHAPES = ["few", "each"]
SERVERS = ["rowhouse", "azurite", "rowhouse-off"]
SYSTEMS = [*SERVERS, "sqlite-limit", "http-limit"]

ENTITY_BYTES = 1024
OTHER_SIZES_WORKLOADS = ["point", "insert", "batch"]
OTHER_SIZES_ROWS = 1000
FIRST_CONNECTIONS = 8  # the first pass: what most comparisons are about
FILTER_CONNECTIONS_MAX = 8  # 32 full scans at once are nobody's load
PASSES_ROWS_MAX = 1_000_000  # larger tables are visited once a round
CREATE_ROWS = 1000
CREATE_CONNECTIONS = 32
CREATE_REPEATS = 3  # each takes a moment only


class Table(NamedTuple):
    rows: int
    shape: str
    entity_bytes: int = ENTITY_BYTES


class Cell(NamedTuple):
    system: str
    workload: str
    connections: int
    rows: int
    shape: str
    entity_bytes: int
    round: int

    @property
    def table(self) -> Table:
        return Table(self.rows, self.shape, self.entity_bytes)


@dataclass
class Visit:
    """What is measured of one table in one pass, by system."""

    table: Table
    cells: dict[str, list[Cell]]


@dataclass
class Selection:
    """What a run is asked for."""

    sizes: list[int]
    connections: list[int]
    rounds: int = 1
    entity_bytes: list[int] = field(default_factory=lambda: [ENTITY_BYTES])
    workloads: list[str] = field(default_factory=lambda: list(WORKLOADS))
    systems: list[str] = field(default_factory=lambda: list(SYSTEMS))


def visits(selection: Selection) -> Iterator[Visit]:
    """All that a run measures, in its order."""
    for number in range(1, selection.rounds + 1):
        first = min(selection.connections, key=lambda n: abs(n - FIRST_CONNECTIONS))
        passes = sorted(selection.connections, key=lambda n: (n != first, -n))
        for position, connections in enumerate(passes):
            if position == 1 or len(passes) == 1:
                yield from _create(selection, number)
                yield from _other_sizes(selection, passes[0], number)
            yield from _tables(selection, [n for n in selection.sizes if n <= PASSES_ROWS_MAX], [connections], number)
        yield from _tables(selection, [n for n in selection.sizes if n > PASSES_ROWS_MAX], passes, number)


def _tables(selection: Selection, sizes: list[int], connections: list[int], number: int) -> Iterator[Visit]:
    for rows in sizes:
        for shape in SHAPES:
            yield _visit(selection, Table(rows, shape), selection.workloads, connections, number)


def _create(selection: Selection, number: int) -> Iterator[Visit]:
    if "create" in selection.workloads:
        table = Table(CREATE_ROWS, "each")
        systems = [system for system in selection.systems if system != "http-limit"]
        yield Visit(table, {s: [Cell(s, "create", CREATE_CONNECTIONS, *table, number)] for s in systems})


def _other_sizes(selection: Selection, connections: int, number: int) -> Iterator[Visit]:
    workloads = [workload for workload in OTHER_SIZES_WORKLOADS if workload in selection.workloads]
    for size in selection.entity_bytes:
        if size != ENTITY_BYTES and workloads:
            yield _visit(selection, Table(OTHER_SIZES_ROWS, "few", size), workloads, [connections], number)


def _visit(selection: Selection, table: Table, workloads: list[str], connections: list[int], number: int) -> Visit:
    return Visit(
        table,
        {
            system: [
                Cell(system, workload, n, *table, number)
                for workload in workloads
                for n in connections
                if _belongs(system, workload, n, table, selection.sizes[0])
            ]
            for system in selection.systems
        },
    )


def _belongs(system: str, workload: str, connections: int, table: Table, first_rows: int) -> bool:
    if workload == "create" or (workload == "filter" and connections > FILTER_CONNECTIONS_MAX):
        return False
    if system == "rowhouse-off":
        return workload in WRITES
    if system == "http-limit":
        # The answers are as large whatever the table's rows are; those of a filter grow with them.
        as_others = table.rows != first_rows and table.entity_bytes == ENTITY_BYTES and workload != "filter"
        return table.shape == "few" and not as_others
    return True


def words_for(cells: Iterable[Cell]) -> list[str]:
    """Cells in a few words: one text for each table and number of connections."""
    groups: dict[tuple, dict[str, list[str]]] = {}
    for cell in cells:
        by_system = groups.setdefault((cell.table, cell.connections, cell.round), {})
        by_system.setdefault(cell.system, []).append(cell.workload)
    texts = []
    for (table, connections, number), by_system in groups.items():
        size = "" if table.entity_bytes == ENTITY_BYTES else f" of {table.entity_bytes:,} bytes"
        again = f", round {number}" if number > 1 else ""
        what = "; ".join(f"{system}: {', '.join(workloads)}" for system, workloads in by_system.items())
        texts.append(f"{table.rows:,} rows{size}, {table.shape}, {connections} connections{again} ({what})")
    return texts
