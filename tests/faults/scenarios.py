"""What a server does while its calls fail: each scenario prepares a data folder, and then makes some changes."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.faults.view import Caller, View, observe
from tests.support.server import Server

TABLE = "orders"
_TEXT = "x" * 3000
_POLICIES = (
    "<SignedIdentifiers><SignedIdentifier><Id>p</Id><AccessPolicy><Permission>r</Permission></AccessPolicy>"
    "</SignedIdentifier></SignedIdentifiers>"
)
_PROPERTIES = "<StorageServiceProperties><Cors /></StorageServiceProperties>"


@dataclass(frozen=True)
class Scenario:
    about: str
    act: Callable[[Caller, "Learned"], None]
    options: tuple[str, ...] = ()
    from_start: bool = False  # the calls of the start fail, too, after a kill
    stops: bool = False  # the server is stopped at the end, and its calls may fail then, too


@dataclass(frozen=True)
class Learned:
    """How answers show things, learned from the server without faults."""

    no_policies: str
    policies: str
    properties: str


def prepare(port: int) -> None:
    """Makes what each scenario finds: a table with two partitions, a backup of it, and an empty table."""
    caller = Caller(port, {})
    caller.create_table(TABLE)
    caller.create_table("empty")
    for partition in ("old", "other"):
        caller.batch(TABLE, partition, ["1", "2", "3"], {"Text": _TEXT})
    caller.back_up("before")
    caller.close()
    if wrong := [change for change in caller.changes if change.outcome.value != "done"]:
        raise AssertionError(f"the server without faults refuses: {wrong}")


def learn(port: int) -> Learned:
    """Changes what is set, and looks at it. The data is not used after that."""
    caller = Caller(port, {})
    no_policies = observe(port)[0]["policies", TABLE]
    caller.set_policies(TABLE, _POLICIES, "")
    caller.set_properties(_PROPERTIES, "")
    caller.close()
    view, _ = observe(port)
    return Learned(no_policies, view["policies", TABLE], view["properties"])


def first_view(server: Server, learned: Learned) -> View:
    """What is stored before a scenario; the entry is for tables that come."""
    return {**observe(server.port)[0], "no policies": learned.no_policies}


def _insert(caller: Caller, _: Learned) -> None:
    caller.insert(TABLE, "old", "4", {"Text": "a"})
    caller.insert(TABLE, "old", "5", {"Text": _TEXT})


def _batch(caller: Caller, _: Learned) -> None:
    caller.batch(TABLE, "old", ["2", "3", "4", "5"], {"Text": _TEXT})
    caller.replace(TABLE, "old", "3", {"Number": 1})


def _delete(caller: Caller, _: Learned) -> None:
    caller.delete(TABLE, "old", "1")
    caller.replace(TABLE, "old", "2", {"Number": 2})


def _birth(caller: Caller, _: Learned) -> None:
    caller.insert(TABLE, "new", "1", {"Text": "a"})
    caller.batch(TABLE, "newer", ["1", "2"], {"Text": _TEXT})


def _create_table(caller: Caller, _: Learned) -> None:
    caller.create_table("created")
    caller.insert("created", "p", "1", {"Text": "a"})


def _delete_table(caller: Caller, _: Learned) -> None:
    caller.delete_table("empty")
    caller.delete_table(TABLE)
    caller.create_table(TABLE)
    caller.insert(TABLE, "old", "1", {"Text": "of the new table"})


def _settings(caller: Caller, learned: Learned) -> None:
    caller.set_policies(TABLE, _POLICIES, learned.policies)
    caller.set_properties(_PROPERTIES, learned.properties)


def _back_up(caller: Caller, _: Learned) -> None:
    caller.back_up("second")
    caller.insert(TABLE, "old", "6", {"Text": "a"})


def _restore(caller: Caller, _: Learned) -> None:
    caller.restore("before", TABLE, "restored")
    caller.insert(TABLE, "old", "7", {"Text": "a"})


SCENARIOS = {
    "insert": Scenario("two inserts into a partition", _insert),
    "insert-without-journal": Scenario("the same without a commit journal", _insert, ("--journal", "off")),
    "batch": Scenario("a transaction and a replacement", _batch),
    "delete": Scenario("a deletion and a replacement", _delete),
    "birth": Scenario("the first writes of two partitions", _birth),
    "birth-without-journal": Scenario("the same without a commit journal", _birth, ("--journal", "off")),
    "shared-birth": Scenario("the same in the shared file", _birth, ("--own-files-max", "0")),
    "create-table": Scenario("a new table and its first entity", _create_table),
    "delete-table": Scenario("two tables are deleted, one of them made anew", _delete_table),
    "settings": Scenario("access policies and service properties", _settings),
    "back-up": Scenario("a backup and an insert", _back_up),
    "restore": Scenario("a restore and an insert", _restore),
    "recovery": Scenario("the start after a kill, and two inserts", _insert, from_start=True),
    "stop": Scenario("a transaction, and the stop of the server", _batch, stops=True),
}
