"""A simulated year, small: no impossible state, and a judge that would find one.

The first test plays some weeks and wants no fault. The others break the site, each in one way,
and want the judge to say so.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from games.contests.base import ContestOutcome
from games.ladder import challenges, places
from games.ladder import results as ladder_results
from games.ladder.models import Rung
from games.matchmaking import matching, pairing
from games.ratings import calculation, glicko2, monthly_limit, rating_updates, receivers
from games.ratings import results as noting
from games.ratings.models import PlayerResult
from games.seasons import results as season_results
from games.seasons import schedule
from games.seasons.contest import SeasonContest
from games.tables.models import Game
from games.tournaments import rounds
from games.tournaments.contest import TournamentContest
from tools.simulation.sizes import YearSize
from tools.simulation.year import habits
from tools.simulation.year import year as simulation
from tools.simulation.year.report import Report
from tools.simulation.year.year import Year

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SMALL = YearSize(players=30, weeks=3, strong=3, seed=4)
TINY = YearSize(players=36, weeks=5, games=1, strong=1, seed=2)
"""Enough for each of the faults below."""


def faults_of(size: YearSize, words: str = "") -> list[str]:
    year = Year(size)
    year.run()
    return [fault for fault in year.diary.faults if words in fault]


def test_some_weeks_of_a_year() -> None:
    year = Year(SMALL)
    year.run()
    assert year.diary.faults == []
    counts = year.diary.counts
    for kind in ("found", "ladder", "season", "tables"):
        assert counts[f"games of {kind}"] > 0, kind
    said = "\n".join(Report(year).lines())
    assert "calibration, all games of people" in said
    assert "rank correlation of place with strength" in said


def test_a_tiny_year_is_without_fault() -> None:
    """So that what the others find is what they have broken."""
    assert faults_of(TINY) == []


def test_a_year_is_the_same_for_the_same_seed() -> None:
    def games() -> list[Any]:
        with transaction.atomic():
            year = Year(TINY)
            year.run()
            transaction.set_rollback(True)
        return [(over.at, over.winner, over.how) for over in year.diary.over.values()]

    assert games() == games()


# --- ratings ---


def test_a_rating_that_moves_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    rate = glicko2.rate

    def far(player: Any, games: Any, periods: float) -> Any:
        after = rate(player, games, periods)
        return replace(after, value=after.value + 1)

    monkeypatch.setattr(glicko2, "rate", far)
    assert faults_of(TINY, "moved")


def test_an_uncertainty_that_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculation, "periods", lambda _since, _until: 0)
    assert faults_of(TINY, "an RD of")


def test_an_uncertainty_out_of_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glicko2, "_within", lambda deviation: deviation / 8)
    assert faults_of(TINY, "an RD of")


def test_a_limit_of_games_that_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monthly_limit, "A_MONTH", 1)
    assert faults_of(TINY, "it should: True")


def test_games_that_are_not_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    rate_game = rating_updates.rate_game

    def some(game: Game, seats: Any) -> None:
        if game.pk % 5:
            rate_game(game, seats)

    monkeypatch.setattr(receivers, "rate_game", some)
    assert faults_of(TINY, "games rated that should not be, or the other way round")


def test_games_that_are_rated_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    rate_game = rating_updates.rate_game

    def twice(game: Game, seats: Any) -> None:
        rate_game(game, seats)
        for change in game.rated_game.changes.filter(rating__bot=""):
            change.rating.games += 1
            change.rating.save()

    monkeypatch.setattr(receivers, "rate_game", twice)
    assert faults_of(TINY, "games in ratings")


def test_a_result_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    note_results = noting.note_results

    def less(game: Game, seats: Any) -> None:
        note_results(game, seats)
        if game.pk % 5 == 0:
            PlayerResult.objects.filter(game=game)[0].delete()

    monkeypatch.setattr(receivers, "note_results", less)
    assert faults_of(TINY, "results are wrong")


def test_an_annulled_game_that_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_updates, "take_out", lambda _rated: None)
    monkeypatch.setattr(simulation, "REVISED", 1)
    assert faults_of(TINY, "games rated that should not be")


# --- finding ---


def test_people_who_block_each_other_and_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(habits, "BLOCKS", 1)
    monkeypatch.setattr(matching, "may_meet", _whoever)
    monkeypatch.setattr(pairing, "are_blocked", lambda _one, _other: False)
    assert faults_of(replace(TINY, games=4), "who block each other")


def _whoever(one: matching.Seeker, other: matching.Seeker, _blocked: Any) -> bool:
    return one.user != other.user and one.pace == other.pace and not (one.is_host and other.is_host)


def test_a_search_that_is_fulfilled_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    end = pairing.end

    def forgetful(search: Any, state: Any, now: Any, game: Game | None = None) -> None:
        end(search, state, now, None)

    monkeypatch.setattr(pairing, "end", forgetful)
    assert faults_of(TINY, "searches")


# --- ladders ---


def _put(change: Callable[[int], int | None]) -> Callable[..., None]:
    put = places.put

    def wrong(ladder: Any, rung: Rung, after: int | None, *rest: Any, **more: Any) -> None:
        put(ladder, rung, None if after is None else change(after), *rest, **more)

    return wrong


def test_a_place_one_too_low(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "put", _put(lambda after: after + 1))
    assert faults_of(TINY, "the ladder is wrong after game")


def test_a_win_on_the_ladder_that_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_results, "_count", lambda *_args: None)
    assert faults_of(TINY, "the ladder is wrong after game")


def test_a_withdrawal_that_leaves_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    put = places.put

    def gap(ladder: Any, rung: Rung, after: int | None, *rest: Any, **more: Any) -> None:
        put(ladder, rung, after, *rest, **more)
        if rung.place == 4:
            Rung.objects.filter(pk=rung.pk).update(place=99)

    monkeypatch.setattr(places, "put", gap)
    assert faults_of(TINY, "have gaps, or players share one")


def test_a_step_that_is_not_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "note_step", lambda *_args, **_more: None)
    assert faults_of(TINY, "do not lead to its places")


def test_a_task_that_fails_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_pk: int, _now: Any) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(challenges, "_process_due", fails)
    assert faults_of(TINY, "ValueError('broken')")


# --- seasons and tournaments ---


def test_a_season_that_gives_the_points_to_the_loser(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (
        season_results.OUTCOMES[ContestOutcome.FIRST],
        season_results.OUTCOMES[ContestOutcome.SECOND],
    )
    swapped = {ContestOutcome.FIRST: second, ContestOutcome.SECOND: first}
    monkeypatch.setattr(season_results, "OUTCOMES", season_results.OUTCOMES | swapped)
    assert faults_of(replace(TINY, weeks=7), "counts as")


def test_a_season_that_forgets_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeasonContest, "ended", lambda *_args: None)
    assert faults_of(replace(TINY, weeks=7), "counts as open")


def test_a_season_in_which_not_all_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds_of = schedule.rounds
    monkeypatch.setattr(schedule, "rounds", lambda players: rounds_of(players)[1:])
    assert faults_of(TINY, "not all meet all")


def test_a_tournament_that_forgets_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TournamentContest, "ended", lambda *_args: None)
    assert faults_of(replace(TINY, weeks=7, players=50), "counts as open")


def test_a_tournament_that_turns_its_places_round(monkeypatch: pytest.MonkeyPatch) -> None:
    final_places = rounds.final_places

    def wrong(*args: Any) -> dict[int, int]:
        found = final_places(*args)
        return {number: len(found) + 1 - place for number, place in found.items()}

    monkeypatch.setattr(rounds, "final_places", wrong)
    size = replace(TINY, players=60, weeks=14, games=0.2, seed=9)  # a Swiss tournament ends
    assert faults_of(size, "places are not in the order of the points")
