"""Games worth watching: running ones that all may see, and the best one that ended lately."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, Max, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.ratings.display import ratings_at
from games.review.models import Review, State
from games.tables import occasions
from games.tables.models import SHOWN_FROM, Game, Move, Status
from games.tables.player_facts import ShownRating
from games.tables.previews import Preview, frames_of, preview
from games.tables.selectors import LATEST_MOVES, SEATS, shy_seats, table_to_watch

MOST = 12
"""Games on the page."""
CANDIDATES = 60
"""Games among which they are chosen."""
LATELY = timedelta(days=1)
LEAST_TURNS = 8
"""Turns of a side in the best game: short ones are easily played without a fault."""
REVIEWED = 40
"""Reviewed games among which the best one is chosen."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A game to watch: its board, and what is said of it."""

    game: Game
    picture: Preview
    people: int
    """How many of its players are no bots."""
    above: ShownRating | None
    """The rating of the side above, if it is one player."""
    below: ShownRating | None
    agreed: tuple[int, int] | None = None
    """Of the best game: turns for which the engine knows no better one, and all turns."""

    @property
    def is_close(self) -> bool:
        """Whether one disc would win the game for either side."""
        return self.picture.missing == (1, 1)

    @property
    def strength(self) -> int:
        """The ratings of the players, added up."""
        return sum(rating.value for rating in (self.above, self.below) if rating)

    def rank(self) -> tuple[bool, int, bool, int]:
        """Return what makes one game more worth watching than another."""
        return self.game.live, self.people, self.is_close, self.strength

    @property
    def says(self) -> str:
        """Why it is worth watching, in a few words; empty if it is just going on."""
        if self.is_close:
            return _("One disc decides")
        if 1 in self.picture.missing:
            return _("One disc from victory")
        return ""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that plays itself on a small board: from its first turn to where it is now."""

    game: Game
    picture: Preview
    frames: str
    """Its pictures turn by turn (`frames_of`), as JSON."""
    path: str


def game_that_plays(user: User) -> PlayedGame | None:
    """Return the latest running or finished game that all may see.

    `None` without one, and for a user who plays it.
    """
    game = table_to_watch()
    picture = None if game is None else preview(game)
    if game is None or picture is None or any(seat.user == user for seat in game.seats.all()):
        return None
    frames = json.dumps(frames_of(game), separators=(",", ":"))
    return PlayedGame(game, picture, frames, game.get_absolute_url())


def games_to_watch(now: datetime) -> list[Watched]:
    """Return running games: live ones, then those of people, close and strong ones first.

    Games that are practice, not public, or by correspondence with a player who doesn't want to be
    watched, are left out.
    """
    latest = Move.objects.order_by("-pk").values("pk")[:LATEST_MOVES]
    moved = Move.objects.filter(pk__in=latest).order_by().values("game").annotate(last=Max("pk"))
    last = {row["game"]: row["last"] for row in moved}
    here = _shown(Game.objects.filter(Q(live=True) | Q(pk__in=last), status=Status.RUNNING))
    games = sorted(here, key=lambda game: (game.live, last.get(game.pk, 0)), reverse=True)
    watched = _watched((game for game in games if not _is_practice(game)), now)
    watched.sort(key=Watched.rank, reverse=True)
    return watched[:MOST]


def best_of_the_day(now: datetime) -> Watched | None:
    """Return the game of the last day in which both sides agreed most with its review."""
    over = _shown(Game.objects.filter(status=Status.FINISHED, finished_at__gt=now - LATELY))
    reviews = Review.objects.filter(state=State.DONE, game__in=over.values("pk"))
    agreements = dict(reviews.order_by("-pk").values_list("game", "agreement")[:REVIEWED])
    shares = {pk: share for pk, counts in agreements.items() if (share := _agreed(counts))}
    games = Game.objects.filter(pk__in=shares).prefetch_related(SEATS)
    best = max(
        (game for game in games if not _is_practice(game)),
        key=lambda game: (_people(game), shares[game.pk][0] / shares[game.pk][1], game.pk),
        default=None,
    )
    if best is None:
        return None
    (watched,) = _watched([best], now, {best.pk: shares[best.pk]})
    return watched


def _shown(games: QuerySet[Game]) -> QuerySet[Game]:
    """Leave the games that are shown to all, the latest first."""
    public = games.filter(public=True, seq__gt=SHOWN_FROM)
    public = public.filter(Q(live=True) | ~Exists(shy_seats("pk")))
    return public.order_by("-pk").prefetch_related(SEATS)[:CANDIDATES]


def _agreed(counts: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Return the turns of all seats that a review agrees with, and all; `None` for a short game."""
    turns, best = (sum(numbers) for numbers in zip(*counts, strict=True)) if counts else (0, 0)
    return (best, turns) if turns >= 2 * LEAST_TURNS else None


def _is_practice(game: Game) -> bool:
    return occasions.get(game.occasion).practice


def _people(game: Game) -> int:
    return sum(seat.user is not None and not seat.user.is_guest for seat in game.seats.all())


def _watched(
    games: Iterable[Game], now: datetime, agreed: dict[int, tuple[int, int]] | None = None
) -> list[Watched]:
    chosen = list(games)
    ratings = ratings_at(chosen, now)
    watched = []
    for game in chosen:
        picture = preview(game)
        if picture is not None:
            alone = ratings[game.pk] if game.players == 2 else {}
            facts = (_people(game), alone.get(1), alone.get(0), (agreed or {}).get(game.pk))
            watched.append(Watched(game, picture, *facts))
    return watched
