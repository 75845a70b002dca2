"""What moderators do in tournaments: cancel one, remove an entrant, decide a pairing.

Moderators decide nothing about themselves.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tournaments import enrolment, rounds, runner
from games.tournaments.contest import change_score
from games.tournaments.models import (
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from games.tournaments.notifications import TournamentRemoved
from games.tournaments.queueing import wake_tournament


def cancel(tournament_id: int, *, now: datetime | None = None) -> None:
    """Cancel a tournament that is not over, for all its entrants. Raises `Refused`: 404, 409.

    Its running games are played on.
    """
    now = now or timezone.now()
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None:
            raise Refused(_("This tournament doesn't exist."), 404)
        if tournament.stage == TournamentStage.FINISHED:
            raise Refused(_("This tournament is over."))
        if tournament.stage != TournamentStage.CANCELLED:
            rounds.cancel(tournament, now)


def remove(staff: User, entrant_id: int, *, now: datetime | None = None) -> None:
    """Remove a player, who loses the running game. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    entrant = Entrant.objects.select_related("tournament", "user").filter(pk=entrant_id).first()
    if entrant is None:
        raise Refused(_("This player isn't in the tournament any more."), 404)
    _refuse_own(staff, entrant)
    if entrant.user is None or entrant.withdrew_at is not None:
        raise Refused(_("Only a player who takes part can be removed."))
    if entrant.tournament.stage == TournamentStage.ENROLLING:
        enrolment.leave(entrant.user, entrant.tournament_id, now=now)
    else:
        enrolment.withdraw(entrant.user, entrant.tournament_id, now=now)
    rounds.notify(entrant.user, entrant.tournament, TournamentRemoved, now)


def adjudicate(
    staff: User, pairing_id: int, score: PairingScore, *, now: datetime | None = None
) -> None:
    """Decide a pairing: its running game ends so, or its result is replaced.

    Raises `Refused`: 403, 404, 409, 422. The result of a game that was played to its end stays as
    it is, and so do its ratings.
    """
    now = now or timezone.now()
    people = ("first__user", "second__user", "round__tournament")
    pairing = Pairing.objects.select_related(*people).filter(pk=pairing_id).first()
    if pairing is None:
        raise Refused(_("This pairing doesn't exist."), 404)
    if pairing.second is None:
        raise Refused(_("A bye can't be decided otherwise."))
    for entrant in (pairing.first, pairing.second):
        _refuse_own(staff, entrant)
    if pairing.round.tournament.stage == TournamentStage.CANCELLED:
        raise Refused(_("This tournament was cancelled."))
    if pairing.game_id is not None and pairing.score == PairingScore.OPEN:
        if not runner.end_game(pairing.pk, score, now):
            raise Refused(_("The game has just ended. Look at its result first."))
        return
    if score == PairingScore.DRAW and pairing.round.tournament.kind == TournamentKind.KNOCKOUT:
        raise Refused(_("One player has to go on in a knock-out."), 422)
    _replace(pairing.pk, score, now)


def _replace(pairing_id: int, score: PairingScore, now: datetime) -> None:
    """Write the result of a pairing whose game has not begun, or is over."""
    with transaction.atomic():
        pairings = Pairing.objects.select_for_update(of=("self",))
        pairing = pairings.select_related("round__tournament").get(pk=pairing_id)
        if pairing.score == PairingScore.OPEN and pairing.game_id is not None:
            raise Refused(_("The game of this pairing has just begun. Try again."))
        if not change_score(pairing, score, now):
            raise Refused(_("The round is over: the next one was paired by this result."))
        tournament_id = pairing.round.tournament_id
        transaction.on_commit(lambda: wake_tournament(tournament_id))


def _refuse_own(staff: User, entrant: Entrant) -> None:
    if entrant.user_id == staff.pk:
        raise Refused(_("You play there, so another moderator must decide."), 403)
