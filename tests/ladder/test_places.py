"""Places: won, lost, given up; once a game, without a gap, and all of it to be read later."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.closing import delete_account
from accounts.export import export
from accounts.models import User
from common.refusals import Refused
from games.contests.base import result_of
from games.ladder import places
from games.ladder.challenges import challenge
from games.ladder.history import order_at
from games.ladder.models import Challenge, ChallengeState, LadderStep, Rung, StepReason
from games.ladder.results import settle
from games.ladder.rules import reach
from games.notifications.models import Notification
from games.ratings.models import Pool
from games.tables.models import Ending, Game
from games.tables.services import ending
from games.tables.services.annulment import annul
from games.tables.services.expiry import mind_the_clocks
from tests.ladder.ladders import DAY, T0, break_off, end, on_ladder, order, playing, rung
from tests.support.factories import at_once, guest, refusal, running_game

pytestmark = pytest.mark.django_db


# --- joining, leaving ---


def test_one_joins_at_the_bottom_once() -> None:
    ada, _bob = on_ladder("ada", "bob")
    places.join(ada, Pool.DAYS, at_once=True)
    assert order() == "ada bob"
    assert not rung(ada).at_once
    assert LadderStep.objects.filter(rung__user=ada).count() == 1


def test_the_two_ladders_know_nothing_of_each_other() -> None:
    ada, bob = on_ladder("ada", "bob")
    places.join(bob, Pool.LIVE)
    places.join(ada, Pool.LIVE)
    assert (order(), order(Pool.LIVE)) == ("ada bob", "bob ada")


def test_guests_and_strange_ladders_are_refused() -> None:
    refusal(403, places.join, guest(), Pool.DAYS)
    refusal(404, places.join, on_ladder("ada")[0], Pool.SOLO)


def test_a_player_who_leaves_lets_the_others_up_and_returns_at_the_bottom() -> None:
    ada, bob, _eve = on_ladder("ada", "bob", "eve")
    assert places.leave(ada, Pool.DAYS, now=T0 + DAY)
    assert not places.leave(ada, Pool.DAYS, now=T0 + DAY)
    assert order() == "bob eve"
    assert not places.leave(bob, Pool.LIVE)
    places.join(ada, Pool.DAYS, at_once=True, now=T0 + 2 * DAY)
    assert order() == "bob eve ada"
    assert rung(ada).at_once
    steps = rung(ada).steps.order_by("number").values_list("before", "after", "why")
    assert list(steps) == [
        (None, 1, StepReason.JOINED),
        (1, None, StepReason.LEFT),
        (None, 3, StepReason.JOINED),
    ]


def test_a_player_who_leaves_takes_challenges_along_and_running_games_move_nothing() -> None:
    ada, _bob, eve = on_ladder("ada", "bob", "eve")
    running = playing(eve, ada)
    waiting = challenge(eve, Pool.DAYS, "bob", now=T0)
    places.leave(eve, Pool.DAYS, now=T0)
    places.join(eve, Pool.DAYS, now=T0)
    running.refresh_from_db()
    waiting.refresh_from_db()
    assert (running.state, waiting.state) == (ChallengeState.VOID, ChallengeState.WITHDRAWN)
    assert Game.objects.get().status == "running"
    end(running, eve)
    assert order() == "ada bob eve"
    running.refresh_from_db()
    assert (running.state, running.ended_at) == (ChallengeState.VOID, T0 + DAY)


def test_a_deleted_account_leaves_and_its_steps_stay() -> None:
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    playing(eve, ada)
    delete_account(ada)
    assert order() == "eve bob"  # the game was resigned first
    assert Rung.objects.get(user=None).name == "gone"
    delete_account(bob)
    assert order() == "eve"


# --- a game's end ---


def test_the_winner_takes_the_place_and_the_others_move_down() -> None:
    _ada, bob, _eve, kim = on_ladder("ada", "bob", "eve", "kim")
    made = playing(kim, bob)
    end(made, kim)
    assert order() == "ada kim bob eve"
    made.refresh_from_db()
    assert (made.state, made.place, made.ended_at) == (ChallengeState.COUNTED, 2, T0 + DAY)
    steps = list(made.steps.order_by("number").values_list("rung__user__username", "before"))
    assert steps == [("kim", 4), ("bob", 2)]
    assert [step.after for step in made.steps.order_by("number")] == [2, 3]
    told = Notification.objects.filter(data__challenge=made.pk).values_list(
        "user__username", "kind"
    )
    assert {("bob", "ladder_place_lost"), ("kim", "ladder_place_taken")} <= set(told)


@pytest.mark.parametrize("winner", ["bob", None], ids=["defence", "draw"])
def test_places_stay_after_a_defence_or_a_draw(winner: str | None) -> None:
    _ada, bob, _eve, kim = on_ladder("ada", "bob", "eve", "kim")
    end(playing(kim, bob), bob if winner else None)
    assert order() == "ada bob eve kim"
    assert not Notification.objects.filter(kind__startswith="ladder_").exists()
    whys = dict(LadderStep.objects.filter(challenge__isnull=False).values_list("rung__user", "why"))
    expected = (StepReason.WON, StepReason.LOST) if winner else (StepReason.DRAWN, StepReason.DRAWN)
    assert (whys[bob.pk], whys[kim.pk]) == expected


def test_a_win_over_who_stands_below_by_now_moves_nothing() -> None:
    ada, bob, _eve, kim = on_ladder("ada", "bob", "eve", "kim")
    one, other = playing(kim, bob), playing(kim, ada)
    end(other, kim)
    assert order() == "kim ada bob eve"
    end(one, kim)
    assert order() == "kim ada bob eve"


NINE = tuple("abcdefghi")


def test_losing_on_time_costs_a_third_of_the_ladder() -> None:
    _a, b, c, *_others = on_ladder(*NINE)
    end(playing(c, b), c, Ending.TIME)
    assert order() == "a c d e b f g h i"  # b stood on place 2
    told = Notification.objects.get(user=b, kind="ladder_fell")
    assert told.data["place"] == 5


@pytest.mark.parametrize(("days", "last"), [(59, True), (61, False)])
def test_the_second_loss_on_time_within_sixty_days_leads_to_the_last_place(
    days: int, last: bool
) -> None:
    a, b, c, *_others = on_ladder(*NINE)
    end(playing(c, a), c, Ending.TIME, now=T0)
    assert order() == "c b d a e f g h i"
    later = T0 + days * DAY
    end(playing(a, b, now=later - DAY), b, Ending.TIME, now=later)
    assert order() == ("c b d e f g h i a" if last else "c b d e f g a h i")
    said = Notification.objects.filter(user=a, kind__startswith="ladder_").latest("pk").kind
    assert said == ("ladder_dropped" if last else "ladder_fell")


def test_an_annulled_loss_on_time_is_no_first_one() -> None:
    a, b, c, *_others = on_ladder(*NINE)
    made = playing(c, a)
    end(made, c, Ending.TIME)
    annul(made.game_id or 0)
    end(playing(a, b, now=T0 + DAY), b, Ending.TIME, now=T0 + 2 * DAY)
    assert order() == "c b d e f g a h i"


def test_a_fall_stops_at_the_last_place() -> None:
    *_others, h, i = on_ladder(*NINE)
    end(playing(i, h), i, Ending.TIME)
    assert order() == "a b c d e f g i h"


@pytest.mark.parametrize(
    ("late", "expected"),
    [
        (["bob"], "ada kim eve bob"),
        (["kim"], "ada bob eve kim"),
        (["bob", "kim"], "ada eve bob kim"),
        ([], "ada bob eve kim"),
    ],
    ids=["challenged", "challenger", "both", "nobody"],
)
def test_a_game_that_was_not_begun_has_a_loser_all_the_same(late: list[str], expected: str) -> None:
    people = on_ladder("ada", "bob", "eve", "kim")
    _ada, bob, _eve, kim = people
    made = playing(kim, bob)
    break_off(made, *(user for user in people if user.username in late))
    assert order() == expected
    made.refresh_from_db()
    assert made.state == (ChallengeState.COUNTED if late else ChallengeState.VOID)


def test_the_clock_moves_who_does_not_answer_down() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = playing(bob, ada)
    mind_the_clocks(T0 + 30 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.COUNTED
    assert LadderStep.objects.filter(why=StepReason.TIME).exists()
    assert order()


def test_an_end_counts_once() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = playing(bob, ada)
    end(made, bob)
    game = Game.objects.get()
    steps = LadderStep.objects.count()
    settle(game, result_of(game), T0 + 2 * DAY)
    assert (order(), LadderStep.objects.count()) == ("bob ada", steps)
    made.refresh_from_db()
    assert made.ended_at == T0 + DAY


def test_an_annulled_game_leaves_the_places_as_they_are() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = playing(bob, ada)
    end(made, bob)
    annul(made.game_id or 0)
    assert order() == "bob ada"


def test_a_game_of_no_ladder_moves_nothing() -> None:
    ada, bob = on_ladder("ada", "bob")
    ending.resign(ada, running_game(ada, bob, rated=True).pk)
    assert order() == "ada bob"


@pytest.mark.django_db(transaction=True)
def test_two_games_of_one_player_that_end_at_once_each_move_once() -> None:
    _ada, bob, eve, kim, lea = on_ladder("ada", "bob", "eve", "kim", "lea")
    one, other = playing(lea, bob), playing(kim, eve)
    third = playing(lea, eve)
    games = [(bob, one), (eve, other), (eve, third)]
    works = [
        (lambda who=who, pk=made.game_id: ending.resign(who, pk or 0)) for who, made in games * 2
    ]
    results = at_once(*works)
    assert sum(isinstance(result, Refused) for result in results) == 3
    assert not [r for r in results if isinstance(r, Exception) and not isinstance(r, Refused)]
    assert order() in ("ada lea kim bob eve", "ada lea bob kim eve")
    assert LadderStep.objects.filter(challenge__isnull=False).count() == 6


@pytest.mark.django_db(transaction=True)
def test_many_join_and_leave_at_once() -> None:
    people = on_ladder("ada", "bob", "eve", "kim")
    results = at_once(
        lambda: places.leave(people[0], Pool.DAYS),
        lambda: places.leave(people[2], Pool.DAYS),
        lambda: places.leave(people[2], Pool.DAYS),
        lambda: places.join(people[2], Pool.LIVE),
    )
    assert [r for r in results if isinstance(r, Exception)] == []
    assert order() == "bob kim"


# --- by hand ---


def test_the_staff_moves_a_player_with_a_trace() -> None:
    _ada, _bob, eve = on_ladder("ada", "bob", "eve")
    boss = User.objects.create_superuser("boss", "boss@example.org", "x")
    places.move(boss, rung(eve).pk, 1, "a fault of the site on 3 March", now=T0 + DAY)
    assert order() == "eve ada bob"
    step = LadderStep.objects.get(why=StepReason.STAFF)
    assert (step.staff, step.reason) == (boss, "a fault of the site on 3 March")
    places.move(boss, rung(eve).pk, 2, "half of it was right", now=T0 + DAY)
    assert order() == "ada eve bob"
    refusal(422, places.move, boss, rung(eve).pk, 4, "too far down")
    refusal(404, places.move, boss, 0, 1, "nobody there")
    places.leave(eve, Pool.DAYS)
    refusal(409, places.move, boss, rung(eve).pk, 1, "not on it")


def test_the_admin_moves_with_a_reason(client: Client) -> None:
    _ada, bob = on_ladder("ada", "bob")
    boss = User.objects.create_superuser("boss", "boss@example.org", "x")
    page = reverse("admin:ladder_rung_move", args=[rung(bob).pk])
    fields = {"place": "1", "reason": "won on 3 March, lost to a fault"}
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    assert client.post(page, fields).status_code == 403
    client.force_login(boss)
    assert client.get(page).status_code == 200
    assert client.post(page, {**fields, "reason": ""}).status_code == 422
    assert client.post(page, {**fields, "place": "3"}).status_code == 422
    assert order() == "ada bob"
    assert client.post(page, fields).status_code == 302
    assert order() == "bob ada"
    for name in ("rung", "ladderstep"):
        shown = client.get(reverse(f"admin:ladder_{name}_changelist"))
        assert shown.status_code == 200
    assert "lost to a fault" in shown.content.decode()


# --- reach ---


@pytest.mark.parametrize(
    ("place", "highest"),
    [(1, 1), (2, 1), (4, 1), (5, 2), (13, 10), (14, 10), (20, 14), (100, 70), (10_000, 7_000)],
)
def test_reach_is_three_places_or_thirty_per_cent(place: int, highest: int) -> None:
    assert reach(place) == highest


# --- history ---


def test_every_place_at_any_time_follows_from_the_steps() -> None:
    ada, bob, eve = (user for user in on_ladder("ada", "bob", "eve"))
    end(playing(eve, ada), eve, now=T0 + DAY)
    places.leave(bob, Pool.DAYS, now=T0 + 2 * DAY)
    names = {rung.pk: rung.name for rung in Rung.objects.all()}
    then = [[names[pk] for pk in order_at(Pool.DAYS, T0 + n * DAY)] for n in range(3)]
    assert then == [["ada", "bob", "eve"], ["eve", "ada", "bob"], ["eve", "ada"]]
    assert order_at(Pool.DAYS, T0 - DAY) == []


def test_a_command_compares_places_with_their_steps(capsys: pytest.CaptureFixture[str]) -> None:
    ada, _bob = on_ladder("ada", "bob")
    call_command("check_ladders")
    assert "All places match their steps." in capsys.readouterr().out
    Rung.objects.filter(user=ada).update(place=2)
    with pytest.raises(CommandError):
        call_command("check_ladders")
    assert "is at place 2" in capsys.readouterr().out


def test_the_export_holds_places_and_challenges() -> None:
    ada, bob = on_ladder("ada", "bob")
    end(playing(bob, ada), bob)
    ladders: Any = export(bob)["ladders"]
    (kept,) = ladders
    assert (kept["ladder"], kept["place"]) == ("days", 1)
    assert [step["why"] for step in kept["steps"]] == ["joined", "won"]
    assert [one["state"] for one in kept["challenges"]] == ["counted"]


@pytest.mark.any_python
@pytest.mark.whole
class RandomLadders(TestCase):
    """Whatever happens in whatever order, places have no gap and each game moves them once."""

    @settings(max_examples=10)
    @given(st.data())
    def test_places_stay_whole(self, data: st.DataObject) -> None:
        self.lives(data)

    @pytest.mark.slow
    @settings(max_examples=100)
    @given(st.data())
    def test_places_stay_whole_in_many_ladders(self, data: st.DataObject) -> None:
        self.lives(data)

    def lives(self, data: st.DataObject) -> None:
        """Let random things happen to a ladder, and look at its places after each."""
        people = on_ladder(*(f"player{number}" for number in range(7)))
        now = T0
        for _step in range(data.draw(st.integers(4, 14))):
            now += timedelta(days=20)
            user = data.draw(st.sampled_from(people))
            act = data.draw(st.sampled_from(["challenge", "end", "end", "leave", "join"]))
            running = list(
                Challenge.objects.filter(state__in=(ChallengeState.RUNNING, ChallengeState.VOID))
            )
            running = [one for one in running if one.ended_at is None]
            if act == "leave":
                places.leave(user, Pool.DAYS, now=now)
            elif act == "join":
                places.join(user, Pool.DAYS, at_once=True, now=now)
            elif act == "end" and running:
                self.ends(data, data.draw(st.sampled_from(running)), now)
            else:
                self.challenges(data, user, now)
            order()

    def challenges(self, data: st.DataObject, user: User, now: datetime) -> None:
        mine = Rung.objects.filter(user=user, place__gt=1).first()
        if mine is None or mine.place is None:
            return
        place = data.draw(st.integers(reach(mine.place), mine.place - 1))
        other = Rung.objects.get(ladder=Pool.DAYS, place=place).user
        assert other is not None
        try:
            playing(user, other, now=now)
        except Refused:
            return

    def ends(self, data: st.DataObject, made: Challenge, now: datetime) -> None:
        one, two = made.challenger.user, made.challenged.user
        assert one is not None
        assert two is not None
        before = LadderStep.objects.count()
        way = data.draw(st.sampled_from(["one", "two", "draw", "one late", "two late", "both"]))
        if way == "both":
            break_off(made, one, two, now=now)
        elif way == "draw":
            end(made, None, now=now)
        else:
            winner = one if way in ("one", "two late") else two
            ending = Ending.TIME if "late" in way else Ending.POPULAR
            end(made, winner, ending, now=now)
        written = LadderStep.objects.count() - before
        assert written == (0 if made.state == ChallengeState.VOID else 2)
