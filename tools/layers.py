"""Check that templates, URL names and tag libraries point down the layers, as imports do.

    python -m tools.layers

The layers are those of the contract of import-linter in `pyproject.toml`; import-linter sees
neither `{% url %}`, `{% include %}`, `{% extends %}`, `{% load %}` and `{% static %}` nor
`reverse`, `redirect` and the names of templates in Python. Each of them belongs to a package: a
URL name to the one whose `urls.py` has it, a template to the one that its folder is named after, a
style sheet or script to the one that it is named after, a tag library to the one whose
`templatetags` it lies in. A reference upward or sideways is an error; so is a URL name or a
template that does not exist. What comes from above is asked for by `optional_url` and
`{% inserts %}` (`common/navigation.py`): each name must be declared by an app.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOP = "zenith_site"
"""The package whose views show the templates outside of folders: pages about errors."""
OF_ALL = {"base.html": "common", "refused.html": "common"}
"""The others outside of folders, which all pages use."""
FOLDERS = {
    "account": "accounts",
    "allauth": "accounts",
    "mfa": "accounts",
    "parts": "common",
    "usersessions": "accounts",
}
"""Template folders that are not named after their package."""
KITS = re.compile(r"^(?:account_|mfa_|usersessions_)")
"""URL names of django-allauth, which the accounts are built on."""
ADMIN = re.compile(r"^admin:(?:(?P<label>[a-z]+)_)?")
ASKED = ("optional_url", "inserts")
"""The kinds of references to what need not be installed."""
REVERSES = {"reverse", "reverse_lazy", "redirect", "resolve_url"}
"""Functions of Django whose first argument may be a URL name."""

URLS = re.compile(r"""\{%-?\s*url\s+["']([\w:]+)["']|\burl\(\s*["']([\w:]+)["']""")
OPTIONAL_URLS = re.compile(r"""\boptional_url[\s(]+["'](\w+)["']""")
PLACES = re.compile(r"""\{%-?\s*inserts\s+["'](\w+)["']""")
STYLES = re.compile(r"""["'](?:css|js)/([\w-]+)\.(?:css|js)["']""")
LOADS = re.compile(r"\{%-?\s*load\s+([^%]+?)\s*-?%\}")
TEMPLATES = re.compile(r"""["']([\w/-]+\.(?:html|jinja|txt))(?:#\w+)?["']""")
TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
COMMENTS = re.compile(r"\{#.*?#\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reference:
    """A line that names a URL, a template or a tag library."""

    place: str
    """Path and line."""
    package: str
    kind: str
    name: str
    owner: str | None
    """The package that it belongs to; `None` if it does not exist."""


class Project:
    """The packages of a tree and what belongs to them."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.layers = _layers(root)
        self.labels = {name.rpartition(".")[2]: name for name in self.layers}
        """The packages by the labels of their apps."""
        self.urls = dict(self._named_urls())
        self.optional_urls = set(self._declared_urls())
        self.places = set(self._declared_places())
        self.libraries = {
            path.stem: self._package_of(path)
            for path in self._modules()
            if path.parent.name == "templatetags"
        }

    def references(self) -> Iterator[Reference]:
        """Yield all references in templates and in Python."""
        for path in sorted((self.root / "templates").rglob("*.*")):
            if path.suffix in (".html", ".jinja", ".txt"):
                yield from self._in_template(path)
        for path in self._modules():
            yield from self._in_module(path)

    def leaves(self) -> list[str]:
        """Return the subjects that no other package imports or refers to, as `puzzles`."""
        used = set(self._imported())
        used |= {
            reference.owner
            for reference in self.references()
            if reference.owner
            and reference.owner != reference.package
            and reference.kind not in ASKED
        }
        subjects = [name for name in self.layers if name.startswith("games.")]
        return [name.removeprefix("games.") for name in subjects if name not in used]

    def faults(self) -> list[str]:
        """Return a line for each reference that does not point down."""
        return [
            f"{reference.place}: {reference.package} -> {reference.owner or 'nothing'}: "
            f"{reference.kind} {reference.name}"
            for reference in self.references()
            if not self._is_allowed(reference)
        ]

    def _is_allowed(self, reference: Reference) -> bool:
        if reference.owner is None:
            return False
        if reference.kind in ASKED:
            return True
        if reference.owner in ("django", reference.package):
            return True
        return self.layers[reference.owner] > self.layers[reference.package]

    def _modules(self) -> Iterator[Path]:
        for package in sorted({name.partition(".")[0] for name in self.layers}):
            for path in sorted((self.root / package).rglob("*.py")):
                if "migrations" not in path.parts:
                    yield path

    def _package_of(self, path: Path) -> str:
        return self._package_in(".".join(path.relative_to(self.root).with_suffix("").parts))

    def _package_in(self, module: str) -> str:
        """Return the package that a module lies in; empty if it is none of ours."""
        parts = module.split(".")
        names = (".".join(parts[:length]) for length in (3, 2, 1))
        return next((name for name in names if name in self.layers), "")

    def _owner_of_template(self, name: str) -> str | None:
        if not (self.root / "templates" / name).exists():
            return None
        folder, _slash, _rest = name.rpartition("/")
        first, *others = folder.split("/")
        if first == "admin":
            return self.labels.get(others[0], "django") if others else "django"
        if not folder:
            return OF_ALL.get(name, TOP)
        extra = f"games.{first}.{others[0]}" if others else ""
        return extra if extra in self.layers else FOLDERS.get(first) or self.labels[first]

    def _owner_of_url(self, name: str) -> str | None:
        if KITS.match(name):
            return "accounts"
        if match := ADMIN.match(name):
            return self.labels.get(match["label"] or "", "django")
        return self.urls.get(name)

    def _named_urls(self) -> Iterator[tuple[str, str]]:
        for path in self._modules():
            if path.name != "urls.py":
                continue
            for call in _calls(ast.parse(path.read_text())):
                for keyword in call.keywords:
                    if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                        yield str(keyword.value.value), self._package_of(path)

    def _imported(self) -> Iterator[str]:
        """Yield the packages that modules of other packages import."""
        for path in self._modules():
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Import(names=names):
                        modules = [alias.name for alias in names]
                    case ast.ImportFrom(module=str() as module, names=names):
                        modules = [f"{module}.{alias.name}" for alias in names]
                    case _:
                        continue
                packages = {self._package_in(module) for module in modules}
                yield from packages - {self._package_of(path)}

    def _declared_urls(self) -> Iterator[str]:
        """Yield the names in the `optional_urls` of all apps, if they are the app's own."""
        for path in self._modules():
            if path.name == "apps.py":
                package = self._package_of(path)
                for node in ast.walk(ast.parse(path.read_text())):
                    match node:
                        case ast.Assign(targets=[ast.Name(id="optional_urls")], value=value):
                            names: tuple[str, ...] = ast.literal_eval(value)
                            yield from (name for name in names if self.urls.get(name) == package)

    def _declared_places(self) -> Iterator[str]:
        """Yield the places into which apps put templates."""
        for path in self._modules():
            if path.name == "apps.py":
                for call in _calls(ast.parse(path.read_text())):
                    if _function_of(call) == "Insert" and (place := _first_text(call)):
                        yield place

    def _optional(self, place: str, package: str, text: str) -> Iterator[Reference]:
        """Yield the references of a text to what need not be installed."""
        for match in OPTIONAL_URLS.finditer(text):
            owner = self.urls.get(match[1]) if match[1] in self.optional_urls else None
            yield Reference(place, package, "optional_url", match[1], owner)

    def _in_template(self, path: Path) -> Iterator[Reference]:
        name = path.relative_to(self.root / "templates").as_posix()
        package = self._owner_of_template(name)
        assert package is not None
        text = COMMENTS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), path.read_text())
        for tag in TAGS.finditer(text):
            place = f"templates/{name}:{text.count('\n', 0, tag.start()) + 1}"
            for match in URLS.finditer(tag[0]):
                url = match[1] or match[2]
                yield Reference(place, package, "url", url, self._owner_of_url(url))
            for match in TEMPLATES.finditer(tag[0]):
                owner = self._owner_of_template(match[1])
                if owner or not _is_of_a_kit(match[1]):
                    yield Reference(place, package, "template", match[1], owner)
            for match in STYLES.finditer(tag[0]):
                owner = self.labels.get(match[1], "django")
                yield Reference(place, package, "static", match[0].strip("\"'"), owner)
            yield from self._optional(place, package, tag[0])
            for match in PLACES.finditer(tag[0]):
                owner = TOP if match[1] in self.places else None
                yield Reference(place, package, "inserts", match[1], owner)
            for match in LOADS.finditer(tag[0]):
                for library in match[1].partition(" from ")[2].split() or match[1].split():
                    owner = self.libraries.get(library, "django")
                    yield Reference(place, package, "load", library, owner)

    def _in_module(self, path: Path) -> Iterator[Reference]:
        package = self._package_of(path)
        where = path.relative_to(self.root).as_posix()
        tree = ast.parse(path.read_text())
        for call in _calls(tree):
            name = _first_text(call)
            if name is not None and _function_of(call) == "optional_url":
                place = f"{where}:{call.lineno}"
                yield from self._optional(place, package, f'optional_url("{name}"')
            if name is None or _function_of(call) not in REVERSES or "/" in name:
                continue
            place = f"{where}:{call.lineno}"
            yield Reference(place, package, "url", name, self._owner_of_url(name))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                match = TEMPLATES.fullmatch(f'"{node.value}"')
                if match and (owner := self._owner_of_template(match[1])):
                    place = f"{where}:{node.lineno}"
                    yield Reference(place, package, "template", match[1], owner)


def _is_of_a_kit(name: str) -> bool:
    """Whether a template is one that Django or django-allauth bring."""
    return name.startswith(("admin/", "account/", "allauth/", "mfa/", "usersessions/"))


def _layers(root: Path) -> Mapping[str, float]:
    """Return the number of each package's layer, counted from the top.

    An app inside of another one, such as `games.notifications.feeds`, lies just above it.
    """
    tools = tomllib.loads((root / "pyproject.toml").read_text())["tool"]
    contracts = tools["importlinter"]["contracts"]
    (rows,) = (
        contract["layers"]
        for contract in contracts
        if contract["type"] == "layers" and "containers" not in contract
    )
    layers: dict[str, float] = {
        name.strip(): number for number, row in enumerate(rows) for name in row.split("|")
    }
    for path in root.glob("games/*/*/apps.py"):
        subject, extra, _name = path.relative_to(root / "games").parts
        layers[f"games.{subject}.{extra}"] = layers[f"games.{subject}"] - 0.5
    return layers


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _function_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _first_text(call: ast.Call) -> str | None:
    match call.args:
        case [ast.Constant(value=str() as text), *_rest]:
            return text
    return None


def main() -> int:
    """Print what does not point down; return 1 if there is something."""
    faults = Project().faults()
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
