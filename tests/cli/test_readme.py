"""What the documents show of the command and of its files is what it does."""

import re
import shlex

from tests.cli.case import CliTest
from tests.support.places import ROOT


class ReadmeTest(CliTest):
    def test_commands_of_the_readme_run_one_after_the_other(self) -> None:
        self.serve_as_cloud()
        self.run_command("table", "create", "log")
        for row in ("a", "b"):
            self.run_command("entity", "insert", "log", "2026-01-01", row)
        commands = re.findall(r"^    rowhouse (.*)$", (ROOT / "cli/README.md").read_text(), re.MULTILINE)
        self.assertGreater(len(commands), 7)
        for command in commands:
            with self.subTest(command):
                words = shlex.split(command, comments=True)
                words = [str(self.folder / word) if word.endswith(".jsonl") else word for word in words]
                self.run_command(*words)

    def serve_as_cloud(self) -> None:
        """What `--profile cloud` means."""
        there = self.environment(self.serve("elsewhere"))["AZURE_STORAGE_CONNECTION_STRING"]
        config = self.folder / ".config" / "rowhouse" / "config"
        config.parent.mkdir(parents=True)
        config.touch(0o600)
        config.write_text(f"[cloud]\nconnection-string = {there}\n")

    def test_example_of_the_seed_format_is_read_by_server_and_command(self) -> None:
        example = re.search(r'```\n(\{"rowhouse".*?)```', (ROOT / "docs/running.md").read_text(), re.DOTALL)[1]
        file = self.folder / "people.jsonl"
        file.write_text(example)
        seeded = self.serve("seeded", "--seed", str(file))
        self.run_command("import", file)
        for server in (self.server, seeded):
            self.assertEqual(self.run_command("export", "People", server=server).stdout, example)
