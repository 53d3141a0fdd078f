"""Completion in each shell, asked as the shell itself asks; the manual page as man renders it."""

import os
import pty
import select
import shutil
import subprocess
import time
import unittest

from tests.cli.case import COMMAND, CliTest

# A command line, and words that may and may not follow it.
CASES = (
    ("rowhouse ", {"table", "import", "query"}, {"list"}),
    ("rowhouse ta", {"table"}, {"query"}),
    ("rowhouse table ", {"list", "create"}, {"query"}),
    ("rowhouse table li", {"list"}, {"create"}),
    ("rowhouse import --on", {"--on-conflict"}, {"--filter"}),
    ("rowhouse query People --new", {"--newest-first"}, {"--filter"}),
    ("rowhouse import peo", {"people.jsonl"}, {"table"}),
    ("rowhouse query G", {"Guests", "Groups"}, {"table"}),
    ("rowhouse query Gu", {"Guests"}, {"Groups"}),
    ("rowhouse query Guests --format js", {"json", "jsonl"}, {"csv"}),
    ("rowhouse --timeout 5 table li", {"list"}, {"create"}),
)


class CompletionTest(CliTest):
    def setUp(self) -> None:
        super().setUp()
        (self.folder / "people.jsonl").touch()
        self.run_command("table", "create", "Guests", "Groups")

    def environment(self, server=None) -> dict[str, str]:
        shared = super().environment(server)
        return shared | {"PATH": f"{COMMAND.parent}:{shared['PATH']}"}

    def script(self, shell: str) -> str:
        path = self.folder / f"completion.{shell}"
        path.write_text(self.run_command("completion", shell).stdout)
        return str(path)

    def run_shell(self, *arguments: str) -> str:
        done = subprocess.run(arguments, cwd=self.folder, env=self.environment(), capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def check(self, line: str, answer: str, wanted: set[str], unwanted: set[str]) -> None:
        words = set(answer.split())
        self.assertLessEqual(wanted, words, line)
        self.assertEqual(unwanted & words, set(), line)

    def test_bash(self) -> None:
        source = self.script("bash")
        for line, wanted, unwanted in CASES:
            with self.subTest(line):
                words = line.split(" ")
                code = (f'source "{source}"; COMP_WORDS=("$@"); COMP_CWORD={len(words) - 1}; _rowhouse; '
                        'printf "%s\\n" "${COMPREPLY[@]}"')
                self.check(line, self.run_shell("bash", "-c", code, "bash", *words), wanted, unwanted)

    @unittest.skipUnless(shutil.which("pwsh"), "PowerShell is not installed")
    def test_powershell(self) -> None:
        source = self.script("powershell")
        for line, wanted, unwanted in CASES:
            with self.subTest(line):
                code = (f"Get-Content -Raw '{source}' | Invoke-Expression; (TabExpansion2 -inputScript '{line}' "
                        f"-cursorColumn {len(line)}).CompletionMatches.CompletionText")
                shown = self.run_shell("pwsh", "-NoProfile", "-Command", code)
                self.check(line, shown.replace("./", ""), wanted, unwanted)

    def test_profiles_are_completed_and_a_service_that_is_gone_is_not_waited_for(self) -> None:
        config = self.folder / "config"
        config.write_text("[cloud]\naccount = a\n[other]\nnonsense\n")
        config.chmod(0o600)
        words = ("complete", "--", "--config", str(config), "table", "list", "--profile")
        self.assertEqual(self.run_command(*words, "+").stdout, "cloud\nother\n")
        self.assertEqual(self.run_command(*words, "+cl").stdout, "cloud\n")
        gone = "DefaultEndpointsProtocol=http;AccountName=a;AccountKey=QUJD;TableEndpoint=http://127.0.0.1:9/a;"
        self.assertEqual(self.run_command("complete", "--", "query", "--connection-string", gone, "+").stdout, "")

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self) -> None:
        source = self.script("fish")
        for line, wanted, unwanted in CASES:
            with self.subTest(line):
                code = f"source {source}; complete -C'{line}'"
                shown = self.run_shell("fish", "-c", code).splitlines()  # a word, a tab, what it is
                self.check(line, "\n".join(one.partition("\t")[0] for one in shown), wanted, unwanted)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self) -> None:
        load = f"autoload -U compinit; compinit -u; source {self.script('zsh')}"
        for line, wanted, _ in CASES[1:]:
            with self.subTest(line):
                self.assertIn(sorted(wanted)[0], self.ask_zsh(load, line))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_finds_it_where_packages_put_it(self) -> None:
        os.rename(self.script("zsh"), self.folder / "_rowhouse")
        load = f"fpath=({self.folder} $fpath); autoload -U compinit; compinit -u"
        self.assertIn("table", self.ask_zsh(load, "rowhouse ta", "\t"))

    def ask_zsh(self, load: str, line: str, tabs: str = "\t\t") -> str:
        """What a zsh on a terminal, told to load the completion, shows after the line and the tabs."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], self.environment() | {"PS1": "> "})
        try:
            os.write(terminal, f"{load}; echo rea''dy\n".encode())
            self.read_until(terminal, "ready")
            os.write(terminal, f"{line}{tabs}".encode())
            return self.read_until(terminal, "no such text", 2)
        finally:
            os.close(terminal)
            os.waitpid(process, 0)

    @staticmethod
    def read_until(terminal: int, text: str, seconds: float = 20) -> str:
        shown = ""
        deadline = time.monotonic() + seconds
        while text not in shown and time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 65536).decode("utf-8", "replace")
        return shown

    @unittest.skipUnless(shutil.which("man") and shutil.which("groff"), "man is not installed")
    def test_manual_page_renders_without_warnings(self) -> None:
        page = self.folder / "rowhouse.1"
        page.write_text(self.run_command("man").stdout)
        shown = self.run_shell("man", "--warnings", "-l", str(page))
        for text in ("repartition", "--on-conflict", "AZURE_STORAGE_CONNECTION_STRING", "130 interrupted"):
            self.assertIn(text, shown)

    def test_every_command_explains_itself(self) -> None:
        for command in self.run_command("man").stdout.split(".SS ")[1:]:
            words = command.partition("\n")[0].replace("\\", "").split()
            with self.subTest(words):
                shown = self.run_command(*words, "--help").stdout
                self.assertIn("Usage: rowhouse " + " ".join(words), shown)
                self.assertTrue(all(len(line) <= 100 for line in shown.splitlines()), shown)
                self.assertIn("Examples:\n  ", shown)
                self.assertEqual(self.run_command("help", *words).stdout, shown)

    def test_help_has_pages(self) -> None:
        commands = self.run_command("help").stdout
        self.assertEqual(commands, self.run_command("--help").stdout)
        self.assertIn("help COMMAND", commands)
        self.assertEqual(self.run_command("version").stdout, self.run_command("--version").stdout)
        page = self.run_command("help", "connection").stdout
        for text in ("--connection-string TEXT", "--ca-file FILE", "$AZURE_STORAGE_ACCOUNT", "[cloud]", "[default]"):
            self.assertIn(text, page)
        short = self.run_command("help", "table", "list").stdout
        self.assertIn("`rowhouse help connection`", short)
        self.assertIn(" --connection-string ", short)
        self.assertNotIn("As the portal shows it", short)
        self.assertLess(len(short.splitlines()), 20)
        self.assertIn("did you mean 'query'?", self.run_command("help", "qurey", expect=2).stderr)
