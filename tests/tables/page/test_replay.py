"""The replay: turns, decisions, whose cards are shown, running games, record, sharing."""

import json
import re

import pytest
from django.conf import settings
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from engine import Game as EngineGame
from engine import events as e
from engine.views import open_hand
from games.tables.models import Game
from games.tables.page import ReplayAddress, replay_page, turn_start
from games.tables.page.turns import by_turns
from games.tables.selectors import seen
from games.tables.services.play import replayed
from tests.support.factories import finished_game, player, running_game
from tests.support.leaking import check, secrets_of
from tests.tables.page.pages import signed_in

pytestmark = pytest.mark.django_db


def _address(game: Game, seq: int) -> str:
    return reverse("replay_at", args=[game.pk, seq])


def test_moves_are_listed_by_turns(ada: User, bob: User) -> None:
    """Each move is in one turn, that of the seat whose turn it was; turns alternate."""
    game = finished_game(ada, bob)
    turns = by_turns(seen(ada, game.pk).events())
    assert [move[0] for turn in turns for move in turn.moves] == list(range(1, game.seq + 1))
    assert turns[0].seat is None
    assert len(turns[0].moves) == 2
    assert {turn.seat for turn in turns[1:]} == {0, 1}
    for turn in turns[1:]:
        assert turn.moves[0][1] == turn.seat, "the seat itself begins its turn"


def test_a_team_s_order_belongs_to_the_turn_that_it_starts() -> None:
    game = finished_game(*(player(f"player{number}") for number in range(4)))
    turns = by_turns(seen(None, game.pk).events())
    for turn in turns[1:]:
        first = turn.moves[0][2]
        own = [event for event in first if isinstance(event, e.OrderChosen)]
        assert not own or own[0].seat == turn.seat
        later = [event for move in turn.moves[1:] for event in move[2]]
        assert not any(isinstance(event, e.OrderChosen) for event in later)


