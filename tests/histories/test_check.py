"""The check of histories against made-up ones, right and wrong."""

import unittest
from typing import Any

from tests.histories.record import NEVER, Call, Change, Done, Entity, Page, Refused, TableCall, Write
from tests.histories.report import findings


def etag(tick: int) -> str:
    return f"W/\"datetime'2026-01-01T00%3A00%3A00.{tick:07}Z'\""


def put(row: str, id_: str, kind: str = "replace", if_match: int | None = None, **more: Any) -> Write:
    properties = {"Id": id_, **more}
    condition = etag(if_match) if if_match else None
    return Write(kind, row, id_, tuple(sorted(properties.items())), condition)


def remove(row: str, if_match: int | None = None) -> Write:
    return Write("delete", row, if_match=etag(if_match) if if_match else "*")


def entity(id_: str, tick: int, **more: Any) -> Entity:
    return Entity(id_, etag(tick), tuple(sorted({"Id": id_, **more}.items())))


class Script:
    """A history in the making. Times are (begin, end); an ETag is a number, by default the begin of its write."""

    def __init__(self, create: bool = True):
        self.calls: list[Call] = []
        if create:
            self.add(TableCall, (0, 0), kind="create", outcome=Done())

    def add(self, type_: type, time: tuple[int, int], **fields: Any) -> "Script":
        who = f"call {len(self.calls)}"
        self.calls.append(type_(who=who, begin=time[0], end=time[1], table="t", **fields))
        return self

    def write(self, time: tuple[int, int], *writes: Write, ticks: int | None = None, partition: str = "p") -> "Script":
        first = time[0] if ticks is None else ticks
        etags = tuple(etag(first + index) if write.id else None for index, write in enumerate(writes))
        return self.add(Change, time, partition=partition, writes=writes, outcome=Done(etags))

    def unanswered(self, time: tuple[int, int], *writes: Write) -> "Script":
        return self.add(Change, time, partition="p", writes=writes)

    def refused(self, time: tuple[int, int], code: str, *writes: Write, index: int = 0) -> "Script":
        return self.add(Change, time, partition="p", writes=writes, outcome=Refused(code, index))

    def read(self, time: tuple[int, int], row: str, found: Entity | None) -> "Script":
        seen = {("p", row): found} if found else {}
        return self.add(Page, time, low=("p", row), high=("p", row + "\0"), found=seen, outcome=Done())

    def query(self, time: tuple[int, int], number_min: int | None = None, **found: Entity) -> "Script":
        seen = {("p", row): state for row, state in found.items()}
        return self.add(
            Page, time, low=("p", ""), high=None, partition="p", number_min=number_min, found=seen, outcome=Done()
        )


class HistoryTest(unittest.TestCase):
    def right(self, script: Script, whole_pages: bool = True) -> None:
        self.assertEqual(findings(script.calls, whole_pages), [])

    def wrong(self, script: Script, message: str, lines: int | None = None) -> str:
        """`lines` is how many calls the explanation may have."""
        texts = findings(script.calls)
        self.assertEqual(len(texts), 1, texts)
        self.assertIn(message, texts[0].splitlines()[0])
        if lines:
            self.assertEqual(texts[0].count(": t/p: ") + texts[0].count(": read "), lines, texts[0])
        return texts[0]


