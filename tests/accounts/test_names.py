"""Names break no link, pose as no one, and look like no other name."""

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import adapter
from accounts.models import User
from accounts.names import key_of
from accounts.services import check_name, create_guest
from tests.accounts.test_signing_up import NEW
from tests.support.factories import player

pytestmark = pytest.mark.django_db


def refused(name: str, owner: User | None = None) -> str:
    """Return why a name is refused; "" for one that is taken."""
    try:
        check_name(name, owner)
    except ValidationError as error:
        return str(error.code)
    return ""


def sign_up(client: Client, name: str) -> int:
    """Return the status of signing up with a name."""
    return client.post(reverse("account_signup"), NEW | {"username": name}).status_code


@pytest.mark.parametrize("name", [".", "..", "...", "-_-", "@", "+", "a@b.org", "ㅤㅤ", "adaᅠ"])
def test_a_name_that_breaks_links_or_is_invisible_is_refused(client: Client, name: str) -> None:
    assert refused(name) == "name_odd"
    assert sign_up(client, name) == 422
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Admin", "ADMIN", "ADMlN", "аdmin", "admin2", "the.moderator", "Zenith"),
        *(
            "zenith_support",
            "Zеnith-Team",
            "b0t",
            "Bot-Moon",
            "Modérateur",
            "guest-12",
            "R00T",
            "comet412",
        ),
    ],
)
def test_a_name_that_poses_as_staff_a_bot_or_a_guest_is_refused(client: Client, name: str) -> None:
    assert refused(name) == "name_reserved"
    assert sign_up(client, name) == 422


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("ada", "аdа"),  # Cyrillic
        ("ada", "ᴀda".replace("ᴀ", "α")),  # Greek
        ("Ida", "lda"),
        ("Bill", "BiIl"),
        ("bob", "b0b"),
        ("modem", "modern"),
        ("Ольга", "Oльгa"),  # Latin letters in a Cyrillic name
        ("Émile", "Émile"),  # composed otherwise
    ],
)
def test_a_name_that_looks_like_another_one_is_refused(
    client: Client, taken: str, name: str
) -> None:
    User.objects.create_user(taken, "taken@example.org")
    assert refused(name) == "name_alike"
    assert sign_up(client, name) == 422
    assert User.objects.count() == 1


@pytest.mark.parametrize("as_guest", [False, True])
@pytest.mark.parametrize("name", ["ada", "Ada", "аda"])
def test_of_two_names_that_look_alike_at_the_same_instant_one_is_taken(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str, as_guest: bool
) -> None:
    """The other sign-up is committed between the check of the name and the insert."""
    if as_guest:
        client.post(reverse("play_a_bot"))

    def check(name: str, owner: User | None = None) -> None:
        check_name(name, owner)
        player("ada")

    monkeypatch.setattr(adapter, "check_name", check)
    response = client.post(reverse("account_signup"), NEW | {"username": name, "email": "a@b.org"})
    assert response.status_code == 409
    assert "This name has just been taken. Choose a different one." in response.content.decode()
    assert not EmailAddress.objects.filter(email="a@b.org").exists()
    assert [user.username for user in User.objects.filter(is_guest=False)] == ["ada"]
    assert User.objects.count() == 1 + as_guest


@pytest.mark.parametrize("name", ["ada", "Ольга", "明子", "Zoë", "x.y", "ada-b", "Botanist", "007"])
def test_other_names_are_taken(client: Client, name: str) -> None:
    player("bob")
    assert refused(name) == ""
    assert sign_up(client, name) == 302
    assert User.objects.filter(username=name).exists()
    page = client.get(reverse("profile", args=[name]))
    assert page.status_code == 200


def test_a_guest_turned_player_takes_no_name_of_a_guest_and_none_that_looks_like_another(
    client: Client,
) -> None:
    player("ben")
    client.post(reverse("play_a_bot"))
    guest = User.objects.get(is_guest=True)
    for name in (guest.username, "bеn", "moderator"):
        assert sign_up(client, name) == 422
    assert sign_up(client, "ada") == 302
    assert sign_up(client, "ada") == 302, "with another address, for instance"
    guest.refresh_from_db()
    assert (guest.username, guest.name_key) == ("ada", key_of("ada"))


def test_the_key_is_kept_with_the_name() -> None:
    user = create_guest()
    user.username = "аda"
    user.save(update_fields=["username"])
    user.refresh_from_db()
    assert user.name_key == key_of("ada")
    user.about = "hello"
    user.save(update_fields=["about"])
