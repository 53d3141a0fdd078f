"""The data a server must have after a crash: every answered change, and all or nothing of the pending one."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Properties = dict[str, Any]


class Key(NamedTuple):
    """Identifies an entity or, if partition and row are None, a table, whose properties are {}."""

    table: str
    partition: str | None = None
    row: str | None = None


class State(NamedTuple):
    properties: Properties
    etag: str | None  # None for a table


@dataclass
class Model:
    """The entities that must be stored under the keys that only one writer writes."""

    stored: dict[Key, State] = field(default_factory=dict)
    # The change that has not been answered: the new properties, None for a deletion. A change that must
    # be refused is empty, since it must have no effect.
    pending: dict[Key, Properties | None] | None = None

    def begin(self, change: dict[Key, Properties | None]) -> None:
        self.pending = change

    def answered(self, etags: dict[Key, str]) -> None:
        """Records that the pending change was made."""
        for key, properties in self.pending.items():
            if properties is None:
                self.stored.pop(key, None)
            else:
                self.stored[key] = State(properties, etags.get(key))
        self.pending = None

    def settle(self, found: dict[Key, State]) -> str | None:
        """Determines from the stored data whether the pending change was made, and updates the model. Returns
        an error if it was made in part."""
        change, self.pending = self.pending or {}, None
        carried_out = {key for key, to_come in change.items() if _properties(found.get(key)) == to_come}
        untouched = {key for key in change if found.get(key) == self.stored.get(key)}
        if carried_out == change.keys():
            for key in change:
                self._take(key, found.get(key))
        elif untouched != change.keys():
            return (
                f"half a change: {len(carried_out)} of {len(change)} entities, {sorted(change, key=str)[:3]}"
            )
        return None

    def _take(self, key: Key, state: State | None) -> None:
        if state is None:
            self.stored.pop(key, None)
        else:
            self.stored[key] = state


def _properties(state: State | None) -> Properties | None:
    return state.properties if state else None


def differences(expected: dict[Key, State], found: dict[Key, State]) -> list[str]:
    """Returns one line for each key in which the two differ."""
    lines = []
    for key in sorted(expected.keys() | found.keys(), key=str):
        if key not in found:
            lines.append(f"lost: {key}")
        elif key not in expected:
            lines.append(f"deleted or never written, but present: {key}")
        elif expected[key].properties != found[key].properties:
            lines.append(f"an older or another state: {key}")
        elif expected[key].etag != found[key].etag:
            lines.append(f"another ETag: {key}, answered {expected[key].etag}, now {found[key].etag}")
    return lines
