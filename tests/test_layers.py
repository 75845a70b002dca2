"""Imports point down: the picture, the contract of import-linter and the code agree.

`make lint` checks the layers and that no package has a cycle; here is what it can't check.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tools.layers import Project

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
LINTER = PYPROJECT["importlinter"]
PACKAGES: list[str] = LINTER["root_packages"]
LATE = [
    pattern
    for pattern, rules in PYPROJECT["ruff"]["lint"]["per-file-ignores"].items()
    if "PLC0415" in rules
]
"""Files in which ruff allows imports inside functions."""


def contracts(kind: str) -> list[dict[str, Any]]:
    """Return the contracts of a type."""
    return [contract for contract in LINTER["contracts"] if contract["type"] == kind]


def layers_of_the_contract() -> list[set[str]]:
    """Return the packages of each layer, from the top."""
    (contract,) = (each for each in contracts("layers") if "containers" not in each)
    return [set(re.split(r" *[|:] *", layer)) for layer in contract["layers"]]


def picture() -> str:
    """Return the Mermaid source of the picture in `docs/architecture.md`."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    found = re.search(r"^## Layers$.*?^```mermaid$(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def is_own(module: str) -> bool:
    """Whether a module is one of the project's; a relative one begins with a dot."""
    return module.partition(".")[0] in ("", *PACKAGES)


def imported(node: ast.stmt) -> list[str]:
    """Return the modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["." * node.level + (node.module or "")]
    return []


def late_imports(source: str) -> Iterator[str]:
    """Yield the imports of our own modules inside functions or below the first definition."""
    tree = ast.parse(source)
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    first = min((node.lineno for node in tree.body if isinstance(node, definitions)), default=None)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and first is not None and node.lineno > first:
            yield from (f"line {node.lineno}: {name}" for name in imported(node) if is_own(name))


def test_the_picture_shows_the_layers_of_the_contract() -> None:
    nodes = re.findall(r'^ *(\w+)\["([^"]+)"\]$', picture(), re.MULTILINE)
    names = r"\b(?:games\.\w+|" + "|".join(PACKAGES) + r")\b"
    assert [set(re.findall(names, label)) for _node, label in nodes] == layers_of_the_contract()
    arrows = [line.strip() for line in picture().splitlines() if "-->" in line]
    chains = [re.split(r" *--> *", line) for line in arrows]
    drawn = [pair for chain in chains for pair in pairwise(chain)]
    assert drawn == list(pairwise(node for node, _label in nodes))


def test_every_package_is_in_a_layer() -> None:
    games = {f"games.{path.parent.name}" for path in (ROOT / "games").glob("*/__init__.py")}
    assert set().union(*layers_of_the_contract()) == games | set(PACKAGES) - {"games"}


def test_no_contract_has_exceptions() -> None:
    assert not [
        contract["name"] for contract in LINTER["contracts"] if "ignore_imports" in contract
    ]


def test_no_package_may_have_a_cycle() -> None:
    (contract,) = contracts("acyclic_siblings")
    assert set(contract["ancestors"]) == set(PACKAGES)
    assert set(contract) == {"name", "type", "ancestors"}


def test_late_imports_are_found() -> None:
    source = "import a\nfrom games.tables import a\ndef f():\n    import os, engine.cards\n"
    assert list(late_imports(source)) == ["line 4: engine.cards"]
    assert list(late_imports("class A:\n    pass\nfrom . import b\n")) == ["line 3: ."]


def test_no_module_imports_late() -> None:
    late = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not any(fnmatch(name, pattern) for pattern in LATE):
                late += [f"{name}, {line}" for line in late_imports(path.read_text())]
    assert late == []


APPS = """
class Config(AppConfig):
    inserts = (Insert("head", "above/_part.html"),)
    optional_urls = ("page",)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of two layers, whose upper one has a page."""
    files = {
        "pyproject.toml": """
            [[tool.importlinter.contracts]]
            type = "layers"
            layers = ["zenith_site", "games.above", "accounts"]
        """,
        "accounts/views.py": "",
        "games/above/apps.py": APPS,
        "games/above/templatetags/tags.py": "",
        "games/above/urls.py": 'path("", page, name="page"), path("", page, name="other")',
        "templates/above/_part.html": "",
        "templates/accounts/page.html": "",
        "templates/base.html": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "markup",
    [
        "{% url 'page' %}",
        "{% url 'no_such_page' %}",
        "{{ url('page') }}",
        '{% include "above/_part.html" %}',
        '{{ region("name", "above/_part.html") }}',
        '{% extends "no_such.html" %}',
        "{% load i18n tags %}",
        "{% static 'css/above.css' %}",
        "{% load tag from tags %}",
        "{% optional_url 'other' as other %}",
        "{% inserts 'no_such_place' %}",
    ],
)
def test_a_template_points_down(project: Path, markup: str) -> None:
    allowed = project / "templates" / "above" / "page.html"
    if "no_such" not in markup and "optional" not in markup:
        allowed.write_text(markup)
    assert Project(project).faults() == []
    (project / "templates" / "accounts" / "page.html").write_text(f"\n<a>{markup}</a>")
    (fault,) = Project(project).faults()
    assert fault.startswith("templates/accounts/page.html:2: accounts -> ")


@pytest.mark.parametrize(
    "source",
    [
        'reverse("page")',
        'redirect("page", 1)',
        'render(request, "above/_part.html")',
        "optional_url('other')",
    ],
)
def test_python_points_down(project: Path, source: str) -> None:
    (project / "accounts" / "views.py").write_text(source)
    (fault,) = Project(project).faults()
    assert fault.startswith("accounts/views.py:1: accounts -> ")


def test_what_comes_from_above_is_declared(project: Path) -> None:
    markup = (
        "{% load i18n %}{% optional_url 'page' as page %}{% inserts 'head' %}{# {% url 'page' %} #}"
    )
    (project / "templates" / "base.html").write_text(markup)
    assert Project(project).faults() == []
