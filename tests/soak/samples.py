"""Samples of a server under load, and whether they stay flat."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from tests.support.process_state import read_process
from tests.support.server import Server

_BARS = " ▁▂▃▄▅▆▇█"
_COLUMNS = 60
_MIB = 1 << 20


@dataclass(frozen=True)
class Sample:
    seconds: float  # since the load began
    resident: float  # MiB
    descriptors: float
    threads: float
    log: float  # MiB of the longest write-ahead log
    data: float  # MiB of all files but write-ahead logs and journals


@dataclass(frozen=True)
class Metric:
    name: str
    unit: str
    rise_ratio: float = 0  # by how much of its mean the fitted line may rise
    rise_least: float = 0  # a rise up to this is never too much
    most: float | None = None  # if given: how large it may be, however it rises


def take_sample(server: Server, data: Path, begin: float) -> Sample:
    state = read_process(server.pid)
    longest_log = everything = 0
    for folder, _, names in os.walk(data):
        for name in names:
            try:
                size = os.stat(os.path.join(folder, name)).st_blocks * 512
            except FileNotFoundError:  # of a table that was deleted since
                continue
            if name.endswith("-wal"):
                longest_log = max(longest_log, size)
            elif not name.endswith(".journal"):
                everything += size
    return Sample(
        time.monotonic() - begin,
        state.resident / _MIB,
        state.descriptors,
        state.threads,
        longest_log / _MIB,
        everything / _MIB,
    )


def fitted_rise(points: list[tuple[float, float]]) -> float:
    """Returns by how much the line of least squares rises from the first to the last point."""
    middle = sum(x for x, _ in points) / len(points)
    mean = sum(y for _, y in points) / len(points)
    spread = sum((x - middle) ** 2 for x, _ in points)
    slope = sum((x - middle) * (y - mean) for x, y in points) / spread
    return slope * (points[-1][0] - points[0][0])


def fifth(samples: list[Sample], number: int) -> list[Sample]:
    """Returns the samples of one fifth of the time; the first is 0."""
    length = samples[-1].seconds / 5
    return [sample for sample in samples if number * length <= sample.seconds <= (number + 1) * length]


def after_warm_up(samples: list[Sample], metric: Metric) -> list[tuple[float, float]]:
    """Returns the seconds and the values of all but the first fifth."""
    first = samples[-1].seconds / 5
    return [(sample.seconds, getattr(sample, metric.name)) for sample in samples if sample.seconds >= first]


def not_flat(samples: list[Sample], metric: Metric) -> str | None:
    """Says what is wrong if a metric rises after the first fifth of the time, or is larger than it may be."""
    if metric.most is not None:
        largest = max(getattr(sample, metric.name) for sample in samples)
        return None if largest <= metric.most else f"{metric.name} is {largest:.1f} {metric.unit}"
    points = after_warm_up(samples, metric)
    mean = sum(y for _, y in points) / len(points)
    rise = fitted_rise(points)
    if rise <= max(metric.rise_ratio * mean, metric.rise_least):
        return None
    return f"{metric.name} rises by {rise:.1f} {metric.unit} after the warm-up; its mean is {mean:.1f}"


def chart(samples: list[Sample], metric: Metric) -> str:
    """One line of bars, from 0 to the largest value, and the means of the five parts of the time."""
    values = [getattr(sample, metric.name) for sample in samples]
    top = max(values) or 1
    columns = min(_COLUMNS, len(values))
    bars = ""
    for column in range(columns):
        part = values[column * len(values) // columns : (column + 1) * len(values) // columns]
        bars += _BARS[round(sum(part) / len(part) / top * (len(_BARS) - 1))]
    parts = [[getattr(sample, metric.name) for sample in fifth(samples, number)] for number in range(5)]
    means = " ".join(f"{sum(part) / len(part):.1f}" if part else "-" for part in parts)
    rise = fitted_rise(after_warm_up(samples, metric))
    return (
        f"{metric.name:12} |{bars}| 0 to {top:.1f} {metric.unit}\n"
        f"{'':12}  means of the fifths: {means}; the line rises by {rise:+.1f} after the first"
    )
