"""The parts of the suite by themselves: a disk of a few operations, a history of a few changes."""

import unittest

from tests.crash.model import Key, State
from tests.crash.power.disk import CHOICES, Disk, Tree
from tests.crash.power.history import History, mismatches, timestamp, timestamp_faults
from tests.crash.power.operation_log import Entry

ROOT, FILE, OTHER = 1, 2, 3
SEEDS = range(60)


def entry(kind: str, file: int = 0, number: int = 0, payload: bytes = b"", folder: int = ROOT) -> Entry:
    return Entry(kind, file, folder, number, memoryview(payload), 0)


def disk_after(*entries: Entry) -> Disk:
    disk = Disk()
    disk.apply((entry("M", ROOT), *entries))
    return disk


def cuts(disk: Disk, choice: str) -> list[Tree]:
    """Returns what is left by each of many cuts."""
    return [disk.cut(choice, seed) for seed in SEEDS]


SYNCED_FILE = (
    entry("c", FILE, payload=b"a"),
    entry("w", FILE, payload=b"old"),
    entry("s", FILE, 1),
    entry("s", ROOT, 2),
    entry("e", FILE, 1),
    entry("e", ROOT, 2),
)


class DiskTest(unittest.TestCase):
    def test_what_is_synced_is_left_by_every_cut(self):
        disk = disk_after(*SYNCED_FILE)
        for choice in CHOICES:
            self.assertTrue(all(tree == {"a": b"old"} for tree in cuts(disk, choice)))

    def test_a_sync_covers_only_what_was_there_when_it_began(self):
        disk = disk_after(*SYNCED_FILE, entry("s", FILE, 3), entry("w", FILE, payload=b"new"), entry("e", FILE, 3))
        self.assertEqual(disk.cut("nothing", 0), {"a": b"old"})
        self.assertEqual(disk.cut("everything", 0), {"a": b"new"})

    def test_a_sync_that_has_not_ended_promises_nothing(self):
        disk = disk_after(*SYNCED_FILE, entry("w", FILE, payload=b"new"), entry("s", FILE, 3))
        self.assertEqual(disk.cut("nothing", 0), {"a": b"old"})

    def test_the_sync_of_a_file_does_not_keep_its_name(self):
        disk = disk_after(*SYNCED_FILE[:3], SYNCED_FILE[4])
        self.assertEqual(disk.cut("nothing", 0), {})
        self.assertEqual({len(tree) for tree in cuts(disk, "at random")}, {0, 1})

    def test_names_change_in_their_order(self):
        disk = disk_after(
            *SYNCED_FILE, entry("n", FILE, ROOT, b"a\0b"), entry("c", OTHER, payload=b"a"), entry("u", payload=b"b")
        )
        left = {tuple(sorted(tree)) for tree in cuts(disk, "at random")}
        self.assertEqual(left, {("a",), ("b",), ("a", "b")})
        self.assertEqual({bytes(tree["b"]) for tree in cuts(disk, "at random") if "b" in tree}, {b"old"})

    def test_a_write_is_left_in_pieces(self):
        disk = disk_after(*SYNCED_FILE, entry("w", FILE, 0, b"n" * 2048))
        left = {bytes(tree["a"]) for tree in cuts(disk, "at random")}
        self.assertGreater(len(left), 5)
        for content in left:
            for begin in range(0, len(content), 512):
                self.assertIn(content[begin : begin + 512].strip(b"\0"), (b"", b"old", b"n" * 512))

    def test_sizes_are_set_and_extended(self):
        disk = disk_after(*SYNCED_FILE, entry("t", FILE, 1), entry("a", FILE, 4))
        self.assertEqual(disk.cut("everything", 0), {"a": b"o\0\0\0"})
        self.assertEqual(disk.cut("nothing", 0), {"a": b"old"})

    def test_after_a_power_cut_all_that_is_left_is_durable(self):
        disk = disk_after(*SYNCED_FILE, entry("w", FILE, payload=b"new"))
        left = disk.cut("at random", 5)
        disk.apply([entry("P", number=5), entry("M", ROOT), entry("f", FILE, payload=b"a")])
        self.assertEqual(disk.cut("nothing", 0), left)

    def test_the_fault_of_the_self_test_undoes_syncs_of_these_files(self):
        for pattern, left in (("a", {"a": b""}), ("b", {"a": b"old"}), ("folders", {})):
            disk = Disk(pattern)
            disk.apply((entry("M", ROOT), *SYNCED_FILE))
            self.assertEqual(disk.cut("nothing", 0), left)


class HistoryTest(unittest.TestCase):
    def setUp(self):
        self.position = 0
        self.history = History(lambda: self.position)
        self.key, self.other = Key("table", "p", "1"), Key("table", "p", "2")

    def change(self, sent: int, answered: int | None, properties: dict, etags: dict) -> None:
        self.position = sent
        self.history.begin(properties)
        if answered:
            self.position = answered
            self.history.answered(etags)

    def test_an_answered_change_must_be_there_and_one_under_way_may_be(self):
        self.change(10, 20, {self.key: {"N": 1}, self.other: {"N": 1}}, {})
        self.change(30, 40, {self.key: {"N": 2}, self.other: None}, {self.key: "e"})
        first = {self.key: State({"N": 1}, None), self.other: State({"N": 1}, None)}
        second = {self.key: State({"N": 2}, "e")}
        for position, states in ((9, [{}]), (10, [{}, first]), (20, [first]), (39, [first, second]), (40, [second])):
            self.assertEqual(self.history.states_at(position), states)

    def test_a_change_that_a_restart_has_shown_may_still_be_lost_until_one_more_is_answered(self):
        self.change(10, None, {self.key: {"N": 1}}, {})
        found = {self.key: State({"N": 1}, "e")}
        self.assertEqual(self.history.settle_after_restart(found), [self.key])
        self.change(50, 60, {self.key: {"N": 2}}, {})
        self.assertEqual(len(self.history.states_at(49)), 2)
        self.assertEqual(len(self.history.states_at(59)), 3)
        self.assertEqual(self.history.states_at(60), [{self.key: State({"N": 2}, None)}])

    def test_a_change_that_a_restart_has_not_shown_never_comes_back(self):
        self.change(10, None, {self.key: {"N": 1}}, {})
        self.position = 20
        self.assertEqual(self.history.settle_after_restart({}), [])
        self.assertEqual(len(self.history.states_at(19)), 2)
        self.assertEqual(self.history.states_at(20), [{}])

    def test_each_difference_is_named(self):
        state = {self.key: State({"N": 1}, "e")}
        for found, word in (
            ({}, "lost"),
            ({self.key: State({"N": 0}, "e")}, "an older or another state"),
            ({self.key: State({"N": 1}, "f")}, "another ETag"),
            ({**state, self.other: State({}, "e")}, "deleted or never written"),
        ):
            self.assertRegex(mismatches([state], found)[0], word)
        self.assertEqual(mismatches([{}, state], state), [])

    def test_a_later_change_with_an_earlier_time_is_named(self):
        early, late = (f"W/\"datetime'2026-11-29T02%3A20%3A0{second}Z'\"" for second in ("1.5", "1.51"))
        self.assertLess(timestamp(early), timestamp(late))
        self.change(10, 20, {self.key: {"N": 1}}, {self.key: late})
        self.change(30, 40, {self.key: {"N": 2}}, {self.key: early})
        self.assertEqual(len(timestamp_faults([self.history])), 1)
        self.history.changes[1].sent = 20  # at the same time, as far as it is known
        self.assertEqual(timestamp_faults([self.history]), [])


if __name__ == "__main__":
    unittest.main()
