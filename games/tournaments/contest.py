"""Tournaments as a contest: events of games, and lines for pages."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import (
    BigIntegerField,
    Count,
    DateTimeField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.prepared import PreparedQuery
from games.contests.base import Contest, ContestOutcome, ContestResult
from games.notifications.subjects import announce_news
from games.tables.models import Game
from games.tables.providers import PageLine
from games.tables.time_words import until
from games.tournaments import rounds
from games.tournaments.formatting import round_name
from games.tournaments.knockout import DRAWN_GAMES
from games.tournaments.models import (
    TOURNAMENT_GAME,
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from games.tournaments.news import PairingOver
from games.tournaments.queueing import wake_tournament

SOON = timedelta(days=3)
SCORES = {
    ContestOutcome.FIRST: PairingScore.FIRST,
    ContestOutcome.SECOND: PairingScore.SECOND,
    ContestOutcome.DRAW: PairingScore.DRAW,
    ContestOutcome.NONE: PairingScore.NONE,
}


def _tournaments(user: Combinable, soon: Combinable) -> QuerySet[Any, Any]:
    """Return a user's tournaments that are running, or start by then, with their latest rounds."""
    mine = Tournament.objects.filter(entrants__user=user, entrants__withdrew_at=None)
    starting = Q(stage=TournamentStage.ENROLLING, starts_at__lte=soon)
    going_on = mine.filter(Q(stage=TournamentStage.RUNNING) | starting)
    return going_on.order_by("starts_at", "pk").annotate(latest=Max("all_rounds__number"))


TOURNAMENTS = PreparedQuery(_tournaments, user=BigIntegerField(), soon=DateTimeField())


class TournamentContest(Contest):
    """The tournaments."""

    occasion = TOURNAMENT_GAME

    def ended(self, game: Game, result: ContestResult, now: datetime) -> None:
        """Record the result of a game; after the commit a worker continues the tournament.

        A draw in a knock-out is replayed once, with sides changed.
        """
        pairing = _pairing(game)
        if pairing is None:
            return
        if pairing.score != PairingScore.OPEN:  # a game that counts again
            change_score(pairing, SCORES[result.outcome], now)
            return
        pairing.score = SCORES[result.outcome]
        pairing.save(update_fields=["score"])
        tournament = pairing.round.tournament
        knockout = tournament.kind == TournamentKind.KNOCKOUT
        again = pairing.score == PairingScore.DRAW and pairing.nth < DRAWN_GAMES
        again = again and tournament.stage == TournamentStage.RUNNING
        if knockout and again and pairing.second is not None:
            Pairing.objects.get_or_create(
                round=pairing.round,
                table=pairing.table,
                nth=pairing.nth + 1,
                defaults={"first": pairing.second, "second": pairing.first},
            )
        announce_news(PairingOver, tournament.pk, pairing.pk, now, pairing=pairing.pk)
        transaction.on_commit(lambda: wake_tournament(tournament.pk))

    def annulled(self, game: Game, now: datetime) -> None:
        """Count an annulled game as a draw; in a knock-out the higher seed advances.

        In a knock-out nothing changes once the round is over.
        """
        pairing = _pairing(game)
        if pairing is None or pairing.second is None or pairing.score == PairingScore.OPEN:
            return
        if pairing.round.tournament.kind == TournamentKind.SWISS:
            change_score(pairing, PairingScore.DRAW, now)
            return
        better = (pairing.first.number or 0) < (pairing.second.number or 0)
        change_score(pairing, PairingScore.FIRST if better else PairingScore.SECOND, now)

    def about(self, game: Game) -> PageLine | None:
        """Return the tournament and round of a game."""
        pairing = Pairing.objects.filter(game=game).select_related("round__tournament").first()
        if pairing is None:
            return None
        tournament = pairing.round.tournament
        name = round_name(tournament, pairing.round.number)
        text = _("%(tournament)s, %(round)s") % {"tournament": tournament.title, "round": name}
        return PageLine(text, tournament.get_absolute_url())

    def home(self, user: User, now: datetime) -> list[PageLine]:
        """Return the user's tournaments that are running or start soon."""
        lines = []
        for tournament in TOURNAMENTS.all(user=user.pk, soon=now + SOON):
            words = {"name": tournament.title}
            if tournament.stage == TournamentStage.RUNNING:
                text = _("%(name)s: %(round)s in progress.")
                words["round"] = round_name(tournament, tournament.latest or 1)
            else:
                assert tournament.starts_at is not None
                text = _("%(name)s starts: %(when)s.")
                words["when"] = until(tournament.starts_at, now)
            lines.append(PageLine(text % words, tournament.get_absolute_url()))
        return lines

    def marks(self, now: datetime) -> dict[str, Combinable]:
        """Return the number of tournaments won as an annotation, for `profile_lines`."""
        won = Entrant.objects.filter(user=OuterRef("pk"), place=1).order_by().values("user")
        return {"tournaments_won": Subquery(won.annotate(count=Count("pk")).values("count"))}

    def takes_part(self, user: User) -> bool:
        """Whether a user has joined a tournament that is not over."""
        running = (TournamentStage.ENROLLING, TournamentStage.RUNNING)
        return user.tournaments.filter(tournament__stage__in=running).exists()

    def profile_lines(self, user: Any, now: datetime) -> list[PageLine]:
        """Return the number of tournaments won by a user annotated with `marks`."""
        won = user.tournaments_won or 0
        text = ngettext("%(n)d tournament won", "%(n)d tournaments won", won) % {"n": won}
        return [PageLine(text, reverse("tournaments"))] if won else []


def _pairing(game: Game) -> Pairing | None:
    pairings = Pairing.objects.select_for_update(of=("self",)).filter(game=game)
    return pairings.select_related("round__tournament", "first", "second").first()


def change_score(pairing: Pairing, score: PairingScore, now: datetime) -> bool:
    """Replace the result of a pairing that was already decided; false if it is too late for that.

    In a knock-out it is as soon as the round is over.
    """
    tournament = Tournament.objects.select_for_update().get(pk=pairing.round.tournament_id)
    swiss = tournament.kind == TournamentKind.SWISS
    over = tournament.all_rounds.filter(pk=pairing.round_id, over_at__isnull=False).exists()
    if not swiss and over:
        return False
    pairing.score = score
    pairing.save(update_fields=["score"])
    if swiss and tournament.stage == TournamentStage.FINISHED:
        rounds.place_all(tournament, now)
    return True
