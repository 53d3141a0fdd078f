"""What a server must hold after a crash: every answered change, and the one under way whole or not at all."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Properties = dict[str, Any]


class Key(NamedTuple):
    """An entity; with partition and row None the table itself, whose properties are {}."""

    table: str
    partition: str | None = None
    row: str | None = None


class State(NamedTuple):
    properties: Properties
    etag: str | None  # None for a table


@dataclass
class Model:
    """What one writer knows to be stored under the keys that only it writes."""

    stored: dict[Key, State] = field(default_factory=dict)
    # The change whose answer is awaited: the properties to come, None for a deletion. A change that
    # has to be refused is empty: whatever it leaves behind is wrong.
    under_way: dict[Key, Properties | None] | None = None

    def begin(self, change: dict[Key, Properties | None]) -> None:
        self.under_way = change

    def answered(self, etags: dict[Key, str]) -> None:
        """The change under way was carried out."""
        for key, properties in self.under_way.items():
            if properties is None:
                self.stored.pop(key, None)
            else:
                self.stored[key] = State(properties, etags.get(key))
        self.under_way = None

    def settle(self, found: dict[Key, State]) -> str | None:
        """Decides from what was found whether the change under way was carried out, and takes its side.
        Returns what is wrong when it was carried out in part."""
        change, self.under_way = self.under_way or {}, None
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
    """One line for each key at which the two differ."""
    lines = []
    for key in sorted(expected.keys() | found.keys(), key=str):
        if key not in found:
            lines.append(f"lost: {key}")
        elif key not in expected:
            lines.append(f"never written or deleted, but there: {key}")
        elif expected[key].properties != found[key].properties:
            lines.append(f"an older or another state: {key}")
        elif expected[key].etag != found[key].etag:
            lines.append(f"another ETag: {key}, answered {expected[key].etag}, now {found[key].etag}")
    return lines
