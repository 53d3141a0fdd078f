"""packaging/sbom/debian_packages.py: licences as Debian states them."""

import sys
import unittest

from tests.support.places import ROOT

sys.path.insert(0, str(ROOT / "packaging/sbom"))
from debian_packages import DebianPackage, Licence, read_licence, to_spdx  # noqa: E402  # pylint: disable=C0413

HEAD = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: x\n"


class DebianPackagesTest(unittest.TestCase):
    def test_names_of_licences(self) -> None:
        for names, expected in {
            "Expat": "MIT",
            "BSD-3-clause": "BSD-3-Clause",
            "GPL-2+ or Expat": "GPL-2.0-or-later OR MIT",
            "BSD-2-clause AND ISC": "BSD-2-Clause AND ISC",
            "Apache-2.0, and Zlib": "Apache-2.0 AND Zlib",
            "public-domain": "LicenseRef-Debian-public-domain",
            "Expat with embedded exception": "LicenseRef-Debian-Expat-with-embedded-exception",
        }.items():
            with self.subTest(names):
                self.assertEqual(to_spdx(names)[0], expected)

    def test_the_licence_of_all_files_is_declared_and_the_others_are_named(self) -> None:
        licence = read_licence(
            HEAD + "\nFiles: *\nCopyright: somebody\nLicense: Expat\n Permission is granted.\n\n"
            "Files: debian/*\nCopyright: somebody else\nLicense: GPL-2+\n\nLicense: GPL-2+\n This is free.\n"
        )
        self.assertEqual(licence, Licence("MIT", "Debian's copyright file names for some files: GPL-2+", {}))

    def test_a_licence_that_spdx_does_not_know_comes_with_its_text(self) -> None:
        licence = read_licence(
            HEAD + "\nFiles: *\nCopyright: nobody\nLicense: public-domain\n\nLicense: public-domain\n Do what\n .\n you like.\n"
        )
        reference = "LicenseRef-Debian-public-domain"
        self.assertEqual((licence.declared, licence.comment), (reference, ""))
        self.assertEqual(licence.texts.keys(), {reference})
        self.assertIn("you like.", licence.texts[reference])

    def test_what_is_not_stated_is_not_made_up(self) -> None:
        for text in (
            "This is the Debian package of something.\n\nLicense: Expat\n",
            HEAD + "\nFiles: a/*\nCopyright: somebody\nLicense: Expat\n",
        ):
            self.assertIsNone(read_licence(text).declared)

    def test_package_urls(self) -> None:
        package = DebianPackage("libstdc++6", "1:12.2.0-14+b1", "amd64", "gcc-12", Licence(None, "", {}), "12")
        self.assertEqual(
            package.purl, "pkg:deb/debian/libstdc%2B%2B6@1:12.2.0-14%2Bb1?arch=amd64&distro=debian-12"
        )
