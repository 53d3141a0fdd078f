"""Reads the container image as it is laid out in its file."""

import hashlib
import io
import json
import os
import shutil
import stat
import tarfile
from pathlib import Path


class ImageLayout:
    """Whatever does not fit together raises AssertionError."""

    def __init__(self, file: Path):
        with tarfile.open(file) as tar:
            self.files = {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}

    def blob(self, descriptor: dict) -> bytes:
        """Returns a blob of the layout, which must be the one that is described."""
        algorithm, _, digest = descriptor["digest"].partition(":")
        content = self.files[f"blobs/{algorithm}/{digest}"]
        assert hashlib.sha256(content).hexdigest() == digest, descriptor
        assert len(content) == descriptor["size"], descriptor
        return content

    def platform(self) -> dict:
        return self._entry()["platform"]

    def manifest(self) -> dict:
        return json.loads(self.blob(self._entry()))

    def config(self) -> dict:
        return json.loads(self.blob(self.manifest()["config"]))

    def environment(self) -> dict[str, str]:
        return dict(variable.split("=", 1) for variable in self.config()["config"]["Env"])

    def layer(self) -> tarfile.TarFile:
        (layer,) = self.manifest()["layers"]
        return tarfile.open(fileobj=io.BytesIO(self.blob(layer)), mode="r:gz")

    def unpack(self, root: Path) -> None:
        """Makes the folder anew, with the files of the image and what a container adds."""
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir()
        with self.layer() as tar:
            tar.extractall(root, numeric_owner=True)
        for mounted in ("proc", "dev"):
            (root / mounted).mkdir()
        os.mknod(root / "dev/null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        (root / "dev/null").chmod(0o666)

    def _entry(self) -> dict:
        assert json.loads(self.files["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}
        (entry,) = json.loads(self.files["index.json"])["manifests"]
        return entry
