"""Says why a history is not one that a correct server could have answered, with as little of it as explains this."""

from collections.abc import Iterable
from dataclasses import replace

from tests.histories.check import (
    Failure,
    Undecided,
    begin_states,
    etag_faults,
    etags_by_id,
    explain,
    partitions_of,
    rows_apart,
    rows_of,
)
from tests.histories.model import PartitionModel, fault, only_row
from tests.histories.record import NEVER, Call, Change, Done, Page, Refused, TableCall

LINES_MAX = 60


def findings(calls: list[Call], whole_pages: bool = True) -> list[str]:
    """Returns a text for each fault of a session's history. `whole_pages`: whether a page shows one state of each
    partition, rather than one of each row."""
    calls = sorted(calls, key=lambda call: call.begin)
    start = calls[0].begin if calls else 0
    texts = [_text(message, shown, start) for message, shown in etag_faults(calls)]
    etags = etags_by_id(calls)
    for (table, partition), part in partitions_of(calls).items():
        part = part if whole_pages else rows_apart(part, partition)
        model = PartitionModel(partition, etags)
        try:
            if explain(part, model, begin_states(part)):
                texts.append(_explanation(f"{table}/{partition}", part, model, start))
        except Undecided as error:
            texts.append(f"{table}/{partition}: undecided, {error}")
    return texts


def _explanation(name: str, calls: list[Call], model: PartitionModel, start: int) -> str:
    """Returns why a partition's calls, which nothing explains, are wrong."""
    unordered = PartitionModel(model.partition, model.etags, ordered=False)
    if not explain(calls, unordered, begin_states(calls)):
        message = "only an order of the writes in which ETags go back explains the answers"
    else:
        model, message = unordered, ""
    whole = explain(calls, model, begin_states(calls))
    until = _until(calls, whole.call)
    rows = _rows_wrong_alone(until, model)
    message = message or _message(whole, calls, {row: failure for row, (_, failure) in rows.items()})
    calls, failure = next(iter(rows.values()), (until, whole))
    needed = _origin(until, failure) + _needed(calls, failure, model)
    lines = [f"{name}: {message}"]
    lines += [f"  possible at {_ms(failure.since, start)}: {state}" for state in sorted(failure.known, key=str)[:5]]
    return "\n".join(lines + _lines(needed, start))


def _rows_wrong_alone(calls: list[Call], model: PartitionModel) -> dict[str, tuple[list[Call], Failure]]:
    """Returns for each row about which nothing explains what the calls say what they say, and why."""
    rows = {}
    for row in sorted(rows_of(calls, model.partition)):
        part = [kept for call in calls if (kept := only_row(call, model.partition, row))]
        if failure := explain(part, model, begin_states(part)):
            rows[row] = (part, failure)
    return rows


def _until(calls: list[Call], failed: Call) -> list[Call]:
    """Returns what has begun when a call ends. What ends later is still open then."""
    begun = [call for call in calls if call.begin <= failed.end]
    return [call if call.end <= failed.end else replace(call, end=NEVER) for call in begun]


def _needed(calls: list[Call], failure: Failure, model: PartitionModel) -> list[Call]:
    """Returns the calls since the last moment at which none was open, without those that change nothing and without
    which the failure is the same."""
    kept = [call for call in calls if call.begin >= failure.since]
    size = len(kept)
    while size > 0:
        for first in range(0, len(kept), size):
            some = [call for call in kept[first : first + size] if model.step(call).keeps and call is not failure.call]
            without = [call for call in kept if call not in some]
            if some and explain(without, model, failure.known):
                kept = without
        size //= 2
    return kept


def _origin(calls: list[Call], failure: Failure) -> list[Call]:
    """Returns the calls of a partition before `failure.since` that wrote what was there then and what was seen, or last
    deleted it."""
    before = [call for call in calls if call.begin < failure.since]
    found = failure.call.found if isinstance(failure.call, Page) else {}
    ids = {entity.id for state in failure.known for entity in state.rows.values()}
    ids |= {entity.id for entity in found.values()}
    there = {row for state in failure.known for row in state.rows}
    gone = {row for _, row in found if row not in there}
    deletions = {
        row: call
        for call in before
        for row in gone
        if isinstance(call, TableCall) and call.kind == "delete"
        or isinstance(call, Change) and any(write.kind == "delete" and write.row == row for write in call.writes)
        if isinstance(call.outcome, Done)
    }
    return [
        call
        for call in before
        if call in deletions.values() or isinstance(call, Change) and ids & {write.id for write in call.writes}
    ]


