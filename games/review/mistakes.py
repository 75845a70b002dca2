"""A player's own mistakes, from the reviews of their games, and where their chances go."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from engine.analysis.review import Label, TurnReview
from games.review.models import Review, State
from games.review.page import ReviewedChoice, per_cent, reviewed_answer, reviewed_turn
from games.review.stored import turn_from_json
from games.tables.models import Game, Status
from games.tables.seats import own_seat
from games.tables.selectors import SEATS, Seen

MOST_GAMES = 20
MOST_MISTAKES = 30
MISTAKES = (Label.MISTAKE, Label.BLUNDER)
OPENING = 1 / 3
CLOSING = 2 / 3
"""Shares of the turns of a game: its opening ends, and its closing begins."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of a player in a reviewed game.

    `place`: where the page of the review tells of it.
    """

    game: Game
    choice: ReviewedChoice
    place: str


@dataclass(frozen=True, slots=True)
class LostChances:
    """The mean chance that a player's turns of a kind lost."""

    name: str
    turns: int
    mean: str


@dataclass(frozen=True, slots=True)
class MistakesPage:
    """The page: the latest mistakes, and where chances are lost."""

    games: int
    mistakes: list[Mistake]
    lost: list[LostChances]


def mistakes_page(user: User) -> MistakesPage:
    """Return the page of a user, from the latest reviewed games."""
    reviews = list(_reviews(user))
    mistakes: list[Mistake] = []
    losses: defaultdict[str, float] = defaultdict(float)
    turns: Counter[str] = Counter()
    for review in reviews:
        seats = list(review.game.seats.all())
        own = own_seat(seats, user)
        if own is None:
            continue
        seen = Seen(review.game, seats, user, own, own)
        for turn in map(turn_from_json, review.turns):
            mistakes += _mistakes(seen, own.number, turn)
            if turn.seat == own.number:
                for kind in _kinds(turn, review.total):
                    losses[kind] += turn.loss
                    turns[kind] += 1
    names = {
        "opening": _("Opening"),
        "middle": _("Middle of the game"),
        "closing": _("Closing"),
        "recruit": _("Recruiting"),
        "develop": _("Technologies"),
        "lead": _("Leadership"),
    }
    lost = [
        LostChances(name, turns[kind], per_cent(losses[kind] / turns[kind], 1))
        for kind, name in names.items()
        if turns[kind]
    ]
    return MistakesPage(len(reviews), mistakes[:MOST_MISTAKES], lost)


def _reviews(user: User) -> Iterator[Review]:
    """Yield the finished reviews of the user's latest games whose hands are open."""
    over = (Status.FINISHED, Status.ABORTED)
    rows = Review.objects.filter(
        state=State.DONE, game__seats__user=user, game__status__in=over, game__sealed=False
    )
    latest = rows.select_related("game").order_by("-game__finished_at", "-pk")[:MOST_GAMES]
    yield from latest.prefetch_related(f"game__{SEATS.prefetch_to}")


def _mistakes(seen: Seen, own: int, turn: TurnReview) -> Iterator[Mistake]:
    """Yield the mistakes of a seat in a turn, its own or another one."""
    place = f"turn-{turn.number}"
    for answer in turn.answers:
        if answer.seat == own and answer.label in MISTAKES:
            yield Mistake(seen.game, reviewed_answer(seen, turn, answer), place)
    if turn.seat == own and turn.label in MISTAKES:
        yield Mistake(seen.game, reviewed_turn(seen, turn).choice, place)


def _kinds(turn: TurnReview, total: int) -> Iterator[str]:
    """Yield the part of the game that a turn belongs to, and what was done with the card."""
    share = (turn.number - 1) / max(1, total)
    yield "opening" if share < OPENING else "middle" if share < CLOSING else "closing"
    yield turn.played[0].action.partition(" ")[0]
