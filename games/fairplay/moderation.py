"""What moderators do: each act is said why, leaves a trace, and can be taken back.

A game's row is locked before a player's, a player's before a case's.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.refusals import Refused
from games.fairplay.models import ActionKind, Case, CaseState, ModerationAction
from games.fairplay.notifications import (
    ANNOUNCED,
    DecisionUndone,
    ModerationNotification,
    ModeratorDecided,
)
from games.notifications.record import note
from games.tables.models import Game, Seat
from games.tables.services import annulment

MOST_DAYS = 365
LONGEST = 500
_OWN = gettext_lazy("This concerns you, so another moderator must decide.")


def dismiss(
    moderator: User, case_id: int, why: str, *, now: datetime | None = None
) -> ModerationAction:
    """Close an open case: there is nothing in it. Raises `Refused`: 403, 404, 409, 422."""
    now = now or timezone.now()
    why = _reason(why)
    with transaction.atomic():
        case = _locked_case(case_id, moderator)
        if case.state != CaseState.OPEN:
            raise Refused(_("This case is already closed."))
        _close(case, CaseState.DISMISSED, moderator, why, now)
        return ModerationAction.objects.create(
            what=ActionKind.DISMISS, moderator=moderator, case=case, why=why, at=now
        )


def warn(
    moderator: User, player: User, why: str, case_id: int, *, now: datetime | None = None
) -> ModerationAction:
    """Write a warning to a player, who reads `why`; raises `Refused`: 403, 404, 422."""
    return _act(ActionKind.WARN, moderator, player, why, case_id, now or timezone.now())


def bar(
    moderator: User,
    player: User,
    days: int,
    why: str,
    case_id: int,
    *,
    now: datetime | None = None,
) -> ModerationAction:
    """Take a player out of rated play for some days; raises `Refused`: 403, 404, 422.

    What they play goes on.
    """
    if not 1 <= days <= MOST_DAYS:
        raise Refused(_("Choose between 1 and 365 days."), 422)
    now = now or timezone.now()
    until = now + timedelta(days=days)
    return _act(ActionKind.BAR, moderator, player, why, case_id, now, until)


def close_account(
    moderator: User,
    player: User,
    why: str,
    case_id: int | None = None,
    *,
    now: datetime | None = None,
) -> ModerationAction:
    """Lock a player out; raises `Refused`: 403, 404, 422. Their games are left to their clocks."""
    return _act(ActionKind.CLOSE, moderator, player, why, case_id, now or timezone.now())


def open_account(moderator: User, player: User, *, now: datetime | None = None) -> None:
    """Take back every decision that closes an account; raises `Refused`: 403."""
    _refuse_staff(moderator, player)
    closing = ModerationAction.objects.filter(what=ActionKind.CLOSE, player=player, undone_at=None)
    for pk in list(closing.values_list("pk", flat=True)):
        undo(moderator, pk, now=now)
    with transaction.atomic():  # it may have been closed without a decision, by hand
        User.objects.select_for_update(no_key=True).get(pk=player.pk)
        _open_unless_closed(player.pk)


def annul_game(
    moderator: User | None,
    game_id: int,
    why: str,
    case_id: int | None = None,
    *,
    now: datetime | None = None,
) -> ModerationAction:
    """Take a finished game back. `None`: at the command line.

    Raises `Refused`: 403, 404, 409, 422.
    """
    now = now or timezone.now()
    why = _reason(why)
    _refuse_own_game(moderator, game_id)
    with transaction.atomic():
        game = annulment.annul(game_id, now=now)
        case = None if case_id is None else _locked_case(case_id, moderator)
        if case is not None:
            _close(case, CaseState.ACTED, moderator, why, now)
        return ModerationAction.objects.create(
            what=ActionKind.ANNUL, moderator=moderator, case=case, game=game, why=why, at=now
        )


def undo(
    moderator: User | None, action_id: int, *, now: datetime | None = None
) -> ModerationAction:
    """Take back what a moderator did; a second time changes nothing.

    If nothing is left of what was done about a case, it is open again. An account stays closed
    while another decision closes it. Raises `Refused`: 403, 404, 409.
    """
    now = now or timezone.now()
    known = ModerationAction.objects.filter(pk=action_id).first()
    if known is None:
        raise Refused(_("This decision doesn't exist."), 404)
    if moderator is not None and known.player is not None:
        _refuse_staff(moderator, known.player)
    _refuse_own_game(moderator, known.game_id)
    with transaction.atomic():
        if known.game_id is not None:
            Game.objects.select_for_update().get(pk=known.game_id)
        if known.player_id is not None:
            User.objects.select_for_update(no_key=True).get(pk=known.player_id)
        case = None if known.case_id is None else _locked_case(known.case_id, moderator)
        action = ModerationAction.objects.select_for_update().get(pk=action_id)
        if action.undone_at is not None:
            return action
        action.undone_at, action.undone_by = now, moderator
        action.save(update_fields=["undone_at", "undone_by"])
        if action.what == ActionKind.ANNUL and action.game_id is not None:
            annulment.restore(action.game_id, now=now)
        if action.what == ActionKind.CLOSE and action.player_id is not None:
            _open_unless_closed(action.player_id)
        _notify(action, DecisionUndone, now)
        if case is not None:
            _reopen(case)
    return action


def restore_game(moderator: User | None, game_id: int, *, now: datetime | None = None) -> None:
    """Let an annulled game count again, also another moderator's. `Refused`: 403, 404, 409."""
    _refuse_own_game(moderator, game_id)
    annulled = ModerationAction.objects.filter(what=ActionKind.ANNUL, game=game_id, undone_at=None)
    latest = annulled.values_list("pk", flat=True).first()
    if latest is None:
        annulment.restore(game_id, now=now)
    else:
        undo(moderator, latest, now=now)


