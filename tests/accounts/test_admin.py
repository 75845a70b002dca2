"""Accounts in the admin: what only superusers may do there."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.factories import player

pytestmark = pytest.mark.django_db
ADDED = ("account_emailaddress", "auth_group")
"""The models that superusers may add."""


@pytest.fixture
def staff() -> User:
    """A member of the staff with all permissions that there are."""
    user = player("staff", is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    return user


@pytest.mark.parametrize("model", ADDED)
def test_superusers_add(client: Client, model: str) -> None:
    client.force_login(player("root", is_staff=True, is_superuser=True))
    assert client.get(reverse(f"admin:{model}_add")).status_code == 200


@pytest.mark.parametrize("model", ADDED)
def test_permissions_are_not_enough(client: Client, staff: User, model: str) -> None:
    client.force_login(staff)
    assert client.get(reverse(f"admin:{model}_add")).status_code == 403
    assert client.get(reverse(f"admin:{model}_changelist")).status_code == 403
