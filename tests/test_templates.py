"""Templates: lines of a length that a person can compare, none that no page uses."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
LONGEST = 120
FILES = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())
MARKUP = [path for path in FILES if path.suffix in (".html", ".jinja", ".svg")]
FROM_PACKAGES = ("403_csrf", "429", "account/", "admin/", "allauth/", "usersessions/")
"""Templates that Django or allauth load by their own names."""


def name(path: Path) -> str:
    """Return the name by which a template is loaded."""
    return path.relative_to(TEMPLATES).as_posix()


@pytest.mark.parametrize("path", MARKUP, ids=name)
def test_no_line_is_too_long(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert [n for n, line in enumerate(lines, start=1) if len(line) > LONGEST] == []


def test_every_template_is_used() -> None:
    """By another template, or by a name in Python; what packages load is left out."""
    sources = [path.read_text() for path in FILES]
    for package in ("common", "accounts", "games", "zenith_site"):
        sources += [path.read_text() for path in (ROOT / package).rglob("*.py")]
    named = set(re.findall(r"[\"']([\w/{}.-]+\.(?:html|jinja|txt|svg))[\"']", "\n".join(sources)))
    patterns = [re.escape(one).replace(r"\{name\}", r"\w+") for one in named]
    used = re.compile("|".join(patterns))
    dead = [
        name(path)
        for path in FILES
        if not used.fullmatch(name(path)) and not name(path).startswith(FROM_PACKAGES)
    ]
    assert dead == []


def test_every_template_that_is_included_is_there() -> None:
    """A wrong name in an `{% include %}` would only be noticed on its page."""
    wanted = {
        one
        for path in FILES
        for one in re.findall(
            r"(?:\{% (?:include|extends|part|from) |\bregion\([\w.\"-]+, )\"([^\"]+)\"",
            path.read_text(),
        )
    }
    own = {name(path) for path in FILES}
    packages = ("account/base_", "admin/", "mfa/", "usersessions/base_")
    assert sorted(one for one in wanted - own if not one.startswith(packages)) == []


def test_a_partial_is_named_like_one() -> None:
    """What is only included begins with an underscore, whatever folder it is in."""
    included = {
        one
        for path in MARKUP
        for one in re.findall(r"\{% (?:include|part|from) \"([^\"]+)\"", path.read_text())
        if not one.startswith("mfa/")
    }
    assert [one for one in sorted(included) if not Path(one).name.startswith("_")] == []


COPIES = {
    r"<svg class=\"icon": "{% icon %}",
    r"symbols\.svg": "{% symbol %}",
    r"<svg class=\"sign": "{% sign %}",
    r"<span class=\"hidden-text\"": "{% hidden %}",
    r"hx-target=\"#table\"[^>]*>\s*\{% csrf_token %\}": "{% table_form %}",
    r"<a[^<>]*\{% url 'profile' [\w.]+ %\}\"[^<>]*>\{\{": "{% player %}",
}
"""Markup for which there is a component, and the component."""


@pytest.mark.parametrize("pattern", COPIES)
def test_a_component_is_used_instead_of_its_copy(pattern: str) -> None:
    pages = [path for path in MARKUP if path.suffix != ".svg" and "/mails/" not in name(path)]
    copies = [name(path) for path in pages if re.search(pattern, path.read_text())]
    allowed = {"tables/_sprite.html"}
    assert [one for one in copies if one not in allowed] == []


@pytest.mark.parametrize("path", MARKUP, ids=name)
def test_a_button_for_what_cant_be_undone_is_marked_as_final(path: Path) -> None:
    """A second click on something else does not count for it: static/js/final.js."""
    buttons = re.findall(r"<button\b.*?</button>", path.read_text(), re.DOTALL)
    dangers = [button for button in buttons if re.search(r"\bdanger\b", button)]
    assert [button for button in dangers if "data-final" not in button] == []
