"""The check against random histories of a server that is simulated: right ones are explained, spoilt ones are not."""

import random
import unittest
from dataclasses import replace

from tests.histories.model import fault, written
from tests.histories.record import Call, Change, Done, Entity, Page, Refused, TableCall, Write
from tests.histories.report import findings
from tests.histories.test_check import entity, etag, put, remove

CLIENTS = 6
ROWS = ("a", "b", "c")


class SimulatedServer:
    """Each call takes effect at one moment between its begin and its end, at which it is answered from the state."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.rows: dict[str, Entity] = {}
        self.seen: set[str] = set()  # ETags that are in an answer
        self.calls: list[Call] = [TableCall(who="create", begin=0, end=0, table="t", kind="create", outcome=Done())]

    def history(self, count: int) -> list[Call]:
        moments = []
        for client in range(CLIENTS):
            time = 0
            for _ in range(count):
                begin = time + self.random.randint(1, 20)
                effect = begin + self.random.randint(1, 60)
                time = effect + self.random.randint(1, 60)
                moments.append((10 * effect + client, 10 * begin, 10 * time))  # no two take effect at once
        for effect, begin, end in sorted(moments):
            reads = self.random.random() < 0.5
            self.calls.append(self._read(begin, end) if reads else self._change(effect, begin, end))
        last = 10 * max(end for _, _, end in moments)
        self.calls.append(self._read(last, last + 1))
        return self.calls

    def _read(self, begin: int, end: int) -> Page:
        rows = self.random.choice((ROWS, ROWS, ROWS[:1], ROWS[1:2]))
        found = {("p", row): state for row, state in self.rows.items() if row in rows}
        self.seen |= {state.etag for state in found.values()}
        times = {"who": f"read at {begin}", "begin": begin, "end": end}
        return Page(**times, table="t", low=("p", rows[0]), high=("p", rows[-1] + "\0"), found=found, outcome=Done())

    def _change(self, effect: int, begin: int, end: int) -> Change:
        writes = tuple(self._write(row, effect) for row in self.random.sample(ROWS, self.random.choice((1, 1, 2, 3))))
        faults = [fault(self.rows.get(write.row), write) for write in writes]
        answered = self.random.random() < 0.9
        outcome = None
        if any(faults):
            at_fault = next(index for index, code in enumerate(faults) if code)
            outcome = Refused(faults[at_fault], at_fault)
        elif answered or self.random.random() < 0.5:
            etags = tuple(etag(effect * 10 + index) if write.id else None for index, write in enumerate(writes))
            for write, given in zip(writes, etags, strict=True):
                if write.kind == "delete":
                    del self.rows[write.row]
                else:
                    self.rows[write.row] = written(self.rows.get(write.row), write, given)
            outcome = Done(etags)
            self.seen |= set(etags) if answered else set()
        times = {"who": f"change at {effect}", "begin": begin, "end": end}
        return Change(**times, table="t", partition="p", writes=writes, outcome=outcome if answered else None)

    def _write(self, row: str, effect: int) -> Write:
        state = self.rows.get(row)
        if self.random.random() < 0.3:
            return remove(row)
        write = put(row, f"v{effect}{row}", self.random.choice(("insert", "replace", "merge")), A=effect)
        if write.kind != "insert" and self.random.random() < 0.4:
            known = state and state.etag in self.seen and self.random.random() < 0.7
            return replace(write, if_match=state.etag if known else etag(1))
        return write


class RandomTest(unittest.TestCase):
    def test_right_ones_are_explained(self):
        for seed in range(40):
            with self.subTest(seed=seed):
                self.assertEqual(findings(SimulatedServer(seed).history(30)), [])

    def test_a_last_read_without_an_entity_is_not(self):
        self._spoil(lambda found, key: {k: v for k, v in found.items() if k != key})

    def test_a_last_read_with_a_state_of_nobody_is_not(self):
        self._spoil(lambda found, key: {**found, key: entity("v0", 7)})

    def test_a_last_read_with_another_content_is_not(self):
        self._spoil(lambda found, key: {**found, key: found[key]._replace(properties=(("A", 0),))})

    def _spoil(self, change) -> None:
        spoilt = 0
        for seed in range(40):
            calls = SimulatedServer(seed).history(15)
            last = calls[-1]
            if last.found:
                key = sorted(last.found)[seed % len(last.found)]
                spoilt += 1
                with self.subTest(seed=seed):
                    texts = findings([*calls[:-1], replace(last, found=change(last.found, key))])
                    self.assertEqual(len(texts), 1, texts)
        self.assertGreater(spoilt, 10)

    def test_a_write_that_is_undone_is_not(self):
        """The states of a read are those from before some answered write, whose effect nobody has replaced."""
        spoilt = 0
        for seed in range(40):
            calls = SimulatedServer(seed).history(15)
            last = calls[-1]
            earlier = {
                key: call.found[key]
                for call in calls
                if isinstance(call, Page)
                for key in call.found
                if key in last.found and call.found[key].id != last.found[key].id
            }
            for key, state in earlier.items():
                spoilt += 1
                with self.subTest(seed=seed, key=key):
                    texts = findings([*calls[:-1], replace(last, found={**last.found, key: state})])
                    self.assertEqual(len(texts), 1, texts)
        self.assertGreater(spoilt, 10)


if __name__ == "__main__":
    unittest.main()
