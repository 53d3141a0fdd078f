"""copy and repartition write neither into the table that they read nor among entities of somebody else."""

from tests.cli.case import CliTest

USAGE, CONFLICT = 2, 4
TEMPLATE = ("--partition-key", "{PartitionKey}-x")


class SameTableTest(CliTest):
    def setUp(self) -> None:
        super().setUp()
        for table in ("People", "Others"):
            self.run_command("table", "create", table)
            self.run_command("entity", "insert", table, "p", "1", f"Of={table}")
        self.before = self.contents("People")

    def contents(self, table: str) -> str:
        return self.run_command("query", table, "-f", "jsonl", "--system").stdout

    def test_a_table_is_not_copied_onto_itself(self) -> None:
        for name in ("People", "PEOPLE", "people"):
            refused = self.run_command("copy", "People", name, expect=USAGE)
            self.assertIn("the copy would be the table itself", refused.stderr)
            for more in ((), ("--resume",)):
                refused = self.run_command("repartition", "People", name, *TEMPLATE, *more, expect=USAGE)
                self.assertIn("the new table would be the table itself", refused.stderr)
        self.assertEqual(self.contents("People"), self.before)

    def test_repartition_goes_on_only_where_it_was_interrupted(self) -> None:
        before = self.contents("Others")
        refused = self.run_command("repartition", "People", "Others", *TEMPLATE, expect=CONFLICT)
        self.assertIn("Others exists and is not empty: name a new table", refused.stderr)
        refused = self.run_command("repartition", "People", "Others", *TEMPLATE, "--resume", expect=CONFLICT)
        self.assertRegex(refused.stderr, r"Others exists and is not empty, and the journal /\S+ of an interrupted run is missing")
        self.assertEqual(self.contents("Others"), before)
