"""Metrics: their form, their values, and that the dashboard and the documents use those that exist."""

import json
import os
import re
import shutil
import subprocess
import time
import unittest
import urllib.request

from tests.process.case import ProcessTest
from tests.support.client import ACCOUNT, Client
from tests.support.exposition import Exposition
from tests.support.places import ROOT
from tests.support.server import Server

MONITORING = ROOT / "docs" / "monitoring"
ROUTE = "/_rowhouse/metrics"
# Names of the first version: dashboards use them.
FIRST = {
    "rowhouse_requests_total",
    "rowhouse_request_duration_seconds",
    "rowhouse_entity_operations_total",
    "rowhouse_request_units_total",
    "rowhouse_throttled_requests_total",
    "rowhouse_findings",
    "rowhouse_watched_tables",
    "rowhouse_partition_files",
}


def scrape_counted(server: Server, entities: int) -> str:
    """Scrapes until so many entities are counted: sizes may be old on a busy machine."""
    deadline = time.monotonic() + 20
    while True:
        text = scrape(server)
        if f'rowhouse_entities{{account="{ACCOUNT}"}} {entities}\n' in text or time.monotonic() > deadline:
            return text
        time.sleep(0.1)


def scrape(server: Server) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{ROUTE}", timeout=30) as answer:
        return answer.read().decode()


