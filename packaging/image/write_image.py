"""Writes a container image with one layer into a tar file: an OCI layout (its specification is at
https://github.com/opencontainers/image-spec), with the manifest.json that `docker load` also reads.

The same files and the same $SOURCE_DATE_EPOCH give the same bytes.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import tarfile
from datetime import datetime, timezone
from pathlib import Path

LAYOUT = "application/vnd.oci.image"
TIME = int(os.environ["SOURCE_DATE_EPOCH"])


def entry(name: str, size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size = size
    info.mtime = TIME
    return info


def layer(root: Path, owners: dict[str, int]) -> bytes:
    """Returns an uncompressed tar of all that is below root. It belongs to user 0, except what `owners` names."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in sorted(root.rglob("*")):
            name = str(path.relative_to(root))
            info = tar.gettarinfo(path, name)
            info.mtime = TIME
            info.uid = info.gid = owners.get(name, 0)
            info.uname = info.gname = ""
            # Names of one file, which depend on the file system that the root is on, are files of their own.
            if info.islnk():
                info.type, info.linkname, info.size = tarfile.REGTYPE, "", path.stat().st_size
            if info.isreg():
                with path.open("rb") as file:
                    tar.addfile(info, file)
            else:
                tar.addfile(info)
    return out.getvalue()


class Layout:
    """The blobs of an image, each called after its hash."""

    def __init__(self) -> None:
        self.blobs: dict[str, bytes] = {}

    def add(self, content: bytes, media_type: str) -> dict:
        """Returns the descriptor of the blob."""
        digest = hashlib.sha256(content).hexdigest()
        self.blobs[digest] = content
        return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(content)}

    def add_json(self, content: dict, media_type: str) -> dict:
        return self.add(to_json(content), media_type)

    @staticmethod
    def name(descriptor: dict) -> str:
        return "blobs/" + descriptor["digest"].replace(":", "/")


def to_json(content: dict | list) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def image_config(config: dict, architecture: str, version: str, revision: str, layer_digest: str) -> dict:
    created = datetime.fromtimestamp(TIME, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    config["Labels"]["org.opencontainers.image.version"] = version
    if revision:
        config["Labels"]["org.opencontainers.image.revision"] = revision
    return {
        "architecture": architecture,
        "os": "linux",
        "created": created,
        "config": config,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{layer_digest}"]},
        "history": [{"created": created, "created_by": "scripts/package_image.sh"}],
    }


def write(to: Path, files: dict[str, bytes]) -> None:
    with tarfile.open(to, "w", format=tarfile.GNU_FORMAT) as tar:
        for name in sorted(files):
            tar.addfile(entry(name, len(files[name])), io.BytesIO(files[name]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, required=True, help="folder with the files of the image")
    parser.add_argument("--owner", action="append", default=[], metavar="NAME=UID", help="of a file or folder in it")
    parser.add_argument("--config", type=Path, required=True, help="JSON with the member config of the image")
    parser.add_argument("--name", action="append", required=True, help="name and tag that the image is loaded under")
    parser.add_argument("--architecture", required=True, help="as OCI and Debian name it: amd64")
    parser.add_argument("--version", required=True)
    parser.add_argument("--revision", default="", help="the commit")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()

    owners = {name: int(uid) for name, uid in (owner.split("=") for owner in arguments.owner)}
    content = layer(arguments.root, owners)
    layout = Layout()
    packed = layout.add(gzip.compress(content, compresslevel=9, mtime=TIME), f"{LAYOUT}.layer.v1.tar+gzip")
    config = layout.add_json(
        image_config(
            json.loads(arguments.config.read_text()),
            arguments.architecture,
            arguments.version,
            arguments.revision,
            hashlib.sha256(content).hexdigest(),
        ),
        f"{LAYOUT}.config.v1+json",
    )
    manifest_type = f"{LAYOUT}.manifest.v1+json"
    manifest = layout.add_json(
        {"schemaVersion": 2, "mediaType": manifest_type, "config": config, "layers": [packed]}, manifest_type
    )
    manifest["platform"] = {"architecture": arguments.architecture, "os": "linux"}
    manifest["annotations"] = {"org.opencontainers.image.ref.name": arguments.name[0].partition(":")[2]}
    index = {"schemaVersion": 2, "mediaType": f"{LAYOUT}.index.v1+json", "manifests": [manifest]}
    loaded = [{"Config": layout.name(config), "RepoTags": arguments.name, "Layers": [layout.name(packed)]}]
    write(
        arguments.to,
        {
            "oci-layout": to_json({"imageLayoutVersion": "1.0.0"}),
            "index.json": to_json(index),
            "manifest.json": to_json(loaded),
            **{f"blobs/sha256/{digest}": blob for digest, blob in layout.blobs.items()},
        },
    )


if __name__ == "__main__":
    main()
