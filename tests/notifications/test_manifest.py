"""The site as an app: its manifest, and icons that are drawn from the logo."""

import runpy
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client

from tests.support.factories import player


@pytest.mark.django_db
def test_every_page_names_it(client: Client) -> None:
    client.force_login(player("ada"))
    answer = client.get("/preferences/")
    page = answer.content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert f'<link rel="apple-touch-icon" href="{static("img/icon-180.png")}">' in page
    assert "manifest-src 'self'" in answer["Content-Security-Policy"]


def test_it_says_how_the_site_is_installed(client: Client) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"})
    assert answer["Content-Type"] == "application/manifest+json"
    said = answer.json()
    assert (said["name"], said["display"], said["start_url"]) == ("Zenith", "standalone", "/")
    assert (said["lang"], said["description"][:5]) == ("fr", "Jouez")
    assert "maskable" in [icon.get("purpose") for icon in said["icons"]]
    for icon in said["icons"]:
        if icon["type"] == "image/png":
            assert icon["src"] in [static(f"img/icon-{size}.png") for size in (192, 512)]
            assert icon["sizes"] == "{}x{}".format(*size_of(icon["src"]))


def size_of(address: str) -> tuple[int, int]:
    """Return width and height of a PNG."""
    path = finders.find(f"img/{Path(address).name}")
    assert path is not None
    width, height = struct.unpack(">II", Path(path).read_bytes()[16:24])
    return width, height


def test_the_icons_are_drawn_from_the_logo() -> None:
    icons = runpy.run_path(str(settings.BASE_DIR / "bin" / "icons"))
    for size in icons["SIZES"]:
        kept = (settings.BASE_DIR / f"static/img/icon-{size}.png").read_bytes()
        assert kept == icons["draw"](size), "bin/icons draws them anew"


@pytest.mark.django_db
def test_the_colours_are_those_of_the_pages(client: Client) -> None:
    colour = client.get("/manifest.webmanifest").json()["theme_color"]
    page = client.get("/symbols/").content.decode()
    assert f'<meta name="theme-color" content="{colour}"' in page
