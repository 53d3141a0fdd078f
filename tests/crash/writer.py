"""A client that changes entities, one request at a time, and records the answers."""

import http.client
import random
import string
import threading
from collections.abc import Callable

from tests.crash.model import Key, Model, Properties
from tests.support.batch import Operation, send_batch
from tests.support.client import Answer, Client, entity_path


class UnexpectedAnswer(Exception):
    pass


class Writer:
    """Writes only keys that nobody else writes, so the stored state must match its last answers.

    Each method sends one request. The change is recorded as pending before the request is sent, until it
    is answered.
    """

    def __init__(self, number: int, seed: str):
        self.number = number
        self.random = random.Random(f"{seed}/{number}")
        self.model = Model()
        self.client: Client | None = None
        self.answers = 0
        self.error: str | None = None
        self._version = 0

    # --- requests

    def insert(self, key: Key, size: int) -> None:
        """Adds an entity; if it exists, expects a refusal."""
        entity = self.entity(size)
        if key in self.model.stored:
            self.model.begin({})
            self._expect(self.client.insert(key.table, _with_keys(key, entity)), 409)
            self.model.answered({})
        else:
            self.model.begin({key: entity})
            answer = self._expect(self.client.insert(key.table, _with_keys(key, entity)), 204)
            self.model.answered({key: answer.headers["ETag"]})

    def replace(self, key: Key, size: int) -> None:
        entity = self.entity(size)
        self._change("PUT", key, entity, after=entity)

    def merge(self, key: Key, size: int) -> None:
        entity = self.entity(size)
        self._change("MERGE", key, entity, after={**self._properties(key), **entity})

    def _change(self, method: str, key: Key, sent: Properties, after: Properties) -> None:
        """Changes an existing entity, half the time with its ETag, or adds one."""
        old = self.model.stored.get(key)
        headers = {"If-Match": old.etag} if old and self.random.random() < 0.5 else {}
        self.model.begin({key: after})
        answer = self._expect(
            self.client.request(method, entity_path(*key), _with_keys(key, sent), headers), 204
        )
        self.model.answered({key: answer.headers["ETag"]})

    def delete(self, key: Key) -> None:
        exists = key in self.model.stored
        self.model.begin({key: None} if exists else {})
        answer = self.client.request("DELETE", entity_path(*key), headers={"If-Match": "*"})
        self._expect(answer, 204 if exists else 404)
        self.model.answered({})

    def batch(self, keys: list[Key], size: int) -> None:
        """Sends one transaction that adds, replaces, merges and deletes."""
        self._send_batch(*self._operations(keys, size))

    def _send_batch(self, changes: dict[Key, Properties | None], operations: list[Operation]) -> None:
        self.model.begin(changes)
        answer, parts = send_batch(self.client, operations)
        self._expect(answer, 202)
        if [part.status for part in parts] != [204] * len(operations):
            raise UnexpectedAnswer(f"a batch was answered {[part.text[:300] for part in parts][-1:]}")
        self.model.answered({key: part.etag for key, part in zip(changes, parts, strict=True) if part.etag})

    def replace_all(self, keys: list[Key], size: int) -> None:
        """Sends one transaction after which each of these has new properties, whether it existed or not."""
        changes = {key: self.entity(size) for key in keys}
        operations = [Operation("PUT", entity_path(*key), _with_keys(key, e)) for key, e in changes.items()]
        self._send_batch(changes, operations)

    def refused_batch(self, keys: list[Key], taken: Key, size: int) -> None:
        """Sends a transaction whose last operation fails, so none of it may ever be stored."""
        operations = self._operations(keys, size)[1]
        operations.append(Operation("POST", f"/{taken.table}", _with_keys(taken, self.entity(10))))
        self.model.begin({})
        answer, parts = send_batch(self.client, operations)
        self._expect(answer, 202)
        if [part.status for part in parts] != [409]:
            raise UnexpectedAnswer(f"a batch that must fail was answered {[part.status for part in parts]}")
        self.model.answered({})

    def create_table(self, table: str) -> None:
        self.model.begin({Key(table): {}})
        self._expect(self.client.create_table(table), 204)
        self.model.answered({})

    def delete_table(self, table: str) -> None:
        self.model.begin({key: None for key in self.model.stored if key.table == table})
        self._expect(self.client.delete_table(table), 204)
        self.model.answered({})

    # --- parts of requests

    def entity(self, size: int) -> Properties:
        """Returns unique properties with text of about `size` characters."""
        self._version += 1
        text = self.random.choice(string.ascii_letters) * self.random.randint(size // 2, size)
        return {
            "Version": self._version,
            "Text": f"{self.number}/{self._version} öł✓ {text}",
            f"Extra{self.random.randint(0, 3)}": self.random.random() * 1e6,
        }

    def _properties(self, key: Key) -> Properties:
        old = self.model.stored.get(key)
        return old.properties if old else {}

    def _operations(self, keys: list[Key], size: int) -> tuple[dict[Key, Properties | None], list[Operation]]:
        changes: dict[Key, Properties | None] = {}
        operations = []
        for key in keys:
            old = self.model.stored.get(key)
            if old and self.random.random() < 0.3:
                changes[key] = None
                operations.append(Operation("DELETE", entity_path(*key), None, {"If-Match": old.etag}))
                continue
            entity = self.entity(size)
            if not old and self.random.random() < 0.5:
                changes[key] = entity
                operations.append(Operation("POST", f"/{key.table}", _with_keys(key, entity)))
            elif self.random.random() < 0.5:
                changes[key] = {**self._properties(key), **entity}
                operations.append(Operation("MERGE", entity_path(*key), _with_keys(key, entity)))
            else:
                changes[key] = entity
                operations.append(Operation("PUT", entity_path(*key), _with_keys(key, entity)))
        return changes, operations

    def _expect(self, answer: Answer, status: int) -> Answer:
        if answer.status != status:
            raise UnexpectedAnswer(f"{answer.status} instead of {status}: {answer.body[:400]!r}")
        self.answers += 1
        return answer

    # --- running

    def once(self, port: int, step: Callable[["Writer"], None]) -> None:
        with Client(port) as self.client:
            step(self)

    def run(self, port: int, step: Callable[["Writer"], None], stop: threading.Event) -> None:
        """Makes steps until the connection breaks, which is an error unless `stop` is set."""
        self.error = None
        with Client(port) as self.client:
            try:
                while True:
                    step(self)
            except (OSError, http.client.HTTPException) as error:
                if not stop.is_set():
                    self.error = f"writer {self.number}: the connection broke: {error!r}"
            except Exception as error:  # pylint: disable=broad-except # reported with the round
                self.error = f"writer {self.number}: {error!r}"


def _with_keys(key: Key, properties: Properties) -> Properties:
    return {"PartitionKey": key.partition, "RowKey": key.row, **properties}
