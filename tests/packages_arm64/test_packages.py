"""Each kind of package for arm64, in a system with nothing but what it says that it needs."""

import json
import re
import shutil
import subprocess
import tarfile

from tests.cli.case import connection_string
from tests.packages.case import version
from tests.packages.image_layout import ImageLayout
from tests.packages_arm64.case import SECONDS_MAX, SUITE, Arm64Root, Arm64Test, made
from tests.support.bare_system import host
from tests.support.places import BUILD, ROOT, scratch

BARE = ("libc6", "libstdc++6")  # what the tarball expects of a system
PURL = re.compile(r"^pkg:deb/debian/[a-z0-9.%B-]+@[^?]+\?arch=(arm64|all)&distro=debian-12$")
DOCUMENTS = {  # in the tarball, and in the build for this machine
    "share/man/man1/rowhouse.1.gz": "cli/rowhouse.1.gz",
    "share/man/man8/rowhoused.8.gz": "table_service/server/manual/rowhoused.8.gz",
    "share/bash-completion/completions/rowhouse": "cli/completion.bash",
}
COMPILER = "aarch64-linux-gnu-g++-12"


class PackagesTest(Arm64Test):
    def test_tarball(self) -> None:
        system = self.root_of(*BARE)
        with tarfile.open(self.package("rowhouse-*-linux-aarch64.tar.gz")) as tar:
            tar.extractall(system.root / "opt")
        prefix = f"/opt/rowhouse-{version()}-linux-aarch64"
        server = self.server(system, f"{prefix}/bin/rowhoused", "--data", "/tmp/data", user="65534:65534")
        self.check_that_it_keeps(system, prefix, server)
        self.assertIn("Linux on aarch64", (system.root / prefix.strip("/") / "README.md").read_text())

    def test_documents_are_those_of_this_machine(self) -> None:
        """They are made by this machine's programs, of the same sources."""
        with tarfile.open(self.package("rowhouse-*-linux-aarch64.tar.gz")) as tar:
            for name, built in DOCUMENTS.items():
                packed = tar.extractfile(f"rowhouse-{version()}-linux-aarch64/{name}").read()
                self.assertEqual(packed, (BUILD / "release" / built).read_bytes(), name)

    def test_debian_packages(self) -> None:
        debs = [self.package(f"{name}_{version()}_arm64.deb") for name in ("rowhoused", "rowhouse")]
        for deb in debs:
            self.assertEqual(host("dpkg-deb", "--field", deb, "Architecture").strip(), "arm64")
            self.assertRegex(host("dpkg-deb", "--field", deb, "Depends"), r"libc6 \(>= 2\.\d+\), .*libssl3 \(>= 3\.")
        system = self.root_of(*debs)
        server = self.server(system, "/usr/bin/rowhoused", "--data", "/tmp/data", user="65534:65534")
        self.check_that_it_keeps(system, "/usr", server)

    def test_client_library(self) -> None:
        deb = self.package("librowhouse-client-dev_*_arm64.deb")
        system = self.root_of(deb, "libc6-dev", self.package(f"rowhoused_{version()}_arm64.deb"))
        project = self.folder("project")
        shutil.copytree(ROOT / "samples/outside_project", project)
        folders = [system.root / "usr" / part / "pkgconfig" for part in ("lib", "lib/aarch64-linux-gnu", "share")]
        host(
            "env", f"PKG_CONFIG_LIBDIR={':'.join(map(str, folders))}", f"PKG_CONFIG_SYSROOT_DIR={system.root}",
            "make", "-C", project, f"CXX={COMPILER} --sysroot={system.root}",
        )  # fmt: skip
        shutil.copy(project / "people", system.root / "tmp")
        server = self.server(system, "/usr/bin/rowhoused", "--in-memory").start(SECONDS_MAX)
        self.assertEqual(system.run("/tmp/people", connection_string(server)), "1815\n")

    def test_image(self) -> None:
        layout = ImageLayout(self.package("rowhouse-*-image-linux-arm64.tar"))
        config = layout.config()
        self.assertEqual((config["architecture"], config["os"]), ("arm64", "linux"))
        self.assertEqual(layout.platform(), {"architecture": "arm64", "os": "linux"})
        system = Arm64Root(self.folder("image"))
        layout.unpack(system.root)
        system.prepare()
        user = config["config"]["User"]
        program, *options = config["config"]["Cmd"]
        server = self.server(system, f"/usr/bin/{program}", *options, user=user)
        self.check_that_it_keeps(system, "/usr", server)
        self.assertEqual(system.run("/bin/sh", "-c", "echo of the image").strip(), "of the image")
        self.assertRegex((system.root / "var/lib/dpkg/status.d/libc6").read_text(), r"\nArchitecture: arm64\n")

    def test_npm_packages(self) -> None:
        system = self.root_of(*BARE)
        with tarfile.open(self.package("rowhouse-linux-arm64-*.tgz")) as tar:
            tar.extractall(system.root / "opt")
        manifest = json.loads((system.root / "opt/package/package.json").read_text())
        self.assertEqual((manifest["name"], manifest["cpu"]), ("@rowhouse/linux-arm64", ["arm64"]))
        with tarfile.open(self.package(f"rowhouse-{version()}.tgz")) as tar:
            whole = json.load(tar.extractfile("package/package.json"))
            table = tar.extractfile("package/lib/program.cjs").read().decode()
        self.assertEqual(whole["optionalDependencies"][manifest["name"]], manifest["version"])
        self.assertIn(manifest["name"], table)
        server = self.server(system, "/opt/package/bin/rowhoused", "--data", "/tmp/data")
        self.check_that_it_keeps(system, "/opt/package", server)

    def test_list_of_contents(self) -> None:
        document = json.loads(self.package("rowhouse-*.spdx.json").read_text())
        urls = [
            reference["referenceLocator"]
            for package in document["packages"] for reference in package.get("externalRefs", [])
        ]  # fmt: skip
        self.assertTrue(any("/libssl3@" in url for url in urls), urls)
        self.assertEqual([url for url in urls if not PURL.match(url)], [])
        described = {package["name"] for package in document["packages"]}
        files = {path.name for path in made().iterdir()}
        self.assertEqual({name for name in files - described if name != "SHA256SUMS"}, {f"rowhouse-{version()}.spdx.json"})
        done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made(), check=False)
        self.assertEqual(done.returncode, 0)

    def test_same_bytes_when_packed_again(self) -> None:
        again = scratch(SUITE) / "again"
        for script in ("package_tarball.sh", "package_deb.sh", "package_image.sh"):
            for line in host(f"scripts/{script}", "--arch", "arm64", again).split():
                name = line.rpartition("/")[2]
                with self.subTest(name):
                    self.assertTrue((made() / name).read_bytes() == (again / name).read_bytes())
