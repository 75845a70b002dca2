"""Help at the table: sentences for its elements, and links into the rules."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.learning.help import HELP
from tests.support.factories import guest, running_game

pytestmark = pytest.mark.django_db
NAMES = re.compile(r"[.#]([\w-]+)")


def sources() -> str:
    """Return the templates, of all apps that the table shows, and the drawing of icons."""
    folder = Path(settings.BASE_DIR)
    files = [
        *(folder / "templates").rglob("*.*"),
        folder / "games" / "symbols" / "templatetags" / "symbols.py",
    ]
    return "\n".join(path.read_text() for path in files)


@pytest.mark.parametrize("selector", [text.selector for text in HELP])
def test_every_text_is_about_something_on_the_table_page(selector: str) -> None:
    words = set(re.findall(r"[\w-]+", sources()))
    assert set(NAMES.findall(selector)) <= words


def test_links_lead_into_the_rules(client: Client) -> None:
    rules = client.get(reverse("rules")).content.decode()
    anchors = {text.anchor for text in HELP if text.anchor}
    assert [anchor for anchor in anchors if f'id="{anchor}"' not in rules] == []


def test_texts_come_in_the_language_of_the_reader(client: Client) -> None:
    english = client.get(reverse("table_help")).json()
    assert len(english["texts"]) == len(HELP)
    assert english["texts"][0]["to"].startswith("/rules/#")


def test_a_table_page_carries_the_switch_and_no_texts(client: Client) -> None:
    user = guest()
    client.force_login(user)
    page = client.get(running_game(user, "noisy").get_absolute_url()).content.decode()
    assert page.count("data-help") == 1
    assert str(HELP[0].says) not in page
