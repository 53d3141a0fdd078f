"""Invalid options, and those that only print a text."""

import socket
from pathlib import Path

from tests.process.case import ProcessTest


class OptionsTest(ProcessTest):
    def test_help_names_the_options(self):
        answer = self.run_to_end("--help")
        self.assertEqual(answer.returncode, 0)
        for option in ("--listen", "--data", "--sync", "--in-memory", "--own-files-max", "--log-level"):
            self.assertIn(option, answer.stdout)

    def test_refused_command_lines_name_the_mistake(self):
        for options, named in (
            (["--no-such-option"], "--no-such-option"),
            (["--listen", "nowhere"], "nowhere"),
            (["--listen", "127.0.0.1:70000"], "70000"),
            (["--listen", "0.0.0.0:0"], "development key"),
            (["--sync", "sometimes"], "sometimes"),
            (["--own-files-max", "many"], "many"),
            (["--own-files-max", "-1"], "-1"),
            (["--log-level", "shouting"], "shouting"),
            (["--account", "no key"], "--account"),
            (["--in-memory", "--data", "x"], "--data"),
        ):
            with self.subTest(options=options):
                answer = self.run_to_end(*options)
                self.assertEqual(answer.returncode, 2)
                self.assertIn(named, answer.stdout)

    def test_folder_that_cannot_be_used_is_named(self):
        file = self.folder / "a file"
        file.write_text("this is not a folder")
        for folder in (file, Path("/proc/no/such/folder")):
            with self.subTest(folder=folder):
                answer = self.run_to_end("--listen", "127.0.0.1:0", "--data", folder)
                self.assertEqual(answer.returncode, 1)
                self.assertIn(str(folder), answer.stdout)

    def test_port_in_use_is_named(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            answer = self.run_to_end("--data", self.data, "--listen", f"127.0.0.1:{port}")
        self.assertEqual(answer.returncode, 1)
        self.assertIn(str(port), answer.stdout)