class RightTest(HistoryTest):
    def test_no_calls(self):
        self.right(Script(create=False))

    def test_one_after_the_other(self):
        self.right(
            Script()
            .write((1, 2), put("a", "v1", "insert"))
            .read((3, 4), "a", entity("v1", 1))
            .refused((5, 6), "EntityAlreadyExists", put("a", "v2", "insert"))
            .refused((7, 8), "UpdateConditionNotSatisfied", put("a", "v3", if_match=99))
            .write((9, 10), put("a", "v4", "merge", if_match=1, A="v4"))
            .read((11, 12), "a", entity("v4", 9, A="v4"))
            .write((13, 14), remove("a"))
            .read((15, 16), "a", None)
            .refused((17, 18), "ResourceNotFound", remove("a"))
            .write((19, 20), put("a", "v5", "insert"))
            .query((21, 22), a=entity("v5", 19))
        )

    def test_a_merge_keeps_the_other_properties(self):
        script = Script().write((1, 2), put("a", "v1", A="v1", B="v1")).write((3, 4), put("a", "v2", "merge", B="v2"))
        self.right(script.read((5, 6), "a", entity("v2", 3, A="v1", B="v2")))

    def test_overlapping_calls_take_effect_in_any_order(self):
        for first, second in ((3, 4), (4, 3)):
            with self.subTest(first=first):
                later = max((first, "v1"), (second, "v2"))
                script = Script().write((1, 10), put("a", "v1"), ticks=first)
                script.write((2, 9), put("a", "v2"), ticks=second)
                self.right(script.read((11, 12), "a", entity(later[1], later[0])))

    def test_a_read_during_a_write_sees_either_state(self):
        for seen in (None, entity("v1", 1)):
            with self.subTest(seen=seen):
                self.right(Script().write((1, 9), put("a", "v1")).read((2, 3), "a", seen))

    def test_a_deletion_among_writes_is_put_where_it_fits(self):
        script = Script().write((1, 2), put("a", "v1"))
        script.write((3, 20), remove("a")).write((3, 20), put("a", "v2"), ticks=5)
        script.read((8, 9), "a", None).read((10, 11), "a", entity("v2", 5))
        self.right(script.read((21, 22), "a", entity("v2", 5)))

    def test_a_write_without_an_answer_is_made_or_not(self):
        for seen in (None, entity("v1", 2)):
            with self.subTest(seen=seen):
                self.right(Script().unanswered((1, 5), put("a", "v1")).read((6, 7), "a", seen).read((8, 9), "a", seen))

    def test_many_calls_without_answers(self):
        script = Script()
        for number in range(8):
            script.unanswered((1, 100), put(f"r{number % 3}", f"v{number}"), remove(f"q{number % 2}"))
        self.right(script.query((101, 102)))

    def test_a_transaction_at_once(self):
        script = Script().write((1, 9), put("a", "v1"), put("b", "v2")).query((2, 3))
        self.right(script.query((4, 5), a=entity("v1", 1), b=entity("v2", 2)))

    def test_a_refused_transaction(self):
        script = Script().write((1, 2), put("a", "v1"))
        script.refused((3, 4), "EntityAlreadyExists", put("b", "v2"), put("a", "v3", "insert"), index=1)
        self.right(script.query((5, 6), a=entity("v1", 1)))

    def test_a_filter(self):
        script = Script().write((1, 2), put("a", "v1", Number=5), put("b", "v2", Number=50), put("c", "v3"))
        self.right(script.query((3, 4), number_min=50, b=entity("v2", 2, Number=50)))

    def test_a_table_that_is_deleted_and_made_again(self):
        script = Script().write((1, 2), put("a", "v1"))
        script.write((3, 9), put("a", "v2")).add(TableCall, (4, 5), kind="delete", outcome=Done())
        script.add(TableCall, (6, 6), kind="miss").add(TableCall, (7, 8), kind="create", outcome=Done())
        self.right(script.query((10, 11)))

    def test_pages_that_are_a_state_of_each_row_only(self):
        script = Script().write((1, 9), put("a", "v1"), put("b", "v2")).query((2, 3), a=entity("v1", 1))
        self.right(script, whole_pages=False)


