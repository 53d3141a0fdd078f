"""Checks whether a history of concurrent calls is one that a correct server could have answered.

Correct means linearizable: each call takes effect at one moment between its begin and its end, and all answers are
those of the model (tests/histories/model.py) with the calls one after the other in the order of these moments
(M. Herlihy and J. Wing, "Linearizability: A Correctness Condition for Concurrent Objects", TOPLAS 12(3), 1990). That
holds for a history if and only if it holds for each of its objects by itself (their theorem 1), so each partition of
each table is checked alone. A partition, not an entity, is the object since a transaction changes several entities at
once and a page of a query shows one state of each partition. The exception are engines whose pages are a state of each
entity only: there a page counts as many reads at the same time.

The search is that of J. Wing and C. Gong ("Testing and Verifying Concurrent Objects", JPDC 17, 1993) in the form of
G. Lowe's just-in-time linearization ("Testing for Linearizability", CCPE 29(4), 2017): it goes through begins and ends
in the order of time and keeps every configuration that explains the answers so far, which is a state and the set of
open calls that have taken effect. Calls are put in order only when one ends. Three things keep that small:

* At most as many calls are open as there are clients: a call without an answer is over when its server is.
* A call that changes nothing (a read, a refused write) takes effect in the first state that gives its answer; to
  wait could not help.
* The ETag of a write is a time that ascends within a partition, so of writes whose ETag is known only one order is
  possible. What remains are deletions, and writes without an answer that no read has seen.

So the worst case is a configuration for each order of each subset of these among the open calls; one or two are usual.
Beyond CONFIGURATIONS_MAX the search gives up, which counts as a fault.

ETags are compared in all calls of a session, too: no two writes have the same, a state keeps its own, and a write that
begins after another one's answer has the later one, whatever their entities.

What this cannot see:

* that two partitions were changed at once: creating or deleting a table counts for each partition by itself, and a
  page over several partitions is a state of each, perhaps of different moments. Neither is promised to be one.
* the time in ETags over the end of a table: writes still under way to a deleted table get later ones than those of
  a new table with its name.
* a write without an answer that was lost or made, as long as nothing shows which; and faults of answers that the
  clients of the session do not record, such as the order of properties.
* what happens between two reads. Only states that somebody has read or tested with a condition are compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.crash.power.history import timestamp
from tests.histories.model import PartitionModel, State, Step, only_partition, only_row
from tests.histories.record import NEVER, Call, Change, Done, Entity, Page, TableCall

CONFIGURATIONS_MAX = 300_000  # at the end of a call

Configuration = tuple[State, frozenset[int]]


class Undecided(Exception):
    """The search became too large."""


@dataclass(frozen=True)
class Failure:
    """A call whose answer nothing explains. `states` are those that were possible while it was open. All calls that
    began before `since` are part of `known`, the states of which one was there at that moment."""

    call: Call
    states: frozenset[State]
    since: int
    known: frozenset[State]


def explain(calls: list[Call], model: PartitionModel, known: Iterable[State]) -> Failure | None:
    """Searches for an order of the calls of one partition that explains all answers. Returns None if there is one."""
    steps = [model.step(call) for call in calls]
    configurations: set[Configuration] = {(state, frozenset()) for state in known}
    cut = (0, frozenset(known))
    open_calls: set[int] = set()
    for time, ends, index in _moments(calls):
        if not ends:
            open_calls.add(index)
            continue
        configurations, states = _end_call(configurations, index, open_calls, steps, model)
        open_calls.discard(index)
        if not configurations:
            return Failure(calls[index], frozenset(states), *cut)
        if not open_calls:
            cut = (time, frozenset(state for state, _ in configurations))
    return None


def _moments(calls: list[Call]) -> list[tuple[int, bool, int]]:
    """Returns begins and ends in the order of time; at the same time begins are first."""
    begins = [(call.begin, False, index) for index, call in enumerate(calls)]
    return sorted(begins + [(call.end, True, index) for index, call in enumerate(calls) if call.end < NEVER])


def _end_call(
    configurations: set[Configuration], ended: int, open_calls: set[int], steps: list[Step], model: PartitionModel
) -> tuple[set[Configuration], set[State]]:
    """Returns the configurations after a call has ended, without it, and all states on the way there."""
    result: set[Configuration] = set()
    seen = set(configurations)
    todo = list(configurations)
    reads = [index for index in open_calls if steps[index].keeps]
    changes = [index for index in open_calls if not steps[index].keeps]
    while todo:
        state, taken = todo.pop()
        if ended not in taken:
            taken |= {index for index in reads if index not in taken and model.holds(state, steps[index])}
        if ended in taken:
            result.add((state, taken - {ended}))
            continue
        if steps[ended].call.outcome is None:
            result.add((state, taken))
        for index in changes:
            if index in taken or (after := model.after(state, steps[index])) is None:
                continue
            if (further := (after, taken | {index})) not in seen:
                seen.add(further)
                todo.append(further)
        if len(seen) > CONFIGURATIONS_MAX:
            raise Undecided(f"more than {CONFIGURATIONS_MAX} configurations at the end of: {steps[ended].call}")
    return result, {state for state, _ in seen}


# --- ETags


def states_seen(calls: Iterable[Call]) -> Iterator[tuple[Entity, Call]]:
    for call in calls:
        if isinstance(call, Page):
            for entity in call.found.values():
                yield entity, call


def etags_by_id(calls: list[Call]) -> dict[str, str]:
    """Returns the ETag of each write of which one is known; the answer to it counts more than reads."""
    etags = {entity.id: entity.etag for entity, _ in states_seen(calls) if entity.etag}
    for call in calls:
        if isinstance(call, Change) and isinstance(call.outcome, Done):
            etags.update((w.id, etag) for w, etag in zip(call.writes, call.outcome.etags, strict=True) if w.id and etag)
    return etags


def etag_faults(calls: list[Call]) -> list[tuple[str, list[Call]]]:
    """Returns what is wrong with the ETags of all calls of a session, each with the calls that show it."""
    faults: list[tuple[str, list[Call]]] = []
    owners: dict[str, tuple[str, Call]] = {}  # by ETag: the write's id, and who shows it
    changes = [call for call in calls if isinstance(call, Change) and isinstance(call.outcome, Done)]
    for change in changes:
        times = [timestamp(etag) for etag in change.outcome.etags if etag]
        if times != sorted(times):
            faults.append(("the ETags within a transaction go back", [change]))
        for write, etag in zip(change.writes, change.outcome.etags, strict=True):
            if etag and owners.setdefault(etag, (write.id, change))[0] != write.id:
                faults.append((f"an ETag that repeats: {etag}", [owners[etag][1], change]))
    etags = etags_by_id(changes)
    for entity, page in states_seen(calls):
        if (etag := etags.setdefault(entity.id, entity.etag)) != entity.etag:
            faults.append((f"another ETag of the same state: {etag} is now {entity.etag}", [owners[etag][1], page]))
        elif owners.setdefault(etag, (entity.id, page))[0] != entity.id:
            faults.append((f"an ETag that repeats: {etag}", [owners[etag][1], page]))
    return faults + _etags_that_go_back(changes)


def _etags_that_go_back(changes: list[Change]) -> list[tuple[str, list[Call]]]:
    dated = [
        (change, [timestamp(etag) for etag in change.outcome.etags if etag])
        for change in changes
        if any(change.outcome.etags)
    ]
    by_end = iter(sorted(dated, key=lambda entry: entry[0].end))
    faults = []
    last, latest = "", None
    ended = next(by_end, None)
    for change, times in sorted(dated, key=lambda entry: entry[0].begin):
        while ended and ended[0].end < change.begin:
            if max(ended[1]) > last:
                last, latest = max(ended[1]), ended[0]
            ended = next(by_end, None)
        if min(times) <= last:
            faults.append(("an ETag that goes back", [latest, change]))
    return faults


# --- partitions


def partitions_of(calls: list[Call]) -> dict[tuple[str, str], list[Call]]:
    """Returns for each partition that is written or seen what the calls say about it."""
    keys = {(call.table, call.partition) for call in calls if isinstance(call, Change)}
    keys |= {(call.table, partition) for call in calls if isinstance(call, Page) for partition, _ in call.found}
    result = {}
    for table, partition in sorted(keys):
        parts = (only_partition(call, table, partition) for call in calls)
        result[table, partition] = [part for part in parts if part]
    return result


def rows_apart(calls: list[Call], partition: str) -> list[Call]:
    """Returns the calls with a page for each row instead of one for all. For a server whose pages are not one state of
    a partition."""
    rows = sorted(rows_of(calls, partition))
    result: list[Call] = []
    for call in calls:
        parts = [only_row(call, partition, row) for row in rows] if isinstance(call, Page) else [call]
        result += (part for part in parts if part)
    return result


def rows_of(calls: list[Call], partition: str) -> set[str]:
    rows = defaultdict(set)
    for call in calls:
        match call:
            case Change(writes=writes):
                rows[call.partition] |= {write.row for write in writes}
            case Page(found=found):
                for place, row in found:
                    rows[place].add(row)
    return rows[partition]


def begin_states(calls: list[Call]) -> set[State]:
    """Returns the states possible before the first call: if no call creates the table, it may have been there."""
    created = any(isinstance(call, TableCall) and call.kind == "create" for call in calls)
    return {State(False)} if created else {State(False), State(True)}
