"""scripts/release_notes.sh on changelogs of its own."""

import os
import re
import shutil
import subprocess
import unittest

from tests.support.places import ROOT, scratch

VERSION = re.search(r"^project\(rowhouse VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


class ReleaseNotesTest(unittest.TestCase):
    def setUp(self) -> None:
        self.changelog = scratch("release_notes") / "CHANGELOG.md"
        shutil.copy(ROOT / "CHANGELOG.md", self.changelog)

    def run_with(self, tag: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [ROOT / "scripts/release_notes.sh", tag],
            env={**os.environ, "CHANGELOG": str(self.changelog)},
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )

    def test_prints_the_section_of_the_version(self) -> None:
        self.changelog.write_text(
            f"# Changelog\n\n## 99.0.0 (unreleased)\n\n- Later\n\n## {VERSION} (2026-12-24)\n\n### Server\n\n- This\n\n"
            "## 0.0.1 (2026-01-01)\n\n- Earlier\n"
        )
        done = self.run_with(f"v{VERSION}")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "### Server\n\n- This"), done.stderr)

    def test_refuses_another_version(self) -> None:
        for tag in ("v99.0.0", VERSION, "v"):
            with self.subTest(tag):
                done = self.run_with(tag)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(f"tag v{VERSION}, or change it there", done.stderr)

    def test_refuses_a_release_without_a_date(self) -> None:
        self.changelog.write_text(f"# Changelog\n\n## {VERSION} (unreleased)\n\n- This\n")
        done = self.run_with(f"v{VERSION}")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("write the date of the release there", done.stderr)
