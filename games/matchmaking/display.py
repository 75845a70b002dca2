"""Data for the matchmaking page, in a few queries."""

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
"""How long the page leads to a found game while it is running."""

State = GameSearch.State


@dataclass(frozen=True, slots=True)
class SearchCounts:
    """Numbers of other players who are searching for a game, by pace."""

    at: Mapping[Pace, int]

    @property
    def live(self) -> int:
        """Number of other players searching for a live game."""
        return sum(count for pace, count in self.at.items() if pace.live)

    @property
    def anybody(self) -> bool:
        """Whether any other player is searching."""
        return bool(self.at)


@dataclass(frozen=True, slots=True)
class LiveSearch:
    """A player's latest live search."""

    search: GameSearch
    game: Game | None
    """The found game."""
    waits: bool


def others(user: User, now: datetime) -> SearchCounts:
    """Return the numbers of other players who are searching."""
    counted = searches(now).exclude(user=user).order_by().values("pace")
    people = counted.annotate(people=Count("user", distinct=True))
    return SearchCounts({Pace.from_json(row["pace"]): row["people"] for row in people})


def waiting(user: User, now: datetime) -> list[GameSearch]:
    """Return the user's waiting correspondence searches, the latest first."""
    mine = searches(now).filter(user=user, live=False)
    return list(mine.select_related("table").order_by("-created_at", "-pk"))


def live(user: User, now: datetime) -> LiveSearch | None:
    """Return the live search that is waiting or ended recently; `None` without one."""
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
    """Return the user's latest search, whose choices become the form's defaults.

    While a live search is waiting, this is the latest correspondence search.
    """
    mine = GameSearch.objects.filter(user=user)
    if live is not None and live.waits:
        mine = mine.filter(live=False)
    return mine.order_by("-pk").first()
