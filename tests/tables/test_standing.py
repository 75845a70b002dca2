"""Standing answers: used while they are legal, seen by no one else, also not by their time."""

from datetime import datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Absence, User
from common.refusals import Refused
from engine import Decision
from engine.agents import latest_agents
from games.clock import LIVE, a_turn_in
from games.notifications.models import Notification
from games.tables.models import Game, Move, Seat
from games.tables.services import drafts, sending, standing
from games.tables.services.expiry import mind_the_clocks
from games.tables.services.play import submit_actions
from tests.engine.prepared import prepared
from tests.support.factories import answer, player, running_game, wakeful
from tests.support.pages import pages_of

pytestmark = pytest.mark.django_db

NOON = datetime(2031, 3, 5, 12, tzinfo=timezone.get_fixed_timezone(0))
MOST = timedelta(seconds=standing.MOST_DELAY)


@pytest.fixture
def ada() -> User:
    return wakeful("ada", mulligan_wish="keep")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.get(game=game, user=user)


def answered(game: Game, user: User) -> bool:
    return Move.objects.filter(game=game, seat=seat_of(game, user).number).exists()


# --- the mulligan ---


def test_what_a_wish_replaces() -> None:
    by_price = sorted(latest_agents(), key=lambda agent: agent.cost)
    cheap, dear = by_price[0].slug, by_price[-1].slug
    hand = [dear, cheap]
    assert standing.mulligan("", hand) is None
    assert standing.mulligan("odd", hand) is None
    assert standing.mulligan("keep", hand) == "redraw"
    assert standing.mulligan(str(by_price[-1].cost), hand) == f"redraw {dear}"
    assert standing.mulligan(str(by_price[-1].cost + 1), hand) == "redraw"


def test_it_is_sent_some_minutes_later_and_nobody_is_told_before(ada: User, bob: User) -> None:
    game = running_game(ada, bob, now=NOON)
    seat = seat_of(game, ada)
    assert seat.sends_at is not None
    assert seat.is_standing_answer
    assert timedelta(minutes=1) <= seat.sends_at - NOON <= MOST
    assert not Notification.objects.filter(user=ada, kind__in=("turn", "question")).exists()
    assert Notification.objects.filter(user=bob, kind="question").exists()
    sending.send_due(seat.sends_at - timedelta(seconds=1))
    assert not answered(game, ada)
    sending.send_due(seat.sends_at)
    assert answered(game, ada)
    move = Move.objects.get(game=game)
    assert (move.action, move.at) == ("redraw", seat.sends_at)


def test_it_survives_the_other_player_s_choice(ada: User, bob: User) -> None:
    game = running_game(ada, bob, now=NOON)
    before = seat_of(game, ada)
    drafts.add_to_draft(bob, game.pk, "redraw", 0)
    drafts.confirm_draft(bob, game.pk, 0, now=NOON)
    after = seat_of(game, ada)
    assert (after.draft, after.sends_at) == (["redraw"], before.sends_at)
    sending.send_due(NOON + MOST)
    assert answered(game, ada)


def test_others_see_the_same_with_and_without_it(ada: User, bob: User) -> None:
    game = running_game(ada, bob, now=NOON)
    watchers = (bob, None)
    pages = pages_of(game, watchers, NOON)
    Seat.objects.filter(user=ada).update(sealed_at=None, sends_at=None, draft=[])
    assert pages_of(game, watchers, NOON) == pages


def test_it_waits_for_waking_hours_and_for_the_end_of_a_vacation(bob: User) -> None:
    sleeper = player("eve", mulligan_wish="keep", sleep_from=time(10), sleep_to=time(14))
    game = running_game(sleeper, bob, now=NOON)
    sends_at = seat_of(game, sleeper).sends_at
    assert sends_at is not None
    assert sends_at > NOON + timedelta(hours=2)
    away = wakeful("mia", mulligan_wish="keep")
    back = NOON + timedelta(days=2)
    Absence.objects.create(user=away, start=NOON - timedelta(days=1), end=back)
    sends_at = seat_of(running_game(away, bob, now=NOON), away).sends_at
    assert sends_at is not None
    assert back < sends_at <= back + MOST


