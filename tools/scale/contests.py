"""Searches, a ladder, seasons and tournaments of many players; nothing of them is due."""

from datetime import datetime, timedelta

from django.db import models, transaction
from django.utils import timezone

from accounts.models import User
from games.clock import BANK
from games.ladder.models import Challenge, ChallengeState, Ladder, LadderStep, Rung, StepReason
from games.matchmaking.models import GameSearch
from games.ratings.models import Pool
from games.seasons import lifecycle
from games.seasons.enrolment import ensure_season
from games.seasons.models import Division, Fixture, Season, SeasonEntry
from games.seasons.quarters import quarter_of
from games.tables.models import Game
from games.tournaments import rounds
from games.tournaments.models import Entrant, Pairing, Tournament, TournamentKind
from tools.scale.copying import copy

DAY = timedelta(days=1)


class Contests:
    """The contests of players with consecutive keys."""

    def __init__(self, first: int, players: int, now: datetime) -> None:
        self.first = first
        self.players = players
        self.now = now

    def fill(self) -> None:
        """Write everything."""
        self._searches()
        self._ladder()
        self._seasons()
        self._tournaments()

    def _searches(self) -> None:
        user = User.objects.get(pk=self.first)
        sample = GameSearch.objects.create(
            user=user, pace=BANK.to_json(), live=False, reach=0, expires_at=self.now + 9 * DAY
        )
        copy(GameSearch, [sample.pk], max(1, self.players // 400), user_id=f"{self.first} + n")
        copy(
            GameSearch,
            [sample.pk],
            self.players // 2,
            user_id=f"{self.first} + mod(n, {self.players})",
            state=f"'{GameSearch.State.EXPIRED}'",
            ended_at="now() - mod(n, 80) * interval '1 day'",
        )
        sample.delete()

    def _ladder(self) -> None:
        members = self.players // 2
        ladder = Ladder.objects.create(
            pool=Pool.DAYS, members=members, steps=members, swept_at=self.now
        )
        Ladder.objects.create(pool=Pool.LIVE, swept_at=self.now)
        rung = Rung.objects.create(ladder=ladder)
        first = copy(
            Rung,
            [rung.pk],
            members,
            user_id=f"{self.first} + n",
            place="n + 1",
            joined_at="now() - interval '100 days'",
        )
        rung.delete()
        step = LadderStep.objects.create(
            ladder=ladder, number=0, rung_id=first, moves=True, why=StepReason.JOINED, at=self.now
        )
        copy(LadderStep, [step.pk], members, number="n + 1", rung_id=f"{first} + n")
        step.delete()
        challenge = Challenge.objects.create(
            ladder=ladder, challenger_id=first + 1, challenged_id=first, place=1
        )
        waiting = members // 20
        pairs = {"challenger_id": f"{first} + 2 * n + 3", "challenged_id": f"{first} + 2 * n + 2"}
        copy(Challenge, [challenge.pk], waiting, **pairs, at="now() - interval '1 hour'")
        copy(
            Challenge,
            [challenge.pk],
            members,
            challenger_id=f"{first} + mod(n + 1, {members})",
            challenged_id=f"{first} + n",
            state=f"'{ChallengeState.COUNTED}'",
            ended_at="now()",
        )
        challenge.delete()

    def _seasons(self) -> None:
        entrants = range(self.first, self.first + max(8, self.players // 4))
        quarter = quarter_of(self.now)
        for _quarter in range(4):
            before = quarter_of(quarter.start - DAY)
            quarter = before
            season = ensure_season(before)
            Season.objects.filter(pk=season.pk).update(state=Season.State.CLOSED)
            for level, start in enumerate(range(0, len(entrants), 12), 1):
                division = Division.objects.create(season=season, level=level)
                SeasonEntry.objects.bulk_create(
                    SeasonEntry(season=season, user_id=user, division=division, place=place)
                    for place, user in enumerate(entrants[start : start + 12], 1)
                )
        season = ensure_season(quarter_of(self.now))
        SeasonEntry.objects.bulk_create(
            (SeasonEntry(season=season, user_id=user) for user in entrants), 2000
        )
        Season.objects.filter(pk=season.pk).update(starts_at=self.now - DAY)
        lifecycle.start(season.pk, self.now)
        due = Fixture.objects.filter(due_at__lte=timezone.now())
        Fixture.objects.bulk_update(self._occupied(due), ["game"], 2000)

    def _tournaments(self) -> None:
        for number in range(max(1, self.players // 1000)):
            at = self.now - 9 * DAY
            made = Tournament.objects.create(
                name=f"Cup {number}",
                kind=TournamentKind.SWISS,
                pace=BANK.to_json(),
                created_at=at,
                starts_at=at,
            )
            people = [self.first + (64 * number + place) % self.players for place in range(64)]
            Entrant.objects.bulk_create(
                Entrant(tournament=made, user_id=user, joined_at=at) for user in set(people)
            )
            with transaction.atomic():
                rounds.begin(made, at)
        paired = Pairing.objects.filter(second__isnull=False)
        Pairing.objects.bulk_update(self._occupied(paired), ["game"], 2000)

    def _occupied[Row: (Fixture, Pairing)](self, rows: models.QuerySet[Row]) -> list[Row]:
        """Return rows that wait for a game, each with one of the running games."""
        waiting = list(rows.filter(game=None))
        free = Game.objects.filter(status="running", fixture=None, pairing=None).order_by("-pk")
        for row, game in zip(waiting, free.values_list("pk", flat=True), strict=False):
            row.game_id = game
        return waiting
