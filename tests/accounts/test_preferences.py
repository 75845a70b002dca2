"""Preferences: a field of the model and the form is on the page and in the export by itself."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.export import NOT_EXPORTED, export
from accounts.forms import PreferencesForm
from accounts.models import User

pytestmark = pytest.mark.django_db


def test_every_preference_is_on_the_page(ada: User, client: Client) -> None:
    page = client.get(reverse("preferences")).content.decode()
    assert [name for name in PreferencesForm().fields if f'name="{name}"' not in page] == []


def test_every_field_of_a_user_is_exported_but_those_that_are_named(ada: User) -> None:
    names = {field.name for field in User._meta.concrete_fields}
    assert set(export(ada)["account"]) == names - NOT_EXPORTED
    assert names > NOT_EXPORTED


def test_nothing_secret_is_exported(ada: User) -> None:
    ada.set_password("a secret that is long")
    ada.save()
    assert ada.password not in str(export(ada))
