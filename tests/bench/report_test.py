"""Tests of bench/cells.py, results.py, targets.py, report.py and chart.py on made-up results."""

import json
import pathlib
import sys
import unittest
import xml.etree.ElementTree
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import cells  # noqa: E402
import chart  # noqa: E402
import report  # noqa: E402
import results  # noqa: E402
import targets  # noqa: E402
from cells import Selection  # noqa: E402
from results import Key, Results  # noqa: E402


def line(system, per_second, workload="point", connections=8, rows=1000, shape="few", **more):
    return {
        "system": system,
        "workload": workload,
        "connections": connections,
        "rows": rows,
        "shape": shape,
        "operations": 10,
        "entities": 10,
        "operations_per_second": per_second,
        "requests_per_second": per_second,
        "rows_scanned_per_second": per_second * rows,
        "p50_ms": 1.0,
        "p99_ms": 2.0,
        "errors": {},
        "capped": False,
        **more,
    }


CELL = Key("point", 8, 1000, "few")
RESTART = {"workload": "restart", "rows": 1000, "shape": "few"}


def load(system="azurite", finished=False, **more):
    return {
        "system": system,
        "workload": "load",
        "rows": 1000,
        "shape": "few",
        "loaded": 400,
        "seconds": 300.2,
        "finished": finished,
        **more,
    }


class VisitsTest(unittest.TestCase):
    def all_cells(self, selection):
        return [cell for visit in cells.visits(selection) for wanted in visit.cells.values() for cell in wanted]

    def test_no_cell_comes_twice(self):
        selection = Selection([1000, 100_000], [1, 8, 32], rounds=2, entity_bytes=[200, 1024])
        counts = Counter(self.all_cells(selection))
        self.assertEqual(set(counts.values()), {1})

    def test_a_pass_goes_over_all_tables_before_the_next(self):
        selection = Selection([1000, 100_000], [1, 8, 32], workloads=["insert"], systems=["rowhouse"])
        order = [(cell.connections, cell.rows, cell.shape) for cell in self.all_cells(selection)]
        tables = [(1000, "few"), (1000, "each"), (100_000, "few"), (100_000, "each")]
        self.assertEqual(order, [(n, *table) for n in (8, 32, 1) for table in tables])

    def test_a_table_of_many_rows_is_visited_once(self):
        selection = Selection([1000, 10_000_000], [8, 32], workloads=["insert", "batch"], systems=["rowhouse"])
        visits = [(v.table.rows, [(c.workload, c.connections) for c in v.cells["rowhouse"]])
                  for v in cells.visits(selection) if v.table.shape == "few"]  # fmt: skip
        self.assertEqual([rows for rows, _ in visits], [1000, 1000, 10_000_000])
        self.assertEqual(visits[-1][1], [("insert", 8), ("insert", 32), ("batch", 8), ("batch", 32)])

    def test_batch_comes_last_on_a_table(self):
        for visit in cells.visits(Selection([1000], [8, 32])):
            for wanted in visit.cells.values():
                names = [cell.workload for cell in wanted]
                self.assertNotIn("batch", names[:-1])

    def test_create_is_measured_once_a_round_and_not_against_http(self):
        for connections in ([8], [8, 32]):
            found = [c for c in self.all_cells(Selection([1000], connections, rounds=2)) if c.workload == "create"]
            self.assertEqual(len(found), 2 * 4)
            self.assertNotIn("http-limit", {cell.system for cell in found})
            self.assertEqual({(c.rows, c.shape, c.connections) for c in found}, {(1000, "each", 32)})

    def test_filter_has_no_32_connections_and_unsynced_only_writes(self):
        found = self.all_cells(Selection([1000], [8, 32]))
        self.assertEqual({c.connections for c in found if c.workload == "filter"}, {8})
        unsynced = {c.workload for c in found if c.system == "rowhouse-off"}
        self.assertEqual(unsynced, {"upsert", "insert", "batch", "create"})

    def test_other_sizes_of_entities_are_measured_on_a_small_table(self):
        for sizes in ([1000, 100_000], [10_000_000]):
            found = self.all_cells(Selection(sizes, [8, 32], entity_bytes=[200, 1024, 4096]))
            for system in ("rowhouse", "azurite", "sqlite-limit", "http-limit"):
                others = {c[1:5] for c in found if c.entity_bytes == 200 and c.system == system}
                self.assertEqual(others, {(w, 8, 1000, "few") for w in ("point", "insert", "batch")})

    def test_http_is_measured_once_a_workload_and_for_filter_at_each_size(self):
        found = self.all_cells(Selection([1000, 100_000], [8], systems=["http-limit"]))
        self.assertEqual({c.workload for c in found if c.rows == 100_000}, {"filter"})
        self.assertEqual({c.shape for c in found}, {"few"})

    def test_words_are_one_for_each_table_and_pass(self):
        selection = Selection([1000], [8], workloads=["point", "batch"], systems=["rowhouse", "azurite"])
        self.assertEqual(
            cells.words_for(self.all_cells(selection)),
            [
                "1,000 rows, few, 8 connections (rowhouse: point, batch; azurite: point, batch)",
                "1,000 rows, each, 8 connections (rowhouse: point, batch; azurite: point, batch)",
            ],
        )


