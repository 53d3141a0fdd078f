"""The files that `cmake --install` and `cpack` install from a build with the programs."""

import shutil
import subprocess
import unittest
from pathlib import Path

from tests.support.places import SERVER, scratch

BUILD = SERVER.parent.parent


class InstallTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder: Path = scratch("install") / self.id().rpartition(".")[2]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()

    def run_command(self, *command: str | Path) -> str:
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def files(self, folder: Path) -> set[str]:
        return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}

    def check_programs(self, prefix: Path) -> None:
        for program in ("rowhoused", "rowhouse"):
            self.assertRegex(self.run_command(prefix / "bin" / program, "--version"), r"\d+\.\d+\.\d+")

    def test_programs_without_the_client_library(self) -> None:
        self.run_command("cmake", "--install", BUILD, "--prefix", self.folder / "prefix")
        installed = self.files(self.folder / "prefix")
        self.assertLessEqual(
            {"bin/rowhoused", "bin/rowhouse", "share/man/man1/rowhouse.1", "share/doc/rowhoused/copyright"}, installed
        )
        self.assertEqual([name for name in installed if name.startswith(("lib", "include"))], [])
        self.check_programs(self.folder / "prefix")

    def test_one_component(self) -> None:
        self.run_command("cmake", "--install", BUILD, "--component", "server", "--prefix", self.folder / "prefix")
        installed = self.files(self.folder / "prefix")
        self.assertIn("bin/rowhoused", installed)
        self.assertNotIn("bin/rowhouse", installed)

    @unittest.skipIf(shutil.which("dpkg-shlibdeps") is None, "without dpkg-dev")
    def test_packages(self) -> None:
        packages = self.folder / "packages"
        components = "CPACK_COMPONENTS_ALL=server;command"
        config = BUILD / "CPackConfig.cmake"
        self.run_command("cpack", "--config", config, "-G", "DEB;TGZ", "-B", packages, "-D", components)
        debs, archives = sorted(packages.glob("*.deb")), sorted(packages.glob("*.tar.gz"))
        self.assertEqual([len(debs), len(archives)], [2, 2])
        self.assertIn("libsqlite3-0", self.run_command("dpkg-deb", "--field", debs[1], "Depends"))
        for deb in debs:
            self.run_command("dpkg-deb", "--extract", deb, self.folder / "root")
        self.check_programs(self.folder / "root" / "usr")
        for archive in archives:
            self.run_command("tar", "-xzf", archive)
        unpacked = sorted(path.name for path in self.folder.glob("*/bin/*"))
        self.assertEqual(unpacked, ["rowhouse", "rowhoused"])
