"""Styles: one file of tokens, a file a component, nothing dead, nothing said twice."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings

BASE = Path(settings.BASE_DIR)
FOLDER = BASE / "static" / "css"
NAMES = sorted(path.name for path in FOLDER.glob("*.css"))
NOT_TOKENS = [name for name in NAMES if name != "tokens.css"]
LAYERS = ["tokens", "base", "layout", "components", "table", "utilities"]

RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
AT_RULE = re.compile(r"@(?:layer|media|container|supports)[^{;]*\{")
RAW_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(")
SPACE = re.compile(r"(?:^|-)(?:gap|padding|margin)(?:-|$)|^border-radius$")
LENGTH = re.compile(r"(?<![\w.-])-?(\d*\.?\d+)(px|rem)\b")
LARGEST_SPACE = 40
"""Pixels of the largest space; what is larger is a measure of the layout."""
LONGEST_LINE = 120
LEGIBLE = 4.5
EDGE = 3.0
"""Least contrasts of WCAG AA: of text, and of what surrounds a control."""


def css(name: str) -> str:
    """Return a style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", (FOLDER / name).read_text(), flags=re.DOTALL)


def rules(name: str) -> Iterator[tuple[str, str]]:
    """Yield selector list and declarations of every rule, whatever it is nested in."""
    text = re.sub(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css(name))
    for selectors, block in RULE.findall(AT_RULE.sub(";", text)):
        yield " ".join(selectors.split()), block


def declarations(name: str) -> Iterator[tuple[str, str]]:
    """Yield property and value of every declaration, those of keyframes too."""
    for _, block in RULE.findall(AT_RULE.sub(";", css(name))):
        for line in block.split(";"):
            if ":" in line:
                prop, _, value = line.partition(":")
                yield prop.strip(), value.strip()


def split(selectors: str) -> list[str]:
    """Split a selector list at its outer commas."""
    parts, depth = [""], 0
    for letter in selectors:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def test_the_rules_are_read_as_they_are_written() -> None:
    """The helpers above see nested rules and none of the keyframes."""
    assert split(":is(.a, .b) c, d[e=','] ") == [":is(.a, .b) c", "d[e=',']"]
    found = dict(rules("base.css"))
    assert "[hidden]" in found
    assert "display: none" in found["[hidden]"]
    assert not [selector for selector, _ in rules("lanes.css") if "%" in selector]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_important(name: str) -> None:
    assert "!important" not in css(name)


def test_the_layers_stand_in_one_order() -> None:
    first = css("tokens.css").strip().partition(";")[0]
    assert first == f"@layer {', '.join(LAYERS)}"
    for name in NAMES:
        assert set(re.findall(r"@layer (\w+) \{", css(name))) <= set(LAYERS)
        assert AT_RULE.sub("", css(name)).count("{") > 0


@pytest.mark.parametrize("name", NOT_TOKENS)
def test_colours_are_tokens(name: str) -> None:
    assert RAW_COLOUR.findall(css(name)) == []
    named = re.compile(r"\b(?:white|black|red|green|blue|grey|gray|orange|yellow)\b")
    assert [each for each in declarations(name) if named.search(each[1])] == []


@pytest.mark.parametrize("name", NOT_TOKENS)
def test_sizes_of_type_are_tokens(name: str) -> None:
    for prop, value in declarations(name):
        if prop == "font-size":
            assert re.fullmatch(r"var\(--f\d\)|inherit", value), value
        if prop == "font":
            assert value == "inherit"
        if prop == "font-family":
            assert re.fullmatch(r"var\(--(?:font|mono)\)|inherit", value), value


def test_there_are_seven_sizes_of_type() -> None:
    assert len(re.findall(r"--f\d:", css("tokens.css"))) == 7


@pytest.mark.parametrize("name", NOT_TOKENS)
def test_spaces_and_radii_are_tokens(name: str) -> None:
    """A hairline and the measures of a layout are written out."""
    for prop, value in declarations(name):
        if not SPACE.search(prop):
            continue
        for number, unit in LENGTH.findall(value):
            pixels = float(number) * (16 if unit == "rem" else 1)
            assert pixels == 0 or pixels == 1 or pixels > LARGEST_SPACE, f"{prop}: {value}"


@pytest.mark.parametrize("name", NOT_TOKENS)
def test_durations_are_tokens(name: str) -> None:
    for prop, value in declarations(name):
        if prop in ("transition", "animation"):
            assert not re.search(r"(?<![\w-])[\d.]+m?s\b", value), value


def test_what_is_used_is_defined_and_what_is_defined_is_used() -> None:
    """Custom properties; templates and scripts use some of them too."""
    sheets = {name: css(name) for name in NAMES}
    pages = [path.read_text() for path in (BASE / "templates").rglob("*.html")]
    defined = set(re.findall(r"(--[\w-]+)\s*:", " ".join(sheets.values())))
    used = set(re.findall(r"var\((--[\w-]+)", " ".join([*sheets.values(), *pages])))
    assert used - defined == set()
    assert defined - used == set()


