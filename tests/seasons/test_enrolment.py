"""Enrolling, withdrawing, and what games bring: won, lost on time, annulled."""

from datetime import timedelta
from typing import Any

import pytest

from accounts import closing
from accounts.export import export
from accounts.models import User
from games.fairplay.models import ActionKind, ModerationAction
from games.notifications.kinds import PageNotification, kind_of
from games.notifications.models import Notification
from games.notifications.relevance import relevance_of
from games.seasons.enrolment import enrol, leave
from games.seasons.models import Fixture, Season, SeasonEntry
from games.seasons.results import withdraw_entry
from games.seasons.runner import run_seasons
from games.tables import providers
from games.tables.models import Ending, Game, Status
from games.tables.services import ending
from games.tables.services.annulment import annul, restore
from tests.seasons.season_factory import (
    ALL_BEGUN,
    BEFORE,
    DAY,
    END,
    Q2,
    START,
    better_wins,
    enrolled,
    finish,
    meeting,
    outcome,
    people,
    running_season,
    table_of,
)
from tests.support.factories import answer, at_once, guest, player, refusal, sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[User]:
    return people(4)


def entry_of(user: User) -> SeasonEntry:
    return SeasonEntry.objects.get(user=user, season__number=1)


def first_game(season: Season) -> tuple[Fixture, Game, User, User]:
    """Return a game of the first round, and who is first and second."""
    rows = Fixture.objects.select_related("game", "first__user", "second__user")
    fixture = rows.filter(division__season=season, game__isnull=False)[0]
    assert fixture.game is not None
    assert fixture.first.user is not None
    assert fixture.second.user is not None
    return fixture, fixture.game, fixture.first.user, fixture.second.user


# --- enrolling ---


def test_enrolling_twice_is_once(four: list[User]) -> None:
    assert enrol(four[0], 2027, 1, now=BEFORE) == enrol(four[0], 2027, 1, now=BEFORE)
    assert SeasonEntry.objects.count() == 1


def test_whoever_comes_late_waits_for_the_next_season(four: list[User]) -> None:
    running_season(four)
    late = player("late")
    sentence = refusal(409, lambda: enrol(late, 2027, 1, now=START + DAY))
    assert "next one" in sentence
    assert enrol(late, 2027, 2, now=START + DAY).season.number == 2


def test_at_the_moment_of_the_start_it_is_too_late(four: list[User]) -> None:
    enrolled(four)
    late = player("late")
    refusal(409, lambda: enrol(late, 2027, 1, now=START))
    assert enrol(late, 2027, 2, now=START).season.number == 2
    enrol(player("early"), 2027, 1, now=START - timedelta(seconds=1))


def test_a_season_that_has_started_takes_no_player(four: list[User]) -> None:
    """Whatever the clock of the caller says."""
    running_season(four)
    refusal(409, lambda: enrol(player("late"), 2027, 1, now=BEFORE))


def test_who_may_not_enrol() -> None:
    refusal(403, lambda: enrol(guest(), 2027, 1, now=BEFORE))
    refusal(404, lambda: enrol(player("ada"), 2027, 2, now=BEFORE))
    refusal(404, lambda: enrol(player("bob"), 1999, 9, now=BEFORE))
    assert not SeasonEntry.objects.exists()


def test_a_player_who_is_barred_from_rated_games_may_not_enrol_either(four: list[User]) -> None:
    ModerationAction.objects.create(player=four[0], what=ActionKind.BAR, until=BEFORE + DAY)
    assert "moderator" in refusal(403, lambda: enrol(four[0], 2027, 1, now=BEFORE))
    enrol(four[0], 2027, 1, now=BEFORE + DAY)


def test_an_enrolment_can_be_taken_back(four: list[User]) -> None:
    season = enrolled(four)
    leave(four[0], 2027, 1, now=BEFORE)
    leave(four[0], 2027, 1, now=BEFORE)
    assert season.entries.count() == 3
    enrol(four[0], 2027, 1, now=BEFORE)
    assert season.entries.count() == 4


@pytest.mark.django_db(transaction=True)
def test_a_player_who_enrols_while_the_season_starts_is_in_it_or_not() -> None:
    enrolled(people(7))
    late = people(1, "late")[0]
    at_once(
        lambda: run_seasons(START), lambda: enrol(late, 2027, 1, now=START - timedelta(seconds=1))
    )
    entries = SeasonEntry.objects.filter(season__number=1)
    assert entries.count() == entries.exclude(division=None).count()


# --- withdrawing ---


def test_a_player_who_withdraws_early_is_struck(four: list[User]) -> None:
    season = running_season(four)
    run_seasons(START + 7 * DAY)
    better_wins(season, START + 8 * DAY)  # two of six are over
    run_seasons(START + 14 * DAY)
    leave(four[0], 2027, 1, now=START + 15 * DAY)
    entry = entry_of(four[0])
    assert (entry.withdrawn_at, entry.struck) == (START + 15 * DAY, True)
    assert not Game.objects.filter(seats__user=four[0], status=Status.RUNNING).exists()
    assert Game.objects.filter(ending=Ending.RESIGNATION).count() == 1
    own = Fixture.objects.filter(first=entry) | Fixture.objects.filter(second=entry)
    assert not own.filter(outcome="").exists()
    games = Game.objects.count()
    run_seasons(ALL_BEGUN)
    better_wins(season, ALL_BEGUN)
    run_seasons(END)
    assert Game.objects.count() == games + 3  # the three others go on among themselves
    assert [name for _place, name, _step in table_of(season)] == ["p01", "p02", "p03", "p00"]


