"""Where the calls of random clients go, and the ETags from which they take their conditions."""

import random
from collections import defaultdict
from dataclasses import dataclass

FIXED = "Fixed"  # the table that stays
BRIEF = "Brief"  # the one that is deleted and made again


class KnownEtags:
    """The ETags that the clients of a session have seen, from which they take their conditions."""

    def __init__(self):
        self._seen: dict[tuple[str, str, str], list[str]] = defaultdict(list)

    def saw(self, table: str, partition: str, row: str, etag: str | None) -> None:
        seen = self._seen[table, partition, row]
        if etag and etag not in seen[-3:]:
            seen.append(etag)

    def last(self, table: str, partition: str, row: str) -> str:
        """Returns the one seen last, or a condition that is true of any."""
        return next(iter(self._seen[table, partition, row][-1:]), "*")

    def earlier(self, table: str, partition: str, row: str) -> str:
        """Returns one that is most probably stale."""
        seen = self._seen[table, partition, row]
        return seen[-3] if len(seen) > 2 else "W/\"datetime'2020-01-01T00%3A00%3A00.0000000Z'\""


@dataclass(frozen=True)
class Places:
    """Where the calls of one life of the server go. Few keys, so that calls meet."""

    life: int
    full_disk: bool  # whether writes may be refused for want of room

    def table(self, chance: random.Random) -> str:
        return FIXED if chance.random() < 0.8 else BRIEF

    def partition(self, table: str, chance: random.Random) -> str:
        if table == BRIEF:
            return chance.choice(("b0", "b1"))
        # Two old ones, with a file each; small ones of this life and the one before, which are born in the shared file;
        # and one that outgrows it in a few lives.
        number = chance.random()
        if number < 0.55:
            return "p0" if number < 0.35 else "p1"
        if number < 0.85:
            return f"q{max(0, self.life - chance.randrange(2)):03}-{chance.randrange(2)}"
        return f"g{self.life // 4:03}"

    def mostly_reads(self) -> bool:
        """Returns whether there are so few writes that rows are worth keeping in memory."""
        return self.life % 3 == 2

    def rows(self, partition: str) -> list[str]:
        return [f"r{number:02}" for number in range(20 if self.big(partition) else 4)]

    def big(self, partition: str) -> bool:
        return partition.startswith("g")
