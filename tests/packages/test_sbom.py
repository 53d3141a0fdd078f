"""The bill of materials: it has the form that SPDX asks for, and leaves nothing out that is in a package."""

import hashlib
import json
import re
import sys
from collections import Counter
from pathlib import Path

from tests.packages.case import PackageTest, made, version
from tests.support.bare_system import host
from tests.support.places import ROOT, scratch

sys.path.insert(0, str(ROOT / "packaging/sbom"))
from packed_files import packed_files  # noqa: E402  # pylint: disable=C0413

IDENTIFIER = re.compile(r"^SPDXRef-[A-Za-z0-9.-]+$")
PURL = re.compile(r"^pkg:deb/debian/[a-z0-9.%B-]+@[^?]+\?arch=(amd64|all)&distro=debian-12$")
DOCUMENT = "SPDXRef-DOCUMENT"
OF_DOCUMENT = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo"}
OF_PACKAGE = {"SPDXID", "name", "downloadLocation", "versionInfo", "licenseDeclared", "licenseConcluded"}
OF_FILE = {"SPDXID", "fileName", "checksums"}


class SbomTest(PackageTest):
    def setUp(self) -> None:
        self.document = json.loads(self.package("rowhouse-*.spdx.json").read_text())
        self.packages = {package["SPDXID"]: package for package in self.document["packages"]}
        self.files = {file["SPDXID"]: file for file in self.document["files"]}
        self.related: dict[tuple[str, str], set[str]] = {}
        for relationship in self.document["relationships"]:
            key = relationship["spdxElementId"], relationship["relationshipType"]
            self.related.setdefault(key, set()).add(relationship["relatedSpdxElement"])

    def described(self) -> list[tuple[Path, dict]]:
        """Returns each package that was made, with its description."""
        by_name = {self.packages[one]["name"]: self.packages[one] for one in self.related[DOCUMENT, "DESCRIBES"]}
        expected = {
            path.name for path in made().iterdir() if path.name != "SHA256SUMS" and not path.name.endswith(".spdx.json")
        }
        self.assertEqual(by_name.keys(), expected)
        return [(made() / name, package) for name, package in by_name.items()]

    def test_required_fields(self) -> None:
        self.assertLessEqual(OF_DOCUMENT, self.document.keys())
        self.assertEqual((self.document["spdxVersion"], self.document["dataLicense"]), ("SPDX-2.3", "CC0-1.0"))
        self.assertRegex(self.document["documentNamespace"], r"^https://[^#]+$")
        self.assertRegex(self.document["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertTrue(any(creator.startswith("Tool: ") for creator in self.document["creationInfo"]["creators"]))
        for package in self.packages.values():
            self.assertLessEqual(OF_PACKAGE, package.keys(), package["name"])
            if package["filesAnalyzed"]:
                self.assertRegex(package["packageVerificationCode"]["packageVerificationCodeValue"], r"^[0-9a-f]{40}$")
        for file in self.files.values():
            self.assertLessEqual(OF_FILE, file.keys())
            self.assertTrue(file["fileName"].startswith("./"))
            self.assertEqual({sum["algorithm"] for sum in file["checksums"]}, {"SHA1", "SHA256"})

    def test_identifiers_are_unique_and_all_that_are_named_exist(self) -> None:
        counts = Counter(one["SPDXID"] for one in self.document["packages"] + self.document["files"])
        self.assertEqual([name for name, count in counts.items() if count > 1 or not IDENTIFIER.match(name)], [])
        for (one, _), others in self.related.items():
            for name in {one} | others:
                self.assertTrue(name in counts or name == DOCUMENT, name)

    def test_licences_are_of_spdx_or_given_in_full(self) -> None:
        texts = {one["licenseId"]: one["extractedText"] for one in self.document["hasExtractedLicensingInfos"]}
        self.assertTrue(all(texts.values()))
        named = {
            word for package in self.packages.values() for word in re.split(r" (?:AND|OR) ", package["licenseDeclared"])
        }
        self.assertEqual({word for word in named if word.startswith("LicenseRef-")}, texts.keys())
        self.assertLessEqual({"MIT", "Apache-2.0", "BSD-3-Clause", "NOASSERTION"}, named)

    def test_our_version_and_commit(self) -> None:
        ours = self.packages["SPDXRef-rowhouse"]
        said = host("build/release/bin/rowhoused", "--version")
        self.assertEqual(ours["versionInfo"], version())
        commit = re.search(r"\((\w+)\)", said)
        self.assertEqual(ours.get("sourceInfo"), f"commit {commit[1]}" if commit else None)

    def test_every_package_with_every_file(self) -> None:
        for path, package in self.described():
            with self.subTest(path.name):
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                self.assertEqual(package["checksums"], [{"algorithm": "SHA256", "checksumValue": digest}])
                self.assertEqual(package["versionInfo"], version())
                expected = {("./" + file.path, file.sha256) for file in packed_files(path)}
                contained = self.related[package["SPDXID"], "CONTAINS"] & self.files.keys()
                found = {
                    (self.files[one]["fileName"], self.files[one]["checksums"][1]["checksumValue"]) for one in contained
                }
                self.assertEqual(found, expected)

    def test_every_library_is_from_a_debian_package_that_is_described(self) -> None:
        libraries = [(name, file) for name, file in self.files.items() if ".so" in file["fileName"]]
        bundles = {name.partition("-lib")[0] for name, _ in libraries}
        self.assertGreaterEqual(len(bundles), 2, bundles)
        for name, file in libraries:
            (origin,) = self.related[name, "EXPANDED_FROM_ARCHIVE"]
            package = self.packages[origin]
            (reference,) = package["externalRefs"]
            self.assertEqual(reference["referenceType"], "purl", file["fileName"])
            self.assertRegex(reference["referenceLocator"], PURL)
            installed = host("dpkg-query", "-W", "-f", "${Version}", package["name"])
            self.assertEqual(package["versionInfo"], installed)

    def test_dependencies_of_the_debian_packages(self) -> None:
        for path, package in self.described():
            if path.suffix == ".deb":
                named = {self.packages[one]["name"] for one in self.related[package["SPDXID"], "DEPENDS_ON"]}
                self.assertIn("libcpprest-dev" if "-dev" in path.name else "libssl3", named)

    def test_same_bytes_when_written_again(self) -> None:
        again = scratch("packages") / "again"
        packages = [path for path, _ in self.described()]
        written = host("scripts/package_sbom.sh", again, *packages).strip()
        self.assertEqual(Path(written).read_bytes(), self.package("rowhouse-*.spdx.json").read_bytes())
