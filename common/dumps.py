"""Files for download: lines of JSON compressed by zstd, each with a manifest beside it."""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LICENCE = "CC0-1.0"
LEVEL = 12
ENDING = ".jsonl.zst"


@dataclass(frozen=True, slots=True)
class Dump:
    """A file for download, as its manifest describes it."""

    file: str
    about: str
    lines: int
    size: int
    sha256: str
    licence: str = LICENCE

    @property
    def path(self) -> Path:
        """Where the file is."""
        return folder() / self.file


def folder() -> Path:
    """Return the folder of the files."""
    return Path(settings.DATA_DIR) / "dumps"


def write(name: str, about: str, rows: Iterable[Any]) -> Dump:
    """Write a file and its manifest in the place of older ones; `name`: without its ending.

    Both appear when they are complete. The same rows give the same bytes.
    """
    folder().mkdir(parents=True, exist_ok=True)
    path, lines = folder() / f"{name}{ENDING}", 0
    unfinished = path.with_suffix(".part")
    with zstd.open(unfinished, "wt", level=LEVEL, encoding="utf-8") as file:
        for row in rows:
            lines += 1
            print(json.dumps(row, ensure_ascii=False, separators=(",", ":")), file=file)
    with unfinished.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    dump = Dump(path.name, about, lines, unfinished.stat().st_size, digest)
    manifest = {
        "file": dump.file,
        "about": about,
        "lines": lines,
        "bytes": dump.size,
        "sha256": digest,
        "licence": LICENCE,
        "site": settings.SITE_URL,
    }
    described = folder() / f"{name}.part.json"
    described.write_text(json.dumps(manifest, indent=1) + "\n")
    os.replace(unfinished, path)
    os.replace(described, folder() / f"{name}.json")
    return dump


def read(name: str) -> Iterator[Any]:
    """Yield the rows of a file; `name`: without its ending."""
    with zstd.open(folder() / f"{name}{ENDING}", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def dumps() -> list[Dump]:
    """Return the files that are complete, the latest names first."""
    manifests = sorted(folder().glob("*.json"), reverse=True) if folder().is_dir() else []
    described = [json.loads(path.read_text()) for path in manifests if ".part" not in path.name]
    return [
        Dump(row["file"], row["about"], row["lines"], row["bytes"], row["sha256"], row["licence"])
        for row in described
        if (folder() / row["file"]).exists()
    ]
