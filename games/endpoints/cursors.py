"""Cursors: signed marks of where a page of a list ends."""

from datetime import UTC, datetime

from django.core import signing
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from common.refusals import Refused
from games.tables.models import Game

SALT = "games.endpoints.cursors"


def page_of(games: QuerySet[Game], field: str, cursor: str, most: int) -> tuple[list[Game], str]:
    """Return a page of games, the latest first, and the cursor of the next one (empty: none).

    `field`: the time that they are ordered by, which none of them lacks. A game that is added
    meanwhile moves nothing to another page. Raises `Refused` for a cursor that is none of ours.
    """
    if cursor:
        at, number = _read(cursor)
        earlier = Q(**{f"{field}__lt": at}) | Q(**{field: at}, pk__lt=number)
        games = games.filter(earlier)
    rows = list(games.order_by(f"-{field}", "-pk")[: most + 1])
    page = rows[:most]
    if len(rows) <= most:
        return page, ""
    last = page[-1]
    mark = [getattr(last, field).astimezone(UTC).isoformat(), last.pk]
    return page, signing.dumps(mark, salt=SALT)


def _read(cursor: str) -> tuple[datetime, int]:
    try:
        at, number = signing.loads(cursor, salt=SALT)
    except signing.BadSignature as error:
        raise Refused(_("This cursor is not one of this site."), 422, code="bad_cursor") from error
    return datetime.fromisoformat(at), int(number)
