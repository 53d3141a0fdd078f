"""What one partition of a table does, one call after the other: the specification that histories are compared with."""

from dataclasses import replace
from typing import NamedTuple

from tests.crash.power.history import timestamp
from tests.histories.record import Call, Change, Done, Entity, Page, Refused, TableCall, Write


class State:
    """Does not change. `last` is the time of the last write to this partition of this table whose ETag is known."""

    __slots__ = ("exists", "last", "rows", "_hash")

    def __init__(self, exists: bool, rows: dict[str, Entity] | None = None, last: str = ""):
        self.exists = exists
        self.rows = rows or {}
        self.last = last
        self._hash = hash((exists, last, frozenset((row, entity.id) for row, entity in self.rows.items())))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and (self.exists, self.last, self.rows) == (other.exists, other.last, other.rows)
        )  # fmt: skip

    def __str__(self) -> str:
        if not self.exists:
            return "no table"
        return ", ".join(f"{row} = {entity.id}" for row, entity in sorted(self.rows.items())) or "no entities"


class Step(NamedTuple):
    """A call as far as it concerns one partition."""

    call: Call
    keeps: bool  # whether it cannot change the state
    times: tuple[str | None, ...] = ()  # of a change: for each write that of its ETag; None: a deletion, or not known


def fault(entity: Entity | None, write: Write) -> str:
    """Returns the code with which this write is refused; "" if it is not."""
    if write.kind == "insert":
        return "EntityAlreadyExists" if entity else ""
    if write.if_match is None:
        return ""
    if entity is None:
        return "ResourceNotFound"
    return "" if write.if_match in ("*", entity.etag) else "UpdateConditionNotSatisfied"


def written(entity: Entity | None, write: Write, etag: str | None) -> Entity:
    if write.kind == "merge" and entity:
        properties = tuple(sorted({**dict(entity.properties), **dict(write.properties)}.items()))
        return Entity(write.id, etag, properties)
    return Entity(write.id, etag, write.properties)


class PartitionModel:
    """`etags` are those of all writes of which one is known, by id. `ordered`: whether they must ascend."""

    def __init__(self, partition: str, etags: dict[str, str], ordered: bool = True):
        self.partition = partition
        self.etags = etags
        self.ordered = ordered

    def step(self, call: Call) -> Step:
        match call:
            case Change(writes=writes):
                times = tuple(timestamp(self.etags[w.id]) if w.id in self.etags else None for w in writes)
                return Step(call, isinstance(call.outcome, Refused), times)
            case TableCall(kind=kind):
                return Step(call, kind not in ("create", "delete") or isinstance(call.outcome, Refused))
        return Step(call, True)

    def holds(self, state: State, step: Step) -> bool:
        """Returns whether a call that keeps the state gets its answer in this one. REQUIRES: step.keeps"""
        call = step.call
        if isinstance(call, TableCall):
            return state.exists == (call.kind in ("create", "list"))
        if isinstance(call, Change) and call.outcome.index < 0:
            return True
        if not state.exists:
            return False
        if isinstance(call, Change):
            *before, at_fault = call.writes[: call.outcome.index + 1]
            return fault(state.rows.get(at_fault.row), at_fault) == call.outcome.code and not any(
                fault(state.rows.get(write.row), write) for write in before
            )
        expected = {
            (self.partition, row): entity
            for row, entity in state.rows.items()
            if call.covers(self.partition, row) and call.matches(entity)
        }
        return call.found == expected

    def after(self, state: State, step: Step) -> State | None:
        """Returns the state after a change; None if its answer is not that of this state. REQUIRES: not step.keeps"""
        call = step.call
        if isinstance(call, TableCall):
            creates = call.kind == "create"
            return State(creates) if state.exists != creates else None
        if not state.exists:
            return None
        rows, last = dict(state.rows), state.last
        for write, time in zip(call.writes, step.times, strict=True):
            entity = rows.get(write.row)
            if fault(entity, write) or (self.ordered and time and time <= last):
                return None
            last = time or last
            if write.kind == "delete":
                del rows[write.row]
            else:
                rows[write.row] = written(entity, write, self.etags.get(write.id))
        return State(True, rows, last)


def only_row(call: Call, partition: str, row: str) -> Call | None:
    """Returns what a call says about one row, if it does. What explains a history explains this part of it."""
    match call:
        case TableCall():
            return call
        case Page():
            if not call.covers(partition, row):
                return None
            found = {key: entity for key, entity in call.found.items() if key == (partition, row)}
            return replace(call, low=(partition, row), high=(partition, row + "\0"), found=found)
        case Change(writes=writes, outcome=outcome):
            places = [index for index, write in enumerate(writes) if write.row == row]
            if not places or isinstance(outcome, Refused) and outcome.index != places[0]:
                return None
            kept = tuple(writes[index] for index in places)
            if isinstance(outcome, Done):
                outcome = Done(tuple(outcome.etags[index] for index in places))
            elif isinstance(outcome, Refused):
                outcome = Refused(outcome.code, 0)
            return replace(call, writes=kept, outcome=outcome)
    return None


def only_partition(call: Call, table: str, partition: str) -> Call | None:
    """Returns what a call says about one partition, if it does."""
    if call.table != table:
        return None
    match call:
        case Change():
            return call if call.partition == partition else None
        case Page():
            if call.partition not in (None, partition) or call.low[0] > partition:
                return None
            if call.high is not None and call.high <= (partition, ""):
                return None
            found = {key: entity for key, entity in call.found.items() if key[0] == partition}
            return replace(call, found=found)
    return call
