"""The migrations that have landed: `landed.json` maps the path of each to its SHA-256."""

import json
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("landed.json")


def on_disk() -> dict[str, str]:
    """Return the hashes of all migrations of the project by their paths."""
    return {
        path.relative_to(ROOT).as_posix(): sha256(path.read_bytes()).hexdigest()
        for app in ("accounts", "games")
        for path in sorted((ROOT / app).glob("**/migrations/*.py"))
        if path.name != "__init__.py"
    }


def landed() -> dict[str, str]:
    """Return the hashes of the migrations that have landed by their paths."""
    hashes: dict[str, str] = json.loads(FILE.read_text())
    return hashes


def changed(landed: dict[str, str], on_disk: dict[str, str]) -> list[str]:
    """Return the paths of landed migrations that have been edited or removed since."""
    return sorted(path for path, digest in landed.items() if on_disk.get(path) != digest)


def write(hashes: dict[str, str]) -> None:
    """Write `landed.json`."""
    FILE.write_text(json.dumps(dict(sorted(hashes.items())), indent=2) + "\n")
