"""A simple client of the Table service: one connection, Shared Key, no retries."""

import base64
import hashlib
import hmac
import http.client
import json
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any
from urllib.parse import quote

ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def code(self) -> str:
        """Returns the error code, or "" if this is not an error."""
        return self.json()["odata.error"]["code"] if self.status >= 400 and self.body else ""


def sign(key: str, text: str) -> str:
    """Returns the HMAC-SHA256 of `text` in base64; `key` is in base64, too."""
    return base64.b64encode(hmac.digest(base64.b64decode(key), text.encode(), hashlib.sha256)).decode()


def signed_headers(
    method: str,
    path: str,
    headers: dict[str, str],
    account: str = ACCOUNT,
    key: str = KEY,
    scheme: str = "SharedKey",
) -> dict[str, str]:
    """Returns `headers` with the headers of every request and the signature. `path` is raw, with its query."""
    result = {
        "Accept": "application/json;odata=minimalmetadata",
        "DataServiceVersion": "3.0;NetFx",
        "x-ms-version": "2019-02-02",
        "x-ms-date": formatdate(usegmt=True),
        **headers,
    }
    resource, _, query = path.partition("?")
    comp = [part for part in query.split("&") if part.startswith("comp=")]
    lines = [result["x-ms-date"], "?".join([f"/{account}{resource}", *comp])]
    if scheme == "SharedKey":
        lines = [method, "", result.get("Content-Type", ""), *lines]
    signature = sign(key, "\n".join(lines))
    result["Authorization"] = f"{scheme} {account}:{signature}"
    return result


class Client:
    """Sends requests over one persistent connection. A failure of the connection raises OSError or
    http.client.HTTPException, and the next request makes a new connection."""

    def __init__(self, port: int, timeout: float = 60, account: str = ACCOUNT):
        self.port = port
        self._account = account
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """`path` is the part after the account: "/Tables". `body` is bytes, or a value to be sent as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode()
            headers.setdefault("Content-Type", "application/json")
        target = f"/{self._account}{path}"
        try:
            self._connection.request(
                method, target, body, signed_headers(method, target, headers, self._account)
            )
            response = self._connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except BaseException:
            self._connection.close()
            raise

    def create_table(self, table: str) -> Answer:
        return self.request("POST", "/Tables", {"TableName": table}, {"Prefer": "return-no-content"})

    def delete_table(self, table: str) -> Answer:
        return self.request("DELETE", f"/Tables('{table}')")

    def tables(self) -> list[str]:
        """Returns the names of the first 1,000 tables."""
        return [table["TableName"] for table in self.request("GET", "/Tables").json()["value"]]

    def insert(self, table: str, entity: dict[str, Any]) -> Answer:
        return self.request("POST", f"/{table}", entity, {"Prefer": "return-no-content"})

    def query(self, table: str, options: str = "") -> list[dict[str, Any]]:
        """Returns all entities, reading page by page. `options` is a raw query string: "$filter=..."."""
        result: list[dict[str, Any]] = []
        page = options
        while True:
            answer = self.request("GET", f"/{table}()" + (f"?{page}" if page else ""))
            if answer.status != 200:
                raise AssertionError(f"query of {table}: {answer.status} {answer.body[:500]!r}")
            result += answer.json()["value"]
            resume = [
                f"{name}={quote(answer.headers[f'x-ms-continuation-{name}'], safe='')}"
                for name in ("NextPartitionKey", "NextRowKey")
                if f"x-ms-continuation-{name}" in answer.headers
            ]
            if not resume:
                return result
            page = "&".join([options, *resume] if options else resume)


def entity_path(table: str, partition_key: str, row_key: str) -> str:
    def key(text: str) -> str:
        return quote(text.replace("'", "''"), safe="'")

    return f"/{table}(PartitionKey='{key(partition_key)}',RowKey='{key(row_key)}')"
