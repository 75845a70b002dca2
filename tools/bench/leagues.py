"""Seasons and tournaments of the crowd: written by their own rules, with games of the past."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import batched

from django.db import transaction

from games.clock import BANK
from games.ratings.models import Pool, RatedGame
from games.seasons import lifecycle
from games.seasons.enrolment import ensure_season
from games.seasons.models import Fixture, Season, SeasonEntry
from games.seasons.quarters import Quarter, quarter_of
from games.tournaments import rounds
from games.tournaments.models import (
    MOST,
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from tools.bench.crowd import CHUNK, Crowd

MOST_ENTRANTS = 1000
OLD_TOURNAMENTS = 40
OUTCOMES = (Fixture.Outcome.FIRST, Fixture.Outcome.SECOND, Fixture.Outcome.DRAW)
SCORES = (PairingScore.FIRST, PairingScore.SECOND, PairingScore.DRAW)


class Leagues:
    """A season that is over and one that runs; tournaments of both kinds, as big as they can be."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.chance = crowd.past.chance
        self.entrants = crowd.by_games()[:MOST_ENTRANTS]

    def fill(self) -> None:
        """Write everything."""
        now = self.crowd.past.now
        current = quarter_of(now)
        before = quarter_of(current.start - timedelta(days=1))
        games = self._games()
        lifecycle.close(self._season(before, games).pk, now)
        self._season(current, games)
        games = self._games()
        self._tournament(TournamentKind.SWISS, games, rounds_over=3)
        self._tournament(TournamentKind.KNOCKOUT, games, rounds_over=7)
        for number in range(OLD_TOURNAMENTS):
            at = now - timedelta(days=10 + number)
            Tournament.objects.create(
                **self._plan(TournamentKind.SWISS),
                created_at=at,
                finished_at=at,
                stage=TournamentStage.FINISHED,
            )

    def _games(self) -> Iterator[int]:
        rated = RatedGame.objects.filter(pool=Pool.DAYS).order_by("-place")
        return rated.values_list("game", flat=True).iterator()

    def _season(self, quarter: Quarter, games: Iterator[int]) -> Season:
        season = ensure_season(quarter)
        SeasonEntry.objects.bulk_create(
            (
                SeasonEntry(season=season, user=user, entered_at=season.starts_at)
                for user in self.entrants
            ),
            CHUNK,
        )
        lifecycle.start(season.pk, season.starts_at)
        due = season.divisions.values_list("fixtures", flat=True)
        begun = Fixture.objects.filter(pk__in=due, due_at__lte=self.crowd.past.now).order_by("pk")
        for chunk in batched(begun, CHUNK):
            for fixture in chunk:
                fixture.game_id = next(games, None)
                fixture.outcome = self.chance.choice(OUTCOMES)
            Fixture.objects.bulk_update(chunk, ["game", "outcome"])
        season.refresh_from_db()
        return season

    def _plan(self, kind: TournamentKind) -> dict[str, object]:
        return {"name": "Cup of the crowd", "kind": kind, "pace": BANK.to_json()}

    def _tournament(self, kind: TournamentKind, games: Iterator[int], rounds_over: int) -> None:
        at = self.crowd.past.now - timedelta(days=60)
        made = Tournament.objects.create(**self._plan(kind), created_at=at, starts_at=at)
        Entrant.objects.bulk_create(
            Entrant(tournament=made, user=user, joined_at=at) for user in self.entrants[:MOST]
        )
        with transaction.atomic():
            rounds.begin(made, at)
            for number in range(1, made.rounds + 1):
                pairings = list(
                    Pairing.objects.filter(round__tournament=made, round__number=number)
                )
                for pairing in pairings:
                    if pairing.score == PairingScore.OPEN:
                        pairing.game_id = next(games, None)
                        if number <= rounds_over:
                            pairing.score = self.chance.choice(SCORES)
                Pairing.objects.bulk_update(pairings, ["game", "score"])
                if number > rounds_over:
                    break
                rounds.advance(made, at + number * timedelta(days=10))
