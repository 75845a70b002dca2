"""Moderators' actions: each needs a reason, is logged, and can be undone.

Lock order: game, player, case.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.refusals import Refused
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
ANOTHER_BAR = timedelta(days=1)
_OWN = gettext_lazy("This concerns you, so another moderator must decide.")


def dismiss(
    moderator: User, case_id: int, why: str, *, now: datetime | None = None
) -> ModerationAction:
    """Close an open case without action. Raises `Refused`: 403, 404, 409, 422."""
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
    """Warn a player, who is sent `why`. Raises `Refused`: 403, 404, 422."""
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
    """Bar a player from rated games for some days. Raises `Refused`: 403, 404, 422.

    Running games continue.
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
    """Close a player's account; running games are left to the clock.

    Raises `Refused`: 403, 404, 422.
    """
    return _act(ActionKind.CLOSE, moderator, player, why, case_id, now or timezone.now())


def open_account(moderator: User, player: User, *, now: datetime | None = None) -> None:
    """Undo every decision that closes an account. Raises `Refused`: 403."""
    _refuse_staff(moderator, player)
    closing = ModerationAction.objects.filter(what=ActionKind.CLOSE, player=player, undone_at=None)
    for pk in list(closing.values_list("pk", flat=True)):
        undo(moderator, pk, now=now)
    with transaction.atomic():  # it may have been closed by hand, without a decision
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
    """Annul a finished game; `moderator` is `None` on the command line.

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


def annul_games(
    moderator: User,
    game_ids: Iterable[int],
    why: str,
    case_id: int,
    *,
    now: datetime | None = None,
) -> dict[int, Refused]:
    """Annul each game of a case that can be annulled; return the refusals by game id."""
    refusals = {}
    for game_id in game_ids:
        try:
            annul_game(moderator, game_id, why, case_id, now=now)
        except Refused as refused:
            refusals[game_id] = refused
    return refusals


def undo(
    moderator: User | None, action_id: int, *, now: datetime | None = None
) -> ModerationAction:
    """Undo a moderator's action; idempotent.

    A case without any remaining action is reopened. An account stays closed while another decision
    closes it. Raises `Refused`: 403, 404, 409.
    """
    now = now or timezone.now()
    unlocked = ModerationAction.objects.filter(pk=action_id).first()
    if unlocked is None:
        raise Refused(_("This decision doesn't exist."), 404)
    if moderator is not None and unlocked.player is not None:
        _refuse_staff(moderator, unlocked.player)
    _refuse_own_game(moderator, unlocked.game_id)
    with transaction.atomic():
        if unlocked.game_id is not None:
            Game.objects.select_for_update().get(pk=unlocked.game_id)
        if unlocked.player_id is not None:
            User.objects.select_for_update(no_key=True).get(pk=unlocked.player_id)
        case = None if unlocked.case_id is None else _locked_case(unlocked.case_id, moderator)
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
    """Restore a game annulled by any moderator. Raises `Refused`: 403, 404, 409."""
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
    """Perform an action on a player; repeating it for the same case changes nothing.

    A bar that ends at least a day later than those before is another one.
    """
    why = _reason(why)
    _refuse_staff(moderator, player)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)
        case = None if case_id is None else _locked_case(case_id, moderator)
        if case is not None and not case.people.filter(pk=player.pk).exists():
            raise Refused(_("This player isn't part of this case."), 422)
        done = ModerationAction.objects.filter(what=what, player=player, case=case, undone_at=None)
        if what == ActionKind.WARN:  # a second warning may have another text
            done = done.filter(why=why)
        if until is not None:
            done = done.filter(until__gt=until - ANOTHER_BAR)
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
    """Raise `Refused` (403) for a decision about staff, including the moderator."""
    if player.is_staff or player == moderator:
        raise Refused(_("Moderators can't take action against other moderators."), 403)


def _refuse_own_game(moderator: User | None, game_id: int | None) -> None:
    """Raise `Refused` (403) if the moderator played in the game."""
    seats = Seat.objects.filter(Q(user=moderator) | Q(played_by=moderator), game=game_id)
    if moderator is not None and game_id is not None and seats.exists():
        raise Refused(_OWN, 403)


def _open_unless_closed(user_id: int) -> None:
    """Reopen an account unless another decision still closes it; the user's row is locked."""
    closing = ModerationAction.objects.filter(what=ActionKind.CLOSE, player=user_id, undone_at=None)
    if not closing.exists():
        User.objects.filter(pk=user_id).update(is_active=True)


def _locked_case(case_id: int, moderator: User | None) -> Case:
    """Return a locked case that is not about the moderator, or raise `Refused`."""
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
    """Reopen a case without remaining actions, unless there is a newer open one."""
    if case.moderation_actions.filter(undone_at=None).exists():
        return
    if Case.objects.filter(key=case.key, state=CaseState.OPEN).exists():
        return
    case.state, case.note, case.closed_at, case.closed_by = CaseState.OPEN, "", None, None
    case.save(update_fields=["state", "note", "closed_at", "closed_by"])
