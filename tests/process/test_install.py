"""The files that `cmake --install` and `cpack` install from a build with the programs."""

import re
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
            {
                "bin/rowhoused", "bin/rowhouse", "bin/azurite-table", "share/doc/rowhoused/copyright",
                "share/man/man1/rowhouse.1.gz", "share/man/man8/rowhoused.8.gz", "share/man/man8/azurite-table.8.gz",
                "share/bash-completion/completions/rowhouse", "share/zsh/vendor-completions/_rowhouse",
                "share/fish/vendor_completions.d/rowhouse.fish",
            },
            installed,
        )  # fmt: skip
        libraries = {name for name in installed if name.startswith(("lib", "include"))}
        self.assertEqual(libraries, {"lib/systemd/system/rowhoused.service", "lib/sysusers.d/rowhoused.conf"})
        self.check_programs(self.folder / "prefix")

    @unittest.skipUnless(shutil.which("man") and shutil.which("groff"), "man is not installed")
    def test_manual_pages_of_the_server(self) -> None:
        self.run_command("cmake", "--install", BUILD, "--component", "server", "--prefix", self.folder / "prefix")
        self.check_page(
            "rowhoused", "--listen HOST:PORT", "Address to listen on; port 0 means any free port.", "Hot keys",
            "--allow-development-key-anywhere", "EXAMPLES", "/etc/rowhouse/accounts", "SIGHUP reloads",
        )  # fmt: skip
        self.check_page(
            "azurite-table", "--tableHost HOST", "--tablePort PORT Port; 0: any free one. Default: 10002", "-l,--location DIR",
            "NOTES Prints \"Azurite Table service is successfully listening", "rowhoused(8)",
        )  # fmt: skip

    def check_page(self, name: str, *texts: str) -> None:
        page = self.folder / "prefix/share/man/man8" / f"{name}.8.gz"
        done = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        shown = " ".join(done.stdout.replace("\b", "").split())
        for text in texts:
            self.assertIn(text, shown)

    def test_one_component(self) -> None:
        self.run_command("cmake", "--install", BUILD, "--component", "server", "--prefix", self.folder / "prefix")
        installed = self.files(self.folder / "prefix")
        self.assertIn("bin/rowhoused", installed)
        self.assertNotIn("bin/rowhouse", installed)

    def test_the_client_library_is_built_if_it_is_missing(self) -> None:
        archive = BUILD / "client/librowhouse_client.a"
        archive.unlink(missing_ok=True)
        self.run_command("cmake", "--install", BUILD, "--component", "client", "--prefix", self.folder / "prefix")
        installed = {name for name in self.files(self.folder / "prefix") if "include" not in name}
        for pattern in (r"lib/.*librowhouse_client\.a", r"lib/.*/rowhouse-client\.pc", r"lib/.*/rowhouse-client-config\.cmake"):
            self.assertTrue(any(re.fullmatch(pattern, name) for name in installed), installed)

    @unittest.skipIf(shutil.which("dpkg-shlibdeps") is None, "without dpkg-dev")
    def test_packages(self) -> None:
        packages = self.folder / "packages"
        components = "CPACK_COMPONENTS_ALL=server;command"
        config = BUILD / "CPackConfig.cmake"
        self.run_command("cpack", "--config", config, "-G", "DEB;TGZ", "-B", packages, "-D", components)
        debs, archives = sorted(packages.glob("*.deb")), sorted(packages.glob("*.tar.gz"))
        self.assertEqual([len(debs), len(archives)], [2, 2])
        depends = self.run_command("dpkg-deb", "--field", debs[1], "Depends")
        for needed in ("libsqlite3-0", "passwd"):
            self.assertIn(needed, depends)
        self.run_command("dpkg-deb", "--control", debs[1], self.folder / "control")
        self.assertLessEqual({"postinst", "prerm", "postrm"}, self.files(self.folder / "control"))
        for deb in debs:
            self.run_command("dpkg-deb", "--extract", deb, self.folder / "root")
        for package in ("rowhoused", "rowhouse"):
            changelog = self.run_command("zcat", self.folder / "root/usr/share/doc" / package / "changelog.gz")
            self.assertRegex(changelog, rf"^{package} \(\d+\.\d+\.\d+\) stable; .*\n\n  \* .*\n\n -- The Rowhouse .*> +\w+, \d+ ")
        self.check_programs(self.folder / "root" / "usr")
        for archive in archives:
            self.run_command("tar", "-xzf", archive)
        unpacked = sorted(path.name for path in self.folder.glob("*/bin/*"))
        self.assertEqual(unpacked, ["azurite-table", "rowhouse", "rowhoused"])
