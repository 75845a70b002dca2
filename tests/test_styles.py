"""Styles: one file of tokens, a file a component, nothing dead, nothing said twice."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
from django.conf import settings

BASE = Path(settings.BASE_DIR)
FOLDER = BASE / "static" / "css"
PAGES = sorted((BASE / "templates").rglob("*.*"))
BUNDLES = ("site.css", "table-page.css")
"""Style sheets that only import others."""
NAMES = sorted(path.name for path in FOLDER.glob("*.css") if path.name not in BUNDLES)
NOT_TOKENS = [name for name in NAMES if name not in ("tokens.css", "fonts.css")]
LAYERS = ["tokens", "base", "layout", "components", "table", "utilities"]

RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
AT_RULE = re.compile(r"@(?:layer|media|container|supports)[^{;]*\{")
KEYFRAMES = re.compile(r"@keyframes ([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}")
RAW_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(")
SPACE = re.compile(r"(?:^|-)(?:gap|padding|margin)(?:-|$)|^border-radius$")
LENGTH = re.compile(r"(?<![\w.-])-?(\d*\.?\d+)(px|rem)\b")
LARGEST_SPACE = 40
"""Pixels of the largest space; what is larger is a measure of the layout."""
LONGEST_LINE = 120
MEDIA = re.compile(r"@media ([^{]*)\{")
MOST_HAS = 115
"""How many `:has()` the styles have; they may become fewer."""
LEGIBLE = 4.5
EDGE = 3.0
"""Least contrasts of WCAG AA: of text, and of what surrounds a control."""
BEST_LEGIBLE = 7.0
"""Least contrast of text for WCAG AAA."""


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
    assert re.findall(r'@import "(.*)";', css("site.css"))[0] == "tokens.css"
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
            assert re.fullmatch(r"var\(--f(\d|ield)\)|inherit", value), value
        if prop == "font":
            assert value == "inherit"
        if prop == "font-family":
            assert re.fullmatch(r"var\(--(?:font|mono)\)|inherit", value), value


def test_there_are_seven_sizes_of_type() -> None:
    assert len(set(re.findall(r"--f\d:", css("tokens.css")))) == 7


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


def test_animations_repaint_nothing() -> None:
    """They animate what a browser moves without painting again, each frame: phones get warm.

    The exception is a small drawing, while one waits for an opponent.
    """
    animated: dict[str, set[str]] = {}
    for name in NAMES:
        for keyframes, blocks in KEYFRAMES.findall(css(name)):
            animated[keyframes] = set(re.findall(r"([\w-]+)\s*:", blocks))
    assert len(animated) > 3
    assert animated.pop("orbit") == {"offset-distance"}
    # Chromium moves no drawing by scale, rotate or translate without its main thread.
    assert set.union(*animated.values()) <= {"opacity", "transform"}


@pytest.mark.parametrize("name", NOT_TOKENS)
def test_weights_and_widths_of_letters_are_tokens(name: str) -> None:
    """Each pair in each size is a font of its own, made before the first picture."""
    for prop, value in declarations(name):
        if prop == "font-weight":
            assert value in ("400", "inherit", "var(--wt-strong)", "var(--wt-title)"), value
        if prop == "font-stretch":
            assert value in ("inherit", "var(--wd-tight)", "var(--wd-wide)"), value


LATEST = re.compile(r"\blight-dark\(|\bif\(|\bcontrast-color\(")
"""Functions that leave a browser of two years ago without a value."""


@pytest.mark.parametrize("name", NAMES)
def test_every_engine_understands_the_styles(name: str) -> None:
    """Safari and Firefox drop a declaration with one word that they don't know."""
    assert not LATEST.search(css(name))
    before = ("", "")
    for prop, value in declarations(name):
        if prop == "text-decoration":  # in Safari the shorthand is the line alone
            assert len(value.split()) == 1, value
        if prop == "user-select":
            assert before == (f"-webkit-{prop}", value)
        if prop == "touch-action" and re.search(r"pan-(up|down|left|right)", value):
            assert before[0] == prop, value
        before = (prop, value)


@pytest.mark.parametrize("name", NAMES)
def test_what_only_screen_readers_read_is_one_line(name: str) -> None:
    """In its pixel each word would be a line, and a screen reader may read them without spaces."""
    for selectors, block in rules(name):
        if "clip-path: inset(50%)" in block:
            assert "white-space: nowrap" in block, selectors


