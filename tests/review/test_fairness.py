"""Nothing is reviewed, tried or hinted at that could help in a game that is still played."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.review.models import Hint, Review, Trial
from games.review.services.reviews import make_review
from games.tables.models import Game, Status
from tests.review.conftest import resigned_game
from tests.support.factories import guest, player, running_game, table

pytestmark = pytest.mark.django_db

VIEWERS = ("player", "opponent", "other user", "guest", "staff", "visitor")
CLOSED = ("open", "running", "sealed")


def client_of(viewer: str, ada: User, ben: User) -> Client:
    """Return the browser of a viewer."""
    client = Client()
    match viewer:
        case "player":
            client.force_login(ada)
        case "opponent":
            client.force_login(ben)
        case "other user":
            client.force_login(player("cleo"))
        case "guest":
            client.force_login(guest())
        case "staff":
            client.force_login(player("root", is_staff=True, is_superuser=True))
    return client


def game_in(state: str, ada: User, ben: User, *, public: bool = True) -> Game:
    """Return a game in a state."""
    match state:
        case "open":
            return table(ada, None, public=public)
        case "running":
            return running_game(ada, ben, answers=9, public=public)
    game = resigned_game(ada, ben, 9, public=public)
    Game.objects.filter(pk=game.pk).update(sealed=state == "sealed")
    return game


def answers(client: Client, game: Game) -> dict[str, int]:
    """Return the statuses of everything that a viewer can ask for."""
    pk = [game.pk]
    trial = {"at": "3:0", "bot": "nova"}
    return {
        "page": client.get(reverse("review", args=pk)).status_code,
        "fragment": client.get(
            reverse("review", args=pk), headers={"HX-Request": "true"}
        ).status_code,
        "chart": client.get(reverse("review_chart", args=pk)).status_code,
        "ask": client.post(reverse("ask_for_review", args=pk)).status_code,
        "try": client.post(reverse("try_from", args=pk), trial).status_code,
        "hint": client.post(reverse("hint", args=pk), {"seq": game.seq}).status_code,
    }


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("state", CLOSED)
def test_no_viewer_gets_anything_of_a_game_that_is_closed(
    state: str, viewer: str, ada: User, ben: User
) -> None:
    game = game_in(state, ada, ben)
    Review.objects.create(game=game, state="done", judge="x")  # as if it had been made
    got = answers(client_of(viewer, ada, ben), game)
    if viewer == "visitor":  # led to the log-in page
        assert (got.pop("ask"), got.pop("hint")) == (302, 302)
    assert set(got.values()) <= {403, 404, 409}
    assert not Trial.objects.exists()
    assert not Hint.objects.exists()
    assert not make_review(game.pk)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_private_game_is_only_for_those_who_may_see_it(viewer: str, ada: User, ben: User) -> None:
    game = game_in("over", ada, ben, public=False)
    got = answers(client_of(viewer, ada, ben), game)
    if viewer in ("player", "opponent"):
        assert got == {
            "page": 200,
            "fragment": 200,
            "chart": 200,
            "ask": 302,
            "try": 302,
            "hint": 409,
        }
        return
    if viewer == "visitor":
        assert (got.pop("ask"), got.pop("hint")) == (302, 302)
    assert set(got.values()) == {404}
    assert not Review.objects.exists()
    assert not Trial.objects.exists()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_public_game_that_is_over_is_for_everyone(viewer: str, ada: User, ben: User) -> None:
    game = game_in("over", ada, ben)
    got = answers(client_of(viewer, ada, ben), game)
    assert (got["page"], got["fragment"], got["ask"], got["try"]) == (200, 200, 302, 302)
    assert got["hint"] in (302, 409)
    assert Trial.objects.count() == 1
    assert Review.objects.exists() == (viewer != "visitor")


def test_the_refusal_says_why(ada: User, ben: User, client: Client) -> None:
    running = game_in("running", ada, ben)
    page = client.get(reverse("review", args=[running.pk]))
    assert "You can review a game when it is over." in page.content.decode()
    sealed = game_in("sealed", ada, ben)
    page = client.get(reverse("review", args=[sealed.pk]))
    assert "The same deal is still played at other tables." in page.content.decode()


def test_the_end_of_a_sealed_game_does_not_lead_to_a_review(
    ada: User, ben: User, client: Client
) -> None:
    game = game_in("sealed", ada, ben)
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    assert game.status == Status.FINISHED
    assert "Review this game" not in page
    Game.objects.filter(pk=game.pk).update(sealed=False)
    assert "Review this game" in client.get(reverse("table", args=[game.pk])).content.decode()
