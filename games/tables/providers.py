"""What tables ask of other subjects.

A subject answers some of the questions of `Provider` and registers itself in its `receivers.py`.
Without any provider every game is friendly and nothing is known of its players.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.tables.models import Game, Seat
from games.tables.player_facts import Reliability, ShownRating, ShownRatingChange


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence on a page, plain text, and the path of the page where there is more.

    `do`: the word on a button, if something waits for the reader.
    """

    text: str
    path: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """What a finished game did to ratings; `why_none`: a sentence, if a rated game did nothing."""

    changes: Sequence[ShownRatingChange] = ()
    why_none: str = ""


class Provider:
    """The questions, each with the answer of a subject that has nothing to say."""

    def pool(self, game: Game, seats: Sequence[Seat]) -> str:
        """Return the rating pool of a game that starts now; empty if it is not rated."""
        return ""

    def refuse_rated(self, user: User, now: datetime) -> None:
        """Raise `Refused` if a user may not play rated games now."""

    def barred(self, users: Collection[int], now: datetime) -> set[int]:
        """Return which users, by their ids, may not play rated games now."""
        return set()

    def refuse_invitations(self, creator: User, people: Sequence[User], now: datetime) -> None:
        """Raise `Refused` if a user invites too often; their row is locked."""

    def seat_ratings(
        self, game: Game, seats: Sequence[Seat], now: datetime
    ) -> dict[int, ShownRating]:
        """Return the ratings of the players and bots at a table, by the numbers of their seats."""
        return {}

    def reliability(self, users: Collection[int], now: datetime) -> dict[int, Reliability]:
        """Return how reliable some users are, by their ids."""
        return {}

    def rating_changes(self, game: Game, seats: Sequence[Seat]) -> RatingChanges | None:
        """Return what a finished game did to ratings."""
        return None

    def occasion(self, game: Game) -> Line | None:
        """Return what a game is played for besides itself."""
        return None


_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask a subject's provider too, after those that are registered already."""
    _providers.append(provider)


def pool(game: Game, seats: Sequence[Seat]) -> str:
    """Return the rating pool of a game that starts now; empty if it is not rated."""
    return next((name for each in _providers if (name := each.pool(game, seats))), "")


def refuse_rated(user: User, now: datetime) -> None:
    """Raise `Refused` if a user may not play rated games now."""
    for each in _providers:
        each.refuse_rated(user, now)


def barred(users: Iterable[int], now: datetime) -> set[int]:
    """Return which users, by their ids, may not play rated games now."""
    ids = set(users)
    return {pk for each in _providers for pk in each.barred(ids, now)}


def refuse_invitations(creator: User, people: Sequence[User], now: datetime) -> None:
    """Raise `Refused` if a user invites too often; their row is locked."""
    for each in _providers:
        each.refuse_invitations(creator, people, now)


def seat_ratings(game: Game, seats: Sequence[Seat], now: datetime) -> dict[int, ShownRating]:
    """Return the ratings of the players and bots at a table, by the numbers of their seats."""
    return {
        number: rating
        for each in _providers
        for number, rating in each.seat_ratings(game, seats, now).items()
    }


def reliability(users: Iterable[int], now: datetime) -> dict[int, Reliability]:
    """Return how reliable some users are, by their ids."""
    ids = set(users)
    return {pk: known for each in _providers for pk, known in each.reliability(ids, now).items()}


def rating_changes(game: Game, seats: Sequence[Seat]) -> RatingChanges:
    """Return what a finished game did to ratings."""
    answers = (each.rating_changes(game, seats) for each in _providers)
    return next((answer for answer in answers if answer is not None), RatingChanges())


def occasion(game: Game) -> Line | None:
    """Return what a game is played for besides itself."""
    lines = (each.occasion(game) for each in _providers)
    return next((line for line in lines if line is not None), None)
