"""Reads metrics in the text format of Prometheus and checks them as `promtool check metrics` does."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEAD = re.compile(r"# (HELP|TYPE) (\S+) (.+)")
_SAMPLE = re.compile(r"([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)")
_LABEL = re.compile(r'([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)')
_ABBREVIATED = {"s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "m", "h", "d"}
_NOT_BASE = {"milliseconds", "microseconds", "minutes", "hours", "days", "kilobytes", "megabytes", "bits", "percent"}
_HISTOGRAM_ENDS = ("_bucket", "_sum", "_count")


@dataclass
class Family:
    name: str
    help: str = ""
    type: str = ""
    samples: dict[tuple[str, tuple[tuple[str, str], ...]], float] = field(default_factory=dict)

    def value(self, end: str = "", **labels: str) -> float:
        return self.samples[self.name + end, tuple(sorted(labels.items()))]


class Exposition:
    """The families by name, and what is wrong with the text."""

    def __init__(self, text: str):
        self.families: dict[str, Family] = {}
        self.problems: list[str] = [] if text.endswith("\n") else ["the last line has no end"]
        self._current = Family("")
        for line in text.splitlines():
            self._read(line)
        for family in self.families.values():
            self.problems += [f"{family.name}: {problem}" for problem in _problems(family)]

    def __getitem__(self, name: str) -> Family:
        return self.families[name]

    def sample_names(self) -> set[str]:
        """Returns all names that a query can use, also of histograms without values yet."""
        names = set()
        for family in self.families.values():
            names |= {family.name + end for end in (_HISTOGRAM_ENDS if family.type == "histogram" else ("",))}
        return names

    def _read(self, line: str) -> None:
        if head := _HEAD.fullmatch(line):
            kind, name, text = head.groups()
            if kind == "HELP" and name in self.families:
                self.problems.append(f"{name}: a second HELP")
            if kind == "TYPE" and (name != self._current.name or self._current.type):
                self.problems.append(f"{name}: TYPE does not follow HELP")
            self._current = self.families.setdefault(name, Family(name))
            setattr(self._current, kind.lower(), text)
        elif sample := _SAMPLE.fullmatch(line):
            self._add(*sample.groups())
        else:
            self.problems.append(f"not understood: {line}")

    def _add(self, name: str, labels: str | None, value: str) -> None:
        ends = _HISTOGRAM_ENDS if self._current.type == "histogram" else ("",)
        if name not in {self._current.name + end for end in ends}:
            self.problems.append(f"{name} is among {self._current.name}")
        pairs = _LABEL.findall(labels or "")
        if labels and _LABEL.sub("", labels):
            self.problems.append(f"{name}: labels {labels}")
        key = (name, tuple(sorted(pairs)))
        if key in self._current.samples:
            self.problems.append(f"{name}: {pairs} twice")
        self._current.samples[key] = float(value)


def _problems(family: Family) -> Iterator[str]:
    words = set(family.name.split("_"))
    if not family.help.strip():
        yield "no help"
    if family.type not in ("counter", "gauge", "histogram"):
        yield f"type {family.type!r}"
    if (family.type == "counter") != family.name.endswith("_total"):
        yield "counters, and only they, end in _total"
    if family.name.endswith(_HISTOGRAM_ENDS):
        yield "ends like a part of a histogram"
    if words & {"counter", "gauge", "histogram", "summary"}:
        yield "has its type in its name"
    if words & (_ABBREVIATED | _NOT_BASE):
        yield "has an abbreviated unit or one that is not a base unit"
    for unit in words & {"seconds", "bytes", "ratio"}:
        if not family.name.removesuffix("_total").endswith(unit):
            yield f"{unit} is not at the end"
    if family.type == "histogram":
        yield from _histogram_problems(family)


def _histogram_problems(family: Family) -> Iterator[str]:
    buckets: dict[tuple, list[tuple[float, float]]] = {}
    for (name, labels), value in family.samples.items():
        if name.endswith("_bucket"):
            rest = tuple(pair for pair in labels if pair[0] != "le")
            buckets.setdefault(rest, []).append((float(dict(labels)["le"]), value))
    for labels, counts in buckets.items():
        values = [value for _, value in counts]
        if counts != sorted(counts) or values != sorted(values):
            yield f"buckets of {labels} do not ascend"
        if counts[-1] != (float("inf"), family.samples.get((family.name + "_count", labels))):
            yield f"the last bucket of {labels} is not _count"
        if (family.name + "_sum", labels) not in family.samples:
            yield f"no _sum of {labels}"