class WrongTest(HistoryTest):
    def test_a_lost_write(self):
        script = Script().write((1, 2), put("a", "v1"))
        self.wrong(script.query((3, 4)), "t/p: a lost write: a = nothing after v1", lines=2)

    def test_a_lost_write_that_shows_the_one_before(self):
        script = Script().write((1, 2), put("a", "v1")).write((3, 4), put("a", "v2"))
        self.wrong(script.read((5, 6), "a", entity("v1", 1)), "a lost write: a = v1 after v2", lines=3)

    def test_a_write_that_was_seen_and_is_lost(self):
        script = Script().unanswered((1, 9), put("a", "v1")).read((3, 4), "a", entity("v1", 1))
        self.wrong(script.read((10, 11), "a", None), "a lost write")

    def test_a_stale_read(self):
        script = Script().write((1, 2), put("a", "v1")).write((3, 4), put("a", "v2"))
        script.read((5, 6), "a", entity("v1", 1)).read((7, 8), "a", entity("v2", 3))
        self.wrong(script, "a stale read: a = v1 after v2")

    def test_reads_that_go_back_during_a_write(self):
        script = Script().write((1, 2), put("a", "v1")).write((3, 20), put("a", "v2"))
        self.wrong(script.read((4, 5), "a", entity("v2", 3)).read((6, 7), "a", entity("v1", 1)), "a = v1 after v2")

    def test_half_a_transaction(self):
        script = Script().write((1, 20), put("a", "v1"), put("b", "v2")).query((3, 4), a=entity("v1", 1))
        self.wrong(script, "half a transaction: a as call 1 wrote, but not b", lines=2)

    def test_half_a_transaction_that_was_answered(self):
        script = Script().write((1, 2), put("a", "v1"), put("b", "v2")).query((3, 4), b=entity("v2", 2))
        self.wrong(script, "half a transaction: b as call 1 wrote, but not a")

    def test_half_a_transaction_without_an_answer(self):
        script = Script().write((1, 2), put("b", "v0")).unanswered((3, 9), put("a", "v1"), remove("b"))
        self.wrong(script.query((10, 11), a=entity("v1", 5), b=entity("v0", 1)), "half a transaction")

    def test_rows_that_were_never_there_together(self):
        script = Script().write((1, 2), put("a", "v1"), put("b", "v2"))
        script.write((3, 9), remove("a")).write((3, 9), remove("b"))
        script.query((4, 7), a=entity("v1", 1)).query((5, 8), b=entity("v2", 2))
        self.wrong(script, "rows that were never there together")

    def test_an_etag_that_repeats(self):
        script = Script().write((1, 20), put("a", "v1"), ticks=3).write((2, 19), put("a", "v2"), ticks=3, partition="q")
        self.wrong(script, "an ETag that repeats")

    def test_an_etag_that_goes_back(self):
        script = Script().write((1, 2), put("a", "v1"), ticks=50).write((3, 4), put("a", "v2"), ticks=40, partition="q")
        self.wrong(script, "an ETag that goes back")

    def test_an_etag_that_goes_back_in_a_partition_only(self):
        script = Script().write((1, 10), put("a", "v1"), ticks=6).write((2, 9), put("a", "v2"), ticks=5)
        self.wrong(script.read((11, 12), "a", entity("v2", 5)), "only an order of the writes in which ETags go back")

    def test_an_etag_of_a_state_that_changes(self):
        script = Script().write((1, 2), put("a", "v1")).read((3, 4), "a", entity("v1", 2))
        self.assertTrue(any("another ETag of the same state" in text for text in findings(script.calls)))

    def test_a_delete_that_comes_back(self):
        script = Script().write((1, 2), put("a", "v1")).write((3, 4), remove("a"))
        self.wrong(script.read((5, 6), "a", entity("v1", 1)), "a deleted entity that comes back: a = v1", lines=3)

    def test_a_table_that_comes_back_with_its_entities(self):
        script = Script().write((1, 2), put("a", "v1")).add(TableCall, (3, 4), kind="delete", outcome=Done())
        script.add(TableCall, (5, 6), kind="create", outcome=Done())
        self.wrong(script.read((7, 8), "a", entity("v1", 1)), "a deleted entity that comes back")

    def test_a_refused_write_that_took_place(self):
        script = Script().write((1, 2), put("a", "v1"))
        script.refused((3, 4), "EntityAlreadyExists", put("b", "v2"), put("a", "v3", "insert"), index=1)
        self.wrong(script.query((5, 6), a=entity("v1", 1), b=entity("v2", 3)), "a refused write took place: b = v2")

    def test_a_write_that_nobody_sent(self):
        script = Script().write((1, 2), put("a", "v1")).query((3, 4), a=entity("v1", 1), b=entity("v7", 2))
        self.wrong(script, "a state that nobody has written: b = v7")

    def test_a_write_without_an_answer_that_is_made_late(self):
        script = Script().unanswered((1, 5), put("a", "v1")).read((6, 7), "a", None)
        self.wrong(script.read((8, 9), "a", entity("v1", 2)), "a deleted entity that comes back")

    def test_an_unheeded_condition(self):
        script = Script().write((1, 2), put("a", "v1")).write((3, 4), put("a", "v2"))
        script.write((5, 6), put("a", "v3", if_match=1))
        self.wrong(script, "done, though it was to be refused with UpdateConditionNotSatisfied")

    def test_two_that_changed_the_same_state(self):
        script = Script().write((1, 2), put("a", "v1"))
        script.write((3, 9), put("a", "v2", if_match=1), ticks=3).write((4, 8), put("a", "v3", if_match=1), ticks=5)
        self.wrong(script, "done, though it was to be refused with UpdateConditionNotSatisfied")

    def test_two_that_inserted_the_same_entity(self):
        script = Script().write((1, 9), put("a", "v1", "insert")).write((2, 8), put("a", "v2", "insert"))
        self.wrong(script, "done, though it was to be refused with EntityAlreadyExists")

    def test_a_write_refused_without_reason(self):
        script = Script().write((1, 2), put("a", "v1")).refused((3, 4), "ResourceNotFound", remove("a"))
        self.wrong(script, "refused with ResourceNotFound, which no possible state explains")

    def test_a_merge_that_forgets(self):
        script = Script().write((1, 2), put("a", "v1", A="v1")).write((3, 4), put("a", "v2", "merge"))
        self.wrong(script.read((5, 6), "a", entity("v2", 3)), "another content than was written: a = v2")

    def test_a_filter_that_leaves_out(self):
        script = Script().write((1, 2), put("a", "v1", Number=50))
        self.wrong(script.query((3, 4), number_min=50), "a lost write: a = nothing after v1")


class ExplanationTest(HistoryTest):
    def test_it_has_only_what_matters(self):
        script = Script()
        for time in range(1, 2000, 4):
            script.write((time, time + 1), put(f"r{time % 7}", f"v{time}")).read((time + 2, time + 3), "other", None)
        script.write((3000, 3001), put("a", "w1")).write((3002, 3003), put("b", "w2"))
        script.write((3004, 3005), put("a", "w3"))
        script.read((3006, 3007), "b", entity("w2", 3002)).read((3008, 3009), "a", entity("w1", 3000))
        text = self.wrong(script, "a lost write: a = w1 after w3", lines=3)
        self.assertIn("possible at 0.003 ms: a = w3", text)
        self.assertNotIn("w2", text)

    def test_an_unfinished_history_is_no_fault(self):
        self.right(Script().unanswered((1, NEVER), put("a", "v1")).read((2, 3), "a", entity("v1", 1)))


if __name__ == "__main__":
    unittest.main()