class NumberTest(unittest.TestCase):
    def test_three_significant_digits(self):
        for value, text in [
            (None, "–"),
            (0, "0"),
            (1.234, "1.23"),
            (45.67, "45.7"),
            (999.6, "1,000"),
            (12345.6, "12,300"),
            (0.012345, "0.0123"),
        ]:
            self.assertEqual(results.number(value), text)


class ReadLinesTest(unittest.TestCase):
    def test_line_that_was_cut_short_is_left_out(self):
        self.assertEqual(results.read_lines('{"a": 1}\n{"b": 2'), [{"a": 1}])


class ResultsTest(unittest.TestCase):
    def test_ratio_is_of_medians_over_rounds(self):
        found = Results(
            [
                line("rowhouse", 90),
                line("rowhouse", 100),
                line("rowhouse", 110),
                line("azurite", 20),
                line("azurite", 30),
            ]
        )
        self.assertEqual(found.ratio(CELL, "azurite"), 4)

    def test_filter_is_rated_by_rows_and_for_http_by_requests(self):
        found = Results(
            [
                line("rowhouse", 3, "filter"),
                line("azurite", 1, "filter"),
                line("http-limit", 30, "filter", rows_scanned_per_second=0),
            ]
        )
        cell = Key("filter", 8, 1000, "few")
        self.assertEqual(found.median("rowhouse", cell), 3000)
        self.assertEqual(found.ratio(cell, "http-limit", results.request_rate), 0.1)

    def test_http_limit_serves_all_sizes_and_shapes_but_for_filter(self):
        found = Results([line("http-limit", 100), line("http-limit", 50, "filter")])
        of = results.request_rate
        self.assertEqual(found.median("http-limit", Key("point", 8, 10_000, "each"), of), 100)
        self.assertEqual(found.median("http-limit", Key("filter", 8, 1000, "each"), of), 50)
        self.assertIsNone(found.median("http-limit", Key("filter", 8, 10_000, "few"), of))
        self.assertIsNone(found.median("http-limit", Key("point", 1, 1000, "few"), of))

    def test_missing_figures_are_named(self):
        capped = line("azurite", 0, operations=0, capped=True)
        failed = line("azurite", 0, operations=0, failed="killed after 5 s")
        for lines, words in [
            ([load()], "did not finish: 400 rows in 300 s"),
            ([capped], "no operation within the time limit"),
            ([failed], "failed"),
            ([], "not measured"),
        ]:
            found = Results([line("rowhouse", 5), *lines])
            self.assertEqual(report.figure(found, "azurite", CELL), words)
            self.assertIsNone(found.ratio(CELL, "azurite"))

    def test_create_that_did_not_end_has_no_rate(self):
        key = Key("create", 32, 1000, "each")
        for more in ({"capped": True}, {"errors": {"503": 1}}):
            found = Results([line("rowhouse", 5, "create", 32, shape="each", **more)])
            self.assertIsNone(found.median("rowhouse", key))

    def test_costs_are_for_an_operation_and_an_entity(self):
        used = {"server_user_seconds": 0.03, "server_system_seconds": 0.01, "server_written_bytes": 4_096_000}
        one = line("rowhouse", 5, "batch", entities=1000, **used)
        self.assertAlmostEqual(results.cpu_microseconds(one), 4000)
        self.assertAlmostEqual(results.system_share(one), 0.25)
        self.assertEqual(results.written_bytes(one), 4096)
        self.assertIsNone(results.cpu_microseconds(line("rowhouse", 5)))

    def test_restart_is_the_median_of_all_starts(self):
        starts = [
            {**RESTART, "system": "rowhouse", "seconds": s, "resident_bytes": b}
            for s, b in ((0.01, 10), (0.5, 30), (0.02, 20))
        ]
        found = Results(starts)
        (table,) = found.restart_tables()
        self.assertEqual(found.restart("rowhouse", table), (0.02, 20))
        self.assertIsNone(found.restart("azurite", table))

    def test_few_operations_are_said(self):
        found = Results([line("azurite", 5, operations=3, capped=True)])
        self.assertIn("3 operations only", report.figure(found, "azurite", CELL))

    def test_wrong_answers_are_shown(self):
        found = Results([line("rowhouse", 5, errors={"503": 2, "wrong-answer": 1})])
        self.assertIn("3 errors", report.figure(found, "rowhouse", CELL))


