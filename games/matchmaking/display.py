"""What the page of searches shows, in a few queries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count

from accounts.models import User
from games.clock import Pace
from games.matchmaking.candidates import searches
from games.matchmaking.models import GameSearch
from games.tables.models import Game, Status

LATELY = timedelta(minutes=10)
"""So long the page leads to a game that has been found, unless it is over."""

State = GameSearch.State


@dataclass(frozen=True, slots=True)
class SearchCounts:
    """How many other people look for a game now, at each pace that anybody looks for."""

    at: Mapping[Pace, int]

    @property
    def live(self) -> int:
        """How many of the searches are for a live game: one each."""
        return sum(count for pace, count in self.at.items() if pace.live)

    @property
    def anybody(self) -> bool:
        """Whether there is anybody at all."""
        return bool(self.at)


@dataclass(frozen=True, slots=True)
class LiveSearch:
    """The latest live search of somebody."""

    search: GameSearch
    game: Game | None
    """What was found."""
    waits: bool

    @property
    def is_over(self) -> bool:
        """Whether it ended without a game."""
        return not self.waits and self.game is None


def others(user: User, now: datetime) -> SearchCounts:
    """Return how many other people look for a game."""
    counted = searches(now).exclude(user=user).order_by().values("pace")
    people = counted.annotate(people=Count("user", distinct=True))
    return SearchCounts({Pace.from_json(row["pace"]): row["people"] for row in people})


def waiting(user: User, now: datetime) -> list[GameSearch]:
    """Return the searches by correspondence that wait still, the latest first."""
    mine = searches(now).filter(user=user, live=False)
    return list(mine.select_related("table").order_by("-created_at", "-pk"))


def live(user: User, now: datetime) -> LiveSearch | None:
    """Return the live search that waits, or ended a moment ago; `None` without one."""
    mine = GameSearch.objects.filter(user=user, live=True).select_related("table", "game")
    search = mine.order_by("-pk").first()
    if search is None:
        return None
    table = search.table
    waits = searches(now).filter(pk=search.pk).exists()
    game = search.game or (table if table is not None and table.started_at is not None else None)
    if waits:
        return LiveSearch(search, None, waits=True)
    if game is not None:
        began = game.started_at
        fresh = game.status == Status.RUNNING and began is not None and began > now - LATELY
        return LiveSearch(search, game, False) if fresh else None
    ended = search.ended_at or search.expires_at
    gone = search.state != State.STOPPED and now - LATELY < ended <= now
    return LiveSearch(search, None, False) if gone else None


def last_of(user: User, live: LiveSearch | None) -> GameSearch | None:
    """Return the latest search of somebody, whose choices are likely to be the next ones.

    While they look for a live game, that is one by correspondence.
    """
    mine = GameSearch.objects.filter(user=user)
    if live is not None and live.waits:
        mine = mine.filter(live=False)
    return mine.order_by("-pk").first()
