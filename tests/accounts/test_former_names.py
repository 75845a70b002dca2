"""Names that were given up: they rest for a year, and lead to players who were renamed."""

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import closing, former_names
from accounts.models import FormerName, User
from accounts.services import check_name
from accounts.tasks import tidy_accounts
from games.tables.models import Seat
from tests.accounts.test_signing_up import NEW
from tests.support.factories import finished_game, player

pytestmark = pytest.mark.django_db

YEAR = timedelta(days=366)


def rename(user: User, name: str, root: User | None = None) -> None:
    """Rename a player in the administration."""
    client = Client()
    client.force_login(root or player("boss", is_staff=True, is_superuser=True))
    page = client.get(reverse("admin:accounts_user_change", args=[user.pk]))
    form = page.context["adminform"].form
    data = {field: value for field, value in form.initial.items() if value is not None}
    data |= {"last_login_0": "", "last_login_1": "", "groups": [], "user_permissions": []}
    answer = client.post(page.request["PATH_INFO"], data | {"username": name})
    assert answer.status_code == 302
    user.refresh_from_db()
    assert user.username == name


def delete_after_a_game(name: str) -> None:
    """Delete an account that has played."""
    user = player(name)
    finished_game(user, "noisy")
    closing.delete_account(user)


@pytest.mark.parametrize("name", ["ada", "ADA", "аda"])
def test_the_name_of_a_deleted_player_rests_for_a_year(name: str) -> None:
    """Also in other cases, and with a Cyrillic letter that looks the same."""
    delete_after_a_game("ada")
    with pytest.raises(ValidationError, match="another player's not long ago"):
        check_name(name)
    with time_machine.travel(timezone.now() + YEAR):
        check_name(name)
        tidy_accounts()
        assert not FormerName.objects.exists()


def test_the_sign_up_page_says_so(client: Client) -> None:
    delete_after_a_game("ada")
    answer = client.post(reverse("account_signup"), NEW)
    assert answer.status_code == 422
    assert "another player&#x27;s not long ago" in answer.content.decode()
    assert client.get(reverse("profile", args=["ada"])).status_code == 404


def test_a_name_that_has_not_played_is_free_at_once() -> None:
    closing.delete_account(player("ada"))
    check_name("ada")


@pytest.mark.parametrize(
    ("name", "args"),
    [("profile", ["Ada"]), ("games_of", ["ADA"]), ("compare", ["ada", "ben"])],
)
def test_the_former_addresses_of_a_renamed_player_lead_on(
    client: Client, name: str, args: list[str]
) -> None:
    ada = player("ada")
    player("ben")
    rename(ada, "lovelace")
    answer = client.get(reverse(name, args=args), {"page": "1"})
    assert answer.status_code == 307
    assert answer["Location"] == reverse(name, args=["lovelace", *args[1:]]) + "?page=1"


def test_a_form_of_an_old_page_reaches_the_renamed_player(client: Client) -> None:
    ada, ben = player("ada"), player("ben")
    rename(ada, "lovelace")
    client.force_login(ben)
    client.post(reverse("follow", args=["ada"]), {"follow": "yes"}, follow=True)
    assert [follow.followed for follow in ben.follows.all()] == [ada]


def test_a_link_that_challenges_a_renamed_player_invites_them(client: Client) -> None:
    ada = player("ada")
    rename(ada, "lovelace")
    client.force_login(player("ben"))
    form = {"players": "2", "opponent_1": "named", "name_1": "Ada", "pace": "days-1", "boards": ""}
    assert client.post(reverse("new_table"), form).status_code == 302
    assert Seat.objects.get(invited__isnull=False).invited == ada


def test_a_renamed_player_may_take_the_name_back_and_no_one_else() -> None:
    ada, root = player("ada"), player("boss", is_staff=True, is_superuser=True)
    rename(ada, "lovelace", root)
    with pytest.raises(ValidationError):
        check_name("ada")
    with pytest.raises(ValidationError):
        check_name("ada", player("ben"))
    rename(ada, "ada", root)
    assert former_names.present_name("lovelace") == "ada"
    assert former_names.present_name("ada") is None
    assert [former.name for former in FormerName.objects.all()] == ["lovelace"]


def test_a_player_who_takes_the_name_after_a_year_has_the_profile(client: Client) -> None:
    ada = player("ada")
    rename(ada, "lovelace")
    with time_machine.travel(timezone.now() + YEAR):
        tidy_accounts()
        assert client.get(reverse("profile", args=["ada"])).status_code == 307
        check_name("ada")
        newcomer = User.objects.create_user("ada")
        page = client.get(reverse("profile", args=["ada"]))
        assert page.status_code == 200
        assert page.context["player"] == newcomer


def test_the_names_of_a_renamed_player_who_goes_lead_nowhere(client: Client) -> None:
    ada = player("ada")
    finished_game(ada, "noisy")
    rename(ada, "lovelace")
    closing.delete_account(ada)
    assert client.get(reverse("profile", args=["ada"])).status_code == 404
    for name in ("ada", "lovelace"):
        with pytest.raises(ValidationError):
            check_name(name)