def test_a_player_who_withdraws_late_leaves_wins_to_the_others(four: list[User]) -> None:
    season = running_season(four)
    for week in range(3):
        run_seasons(START + 7 * week * DAY)
        better_wins(season, START + (7 * week + 1) * DAY)  # three of six are over
    run_seasons(START + 21 * DAY)
    leave(four[0], 2027, 1, now=START + 22 * DAY)
    leave(four[0], 2027, 1, now=START + 23 * DAY)
    entry = entry_of(four[0])
    assert (entry.withdrawn_at, entry.struck) == (START + 22 * DAY, False)
    own = Fixture.objects.filter(first=entry) | Fixture.objects.filter(second=entry)
    lost = [
        each
        for each in own
        if outcome(each)[0] == ("second" if each.first_id == entry.pk else "first")
    ]
    assert len(lost) == 3
    assert sorted(each.reason for each in lost) == ["", "withdrawn", "withdrawn"]
    run_seasons(ALL_BEGUN)
    better_wins(season, ALL_BEGUN)
    run_seasons(END)
    assert table_of(season)[-1][1] == "p00"


def test_no_player_withdraws_from_what_is_over_or_not_theirs(four: list[User]) -> None:
    running_season(four)
    refusal(404, lambda: leave(player("ada"), 2027, 1, now=START))
    refusal(404, lambda: leave(four[0], 2030, 1, now=START))
    run_seasons(END)
    refusal(409, lambda: leave(four[0], 2027, 1, now=END))


def test_a_crash_in_the_middle_of_a_withdrawal_is_mended(four: list[User]) -> None:
    running_season(four)
    assert len(withdraw_entry(entry_of(four[0]).pk, START + DAY)) == 1
    run_seasons(START + DAY)
    assert Game.objects.filter(ending=Ending.RESIGNATION).count() == 1
    assert not Game.objects.filter(seats__user=four[0], status=Status.RUNNING).exists()


def test_all_may_withdraw(four: list[User]) -> None:
    season = running_season(four)
    for user in four:
        leave(user, 2027, 1, now=START + DAY)
    run_seasons(END)
    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    assert not Fixture.objects.filter(outcome="").exists()


def test_an_account_that_goes_is_withdrawn(four: list[User]) -> None:
    running_season(four)
    enrol(four[0], 2027, 2, now=START + DAY)
    before = set(SeasonEntry.objects.values_list("pk", flat=True))
    closing.delete_account(four[0])
    entry = SeasonEntry.objects.get(user=None)
    assert entry.pk in before
    assert entry.struck
    assert str(entry) == "gone"
    assert SeasonEntry.objects.filter(season__number=2).count() == 0
    run_seasons(ALL_BEGUN)
    run_seasons(END)


def test_what_runs_when_an_account_goes_was_not_over(four: list[User]) -> None:
    season = running_season(four)
    for week in range(3):
        run_seasons(START + 7 * week * DAY)
        if week < 2:
            better_wins(season, START + (7 * week + 1) * DAY)
    closing.delete_account(four[0])  # two of six are over, and a third is resigned now
    assert SeasonEntry.objects.get(user=None).struck


def test_the_places_of_who_goes_afterwards_stay(four: list[User]) -> None:
    season = running_season(four)
    run_seasons(END)
    closing.delete_account(four[0])
    assert "gone" in [name for _place, name, _step in table_of(season)]
    assert not SeasonEntry.objects.exclude(withdrawn_at=None).exists()


def test_a_player_who_vanished_without_a_word_plays_no_more(four: list[User]) -> None:
    running_season(four)
    User.objects.filter(pk=four[0].pk).delete()  # past all services
    run_seasons(ALL_BEGUN)
    given = Fixture.objects.filter(reason="withdrawn")
    assert given.count() == 5
    assert not given.exclude(game=None).exists()


# --- what games bring ---


def test_a_game_counts_for_who_has_won_it(four: list[User]) -> None:
    fixture, game, first, second = first_game(running_season(four))
    finish(game, second, START + DAY)
    assert outcome(fixture) == ("second", "")
    back = meeting(second, first)
    run_seasons(ALL_BEGUN)
    back.refresh_from_db()
    finish(back.game, second, ALL_BEGUN)
    assert outcome(back) == ("first", "")


def test_a_draw_is_a_draw(four: list[User]) -> None:
    fixture, game, _first, _second = first_game(running_season(four))
    finish(game, None, START + DAY)
    assert outcome(fixture) == ("draw", "")


