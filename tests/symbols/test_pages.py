"""The pages of the icon language, and the preference."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import EffectDisplay, User
from engine.agents import latest_agents
from engine.symbols import LEGEND, Symbol
from tests.support.factories import player

pytestmark = pytest.mark.django_db


def page(client: Client, name: str, language: str = "en") -> str:
    """Return a page of the icon language."""
    response = client.get(reverse(name), headers={"Accept-Language": language})
    assert response.status_code == 200
    return response.content.decode()


def test_the_legend_shows_every_symbol(client: Client) -> None:
    html = page(client, "symbols")
    assert [symbol for symbol in Symbol if f"symbols.svg#{symbol}" not in html] == []
    assert [str(section.heading) for section in LEGEND if str(section.heading) not in html] == []


def test_the_legend_speaks_the_languages_of_the_site(client: Client) -> None:
    assert "Venus" in page(client, "symbols", "de")
    assert "Vénus" in page(client, "symbols", "fr")


def test_the_list_names_every_agent_once(client: Client) -> None:
    html = page(client, "symbols_cards")
    ids = [f'id="agent-{agent.slug}"' for agent in latest_agents()]
    assert [each for each in ids if html.count(each) != 1] == []


def shown(client: Client) -> str:
    """Return how a page asks the style sheet to show effects."""
    html = page(client, "symbols")
    return html.partition('data-effects="')[2].partition('"')[0]


def test_visitors_see_symbols(client: Client) -> None:
    assert shown(client) == "icons"


@pytest.mark.parametrize("display", EffectDisplay.values)
def test_users_see_effects_as_they_prefer(ada: User, client: Client, display: str) -> None:
    form = client.get(reverse("preferences")).context["form"]
    data = {name: value for name, value in form.initial.items() if value}
    response = client.post(reverse("preferences"), data | {"effect_display": display})
    assert response.status_code == 302
    assert shown(client) == display


def test_guests_have_the_preference_too(client: Client) -> None:
    guest = player("guest")
    User.objects.filter(pk=guest.pk).update(is_guest=True, effect_display=EffectDisplay.TEXT)
    client.force_login(guest)
    assert shown(client) == "text"
    assert 'name="effect_display"' in client.get(reverse("preferences")).content.decode()
