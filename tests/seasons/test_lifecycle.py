"""Seasons by the calendar: opened, started, closed, once each, also late and by several at once."""

import logging
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from common.periodic import schedule
from games.fairplay.models import ActionKind, ModerationAction
from games.notifications.models import Notification
from games.ratings.models import RatedGame, Rating
from games.seasons import lifecycle
from games.seasons.enrolment import enrol
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.seasons.quarters import Quarter
from games.seasons.runner import run_seasons
from games.tables.models import Game, Status
from games.tables.services.starting import start_game
from tests.seasons.season_factory import (
    ALL_BEGUN,
    BEFORE,
    DAY,
    END,
    Q1,
    Q2,
    START,
    better_wins,
    enrolled,
    finish,
    old_season,
    outcome,
    people,
    rate,
    running_season,
    table_of,
)
from tests.support.factories import at_once

pytestmark = pytest.mark.django_db


def everything() -> list[Any]:
    """Return all rows of seasons, and what they have led to."""
    rows = (Season, Division, SeasonEntry, Fixture, Notification)
    return [
        *(list(model.objects.order_by("pk").values()) for model in rows),
        Game.objects.count(),
    ]


def told(what: str) -> list[str]:
    """Return who has been told that a season begins, has ended or is off."""
    notifications = Notification.objects.filter(kind=f"season_{what}")
    return sorted(notifications.values_list("user__username", flat=True))


# --- opening ---


def test_the_calendar_is_looked_at_all_the_time() -> None:
    entry = schedule()["advance the seasons"]
    assert entry["task"] == "games.seasons.tasks.run_seasons"


def test_a_fresh_site_has_the_next_season_open() -> None:
    run_seasons(BEFORE)
    season = Season.objects.get()
    assert (season.year, season.number, season.state) == (2027, 1, Season.State.OPEN)
    assert (season.starts_at, season.ends_at) == (START, END)


def test_running_twice_changes_nothing() -> None:
    running_season(people(9))
    for now in (START, START + 3 * DAY, ALL_BEGUN, END, END + 40 * DAY):
        run_seasons(now)
        before = everything()
        run_seasons(now)
        assert everything() == before


def test_after_months_of_sleep_it_is_the_right_season() -> None:
    enrolled(people(8))
    run_seasons(Quarter(2028, 3).start + 40 * DAY)
    states = {(one.year, one.number): one.state for one in Season.objects.all()}
    assert states == {(2027, 1): Season.State.MISSED, (2028, 4): Season.State.OPEN}


def test_what_has_been_done_is_not_done_again() -> None:
    """Also when several have found the same season due before the first of them has begun."""
    season = running_season(people(8))
    before = everything()
    lifecycle.start(season.pk, START)
    assert everything() == before
    coming = Season.objects.get(state=Season.State.OPEN)
    lifecycle.close(coming.pk, coming.ends_at)
    assert everything() == before
    run_seasons(END)
    before = everything()
    lifecycle.close(season.pk, END)
    lifecycle.close_division(Division.objects.get().pk, END)
    lifecycle.begin_games(Division.objects.get().pk, END)
    assert everything() == before
    Season.objects.filter(pk=season.pk).update(state=Season.State.OPEN, starts_at=END + DAY)
    lifecycle.start(season.pk, END)
    assert Division.objects.count() == 1


# --- starting ---


def test_nothing_starts_too_early() -> None:
    season = enrolled(people(8))
    run_seasons(START - timedelta(seconds=1))
    season.refresh_from_db()
    assert season.state == Season.State.OPEN
    assert not Game.objects.exists()


def test_a_player_who_was_placed_while_unsure_is_placed_anew_and_keeps_a_promotion() -> None:
    players = people(20)
    for number, user in enumerate(players):
        rate(user, (1900 if number < 10 else 1500) - 10 * number)
    rate(players[5], 2005)
    unsure = [players[5], *players[10:]]
    Rating.objects.filter(user__in=unsure).update(deviation=109.6)
    season = running_season(players)
    assert set(season.entries.filter(unsure=True).values_list("user", flat=True)) == {
        user.pk for user in unsure
    }
    for user in unsure:
        rate(user, 2200 if user == players[19] else 1000)
    later = enrolled(players, Q2)
    run_seasons(END)  # all games are drawn: the ratings at the start decide the places
    assert [name for place, name, _step in table_of(season) if place in (3, 9, 10)] == [
        "p05", "p08", "p09",
    ]  # fmt: skip
    assert [name for _place, name, step in table_of(season, 2) if step] == ["p10", "p11"]
    first = set(later.entries.filter(division__level=1).values_list("user__username", flat=True))
    # p05 falls though third, p19 rises though last; p10 and p11 have earned it, weak as they are.
    assert first == {"p00", "p01", "p02", "p03", "p04", "p06", "p07", "p10", "p11", "p19"}
    assert not later.entries.filter(unsure=True).exists()


