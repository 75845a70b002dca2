"""People who do not want to meet: neither is paired with, challenged or invited by the other."""

from accounts.models import User
from games.models import Block


def blocked_ids(user: User) -> set[int]:
    """Return whom somebody blocks and who blocks them, by their ids, in one query."""
    return {other for pair in _pairs([user.pk]) for other in pair if other != user.pk}


def blocked_pairs(users: list[int]) -> set[frozenset[int]]:
    """Return who does not want to meet whom among some people, in one query."""
    known = set(users)
    return {frozenset(pair) for pair in _pairs(users) if set(pair) <= known}


def are_blocked(one: User, other: User) -> bool:
    """Whether either of two blocks the other."""
    return other.pk in blocked_ids(one)


def _pairs(users: list[int]) -> list[tuple[int, int]]:
    rows = Block.objects.filter(user__in=users) | Block.objects.filter(blocked__in=users)
    return list(rows.values_list("user", "blocked"))
