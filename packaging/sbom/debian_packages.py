"""What Debian says about its packages: name, version, licence, and which package a file is from."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

# Debian's short names of licences that SPDX calls otherwise, or spells otherwise.
SPDX_NAMES = {
    "expat": "MIT",
    "gpl-1": "GPL-1.0-only", "gpl-1+": "GPL-1.0-or-later",
    "gpl-2": "GPL-2.0-only", "gpl-2+": "GPL-2.0-or-later", "gpl-2.0+": "GPL-2.0-or-later",
    "gpl-3": "GPL-3.0-only", "gpl-3+": "GPL-3.0-or-later", "gpl-3.0+": "GPL-3.0-or-later",
    "lgpl-2": "LGPL-2.0-only", "lgpl-2+": "LGPL-2.0-or-later",
    "lgpl-2.1": "LGPL-2.1-only", "lgpl-2.1+": "LGPL-2.1-or-later",
    "lgpl-3": "LGPL-3.0-only", "lgpl-3+": "LGPL-3.0-or-later",
    **{name.lower(): name for name in (
        "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MPL-1.1", "MPL-2.0", "Zlib",
    )},
}  # fmt: skip
REFERENCE = "LicenseRef-Debian-"


@dataclass(frozen=True)
class Licence:
    declared: str | None  # an SPDX expression for all files that no other paragraph names; None: not stated
    comment: str  # the licences of other files; may be empty
    texts: dict[str, str]  # of the names in `declared` that SPDX does not know


@dataclass(frozen=True)
class DebianPackage:
    name: str
    version: str
    architecture: str
    source: str  # name and version of the source package
    licence: Licence
    release: str  # "12"

    @property
    def purl(self) -> str:
        """See https://github.com/package-url/purl-spec."""
        name, version = quote(self.name, safe="-._~"), quote(self.version, safe="-._~:")
        return f"pkg:deb/debian/{name}@{version}?arch={self.architecture}&distro=debian-{self.release}"


class DebianSystem:
    """The packages that are installed."""

    def __init__(self, root: Path = Path("/")):
        """`root` is absolute. In its database, files have the paths that they have on this machine."""
        self._root = root
        release = (root / "etc/os-release").read_text()
        self._release = re.search(r'^VERSION_ID="?([\w.]+)"?$', release, re.MULTILINE)[1]
        self._known: dict[str, DebianPackage] = {}
        self._by_library: dict[str, DebianPackage | None] = {}

    def package(self, name: str) -> DebianPackage:
        """`name` may be that of a virtual package; the result is the one that provides it."""
        if name not in self._known:
            name = self._provider(name)
            fields = self._fields(name)
            copyright_file = self._root / "usr/share/doc" / name / "copyright"
            self._known[name] = DebianPackage(
                name, *fields[:3], read_licence(copyright_file.read_text(errors="replace")), self._release
            )
        return self._known[name]

    def package_of_library(self, name: str) -> DebianPackage | None:
        """Returns the package with that shared library; None if no package has it."""
        if name not in self._by_library:
            self._by_library[name] = self._find_by_library(name)
        return self._by_library[name]

    def _find_by_library(self, name: str) -> DebianPackage | None:
        file = next(self._root.glob(f"usr/lib/*-linux-gnu/{name}"), None)
        if file is None:
            return None
        path = str(file.resolve())
        for known in (path, path.removeprefix("/usr")):  # dpkg knows some by their place in /lib
            if owner := self._query("-S", known):
                return self.package(owner.partition(":")[0])
        return None

    def _provider(self, name: str) -> str:
        """Returns the name itself if it is that of an installed package."""
        if self._fields(name):
            return name
        for line in self._query("-W", "-f", r"${Package}|${Provides}\n").splitlines():
            package, _, provided = line.partition("|")
            if name in (part.split(" ")[0] for part in provided.split(", ")):
                return package
        raise SystemExit(f"the Debian package {name} is not installed, so it cannot be described")

    def _fields(self, name: str) -> list[str]:
        """Returns version, architecture and source package; nothing if the package is not installed."""
        form = r"${Version}\n${Architecture}\n${source:Package} ${source:Version}\n"
        fields = self._query("-W", "-f", form, name).splitlines()
        return fields if fields and fields[0] else []

    def _query(self, *arguments: str) -> str:
        """Returns what dpkg-query prints; nothing if it does not find what is asked for."""
        command = ["dpkg-query", f"--admindir={self._root / 'var/lib/dpkg'}", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def read_licence(text: str) -> Licence:
    """Reads a copyright file if it is machine-readable:
    https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/."""
    paragraphs = [_fields(part) for part in re.split(r"\n[ \t]*\n", text)]
    if "copyright-format/1.0" not in paragraphs[0].get("format", ""):
        return Licence(None, "", {})
    texts = {}
    by_files: list[tuple[str, str]] = []
    for paragraph in paragraphs:
        if "license" not in paragraph:
            continue
        name, _, body = paragraph["license"].partition("\n")
        if body:
            texts.setdefault(name.strip(), body)
        if "files" in paragraph:
            by_files.append((" ".join(paragraph["files"].split()), name.strip()))
    general = next((name for files, name in by_files if files == "*"), None)
    others = sorted({name for files, name in by_files if files != "*"} - {general})
    comment = f"Debian's copyright file names for some files: {'; '.join(others)}" if others else ""
    if not general:
        return Licence(None, comment, {})
    expression, used = to_spdx(general)
    return Licence(expression, comment, {used_as: texts.get(name, name) for used_as, name in used.items()})


def _fields(paragraph: str) -> dict[str, str]:
    """Returns the fields of a paragraph, with names in lower case."""
    fields: dict[str, str] = {}
    name = ""
    for line in paragraph.splitlines():
        if match := re.match(r"([A-Za-z-]+):[ \t]*(.*)", line):
            name = match[1].lower()
            fields[name] = match[2]
        elif name and line[:1].isspace():
            fields[name] += "\n" + line.strip()
    return fields


def to_spdx(names: str) -> tuple[str, dict[str, str]]:
    """Translates "Expat and GPL-2+". Returns the expression, and Debian's names of the references in it.

    A name that SPDX does not know becomes a reference.
    """
    references = {}
    words = []
    for part in re.split(r"(?i)[ \t]*,?[ \t]+(and|or)[ \t]+", names):
        if part.lower() in ("and", "or"):
            words.append(part.upper())
        elif known := SPDX_NAMES.get(part.lower()):
            words.append(known)
        else:
            reference = REFERENCE + re.sub(r"[^A-Za-z0-9.]+", "-", part).strip("-")
            references[reference] = part
            words.append(reference)
    return " ".join(words), references
