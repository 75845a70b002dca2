"""What people do with tournaments: host, join, leave, start, call off, withdraw."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
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
"""Days from now until the start, at most."""


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """What a new tournament is to be like.

    `rounds`: of the Swiss system; 0 for as many as the number of players asks for. `starts_at`:
    `None` for when the host says so, or all places are taken.
    """

    name: str
    kind: TournamentKind
    pace: Pace
    most: int
    rounds: int = 0
    duplicate: bool = False
    starts_at: datetime | None = None


def host(user: User, plan: TournamentPlan, *, now: datetime | None = None) -> Tournament:
    """Call for players; raises `Refused`: 403 for guests, 409, 422.

    One at a time: the next one once this one has started.
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
    """Enter a tournament; raises `Refused`: 403, 404, 409. Entering twice is once.

    With the last place a tournament without a moment to start starts.
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
    """Whether all places are taken by players who may play; the others give theirs up."""
    if tournament.entrants.count() >= tournament.most:
        rounds.leave_out(tournament, now)
    return tournament.entrants.count() >= tournament.most


def leave(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Give up one's place before the start; raises `Refused`: 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        _refuse_closed(tournament, now)
        tournament.entrants.filter(user=user).delete()
    return tournament


def withdraw(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Leave a tournament that runs, and lose the running game; raises `Refused`: 403, 404, 409."""
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
    # Not with the tournament locked: the end of a game locks the game first.
    mine = Pairing.objects.filter(round__tournament=tournament, score=PairingScore.OPEN)
    mine = mine.filter(game__isnull=False)
    for pk in (mine.filter(first=entrant) | mine.filter(second=entrant)).values_list("pk"):
        runner.give_up(pk[0], now)
    return tournament


def start(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Start a tournament before its time; only its host may. Raises `Refused`: 403, 404, 409."""
    now = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        _refuse_stranger(user, tournament)
        if tournament.stage == TournamentStage.RUNNING:  # a second click
            return tournament
        _refuse_closed(tournament, None)
        rounds.leave_out(tournament, now)
        if tournament.entrants.count() < LEAST:
            raise Refused(_("A tournament needs at least 4 players."))
        _begin(tournament, now)
    return tournament


def cancel(user: User, tournament_id: int, *, now: datetime | None = None) -> Tournament:
    """Call a tournament off before it starts; only its host may. Raises `Refused` like `start`."""
    now = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        _refuse_stranger(user, tournament)
        if tournament.stage == TournamentStage.CANCELLED:
            return tournament
        _refuse_closed(tournament, None)
        rounds.call_off(tournament, now)
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


def _refuse_stranger(user: User, tournament: Tournament) -> None:
    if tournament.host_id != user.pk:
        raise Refused(_("Only the host can do this."), 403)


def _refuse_closed(tournament: Tournament, now: datetime | None) -> None:
    """Raise `Refused` if the enrolment is over: also when the start is due but not done yet."""
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
