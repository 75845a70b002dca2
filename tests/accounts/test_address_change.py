"""The former address is told of a change, and can undo it for seven days."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import address_changes
from accounts.models import AddressChange, User
from accounts.tasks import tidy_accounts
from tests.support.browsing import text_of
from tests.support.factories import PASSWORD, player

pytestmark = pytest.mark.django_db


def change_address(client: Client, user: User, email: str) -> str:
    """Let a user change the address; return the path of the link to undo it."""
    client.force_login(user)
    address = EmailAddress.objects.create(user=user, email=email)
    key = EmailConfirmationHMAC(address).key
    mail.outbox.clear()
    client.post(reverse("account_confirm_email", args=[key]))
    found = re.search(r"http://[^/]+(/account/address/undo/\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def addresses(user: User) -> list[tuple[str, bool, bool]]:
    rows = EmailAddress.objects.filter(user=user)
    return list(rows.values_list("email", "verified", "primary"))


def test_the_former_address_takes_the_account_back(client: Client, ada: User) -> None:
    """Here an intruder has it, with the password and a second factor."""
    link = change_address(client, ada, "intruder@example.org")
    assert mail.outbox[-1].to == ["ada@example.org"]
    Authenticator.objects.create(user=ada, type="totp", data={})
    owner = Client()
    page = owner.get(link)
    assert "ada@example.org becomes the address of the account ada again." in text_of(page)
    assert addresses(ada) == [("intruder@example.org", True, True)]

    answer = owner.post(link)
    ada.refresh_from_db()
    assert addresses(ada) == [("ada@example.org", True, True)]
    assert (ada.email, ada.has_usable_password()) == ("ada@example.org", False)
    assert not Authenticator.objects.exists()
    assert not get_user(client).is_authenticated
    form = owner.get(answer["Location"], follow=True)
    new = {"password1": "a new long way 17", "password2": "a new long way 17"}
    owner.post(form.request["PATH_INFO"], new)
    ada.refresh_from_db()
    assert ada.check_password(new["password1"])


def test_the_link_works_once(client: Client, ada: User) -> None:
    link = change_address(client, ada, "new@example.org")
    Client().post(link)
    ada.set_password(PASSWORD)
    ada.email = "ada@example.org"
    ada.save()
    again = Client().post(link)
    assert "You have undone this change." in text_of(again)
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_the_link_works_for_seven_days(client: Client, ada: User) -> None:
    link = change_address(client, ada, "new@example.org")
    with time_machine.travel(timezone.now() + timedelta(days=6.9)):
        tidy_accounts()
        assert Client().get(link).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=7.1)):
        page = Client().post(link)
        assert page.status_code == 410
        assert "This link no longer works." in text_of(page)
        assert addresses(ada) == [("new@example.org", True, True)]
        tidy_accounts()
        assert not AddressChange.objects.exists()


def test_an_undone_change_takes_the_later_ones_with_it(client: Client, ada: User) -> None:
    """An intruder who changes the address twice has a link to undo the second change."""
    mine = change_address(client, ada, "intruder@example.org")
    theirs = change_address(client, ada, "other@example.org")
    Client().post(mine)
    assert Client().post(theirs).status_code == 410
    assert addresses(ada) == [("ada@example.org", True, True)]


def test_an_address_that_another_account_has_confirmed_since(client: Client, ada: User) -> None:
    link = change_address(client, ada, "new@example.org")
    ben = player("ben")
    EmailAddress.objects.create(user=ben, email="ada@example.org", verified=True)
    page = Client().post(link)
    assert page.status_code == 409
    assert addresses(ada) == [("new@example.org", True, True)]
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


@pytest.mark.parametrize(("hours", "stays"), [(25, True), (23, False)])
def test_a_second_factor_from_the_day_before_goes(
    client: Client, ada: User, hours: int, stays: bool
) -> None:
    """An intruder may have added it first; one that is older stays."""
    factor = Authenticator.objects.create(user=ada, type="totp", data={})
    then = timezone.now() - timedelta(hours=hours)
    Authenticator.objects.filter(pk=factor.pk).update(created_at=then)
    Client().post(change_address(client, ada, "new@example.org"))
    assert Authenticator.objects.filter(pk=factor.pk).exists() == stays


@pytest.mark.parametrize("token", ["nonsense", "eyJ9:1:2"])
def test_an_invented_link_opens_nothing(token: str) -> None:
    assert Client().post(reverse("undo_address", args=[token])).status_code == 410
    assert address_changes.change_of(token, timezone.now()) is None
