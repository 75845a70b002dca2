"""The sources of the distribution zenith-engine: the engine under the name `zenith_engine`.

Only names change, and every line stays in its place, so that a traceback leads to the line in
`engine/`.
"""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Final

from tools.scratch import ROOT

NAME: Final = "zenith_engine"
HERE: Final = Path(__file__).parent
FILES: Final = {"pyproject.in": "pyproject.toml", "setup.in": "setup.py", "README.md": "README.md"}
"""File in this folder -> its name in the distribution."""
RENAMED: Final = (
    (re.compile(r"\b(from|import) engine\b"), rf"\1 {NAME}"),
    (re.compile(r"\bpython -m engine\b"), "zenith"),
    (re.compile(r"\bengine([./])(?=\w)"), rf"{NAME}\1"),
)
"""Imports, also in examples; the command; modules and files that are named in texts."""


def renamed(text: str) -> str:
    """Return the text of a module with the installed name of the engine.

    >>> renamed("from engine.game import Game  # engine/game.py")
    'from zenith_engine.game import Game  # zenith_engine/game.py'
    """
    for pattern, name in RENAMED:
        text = pattern.sub(name, text)
    return text


def version() -> str:
    """Return the version of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    number: str = project["project"]["version"]
    return number


def compiled_modules() -> list[str]:
    """Return the files of the engine that mypyc compiles, as `rules/turn.py`."""
    script = ROOT / "bin" / "compile-engine"
    listed = subprocess.run([script, "--modules"], capture_output=True, text=True, check=True)
    engine = ROOT / "engine"
    files: list[str] = []
    for name in listed.stdout.split():
        path = engine / name
        inside = sorted(path.glob("*.py")) if path.is_dir() else [path]
        files += [file.relative_to(engine).as_posix() for file in inside]
    return files


def assemble(folder: Path) -> None:
    """Write the sources of the distribution into a folder, which must not exist yet."""
    package = folder / NAME
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "engine", package, ignore=ignored)
    for path in package.rglob("*.py"):
        path.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
    for source, name in FILES.items():
        text = (HERE / source).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("@version@", version()), encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    modules = "".join(f"{NAME}/{name}\n" for name in compiled_modules())
    (folder / "compiled.txt").write_text(modules, encoding="utf-8")
    (folder / "MANIFEST.in").write_text("include compiled.txt\n", encoding="utf-8")
