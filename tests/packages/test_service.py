"""The service, under a systemd of its own that boots in a bare Debian 12."""

import re
import shutil
import tarfile
import textwrap

from tests.packages.case import PackageTest, version
from tests.packages.test_debs import APT
from tests.packages.test_tarball import PATTERN as TARBALL
from tests.support.bare_system import BareSystem, host
from tests.support.places import ROOT

BOOT_SECONDS_MAX = 180
UNIT = """
[Unit]
After=rowhoused.service
[Service]
ExecStart=/bin/bash -x /root/steps.sh
StandardOutput=file:/root/printed
StandardError=inherit
ExecStopPost=systemctl poweroff
"""


def steps_of_tarball() -> str:
    """Returns the lines of the tarball's page that make a service of what is in it, for everybody."""
    page = (ROOT / "packaging" / "tarball" / "README.md").read_text()
    copied = re.search(r"^    (cp -a .* /usr/local/) ", page, re.MULTILINE)[1]
    return copied + "\n" + textwrap.dedent(re.search(r"As a service.*?\n\n(.*?)\n\n", page, re.DOTALL)[1])


def drop_in_of_docs() -> str:
    """Returns the lines of docs/packages.md that hand a certificate to the service."""
    return re.search(r"```ini\n(.*?)```", (ROOT / "docs" / "packages.md").read_text(), re.DOTALL)[1]


class ServiceTest(PackageTest):
    def setUp(self) -> None:
        packages = "set -euo pipefail; source scripts/packages.sh; install_packages debootstrap systemd-container"
        host("bash", "-c", packages)
        self.system = self.bare("bookworm")
        self.system.run(f"{APT} update; {APT} install systemd systemd-sysv openssl")

    def install_debs(self) -> None:
        for name in ("rowhoused", "rowhouse"):
            shutil.copy(self.package(f"{name}_{version()}_*.deb"), self.system.root / "root")
        self.system.run(f"{APT} install /root/*.deb")

    def boot(self, steps: str) -> str:
        """Boots, runs the steps once the service is up, and returns what they printed. It has no network but its own."""
        system: BareSystem = self.system
        (system.root / "root/steps.sh").write_text(textwrap.dedent(steps))
        units = system.root / "etc/systemd/system"
        (units / "steps.service").write_text(UNIT)
        (units / "multi-user.target.wants/steps.service").symlink_to("../steps.service")
        host(
            "systemd-nspawn", "--directory", system.root, "--register=no", "--keep-unit", "--private-network",
            "--console=pipe", "--boot", timeout=BOOT_SECONDS_MAX,
        )  # fmt: skip
        return (system.root / "root/printed").read_text()

    def test_ready_reload_upgrade_and_stop(self) -> None:
        self.install_debs()
        printed = self.boot("""
            systemctl show --property=ActiveState,Type rowhoused
            rowhouse table create people; rowhouse entity insert people uk ada Born=1815
            pid=$(systemctl show --property=MainPID --value rowhoused)
            grep -E '^(Uid|CapEff|NoNewPrivs|Seccomp):' /proc/$pid/status
            echo "shop=bXkgb3duIGtleQ==" >> /etc/rowhouse/accounts
            systemctl reload rowhoused
            for attempt in {1..100}; do
              rowhouse ping --account shop --key bXkgb3duIGtleQ== --endpoint http://127.0.0.1:10002/shop && break
              sleep 0.1
            done
            dpkg --install /root/rowhoused_*.deb
            [ "$(systemctl show --property=MainPID --value rowhoused)" != $pid ] && echo restarted
            rowhouse query people
            systemctl stop rowhoused
            systemctl show --property=Result,ExecMainStatus rowhoused
        """)
        for pattern in (
            r"Type=notify\n", r"ActiveState=active\n", r"CapEff:\s+0+\n", r"NoNewPrivs:\s+1\n", r"Seccomp:\s+2\n",
            r"/shop answers in", r"\nrestarted\n", r"uk +ada .*1815", r"Result=success\n", r"ExecMainStatus=0\n",
        ):  # fmt: skip
            self.assertRegex(printed, pattern)
        self.assertNotRegex(printed, r"Uid:\s+0\s")

    def test_certificate_that_only_root_can_read(self) -> None:
        self.install_debs()
        drop_in = drop_in_of_docs()
        folder = "/etc/letsencrypt/live/tables.example"
        self.assertIn(folder, drop_in)
        printed = self.boot(f"""
            mkdir -p {folder} /etc/systemd/system/rowhoused.service.d; chmod 700 /etc/letsencrypt
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 \\
              -keyout {folder}/privkey.pem -out {folder}/fullchain.pem
            sed -i s/^devstoreaccount1=.*/shop=bXkgb3duIGtleQ==/ /etc/rowhouse/accounts
            cat > /etc/systemd/system/rowhoused.service.d/override.conf << 'END'
            DROP_IN
            END
            systemctl daemon-reload; systemctl restart rowhoused
            rowhouse ping --account shop --key bXkgb3duIGtleQ== --endpoint https://127.0.0.1:10002/shop \\
              --ca-file {folder}/fullchain.pem
        """.replace("            DROP_IN\n", textwrap.indent(drop_in, " " * 12)))
        self.assertRegex(printed, r"https://127.0.0.1:10002/shop answers in")

    def test_tarball_as_a_service(self) -> None:
        with tarfile.open(self.package(TARBALL)) as tar:
            tar.extractall(self.system.root / "root")
        printed = self.boot("cd /root/rowhouse-*/\n" + steps_of_tarball() + """
key=$(cut -d = -f 2- /etc/rowhouse/accounts)
rowhouse ping --account shop --key "$key" --endpoint http://127.0.0.1:10002/shop
systemctl show --property=ActiveState,User,FragmentPath rowhoused
""")
        for expected in ("/shop answers in", "ActiveState=active", "User=rowhouse", "FragmentPath=/usr/local/lib/systemd/"):
            self.assertIn(expected, printed)
