"""Reports of players to the moderators; each is added to a case."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.fairplay.cases import key_of
from games.fairplay.models import Case, CaseKind, CaseState, PlayerReport, ReportReason
from games.tables.models import Game

MOST_A_DAY = 10
AGAIN_AFTER = timedelta(days=7)
LONGEST = 1000


def report_player(
    user: User,
    player: User,
    reason: str,
    text: str,
    game_id: int | None = None,
    *,
    now: datetime | None = None,
) -> PlayerReport:
    """Report a player to the moderators. Raises `Refused`: 403, 409, 422, 429.

    Reports about the same player are collected in one case until a moderator closes it.
    """
    now, text = now or timezone.now(), text.strip()
    if user.is_guest:
        raise Refused(_("Sign up to report a player."), 403)
    if user == player or player.is_guest:
        raise Refused(_("You can only report other players who have an account."), 422)
    if reason not in ReportReason.values:
        raise Refused(_("Choose a reason."), 422)
    if len(text) > LONGEST:
        raise Refused(_("Too long: use at most 1000 characters."), 422)
    if reason == ReportReason.OTHER and not text:
        raise Refused(_("Describe what happened in a few words."), 422)
    if game_id is not None and game_of(user, player, game_id) is None:
        raise Refused(_("This player has no such game."), 422)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _check_not_too_often(user, player, now)
        key = key_of(CaseKind.REPORT, [player.pk])
        fields = {
            "kind": CaseKind.REPORT,
            "evidence": {"signs": [], "games": []},
            "opened_at": now,
            "updated_at": now,
        }
        case, new = Case.objects.get_or_create(key=key, state=CaseState.OPEN, defaults=fields)
        # Lock and check again: a moderator may be closing it concurrently.
        case = Case.objects.select_for_update().get(pk=case.pk)
        if case.state != CaseState.OPEN:
            case, new = Case.objects.get_or_create(key=key, state=CaseState.OPEN, defaults=fields)
        if new:
            case.people.add(player)
        if game_id is not None and game_id not in case.evidence["games"]:
            case.evidence["games"].append(game_id)
        case.updated_at = now
        case.save(update_fields=["evidence", "updated_at"])
        return PlayerReport.objects.create(
            reporter=user,
            player=player,
            reason=reason,
            text=text,
            game_id=game_id,
            case=case,
            at=now,
        )


def game_of(user: User, player: User, game_id: int) -> Game | None:
    """Return a game of a player if the user may see it."""
    visible = Q(public=True) | Q(pk__in=user.seats.values("game"))
    return Game.objects.filter(visible, pk=game_id, seats__user=player).first()


def _check_not_too_often(user: User, player: User, now: datetime) -> None:
    mine = PlayerReport.objects.filter(reporter=user)
    if mine.filter(player=player, at__gt=now - AGAIN_AFTER).exists():
        raise Refused(
            _("You have already reported this player this week. A moderator will review it.")
        )
    if mine.filter(at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise Refused(_("You can send ten reports a day. Try again tomorrow."), 429)