def test_what_is_used_is_defined_and_what_is_defined_is_used() -> None:
    """Custom properties; templates and drawings use some of them too."""
    sheets = {name: css(name) for name in NAMES}
    pages = [path.read_text() for path in PAGES]
    pages += [path.read_text() for path in (BASE / "static" / "img").glob("*.svg")]
    defined = set(re.findall(r"(--[\w-]+)\s*:", " ".join(sheets.values())))
    used = set(re.findall(r"var\((--[\w-]+)", " ".join([*sheets.values(), *pages])))
    assert used - defined == set()
    assert defined - used == set()


def test_a_token_is_defined_once() -> None:
    blocks = dict(rules("tokens.css"))
    names = re.findall(r"(--[\w-]+)\s*:", blocks[":root"] + blocks[":root, [data-theme]"])
    assert len(names) == len(set(names))
    for name in NOT_TOKENS:
        again = {prop for prop, _ in declarations(name)} & set(names)
        assert not again, f"{name} defines {again} anew"


def words_of_the_sources() -> set[str]:
    """Return every word from which a class may be made: of templates, Python and scripts."""
    files = [*PAGES, *(BASE / "static" / "js").glob("*.js")]
    for package in ("games", "accounts", "common", "engine", "zenith_site"):
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
    pages = "\n".join(path.read_text() for path in PAGES)
    for name in NAMES:
        for selectors, _ in rules(name):
            for each in re.findall(r"#([A-Za-z][\w-]*)", selectors):
                assert f'id="{each}"' in pages, f"{name}: #{each}"


def test_no_class_is_named_twice_for_its_weight() -> None:
    """A real ancestor weighs as much, and says where the rule holds."""
    for name in NAMES:
        assert re.findall(r"\.([\w-]+)\.\1\b", css(name)) == [], name


def test_selectors_ask_no_more_than_they_did() -> None:
    """A class from the server is found faster than by `:has()`, and read faster too."""
    assert sum(css(name).count(":has(") for name in NAMES) <= MOST_HAS


def layouts() -> list[str]:
    """Return the conditions of the named layouts, from the table in docs/architecture.md."""
    page = (BASE / "docs" / "architecture.md").read_text()
    section = page.partition("### Windows\n")[2].partition("\n### ")[0]
    return re.findall(r"^\| [\w ]+ \| `(\(.*?)` \|", section, re.M)


def about_size(queries: Iterable[str]) -> set[str]:
    """Return the media queries that depend on the size of the window."""
    return {" ".join(query.split()) for query in queries if re.search("width|height", query)}


def test_styles_tell_windows_apart_by_the_named_layouts() -> None:
    named = layouts()
    assert len(named) == len(set(named))
    assert about_size(query for name in NAMES for query in MEDIA.findall(css(name))) == set(named)


def test_scripts_tell_windows_apart_by_the_named_layouts() -> None:
    for path in (BASE / "static" / "js").glob("*.js"):
        for query in about_size(re.findall(r"matchMedia\(\"([^\"]*)\"\)", path.read_text())):
            assert set(query.split(" and ")) <= set(layouts()), f"{path.name}: {query}"


def test_no_selector_stands_in_two_files() -> None:
    where: dict[str, set[str]] = defaultdict(set)
    for name in NAMES:
        for selectors, _ in rules(name):
            for each in split(selectors):
                where[each].add(name)
    assert {each: names for each, names in where.items() if len(names) > 1} == {}


def test_every_sheet_and_script_is_loaded() -> None:
    pages = "\n".join(path.read_text() for path in PAGES)
    bundles = {name: (FOLDER / name).read_text() for name in BUNDLES}
    for name in [*NAMES, *BUNDLES]:
        imported = any(f'@import "{name}";' in text for text in bundles.values())
        assert imported or f"css/{name}" in pages, name
    scripts = {path.name: path.read_text() for path in (BASE / "static" / "js").glob("*.js")}
    for name in scripts:
        imported = any(f'"./{name}"' in text for text in scripts.values())
        assert name == "sw.js" or imported or f"js/{name}" in pages, name


def test_no_line_is_too_long() -> None:
    for path in [*FOLDER.glob("*.css"), *(BASE / "static" / "js").glob("*.js")]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            assert len(line) <= LONGEST_LINE, f"{path.name}:{number}"


def test_every_file_says_what_it_is() -> None:
    for name in [*NAMES, *BUNDLES]:
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


