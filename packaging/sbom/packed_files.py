"""The files in each kind of package."""

import hashlib
import io
import json
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class PackedFile:
    path: str  # in the package, without a leading "/" or "./"
    sha1: str
    sha256: str
    is_program: bool  # a program or a library

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


def packed_files(package: Path) -> list[PackedFile]:
    """Returns the regular files of a package that scripts/package makes, in order."""
    if package.name.endswith(".deb"):
        tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
        return _files(tarfile.open(fileobj=io.BytesIO(tar)))
    if package.suffix == ".tar":
        return _files_of_image(package)
    return _files(tarfile.open(package))


def _files_of_image(package: Path) -> list[PackedFile]:
    with tarfile.open(package) as layout:

        def blob(descriptor: dict) -> bytes:
            return layout.extractfile("blobs/" + descriptor["digest"].replace(":", "/")).read()

        (manifest,) = json.load(layout.extractfile("index.json"))["manifests"]
        (layer,) = json.loads(blob(manifest))["layers"]
        return _files(tarfile.open(fileobj=io.BytesIO(blob(layer))))


def _files(tar: tarfile.TarFile) -> list[PackedFile]:
    with tar:
        files = [_file(member.name, tar.extractfile(member).read()) for member in tar if member.isfile()]
    return sorted(files, key=lambda file: file.path)


def _file(path: str, content: bytes) -> PackedFile:
    return PackedFile(
        path.removeprefix("./").lstrip("/"),
        hashlib.sha1(content, usedforsecurity=False).hexdigest(),
        hashlib.sha256(content).hexdigest(),
        content.startswith(b"\x7fELF"),
    )
