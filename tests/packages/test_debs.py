"""The Debian packages in a bare Debian 12: installed, upgraded, removed and purged."""

import re
import shutil
from pathlib import Path

from tests.packages.case import FIRST_ENTITY, PackageTest, version
from tests.support.bare_system import BareSystem, host
from tests.support.places import scratch

SERVE = "rowhoused --data /var/lib/rowhouse --accounts-file /etc/rowhouse/accounts"
AS_ROWHOUSE = "setpriv --reuid=rowhouse --regid=rowhouse --init-groups bash -euo pipefail -c"
APT = "DEBIAN_FRONTEND=noninteractive apt-get -qy --no-install-recommends -o Dpkg::Use-Pty=0"
OWN_ACCOUNT = "devstoreaccount1=bXkgb3duIGtleQ=="
OWN_CONNECTION = (
    "--account devstoreaccount1 --key bXkgb3duIGtleQ== --endpoint http://127.0.0.1:10002/devstoreaccount1"
)


class DebsTest(PackageTest):
    def install(self, system: BareSystem, *debs: Path) -> str:
        for deb in debs:
            shutil.copy(deb, system.root / "tmp")
        names = " ".join(f"/tmp/{deb.name}" for deb in debs)
        return system.run(f"{APT} install {names}")

    def newer(self, deb: Path) -> Path:
        """Returns the package with a higher version, as an upgrade to come will have."""
        folder = scratch("packages") / "newer"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        host("dpkg-deb", "--raw-extract", deb, folder / "files")
        control = folder / "files" / "DEBIAN" / "control"
        control.write_text(re.sub(r"^Version: .*$", "Version: 9.0.0", control.read_text(), flags=re.MULTILINE))
        host("dpkg-deb", "--root-owner-group", "--build", folder / "files", folder / deb.name)
        return folder / deb.name

    def test_life_of_an_installation(self) -> None:
        system = self.bare("bookworm")
        system.run(f"{APT} update")
        server, command = self.package(f"rowhoused_{version()}_*.deb"), self.package(f"rowhouse_{version()}_*.deb")
        self.install(system, server, command)
        self.assertEqual(system.run("stat -c '%a %U:%G' /etc/rowhouse/accounts").strip(), "640 root:rowhouse")
        self.assertEqual(system.run("stat -c '%a %U:%G' /var/lib/rowhouse").strip(), "750 rowhouse:rowhouse")
        script = f"export SERVE='{SERVE}'; cd /; {AS_ROWHOUSE} '{FIRST_ENTITY}'"
        self.check_first_entity(lambda: system.run(script))

        accounts = system.root / "etc/rowhouse/accounts"
        accounts.write_text(OWN_ACCOUNT + "\n")
        printed = self.install(system, self.newer(server))
        self.assertNotIn("conffile", printed)
        self.assertIn("9.0.0", system.run("dpkg-query -W rowhoused"))
        self.assertEqual(accounts.read_text(), OWN_ACCOUNT + "\n")
        self.assertEqual(system.run("stat -c '%a %U:%G' /etc/rowhouse/accounts").strip(), "640 root:rowhouse")
        self.check_people(system, OWN_CONNECTION)

        system.run(f"{APT} remove rowhoused")
        self.assertTrue(accounts.exists())
        printed = system.run(f"{APT} purge rowhoused")
        self.assertIn("Removing /etc/rowhouse/accounts, with the keys in it", printed)
        self.assertIn("The tables are kept in /var/lib/rowhouse", printed)
        self.assertFalse(accounts.exists())
        self.install(system, server)
        self.check_people(system)

    def check_people(self, system: BareSystem, connection: str = "") -> None:
        """The entity of FIRST_ENTITY is still there."""
        script = f"{SERVE} >/dev/null & rowhouse ping {connection} --wait 10; rowhouse query people {connection}"
        self.assertRegex(system.run(f"cd /; {AS_ROWHOUSE} '{script}'"), r"uk +ada .*1815")

    def test_nothing_is_left_of_an_installation_without_tables(self) -> None:
        system = self.bare("bookworm")
        system.run(f"{APT} update")
        self.install(system, self.package(f"rowhoused_{version()}_*.deb"))
        system.run(f"{APT} purge rowhoused")
        for gone in ("etc/rowhouse", "var/lib/rowhouse", "usr/lib/systemd/system/rowhoused.service"):
            self.assertFalse((system.root / gone).exists(), gone)
        self.assertNotIn("rowhouse", (system.root / "etc/passwd").read_text())

    def test_unit_is_verified(self) -> None:
        system = self.bare("bookworm")
        system.run(f"{APT} update; {APT} install systemd")
        self.install(system, self.package(f"rowhoused_{version()}_*.deb"))
        self.assertEqual(system.run("systemd-analyze verify --man=no rowhoused.service 2>&1").strip(), "")
        self.assertIn("enabled", system.run("systemctl is-enabled rowhoused"))
        rating = system.run("systemd-analyze security --offline=yes rowhoused.service")
        self.assertLess(float(re.search(r"exposure level for rowhoused.service: ([\d.]+)", rating)[1]), 2.0)

    def test_client_library(self) -> None:
        listed = host("dpkg-deb", "--contents", self.package("librowhouse-client-dev_*.deb"))
        for name in ("/pkgconfig/rowhouse-client.pc", "/librowhouse_client.a", "/include/rowhouse/table_client.h"):
            self.assertIn(name, listed)
