"""The tarball, unpacked on systems that have nothing but their essential packages."""

import hashlib
import subprocess
import tarfile

from tests.packages.case import FIRST_ENTITY, PackageTest, made, version
from tests.support.bare_system import host
from tests.support.places import scratch

PATTERN = "rowhouse-*-linux-x86_64.tar.gz"


class TarballTest(PackageTest):
    def serve_from_it(self, release: str) -> None:
        system = self.bare(release)
        target = system.root / "opt"
        with tarfile.open(self.package(PATTERN)) as tar:
            tar.extractall(target)
        folder = f"/opt/rowhouse-{version()}-linux-x86_64"
        self.assertNotIn("/", system.run("type -p g++ gcc cc python3 node curl || true"), "the system is not bare")
        # As a user who owns nothing, from a folder that is not its own.
        script = (
            f"export SERVE='rowhoused --data /tmp/data' PATH=$PATH:{folder}/bin; cd /tmp; "
            f"setpriv --reuid=65534 --regid=65534 --clear-groups bash -euo pipefail -c '{FIRST_ENTITY}'"
        )
        self.check_first_entity(lambda: system.run(script))
        self.assertIn("azurite-table", system.run(f"{folder}/bin/azurite-table --help"))

    def test_debian_12(self) -> None:
        self.serve_from_it("bookworm")

    def test_debian_13(self) -> None:
        self.serve_from_it("trixie")

    def test_everything_is_in_it(self) -> None:
        with tarfile.open(self.package(PATTERN)) as tar:
            members = tar.getmembers()
        names = {member.name.partition("/")[2] for member in members}
        expected = {
            "bin/rowhoused", "bin/rowhouse", "bin/azurite-table", "lib/rowhouse/libsqlite3.so.0", "README.md",
            "share/man/man1/rowhouse.1.gz", "share/man/man8/rowhoused.8.gz", "share/zsh/site-functions/_rowhouse",
            "share/bash-completion/completions/rowhouse", "share/fish/vendor_completions.d/rowhouse.fish",
            "share/doc/rowhouse/licences/libssl3", "share/doc/rowhouse/licences/libcli11-dev",
        }  # fmt: skip
        self.assertEqual(expected - names, set())
        self.assertEqual({(member.uid, member.gid) for member in members}, {(0, 0)})
        self.assertEqual(len({member.mtime for member in members}), 1)

    def test_same_bytes_when_packed_again(self) -> None:
        again = scratch("packages") / "again"
        for script in ("package_tarball.sh", "package_deb.sh", "package_image.sh"):
            for line in host(f"scripts/{script}", again).split():
                with self.subTest(line):
                    first, second = (
                        hashlib.sha256((folder / line.rpartition("/")[2]).read_bytes()).hexdigest()
                        for folder in (made(), again)
                    )
                    self.assertEqual(first, second)

    def test_checksums(self) -> None:
        done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made(), check=False)
        self.assertEqual(done.returncode, 0)
        listed = {line.split()[1] for line in (made() / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(listed, {path.name for path in made().iterdir()} - {"SHA256SUMS"})