def test_a_step_leads_to_the_next_decision_and_the_next_turn(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    table = seen(ada, game.pk)
    address = ReplayAddress("/r/")
    turns = by_turns(table.events())
    turn = next(turn for turn in turns[1:] if len(turn.moves) > 1)
    page = replay_page(table, turn.first, address)
    assert page.steps.back == f"/r/{turn.first - 1}/"
    assert page.steps.on == f"/r/{turn.first + 1}/"
    assert page.steps.turn_on == f"/r/{turn.last}/"
    assert page.turn is not None
    assert len(page.turn.decisions) == len(turn.moves)
    assert [one.current for one in page.turn.decisions].index(True) == 0
    assert all(one.sentences for one in page.turn.decisions)
    start, end = (replay_page(table, seq, address).steps for seq in (0, game.seq))
    assert (start.first, start.back, start.turn_back) == ("", "", "")
    assert (end.last, end.on, end.turn_on) == ("", "", "")


def test_the_motion_of_a_moment_is_that_of_its_turn(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    table = seen(ada, game.pk)
    turn = next(turn for turn in by_turns(table.events())[1:] if len(turn.moves) > 1)
    page = replay_page(table, turn.last, ReplayAddress("/r/"))
    assert page.motion
    assert {moment["move"] for moment in page.motion} <= {move[0] for move in turn.moves}


def test_one_seat_s_view_has_its_cards_alone(ada: User, bob: User) -> None:
    """The cards that it could not see then are not in the page."""
    game = finished_game(ada, bob)
    client = signed_in(None)
    full = replayed(game, 6)
    hands = [open_hand(full.view(number), number) for number in (0, 1)]
    everything = client.get(_address(game, 6)).content.decode()
    assert all(f'id="card-{slug}"' in everything for hand in hands for slug in hand)
    for number in (0, 1):
        page = client.get(_address(game, 6), {"seat": number}).content.decode()
        assert all(f'id="card-{slug}"' in page for slug in hands[number])
        assert not any(f'id="card-{slug}"' in page for slug in hands[1 - number])
        assert f'/replay/7/?seat={number}"' in page, "the next step keeps the view"


@pytest.mark.whole
def test_a_running_game_shows_what_the_viewer_saw(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=10)
    for user, number in ((ada, 0), (bob, 1), (None, None)):
        client = signed_in(user)
        secrets = secrets_of(game, number, member=number is not None)
        for seq in (0, 1, 2, 3, 7, 10):
            for query in ({}, {"seat": 0}, {"seat": 1}):
                response = client.get(_address(game, seq), query)
                assert response.status_code == 200
                check("the replay", response.content, secrets)
        assert client.get(_address(game, 11)).status_code == 404
        assert client.get(reverse("record", args=[game.pk])).status_code == 404
        shared = client.get(reverse("share_moment", args=[game.pk, 7])).content
        check("the shared moment", shared, secrets)
        assert b"share-position" not in shared


def test_the_slider_works_without_scripts(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    turns = by_turns(seen(None, game.pk).events())
    client, start = signed_in(None), reverse("replay", args=[game.pk])
    assert client.get(start, {"stop": 3})["Location"] == _address(game, turns[2].last)
    assert client.get(start, {"stop": 0, "seat": 1})["Location"] == _address(game, 0) + "?seat=1"
    for wrong in ("x", "-1", str(len(turns) + 1)):
        assert client.get(start, {"stop": wrong}).status_code == 404


def test_the_record_can_be_saved_and_replayed(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    response = signed_in(None).get(reverse("record", args=[game.pk]))
    assert "attachment" in response["Content-Disposition"]
    record = json.loads(response.content)
    assert EngineGame.replay(record).snapshot() == game.snapshot


def test_a_moment_is_shared_as_link_picture_words_and_position(ada: User, bob: User) -> None:
    """The position is that of the start of the turn."""
    game = finished_game(ada, bob)
    table = seen(None, game.pk)
    turn = next(turn for turn in by_turns(table.events())[2:] if len(turn.moves) > 1)
    client = signed_in(None)
    page = client.get(reverse("share_moment", args=[game.pk, turn.first])).content.decode()
    assert settings.SITE_URL + _address(game, turn.first) in page
    assert re.search(r'<img src="[^"]*picture\.svg\?v=\w+" alt="[^"]*Mercury: ', page)
    assert turn_start(table, turn.first) == turn.first - 1
    told = re.search(r'id="share-position"[^>]*>([^<]*)<', page)
    assert told is not None
    position = json.loads(told[1].replace("&quot;", '"').replace("&#x27;", "'"))
    assert position == replayed(game, turn.first - 1).position()
    for kind, mime in (("svg", "image/svg+xml"), ("png", "image/png")):
        picture = client.get(reverse(f"moment_{kind}", args=[game.pk, turn.first]))
        assert picture["Content-Type"] == mime
        assert len(picture.content) > 1000
    assert client.get(reverse("moment_png", args=[game.pk, game.seq + 1])).status_code == 404


def test_sharing_keeps_the_view_of_a_seat(ada: User, bob: User) -> None:
    game = finished_game(ada, bob)
    client, moment = signed_in(None), _address(game, 20)
    share, view = reverse("share_moment", args=[game.pk, 20]), "?seat=1"
    replay = client.get(moment + view).content.decode()
    assert f'href="{share}{view}"' in replay
    assert f'data-copy-text="{settings.SITE_URL}{moment}{view}"' in replay
    assert f'data-address="{moment}{view}"' in replay
    page = client.get(share + view).content.decode()
    assert f">{settings.SITE_URL}{moment}{view}<" in page
    assert f'href="{moment}{view}"' in page
    svg = reverse("moment_svg", args=[game.pk, 20])
    assert f'src="{svg}{view}&amp;v=' in page
    pictures = [client.get(svg + view).content for view in ("", "?seat=0", "?seat=1", "?seat=9")]
    assert pictures[0] == pictures[1] == pictures[3] != pictures[2]


def test_no_view_of_a_seat_is_shared_before_the_end(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=10)
    names = ("replay_at", "share_moment", "moment_svg")
    moment, share, svg = (reverse(name, args=[game.pk, 7]) for name in names)
    for user in (ada, bob, None):
        client = signed_in(user)
        replay = client.get(f"{moment}?seat=1&better=1").content.decode()
        assert f'data-address="{moment}"' in replay
        assert f'href="{share}"' in replay
        page = client.get(f"{share}?seat=1&better=1").content.decode()
        assert f">{settings.SITE_URL}{moment}<" in page
        assert f'src="{svg}?v=' in page
        assert client.get(f"{svg}?seat=1").content == client.get(svg).content


def test_shared_words_name_each_player(ada: User, bob: User) -> None:
    """They are pasted for other readers, to whom “you” is another person."""
    game = finished_game(ada, bob)
    share = reverse("share_moment", args=[game.pk, 20])
    alts = [
        re.findall(r'alt="([^"]*)"', signed_in(user).get(share).content.decode())
        for user in (ada, bob, None)
    ]
    assert alts[0] == alts[1] == alts[2]
    assert re.search("towards (ada|bob)", alts[0][0])
    assert "towards you" not in alts[0][0]


def test_a_replay_takes_few_statements(
    ada: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = finished_game(ada, bob)
    client = signed_in(ada)
    client.get("/")
    with django_assert_max_num_queries(10):
        client.get(_address(game, 20), headers={"HX-Request": "true"})