class MarkdownTest(unittest.TestCase):
    def test_row_has_ratios_beside_figures(self):
        lines = [
            {
                "system": "run",
                "date": "2024-05-01",
                "command": "bench/compare --quick",
                "machine": {"memory": "8 GiB"},
                "left_out": ["3 cells of azurite"],
            },
            line("rowhouse", 1000),
            line("azurite", 100),
            line("http-limit", 4000),
            line("sqlite-limit", 50_000),
            line("rowhouse-off", 200),
        ]
        text = report.markdown(Results([json.loads(json.dumps(one)) for one in lines]))
        self.assertIn(
            "| 1,000 | few | point | 8 | **10.0** | **0.250** | **0.0200** | "
            "1,000 (1.00 / 2.00 ms) | 100 (1.00 / 2.00 ms) | 4,000 | 50,000 |",
            text,
        )
        self.assertIn("| memory | 8 GiB |", text)
        self.assertIn("    bench/compare --quick\n", text)
        self.assertIn("Writes without a sync", text)
        self.assertIn("3 cells of azurite", text)

    def test_each_kind_of_measurement_has_its_section(self):
        used = {"server_user_seconds": 0.03, "server_system_seconds": 0.01, "server_written_bytes": 40_960}
        start = {**RESTART, "resident_bytes": 2**24}
        lines = [
            line("rowhouse", 90, "insert", **used),
            line("azurite", 30, "insert"),
            line("rowhouse", 45, "insert", entity_bytes=4096),
            {"system": "rowhouse", "seconds": 0.012, **start},
            {"system": "azurite", "seconds": 0.9, **start},
            load(finished=True),
            load(system="rowhouse"),
        ]
        text = report.markdown(Results(lines))
        self.assertIn("our writes synced and its not | insert | **3.00** |", text)
        self.assertIn("| 1,000 | few | insert | 8 | 4,000 (25%) | – | – | 4,100 | – | – |", text)
        self.assertIn("| 4,096 | insert | 8 | – | – | – | 45.0 (1.00 / 2.00 ms) | not measured |", text)
        self.assertIn("| 1,000 | few | 1,024 | 12 ms | 16 MiB | 900 ms | 16 MiB |", text)
        self.assertIn("* rowhouse at 1,000 rows, few: its table did not finish: 400 rows in 300 s", text)
        self.assertLess(text.index("## Where Rowhouse stands"), text.index("## Left out"))
        self.assertLess(text.index("## Left out"), text.index("## All cells"))

    def test_empty_results_still_give_a_page(self):
        text = report.markdown(Results([]))
        self.assertTrue(text.startswith("# Benchmarks\n"))