# Colours of all themes, with either palette

THEMES = ["light", "dark", "contrast"]
PALETTES = ["usual", "safe"]


def colours(theme: str, palette: str) -> dict[str, str]:
    """Return the colour tokens of a theme with a palette: name and `#rrggbb`."""
    blocks = dict(rules("tokens.css"))
    selectors = [":root, [data-theme]"]
    if palette == "safe":
        selectors.append('[data-palette="safe"], [data-palette="safe"] [data-theme]')
    switches = {theme, "light" if theme == "light" else "night"}
    tokens: dict[str, str] = {}
    for selector in selectors:
        for name, value in re.findall(r"(--[\w-]+):\s*([^;]+);", blocks[selector]):
            values = dict(re.findall(r"var\(--(\w+), ([^)]+)\)", value))
            tokens[name] = next((values[each] for each in switches if each in values), value)
    hexes = {name: value for name, value in tokens.items() if re.fullmatch("#[0-9a-f]+", value)}
    return {
        name: value if len(value) > 4 else "#" + "".join(2 * digit for digit in value[1:])
        for name, value in hexes.items()
    }


def linear(colour: str) -> list[float]:
    """Return red, green and blue of `#rrggbb` as amounts of light, 0 to 1."""
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` as WCAG 2 defines it."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


PLANETS = ["--mercury", "--venus", "--terra", "--mars", "--jupiter"]
SIDES = ["--you", "--they"]
GROUNDS = ["--bg", "--bg-2", "--panel", "--panel-2"]
INKS = ["--text", "--dim", "--link", "--credit", "--zen", "--gold", "--silver", "--good", "--bad"]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("theme", THEMES)
def test_colours_have_contrast_enough(theme: str, palette: str) -> None:
    """WCAG AA; in the theme of high contrast AAA for what is read."""
    colour = colours(theme, palette)
    for ink, ground in product([*INKS, *PLANETS, *SIDES], GROUNDS):
        assert contrast(colour[ink], colour[ground]) >= LEGIBLE, (ink, ground)
    for ground in [*PLANETS, *SIDES, "--gold"]:
        assert contrast(colour["--on"], colour[ground]) >= LEGIBLE, ground
    for ground in GROUNDS:
        assert contrast(colour["--edge"], colour[ground]) >= EDGE, ground
        if theme == "contrast":
            assert contrast(colour["--text"], colour[ground]) >= BEST_LEGIBLE
            assert contrast(colour["--dim"], colour[ground]) >= BEST_LEGIBLE


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54


# What eyes see, by Machado, Oliveira and Fernandes, 2009; rows give red, green and blue.
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 0.09
"""Least distance of two colours in Oklab; the usual planets come as near as 0.01."""


def oklab(light: list[float]) -> list[float]:
    """Return linear red, green and blue in Oklab, where distances are those that eyes see."""
    to_cones = (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
    to_lab = (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
    return times(to_lab, [cone ** (1 / 3) for cone in times(to_cones, light)])


def times(matrix: Sequence[Sequence[float]], vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def nearest(colour: dict[str, str], names: list[str], eyes: str) -> float:
    """Return the distance of the two colours that these eyes can tell apart worst."""
    seen = [
        oklab([min(max(part, 0), 1) for part in times(EYES[eyes], linear(colour[name]))])
        for name in names
    ]
    return min(math.dist(one, other) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_safe_palette_is_told_apart_by_all_eyes(theme: str, eyes: str) -> None:
    colour = colours(theme, "safe")
    assert nearest(colour, PLANETS, eyes) >= APART
    assert nearest(colour, SIDES, eyes) >= APART
    assert nearest(colour, ["--good", "--bad"], eyes) >= APART


def test_the_usual_palette_would_not_pass() -> None:
    assert nearest(colours("dark", "usual"), PLANETS, "deuteranopia") < APART / 4


def test_browsers_paint_the_ground_of_the_page_before_its_styles() -> None:
    """`meta theme-color` has the colours of `--bg`."""
    head = (BASE / "templates" / "parts" / "_theme.html").read_text()
    grounds = {theme: colours(theme, "usual")["--bg"] for theme in THEMES}
    found = re.findall(r"name=\"theme-color\" content=\"(#\w+)\"", head)
    assert found == [
        grounds[theme] for theme in ("contrast", "dark", "light", "light", "contrast", "dark")
    ]
