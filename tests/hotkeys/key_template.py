"""A second implementation of key templates, written from docs/hot-partitions.md, to check the first one."""

import random
import re
from collections.abc import Callable

_MASK = (1 << 64) - 1
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PART = re.compile(r"\{(?P<call>letters|hash|random)\((?P<arguments>.*)\)\}|\{(?P<source>\w+)\}")
_TERM = re.compile(r"hash\((\w+),(\d+)\)|(\w+)")


def key_hash(text: str) -> int:
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = (h ^ byte) * 0x100000001B3 & _MASK
    h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD & _MASK
    h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53 & _MASK
    return h ^ h >> 33


def _padded(number: int, count: int) -> str:
    return str(number).zfill(len(str(count - 1)))


def _letters(number: int, digits: int) -> str:
    text = ""
    for _ in range(digits):
        number, rest = divmod(number, len(_LETTERS))
        text = _LETTERS[rest] + text
    return text


def _term(term: str, keys: dict[str, str]) -> str:
    source, count, plain = _TERM.fullmatch(term).groups()
    return keys[plain] if plain else _padded(key_hash(keys[source]) % int(count), int(count))


def _split(arguments: str) -> tuple[str, int | None]:
    """Returns the terms of a call and the number after them, if there is one."""
    what, comma, number = arguments.rpartition(",")
    return (what, int(number)) if comma and number.isdigit() else (arguments, None)


def _call(name: str, arguments: str, keys: dict[str, str], numbers: random.Random) -> str:
    if name == "random":
        count = int(arguments)
        return _padded(numbers.randrange(count), count)
    what, number = _split(arguments)
    if what == "random":
        h = numbers.getrandbits(64)
    else:
        h = key_hash("\n".join(_term(term, keys) for term in what.split("+")))
    return _letters(h, number or 1) if name == "letters" else _padded(h % number, number)


def maker(template: str) -> Callable[[str, str], str]:
    """Returns a function from PartitionKey and RowKey to the new PartitionKey. Its random numbers are the same
    in every run. Templates with properties or times are refused, because the traces do not have them."""
    numbers = random.Random(1)
    parts = re.split(r"(\{[^{}]*\})", template)

    def make(partition_key: str, row_key: str) -> str:
        keys = {"PartitionKey": partition_key, "RowKey": row_key}
        key = ""
        for part in parts:
            if not part.startswith("{"):
                key += part
            elif match := _PART.fullmatch(part):
                key += keys[match["source"]] if match["source"] else _call(match["call"], match["arguments"], keys, numbers)
            else:
                raise ValueError(f"{part} in {template}")
        return key

    return make
