"""A client that sends random calls, one after the other, and records them with the answers."""

import base64
import http.client
import json
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from tests.histories.places import BRIEF, FIXED, KnownEtags, Places
from tests.histories.record import (
    NEVER,
    Call,
    Change,
    Done,
    Entity,
    Outcome,
    Page,
    Refused,
    TableCall,
    Write,
    compact,
    entity_of,
    fill,
)
from tests.support.batch import Operation, send_batch
from tests.support.client import Answer, Client, entity_path

# What a write may be refused with on account of what is stored.
_STATE_CODES = ("EntityAlreadyExists", "ResourceNotFound", "UpdateConditionNotSatisfied")
# ... and on account of how it is written, which says nothing about what is stored.
_FORM_CODES = ("InvalidDuplicateRow", "InvalidInput")
# ... and, where the disk may be full, on account of that.
_FULL_CODES = ("InternalError", "ServerBusy")


class UnexpectedAnswer(Exception):
    pass


@dataclass
class RandomClient:
    """Each call is made from a generator of its own, so it is the same for the same seed, life, client and number,
    whatever the answers are; but for the ETags, which are those that were seen."""

    number: int
    seed: int
    known: KnownEtags
    calls: list[Call] = field(default_factory=list)
    fault: str = ""
    _connection: Client | None = None
    _who: str = ""
    _type: type[Call] = Call  # of the call that is under way
    _fields: dict[str, Any] = field(default_factory=dict)

    def run(self, port: int, places: Places, stop: threading.Event) -> None:
        """Sends calls until the connection breaks, which is a fault unless `stop` is set."""
        number = 0
        with Client(port) as self._connection:
            try:
                while True:
                    self._who = f"L{places.life}c{self.number}n{number}"
                    self._call(random.Random(f"{self.seed}/{self._who}"), places)
                    number += 1
            except (OSError, http.client.HTTPException) as error:
                if not stop.is_set():
                    self.fault = f"{self._who}: the connection broke: {error!r}"
            except Exception as error:  # pylint: disable=broad-except # reported with the session
                self.fault = f"{self._who}: {error!r}"

    def end_open_calls(self, end: int) -> None:
        """To be called when the server has ended. What a read without an answer would have seen says nothing."""
        self.calls = [
            call.ended(end) if call.end == NEVER else call
            for call in self.calls
            if call.end < NEVER or isinstance(call, (Change, TableCall))
        ]

    def read_all(self, port: int, life: int) -> None:
        """Reads both tables."""
        self._who = f"L{life}c{self.number}all"
        with Client(port) as self._connection:
            for table in (FIXED, BRIEF):
                self._query(table, None, None, None)

    def prepare(self, port: int) -> None:
        """Creates both tables, and the partitions that get files of their own because they are the first."""
        self._who = f"c{self.number}first"
        with Client(port) as self._connection:
            for table in (FIXED, BRIEF):
                self._table_call(table, "create", full_disk=False)
            for partition in ("p0", "p1"):
                id_ = f"{self._who}.{partition}"
                self._write(FIXED, partition, (Write("insert", "r00", id_, compact({"Id": id_})), {"Id": id_}), False)

    # --- choosing

    def _call(self, chance: random.Random, places: Places) -> None:
        table = places.table(chance)
        partition = places.partition(table, chance)
        rows = places.rows(partition)
        kind = chance.choices(
            ("write", "transaction", "point", "partition", "pages", "filter", "table", "tables", "no condition"),
            (4, 2, 60, 25, 2, 3, 2, 1, 1) if places.mostly_reads() else (36, 18, 20, 10, 4, 4, 4, 2, 2),
        )[0]
        match kind:
            case "write":
                chosen = self._random_write(chance, places, table, partition, chance.choice(rows), 0)
                self._write(table, partition, chosen, places.full_disk)
            case "transaction":
                self._transaction(chance, places, table, partition)
            case "point":
                self._point_read(table, partition, chance.choice(rows))
            case "partition":
                self._query(table, partition, None, None)
            case "pages":
                self._query(table, partition, chance.choice((1, 2, 3)), None)
            case "filter":
                self._query(table, chance.choice((partition, None)), chance.choice((None, 3)), chance.randrange(100))
            case "table":
                self._query(table, None, chance.choice((None, 5)), None)
            case "tables":
                self._tables(chance, places)
            case _:
                self._delete_without_condition(table, partition, chance.choice(rows))

    def _random_write(
        self, chance: random.Random, places: Places, table: str, partition: str, row: str, index: int
    ) -> tuple[Write, dict[str, Any]]:
        """Returns a write and the properties that it sends."""
        deletions = 5 if places.big(partition) else 25
        kind = chance.choices(("insert", "replace", "merge", "delete"), (25, 25, 25, deletions))[0]
        which = chance.random()
        condition = None
        if kind == "delete" or kind != "insert" and which < 0.6:
            options = (self.known.last(table, partition, row), self.known.earlier(table, partition, row), "*")
            condition = options[0 if which < 0.4 else 1 if which < 0.5 else 2]
        id_ = f"{self._who}.{index}"
        size = 30_000 if places.big(partition) else chance.choice((0, 20, 500))
        names = ["A", "B", "C"] if places.big(partition) else chance.sample(("A", "B", "C"), chance.randint(0, 2))
        properties = {"Id": id_, **{name: fill(id_, size) for name in sorted(names)}}
        if chance.random() < 0.7:
            properties["Number"] = chance.randrange(100)
        if kind == "delete":
            return Write(kind, row, if_match=condition), {}
        return Write(kind, row, id_, compact(properties), condition), properties

    def _transaction(self, chance: random.Random, places: Places, table: str, partition: str) -> None:
        rows = places.rows(partition)
        chosen = chance.sample(rows, chance.randint(2, 12 if places.big(partition) else 4))
        if chance.random() < 0.05:
            chosen.append(chosen[0])  # an entity twice: refused
        writes = [
            self._random_write(chance, places, table, partition, row, index)
            for index, row in enumerate(chosen)
        ]  # fmt: skip
        if chance.random() < 0.7:  # without conditions, so that most transactions are made
            writes = [(self._upsert(write), sent) for write, sent in writes]
        self._begin(Change, table=table, partition=partition, writes=tuple(write for write, _ in writes))
        operations = [_operation(table, partition, write, sent) for write, sent in writes]
        answer, parts = send_batch(self._connection, operations)
        if answer.status != 202 or not parts:
            raise UnexpectedAnswer(f"a transaction was answered {answer.status}: {answer.body[:400]!r}")
        if parts[-1].status == 204 and len(parts) == len(writes):
            self._done(tuple(part.etag for part in parts))
            return
        text = parts[-1].text
        error = json.loads(text[text.index("{") : text.rindex("}") + 1])["odata.error"]
        index = int(error["message"]["value"].partition(":")[0])
        self._refused(error["code"], text, places.full_disk, index, _FORM_CODES)

    @staticmethod
    def _upsert(write: Write) -> Write:
        if write.kind == "delete":
            return write
        return Write("merge" if write.kind == "merge" else "replace", write.row, write.id, write.properties)

    # --- sending

    def _write(self, table: str, partition: str, chosen: tuple[Write, dict[str, Any]], full_disk: bool) -> None:
        write, sent = chosen
        operation = _operation(table, partition, write, sent)
        self._begin(Change, table=table, partition=partition, writes=(write,))
        headers = dict(operation.headers)
        if operation.method == "POST":
            headers["Prefer"] = "return-no-content"
        answer = self._connection.request(operation.method, operation.path, operation.entity, headers)
        if answer.status == 204:
            self._done((answer.headers["ETag"],))
        else:
            self._refused(answer.code(), answer.body.decode(), full_disk)

    def _delete_without_condition(self, table: str, partition: str, row: str) -> None:
        answer = self._connection.request("DELETE", entity_path(table, partition, row))
        if (answer.status, answer.code()) not in ((400, "InvalidInput"), (404, "TableNotFound")):
            raise UnexpectedAnswer(f"a deletion without If-Match was answered {answer.status}: {answer.body[:400]!r}")

    def _point_read(self, table: str, partition: str, row: str) -> None:
        low, high = (partition, row), (partition, row + "\0")
        self._begin(Page, table=table, low=low, high=high)
        answer = self._connection.request("GET", entity_path(table, partition, row))
        if answer.status == 200:
            self._saw_page([answer.json()], low, high)
        elif answer.status == 404 and answer.code() == "ResourceNotFound":
            self._saw_page([], low, high)
        else:
            self._read_refused(answer)

    def _query(self, table: str, partition: str | None, top: int | None, number_min: int | None) -> None:
        """Reads page by page. Each page is a call of its own."""
        tests = [f"PartitionKey eq '{partition}'"] if partition else []
        tests += [f"Number ge {number_min}"] if number_min is not None else []
        options = [f"$filter={quote(' and '.join(tests))}"] if tests else []
        options += [f"$top={top}"] if top else []
        low: tuple[str, str] | None = (partition or "", "")
        resume: list[str] = []
        while low is not None:
            self._begin(Page, table=table, low=low, high=None, partition=partition, number_min=number_min)
            answer = self._connection.request("GET", f"/{table}()?{'&'.join(options + resume)}")
            if answer.status != 200:
                self._read_refused(answer)
                return
            names = ("NextPartitionKey", "NextRowKey")
            next_key = [answer.headers[f"x-ms-continuation-{name}"] for name in names]
            high = (_decode(next_key[0]), _decode(next_key[1])) if next_key[0] else None
            self._saw_page(answer.json()["value"], low, high)
            resume = [f"{name}={quote(value, safe='')}" for name, value in zip(names, next_key, strict=True) if value]
            low = high

    def _tables(self, chance: random.Random, places: Places) -> None:
        kind = chance.choice(("list", "create", "create", "delete"))
        if kind != "list":
            self._table_call(BRIEF, kind, places.full_disk)
            return
        self._begin(TableCall, table=BRIEF, kind="list")
        self._finish(Done(), kind="list" if BRIEF in self._connection.tables() else "miss")

    def _table_call(self, table: str, kind: str, full_disk: bool) -> None:
        self._begin(TableCall, table=table, kind=kind)
        answer = self._connection.create_table(table) if kind == "create" else self._connection.delete_table(table)
        if answer.status == 204:
            self._finish(Done())
        elif kind == "create" and answer.code() == "TableAlreadyExists":
            self._finish(Refused("TableAlreadyExists"))
        elif kind == "delete" and answer.code() == "ResourceNotFound":
            self._finish(Refused("ResourceNotFound"), kind="miss")
        elif full_disk and answer.code() in _FULL_CODES:
            self.calls.pop()  # it has no effect and says nothing about the table
        else:
            raise UnexpectedAnswer(f"to {kind} a table was answered {answer.status}: {answer.body[:400]!r}")

    # --- recording

    def _begin(self, type_: type[Call], **fields: Any) -> None:
        self._type, self._fields = type_, fields
        self._fields |= {"who": self._who, "begin": time.monotonic_ns()}
        self.calls.append(type_(**self._fields))

    def _finish(self, outcome: Outcome, **fields: Any) -> None:
        end = time.monotonic_ns()
        self.calls[-1] = self._type(**{**self._fields, **fields, "end": end, "outcome": outcome})

    def _done(self, etags: tuple[str | None, ...]) -> None:
        self._finish(Done(etags))
        change = self.calls[-1]
        for write, etag in zip(change.writes, etags, strict=True):
            self.known.saw(change.table, change.partition, write.row, etag)

    def _refused(self, code: str, text: str, full_disk: bool, index: int = 0, form_codes: tuple[str, ...] = ()) -> None:
        if code == "TableNotFound":
            self._missed_table()
        elif code in _STATE_CODES:
            self._finish(Refused(code, index))
        elif code in form_codes or full_disk and code in _FULL_CODES:
            self._finish(Refused(code))
        else:
            raise UnexpectedAnswer(f"{self.calls[-1]} was answered {text[:400]!r}")

    def _read_refused(self, answer: Answer) -> None:
        if answer.code() != "TableNotFound":
            raise UnexpectedAnswer(f"{self.calls[-1]} was answered {answer.status}: {answer.body[:400]!r}")
        self._missed_table()

    def _missed_table(self) -> None:
        self._type = TableCall
        self._fields = {name: self._fields[name] for name in ("who", "begin", "table")}
        self._finish(Refused("TableNotFound"), kind="miss")

    def _saw_page(self, answered: list[dict[str, Any]], low: tuple[str, str], high: tuple[str, str] | None) -> None:
        found: dict[tuple[str, str], Entity] = {}
        for entity in answered:
            key = (entity["PartitionKey"], entity["RowKey"])
            if not low <= key or high is not None and key >= high or key in found:
                raise UnexpectedAnswer(f"{key} is not between {low} and {high}, or there twice")
            found[key] = entity_of(entity)
        self._finish(Done(), high=high, found=found)
        for (partition, row), entity in found.items():
            self.known.saw(self._fields["table"], partition, row, entity.etag)


def _operation(table: str, partition: str, write: Write, sent: dict[str, Any]) -> Operation:
    headers = {"If-Match": write.if_match} if write.if_match else {}
    if write.kind == "delete":
        return Operation("DELETE", entity_path(table, partition, write.row), None, headers)
    entity = {"PartitionKey": partition, "RowKey": write.row, **sent}
    if write.kind == "insert":
        return Operation("POST", f"/{table}", entity, headers)
    method = "PUT" if write.kind == "replace" else "MERGE"
    return Operation(method, entity_path(table, partition, write.row), entity, headers)


def _decode(token: str) -> str:
    """Returns the key in the value of a continuation header."""
    version, _, text = token.split("!", 2)
    if version != "1":
        raise UnexpectedAnswer(f"a continuation token {token!r}")
    return base64.b64decode(text.translate(str.maketrans("-*_", "=+/"))).decode() if text else ""
