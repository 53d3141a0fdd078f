"""Further workloads, beside those of tests/crash/workloads.py."""

from tests.crash.model import Key
from tests.crash.writer import Writer


def _stored_entities(writer: Writer) -> list[Key]:
    return [key for key in writer.model.stored if key.partition is not None]


class ManyPartitions:
    """Most steps make a new partition, which are soon more than may have a file of their own."""

    table = "many"

    def step(self, writer: Writer) -> None:
        chance = writer.random.random()
        old = _stored_entities(writer)
        if chance < 0.7 or not old:
            partition = f"{writer.number}-{len(writer.model.changes)}"
            rows = writer.random.choice((1, 1, 4))
            writer.batch([Key(self.table, partition, str(row)) for row in range(rows)], 300)
        elif chance < 0.9:
            writer.replace(writer.random.choice(old), 300)
        else:
            writer.delete(writer.random.choice(old))


class GrowingPartitions:
    """A few partitions that outgrow the shared file, at 1 MiB. Entities shrink again, so that disks stay small."""

    table = "growing"
    _partitions = 5
    _batches_per_partition = 5  # of about 0.3 MiB

    def __init__(self):
        self._batches = 0

    def step(self, writer: Writer) -> None:
        chance = writer.random.random()
        old = _stored_entities(writer)
        if chance < 0.12 or not old:
            partition, batch = divmod(self._batches, self._batches_per_partition)
            self._batches = (self._batches + 1) % (self._partitions * self._batches_per_partition)
            keys = [Key(self.table, f"{writer.number}-{partition}", f"{batch}-{row:02}") for row in range(15)]
            writer.batch(keys, 30_000)
        elif chance < 0.7:
            writer.replace(writer.random.choice(old), 100)
        elif chance < 0.9:
            writer.merge(writer.random.choice(old), 100)
        else:
            writer.delete(writer.random.choice(old))


class RewrittenPartition:
    """One partition whose log grows quickly, so that it is copied back into the file now and then."""

    def step(self, writer: Writer) -> None:
        keys = [Key(GrowingPartitions.table, "rewritten", str(row)) for row in range(8)]
        writer.replace_all(keys, 30_000)