def _lines(calls: Iterable[Call], start: int) -> list[str]:
    """Returns a line for each call, by begin; not more than a person reads."""
    lines = [
        f"  {_ms(call.begin, start)} - {_ms(call.end, start)}  {call.who}: {call}"
        for call in sorted(calls, key=lambda call: call.begin)
    ]
    left_out = len(lines) - LINES_MAX
    return lines if left_out <= 0 else [f"  ({left_out} earlier lines are left out)", *lines[-LINES_MAX:]]


def _ms(time: int, start: int) -> str:
    return "(open)" if time == NEVER else f"{(time - start) / 1e6:.3f} ms"


def _text(message: str, calls: list[Call], start: int) -> str:
    return "\n".join([message, *_lines(calls, start)])


# --- naming the fault


def _message(failure: Failure, calls: list[Call], rows: dict[str, Failure]) -> str:
    """`calls` are all of the partition, also those after the failure; `rows` those that are wrong by themselves."""
    call = failure.call
    if isinstance(call, Page):
        if half := _half_transaction(call, calls, set(rows)):
            return half
        if not rows:
            return "rows that were never there together"
        row, row_failure = next(iter(rows.items()))
        return _of_row(row_failure, calls, row)
    failure = next(iter(rows.values()), failure)
    call = failure.call
    if isinstance(call, Change) and isinstance(call.outcome, Done):
        faults = {fault(state.rows.get(w.row), w) for state in failure.states if state.exists for w in call.writes}
        return f"done, though it was to be refused with {' or '.join(sorted(faults - {''})) or 'TableNotFound'}"
    if isinstance(call.outcome, Refused):
        return f"refused with {call.outcome.code}, which no possible state explains"
    return "an answer that no possible state explains"


def _half_transaction(page: Page, calls: list[Call], wrong: set[str]) -> str:
    """Returns a message if the page shows some writes of a transaction and, in a row that no later call writes, another
    state. "" if not. `wrong` are the rows of which one must be that row, unless there are none."""
    seen = {place: entity.id for place, entity in page.found.items()}
    changes = [call for call in calls if isinstance(call, Change) and not isinstance(call.outcome, Refused)]
    for call in sorted(changes, key=lambda call: call.begin, reverse=True):
        later = {w.row for other in changes if other is not call and other.end > call.begin for w in other.writes}
        covered = [write for write in call.writes if page.covers(call.partition, write.row)]
        shown = [w.row for w in covered if w.id and seen.get((call.partition, w.row)) == w.id]
        missing = [w.row for w in covered if w.row not in [*shown, *later] and (not wrong or w.row in wrong)]
        if shown and missing and call.begin <= page.end:
            return f"half a transaction: {', '.join(shown)} as {call.who} wrote, but not {', '.join(missing)}"
    return ""


def _of_row(failure: Failure, calls: list[Call], row: str) -> str:
    """Returns what is wrong with a page of one row."""
    page = failure.call
    got = next(iter(page.found.values()), None)
    entities = [state.rows.get(row) for state in failure.states]
    possible = {entity.id for entity in entities if entity and page.matches(entity)}
    makers = [call for call in calls if isinstance(call, Change) and got and got.id in {w.id for w in call.writes}]
    if got and not makers:
        return f"a state that nobody has written: {row} = {got.id}"
    if got and all(isinstance(maker.outcome, Refused) for maker in makers):
        return f"a refused write took place: {row} = {got.id}"
    if got and not possible:
        return f"a deleted entity that comes back: {row} = {got.id}"
    if got and got.id in possible:
        return f"another content than was written: {row} = {got.id}"
    later = any(
        isinstance(call, Page) and call.begin > page.end and possible & {entity.id for entity in call.found.values()}
        for call in calls
    )
    what = f"{row} = {got.id if got else 'nothing'} after {' or '.join(sorted(possible))}"
    return f"{'a stale read' if later else 'a lost write'}: {what}"
