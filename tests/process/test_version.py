"""What --version says, and how a build learns from which commit it is made."""

import re
import shutil
import subprocess
import unittest
from pathlib import Path

from tests.support.places import ROOT, SERVER, scratch

COMMAND = SERVER.with_name("rowhouse")
COMMIT = re.compile(r'BuiltFromCommit\(\) { return "(.*)"; }')


def output(*command: str | Path, cwd: Path | None = None) -> str:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60, check=True).stdout


class VersionTest(unittest.TestCase):
    def test_both_programs_say_version_and_commit(self) -> None:
        version = re.search(r"^project\(rowhouse VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
        said = {}
        for program, words in ((SERVER, ("--version",)), (COMMAND, ("--version",)), (COMMAND, ("version",))):
            line = output(program, *words)
            match = re.fullmatch(r"(\w+) (\S+)(?: \(([0-9a-f]{12})\))?\n", line)
            self.assertTrue(match, line)
            self.assertEqual(match[1], program.name)
            self.assertEqual(match[2], version)
            said[match[3]] = line
        self.assertEqual(len(said), 1, said)
        if shutil.which("git") and (ROOT / ".git").exists():
            (commit,) = said
            self.assertIsNotNone(commit)
            output("git", "cat-file", "-e", f"{commit}^{{commit}}", cwd=ROOT)


@unittest.skipIf(shutil.which("git") is None, "git is not installed")
class WriteCommitTest(unittest.TestCase):
    """cmake/WriteCommit.cmake on small folders of sources."""

    def setUp(self) -> None:
        self.folder = scratch("version") / self.id().rpartition(".")[2]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.sources = self.folder / "sources"
        (self.sources / "packaging").mkdir(parents=True)
        for name in ("packaging/commit.txt", ".gitattributes"):
            shutil.copy(ROOT / name, self.sources / name)

    def git(self, *arguments: str | Path) -> str:
        who = ("-c", "user.name=A Test", "-c", "user.email=test@rowhouse.invalid")
        return output("git", *who, *arguments, cwd=self.sources).strip()

    def commit(self) -> str:
        """Returns the commit that is made of the sources."""
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Change something")
        return self.git("rev-parse", "HEAD")

    def written(self, sources: Path | None = None) -> str:
        """Returns the commit in the source file that is written."""
        out = self.folder / "commit.cc"
        sources = sources or self.sources
        output("cmake", "-D", f"SOURCE={sources}", "-D", f"OUT={out}", "-P", ROOT / "cmake/WriteCommit.cmake")
        return COMMIT.search(out.read_text())[1]

    def test_a_checkout(self) -> None:
        first = self.commit()
        self.assertEqual(self.written(), first[:12])
        second = self.commit()
        self.assertNotEqual(second, first)
        self.assertEqual(self.written(), second[:12])

    def test_a_second_worktree(self) -> None:
        self.commit()
        self.git("worktree", "add", "--quiet", self.folder / "worktree")
        second = self.commit()
        self.assertNotEqual(self.written(self.folder / "worktree"), second[:12])
        self.assertEqual(self.written(), second[:12])

    def test_an_archive_of_git(self) -> None:
        commit = self.commit()
        self.git("archive", "--output", self.folder / "sources.tar", "HEAD")
        unpacked = self.folder / "unpacked"
        unpacked.mkdir()
        output("tar", "-xf", self.folder / "sources.tar", cwd=unpacked)
        self.assertEqual(self.written(unpacked), commit[:12])

    def test_a_copy_without_git_has_none_even_inside_another_repository(self) -> None:
        self.commit()
        copy = self.sources / "copy"
        (copy / "packaging").mkdir(parents=True)
        shutil.copy(ROOT / "packaging/commit.txt", copy / "packaging")
        self.assertEqual(self.written(copy), "")

    def test_a_repository_that_git_cannot_read(self) -> None:
        (self.sources / ".git").write_text("gitdir: nowhere\n")
        self.assertEqual(self.written(), "")

    def test_the_file_is_left_alone_while_the_commit_stays(self) -> None:
        self.commit()
        self.written()
        before = (self.folder / "commit.cc").stat().st_mtime_ns
        self.written()
        self.assertEqual((self.folder / "commit.cc").stat().st_mtime_ns, before)
