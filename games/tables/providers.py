"""Questions that tables ask of other subjects, and the registry of their answers.

A subject implements some methods of `Provider` and registers it in its `receivers.py`. Without
any provider every game is friendly, and its players have no ratings.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.tables.models import Game, Seat
from games.tables.player_facts import Reliability, ShownRating, ShownRatingChange


@dataclass(frozen=True, slots=True)
class PageLine:
    """A sentence on a page, as plain text, with the path of the page about it.

    `do`: the label of a button, if the user has something to do there.
    """

    text: str
    path: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """The rating changes of a finished game; `why_none`: why a rated game changed none."""

    changes: Sequence[ShownRatingChange] = ()
    why_none: str = ""


class Provider:
    """The questions, each with a default answer."""

    def pool(self, game: Game, seats: Sequence[Seat]) -> str:
        """Return the rating pool of a game that starts now; empty if it is not rated."""
        return ""

    def refuse_rated(self, user: User, now: datetime) -> None:
        """Raise `Refused` if a user may not play rated games now."""

    def barred(self, users: Collection[int], now: datetime) -> set[int]:
        """Return which users, by their ids, may not play rated games now."""
        return set()

    def refuse_invitations(self, creator: User, people: Sequence[User], now: datetime) -> None:
        """Raise `Refused` if a user, whose row is locked, invites too often."""

    def seat_ratings(
        self, game: Game, seats: Sequence[Seat], now: datetime
    ) -> dict[int, ShownRating]:
        """Return the ratings of the players and bots at a table, by the numbers of their seats."""
        return {}

    def reliability(self, users: Collection[int], now: datetime) -> dict[int, Reliability]:
        """Return the reliability of some users, by their ids."""
        return {}

    def rating_changes(self, game: Game, seats: Sequence[Seat]) -> RatingChanges | None:
        """Return the rating changes of a finished game."""
        return None

    def occasion(self, game: Game) -> PageLine | None:
        """Return the contest that a game is played for, as a line of a page."""
        return None


_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Add the provider of a subject after those already registered."""
    _providers.append(provider)


def pool(game: Game, seats: Sequence[Seat]) -> str:
    """Return the rating pool of a game that starts now; empty if it is not rated."""
    return next((name for provider in _providers if (name := provider.pool(game, seats))), "")


def refuse_rated(user: User, now: datetime) -> None:
    """Raise `Refused` if a user may not play rated games now."""
    for provider in _providers:
        provider.refuse_rated(user, now)


def barred(users: Iterable[int], now: datetime) -> set[int]:
    """Return which users, by their ids, may not play rated games now."""
    ids = set(users)
    return {pk for provider in _providers for pk in provider.barred(ids, now)}


def refuse_invitations(creator: User, people: Sequence[User], now: datetime) -> None:
    """Raise `Refused` if a user, whose row is locked, invites too often."""
    for provider in _providers:
        provider.refuse_invitations(creator, people, now)


def seat_ratings(game: Game, seats: Sequence[Seat], now: datetime) -> dict[int, ShownRating]:
    """Return the ratings of the players and bots at a table, by the numbers of their seats."""
    return {
        number: rating
        for provider in _providers
        for number, rating in provider.seat_ratings(game, seats, now).items()
    }


def reliability(users: Iterable[int], now: datetime) -> dict[int, Reliability]:
    """Return the reliability of some users, by their ids."""
    ids = set(users)
    return {
        pk: value for provider in _providers for pk, value in provider.reliability(ids, now).items()
    }


def rating_changes(game: Game, seats: Sequence[Seat]) -> RatingChanges:
    """Return the rating changes of a finished game."""
    answers = (provider.rating_changes(game, seats) for provider in _providers)
    return next((answer for answer in answers if answer is not None), RatingChanges())


def occasion(game: Game) -> PageLine | None:
    """Return the contest that a game is played for, as a line of a page."""
    lines = (provider.occasion(game) for provider in _providers)
    return next((line for line in lines if line is not None), None)