def test_a_token_is_defined_once() -> None:
    root = dict(rules("tokens.css"))[":root"]
    names = re.findall(r"(--[\w-]+)\s*:", root)
    assert len(names) == len(set(names))
    for name in NOT_TOKENS:
        again = {prop for prop, _ in declarations(name)} & set(names)
        assert not again, f"{name} defines {again} anew"


def words_of_the_sources() -> set[str]:
    """Return every word from which a class may be made: of templates, Python and scripts."""
    files = [*(BASE / "templates").rglob("*.html"), *(BASE / "static" / "js").glob("*.js")]
    for package in ("games", "accounts", "engine", "zenith_site"):
        files += (BASE / package).rglob("*.py")
    # Django gives lists of errors their classes, messages theirs.
    words = {"errorlist", "nonfield", "success", "warning", "error"}
    for file in files:
        words.update(re.findall(r"[A-Za-z][\w-]*", file.read_text()))
    return words


def test_every_class_is_used() -> None:
    words = words_of_the_sources()
    dead = [
        f"{name}: .{each}"
        for name in NAMES
        for selectors, _ in rules(name)
        for each in re.findall(r"\.([A-Za-z][\w-]*)", re.sub(r"\"[^\"]*\"", "", selectors))
        if each not in words
    ]
    assert dead == []


def test_every_id_is_used() -> None:
    pages = "\n".join(path.read_text() for path in (BASE / "templates").rglob("*.html"))
    for name in NAMES:
        for selectors, _ in rules(name):
            for each in re.findall(r"#([A-Za-z][\w-]*)", selectors):
                assert f'id="{each}"' in pages, f"{name}: #{each}"


def test_no_selector_stands_in_two_files() -> None:
    where: dict[str, set[str]] = defaultdict(set)
    for name in NAMES:
        for selectors, _ in rules(name):
            for each in split(selectors):
                where[each].add(name)
    assert {each: names for each, names in where.items() if len(names) > 1} == {}


def test_every_sheet_and_script_is_loaded() -> None:
    pages = "\n".join(path.read_text() for path in (BASE / "templates").rglob("*.html"))
    for name in NAMES:
        assert f"css/{name}" in pages, name
    scripts = {path.name: path.read_text() for path in (BASE / "static" / "js").glob("*.js")}
    for name in scripts:
        imported = any(f'"./{name}"' in text for text in scripts.values())
        assert name == "sw.js" or imported or f"js/{name}" in pages, name


def test_no_line_is_too_long() -> None:
    for path in [*FOLDER.glob("*.css"), *(BASE / "static" / "js").glob("*.js")]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            assert len(line) <= LONGEST_LINE, f"{path.name}:{number}"


def test_every_file_says_what_it_is() -> None:
    for name in NAMES:
        assert (FOLDER / name).read_text().startswith("/* "), name
    for path in (BASE / "static" / "js").glob("*.js"):
        assert path.read_text().startswith("// "), path.name


def test_no_helper_stands_in_two_scripts() -> None:
    where: dict[str, set[str]] = defaultdict(set)
    for path in (BASE / "static" / "js").glob("*.js"):
        text = path.read_text()
        bodies = re.findall(
            r"^(?:export )?(?:async )?function \w+(\([^\n]*\{\n.*?^\})", text, re.M | re.S
        )
        bodies += re.findall(r"^const \w+ = (\(.*?;)$", text, re.M)
        for body in bodies:
            where[" ".join(body.split())].add(path.name)
    assert [names for names in where.values() if len(names) > 1] == []


# Contrasts of the colours, in both themes


def themes(token: str) -> tuple[str, str]:
    """Return the colours of a token: light and dark."""
    value = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", css("tokens.css")))[token]
    if alias := re.fullmatch(r"var\((--[\w-]+)\)", value):
        return themes(alias[1])
    light, dark = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value).groups()  # type: ignore[union-attr]
    return str(light), str(dark)


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rgb` or `#rrggbb` as WCAG 2 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


PLANETS = ["--mercury", "--venus", "--terra", "--mars", "--jupiter"]
SIDES = ["--you", "--they"]
GROUNDS = ["--bg", "--bg-2", "--panel"]
INKS = ["--text", "--dim", "--credit", "--zen", "--gold", "--silver", "--good", "--bad"]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_have_contrast_enough(theme: int) -> None:
    for ink, ground in product([*INKS, *PLANETS, *SIDES], GROUNDS):
        assert contrast(themes(ink)[theme], themes(ground)[theme]) >= LEGIBLE, (ink, ground)
    for ground in [*PLANETS, *SIDES, "--gold"]:
        assert contrast(themes("--on")[theme], themes(ground)[theme]) >= LEGIBLE, ground
    for ground in GROUNDS:
        assert contrast(themes("--edge")[theme], themes(ground)[theme]) >= EDGE, ground


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#fff", "#000") == 21
    assert round(contrast("#767676", "#fff"), 2) == 4.54
