"""The pages about privacy, imprint and terms: defaults, own texts, languages, links to them."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.mails import letter
from games.legal.checks import check_contact, is_public
from games.legal.markup import BlockKind, TextBlock, blocks
from games.legal.models import LegalPage, LegalPageKind
from games.legal.texts import default_text
from tests.support.browsing import markup, text
from tests.support.factories import player

pytestmark = pytest.mark.django_db


def write(kind: str, language: str, words: str) -> None:
    LegalPage.objects.create(kind=kind, language=language, text=words)


@pytest.mark.parametrize("kind", LegalPageKind.values)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_each_page_has_a_default_in_each_language(client: Client, kind: str, language: str) -> None:
    page = client.get(reverse(kind), {"lang": language})
    assert page.status_code == 200
    assert "has not translated" not in page.content.decode()
    assert [*blocks(default_text(kind, language))]
    assert not page.cookies.keys() & {"sessionid", "visitor"}


def test_the_defaults_name_the_contact(client: Client, settings: Any) -> None:
    assert "has not named a contact yet" in text(client, "imprint")
    settings.CONTACT = "mailto:ada@example.org"
    for kind in ("imprint", "privacy"):
        assert 'href="mailto:ada@example.org"' in client.get(reverse(kind)).content.decode()


def test_an_own_text_takes_the_place_of_the_default(client: Client) -> None:
    write("imprint", "en", "## Club\nAda\nLondon\n\n- ada@example.org")
    page = markup(client.get(reverse("imprint")))
    assert "<h2>Club</h2><p>Ada<br>London</p>" in page
    assert '<li><a href="mailto:ada@example.org">' in page
    assert "has not named" not in page


def test_a_page_written_in_one_language_is_shown_in_the_others(client: Client) -> None:
    write("terms", "de", "Spielt nett.")
    write("terms", "fr", "Jouez gentiment.")
    assert "Spielt nett." in text(client, "terms", lang="de")
    assert "nicht in deine Sprache" not in text(client, "terms", lang="de")
    page = client.get(reverse("terms"), {"lang": "en"}).content.decode()
    assert '<div lang="fr">' in page, "the first language of the settings that is written"
    assert "has not translated this page" in page
    assert "Playing on this site is free" not in page


def test_what_the_operator_writes_is_no_html(client: Client) -> None:
    write("terms", "en", "<script>alert(1)</script> & javascript:alert(1)\n## <b>x</b>\n- <i>y</i>")
    page = client.get(reverse("terms")).content.decode()
    for tag in ("<script>alert", "<b>x", "<i>y", 'href="javascript'):
        assert tag not in page
    assert "&lt;script&gt;" in page


def test_blocks_of_the_markup() -> None:
    written = "a\nb\r\n\n c\n## d\n## e\n- f\n- g\nh"
    assert list(blocks(written)) == [
        TextBlock(BlockKind.PARAGRAPH, ("a", "b")),
        TextBlock(BlockKind.PARAGRAPH, ("c",)),
        TextBlock(BlockKind.HEADING, ("d",)),
        TextBlock(BlockKind.HEADING, ("e",)),
        TextBlock(BlockKind.LIST, ("f", "g")),
        TextBlock(BlockKind.PARAGRAPH, ("h",)),
    ]
    assert list(blocks("")) == []


def test_the_foot_of_a_page_the_sign_up_and_mails_link_to_them(client: Client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    foot = page.partition("<footer")[2]
    main = page.partition("<main")[2].partition("</main>")[0]
    assert all(f'href="/{kind}/"' in foot for kind in LegalPageKind)
    assert 'href="/terms/"' in main
    assert 'href="/privacy/"' in main
    context = {"user": player("ada"), "email": "ada@example.org", "activate_url": "http://x/"}
    made = letter("account/email/email_confirmation", context)
    assert made is not None
    for version in (made.text(), made.html()):
        assert "http://testserver/imprint/" in version or "/imprint/" in version
        assert "/privacy/" in version
    assert mail.outbox == []


def test_the_admin_begins_with_the_default(client: Client) -> None:
    client.force_login(player("root", is_staff=True, is_superuser=True))
    write("imprint", "fr", "Ada")
    listed = client.get(reverse("admin:legal_legalpage_changelist")).content.decode()
    add = reverse("admin:legal_legalpage_add")
    assert f"{add}?kind=privacy&amp;language=de" in listed
    assert f"{add}?kind=imprint&amp;language=fr" not in listed
    form = client.get(add, {"kind": "terms", "language": "de"}).content.decode()
    assert "Auf dieser Website zu spielen" in form
    assert client.get(add, {"kind": "x", "language": "y"}).status_code == 200
    sent = {"kind": "terms", "language": "de", "text": "Ä" * 30_000}
    assert client.post(add, sent).status_code == 302
    assert LegalPage.objects.get(kind="terms").text == sent["text"]


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("https://zenith.example.org", True),
        ("http://8.8.8.8:8000", True),
        ("http://127.0.0.1:8000", False),
        ("http://192.168.1.7", False),
        ("http://[::1]:8000", False),
        ("http://localhost", False),
        ("http://zenith", False),
        ("https://zenith.local", False),
    ],
)
def test_a_public_site_without_a_contact_is_warned(
    settings: Any, address: str, public: bool
) -> None:
    settings.SITE_URL = address
    settings.DEBUG = False
    assert is_public(address) == public
    assert [warning.id for warning in check_contact(None)] == ["legal.W001"] * public
    settings.CONTACT = "mailto:ada@example.org"
    assert check_contact(None) == []