class TargetsTest(unittest.TestCase):
    def value(self, lines, title, name):
        groups = targets.groups(Results(lines))
        (group,) = [group for group in groups if group.title.startswith(title)]
        (target,) = [target for target in group.targets if target.name == name]
        return target.value

    def test_azurite_is_the_geometric_mean_of_all_cells(self):
        lines = [line("rowhouse", 100), line("azurite", 50)]
        lines += [line("rowhouse", 80, rows=10), line("azurite", 10, rows=10)]
        self.assertAlmostEqual(self.value(lines, "Azurite", "point"), 4)

    def test_sqlite_is_by_connections_and_shape(self):
        lines = []
        for connections, shape, ours in ((8, "few", 10), (8, "each", 20), (32, "few", 30)):
            cell = {"workload": "insert", "connections": connections, "shape": shape}
            lines += [line("rowhouse", ours, **cell), line("sqlite-limit", 10, **cell)]
        of = "The bare SQLite loop"
        self.assertAlmostEqual(self.value(lines, of, "insert, 8 connections, few"), 1)
        self.assertAlmostEqual(self.value(lines, of, "insert, 8 connections, each"), 2)
        self.assertAlmostEqual(self.value(lines, of, "insert, 32 connections, few"), 3)
        self.assertIsNone(self.value(lines, of, "insert, 32 connections, each"))

    def test_http_counts_requests(self):
        lines = [line("rowhouse", 10, requests_per_second=20), line("http-limit", 40)]
        self.assertAlmostEqual(self.value(lines, "The bare HTTP server", "point, 8 connections"), 0.5)

    def test_filter_is_by_table(self):
        lines = [line("rowhouse", 3, "filter"), line("azurite", 1, "filter"), line("sqlite-limit", 2, "filter")]
        self.assertAlmostEqual(self.value(lines, "A filter over a whole table, against A", "1,000 rows, few"), 3)
        self.assertAlmostEqual(self.value(lines, "A filter over a whole table, against S", "1,000 rows, few"), 1.5)

    def test_create_is_against_files_and_azurite(self):
        cell = {"workload": "create", "connections": 32, "shape": "each"}
        lines = [line("rowhouse", 6, **cell), line("sqlite-limit", 2, **cell), line("azurite", 3, **cell)]
        self.assertAlmostEqual(self.value(lines, "1,000 new", "a loop that makes as many files"), 3)
        self.assertAlmostEqual(self.value(lines, "1,000 new", "Azurite"), 2)

    def test_what_has_no_figure_stays_in_the_table(self):
        text = targets.table(targets.groups(Results([])))
        self.assertIn("| point | not measured | – | 0 |", text)


class ChartTest(unittest.TestCase):
    def bars_of(self, svg):
        root = xml.etree.ElementTree.fromstring(svg)
        names = {"{http://www.w3.org/2000/svg}rect"}
        return [node for node in root if node.tag in names and node.get("height") == str(chart.BAR)]

    def test_bars_start_at_one_and_grow_by_decades(self):
        svg = chart.ratio_chart("t", [("a", [("s", 10.0)]), ("b", [("s", 100.0)]), ("c", [("s", 0.1)])])
        ten, hundred, tenth = self.bars_of(svg)
        self.assertEqual(ten.get("x"), hundred.get("x"))
        self.assertAlmostEqual(float(hundred.get("width")), 2 * float(ten.get("width")), delta=0.2)
        end_of_tenth = float(tenth.get("x")) + float(tenth.get("width"))
        self.assertAlmostEqual(end_of_tenth, float(ten.get("x")), delta=0.2)

    def test_missing_ratio_keeps_its_place_in_words(self):
        svg = chart.ratio_chart("t", [("a", [("s", 2.0), ("u", None)])])
        self.assertEqual(len(self.bars_of(svg)), 1)
        self.assertIn("not measured", svg)

    def test_names_are_escaped(self):
        self.assertIn("a &lt; b", chart.ratio_chart("a < b", [("x", [("s", 2.0)])]))

    def test_empty_chart_is_svg(self):
        self.assertIn("Nothing to compare", chart.empty())
        xml.etree.ElementTree.fromstring(chart.empty())


if __name__ == "__main__":
    unittest.main()