class MonitoringTest(ProcessTest):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.serve("--own-files-max", "1")
        with Client(self.server.port) as client:
            self.assertEqual(client.create_table("orders").status, 204)
            for number in range(20):
                entity = {"PartitionKey": f"p{number % 4}", "RowKey": str(number)}
                self.assertEqual(client.insert("orders", entity).status, 204)
            self.assertEqual(client.insert("orders", entity).status, 409)
            self.assertEqual(len(client.query("orders")), 20)
            self.text = scrape_counted(self.server, 20)
        self.metrics = Exposition(self.text)

    def test_the_form_is_that_of_prometheus(self):
        self.assertEqual(self.metrics.problems, [])
        self.assertLessEqual(FIRST, self.metrics.families.keys())
        if promtool := shutil.which("promtool"):
            checked = subprocess.run(
                [promtool, "check", "metrics"], input=self.text, capture_output=True, text=True, check=False
            )
            self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""))

    def test_the_values_are_right(self):
        metrics = self.metrics
        for name, value in (("tables", 1), ("entities", 20), ("partitions", 4)):
            self.assertEqual(metrics[f"rowhouse_{name}"].value(account=ACCOUNT), value)
        self.assertGreater(metrics["rowhouse_data_bytes"].value(account=ACCOUNT), 1000)
        self.assertLess(metrics["rowhouse_size_age_seconds"].value(), 10)
        self.assertEqual(metrics["rowhouse_partition_files"].value(), 1)
        self.assertGreater(metrics["rowhouse_wal_bytes"].value(), 0)
        self.assertGreaterEqual(metrics["rowhouse_row_cache_bytes"].value(), 0)
        # The 20 inserts, and the one that was refused.
        self.assertEqual(metrics["rowhouse_commit_group_writes"].value("_sum"), 21)
        commits = metrics["rowhouse_commit_group_writes"].value("_count")
        self.assertEqual(metrics["rowhouse_commit_sync_seconds"].value("_count"), commits)
        for queue in ("commits", "requests"):
            self.assertEqual(metrics["rowhouse_queue_length"].value(queue=queue), 0)
        self.assertGreaterEqual(metrics["rowhouse_open_connections"].value(), 2)  # the client's and this one
        self.assertGreaterEqual(metrics["rowhouse_accepted_connections_total"].value(), 2)
        rate = metrics["rowhouse_busiest_partition_rate"].value()
        self.assertGreater(rate, 0.1)
        self.assertAlmostEqual(metrics["rowhouse_busiest_partition_limit_ratio"].value(), rate / 2000)
        version = dict(next(iter(metrics["rowhouse_build_info"].samples))[1])["version"]
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")

    def test_an_empty_server_counts_from_zero(self):
        metrics = Exposition(scrape_counted(self.serve("--in-memory"), 0))
        self.assertEqual(metrics.problems, [])
        for name in ("tables", "entities", "partitions"):
            self.assertEqual(metrics[f"rowhouse_{name}"].value(account=ACCOUNT), 0)

    def test_the_process_is_this_one(self):
        metrics = self.metrics
        opened = len(os.listdir(f"/proc/{self.server.pid}/fd"))
        self.assertAlmostEqual(metrics["process_open_fds"].value(), opened, delta=6)
        self.assertGreater(metrics["process_max_fds"].value(), opened)
        self.assertAlmostEqual(metrics["process_start_time_seconds"].value(), time.time(), delta=60)
        self.assertGreater(metrics["process_cpu_seconds_total"].value(), 0)
        with open(f"/proc/{self.server.pid}/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        self.assertAlmostEqual(metrics["process_resident_memory_bytes"].value(), resident, delta=resident / 2)

    def test_the_dashboard_uses_metrics_that_exist(self):
        dashboard = json.loads((MONITORING / "grafana-dashboard.json").read_text())
        panels = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
        expressions = [target["expr"] for panel in panels for target in panel["targets"]]
        expressions += [variable["definition"] for variable in dashboard["templating"]["list"][1:]]
        used = set(re.findall(r"\b(?:rowhouse|process)_\w+", " ".join(expressions)))
        self.assertGreater(len(used), 20)
        self.assertEqual(used - self.metrics.sample_names(), set())
        families = self.metrics.families.values()
        labels = {label for family in families for _, pairs in family.samples for label, _ in pairs}
        grouped = set(re.findall(r"\w+", " ".join(re.findall(r"by \(([^)]*)\)", " ".join(expressions)))))
        self.assertEqual(grouped - labels, set())
        ids = [panel["id"] for panel in dashboard["panels"]]
        self.assertEqual(len(ids), len(set(ids)))
        for panel in panels:
            self.assertTrue(panel["title"] and panel["description"], panel["id"])

    def test_the_documents_list_every_metric(self):
        text = (MONITORING / "README.md").read_text()
        rows = re.findall(r"^\| (`(?:rowhouse|process)_.*?) \| (\w+) \|", text, re.MULTILINE)
        listed = {}
        for names, kind in rows:
            listed |= {re.sub(r"\{.*\}", "", name): kind for name in re.findall(r"`([^`]+)`", names)}
        self.assertEqual(listed, {family.name: family.type for family in self.metrics.families.values()})

    def test_the_scrape_job_names_the_route(self):
        self.assertIn(f"metrics_path: {ROUTE}\n", (MONITORING / "prometheus.yml").read_text())


class CheckerTest(unittest.TestCase):
    """The checker finds what it is for."""

    def test_finds_faults(self):
        for text, problem in (
            ("# HELP a_total A.\n# TYPE a_total gauge\n", "_total"),
            ("# HELP a A.\n# TYPE a counter\n", "_total"),
            ("# HELP a A.\n# TYPE a gauge\n# HELP a A.\n# TYPE a gauge\n", "second HELP"),
            ("# TYPE a gauge\n", "TYPE does not follow"),
            ("# HELP a_ms A.\n# TYPE a_ms gauge\n", "unit"),
            ("# HELP a A.\n# TYPE a gauge\nb 1\n", "b is among a"),
            ("# HELP a A.\n# TYPE a gauge\na 1\na 1\n", "twice"),
            ('# HELP a A.\n# TYPE a gauge\na{b=c} 1\n', "labels"),
            ('# HELP a A.\n# TYPE a histogram\na_bucket{le="+Inf"} 1\na_sum 1\na_count 2\n', "not _count"),
            ("a b c d\n", "not understood"),
        ):
            with self.subTest(text=text):
                self.assertIn(problem, " ".join(Exposition(text).problems))


if __name__ == "__main__":
    unittest.main()
