"""Challenges: when they start, when they come to nothing, and who goes first."""

from datetime import datetime, timedelta

import pytest

from accounts.blocking import block
from accounts.models import Absence, User
from common.periodic import schedule
from common.refusals import Refused
from games.clock import BANK, LIVE
from games.ladder import challenges, places
from games.ladder.challenges import accept, challenge, decline, mind_the_ladders, withdraw
from games.ladder.models import LADDER_CHALLENGE, Challenge, ChallengeState, Rung
from games.ladder.vacation import Vacation, postponed
from games.notifications.models import Notification
from games.ratings.models import Pool
from games.tables.models import Game, Status
from games.talk import chat
from games.talk.selectors import chat_messages
from tests.ladder.ladders import DAY, T0, bar, end, here, on_ladder, order, playing
from tests.support.factories import at_once, player, refusal, running_game

pytestmark = pytest.mark.django_db


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
    assert (game.status, game.occasion, game.rated) == (Status.RUNNING, LADDER_CHALLENGE.key, True)
    assert (game.pace, game.started_at) == (BANK.to_json(), T0 + DAY)


def test_a_player_who_wants_it_plays_at_once() -> None:
    ada, bob = on_ladder("ada", "bob")
    places.prefer(ada, Pool.DAYS, at_once=True)
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    assert made.state == ChallengeState.RUNNING
    assert Game.objects.get().started_at == T0
    assert not Notification.objects.filter(kind="challenge").exists()  # the game tells of itself


def test_no_game_starts_while_a_player_is_away() -> None:
    """The challenger when the challenge is accepted; the challenged, whose place is unprotected."""
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    Absence.objects.create(user=bob, start=T0, end=T0 + 2 * DAY)
    said = refusal(409, lambda: accept(ada, made.pk, now=T0 + DAY))
    assert said == "bob is on vacation until tomorrow 12:00."
    assert accept(ada, made.pk, now=T0 + 2 * DAY).state == ChallengeState.RUNNING
    User.objects.filter(pk=bob.pk).update(vacation_hours=0)
    Absence.objects.create(user=bob, start=T0 + 3 * DAY, end=T0 + 9 * DAY)
    places.prefer(bob, Pool.DAYS, at_once=True)
    waiting = challenge(eve, Pool.DAYS, "bob", now=T0 + 4 * DAY)
    assert waiting.state == ChallengeState.WAITING


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


def test_the_first_of_the_ladder_blocks_no_challenger_away() -> None:
    """A waiting challenge stays, and the game is played, without the talk of the blocked player."""
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    for challenger in (bob, eve):
        block(ada, challenger, True)
    challenge(eve, Pool.DAYS, "ada", now=T0)
    mind_the_ladders(T0 + 3 * DAY)
    made.refresh_from_db()
    assert made.state == ChallengeState.RUNNING
    assert Game.objects.filter(status=Status.RUNNING, seats__user=ada).count() == 2
    assert made.game is not None
    chat.say(bob, made.game.pk, "Hello?")
    made.game.refresh_from_db()
    assert made.game.has_chat
    assert list(chat_messages(made.game, ada)) == []
    assert not Notification.objects.filter(user=ada, kind="talk").exists()


def test_a_barred_player_has_no_place_protected_by_a_block() -> None:
    ada, bob = on_ladder("ada", "bob")
    challenge(bob, Pool.DAYS, "ada", now=T0)
    block(ada, bob, True)
    bar(ada, days=5)
    mind_the_ladders(T0 + 3 * DAY)
    assert order() == "bob ada"


def test_a_player_who_is_barred_meanwhile_does_not_play() -> None:
    ada, bob, eve = on_ladder("ada", "bob", "eve")
    made = challenge(bob, Pool.DAYS, "ada", now=T0)
    bar(bob)
    refusal(409, lambda: accept(ada, made.pk, now=T0))
    other = challenge(eve, Pool.DAYS, "ada", now=T0)
    bar(ada)
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