def test_a_season_starts_with_its_first_round() -> None:
    season = running_season(people(8))
    assert season.state == Season.State.RUNNING
    assert Fixture.objects.count() == 8 * 7
    assert Game.objects.count() == 4
    game = Game.objects.all()[0]
    assert (game.league, game.rated, game.public, game.occasion) == (True, True, True, "season")
    assert told("begins") == [f"p{n:02}" for n in range(8)]
    assert Season.objects.get(year=2027, number=2).state == Season.State.OPEN


def test_a_player_who_is_first_has_the_first_turn() -> None:
    running_season(people(8))
    for fixture in Fixture.objects.exclude(game=None).select_related("game", "first"):
        assert fixture.game is not None
        seat = fixture.game.seats.get(user=fixture.first.user_id)
        assert seat.side == 1 - fixture.game.second_side


def test_rounds_begin_one_after_the_other() -> None:
    running_season(people(12))
    begun = {}
    for day in range(60):
        run_seasons(START + day * DAY)
        run_seasons(START + day * DAY)
        begun[day] = Game.objects.count()
    assert [day for day in range(1, 60) if begun[day] > begun[day - 1]] == list(range(4, 41, 4))
    assert begun[40] == Fixture.objects.count() == 66
    most = Counter(Fixture.objects.exclude(game=None).values_list("first", flat=True))
    assert set(most.values()) <= {5, 6}


def test_with_three_players_a_season_does_not_take_place() -> None:
    season = running_season(people(3))
    assert season.state == Season.State.TOO_FEW
    assert told("cancelled") == ["p00", "p01", "p02"]
    assert not Game.objects.exists()
    run_seasons(END)
    season.refresh_from_db()
    assert season.state == Season.State.TOO_FEW


def test_four_are_enough() -> None:
    running_season(people(4))
    assert Fixture.objects.count() == 12


def test_a_late_start_still_leaves_seven_weeks() -> None:
    enrolled(people(8))
    late = START + 27 * DAY
    run_seasons(late)
    due = Fixture.objects.order_by("due_at").values_list("due_at", flat=True)
    assert due[0] == late
    assert due[len(due) - 1] <= END - timedelta(weeks=7)


def test_much_too_late_it_does_not_take_place() -> None:
    season = enrolled(people(8))
    run_seasons(START + 28 * DAY)
    season.refresh_from_db()
    assert season.state == Season.State.MISSED
    assert len(told("cancelled")) == 8
    assert not Game.objects.exists()


def test_newcomers_are_placed_by_rating() -> None:
    players = people(18)
    for number, user in enumerate(players[:17]):
        rate(user, 1000 + 10 * number)
    season = running_season(players)
    levels = {
        str(entry): entry.division.level
        for entry in season.entries.select_related("division", "user")
        if entry.division
    }
    assert {name for name, level in levels.items() if level == 1} == {
        f"p{n:02}" for n in range(8, 17)
    }
    assert levels["p17"] == 2  # without a rating


def test_a_player_who_returns_has_the_level_of_the_last_season() -> None:
    players = people(16)
    high, low = players[:8], players[8:]
    steps = [0, 0, 0, 0, 0, 0, 1, 1], [-1, -1, 0, 0, 0, 0, 0, 0]
    old_season(
        Quarter(2026, 4),
        list(zip(high, steps[0], strict=True)),
        list(zip(low, steps[1], strict=True)),
    )
    for user in low:
        rate(user, 2500)
    season = running_season(players)
    names = season.entries.filter(division__level=1).values_list("user__username", flat=True)
    assert sorted(names) == [f"p{n:02}" for n in (0, 1, 2, 3, 4, 5, 8, 9)]


def test_a_season_of_long_ago_is_forgotten() -> None:
    players = people(16)
    old_season(Quarter(2025, 4), [(user, 0) for user in players[:8]])
    for user in players[8:]:
        rate(user, 2000)
    season = running_season(players)
    names = season.entries.filter(division__level=1).values_list("user__username", flat=True)
    assert sorted(names) == [f"p{n:02}" for n in range(8, 16)]


def bar(user: User, until: datetime) -> None:
    ModerationAction.objects.create(player=user, what=ActionKind.BAR, until=until)


def test_a_player_who_is_barred_at_the_start_is_left_out() -> None:
    players = people(9)
    enrolled(players)
    bar(players[0], START + DAY)
    bar(players[1], START)
    run_seasons(START)
    assert Fixture.objects.count() == 8 * 7
    assert not Fixture.objects.filter(first__user=players[0]).exists()


def of_round(number: int, user: User) -> Fixture:
    """Return a player's game of a round."""
    rows = Fixture.objects.filter(round=number)
    return (rows.filter(first__user=user) | rows.filter(second__user=user)).get()


def test_a_player_who_is_barred_or_closed_loses_what_should_begin() -> None:
    players = people(4)
    running_season(players)
    bar(players[0], START + 8 * DAY)
    for week in (1, 2):
        run_seasons(START + 7 * week * DAY)
    fixture = of_round(2, players[0])
    assert outcome(fixture) == ("second" if fixture.first.user == players[0] else "first", "barred")
    assert fixture.game is None
    assert of_round(3, players[0]).game is not None
    User.objects.filter(pk=players[0].pk).update(is_active=False)
    run_seasons(START + 21 * DAY)
    fixture = of_round(4, players[0])
    assert outcome(fixture) == ("second" if fixture.first.user == players[0] else "first", "barred")
    assert Fixture.objects.filter(reason="barred").count() == 2