def test_resigning_loses_and_calling_off_is_not_possible(four: list[User]) -> None:
    fixture, game, first, _second = first_game(running_season(four))
    refusal(409, lambda: ending.abort(first, game.pk, now=START + DAY))
    ending.resign(first, game.pk, now=START + DAY)
    assert outcome(fixture) == ("second", "")


def test_both_who_never_began_have_lost(four: list[User]) -> None:
    fixture, game, *_both = first_game(running_season(four))
    assert sweep(START + 10 * DAY) == 2
    game.refresh_from_db()
    assert game.ending == Ending.UNBEGUN
    assert outcome(fixture) == ("nobody", "time")


def test_a_player_who_never_began_has_lost_to_who_did(four: list[User]) -> None:
    fixture, game, first, second = first_game(running_season(four))
    answered = answer(game, START + timedelta(hours=1)).moves.get()
    there = {seat.number: seat.user for seat in game.seats.all()}[answered.seat]
    sweep(START + 10 * DAY)
    game.refresh_from_db()
    assert game.ending == Ending.UNBEGUN
    assert outcome(fixture) == ("first" if there == first else "second", "time")
    assert there in (first, second)


def test_an_absence_costs_every_game_of_a_season() -> None:
    players = people(9)
    season = running_season(players)
    now = START + 12 * DAY
    run_seasons(now)
    late = players[0]
    games = list(Game.objects.filter(seats__user=late, status=Status.RUNNING))
    assert len(games) > 1
    for game in games:
        while not game.seats.get(user=late).asked or game.moves.count() < 4:
            answer(game, now)
    sweep(now + 20 * DAY)
    endings = sorted(Game.objects.filter(pk__in=[one.pk for one in games]).values_list("ending"))
    assert (Ending.ANNULLED,) in endings
    assert (Ending.TIME,) in endings
    entry = entry_of(late)
    for fixture in Fixture.objects.filter(game__in=games, division__season=season):
        expected = "second" if fixture.first_id == entry.pk else "first"
        assert (fixture.outcome, fixture.reason) == (expected, "time")


def test_an_annulled_game_counts_as_drawn_until_the_end(four: list[User]) -> None:
    season = running_season(four)
    fixture, game, first, _second = first_game(season)
    finish(game, first, START + DAY)
    annul(game.pk)
    assert outcome(fixture) == ("draw", "revoked")
    restore(game.pk)
    assert outcome(fixture) == ("first", "")
    annul(game.pk)
    run_seasons(START + 7 * DAY)
    better_wins(season, START + 8 * DAY)
    other = Fixture.objects.filter(outcome__in=("first", "second")).select_related("game")[0]
    run_seasons(END)
    before = outcome(other)
    assert other.game is not None
    annul(other.game.pk)
    restore(game.pk)
    assert outcome(other) == before
    assert outcome(fixture) == ("draw", "revoked")


# --- words ---


def test_a_game_says_what_it_is_played_for(four: list[User]) -> None:
    _fixture, game, *_both = first_game(running_season(four))
    line = providers.occasion(game)
    assert line is not None
    assert (line.text, line.path) == ("Season 2027/1, division 1, round 1", "/seasons/2027/1/1/")


def words_of(user: User, what: str) -> tuple[str, str, bool]:
    """Return what a notification says, where it leads, and whether it is of interest still."""
    notification = Notification.objects.get(user=user, kind=f"season_{what}")
    kind = kind_of(notification)
    assert isinstance(kind, PageNotification)
    said = kind.words()
    return said.text, said.path, not relevance_of(notification).stale


@pytest.mark.whole
def test_every_player_is_told_when_it_begins_and_ends() -> None:
    players = people(16)
    season = running_season(players)
    assert words_of(players[0], "begins") == (
        "Season 2027/1 has begun. You play in division 1. Your games start by themselves.",
        "/seasons/2027/1/1/",
        True,
    )
    run_seasons(ALL_BEGUN)
    better_wins(season, ALL_BEGUN)
    run_seasons(END)
    assert not words_of(players[0], "begins")[2]
    said, path, wanted = words_of(players[7], "ended")
    assert said == (
        "Season 2027/1 is over. You finished in place 8 of division 1 and are relegated."
    )
    assert (path, wanted) == ("/seasons/2027/1/1/", True)
    assert words_of(players[8], "ended")[0].endswith("place 1 of division 2 and are promoted.")
    said = words_of(players[0], "ended")[0]
    assert said == "Season 2027/1 is over. You finished in place 1 of division 1."


def test_no_player_waits_for_a_season_that_does_not_take_place() -> None:
    players = people(3)
    running_season(players)
    said, path, wanted = words_of(players[0], "cancelled")
    assert said == (
        "Season 2027/1 is cancelled: too few players enrolled. You can enrol for the next one."
    )
    assert (path, wanted) == ("/seasons/", True)


def test_the_export_has_the_seasons(four: list[User]) -> None:
    running_season(four)
    enrol(four[0], 2027, 2, now=START + DAY)
    kept: Any = export(four[0])["seasons"]
    assert [(one["season"], one["division"], one["withdrawn"]) for one in kept] == [
        ([2027, 1], 1, None),
        ([Q2.year, Q2.number], None, None),
    ]
