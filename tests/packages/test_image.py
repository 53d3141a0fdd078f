"""The container image: its layout, and what it runs, with its files as the root folder."""

import json
import shutil
from pathlib import Path

from tests.packages.case import FIRST_ENTITY, SUITE, PackageTest
from tests.packages.image_layout import ImageLayout
from tests.support.bare_system import run_in_root
from tests.support.places import scratch

BYTES_MAX = 40_000_000
SHELL = ("/bin/sh", "-eu")


class ImageTest(PackageTest):
    def setUp(self) -> None:
        file = self.package("rowhouse-*-image-linux-amd64.tar")
        self.assertLess(file.stat().st_size, BYTES_MAX)
        self.layout = ImageLayout(file)

    def unpacked(self) -> Path:
        """Returns a folder with the files of the image, which is removed at the end of the test."""
        root = scratch(SUITE) / "image"
        self.addCleanup(shutil.rmtree, root, ignore_errors=True)
        self.layout.unpack(root)
        return root

    def run_in_image(self, root: Path, script: str) -> str:
        """Runs a script as the image's user, with its environment."""
        user = self.layout.config()["config"]["User"]
        return run_in_root(root, script, SHELL, user, self.layout.environment(), timeout=60)

    def test_configuration(self) -> None:
        config = self.layout.config()
        self.assertEqual(self.layout.platform(), {"architecture": config["architecture"], "os": config["os"]})
        with self.layout.layer() as tar:
            data = tar.getmember("data")
        self.assertEqual((data.uid, data.gid, f"{data.uid}:{data.gid}"), (10001, 10001, config["config"]["User"]))
        self.assertIn("/data", config["config"]["Volumes"])
        for loaded in json.loads(self.layout.files["manifest.json"]):  # for docker load
            self.assertLessEqual({loaded["Config"], *loaded["Layers"]}, set(self.layout.files))

    def test_serves_beyond_loopback(self) -> None:
        root = self.unpacked()
        config = self.layout.config()["config"]
        script = f"SERVE='{' '.join(config['Cmd'])}'; {FIRST_ENTITY} cat /tmp/server.log"
        printed = self.check_first_entity(lambda: self.run_in_image(root, script))
        self.assertIn("listening on http://0.0.0.0:10002/ (data in /data)", printed)
        self.assertTrue((root / "data" / "devstoreaccount1").is_dir())

    def test_command_line_of_azurite(self) -> None:
        printed = self.run_in_image(
            self.unpacked(),
            "azurite-table --tableHost 0.0.0.0 --location /data > /tmp/log 2>&1 & rowhouse ping --wait 10; cat /tmp/log",
        )
        self.assertIn("Azurite Table service is successfully listening at http://0.0.0.0:10002", printed)

    def test_health_check(self) -> None:
        config = self.layout.config()["config"]
        kind, check = config["Healthcheck"]["Test"]
        self.assertEqual(kind, "CMD-SHELL")
        root = self.unpacked()
        wait = "rowhouse ping --wait 10 >/dev/null || true"
        for serve in ("rowhoused --in-memory", "ROWHOUSE_ACCOUNTS=shop:bXkgb3duIGtleQ== rowhoused --in-memory"):
            with self.subTest(serve):
                self.run_in_image(root, f"{serve} >/dev/null 2>&1 & {wait}; {check}")
        unhealthy = f"if {{ {check}; }} 2>/dev/null; then echo healthy; else echo unhealthy; fi"
        self.assertEqual(self.run_in_image(root, unhealthy).strip(), "unhealthy")
