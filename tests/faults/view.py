"""All that a server has stored, and what changes with known and unknown outcomes allow it to have."""

import http.client
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tests.crash.content import read_everything
from tests.crash.model import Key, Properties
from tests.support.batch import Operation, send_batch
from tests.support.client import Answer, Client, entity_path

# By name: a Key with the properties of an entity ({} of a table), and texts for what else there is.
View = dict[Any, Any]
Effect = Callable[[View], None]

UNKNOWN_MAX = 8  # changes of which each combination is tried


def observe(port: int) -> tuple[View, dict[Key, str | None]]:
    """Returns what is stored, and the ETags apart from it."""
    found = read_everything(port)
    view: View = {key: state.properties for key, state in found.items()}
    with Client(port) as client:
        for key in found:
            if key.partition is None:
                view["policies", key.table] = _text(client.request("GET", f"/{key.table}?comp=acl"))
        view["properties"] = _text(client.request("GET", "/?restype=service&comp=properties"))
    view["backups"] = sorted(backup["name"] for backup in admin(port, "GET", "backups").json()["backups"])
    return view, {key: state.etag for key, state in found.items() if state.etag}


def admin(port: int, method: str, route: str) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, f"/_rowhouse/{route}", headers={"Content-Length": "0"})
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


def _text(answer: Answer) -> str:
    if answer.status != 200:
        raise AssertionError(f"{answer.status}: {answer.body[:300]!r}")
    return answer.body.decode()


class Outcome(Enum):
    DONE = "done"
    REFUSED = "refused"  # and must not be there, now or later
    UNKNOWN = "without an answer that says"


@dataclass
class Change:
    what: str
    outcome: Outcome
    effect: Effect
    answer: str  # to show


class Caller:
    """Makes changes, one after the other, and notes what became of them. None of them fails by itself; where an earlier
    one was refused, a later one may be for want of it."""

    def __init__(self, port: int, first: View, has_dead_disk: bool = False):
        self.port = port
        self._has_dead_disk = has_dead_disk
        self.first = first
        self.changes: list[Change] = []
        self.etags: dict[Key, str] = {}  # of the last answer for each key
        self._client = Client(port)

    def close(self) -> None:
        self._client.close()

    # --- changes

    def insert(self, table: str, partition: str, row: str, properties: Properties) -> None:
        key = Key(table, partition, row)
        entity = {"PartitionKey": partition, "RowKey": row, **properties}
        self._entity(f"insert {row}", key, properties, lambda: self._client.insert(table, entity))

    def replace(self, table: str, partition: str, row: str, properties: Properties) -> None:
        key = Key(table, partition, row)
        self._entity(
            f"replace {row}", key, properties, lambda: self._client.request("PUT", entity_path(*key), properties)
        )

    def delete(self, table: str, partition: str, row: str) -> None:
        key = Key(table, partition, row)
        self._do(
            f"delete {row}",
            lambda view: _drop(view, key),
            lambda: self._client.request("DELETE", entity_path(*key), headers={"If-Match": "*"}),
        )

    def batch(self, table: str, partition: str, rows: list[str], properties: Properties) -> None:
        keys = [Key(table, partition, row) for row in rows]
        operations = [Operation("PUT", entity_path(*key), properties) for key in keys]

        def call() -> Answer:
            answer, parts = send_batch(self._client, operations)
            if answer.status == 202 and parts[0].status >= 400:
                return Answer(parts[0].status, answer.headers, parts[0].text.encode())
            return answer

        self._do(f"batch {rows}", lambda view: view.update({key: properties for key in keys}), call)

    def create_table(self, table: str) -> None:
        def effect(view: View) -> None:
            view[Key(table)] = {}
            view["policies", table] = view["no policies"]

        self._do(f"create {table}", effect, lambda: self._client.create_table(table))

    def delete_table(self, table: str) -> None:
        def effect(view: View) -> None:
            for name in [name for name in view if isinstance(name, tuple) and table in name]:
                del view[name]

        self._do(f"drop {table}", effect, lambda: self._client.delete_table(table))

    def set_policies(self, table: str, body: str, shown: str) -> None:
        self._do(
            "set policies",
            lambda view: view.update({("policies", table): shown}),
            lambda: self._client.request("PUT", f"/{table}?comp=acl", body.encode()),
        )

    def set_properties(self, body: str, shown: str) -> None:
        self._do(
            "set properties",
            lambda view: view.update({"properties": shown}),
            lambda: self._client.request("PUT", "/?restype=service&comp=properties", body.encode()),
        )

    def back_up(self, name: str) -> None:
        self._do(
            f"back up {name}",
            lambda view: view.update({"backups": sorted([*view["backups"], name])}),
            lambda: admin(self.port, "POST", f"backup?name={name}"),
        )

    def restore(self, backup: str, table: str, to: str) -> None:
        def effect(view: View) -> None:
            for key in [key for key in view if isinstance(key, Key) and key.table == table]:
                view[key._replace(table=to)] = view[key]
            view["policies", to] = view["no policies"]

        self._do(
            f"restore {table} as {to}", effect, lambda: admin(self.port, "POST", f"restore?name={backup}&table={table}&as={to}")
        )

    # --- what became of them

    def _entity(self, what: str, key: Key, properties: Properties, call: Callable[[], Answer]) -> None:
        answer = self._do(what, lambda view: view.update({key: properties}), call)
        if answer and answer.status < 400:
            self.etags[key] = answer.headers["ETag"]

    def _do(self, what: str, effect: Effect, call: Callable[[], Answer]) -> Answer | None:
        try:
            answer = call()
        except (OSError, http.client.HTTPException) as error:
            self.changes.append(Change(what, Outcome.UNKNOWN, effect, repr(error)))
            return None
        outcome = Outcome.DONE if answer.status < 400 else Outcome.REFUSED
        if answer.status >= 500 and self._has_dead_disk:
            outcome = Outcome.UNKNOWN  # nothing can be undone on it
        self.changes.append(Change(what, outcome, effect, f"{answer.status} {answer.body[:200]!r}"))
        return answer

    def allowed(self) -> list[View]:
        """Returns what may be stored now."""
        unknown = [change for change in self.changes if change.outcome is Outcome.UNKNOWN]
        assert len(unknown) <= UNKNOWN_MAX
        views = []
        for carried_out in itertools.product((False, True), repeat=len(unknown)):
            view = dict(self.first)
            chosen = iter(carried_out)
            for change in self.changes:
                is_made = change.outcome is Outcome.DONE or (change.outcome is Outcome.UNKNOWN and next(chosen))
                if is_made:
                    change.effect(view)
            view.pop("no policies")
            views.append(view)
        return views

    def faults(self, port: int) -> list[str]:
        """Returns what a server has stored that it must not have, or lacks."""
        view, etags = observe(port)
        allowed = self.allowed()
        if view not in allowed:
            return [self._show(view, allowed[0])]
        return [
            f"another ETag of {key}: {etags[key]} instead of {etag}"
            for key, etag in self.etags.items()
            if key in etags and etags[key] != etag
        ]

    def _show(self, view: View, expected: View) -> str:
        """Shows the differences, and all answers."""
        names = [name for name in {**view, **expected} if view.get(name) != expected.get(name)]
        lines = [f"  {name}: found {_short(view.get(name))}, expected {_short(expected.get(name))}" for name in names]
        answers = [f"  {change.what}: {change.outcome.value}, {change.answer}" for change in self.changes]
        return "\n".join(["something else is stored:", *lines, " after", *answers])


def _drop(view: View, key: Key) -> None:
    view.pop(key, None)


def _short(value: Any) -> str:
    return json.dumps(value)[:200]
