"""Entity group transactions in their wire form."""

import json
import re
import uuid
from dataclasses import dataclass, field
from typing import Any

from tests.support.client import ACCOUNT, Answer, Client


@dataclass(frozen=True)
class Operation:
    method: str
    path: str  # after the account: "/orders(PartitionKey=...)"
    entity: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """The answer to one operation."""

    status: int
    etag: str | None
    text: str


def send_batch(client: Client, operations: list[Operation]) -> tuple[Answer, list[Part]]:
    boundary, changes = f"batch_{uuid.uuid4()}", f"changeset_{uuid.uuid4()}"
    lines = [f"--{boundary}", f"Content-Type: multipart/mixed; boundary={changes}", ""]
    for operation in operations:
        lines += [f"--{changes}", "Content-Type: application/http", "Content-Transfer-Encoding: binary", ""]
        lines += [f"{operation.method} http://127.0.0.1:{client.port}/{ACCOUNT}{operation.path} HTTP/1.1"]
        lines += ["Accept: application/json;odata=minimalmetadata", "Content-Type: application/json"]
        lines += ["Prefer: return-no-content"] if operation.method == "POST" else []
        lines += [f"{name}: {value}" for name, value in operation.headers.items()]
        lines += [
            "",
            json.dumps(operation.entity, ensure_ascii=False) if operation.entity is not None else "",
        ]
    lines += [f"--{changes}--", f"--{boundary}--", ""]
    answer = client.request(
        "POST",
        "/$batch",
        "\r\n".join(lines).encode(),
        {"Content-Type": f"multipart/mixed; boundary={boundary}"},
    )
    return answer, parse_parts(answer.body.decode())


def parse_parts(text: str) -> list[Part]:
    """Returns the parts of an answer, in order."""
    parts = []
    for piece in re.split(r"(?=HTTP/1\.1 \d{3})", text)[1:]:
        etag = re.search(r"^ETag: (.*?)\r?$", piece, re.MULTILINE)
        parts.append(Part(int(piece[9:12]), etag[1] if etag else None, piece))
    return parts
