"""Questions that tables ask of other subjects, and the registry of their answers.

A subject implements some methods of `Provider` and registers it in its `receivers.py`. Without
any provider every game is friendly, and its players have no ratings.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpResponse

from accounts.models import User
from accounts.requests import HtmxRequest
from engine import Event
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
class HintPanel:
    """The hints for the question that the viewer is asked.

    `signs`: the turn as symbols, HTML. `do`: the label of the button for the next hint; empty
    after the last one. `path`: where it posts to. `used`: how many the viewer has taken, in words.
    `cards`: the cards of the hand that it speaks of.
    """

    lines: Sequence[str]
    signs: str
    do: str
    path: str
    used: str
    cards: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """The rating changes of a finished game; `why_none`: why a rated game changed none."""

    changes: Sequence[ShownRatingChange] = ()
    why_none: str = ""


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """A table after some of its moves, as the viewer of its replay sees it."""

    game: Game
    seq: int
    """The number of the last move that has been played."""
    number: int | None
    """The viewer's own seat; `None` for a spectator."""
    is_open: bool
    """Whether the game is over and the viewer may see all hands."""
    starts_turn: bool
    """Whether a turn is about to begin, so that the engine can write the position."""
    token: str
    """The table's token, for a viewer who came by its link."""
    query: str = ""
    """What its address ends with for the view that the viewer chose: `?seat=1&better=1`."""


@dataclass(frozen=True, slots=True)
class BetterTurn:
    """A better turn than the one that was played from a moment, as its replay draws it.

    `agent`: the card that it plays. `lines`: its answers, in words; `reasons`: why it is better.
    `events`: what it does, as its seat knows beforehand. `path`: the page about it.
    """

    number: int
    seat: int
    agent: str
    lines: Sequence[str]
    reasons: str
    events: Sequence[Event]
    path: str


@dataclass(frozen=True, slots=True)
class SidePanel:
    """A panel that another subject shows beside the board, below the log.

    `name`: of its region. `template`: in Jinja2; it gets `values`, the game's `number`, and the
    `token` of a page that was opened by the table's link.
    """

    name: str
    template: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RematchOffer:
    """The rematch of a game that is over, as a viewer may have it.

    `path`: of the rematch, if it can be joined or has started. `ask`: where the viewer can ask for
    one. Each is empty otherwise.
    """

    path: str = ""
    ask: str = ""


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

    def after_the_end(self, game: Game) -> Sequence[PageLine]:
        """Return links about a game that is over and whose hands are open."""
        return ()

    def course_path(self, game: Game) -> str:
        """Return where the chart of a game that is over is fetched anew; empty if nowhere."""
        return ""

    def hints(self, game: Game, seats: Sequence[Seat], own: Seat | None) -> HintPanel | None:
        """Return the hints for a seat that is asked; `None` where there are none."""
        return None

    def open_page(
        self,
        request: HtmxRequest,
        game: Game,
        seats: Sequence[Seat],
        *,
        message: str,
        token: str,
        status: int,
    ) -> HttpResponse | None:
        """Answer with the page of a table that has not been dealt, or its fragment.

        `message`: for the player. `token`: of the link by which the viewer came.
        """
        return None

    def rematch(
        self, game: Game, seats: Sequence[Seat], own: Seat | None, user: User | None
    ) -> RematchOffer | None:
        """Return the rematch of a game that is over; `own`: the viewer's own seat."""
        return None

    def side_panels(
        self, game: Game, own: Seat | None, user: User | None, *, partial: bool
    ) -> Iterable[SidePanel]:
        """Return panels for a viewer, whose own seat is `own`; without values if `partial`."""
        return ()

    def moment_links(self, moment: ReplayMoment) -> Sequence[PageLine]:
        """Return what else can be done with a moment, as lines of its replay."""
        return ()

    def better_turn(self, moment: ReplayMoment, seats: Sequence[Seat]) -> BetterTurn | None:
        """Return a better turn than the one that was played from a moment."""
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


def after_the_end(game: Game) -> list[PageLine]:
    """Return links about a game that is over and whose hands are open."""
    return [line for provider in _providers for line in provider.after_the_end(game)]


def course_path(game: Game) -> str:
    """Return where the chart of a game that is over is fetched anew; empty if nowhere."""
    return next((path for provider in _providers if (path := provider.course_path(game))), "")


def hints(game: Game, seats: Sequence[Seat], own: Seat | None) -> HintPanel | None:
    """Return the hints for a seat that is asked; `None` where there are none."""
    panels = (provider.hints(game, seats, own) for provider in _providers)
    return next((panel for panel in panels if panel is not None), None)


def open_page(
    request: HtmxRequest,
    game: Game,
    seats: Sequence[Seat],
    *,
    message: str,
    token: str,
    status: int,
) -> HttpResponse:
    """Answer with the page of a table that has not been dealt, or its fragment."""
    for provider in _providers:
        response = provider.open_page(
            request, game, seats, message=message, token=token, status=status
        )
        if response is not None:
            return response
    raise Http404


def rematch(game: Game, seats: Sequence[Seat], own: Seat | None, user: User | None) -> RematchOffer:
    """Return the rematch of a game that is over; `own`: the viewer's own seat."""
    offers = (provider.rematch(game, seats, own, user) for provider in _providers)
    return next((offer for offer in offers if offer is not None), RematchOffer())


def side_panels(
    game: Game, own: Seat | None, user: User | None, *, partial: bool
) -> list[SidePanel]:
    """Return the panels beside the board; `partial`: names and templates are enough."""
    return [
        panel
        for provider in _providers
        for panel in provider.side_panels(game, own, user, partial=partial)
    ]


def moment_links(moment: ReplayMoment) -> list[PageLine]:
    """Return what else can be done with a moment, as lines of its replay."""
    return [line for provider in _providers for line in provider.moment_links(moment)]


def better_turn(moment: ReplayMoment, seats: Sequence[Seat]) -> BetterTurn | None:
    """Return a better turn than the one that was played from a moment; `None` if none is known."""
    turns = (provider.better_turn(moment, seats) for provider in _providers)
    return next((turn for turn in turns if turn is not None), None)
