"""The script ./run: what it refuses before it installs or builds anything, and what it prints."""

import re
import subprocess
import time

from tests.process.case import ProcessTest
from tests.support.places import ROOT, SERVER

REFUSED_SECONDS_MAX = 5.0  # a build takes minutes


class RunScriptTest(ProcessTest):
    def run_script(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [ROOT / "run", *arguments], capture_output=True, text=True, timeout=60, check=False
        )

    def test_a_misspelt_option_is_refused_before_building(self):
        for misspelt, *arguments in (
            ["--prot", "--prot", "4000"],
            ["--listn", "--listn=127.0.0.1:0"],
            ["--buid", "--in-memory", "--buid"],
        ):
            started = time.monotonic()
            done = self.run_script(*arguments)
            self.assertLess(time.monotonic() - started, REFUSED_SECONDS_MAX)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"no option {misspelt}", done.stderr)
            self.assertIn("--listen", done.stderr)

    def test_build_goes_alone(self):
        done = self.run_script("--build", "--in-memory")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--build goes alone", done.stderr)

    def test_each_option_of_the_server_is_known(self):
        help_text = subprocess.run([SERVER, "--help"], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", help_text, re.MULTILINE))
        self.assertGreater(len(options), 20)
        listed = subprocess.run(
            ["bash", "-c", "source scripts/server_options.sh; server_options"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout.split()
        self.assertEqual(options, set(listed))

    def test_help_needs_no_build(self):
        done = self.run_script("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("usage: ./run", done.stdout)


class NextStepsTest(ProcessTest):
    def test_the_printed_lines_lead_to_a_table(self):
        server = self.serve("--next-steps")
        printed = server.printed()
        connection = re.search(r"connection string +(\S+)", printed).group(1)
        self.assertIn("AccountName=devstoreaccount1", connection)
        command = re.search(r"to try it +(.*)", printed).group(1)
        done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=30, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(printed, rf"in a browser +http://127.0.0.1:{server.port}/")

    def test_scripts_see_one_line(self):
        self.assertNotIn("connection string", self.serve().printed())
