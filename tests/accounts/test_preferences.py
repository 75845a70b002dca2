"""Preferences: a field of the model and the form is on the page and in the export by itself."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.export import NOT_EXPORTED, export
from accounts.forms import PreferencesForm
from accounts.models import Theme, User

pytestmark = pytest.mark.django_db


def test_every_preference_is_on_the_page(ada: User, client: Client) -> None:
    page = client.get(reverse("preferences")).content.decode()
    assert [name for name in PreferencesForm().fields if f'name="{name}"' not in page] == []
    assert 'for=""' not in page  # a field that the template names and the form doesn't have


def test_the_profile_is_about_the_player_alone() -> None:
    """Fields without a place of their own come there."""
    assert [field.name for field in PreferencesForm().about_me] == ["country", "about", "is_named"]


def test_every_field_of_a_user_is_exported_but_those_that_are_named(ada: User) -> None:
    names = {field.name for field in User._meta.concrete_fields}
    account: Any = export(ada)["account"]
    assert set(account) == names - NOT_EXPORTED
    assert names > NOT_EXPORTED


def test_nothing_secret_is_exported(ada: User) -> None:
    ada.set_password("a secret that is long")
    ada.save()
    assert ada.password not in str(export(ada))


def head(client: Client) -> str:
    """Return a page up to its body's first element, with single spaces."""
    page = client.get(reverse("preferences")).content.decode()
    return re.sub(r"\s+", " ", page.partition("<a class")[0])


def test_visitors_see_the_theme_of_their_system(client: Client) -> None:
    page = client.get(reverse("symbols")).content.decode()
    assert 'data-theme="auto"' in page
    assert User().theme == Theme.AUTO


@pytest.mark.parametrize(
    ("theme", "scheme"),
    [("dark", "dark"), ("light", "light"), ("contrast", "dark"), ("auto", "dark light")],
)
def test_the_theme_is_in_the_head(ada: User, client: Client, theme: str, scheme: str) -> None:
    """So the browser paints the first frame right, without any script."""
    User.objects.update(theme=theme)
    page = head(client)
    assert f'data-theme="{theme}"' in page
    assert f'<meta name="color-scheme" content="{scheme}">' in page
    assert page.count('name="theme-color"') == (3 if theme == "auto" else 1)


def test_size_palette_and_motion_are_attributes_of_the_root(ada: User, client: Client) -> None:
    assert "data-palette" not in head(client)
    assert "data-size" not in head(client)
    assert "data-motion" not in head(client)
    User.objects.update(safe_colours=True, table_size="large", motion_speed="calm")
    assert 'data-palette="safe" data-size="large" data-motion="calm"' in head(client)


def test_a_volume_is_said_only_to_those_who_want_sounds(ada: User, client: Client) -> None:
    assert "data-volume" not in head(client)
    User.objects.update(sounds=True, volume=35)
    assert 'data-volume="35"' in head(client)


def test_what_pages_look_and_sound_like_is_saved(ada: User, client: Client) -> None:
    wish = {"time_zone": "UTC", "sleep_from": "23:00", "sleep_to": "07:00", "theme": "contrast"}
    wish |= {
        "safe_colours": "on",
        "table_size": "small",
        "motion_speed": "off",
        "effect_display": "both",
        "sounds": "on",
        "volume": "20",
    }
    assert client.post(reverse("preferences"), wish).status_code == 302
    ada.refresh_from_db()
    assert (ada.theme, ada.safe_colours, ada.table_size) == ("contrast", True, "small")
    assert (ada.motion_speed, ada.sounds, ada.volume) == ("off", True, 20)
    assert client.post(reverse("preferences"), wish | {"volume": "101"}).status_code == 422
    assert client.post(reverse("preferences"), wish | {"volume": ""}).status_code == 302
    ada.refresh_from_db()
    assert ada.volume == 20
