"""samples/outside_project: a project of its own that knows only the installed client."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from tests.samples.test_programs import connection_string
from tests.support.places import ROOT, SERVER, scratch
from tests.support.server import Server

BUILD = SERVER.parent.parent
SECONDS_MAX = 300

USES_A_TASK = """
#include <rowhouse/table_client.h>
int main() {
  return rowhouse::tables::TableClient::FromConnectionString("", "people").GetAsync("uk", "ada").is_done();
}
"""


class OutsideProjectTest(unittest.TestCase):
    prefix: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.prefix = scratch("outside_project") / "prefix"
        shutil.rmtree(cls.prefix, ignore_errors=True)
        run("cmake", "--install", BUILD, "--component", "client", "--prefix", cls.prefix)

    def project(self) -> Path:
        """A copy of the sample, outside of the tree as far as it can tell."""
        folder: Path = scratch("outside_project") / self.id().rpartition(".")[2]
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT / "samples" / "outside_project", folder)
        return folder

    def check_program(self, program: Path) -> None:
        with Server(program.parent / "server.log", "--in-memory") as server:
            self.assertEqual(run(program, connection_string(server)).stdout, "1815\n")
        failed = subprocess.run([program, "nothing"], capture_output=True, text=True, check=False)
        self.assertEqual((failed.returncode, failed.stdout), (1, ""))
        self.assertIn("connection string", failed.stderr)

    def test_built_with_cmake(self) -> None:
        folder = self.project()
        run("cmake", "-G", "Ninja", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", folder / "build")
        self.check_program(folder / "build" / "people")

    @unittest.skipUnless(shutil.which("make") and shutil.which("pkg-config"), "without make or pkg-config")
    def test_built_with_pkg_config(self) -> None:
        folder = self.project()
        found = next(self.prefix.rglob("rowhouse-client.pc")).parent
        run("make", "-C", folder, PKG_CONFIG_PATH=str(found))
        self.check_program(folder / "people")

    def test_a_task_without_its_header_is_told_which_one(self) -> None:
        compilers = [compiler for compiler in ("g++", "clang++") if shutil.which(compiler)]
        self.assertNotEqual(compilers, [])
        for compiler in compilers:
            with self.subTest(compiler):
                command = [compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-I", self.prefix / "include", "-"]
                task = subprocess.run(command, input=USES_A_TASK, capture_output=True, text=True, check=False)
                self.assertNotEqual(task.returncode, 0)
                self.assertIn("#include <rowhouse/async.h>", task.stderr)


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess:
    """Runs a command that has to succeed."""
    done = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done
