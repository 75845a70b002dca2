"""Games that are over and public, with open hands: what may be handed out in bulk."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.tables.models import Game, Status
from games.tables.records import record_of
from games.tables.selectors import SEATS, Seen

IN_ORDER = ("finished_at", "pk")


def open_games() -> QuerySet[Game]:
    """Return all finished games whose tables anyone may see with open hands, the earliest first."""
    games = Game.objects.filter(status=Status.FINISHED, public=True, sealed=False)
    return games.exclude(finished_at=None).order_by(*IN_ORDER)


def games_of(player: User, wanted: Mapping[str, Any]) -> QuerySet[Game]:
    """Return the games of a player that match a valid `GamesFilter`; raises `Refused`."""
    games = open_games().filter(seats__user=player)
    if wanted["after"]:
        last = games.filter(pk=wanted["after"]).first()
        if last is None:
            sentence = _("This player has no public game of that number to go on after.")
            raise Refused(sentence, 422, code="bad_cursor")
        games = games.filter(
            Q(finished_at__gt=last.finished_at) | Q(finished_at=last.finished_at, pk__gt=last.pk)
        )
    if wanted["since"]:
        games = games.filter(finished_at__gte=_midnight(wanted["since"]))
    if wanted["until"]:
        games = games.filter(finished_at__lt=_midnight(wanted["until"]))
    if wanted["pool"]:
        games = games.filter(pool=wanted["pool"])
    if wanted["rated"]:
        games = games.exclude(pool="") if wanted["rated"] == "true" else games.filter(pool="")
    if wanted["opponent"]:
        games = games.filter(pk__in=_games_with(wanted["opponent"]))
    return games.prefetch_related(SEATS)


def records_of(games: Iterable[Game]) -> list[dict[str, object]]:
    """Return the records of games whose seats have been fetched."""
    return [record_of(Seen(game, list(game.seats.all()), None, None, None)) for game in games]


def _games_with(opponent: str) -> QuerySet[Game, int]:
    games = Game.objects.filter(seats__user__username__iexact=opponent)
    return games.values_list("pk", flat=True)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
