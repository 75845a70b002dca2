"""Blocking: two users of whom one blocks the other meet in no game that they choose freely.

They are not matched, invited or seated at one table, and the blocked user's talk is hidden from the
other one. A block never protects a place: games that a contest demands are played.

Neither user learns who blocks whom: both read the same sentence.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Block, Follow, User
from accounts.signals import PlayerBlocked, player_blocked
from common.refusals import Refused

MOST = 500


def block(user: User, player: User, wanted: bool) -> None:
    """Block or unblock a player; idempotent. Raises `Refused`: 403, 422, 429.

    Running games go on. Invitations between the two are withdrawn, and so is following the player.
    """
    if not wanted:
        Block.objects.filter(user=user, blocked=player).delete()
        return
    if user.is_guest:
        raise Refused(_("Sign up to block players."), 403)
    if user == player or player.is_guest:
        raise Refused(_("You can only block other players who have an account."), 422)
    if user.blocks.count() >= MOST:
        raise Refused(_("You already block 500 players. Unblock one of them first."), 429)
    with transaction.atomic():
        Block.objects.get_or_create(user=user, blocked=player)
        Follow.objects.filter(user=user, followed=player).delete()
    player_blocked.send(PlayerBlocked(user, player))


def blocked_ids(user: User) -> set[int]:
    """Return the ids of the users that a user blocks or is blocked by, in one query."""
    return {other for pair in _pairs([user.pk]) for other in pair if other != user.pk}


def blocked_pairs(users: list[int]) -> set[frozenset[int]]:
    """Return the blocked pairs among some users, in one query."""
    known = set(users)
    return {frozenset(pair) for pair in _pairs(users) if set(pair) <= known}


def are_blocked(user: User, other: User) -> bool:
    """Whether either of two users blocks the other."""
    return other.pk in blocked_ids(user)


def refuse_blocked(user: User, others: Iterable[int]) -> None:
    """Raise `Refused` (403) if a user would meet someone they block, or who blocks them.

    Blocks between two of the others count too.
    """
    known = {user.pk, *others}
    if len(known) == 1:
        return
    pairs = blocked_pairs(list(known))
    if any(user.pk in pair for pair in pairs):
        raise Refused(_("You and this player can't play against each other."), 403)
    if pairs:
        raise Refused(_("Some of these players can't play against each other."), 403)


def _pairs(users: list[int]) -> list[tuple[int, int]]:
    rows = Block.objects.filter(user__in=users) | Block.objects.filter(blocked__in=users)
    return list(rows.values_list("user", "blocked"))