def _act(
    what: ActionKind,
    moderator: User,
    player: User,
    why: str,
    case_id: int | None,
    now: datetime,
    until: datetime | None = None,
) -> ModerationAction:
    """Do something about a player; the same about the same case again changes nothing."""
    why = _reason(why)
    _refuse_staff(moderator, player)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)
        case = None if case_id is None else _locked_case(case_id, moderator)
        if case is not None and not case.people.filter(pk=player.pk).exists():
            raise Refused(_("This player isn't part of this case."), 422)
        done = ModerationAction.objects.filter(what=what, player=player, case=case, undone_at=None)
        if what == ActionKind.WARN:  # there may be more to say
            done = done.filter(why=why)
        if earlier := done.first():
            return earlier
        action = ModerationAction.objects.create(
            what=what,
            moderator=moderator,
            player=player,
            case=case,
            why=why,
            until=until,
            at=now,
        )
        if what == ActionKind.CLOSE:
            User.objects.filter(pk=player.pk).update(is_active=False)
        if case is not None:
            _close(case, CaseState.ACTED, moderator, why, now)
        _notify(action, ModeratorDecided, now)
    return action


def _notify(action: ModerationAction, kind: type[ModerationNotification], now: datetime) -> None:
    """Notify the player of a warning, of a bar from rated games, and of their end."""
    if action.what in ANNOUNCED:
        note(action.player, kind, f"{kind.key} {action.pk}", now=now, action=action.pk)


def _reason(why: str) -> str:
    why = why.strip()
    if not why:
        raise Refused(_("Give a reason."), 422)
    if len(why) > LONGEST:
        raise Refused(_("Too long: use at most 500 characters."), 422)
    return why


def _refuse_staff(moderator: User, player: User) -> None:
    """Raise `Refused` (403) for a decision about staff, oneself among them."""
    if player.is_staff or player == moderator:
        raise Refused(_("Moderators can't take action against other moderators."), 403)


def _refuse_own_game(moderator: User | None, game_id: int | None) -> None:
    """Raise `Refused` (403) for a decision about a game of one's own."""
    seats = Seat.objects.filter(Q(user=moderator) | Q(played_by=moderator), game=game_id)
    if moderator is not None and game_id is not None and seats.exists():
        raise Refused(_OWN, 403)


def _open_unless_closed(user_id: int) -> None:
    """Let a user in again, whose row is locked, unless some decision still closes the account."""
    closing = ModerationAction.objects.filter(what=ActionKind.CLOSE, player=user_id, undone_at=None)
    if not closing.exists():
        User.objects.filter(pk=user_id).update(is_active=True)


def _locked_case(case_id: int, moderator: User | None) -> Case:
    """Return the locked row of a case about others than the moderator, or raise `Refused`."""
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise Refused(_("This case doesn't exist."), 404)
    if moderator is not None and case.people.filter(pk=moderator.pk).exists():
        raise Refused(_OWN, 403)
    return case


def _close(case: Case, state: CaseState, moderator: User | None, why: str, now: datetime) -> None:
    case.state, case.note = state, why
    case.closed_at, case.closed_by = now, moderator
    case.save(update_fields=["state", "note", "closed_at", "closed_by"])


def _reopen(case: Case) -> None:
    """Open a case again about which nothing is done any more, unless there is a newer one."""
    if case.moderation_actions.filter(undone_at=None).exists():
        return
    if Case.objects.filter(key=case.key, state=CaseState.OPEN).exists():
        return
    case.state, case.note, case.closed_at, case.closed_by = CaseState.OPEN, "", None, None
    case.save(update_fields=["state", "note", "closed_at", "closed_by"])
