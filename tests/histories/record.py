"""What the clients of a session asked, when, and what they were answered."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

NEVER = 1 << 62

Properties = tuple[tuple[str, Any], ...]  # sorted by name


class Entity(NamedTuple):
    """A state of an entity. `id` is that of the write that made it, which no other write has."""

    id: str
    etag: str | None  # None: nobody has seen it
    properties: Properties


@dataclass(frozen=True)
class Write:
    """One operation of a change."""

    kind: str  # "insert", "replace", "merge" or "delete"
    row: str
    id: str = ""  # of a deletion: ""
    properties: Properties = ()
    if_match: str | None = None  # None, "*" or an ETag

    def __str__(self) -> str:
        condition = f" if {short(self.if_match)}" if self.if_match else ""
        return f"{self.kind} {self.row}{condition}" + (f" := {show(self.properties)}" if self.properties else "")


@dataclass(frozen=True)
class Done:
    etags: tuple[str | None, ...] = ()  # one for each write; None for a deletion


@dataclass(frozen=True)
class Refused:
    code: str
    index: int = -1  # of the write that is said to be at fault; -1: the answer tells nothing about the stored state


Outcome = Done | Refused | None  # None: there was no answer


@dataclass(frozen=True, eq=False, kw_only=True)
class Call:
    """One request. One without an answer ends when its server has ended: it took place until then or never does."""

    who: str
    begin: int  # in ns
    end: int = NEVER
    table: str
    outcome: Outcome = None

    def ended(self, end: int) -> "Call":
        return replace(self, end=end)

    def __str__(self) -> str:
        return f"{self._what()} -> {self._answer()}"

    def _answer(self) -> str:
        match self.outcome:
            case None:
                return "no answer"
            case Refused(code, index):
                return f"{code} (operation {index})" if index > 0 else code
        return ", ".join(["done", *(short(etag) for etag in self.outcome.etags if etag)])

    def _what(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True, eq=False, kw_only=True)
class Change(Call):
    """A write, or an entity group transaction: all of its writes or none."""

    partition: str
    writes: tuple[Write, ...]

    def _what(self) -> str:
        return f"{self.table}/{self.partition}: " + "; ".join(map(str, self.writes))


@dataclass(frozen=True, eq=False, kw_only=True)
class Page(Call):
    """One page of a query, or a point read: all entities from `low` to before `high` of which the rest is true."""

    low: tuple[str, str]  # PartitionKey, RowKey
    high: tuple[str, str] | None  # None: no end
    partition: str | None = None
    number_min: int | None = None  # of the property Number
    found: dict[tuple[str, str], Entity] = field(default_factory=dict)

    def covers(self, partition: str, row: str) -> bool:
        key = (partition, row)
        return self.low <= key and (self.high is None or key < self.high) and self.partition in (None, partition)

    def matches(self, entity: Entity) -> bool:
        return self.number_min is None or dict(entity.properties).get("Number", -1) >= self.number_min

    def _what(self) -> str:
        if self.high == (self.low[0], self.low[1] + "\0"):
            limits = [f"{self.table}/{'/'.join(self.low)}"]
        else:
            limits = [f"{self.table}/{self.partition or ''}", f"from {'/'.join(self.low)}"]
            limits += [f"before {'/'.join(self.high)}"] if self.high else []
        limits += [f"Number >= {self.number_min}"] if self.number_min is not None else []
        return f"read {' '.join(limits)}"

    def _answer(self) -> str:
        if not isinstance(self.outcome, Done):
            return super()._answer()
        seen = [f"{'/'.join(key)} = {short(e.etag)} {show(e.properties)}" for key, e in self.found.items()]
        return "; ".join(seen) or "nothing"


@dataclass(frozen=True, eq=False, kw_only=True)
class TableCall(Call):
    """What concerns the existence of a table. Any call that finds no table is recorded as a "miss"."""

    kind: str  # "create", "delete", "miss", or "list", when the table is among those that are listed

    def _what(self) -> str:
        return f"{self.table}: {self.kind} table"


def short(etag: str | None) -> str:
    """Returns the part of an ETag that differs from the others of a session: minutes, seconds and fraction."""
    match = re.search(r"%3A(\d\d)%3A(.*)Z", etag or "")
    return f"{match[1]}:{match[2]}" if match else str(etag)


def show(properties: Properties) -> str:
    return "{" + ", ".join(f"{name}={value}" for name, value in properties) + "}"


# --- values

_FILLED = re.compile(r"([\w.]+) (x*)")


def fill(id_: str, size: int) -> str:
    """Returns a value that only the write with this id writes, of about this size."""
    return f"{id_} {'x' * size}"


def compact(properties: dict[str, Any]) -> Properties:
    """Returns properties in the form of records, in which values of fill() are short."""
    return tuple(sorted((name, _compact_value(value)) for name, value in properties.items()))


def _compact_value(value: Any) -> Any:
    match = _FILLED.fullmatch(value) if isinstance(value, str) else None
    return f"{match[1]}*{len(match[2])}" if match else value


def entity_of(answered: dict[str, Any]) -> Entity:
    """Returns the state in the JSON of a read."""
    own = {k: v for k, v in answered.items() if k not in ("PartitionKey", "RowKey", "Timestamp") and "odata." not in k}
    return Entity(str(own.get("Id")), answered["odata.etag"], compact(own))