def test_it_is_taken_back_and_sent_at_once(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    client = Client()
    client.force_login(ada)
    html = client.get(f"/tables/{game.pk}/").content.decode()
    assert "Your standing answer" in html
    client.post(f"/tables/{game.pk}/undo/", {"seq": "0"})
    seat = seat_of(game, ada)
    assert (seat.sends_at, seat.draft) == (None, ["redraw"])
    client.post(f"/tables/{game.pk}/confirm/", {"seq": "0"})
    assert answered(game, ada)


def test_it_is_sent_before_the_time_runs_out(ada: User, bob: User) -> None:
    game = running_game(ada, bob, now=NOON)
    assert game.deadline is not None
    late = game.deadline + timedelta(seconds=5)
    Seat.objects.filter(user=ada).update(sealed_at=late + MOST, sends_at=late + MOST)
    Seat.objects.filter(user=bob).update(draft=[], asked=True)
    mind_the_clocks(late)
    assert answered(game, ada)


def test_it_is_sent_even_if_the_time_has_run_out_before_its_moment(ada: User, bob: User) -> None:
    """No sweep has run since, as in an outage: the deadline counts, not the moment."""
    game = running_game(ada, bob, now=NOON)
    assert game.deadline is not None
    moment = game.deadline + timedelta(minutes=5)
    Seat.objects.filter(user=ada).update(sealed_at=moment, sends_at=moment)
    sending.send_due(moment + timedelta(minutes=5))
    assert answered(game, ada)


def test_one_that_has_become_illegal_is_the_player_s_question_again(ada: User, bob: User) -> None:
    """The player has not been told before, and is told now, once."""
    game = running_game(ada, bob)
    Seat.objects.filter(user=ada).update(draft=["planet mars"])
    told = Notification.objects.filter(user=ada, game=game)
    assert not told.exists()
    due = timezone.now() + MOST
    assert sending.send_due(due) == 1
    seat = seat_of(game, ada)
    assert (seat.sends_at, seat.asked) == (None, True)
    assert told.count() == 1
    assert sending.send_due(due + MOST) == 0


@pytest.mark.parametrize("why", ["live", "not wanted"])
def test_when_there_is_none(bob: User, why: str) -> None:
    user = wakeful("eve", mulligan_wish="" if why == "not wanted" else "keep")
    game = running_game(user, bob, pace=LIVE[0] if why == "live" else a_turn_in(3))
    seat = seat_of(game, user)
    assert (seat.sends_at, seat.draft) == (None, [])


def test_an_own_turn_is_never_answered(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    Seat.objects.filter(user=ada).update(standing=["mars", "terra"])
    for _ in range(12):
        game = answer(game)
        assert game.seq < 2 or seat_of(game, ada).sends_at is None


# --- questions in another player's turn ---


def test_the_first_planet_that_is_legal_is_chosen(ada: User) -> None:
    options = ("planet mercury", "planet terra", "planet jupiter")
    decision = Decision((0,), "planet", options, "token mars", False)
    for order, action in (
        (["mars", "jupiter", "terra"], "planet jupiter"),
        (["terra"], "planet terra"),
        (["mars"], None),
        ([], None),
    ):
        assert standing._answer(decision, [], Seat(standing=order), ada) == action
    exile = Decision((0,), "column", ("exile mars",), "token mars", False)
    assert standing._answer(exile, [], Seat(standing=["mars"]), ada) is None, "it loses a card"


def test_the_order_is_set_at_the_table_by_its_player_alone(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    client = Client()
    client.force_login(ada)
    form = {"planet": ["mars", "", "terra", "mars", ""]}
    client.post(f"/tables/{game.pk}/standing/", form)
    assert seat_of(game, ada).standing == ["mars", "terra"]
    menu = client.get(f"/tables/{game.pk}/more/").content.decode()
    assert '<option value="mars" selected>' in " ".join(menu.split())
    assert "<b>Mars, Terra</b>" in menu, "said before the menu's part is opened"
    with pytest.raises(Refused):
        standing.set_order(player("eve"), game.pk, ["mars"])
    with pytest.raises(Refused):
        standing.set_order(ada, game.pk, ["pluto"])


def asked_in_the_turn_of(mover: User, user: User, order: list[str]) -> Game:
    """Return a game in which a move has just given a user the choice of a planet."""
    engine = prepared(hand=["titus"], discs={"terra": -3}, tokens={"terra": "influence"})
    game = running_game(mover, user, pace=None)
    Game.objects.filter(pk=game.pk).update(setup=engine.record(), snapshot=engine.snapshot())
    Seat.objects.filter(game=game).update(asked=False, sealed_at=None, sends_at=None, draft=[])
    Seat.objects.filter(game=game, user=mover).update(asked=True)
    Seat.objects.filter(game=game, user=user).update(standing=order)
    submit_actions(mover, game.pk, ["recruit titus", "planet terra"], 0, now=NOON)
    return Game.objects.get(pk=game.pk)


def test_influence_in_another_players_turn_goes_where_it_was_wanted(bob: User, ada: User) -> None:
    game = asked_in_the_turn_of(bob, ada, ["terra", "jupiter", "mars"])
    seat = seat_of(game, ada)
    assert seat.asked
    assert seat.draft == ["planet jupiter"], "the disc of Terra has just been won"
    assert seat.sends_at is not None
    sending.send_due(seat.sends_at)
    assert Move.objects.filter(game=game, seat=seat.number).get().action == "planet jupiter"


def test_without_an_order_the_player_is_asked(bob: User, ada: User) -> None:
    game = asked_in_the_turn_of(bob, ada, [])
    seat = seat_of(game, ada)
    assert (seat.asked, seat.draft, seat.sends_at) == (True, [], None)
