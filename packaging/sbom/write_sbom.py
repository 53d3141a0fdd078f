"""Writes what is in the packages as an SPDX document, version 2.3: https://spdx.github.io/spdx-spec/v2.3/.

Every file of each package is listed, and for each library the Debian package that it is from. The same packages, on
the same system, and the same $SOURCE_DATE_EPOCH give the same bytes.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
from datetime import datetime, timezone
from pathlib import Path

from debian_packages import DebianPackage, DebianSystem
from packed_files import PackedFile, packed_files

OURS = "SPDXRef-rowhouse"
DOCUMENT = "SPDXRef-DOCUMENT"
UNKNOWN = "NOASSERTION"
SUPPLIER = "Organization: The Rowhouse authors"
PURPOSES = {".deb": "INSTALL", ".tar": "CONTAINER", ".tgz": "LIBRARY", ".gz": "ARCHIVE"}
OUR_PROGRAMS = ("rowhoused", "rowhouse")


def identifier(*parts: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts)).strip("-")


class Document:
    """Collects packages, files and what they are to each other."""

    def __init__(self, version: str, commit: str, compiled_in: list[str]):
        self._version = version
        self._system = DebianSystem()  # where the libraries of the package are from that is being added
        self._compiled_in = compiled_in
        self._packages = [self._our_sources(commit)]
        self._files: list[dict] = []
        self._relationships: list[dict] = []
        self._texts: dict[str, str] = {}  # of licences that SPDX does not know
        self._listed: dict[str, str] = {}  # Debian packages, with their versions
        self._hashes = hashlib.sha256()

    def add(self, package: Path, system: DebianSystem) -> None:
        """Adds one of the packages that are described. `system` is where its libraries are from."""
        self._system = system
        files = packed_files(package)
        reference = identifier("package", package.name)
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        self._hashes.update(digest.encode())
        self._packages.append(
            {
                "SPDXID": reference,
                "name": package.name,
                "versionInfo": self._version,
                "packageFileName": package.name,
                "supplier": SUPPLIER,
                "downloadLocation": UNKNOWN,
                "filesAnalyzed": True,
                "packageVerificationCode": {"packageVerificationCodeValue": verification_code(files)},
                "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
                "licenseConcluded": UNKNOWN,
                "licenseDeclared": UNKNOWN,
                "licenseComments": "Rowhouse is under the MIT licence; what comes with it, as said at each package.",
                "copyrightText": UNKNOWN,
                "primaryPackagePurpose": PURPOSES[package.suffix],
            }
        )
        self._relate(DOCUMENT, "DESCRIBES", reference)
        self._relate(reference, "GENERATED_FROM", OURS)
        for file in files:
            self._add_file(package, reference, file)
        for name in sorted(self._named_by(package, files)):
            self._relate(reference, "DEPENDS_ON" if package.suffix == ".deb" else "CONTAINS", self._debian(name))

    def _add_file(self, package: Path, reference: str, file: PackedFile) -> None:
        file_reference = identifier("file", package.name, file.path)
        self._files.append(
            {
                "SPDXID": file_reference,
                "fileName": "./" + file.path,
                "checksums": [
                    {"algorithm": "SHA1", "checksumValue": file.sha1},
                    {"algorithm": "SHA256", "checksumValue": file.sha256},
                ],
                "licenseConcluded": UNKNOWN,
                "copyrightText": UNKNOWN,
            }
            | ({"fileTypes": ["BINARY"]} if file.is_program else {})
        )
        self._relate(reference, "CONTAINS", file_reference)
        if not file.is_program:
            return
        if file.name in OUR_PROGRAMS:
            self._relate(file_reference, "GENERATED_FROM", OURS)
            for name in self._compiled_in:
                self._relate(file_reference, "STATIC_LINK", self._debian(name))
            return
        self._relate(file_reference, "EXPANDED_FROM_ARCHIVE", self._debian(self._origin(file).name))

    def _origin(self, file: PackedFile) -> DebianPackage:
        found = self._system.package_of_library(file.name)
        if found is None and file.name == "busybox":
            found = self._system.package("busybox")
        if found is None:
            raise SystemExit(f"{file.path} is from no Debian package, so it cannot be described")
        return found

    def _named_by(self, package: Path, files: list[PackedFile]) -> set[str]:
        """Returns the Debian packages that come with a package, or that a Debian package depends on."""
        if package.suffix == ".deb":
            return {name for name in depends(package) if name not in ("rowhoused", "rowhouse")}
        programs = (file for file in files if file.is_program and file.name not in OUR_PROGRAMS)
        listed = {file.name for file in files if file.path.startswith("var/lib/dpkg/status.d/")}
        return {self._origin(file).name for file in programs} | listed - set(self._compiled_in)

    def _our_sources(self, commit: str) -> dict:
        return {
            "SPDXID": OURS,
            "name": "rowhouse",
            "versionInfo": self._version,
            "supplier": SUPPLIER,
            "downloadLocation": UNKNOWN,
            "filesAnalyzed": False,
            "licenseConcluded": "MIT",
            "licenseDeclared": "MIT",
            "copyrightText": "Copyright The Rowhouse authors",
            "primaryPackagePurpose": "SOURCE",
        } | ({"sourceInfo": f"commit {commit}"} if commit else {})

    def _debian(self, name: str) -> str:
        """Returns the reference of a Debian package, which is listed once."""
        package = self._system.package(name)
        reference = identifier("debian", package.name, package.architecture)
        if self._listed.get(reference, package.version) != package.version:  # of another system
            reference = identifier("debian", package.name, package.architecture, package.version)
        if reference not in self._listed:
            self._listed[reference] = package.version
            self._texts |= package.licence.texts
            self._packages.append(describe(reference, package))
        return reference

    def _relate(self, one: str, how: str, other: str) -> None:
        self._relationships.append({"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other})

    def to_json(self) -> str:
        created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
        name = f"rowhouse-{self._version}"
        document = {
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": DOCUMENT,
            "name": name,
            "documentNamespace": f"https://rowhouse.invalid/spdx/{name}-{self._hashes.hexdigest()[:32]}",
            "creationInfo": {
                "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "creators": [SUPPLIER, f"Tool: rowhouse-write_sbom-{self._version}"],
            },
            "packages": self._packages,
            "files": self._files,
            "relationships": self._relationships,
            "hasExtractedLicensingInfos": [
                {"licenseId": licence, "extractedText": text} for licence, text in sorted(self._texts.items())
            ],
        }
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def describe(reference: str, package: DebianPackage) -> dict:
    described = {
        "SPDXID": reference,
        "name": package.name,
        "versionInfo": package.version,
        "supplier": "Organization: Debian",
        "downloadLocation": UNKNOWN,
        "filesAnalyzed": False,
        "sourceInfo": f"built by Debian from the source package {package.source}",
        "licenseConcluded": UNKNOWN,
        "licenseDeclared": package.licence.declared or UNKNOWN,
        "copyrightText": UNKNOWN,
        "externalRefs": [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": package.purl}
        ],
    }
    if package.licence.comment:
        described["licenseComments"] = package.licence.comment
    return described


def depends(deb: Path) -> list[str]:
    """Returns the names of the packages that a Debian package depends on."""
    field = subprocess.run(["dpkg-deb", "--field", deb, "Depends"], capture_output=True, text=True, check=True).stdout
    return [re.match(r"[a-z0-9.+-]+", part.strip())[0] for part in field.split(",") if part.strip()]


def verification_code(files: list[PackedFile]) -> str:
    """Section 7.9 of the specification."""
    return hashlib.sha1("".join(sorted(file.sha1 for file in files)).encode(), usedforsecurity=False).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", default="", help="that the programs were built from")
    parser.add_argument("--compiled-in", nargs="*", default=[], metavar="PACKAGE", help="Debian packages of headers")
    parser.add_argument("--system", action="append", default=[], metavar="PACKAGE=ROOT",
                        help="root folder of the system that the libraries of a package so called are from; default: /")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("packages", nargs="+", type=Path)
    arguments = parser.parse_args()
    roots = dict(system.split("=", 1) for system in arguments.system)
    systems = {root: DebianSystem(Path(root)) for root in {"/", *roots.values()}}
    document = Document(arguments.version, arguments.commit, arguments.compiled_in)
    for package in sorted(arguments.packages, key=lambda path: path.name):
        document.add(package, systems[roots.get(package.name, "/")])
    arguments.to.write_text(document.to_json())


if __name__ == "__main__":
    main()
