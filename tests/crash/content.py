"""Reads all that a server has stored for an account."""

from tests.crash.model import Key, State
from tests.support.client import Client

_SYSTEM_PROPERTIES = ("odata.etag", "PartitionKey", "RowKey", "Timestamp")


def read_everything(port: int) -> dict[Key, State]:
    found = {}
    with Client(port) as client:
        for table in client.tables():
            found[Key(table)] = State({}, None)
            for entity in client.query(table):
                key = Key(table, entity["PartitionKey"], entity["RowKey"])
                properties = {k: v for k, v in entity.items() if k not in _SYSTEM_PROPERTIES}
                found[key] = State(properties, entity["odata.etag"])
    return found
