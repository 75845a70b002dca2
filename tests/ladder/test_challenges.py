"""Challenges: to whom, when they start, when they come to nothing, and who goes first."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Absence, Block, User, VacationHour
from accounts.periodic import schedule
from accounts.refusals import Refused
from games.clock import BANK, LIVE
from games.fairplay import bans
from games.fairplay.models import ActionKind, ModerationAction
from games.ladder import challenges, places
from games.ladder.challenges import accept, challenge, decline, mind_the_ladders, withdraw
from games.ladder.history import lines, steps_of
from games.ladder.models import Challenge, ChallengeState, LadderStep, Rung, StepReason
from games.ladder.rules import facts_of
from games.ladder.vacation import Vacation, postponed, protecting
from games.notifications.models import Notification
from games.ratings.models import Pool
from games.tables.models import Game, Occasion, Status
from tests.ladder.ladders import DAY, HOUR, T0, end, on_ladder, order, playing, rung
from tests.support.factories import at_once, player, refusal, running_game

pytestmark = pytest.mark.django_db

NAMES = ("ada", "bob", "eve", "kim", "lea", "max")


def here(user: User, now: datetime) -> None:
    """Let somebody be on the site."""
    UserSession.objects.create(
        user=user, session_key=f"{user.pk} {now}", ip="127.0.0.1", user_agent="", last_seen_at=now
    )


# --- how a challenge starts ---


def test_a_player_who_wants_to_be_asked_is_asked_and_accepts() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ADA", now=T0)
    assert (made.state, made.game, made.place) == (ChallengeState.WAITING, None, 1)
    assert Notification.objects.get().user == ada
    accept(ada, made.pk, now=T0 + DAY)
    accept(ada, made.pk, now=T0 + DAY)
    made.refresh_from_db()
    game = Game.objects.get()
    assert (made.state, made.game, made.started_at) == (ChallengeState.RUNNING, game, T0 + DAY)
    assert (game.status, game.occasion, game.rated) == (Status.RUNNING, Occasion.LADDER, True)
    assert (game.pace, game.started_at) == (BANK.to_json(), T0 + DAY)


def test_a_player_who_wants_it_plays_at_once() -> None:
    ada, bob = on_ladder("ada", "bob")
    places.prefer(ada, Pool.DAYS, at_once=True)
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    assert made.state == ChallengeState.RUNNING
    assert Game.objects.get().started_at == T0
    assert not Notification.objects.filter(kind="challenge").exists()  # the game tells of itself


def test_challenging_twice_is_once() -> None:
    _ada, bob = on_ladder("ada", "bob")
    assert challenge(bob, Pool.DAYS, "ada", now=T0) == challenge(bob, Pool.DAYS, "ada", now=T0)
    assert Challenge.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_challenging_and_accepting_at_once_are_one_game() -> None:
    ada, bob = on_ladder("ada", "bob")
    makes = [lambda: challenge(bob, Pool.DAYS, "ada")] * 3
    assert [r for r in at_once(*makes) if isinstance(r, Exception)] == []
    made = Challenge.objects.get()
    results = at_once(*[lambda: accept(ada, made.pk)] * 3, lambda: withdraw(bob, made.pk))
    assert len({type(r) for r in results[:3]}) == 1
    assert sum(isinstance(r, Refused) for r in results) in (1, 3)
    assert Game.objects.count() == (0 if isinstance(results[0], Refused) else 1)


def test_what_no_player_answers_starts_by_itself_after_three_days() -> None:
    _ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    mind_the_ladders(T0 + 3 * DAY - timedelta(seconds=1))
    assert not Game.objects.exists()
    for _twice in range(2):
        mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert (made.state, made.game) == (ChallengeState.RUNNING, Game.objects.get())


def test_days_of_vacation_are_not_counted() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    Absence.objects.create(user=ada, start=T0 + DAY, end=T0 + 6 * DAY)
    Absence.objects.create(user=bob, start=T0 + 5 * DAY, end=T0 + 8 * DAY)
    mind_the_ladders(T0 + 10 * DAY - timedelta(seconds=1))
    assert not Game.objects.exists()
    mind_the_ladders(T0 + 10 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.RUNNING


@pytest.mark.parametrize(
    ("absences", "days"),
    [
        ([], 3),
        ([(-5, -1)], 3),
        ([(-5, 1)], 4),
        ([(3, 9)], 3),
        ([(2, 4), (4, 5)], 6),
        ([(1, 5), (2, 3), (4, 6)], 8),
    ],
    ids=["none", "before", "over the start", "after", "one after the other", "over each other"],
)
def test_absences_put_the_moment_off(absences: list[tuple[int, int]], days: int) -> None:
    rows = [Vacation(1, T0 + a * DAY, T0 + b * DAY, T0 + b * DAY) for a, b in absences]
    assert postponed(T0, T0 + 3 * DAY, rows) == T0 + days * DAY


# --- what vacation protects ---


def protected(*absences: tuple[int, int], balance: int = 20) -> list[int]:
    """Return how many days of each absence (its first day and its end) protect a place."""
    rows = [Vacation(1, T0 + a * DAY, T0 + b * DAY, T0 + a * DAY) for a, b in absences]
    found = protecting((row, balance * DAY) for row in rows)
    return [(one.protects_until - one.start) // DAY for one in found]


def test_vacation_protects_a_place_as_far_as_the_balance_covers_it() -> None:
    assert protected((0, 10)) == [10]
    assert protected((0, 30)) == [20]
    assert protected((0, 30), balance=0) == [0]


def test_vacation_protects_a_place_for_thirty_days_a_year() -> None:
    assert protected((0, 20), (30, 50), (60, 80)) == [20, 10, 0]
    assert protected((60, 80), (0, 20), (400, 420)) == [20, 10, 20]
    assert protected((0, 20), (100, 110), (370, 390)) == [20, 10, 5]


def test_a_place_is_not_held_for_ever_by_planned_vacation() -> None:
    """Twelve absences of thirty days cost nothing as long as no game is lost in them."""
    ada, bob = on_ladder("ada", "bob")
    User.objects.filter(pk=ada.pk).update(vacation_hours=0)
    for month in range(12):
        start = T0 + month * 30 * DAY
        Absence.objects.create(user=ada, start=start, end=start + 30 * DAY)
    made = challenge(bob, Pool.DAYS, "ada", now=T0 + DAY)
    mind_the_ladders(T0 + 4 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.RUNNING


def test_a_full_balance_protects_for_thirty_days_a_year_and_no_longer() -> None:
    _ada, bob = on_ladder("ada", "bob")
    for month in range(12):
        start = T0 + month * 30 * DAY
        Absence.objects.create(user=_ada, start=start, end=start + 30 * DAY)
    days = []
    for day in range(360):
        now = T0 + day * DAY
        facts = facts_of(rung(bob), [rung(_ada)], now)
        if facts.why_not(rung(_ada)).startswith("On vacation"):
            days.append(day)
    assert days == [*range(20), *range(30, 40)]


def test_hours_that_an_absence_has_cost_protect_as_well() -> None:
    ada, bob = on_ladder("ada", "bob")
    Absence.objects.create(user=ada, start=T0, end=T0 + 10 * DAY)
    hours = [VacationHour(user=ada, hour=T0 + n * HOUR) for n in range(96)]
    VacationHour.objects.bulk_create(hours)
    User.objects.filter(pk=ada.pk).update(vacation_hours=24)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "ada", now=T0 + 4 * DAY))
    assert said == "On vacation until tomorrow 12:00."
    challenge(bob, Pool.DAYS, "ada", now=T0 + 5 * DAY)


def test_a_player_who_is_away_learns_how_long_their_place_is_protected() -> None:
    ada, bob = on_ladder("ada", "bob")
    User.objects.filter(pk=bob.pk).update(vacation_hours=48)
    Absence.objects.create(user=bob, start=T0, end=T0 + 10 * DAY)
    here_now = facts_of(rung(bob), [rung(ada)], T0 + DAY).why_none()
    assert "Your place is protected until" in here_now
    assert "no longer protected" in facts_of(rung(bob), [rung(ada)], T0 + 3 * DAY).why_none()


# --- bars ---


@pytest.mark.parametrize("pool", [Pool.DAYS, Pool.LIVE])
@pytest.mark.parametrize("how", ["barred", "closed"])
def test_a_player_who_may_not_play_loses_the_place_without_a_game(pool: str, how: str) -> None:
    ada, bob = on_ladder("ada", "bob", pool=pool)
    if how == "barred":
        _bar(ada, days=30)
    else:
        User.objects.filter(pk=ada.pk).update(is_active=False)
    Rung.objects.filter(user=ada).update(at_once=True)
    made = challenge(bob, pool, "ada", now=T0)
    assert made.state == ChallengeState.WAITING
    mind_the_ladders(T0 + 3 * DAY - timedelta(seconds=1))
    assert order(pool) == "ada bob"
    for _twice in range(2):
        mind_the_ladders(T0 + 3 * DAY)
    assert order(pool) == "bob ada"
    made.refresh_from_db()
    assert (made.state, made.game, made.place) == (ChallengeState.COUNTED, None, 1)
    assert not Game.objects.exists()
    steps = made.steps.order_by("number").values_list("rung__user__username", "before", "after")
    assert list(steps) == [("bob", 2, 1), ("ada", 1, 2)]
    said = [
        line.says for user in (bob, ada) for line in lines(list(steps_of(rung(user, pool)))[:1])
    ]
    assert said == ["place taken from ada without a game", "place lost to bob without a game"]


def test_a_bar_that_ends_in_time_costs_no_place() -> None:
    ada, bob = on_ladder("ada", "bob")
    _bar(ada, days=2)
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.RUNNING


def test_a_player_who_may_not_play_takes_no_place_either() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    _bar(ada, days=30)
    _bar(bob, days=30)
    mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert (made.state, order()) == (ChallengeState.EXPIRED, "ada bob")


def test_a_live_challenge_needs_both_on_the_site() -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    places.prefer(ada, Pool.LIVE, at_once=True)
    made = challenge(bob, Pool.LIVE, "ada", now=T0)
    assert made.state == ChallengeState.WAITING
    here(bob, T0 - timedelta(minutes=7))
    said = refusal(409, lambda: accept(ada, made.pk, now=T0))
    assert said == "bob isn't on the site right now. A live game needs both players."
    here(bob, T0 - timedelta(minutes=4))
    game = accept(ada, made.pk, now=T0).game
    assert game is not None
    assert (game.live, game.pace) == (True, LIVE[1].to_json())


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("ada", "Finish your live game first."),
        ("bob", "bob is playing a live game right now."),
    ],
)
def test_a_live_challenge_waits_while_one_of_the_two_plays_live(who: str, expected: str) -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    made = challenge(bob, Pool.LIVE, "ada", now=T0)
    here(bob, T0)
    running_game(User.objects.get(username=who), player("eve"), pace=LIVE[1])
    assert refusal(409, lambda: accept(ada, made.pk, now=T0)) == expected
    Game.objects.update(status=Status.FINISHED)
    assert accept(ada, made.pk, now=T0).game is not None


def test_a_live_challenge_runs_out_without_harm() -> None:
    _ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    made = challenge(bob, Pool.LIVE, "ada", now=T0)
    for _twice in range(2):
        mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert (made.state, made.ended_at) == (ChallengeState.EXPIRED, T0 + 3 * DAY)
    assert order(Pool.LIVE) == "ada bob"
    told = Notification.objects.get(kind="challenge_expired")
    assert told.user == bob


def test_only_a_live_challenge_can_be_declined() -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    made = challenge(bob, Pool.LIVE, "ada", now=T0)
    refusal(403, lambda: decline(bob, made.pk))
    for _twice in range(2):
        decline(ada, made.pk, now=T0)
    assert Challenge.objects.get().state == ChallengeState.DECLINED
    refusal(409, lambda: accept(ada, made.pk))
    places.join(ada, Pool.DAYS)
    places.join(bob, Pool.DAYS)
    other = challenge(bob, Pool.DAYS, "ada")
    refusal(409, lambda: decline(ada, other.pk))


def test_withdrawing_what_waits() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    refusal(403, lambda: withdraw(ada, made.pk))
    refusal(403, lambda: accept(bob, made.pk))
    refusal(404, lambda: withdraw(bob, 0))
    for _twice in range(2):
        withdraw(bob, made.pk, now=T0)
    refusal(409, lambda: accept(ada, made.pk))
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "ada", now=T0 + DAY))
    assert said.startswith("You challenged this player recently. You can do so again from 5 Mar")
    assert challenge(bob, Pool.DAYS, "ada", now=T0 + 3 * DAY).state == ChallengeState.WAITING


def test_a_challenge_is_renewed_three_days_after_it_was_made() -> None:
    """Not three days after it came to nothing: one that ran out may be renewed at once."""
    _ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    challenge(bob, Pool.LIVE, "ada", now=T0)
    mind_the_ladders(T0 + 3 * DAY)
    assert challenge(bob, Pool.LIVE, "ada", now=T0 + 3 * DAY).state == ChallengeState.WAITING


def test_a_running_challenge_is_not_withdrawn() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = playing(bob, ada)
    refusal(409, lambda: withdraw(bob, made.pk))


def test_what_has_lost_its_sense_is_dropped() -> None:
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    waits = challenge(eve, Pool.DAYS, "bob", now=T0)
    end(playing(eve, ada), eve)
    refusal(409, lambda: accept(bob, waits.pk))
    mind_the_ladders(T0 + DAY)
    waits.refresh_from_db()
    assert waits.state == ChallengeState.EXPIRED


def test_a_player_who_blocks_meanwhile_does_not_play() -> None:
    ada, bob = on_ladder("ada", "bob")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    Block.objects.create(user=ada, blocked=bob)
    mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.EXPIRED
    assert not Game.objects.exists()


def test_a_player_who_is_barred_meanwhile_does_not_play() -> None:
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    _bar(bob)
    refusal(409, lambda: accept(ada, made.pk, now=T0))
    other = challenge(eve, Pool.DAYS, "ada", now=T0)
    _bar(ada)
    refusal(403, lambda: accept(ada, other.pk, now=T0))
    refusal(403, lambda: places.join(ada, Pool.LIVE, now=T0))
    accept(ada, made.pk, now=T0 + DAY)


def test_the_task_runs_every_minute_and_one_failure_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    entry = schedule()["check the ladders"]
    assert (entry["task"], entry["schedule"]) == ("games.ladder.tasks.mind_the_ladders", 60.0)
    _ada, bob, eve = on_ladder("ada", "bob", "eve")
    bad, good = challenge(bob, Pool.DAYS, "ada", now=T0), challenge(eve, Pool.DAYS, "bob", now=T0)
    start = challenges._start

    def fail(found: Challenge, now: datetime) -> None:
        if found == bad:
            raise RuntimeError("no luck")
        start(found, now)

    monkeypatch.setattr(challenges, "_start", fail)
    mind_the_ladders(T0 + 3 * DAY)
    good.refresh_from_db()
    assert good.state == ChallengeState.RUNNING
    assert "no luck" in caplog.text


# --- who goes first ---


def test_the_challenged_goes_first_and_then_they_take_turns() -> None:
    ada, bob = on_ladder("ada", "bob")
    first = []
    for number in range(3):
        now = T0 + number * 20 * DAY
        made = playing(rung_at(2), rung_at(1), now=now)
        assert made.game is not None
        seat = made.game.seats.get(number=1 - made.game.second_side)
        first.append(seat.user)
        end(made, made.challenger.user, now=now + DAY)
    assert first == [ada, bob, ada]


@pytest.mark.parametrize("winner", ["ada", "bob"])
def test_a_challenger_who_goes_first_wins_and_loses_like_any_other(winner: str) -> None:
    ada, bob = on_ladder("ada", "bob")
    end(playing(bob, ada), None)
    again = playing(bob, ada, now=T0 + 20 * DAY)
    assert again.challenger_first
    assert again.game is not None
    assert again.game.seats.get(number=1 - again.game.second_side).user == bob
    end(again, ada if winner == "ada" else bob, now=T0 + 21 * DAY)
    assert order() == ("ada bob" if winner == "ada" else "bob ada")


def rung_at(place: int) -> User:
    user = Rung.objects.get(ladder=Pool.DAYS, place=place).user
    assert user is not None
    return user


# --- why not ---


def _away(user: User) -> None:
    Absence.objects.create(user=user, start=T0 - DAY, end=T0 + 2 * DAY)


def _blocks(one: User, two: User) -> None:
    Block.objects.create(user=one, blocked=two)


def _bar(user: User, days: int = 1) -> None:
    until = T0 + days * DAY
    ModerationAction.objects.create(player=user, what=ActionKind.BAR, until=until)


def _met(one: User, two: User, days_ago: int) -> None:
    end(playing(one, two, now=T0 - 20 * DAY), two, now=T0 - days_ago * DAY)


Case = Callable[[dict[str, User]], object]
CASES: dict[str, tuple[str, Case, str]] = {
    "too far": (
        "max",
        lambda p: None,
        "Too far above you: you can challenge",
    ),
    "below": ("ada", lambda p: None, "Below you"),
    "vacation": ("bob", lambda p: _away(p["bob"]), "On vacation until Wednesday 12:00."),
    "own vacation": ("bob", lambda p: _away(p["eve"]), "You're on vacation until"),
    "I block": (
        "bob",
        lambda p: _blocks(p["eve"], p["bob"]),
        ("You and this player don't play each other."),
    ),
    "blocks me": (
        "bob",
        lambda p: _blocks(p["bob"], p["eve"]),
        ("You and this player don't play each other."),
    ),
    "running": ("bob", lambda p: playing(p["eve"], p["bob"]), ""),
    "met": ("bob", lambda p: _met(p["eve"], p["bob"], 13), "You played each other recently."),
    "long ago": ("bob", lambda p: _met(p["eve"], p["bob"], 14), ""),
    "barred": ("bob", lambda p: _bar(p["bob"]), ""),
    "barred myself": ("bob", lambda p: _bar(p["eve"]), bans.sentence(T0 + DAY)),
}


@pytest.mark.parametrize("case", CASES)
def test_why_a_player_can_not_be_challenged(case: str) -> None:
    people = dict(zip(NAMES, on_ladder(*NAMES, now=T0 - 30 * DAY), strict=True))
    name, prepare, expected = CASES[case]
    prepare(people)
    one, other = {
        "too far": ("max", "bob"),
        "below": ("ada", "bob"),
    }.get(case, ("eve", name))
    if expected:
        said = refusal(409, lambda: challenge(people[one], Pool.DAYS, other, now=T0))
        assert said.startswith(expected)
    else:
        assert challenge(people[one], Pool.DAYS, other, now=T0).state in ChallengeState.values


def test_one_makes_two_challenges_and_gets_two() -> None:
    _ada, _bob, eve, kim, lea, _max = on_ladder(*NAMES)
    challenge(kim, Pool.DAYS, "eve", now=T0)
    challenge(kim, Pool.DAYS, "bob", now=T0)
    said = refusal(409, lambda: challenge(kim, Pool.DAYS, "ada", now=T0))
    assert (
        said == "You have 2 open challenges. Wait for one of them to end before you send another."
    )
    challenge(lea, Pool.DAYS, "bob", now=T0)
    said = refusal(409, lambda: challenge(eve, Pool.DAYS, "bob", now=T0))
    assert said == "Already has the maximum number of challenges."


def test_a_player_who_is_challenged_does_not_challenge_back() -> None:
    _ada, bob, _eve, kim = on_ladder("ada", "bob", "eve", "kim")
    playing(kim, bob)
    places.move(kim, rung(bob).pk, 4, "a test of the rules", now=T0)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "kim", now=T0))
    assert said == "You are already playing each other."


def test_a_player_who_has_left_and_returned_finishes_the_game_first() -> None:
    ada, bob = on_ladder("ada", "bob")
    playing(bob, ada)
    places.leave(bob, Pool.DAYS, now=T0)
    places.join(bob, Pool.DAYS, now=T0)
    said = refusal(409, lambda: challenge(bob, Pool.DAYS, "ada", now=T0))
    assert said == "You are already playing each other."


def test_strangers_challenge_no_player() -> None:
    ada, _bob = on_ladder("ada", "bob")
    refusal(409, lambda: challenge(player("eve"), Pool.DAYS, "ada"))
    refusal(404, lambda: challenge(ada, Pool.DAYS, "eve"))
    refusal(404, lambda: challenge(ada, "solo", "bob"))
    refusal(409, lambda: challenge(ada, Pool.DAYS, "ada"))


# --- staying away ---


def test_a_player_who_is_not_on_the_site_for_sixty_days_leaves() -> None:
    now = timezone.now()
    ada, bob, eve, kim = on_ladder("ada", "bob", "eve", "kim", now=now - 61 * DAY)
    here(bob, now - 59 * DAY)
    User.objects.filter(pk=eve.pk).update(last_login=now - DAY)
    made = playing(kim, eve, now=now - 61 * DAY)
    assert made.game is not None
    made.game.seats.filter(user=kim).update(seen_at=now - DAY)
    mind_the_ladders(now - 2 * DAY)
    assert order() == "ada bob eve kim"
    mind_the_ladders(now)
    assert order() == "bob eve kim"
    told = Notification.objects.get(kind="ladder_absent")
    assert told.user == ada
    assert told.deliveries.filter(channel="mail").exists()
    assert LadderStep.objects.get(rung__user=ada, after=None).why == StepReason.ABSENT


def test_logging_out_makes_no_active_member_absent(client: Client) -> None:
    now = timezone.now()
    ada, _bob = on_ladder("ada", "bob", now=now - 100 * DAY)
    client.force_login(ada)
    User.objects.update(last_login=now - 100 * DAY)
    client.get("/")
    assert client.post(reverse("account_logout")).status_code == 302
    UserSession.objects.purge_and_list(ada)
    assert not UserSession.objects.exists()
    mind_the_ladders(now)
    assert order() == "ada"
