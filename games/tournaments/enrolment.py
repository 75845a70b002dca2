"""Services for players and hosts: host, join, leave, start, cancel, withdraw."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.clock import Pace
from games.fairplay.bans import refuse_if_barred
from games.tournaments import rounds, runner
from games.tournaments.models import (
    LEAST,
    MOST,
    Entrant,
    Pairing,
    PairingScore,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from games.tournaments.queueing import wake_tournament

MOST_ROUNDS = 9
FARTHEST = 60
"""Most days until the start."""


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """The settings of a new tournament.

    `rounds`: of the Swiss system; 0 to derive the number from the players. `starts_at`: `None` to
    start when the host decides or all places are taken.
    """

    name: str
    kind: TournamentKind
    pace: Pace
    most: int
    rounds: int = 0
    duplicate: bool = False
    starts_at: datetime | None = None


def host(user: User, plan: TournamentPlan, *, now: datetime | None = None) -> Tournament:
    """Create a tournament and open its enrolment. Raises `Refused`: 403 for guests, 409, 422.

    A host has at most one tournament that has not started.
    """
    now = now or timezone.now()
    _refuse_guest(user)
    refuse_if_barred(user, now)
    _check(plan, now)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Tournament.objects.filter(host=user, stage=TournamentStage.ENROLLING).exists():
            raise Refused(_("You're already hosting a tournament that hasn't started yet."))
        return Tournament.objects.create(
            host=user,
            name=plan.name,
            kind=plan.kind,
            pace=plan.pace.to_json(),
            live=plan.pace.live,
            rounds=plan.rounds if plan.kind == TournamentKind.SWISS else 0,
            duplicate=plan.duplicate,
            most=plan.most,
            starts_at=plan.starts_at,
            created_at=now,
        )


def _check(plan: TournamentPlan, now: datetime) -> None:
    if not plan.name.strip():
        raise Refused(_("Give the tournament a name."), 422)
    if not LEAST <= plan.most <= MOST:
        raise Refused(_("Choose between 4 and 128 places."), 422)
    if not 0 <= plan.rounds <= MOST_ROUNDS:
        raise Refused(_("A tournament can have at most 9 rounds."), 422)
    if plan.starts_at is not None:
        if plan.starts_at <= now:
            raise Refused(_("Choose a start time in the future."), 422)
        if (plan.starts_at - now).days >= FARTHEST:
            raise Refused(_("Choose a start time within the next 60 days."), 422)


def join(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Enter a tournament; idempotent. Raises `Refused`: 403, 404, 409.

    A tournament without a start time starts when its last place is taken.
    """
    now = now or timezone.now()
    _refuse_guest(user)
    refuse_if_barred(user, now)
    with transaction.atomic():
        tournament = _locked(tournament_id)
        if tournament.entrants.filter(user=user).exists():
            return tournament
        _refuse_closed(tournament, now)
        if _is_full(tournament, now):
            raise Refused(_("All places are taken."))
        Entrant.objects.create(tournament=tournament, user=user, joined_at=now)
        if tournament.starts_at is None and _is_full(tournament, now):
            _begin(tournament, now)
    return tournament


def _is_full(tournament: Tournament, now: datetime) -> bool:
    """Whether all places are taken, after removing players who may not play."""
    if tournament.entrants.count() >= tournament.most:
        rounds.leave_out(tournament, now)
    return tournament.entrants.count() >= tournament.most


def leave(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Leave a tournament before its start. Raises `Refused`: 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        _refuse_closed(tournament, now)
        tournament.entrants.filter(user=user).delete()
    return tournament


def withdraw(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Withdraw from a running tournament and lose the running game.

    Raises `Refused`: 403, 404, 409.
    """
    now = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        entrant = tournament.entrants.filter(user=user).first()
        if entrant is None:
            raise Refused(_("You aren't in this tournament."), 403)
        if tournament.stage != TournamentStage.RUNNING:
            raise Refused(_("This tournament isn't running."))
        if entrant.withdrew_at is None:
            entrant.withdrew_at = now
            entrant.save(update_fields=["withdrew_at"])
        transaction.on_commit(lambda: wake_tournament(tournament.pk))
    # Without the tournament's lock, because ending a game locks the game first.
    mine = Pairing.objects.filter(round__tournament=tournament, score=PairingScore.OPEN)
    mine = mine.filter(game__isnull=False)
    for pk in (mine.filter(first=entrant) | mine.filter(second=entrant)).values_list("pk"):
        runner.give_up(pk[0], now)
    return tournament


def start(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Start a tournament on behalf of its host. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        _refuse_unless_host(user, tournament)
        if tournament.stage == TournamentStage.RUNNING:  # a second click
            return tournament
        _refuse_closed(tournament, None)
        rounds.leave_out(tournament, now)
        if tournament.entrants.count() < LEAST:
            raise Refused(_("A tournament needs at least 4 players."))
        _begin(tournament, now)
    return tournament


def cancel(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Cancel a tournament on behalf of its host before it starts. Raises `Refused` like `start`."""
    now = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        _refuse_unless_host(user, tournament)
        if tournament.stage == TournamentStage.CANCELLED:
            return tournament
        _refuse_closed(tournament, None)
        rounds.cancel(tournament, now)
    return tournament


def _begin(tournament: Tournament, now: datetime) -> None:
    if rounds.begin(tournament, now):
        transaction.on_commit(lambda: wake_tournament(tournament.pk))


def _locked(tournament_id: int) -> Tournament:
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise Refused(_("This tournament doesn't exist."), 404)
    return tournament


def _refuse_guest(user: User) -> None:
    if user.is_guest:
        raise Refused(_("Guests can only play against bots. Sign up to play other people."), 403)


def _refuse_unless_host(user: User, tournament: Tournament) -> None:
    if tournament.host_id != user.pk:
        raise Refused(_("Only the host can do this."), 403)


def _refuse_closed(tournament: Tournament, now: datetime | None) -> None:
    """Raise `Refused` if enrolment is closed, or the start is due (`now` is given)."""
    due = now is not None and tournament.starts_at is not None and tournament.starts_at <= now
    match tournament.stage:
        case TournamentStage.CANCELLED:
            raise Refused(_("This tournament was cancelled."))
        case TournamentStage.FINISHED:
            raise Refused(_("This tournament is over."))
        case TournamentStage.RUNNING:
            raise Refused(_("This tournament has already started."))
    if due:
        raise Refused(_("This tournament is about to start."))
