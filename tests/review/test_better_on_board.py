"""The better turn of a review, drawn on the board of the replay."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.events import DiscMoved
from games.review.models import Review, State
from games.review.services.reviews import ask_for_review, make_review
from games.review.stored import TurnData, turn_from_json
from games.tables.models import Game
from games.tables.page import ReplayAddress, replay_page
from games.tables.selectors import seen
from tests.review.conftest import resigned_game

pytestmark = pytest.mark.django_db

ADDRESS = ReplayAddress("/r/")


@pytest.fixture
def reviewed(over: Game, ada: User) -> Review:
    """The review of a game."""
    ask_for_review(ada, seen(ada, over.pk))
    make_review(over.pk)
    return Review.objects.get(game=over)


def better_turns(review: Review) -> list[TurnData]:
    """Return the turns with a better one that moves a disc."""
    return [
        turn
        for turn in review.turns
        if any(isinstance(e, DiscMoved) for e in turn_from_json(turn).better_events)
    ]


@pytest.mark.parametrize("viewer", ["ada", "ben"])
def test_the_ghosts_lie_where_the_better_turn_moves_the_discs(
    reviewed: Review, viewer: str
) -> None:
    user = User.objects.get(username=viewer)
    side = 0 if viewer == "ada" else 1
    data = better_turns(reviewed)[0]
    page = replay_page(seen(user, reviewed.game_id), data["before"], ADDRESS, better=True)
    turn = turn_from_json(data)
    moved = {e.planet: e for e in turn.better_events if isinstance(e, DiscMoved)}
    for lane in page.board.lanes:
        event = moved.get(lane.planet)
        if event is None:
            assert lane.ghost is None
        else:
            assert lane.ghost == (event.at if event.side == side else -event.at)
        assert lane.was is None, "the last move is not drawn beside it"
    assert page.better is not None
    assert page.better.agent == turn.better[0].action.partition(" ")[2]
    assert page.better.lines
    assert page.better.path.endswith(f"#turn-{turn.number}")


def test_it_is_drawn_only_when_asked_for(reviewed: Review, ada: User, client: Client) -> None:
    before = better_turns(reviewed)[0]["before"]
    path = reverse("replay_at", args=[reviewed.game_id, before])
    plain = client.get(path).content.decode()
    assert f"{path}?better=1" in plain
    assert 'class="ghost"' not in plain
    drawn = client.get(f"{path}?better=1").content.decode()
    assert 'class="ghost"' in drawn
    assert 'id="better-turn"' in drawn
    assert "Hide the better turn" in drawn
    assert (
        f"{path}?better=1"
        in client.get(reverse("review", args=[reviewed.game_id])).content.decode()
    )


def test_links_keep_it_while_it_is_drawn(reviewed: Review, ada: User, client: Client) -> None:
    before = better_turns(reviewed)[0]["before"]
    path = reverse("replay_at", args=[reviewed.game_id, before])
    share = reverse("share_moment", args=[reviewed.game_id, before])
    for asked, kept in (("?better=1", "?better=1"), ("?better=1&seat=1", "?seat=1&amp;better=1")):
        drawn = client.get(path + asked).content.decode()
        assert f'data-address="{path}{kept}"' in drawn
        assert re.search(rf'data-copy-text="[^"]*{re.escape(path + kept)}"', drawn)
        assert f'href="{share}{kept}"' in drawn
        assert f'href="{path}?seat=0&amp;better=1"' in drawn, "the view of another seat"
        shared = client.get(share + asked).content.decode()
        assert f"{path}{kept}<" in shared
        assert f'href="{path}{kept}"' in shared
    starts = {turn["before"] for turn in reviewed.turns if turn["better"]}
    without = next(seq for seq in range(reviewed.game.seq) if seq not in starts)
    other = reverse("replay_at", args=[reviewed.game_id, without])
    assert f'data-address="{other}"' in client.get(f"{other}?better=1").content.decode()


def test_a_moment_without_a_better_turn_offers_none(reviewed: Review, ada: User) -> None:
    starts = {turn["before"] for turn in reviewed.turns if turn["better"]}
    for seq in range(reviewed.game.seq + 1):
        page = replay_page(seen(ada, reviewed.game_id), seq, ADDRESS, better=True)
        assert (page.better is not None) == (seq in starts)


def test_a_review_that_is_not_done_or_closed_draws_nothing(reviewed: Review, ada: User) -> None:
    before = better_turns(reviewed)[0]["before"]
    Review.objects.update(state=State.RUNNING)
    table = seen(ada, reviewed.game_id)
    assert replay_page(table, before, ADDRESS, better=True).better is None
    Review.objects.update(state=State.DONE)
    Game.objects.update(sealed=True)
    table = seen(ada, reviewed.game_id)
    assert replay_page(table, before, ADDRESS, better=True).better is None


def test_a_private_game_shows_it_to_its_players_only(
    reviewed: Review, ada: User, ben: User
) -> None:
    private = resigned_game(ada, ben, public=False)
    Review.objects.filter(pk=reviewed.pk).update(game=private)
    before = better_turns(reviewed)[0]["before"]
    path = reverse("replay_by_link", args=[private.pk, private.token])
    assert "better=1" not in Client().get(f"{path}{before}/").content.decode()
    assert replay_page(seen(ada, private.pk), before, ADDRESS, better=True).better is not None
