"""What the data folders of these tests hold: written with one program, and read with another."""

from typing import Any

from tests.support.batch import Operation, send_batch
from tests.support.client import Answer, Client, entity_path

# For the program that writes: partitions beyond the first three of a table go to its shared file.
OPTIONS = ("--own-files-max", "3")

TYPES: dict[str, Any] = {
    "Text": "naïve 中文 😀 \"quoted\" \\ \u0001",
    "Empty": "",
    "Long": "x" * 30_000,
    "True": True,
    "False": False,
    "Int32": -2147483648,
    "Double": 0.1,
    "Tiny": 5e-324,
    "Whole": 3.0,
    "Int64": "9223372036854775807", "Int64@odata.type": "Edm.Int64",
    "NotANumber": "NaN", "NotANumber@odata.type": "Edm.Double",
    "Endless": "-Infinity", "Endless@odata.type": "Edm.Double",
    "Time": "1601-01-01T00:00:00.1234567Z", "Time@odata.type": "Edm.DateTime",
    "Guid": "c9da6455-213d-42c9-9a79-3e9149a57833", "Guid@odata.type": "Edm.Guid",
    "Bytes": "AAECA/8=", "Bytes@odata.type": "Edm.Binary",
}  # fmt: skip
KEYS = ("", " ", "~shared", "~empty", ".hidden", "a.b", "A", "a", "é", "中文", "😀", "it's", "100%", "a" * 300, "CON")
POLICIES = (
    "<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy><Start>2026-01-02T03:04:05.0000000Z</Start>"
    "<Expiry>2036-01-02T03:04:05.0000000Z</Expiry><Permission>r</Permission></AccessPolicy></SignedIdentifier>"
    "<SignedIdentifier><Id>all</Id><AccessPolicy><Permission>raud</Permission></AccessPolicy></SignedIdentifier>"
    "</SignedIdentifiers>"
)
PROPERTIES = (
    "<StorageServiceProperties><Logging><Version>1.0</Version><Delete>true</Delete><Read>false</Read><Write>true</Write>"
    "<RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></Logging><Cors><CorsRule>"
    "<AllowedOrigins>https://tables.example</AllowedOrigins><AllowedMethods>GET,PUT</AllowedMethods>"
    "<MaxAgeInSeconds>60</MaxAgeInSeconds><ExposedHeaders>x-ms-*</ExposedHeaders><AllowedHeaders>*</AllowedHeaders>"
    "</CorsRule></Cors></StorageServiceProperties>"
)
POLICIES_PATH = "/few?comp=acl"
PROPERTIES_PATH = "/?restype=service&comp=properties"
XML = {"Content-Type": "application/xml"}


class Refused(Exception):
    pass


def _done(answer: Answer, *statuses: int) -> Answer:
    if answer.status not in statuses:
        raise Refused(f"{answer.status} instead of {statuses}: {answer.body[:400]!r}")
    return answer


class Content:
    """Writes the content through a client."""

    def __init__(self, client: Client):
        self._client = client

    def write_tables(self) -> None:
        for table in ("types", "keys", "few", "many", "moved", "emptied", "deleted", "again"):
            self._create(table)
        self._insert("types", "all", "types", TYPES)
        for number, key in enumerate(KEYS):
            self._insert("keys", key, "row", {"Number": number})
            self._insert("keys", "rows", key, {"Number": number})
        self._write_few()
        for number in range(150):
            self._insert("many", f"{number % 50:03}", f"{number:03}", {"Number": number})
        self._write_moved()
        self._insert("emptied", "p", "r", {})
        self._delete("emptied", "p", "r")
        for table in ("deleted", "again"):
            self._insert(table, "p", "of a deleted table", {"Number": 1})
            _done(self._client.delete_table(table), 204)
        self._create("again")
        self._insert("again", "p", "of the new table", {"Number": 2})

    def write_settings(self) -> None:
        """Access policies and service properties, which the first programs did not keep."""
        _done(self._client.request("PUT", POLICIES_PATH, POLICIES.encode(), XML), 204)
        _done(self._client.request("PUT", PROPERTIES_PATH, PROPERTIES.encode(), XML), 202)

    def _write_few(self) -> None:
        """Partitions with files of their own, changed in every way."""
        for partition in ("p1", "p2"):
            rows = [{"PartitionKey": partition, "RowKey": f"{row:02}", "Number": row} for row in range(20)]
            self._batch([Operation("POST", "/few", row) for row in rows])
        changes = {"PartitionKey": "p1", "Changed": True}
        for row in ("01", "02"):
            method = "PUT" if row == "01" else "MERGE"
            path = entity_path("few", "p1", row)
            _done(self._client.request(method, path, {**changes, "RowKey": row}, {"If-Match": "*"}), 204)
        self._delete("few", "p1", "03")
        self._batch([Operation("DELETE", entity_path("few", "p2", "04"), None, {"If-Match": "*"})])

    def _write_moved(self) -> None:
        """A partition that was born in the shared file, and grew out of it."""
        for partition in range(5):
            self._insert("moved", f"small {partition}", "r", {})
        for batch in range(5):
            rows = [
                {"PartitionKey": "large", "RowKey": f"{batch}-{row}", "Text": str(row) * 32_000} for row in range(10)
            ]
            self._batch([Operation("POST", "/moved", row) for row in rows])

    def _create(self, table: str) -> None:
        _done(self._client.create_table(table), 204)

    def _insert(self, table: str, partition: str, row: str, properties: dict[str, Any]) -> None:
        _done(self._client.insert(table, {"PartitionKey": partition, "RowKey": row, **properties}), 204)

    def _delete(self, table: str, partition: str, row: str) -> None:
        _done(self._client.request("DELETE", entity_path(table, partition, row), headers={"If-Match": "*"}), 204)

    def _batch(self, operations: list[Operation]) -> None:
        answer, parts = send_batch(self._client, operations)
        _done(answer, 202)
        if [part.status for part in parts] != [204] * len(operations):
            raise Refused(f"a batch was answered {parts[-1].text[:400]}")


def read(client: Client, has_settings: bool) -> dict[str, Any]:
    """Returns all that the server answers with: tables and their entities in order, and XML documents."""
    tables = {table: client.query(table) for table in client.tables()}
    if not has_settings:
        return {"tables": tables}
    documents = {
        path: _done(client.request("GET", path), 200).body.decode("utf-8-sig")
        for path in (POLICIES_PATH, PROPERTIES_PATH)
    }
    return {"tables": tables, "documents": documents}


def read_singly(client: Client, tables: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Returns the same entities, each read by its keys."""
    return {table: [_read_one(client, table, entity) for entity in entities] for table, entities in tables.items()}


def _read_one(client: Client, table: str, entity: dict[str, Any]) -> dict[str, Any]:
    answer = client.request("GET", entity_path(table, entity["PartitionKey"], entity["RowKey"]))
    found = _done(answer, 200).json()
    del found["odata.metadata"]
    return found
