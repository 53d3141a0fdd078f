"""The workloads of the writers. A workload chooses the keys and the operations.

`inspect` gets the account's folder after each kill. `missing` returns an error at the end if what the workload
is for did not happen in any round.
"""

from collections import Counter
from pathlib import Path

from tests.crash.model import Key
from tests.crash.writer import Writer


class Mixed:
    """All kinds of writes to partitions that the writers share, so that they share commits, too."""

    name = "mixed"
    options = ()
    own_tables = False

    def start_round(self, number: int) -> list[str]:
        """Returns the tables of the round; tables of earlier rounds that are not among them are deleted."""
        del number
        return ["mixed"]

    def step(self, writer: Writer) -> None:
        chance = writer.random.random()
        key = self._key(writer, self._partition(writer))
        size = writer.random.choice((20, 200, 3000))
        if chance < 0.25:
            writer.insert(key, size)
        elif chance < 0.45:
            writer.replace(key, size)
        elif chance < 0.6:
            writer.merge(key, size)
        elif chance < 0.7:
            writer.delete(key)
        else:
            self._batch(writer, size)

    def inspect(self, account: Path) -> None:
        pass

    def missing(self) -> str | None:
        return None

    def _partition(self, writer: Writer) -> str:
        return f"partition {writer.random.randrange(5)}"

    def _key(self, writer: Writer, partition: str) -> Key:
        return Key("mixed", partition, f"{writer.number}-{writer.random.randrange(40):03}")

    def _batch(self, writer: Writer, size: int) -> None:
        partition = self._partition(writer)
        keys = list({self._key(writer, partition) for _ in range(writer.random.randint(2, 20))})
        taken = self._key(writer, partition)
        if taken in writer.model.stored and taken not in keys and writer.random.random() < 0.3:
            writer.refused_batch(keys, taken, size)
        else:
            writer.batch(keys, size)


class Moves:
    """Partitions that keep outgrowing the shared file."""

    name = "moves"
    options = ("--own-files-max", "2")
    own_tables = False
    _rounds_per_table = 5  # so that the data does not grow without limit
    _batches_per_partition = 5  # of about 0.3 MiB each; a partition moves out at 1 MiB

    def __init__(self):
        self._table = ""
        self._batches: Counter[int] = Counter()  # by writer
        self._moved = 0

    def start_round(self, number: int) -> list[str]:
        self._table = f"moves{number // self._rounds_per_table}"
        return [self._table]

    def step(self, writer: Writer) -> None:
        filled, batch = divmod(self._batches[writer.number], self._batches_per_partition)
        chance = writer.random.random()
        if chance < 0.5 or not writer.model.stored:
            self._batches[writer.number] += 1
            partition = f"{writer.number}-{filled}"
            writer.batch([Key(self._table, partition, f"{batch}-{row:02}") for row in range(15)], 30_000)
            return
        key = writer.random.choice(list(writer.model.stored))
        if chance < 0.7:
            writer.replace(key, 30_000)
        elif chance < 0.9:
            writer.merge(key, 100)
        else:
            writer.delete(key)

    def inspect(self, account: Path) -> None:
        moved = len(list(account.glob("*/*.db"))) - 3  # the shared file, and the first partitions
        self._moved = max(self._moved, moved)

    def missing(self) -> str | None:
        return None if self._moved > 0 else "no partition has moved; give it more rounds"


class Tables:
    """Each writer fills a table, deletes it and recreates it at once."""

    name = "tables"
    options = ("--own-files-max", "2")
    own_tables = True

    def start_round(self, number: int) -> list[str]:
        del number
        return []

    def step(self, writer: Writer) -> None:
        table = f"again{writer.number}"
        if Key(table) not in writer.model.stored:
            writer.create_table(table)
        elif writer.random.random() < 0.1:
            writer.delete_table(table)
        else:
            partition = f"p{writer.random.randrange(4)}"
            keys = {Key(table, partition, str(writer.random.randrange(30))) for _ in range(5)}
            writer.batch(sorted(keys), 500)

    def inspect(self, account: Path) -> None:
        pass

    def missing(self) -> str | None:
        return None


WORKLOADS = {workload.name: workload for workload in (Mixed, Moves, Tables)}
