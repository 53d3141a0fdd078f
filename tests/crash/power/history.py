"""What one writer changed, and when, by position in the operation log: what must be there after a cut."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.crash.model import Key, Model, Properties, State

NEVER = 1 << 62


@dataclass
class Change:
    """All of it or nothing, from when it was sent; surely, once it was answered."""

    properties: dict[Key, Properties | None]  # None: deleted
    sent: int
    etags: dict[Key, str | None]
    answered: int = NEVER
    refuted: int = NEVER  # from then on it is known that it was not made


class History(Model):
    """A model that remembers. `now` returns the position."""

    def __init__(self, now: Callable[[], int]):
        super().__init__()
        self.changes: list[Change] = []
        self._now = now

    def begin(self, change: dict[Key, Properties | None]) -> None:
        super().begin(change)
        if change:
            self.changes.append(Change(change, self._now(), {}))

    def answered(self, etags: dict[Key, str]) -> None:
        if self.pending:
            now = self._now()
            self.changes[-1].etags = etags
            # An earlier one without an answer was seen to be made, and this one decides all of its keys.
            for change in reversed(self.changes):
                if change.answered != NEVER:
                    break
                if change.refuted == NEVER:
                    change.answered = now
        super().answered(etags)

    def settle_after_restart(self, found: dict[Key, State]) -> list[Key]:
        """Determines whether the pending change was made. Returns its keys if it was, since a further power cut
        may still undo it. Raises AssertionError if it was made in part."""
        change = self.pending
        before = dict(self.stored)
        if error := self.settle(found):
            raise AssertionError(error)
        if not change:
            return []
        if self.stored == before:
            self.changes[-1].refuted = self._now()
            return []
        return list(change)

    def forget_clock(self) -> None:
        """To be called before it is pickled."""
        self._now = None

    def states_at(self, position: int) -> list[dict[Key, State]]:
        """Returns the states of which one must be there after a cut: the last one with all that was answered,
        and those with more of what was sent."""
        state: dict[Key, State] = {}
        for change in self.changes:
            if change.answered <= position:
                _make(state, change)
        states = [state]
        for change in self.changes:
            if change.sent <= position < min(change.answered, change.refuted):
                states.append(dict(states[-1]))
                _make(states[-1], change)
        return states

    def last_timestamp_at(self, position: int) -> str:
        """Returns the last timestamp that had been answered."""
        return max((t for change in self.changes if change.answered <= position for t in _times(change)), default="")


def _make(state: dict[Key, State], change: Change) -> None:
    for key, properties in change.properties.items():
        if properties is None:
            state.pop(key, None)
        else:
            state[key] = State(properties, change.etags.get(key))


def timestamp(etag: str) -> str:
    """Returns the time in an ETag in a form that sorts by time."""
    match = re.fullmatch(r"W/\"datetime'(\d{4}-\d\d-\d\dT\d\d)%3A(\d\d)%3A(\d\d)(?:\.(\d{1,7}))?Z'\"", etag)
    if not match:
        raise AssertionError(f"not an ETag: {etag}")
    hour, minute, second, fraction = match.groups(default="")
    return f"{hour}:{minute}:{second}.{fraction:0<7}"


def timestamp_faults(histories: list[History]) -> list[str]:
    """Returns a line for each change whose time is not after those of all that were answered before it was sent."""
    changes = [change for history in histories for change in history.changes if any(change.etags.values())]
    by_answer = sorted(changes, key=lambda change: change.answered)
    lines = []
    last, next_answer = "", 0
    for change in sorted(changes, key=lambda change: change.sent):
        while next_answer < len(by_answer) and by_answer[next_answer].answered < change.sent:
            last = max(last, *_times(by_answer[next_answer]))
            next_answer += 1
        if (earliest := min(_times(change))) <= last:
            lines.append(f"the time {earliest} was given after {last}: {next(iter(change.properties))}")
    return lines


def _times(change: Change) -> list[str]:
    return [timestamp(etag) for etag in change.etags.values() if etag]


def mismatches(states: list[dict[Key, State]], found: dict[Key, State]) -> list[str]:
    """Returns in what `found` differs from the one of the states that is nearest."""
    return min((_mismatches(state, found) for state in states), key=len)


def _mismatches(expected: dict[Key, State], found: dict[Key, State]) -> list[str]:
    lines = []
    for key, state in expected.items():
        if key not in found:
            lines.append(f"lost: {key}")
        elif state.properties != found[key].properties:
            lines.append(f"an older or another state: {key}")
        elif state.etag and state.etag != found[key].etag:
            lines.append(f"another ETag: {key}, answered {state.etag}, now {found[key].etag}")
    return lines + [f"deleted or never written, but present: {key}" for key in found.keys() - expected.keys()]