def test_two_who_are_barred_have_both_lost() -> None:
    players = people(4)
    season = enrolled(players)
    running_season(players)
    for user in players:
        bar(user, END)
    run_seasons(START + 7 * DAY)
    found = Fixture.objects.filter(round=2, division__season=season)
    assert set(found.values_list("outcome", "reason")) == {("nobody", "barred")}


def test_a_player_who_has_been_banned_is_left_out() -> None:
    players = people(9)
    enrolled(players)
    User.objects.filter(username="p00").update(is_active=False)
    run_seasons(START)
    assert Fixture.objects.count() == 8 * 7
    assert not Fixture.objects.filter(first__user=players[0]).exists()


# --- a whole season ---


def play_through(season: Season) -> None:
    """Let a season run with a look at the calendar a day, all games ending on their first day."""
    day = season.starts_at
    while day <= season.ends_at:
        run_seasons(day)
        better_wins(season, day)
        day += DAY
    season.refresh_from_db()


@pytest.mark.slow
def test_a_whole_season_and_the_next_one() -> None:
    players = people(16)
    for number, user in enumerate(players):
        rate(user, 2000 - 10 * number)
    season = running_season(players)
    play_through(season)
    assert season.state == Season.State.CLOSED
    assert not Fixture.objects.filter(outcome="").exists()
    assert table_of(season, 1) == [(n + 1, f"p{n:02}", int(n > 5)) for n in range(8)]
    assert table_of(season, 2) == [(n + 1, f"p{n + 8:02}", -int(n < 2)) for n in range(8)]
    assert len(told("ended")) == 16
    assert RatedGame.objects.count() == 2 * 8 * 7
    following = Season.objects.get(year=2027, number=2)
    assert following.state == Season.State.TOO_FEW  # no player has enrolled
    for user in players:
        enrol(user, 2027, 3, now=END + DAY)
    run_seasons(Quarter(2027, 3).start)
    third = Season.objects.get(year=2027, number=3)
    names = third.entries.filter(division__level=1).values_list("user__username", flat=True)
    assert sorted(names) == [f"p{n:02}" for n in (0, 1, 2, 3, 4, 5, 8, 9)]


def test_what_is_not_over_at_the_end_is_drawn_and_goes_on() -> None:
    season = running_season(people(4))
    run_seasons(ALL_BEGUN)
    run_seasons(END)
    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    assert set(Fixture.objects.values_list("outcome", "reason")) == {("draw", "unfinished")}
    assert Game.objects.filter(status=Status.RUNNING).count() == 12
    fixture = Fixture.objects.select_related("game", "first__user")[0]
    finish(fixture.game, fixture.first.user, END + DAY)
    assert RatedGame.objects.count() == 1
    assert outcome(fixture) == ("draw", "unfinished")


def test_a_division_that_can_not_be_closed_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    players = people(8)
    season = running_season(players)
    enrolled(players, Q2)

    def broken(*_args: Any) -> None:
        raise ValueError("broken")

    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(lifecycle, "steps", broken)
        run_seasons(END)
    level = season.divisions.get().pk
    assert f"could not close division {level}" in caplog.text
    states = dict(Season.objects.values_list("number", "state"))
    assert states == {1: Season.State.CLOSED, 2: Season.State.RUNNING, 3: Season.State.OPEN}
    assert not season.entries.exclude(place=None).exists()
    run_seasons(END + DAY)
    assert [place for place, _name, _step in table_of(season)] == list(range(1, 9))
    assert len(told("ended")) == 8


def test_a_game_that_can_not_begin_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    enrolled(people(8))
    calls: list[Any] = []

    def fragile(*args: Any, **options: Any) -> Game:
        calls.append(args)
        if len(calls) == 2:
            raise ValueError("broken")
        return start_game(*args, **options)

    monkeypatch.setattr(lifecycle, "start_game", fragile)
    run_seasons(START)
    assert Game.objects.count() == 3
    assert "could not start the game" in caplog.text
    run_seasons(START + DAY)
    assert Game.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_four_at_once_do_everything_once() -> None:
    players = people(8)
    enrolled(players)
    for now in (START, START + 3 * DAY, ALL_BEGUN, END):
        results = at_once(*[lambda now=now: run_seasons(now)] * 4)
        assert results == [None] * 4
    assert Season.objects.filter(year=2027, number=1).get().state == Season.State.CLOSED
    assert Game.objects.count() == Fixture.objects.count() == 56
    assert Division.objects.count() == 1
    assert Season.objects.count() == 3
    assert len(told("begins")) == len(told("ended")) == 8
    places = SeasonEntry.objects.order_by("place").values_list("place", flat=True)
    assert list(places) == list(range(1, 9))
    assert Q1.next == Q2
