"""The share of the hottest place: of one partition, or of 1/64 of the key range in use."""

from bisect import bisect_left
from collections import Counter

WINDOW = 1000
RANGES = 64


def _ordinal(key: str) -> bytes:
    return key.encode("utf-16-be")


def _runs(keys: list[str]) -> list[int]:
    """Returns the range of each key if the sorted distinct keys are cut into runs of equal length."""
    distinct = sorted(set(keys), key=_ordinal)
    place = {key: index * RANGES // len(distinct) for index, key in enumerate(distinct)}
    return [place[key] for key in keys]


def _quantiles(keys: list[str]) -> list[int]:
    """Returns the range of each key if all uses, sorted by key, are cut into runs of equal length."""
    used = sorted(map(_ordinal, keys))
    cuts = [used[index * len(used) // RANGES] for index in range(1, RANGES)]
    return [bisect_left(cuts, _ordinal(key)) for key in keys]


def _values(keys: list[str]) -> list[int]:
    """Returns the range of each key if the distance from the smallest to the largest is cut into equal pieces."""
    texts = [key.encode() for key in keys]
    numbers = [int.from_bytes(text[:16].ljust(16, b"\0"), "big") for text in texts]
    low, high = min(numbers), max(numbers)
    return [(number - low) * RANGES // (high - low + 1) for number in numbers]


def hottest_share(keys: list[str]) -> float:
    """Returns the share in the worst window of 1,000 consecutive keys, moved in steps of 100, and for the worst
    meaning of "range"."""
    worst = 0.0
    for places in (keys, _runs(keys), _quantiles(keys), _values(keys)):
        for begin in range(0, max(1, len(places) - WINDOW + 1), 100):
            window = places[begin : begin + WINDOW]
            worst = max(worst, max(Counter(window).values()) / len(window))
    return worst
