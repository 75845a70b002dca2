"""Signed links in mails, for readers who need not be signed in.

A link to move is for one user and one turn of theirs, and opens nothing else. A link to stop
mails lasts as long as the account.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Sum
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.keys import keyed_hashes
from common.navigation import optional_url
from games.tables.models import Game, Seat, Status
from games.tables.seats import may_answer

LASTS = timedelta(days=14)
MOVE = "move from a mail"
STOP = "stop mails"


class Dead(Exception):
    """A link that opens nothing: why, a status, and whose it was, as far as that is known."""

    def __init__(self, sentence: str | Promise, status: int, user: User | None = None) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.status = status
        self.user = user


@dataclass(frozen=True, slots=True)
class LinkedTurn:
    """What a link to move opens: a turn of a seat that a user answers for."""

    user: User
    game: Game
    seat: Seat


def site(path: str) -> str:
    """Return the whole address of a path of this site."""
    return f"{settings.SITE_URL}{path}"


def to_move(user: User, seat: Seat, at: datetime) -> str:
    """Return the address where a user answers from a seat that is asked, for two weeks from `at`.

    It lasts until the seat has nothing more to answer, or another turn begins. Empty if the site
    does not let users move from mails.
    """
    data = [user.pk, seat.game_id, seat.number, _turn(seat), int(at.timestamp()), _stamps(user)[0]]
    path = optional_url("moving", Signer(salt=MOVE).sign_object(data))
    return path and site(path)


def turn_of(token: str, now: datetime) -> LinkedTurn:
    """Return the turn that a link opens; raises `Dead`. Reads, and changes nothing."""
    try:
        pk, game_id, number, turn, at, stamp = Signer(salt=MOVE).unsign_object(token)
    except (BadSignature, ValueError) as error:
        raise Dead(_("This is no link of ours, or a part of it is missing."), 404) from error
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or not any(constant_time_compare(stamp, good) for good in _stamps(user)):
        raise Dead(_("This link went out before you changed your password or address."), 410)
    if now > datetime.fromtimestamp(at, UTC) + LASTS:
        raise Dead(_("This link is older than two weeks."), 410, user)
    game = Game.objects.filter(pk=game_id, status=Status.RUNNING).first()
    seats = Seat.objects.filter(game_id=game_id, number=number)
    seat = seats.select_related("user", "played_by").first()
    if game is None or seat is None or not may_answer(seat, user) or _turn(seat) != turn:
        raise Dead(_("This turn is over."), 410, user)
    return LinkedTurn(user, game, seat)


def to_stop(user: User, topics: Iterable[str]) -> str:
    """Return the address where a user stops mails: keys of topics, or "digest"."""
    token = Signer(salt=STOP).sign_object([user.pk, *topics])
    return site(reverse("unsubscribe", args=[token]))


def mails_of(token: str) -> tuple[User, list[str]]:
    """Return whose mails a link stops, and which; raises `Dead`."""
    try:
        pk, *topics = Signer(salt=STOP).unsign_object(token)
    except (BadSignature, ValueError) as error:
        raise Dead(_("This is no link of ours, or a part of it is missing."), 404) from error
    user = User.objects.filter(pk=pk).first()
    if user is None:
        raise Dead(_("This account is gone, and nothing is sent to it."), 404)
    return user, topics


def _turn(seat: Seat) -> str:
    """Return what is the same as long as a seat is asked in the same turn."""
    begun = Seat.objects.filter(game=seat.game_id).aggregate(turns=Sum("turns"))["turns"]
    return f"{begun} {seat.asked_at and seat.asked_at.isoformat()}"


def _stamps(user: User) -> list[str]:
    """Return what changes with the password and the address, and tells neither: by each key."""
    return [digest.hex()[:16] for digest in keyed_hashes(MOVE, f"{user.password} {user.email}")]
