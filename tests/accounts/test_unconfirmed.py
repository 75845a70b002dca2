"""An address that isn't confirmed claims nothing, and goes after three days."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import email_addresses
from accounts.models import UnconfirmedAddress, User
from accounts.tasks import tidy_accounts
from games.notifications.preferences import wishes_of
from tests.accounts.test_signing_up import NEW, open_link, who
from tests.support.factories import PASSWORD, player, running_game

pytestmark = pytest.mark.django_db

STRANGER = "stranger@example.org"


@pytest.fixture
def ada() -> User:
    """A player who has mistyped her new address: it is a stranger's."""
    ada = player("ada")
    EmailAddress.objects.create(user=ada, email=STRANGER)
    return ada


def forget_password(email: str) -> list[str]:
    """Ask for a new password; return the subjects of the mails."""
    mail.outbox.clear()
    Client().post(reverse("account_reset_password"), {"email": email})
    return [f"{', '.join(sent.to)}: {sent.subject}" for sent in mail.outbox]


@pytest.mark.usefixtures("worker", "ada")
def test_a_reset_goes_to_the_confirmed_address_only() -> None:
    assert forget_password(STRANGER) == [f"{STRANGER}: Zenith: Reset your password"]
    assert "no account with this address" in str(mail.outbox[0].body)
    assert "/password/reset/key/" not in str(mail.outbox[0].body)
    assert forget_password("ada@example.org") == ["ada@example.org: Zenith: Reset your password"]
    assert "/password/reset/key/" in str(mail.outbox[0].body)


@pytest.mark.usefixtures("worker")
def test_a_reset_goes_to_the_only_address_of_an_account_without_a_confirmed_one() -> None:
    ben = User.objects.create_user("ben", "ben@example.org", PASSWORD)
    forget_password("ben@example.org")
    assert "/password/reset/key/" in str(mail.outbox[0].body)
    EmailAddress.objects.create(user=ben, email="other@example.org")
    assert email_addresses.accounts_of("ben@example.org") == []
    assert email_addresses.accounts_of("other@example.org") == []


def test_only_the_confirmed_address_logs_in(ada: User) -> None:
    client = Client()
    for email, user in ((STRANGER, None), ("ada@example.org", ada)):
        client.post(reverse("account_login"), {"login": email, "password": PASSWORD})
        assert who(client) == user


def test_the_owner_of_an_address_signs_up_with_it(ada: User) -> None:
    client = Client()
    client.post(reverse("account_signup"), NEW | {"username": "eve", "email": STRANGER})
    open_link(client)
    eve = User.objects.get(username="eve")
    assert who(client) == eve
    assert EmailAddress.objects.get(email=STRANGER).user == eve
    assert [address.email for address in EmailAddress.objects.filter(user=ada)] == [
        "ada@example.org"
    ]


def test_a_player_confirms_an_address_that_an_account_was_opened_with() -> None:
    """The account, which no one has opened, goes with its only address, and its name is free."""
    Client().post(reverse("account_signup"), NEW | {"username": "eve", "email": STRANGER})
    ben = player("ben")
    address = EmailAddress.objects.create(user=ben, email=STRANGER)
    key = EmailConfirmationHMAC(address).key
    client = Client()
    client.force_login(ben)
    client.post(reverse("account_confirm_email", args=[key]))
    assert list(EmailAddress.objects.values_list("email", "user")) == [(STRANGER, ben.pk)]
    assert not User.objects.filter(username="eve").exists()


def test_an_unconfirmed_address_goes_after_three_days(ada: User) -> None:
    now = timezone.now()
    days = timedelta(days=1)
    email_addresses.remove_unconfirmed(now)  # from now on the time runs
    assert email_addresses.remove_unconfirmed(now + 2.9 * days) == 0
    assert email_addresses.remove_unconfirmed(now + 3 * days) == 1
    assert [address.email for address in EmailAddress.objects.all()] == ["ada@example.org"]
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"


def test_an_account_that_was_never_opened_goes_with_its_address() -> None:
    Client().post(reverse("account_signup"), NEW)
    now = timezone.now()
    assert email_addresses.remove_unconfirmed(now + timedelta(days=2.9)) == 0
    email_addresses.remove_unconfirmed(now + timedelta(days=3.1))
    assert not User.objects.exists()


def test_a_guest_keeps_the_only_address(client: Client) -> None:
    client.post(reverse("play_a_bot"))
    client.post(reverse("account_signup"), NEW)
    email_addresses.remove_unconfirmed(timezone.now() + timedelta(days=30))
    assert EmailAddress.objects.get().email == NEW["email"]


def test_it_runs_as_a_task(ada: User) -> None:
    tidy_accounts()
    long_ago = timezone.now() - timedelta(days=3)
    UnconfirmedAddress.objects.update(since=long_ago)
    tidy_accounts()
    assert not EmailAddress.objects.filter(email=STRANGER).exists()


def test_a_confirmed_address_is_changed_and_never_just_removed(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    client.post(reverse("account_email"), {"email": "ada@example.org", "action_remove": ""})
    assert EmailAddress.objects.filter(user=ada, email="ada@example.org").exists()


def test_a_guest_who_sends_the_sign_up_twice_confirms_by_the_first_link(client: Client) -> None:
    client.post(reverse("play_a_bot"))
    client.post(reverse("account_signup"), NEW)
    client.post(reverse("account_signup"), NEW | {"username": "adalina"})
    assert len(mail.outbox) == 1
    open_link(client)
    user = User.objects.get()
    assert (user.username, user.is_guest) == ("adalina", False)


def test_no_mail_with_a_game_goes_to_an_unconfirmed_address(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(email=STRANGER)
    ada.refresh_from_db()
    assert wishes_of(ada.pk, running_game(ada, player("ben"))).unconfirmed


@pytest.mark.usefixtures("worker")
def test_the_mail_about_no_account_leads_to_one_with_this_address_confirmed() -> None:
    """There is no second mail on this day."""
    forget_password(STRANGER)
    found = re.search(r"http://\S+(/accounts/signup/\S+)", str(mail.outbox[0].body))
    assert found is not None
    client = Client()
    page = client.get(found[1]).content.decode()
    proof = re.search(r'name="proof" value="([^"]+)"', page)
    assert proof is not None
    form = NEW | {"email": STRANGER, "proof": proof[1]}
    forged = Client()
    forged.post(reverse("account_signup"), form | {"username": "eve", "email": "eve@example.org"})
    assert who(forged) is None
    client.post(reverse("account_signup"), form)
    assert who(client) == User.objects.get(username="ada")
    assert EmailAddress.objects.get(email=STRANGER).verified
