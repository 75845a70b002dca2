"""The typeface: what its files hold, and the style sheet that is made from them."""

import re
import runpy
from pathlib import Path

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from engine.agents import latest_agents

BASE = Path(settings.BASE_DIR)
SCRIPT = runpy.run_path(str(BASE / "bin" / "font"))
LATIN = BASE / "static" / "fonts" / "archivo-latin.woff2"


def letters(name: str) -> set[str]:
    """Return the characters of a font."""
    return {chr(code) for code in TTFont(BASE / "static" / "fonts" / name).getBestCmap()}


def test_it_has_the_letters_of_the_three_languages_and_of_all_agents() -> None:
    texts = [agent.name for agent in latest_agents()]
    for language in ("fr", "de"):
        catalogue = (BASE / "locale" / language / "LC_MESSAGES" / "django.po").read_text()
        texts += re.findall(r'^"?(?:msgstr(?:\[\d\])? |msgid )?"(.*)"$', catalogue, re.MULTILINE)
    used = {letter for text in texts for letter in text if letter.isalpha() or letter.isdigit()}
    assert used - letters("archivo-latin.woff2") == set()


def test_names_from_elsewhere_have_the_second_file() -> None:
    assert set("ŁłŠšŽžĞğİıŐőŘřȘșẞ") <= letters("archivo-latin-ext.woff2") | letters(LATIN.name)


def test_it_has_every_sign_of_the_sources() -> None:
    """A sign that it lacks is looked for in the fonts of the device, before the first picture."""
    folders = ("common", "accounts", "games", "zenith_site", "templates", "static/js", "static/css")
    texts = [
        re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        for folder in folders
        for path in (BASE / folder).rglob("*")
        if path.suffix in (".py", ".html", ".jinja", ".js", ".css")
    ]
    used = {sign for text in texts for sign in text if ord(sign) > 127 and not sign.isspace()}
    used -= set("¼½¾")  # points of tournaments: a kilobyte
    assert used - letters("archivo-latin.woff2") - letters("archivo-latin-ext.woff2") == set()


@pytest.mark.parametrize(("weight", "width"), [(400, 76), (700, 112)])
def test_our_signs_are_the_same_in_all_weights(weight: int, width: int) -> None:
    font = instancer.instantiateVariableFont(TTFont(LATIN), {"wght": weight, "wdth": width})
    names = font.getBestCmap()
    for sign, (advance, _) in SCRIPT["SIGNS"].items():
        assert font["hmtx"].metrics[names[ord(sign)]][0] == advance
        box = font["glyf"][names[ord(sign)]]
        assert font["hhea"].descent < box.yMin < box.yMax < font["hhea"].ascent, sign
        assert 0 <= box.xMin < box.xMax <= advance, sign


@pytest.mark.parametrize("subset", ["latin", "latin-ext"])
def test_it_has_both_axes_and_no_more_than_the_site_uses(subset: str) -> None:
    font = TTFont(BASE / "static" / "fonts" / f"archivo-{subset}.woff2")
    axes = {axis.axisTag: (axis.minValue, axis.maxValue) for axis in font["fvar"].axes}
    assert axes == {"wght": SCRIPT["WEIGHTS"], "wdth": SCRIPT["WIDTHS"]}


def test_its_figures_can_stand_in_columns() -> None:
    font = TTFont(LATIN)
    assert "tnum" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}


@pytest.mark.whole
def test_the_style_sheet_fits_the_font() -> None:
    assert (BASE / "static" / "css" / "fonts.css").read_text() == SCRIPT["sheet"](LATIN)


def test_the_licence_is_kept_beside_it() -> None:
    licence = (BASE / "static" / "fonts" / "archivo.LICENSE.txt").read_text()
    assert "SIL Open Font License, Version 1.1" in licence


@pytest.mark.django_db
def test_every_page_loads_it_at_once(client: Client) -> None:
    page = re.sub(r"\s+", " ", client.get("/symbols/").content.decode())
    assert f'<link rel="preload" href="{static("fonts/archivo-latin.woff2")}" as="font"' in page
