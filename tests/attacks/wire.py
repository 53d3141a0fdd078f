"""Requests as bytes, and answers as they come, for clients that keep to no rule."""

import http.client
import io
import socket
import struct
from email.message import Message
from typing import NamedTuple

from tests.support.client import ACCOUNT, signed_headers

JSON = "application/json"


class RawAnswer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def head(method: str, path: str, extra: str = "", content_type: str = JSON, target_prefix: str = "") -> bytes:
    """Returns the head of a signed request. `path` follows the account; `extra` are lines with CRLF. The line of the
    request names `target_prefix` before the path that is signed."""
    target = f"/{ACCOUNT}{path}"
    headers = signed_headers(method, target, {"Content-Type": content_type})
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {target_prefix}{target} HTTP/1.1\r\nHost: localhost\r\n{lines}{extra}\r\n".encode()


def request(method: str, path: str, body: bytes = b"", extra: str = "", content_type: str = JSON) -> bytes:
    """Returns a signed request with its body."""
    length = f"Content-Length: {len(body)}\r\n" if body else ""
    return head(method, path, length + extra, content_type) + body


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def connect(port: int, receive_buffer: int = 0, timeout: float = 20) -> socket.socket:
    sock = socket.socket()
    if receive_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    sock.settimeout(timeout)
    sock.connect(("127.0.0.1", port))
    return sock


def reset(sock: socket.socket) -> None:
    """Closes a connection with a reset."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def send_all(sock: socket.socket, data: bytes) -> None:
    """Sends as much as the server takes: it may answer and close before the end."""
    try:
        sock.sendall(data)
    except ConnectionError:
        pass


def read_to_end(sock: socket.socket) -> bytes:
    """Returns all that comes until the server closes the connection. Raises TimeoutError if it does not."""
    data = b""
    try:
        while part := sock.recv(1 << 16):
            data += part
    except ConnectionError:
        pass
    return data


def parse_answers(data: bytes) -> list[RawAnswer]:
    """Splits what a server sent into answers, each with a Content-Length or without a body."""
    answers = []
    file = io.BytesIO(data)
    while line := file.readline():
        if not line.startswith(b"HTTP/1.1 "):
            raise AssertionError(f"not the first line of an answer: {line[:200]!r}")
        status = int(line[9:12])
        headers = http.client.parse_headers(file)
        if headers.get("Transfer-Encoding") == "chunked":
            body = _read_chunks(file)
        else:
            body = file.read(int(headers.get("Content-Length", 0)))
        answers.append(RawAnswer(status, headers, body))
    return answers


def _read_chunks(file: io.BytesIO) -> bytes:
    body = b""
    while size := int(file.readline(), 16):
        body += file.read(size)
        file.readline()
    file.readline()
    return body
