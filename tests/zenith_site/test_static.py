"""Static files as a site without DEBUG serves them: bundled, hashed, compressed, kept for ever."""

import re
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import brotli
import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from whitenoise.compress import Compressor

from games.tables import publishing
from tests.support.factories import player, running_game
from zenith_site.static import NOT_SENT, Sources, StaticMiddleware

MOST_REQUESTS = 12
"""The most requests of a table page on the first visit."""
hashed_names: Any = staticfiles_storage
STATIC = Path(settings.BASE_DIR) / "static"
BUNDLES = {
    "css/site.css": "lists.css",
    "css/table-page.css": "hand.css",
    "js/site.js": "regions.js",
    "js/table.js": "cards.js",
}
"""The bundles, each with one of its parts."""
LINK = re.compile(r'<link rel="(?:stylesheet|icon|manifest)" href="([^"#]+)')
SOURCE = re.compile(r'<(?:script|img|use)\b[^>]*?(?:src|href)="([^"#]+)')
IMPORT = re.compile(
    r"""(?:@import\s*(?:url\()?|^import\s*(?:[^"';]*from\s*)?|\burl\()["']?([^"')]+)""",
    re.MULTILINE,
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Collect the static files as `collectstatic` does; return their folder.

    They are compressed a little: the best that Brotli can do takes seconds.
    """
    root = tmp_path_factory.mktemp("static")
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": "zenith_site.static.StaticStorage"}}
    quickly = staticmethod(partial(brotli.compress, quality=4))
    with (
        mock.patch.object(Compressor, "compress_brotli", quickly),
        override_settings(STORAGES=storages, STATIC_ROOT=root),
    ):
        call_command("collectstatic", verbosity=0, interactive=False)
        yield root


def text(name: str) -> str:
    """Return a collected file by its name without the hash."""
    with staticfiles_storage.open(hashed_names.stored_name(name)) as file:
        return str(file.read().decode())


def linked(page: str) -> set[str]:
    """Return the addresses that a page loads: its links and scripts, and what they import."""
    found = {*LINK.findall(page), *SOURCE.findall(page)}
    for address in [*found]:
        if address.endswith((".css", ".js")) and "vendor" not in address:
            path = Path(staticfiles_storage.path(address.removeprefix("/static/")))
            source = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", path.read_text(), flags=re.S | re.M)
            found |= {f"{address} {other}" for other in IMPORT.findall(source)}
    # The letters of the second font are on few pages (`unicode-range`).
    return {address for address in found if "data:" not in address and "latin-ext" not in address}


@pytest.mark.whole
@pytest.mark.django_db
def test_a_table_page_needs_few_requests(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    ada = player("ada")
    game = running_game(ada, player("bob"), answers=20)
    client = Client()
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    addresses = linked(page)
    names = {re.sub(r"\.[0-9a-f]{12}\.", ".", address) for address in addresses}
    assert {f"/static/{name}" for name in BUNDLES} < names
    assert {"/static/vendor/htmx.min.js", "/manifest.webmanifest"} < names
    socket = 1
    assert 1 + len(names) + socket <= MOST_REQUESTS, names


@pytest.mark.whole
def test_every_part_stands_in_its_bundle_once_and_in_order(root: Path) -> None:
    for bundle, part in BUNDLES.items():
        source, collected = (STATIC / bundle).read_text(), text(bundle)
        names = re.findall(r'import "(?:\./)?([\w-]+\.\w+)";', source)
        assert part in names
        parts = [(STATIC / bundle).with_name(name).read_text() for name in names]
        rest = NOT_SENT[Path(bundle).suffix]
        ends = [rest.sub("", part).strip()[-150:] for part in parts]
        assert [collected.count(end) for end in ends] == [1] * len(names)
        assert sorted(ends, key=collected.index) == ends
        assert "import" not in re.sub(r"await import\(|/\*.*?\*/|//.*", "", collected)


def test_each_script_of_a_bundle_keeps_its_scope(root: Path) -> None:
    bundle = text("js/site.js")
    assert bundle.count("\n}\n{\n") + 1 == (STATIC / "js/site.js").read_text().count("import ")


def test_dynamic_imports_have_hashed_names(root: Path) -> None:
    name = hashed_names.stored_name("js/subscription.js").removeprefix("js/")
    assert f'await import("./{name}")' in text("js/site.js")


def test_while_developing_browsers_follow_the_imports() -> None:
    """The files are bundles for collectstatic alone: nothing has to be built."""
    for bundle, part in BUNDLES.items():
        assert f'{part}";' in (STATIC / bundle).read_text()


def memory(**files: str) -> Sources:
    """Return sources of small files."""
    storage = InMemoryStorage()
    for name, content in files.items():
        storage.save(name.replace("_", "."), ContentFile(content))
    names = [name.replace("_", ".") for name in files]
    return Sources({f"js/{name}": (storage, name) for name in names})


@pytest.mark.parametrize("line", ['import "./b.js";', "import x from 'y';", "export const x = 1;"])
def test_a_script_with_imports_or_exports_is_no_part_of_a_bundle(line: str) -> None:
    sources = memory(site_js='import "./part.js";', part_js=f"{line}\nconst y = 2;")
    with pytest.raises(ValueError, match=r"js/part\.js has imports or exports"):
        sources.open("js/site.js")


def test_a_change_of_a_part_changes_the_name_of_its_bundle() -> None:
    first = memory(site_js='import "./part.js";', part_js="one();").open("js/site.js").read()
    second = memory(site_js='import "./part.js";', part_js="two();").open("js/site.js").read()
    assert (first, second) == (b"{\none();\n}", b"{\ntwo();\n}")


def test_comments_and_indentation_are_not_sent() -> None:
    part = "// What it does.\nif (a) {\n  /** @type {string} */\n  const x = 'http://x'; // why\n}"
    sources = memory(site_js='import "./part.js";', part_js=part)
    assert sources.open("js/site.js").read() == b"{\nif (a) {\nconst x = 'http://x'; // why\n}\n}"
    sheet = NOT_SENT[".css"].sub(
        "", "/* a\n b */\n@layer x {\n  /* c */\n  .a { b: c; } /* d */\n}\n"
    )
    assert sheet == "@layer x {\n.a { b: c; } }\n"


def test_no_text_of_a_script_has_several_lines() -> None:
    """It would lose its indentation in a bundle."""
    for path in (STATIC / "js").glob("*.js"):
        code = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        texts = re.findall(r"`[^`]*`", code)
        assert not [each for each in texts if "\n" in each], path.name


def served(name: str, accepted: str = "") -> HttpResponse:
    """Return the response with a static file."""
    middleware = StaticMiddleware(lambda _request: HttpResponse(status=404))
    request = RequestFactory().get(f"/static/{name}", headers={"Accept-Encoding": accepted})
    response = middleware(request)
    assert isinstance(response, HttpResponse)
    return response


@pytest.mark.parametrize("bundle", [*BUNDLES, "vendor/htmx.min.js"])
def test_hashed_files_are_compressed_and_immutable(root: Path, bundle: str) -> None:
    name = hashed_names.stored_name(bundle)
    plain, gzip = served(name), served(name, "gzip, deflate, br, zstd")
    assert len(gzip.content) < len(plain.content) / 2
    assert "Content-Encoding" not in plain.headers
    assert gzip["Content-Encoding"] in ("gzip", "br")  # WhiteNoise makes both if brotli is there
    for file in (plain, gzip):
        assert file["Cache-Control"] == "max-age=315360000, public, immutable"
        assert file["Vary"] == "Accept-Encoding"
    assert "immutable" not in served(bundle)["Cache-Control"]
