"""Tests of bench/report.py and bench/chart.py on made-up results."""

import json
import pathlib
import sys
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import chart  # noqa: E402
import report  # noqa: E402


def line(system, per_second, workload="point", connections=8, rows=1000, shape="few", **more):
    return {
        "system": system,
        "workload": workload,
        "connections": connections,
        "rows": rows,
        "shape": shape,
        "operations": 10,
        "operations_per_second": per_second,
        "requests_per_second": per_second,
        "rows_scanned_per_second": per_second * rows,
        "p50_ms": 1.0,
        "p99_ms": 2.0,
        "errors": {},
        "capped": False,
        **more,
    }


CELL = ("point", 8, 1000, "few")


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
            self.assertEqual(report.number(value), text)


class ReadLinesTest(unittest.TestCase):
    def test_line_that_was_cut_short_is_left_out(self):
        self.assertEqual(report.read_lines('{"a": 1}\n{"b": 2'), [{"a": 1}])


class ResultsTest(unittest.TestCase):
    def test_ratio_is_of_medians_over_rounds(self):
        results = report.Results(
            [
                line("rowhouse", 90),
                line("rowhouse", 100),
                line("rowhouse", 110),
                line("azurite", 20),
                line("azurite", 30),
            ]
        )
        self.assertEqual(results.ratio(CELL, "azurite"), 4)

    def test_filter_is_rated_by_rows_and_for_http_by_requests(self):
        results = report.Results(
            [
                line("rowhouse", 3, "filter"),
                line("azurite", 1, "filter"),
                line("http-limit", 30, "filter", rows_scanned_per_second=0),
            ]
        )
        cell = ("filter", 8, 1000, "few")
        self.assertEqual(results.median("rowhouse", cell), 3000)
        self.assertEqual(results.ratio(cell, "http-limit", report.request_rate), 0.1)

    def test_http_limit_serves_all_sizes_and_shapes_but_for_filter(self):
        results = report.Results([line("http-limit", 100), line("http-limit", 50, "filter")])
        of = report.request_rate
        self.assertEqual(results.median("http-limit", ("point", 8, 10_000, "each"), of), 100)
        self.assertEqual(results.median("http-limit", ("filter", 8, 1000, "each"), of), 50)
        self.assertIsNone(results.median("http-limit", ("filter", 8, 10_000, "few"), of))
        self.assertIsNone(results.median("http-limit", ("point", 1, 1000, "few"), of))

    def test_missing_figures_are_named(self):
        unfinished = {
            "system": "azurite",
            "workload": "load",
            "rows": 1000,
            "shape": "few",
            "loaded": 400,
            "seconds": 300.2,
            "finished": False,
        }
        capped = line("azurite", 0, operations=0, capped=True)
        failed = line("azurite", 0, operations=0, failed="killed after 5 s")
        for lines, words in [
            ([unfinished], "did not finish: 400 rows in 300 s"),
            ([capped], "no operation within the time limit"),
            ([failed], "failed"),
            ([], "not measured"),
        ]:
            results = report.Results([line("rowhouse", 5), *lines])
            self.assertEqual(report.figure(results, "azurite", CELL), words)
            self.assertIsNone(results.ratio(CELL, "azurite"))

    def test_wrong_answers_are_shown(self):
        results = report.Results([line("rowhouse", 5, errors={"503": 2, "wrong-answer": 1})])
        self.assertIn("3 errors", report.figure(results, "rowhouse", CELL))


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
        text = report.markdown(report.Results([json.loads(json.dumps(one)) for one in lines]))
        self.assertIn(
            "| 1,000 | few | point | 8 | **10.0** | **0.250** | **0.0200** | "
            "1,000 (1.00 / 2.00 ms) | 100 (1.00 / 2.00 ms) | 4,000 | 50,000 |",
            text,
        )
        self.assertIn("| memory | 8 GiB |", text)
        self.assertIn("    bench/compare --quick\n", text)
        self.assertIn("Writes without a sync", text)
        self.assertIn("3 cells of azurite", text)

    def test_empty_results_still_give_a_page(self):
        text = report.markdown(report.Results([]))
        self.assertTrue(text.startswith("# Benchmarks\n"))


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
        self.assertIn("not comparable", svg)

    def test_names_are_escaped(self):
        self.assertIn("a &lt; b", chart.ratio_chart("a < b", [("x", [("s", 2.0)])]))

    def test_empty_chart_is_svg(self):
        self.assertIn("Nothing to compare", chart.empty())
        xml.etree.ElementTree.fromstring(chart.empty())


if __name__ == "__main__":
    unittest.main()
