"""Candidates for pairing: waiting players with everything that matching needs, in few queries."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from accounts.blocking import blocked_pairs
from accounts.models import User
from games.clock import Pace
from games.fairplay.bans import barred_ids
from games.lobby.services.live_games import playing_live
from games.matchmaking.matching import Blocked, Seeker
from games.matchmaking.models import GameSearch
from games.ratings import glicko2
from games.ratings.models import Pool, ratings_of
from games.ratings.reliability import reliability_of
from games.tables import presence
from games.tables.models import Access, Game, Seat, Status
from games.tables.timekeeping import display
from games.tables.timekeeping.clocks import week_of

AT_ONCE = 500
"""Most searches, and most tables, considered in one run: those that have waited longest."""
LATELY = timedelta(days=90)
OPPONENTS = 3
GAMES_LOOKED_AT = 12
RELIABLE = 80
"""Percentage of finished games from which a player counts as reliable."""


def searches(now: datetime) -> QuerySet[GameSearch]:
    """Return the waiting searches; a live search only until the user plays a live game."""
    at_hand = Q(table=None) | Q(table__status=Status.OPEN)
    waiting = GameSearch.objects.filter(at_hand, state=GameSearch.State.WAITING, expires_at__gt=now)
    return waiting.exclude(served())


def served() -> Q:
    """Return the condition of a live search whose user is already playing a live game."""
    playing = Seat.objects.filter(
        user=OuterRef("user"), game__status=Status.RUNNING, game__live=True
    )
    return Q(Exists(playing), live=True)


def gather(
    now: datetime, live: bool, pace: Pace | None = None
) -> tuple[list[Seeker], Blocked, dict[int, User]]:
    """Return the waiting players (live or not, at one pace or all), blocked pairs, users by id."""
    at_pace = {} if pace is None else {"pace": pace.to_json()}
    rows = searches(now).filter(
        live=live, user__is_active=True, user__is_guest=False, user__is_bot=False, **at_pace
    )
    wanted = list(rows.select_related("user").order_by("created_at", "pk")[:AT_ONCE])
    hosts = _tables(now, live, at_pace) if wanted else []
    people = {row.user_id: row.user for row in wanted}
    people |= {host.pk: host for game in hosts if (host := game.creator) is not None}
    ids = list(people)
    pool = Pool.LIVE if live else Pool.DAYS
    ratings = ratings_of(ids, pool)
    recent, playing = recent_opponents(ids, live, now), present_opponents(ids, live)
    away = set() if live else set(display.away(ids, now))
    trust = {pk: known.finished for pk, known in reliability_of(ids, now).items()}

    def seeker(
        user: User,
        speed: Pace,
        since: datetime,
        reach: int | None = None,
        search: int | None = None,
        table: int | None = None,
    ) -> Seeker:
        finished = trust.get(user.pk)
        return Seeker(
            user.pk,
            speed,
            since,
            reach=reach,
            search=search,
            table=table,
            rating=ratings[user.pk].value if user.pk in ratings else glicko2.GlickoRating().value,
            week=week_of(user),
            recent=recent.get(user.pk, frozenset()),
            playing=playing.get(user.pk, frozenset()),
            away=user.pk in away,
            reliable=finished is None or finished >= RELIABLE,
        )

    out = barred_ids(ids, now) | (playing_live(ids) if live else set())
    waiting = [
        seeker(row.user, row.speed, row.created_at, row.reach, row.pk, row.table_id)
        for row in wanted
        if row.user_id not in out
    ]
    waiting += [
        seeker(game.creator, _speed(game), game.created_at, table=game.pk)
        for game in hosts
        if game.creator is not None and game.creator_id not in out
    ]
    return waiting, blocked_pairs(ids), people


def recent_opponents(people: Iterable[int], live: bool, now: datetime) -> dict[int, frozenset[int]]:
    """Return the last three opponents of users, including running games, in one query."""
    other = Seat.objects.filter(game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    seats = Seat.objects.filter(
        user__in=list(people),
        game__players=2,
        game__live=live,
        game__started_at__gt=now - LATELY,
    )
    ranked = (
        seats.annotate(opponent=Subquery(other.values("user")[:1]))
        .filter(opponent__isnull=False)
        .annotate(
            place=Window(RowNumber(), partition_by=F("user"), order_by=F("game__started_at").desc())
        )
        .filter(place__lte=GAMES_LOOKED_AT)
    )
    opponents: dict[int, list[int]] = {}
    for user, opponent in ranked.order_by("place").values_list("user", "opponent"):
        recent = opponents.setdefault(user, [])
        if opponent not in recent and len(recent) < OPPONENTS:
            recent.append(opponent)
    return {user: frozenset(recent) for user, recent in opponents.items()}


def present_opponents(people: Iterable[int], live: bool) -> dict[int, frozenset[int]]:
    """Return the opponents of users in running games of two, in one query."""
    other = Seat.objects.filter(game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    seats = Seat.objects.filter(
        user__in=list(people), game__players=2, game__live=live, game__status=Status.RUNNING
    )
    pairs = seats.annotate(opponent=Subquery(other.values("user")[:1]))
    opponents: dict[int, set[int]] = {}
    for user, opponent in pairs.filter(opponent__isnull=False).values_list("user", "opponent"):
        opponents.setdefault(user, set()).add(opponent)
    return {user: frozenset(known) for user, known in opponents.items()}


def _tables(now: datetime, live: bool, at_pace: Mapping[str, Any]) -> list[Game]:
    """Return the suitable open rated tables in the lobby whose hosts have no search.

    Live tables only count while the host is looking at them.
    """
    mine = GameSearch.objects.filter(table=OuterRef("pk"), state=GameSearch.State.WAITING)
    free = Seat.objects.filter(game=OuterRef("pk"), user=None, bot="", invited=None)
    sits = Seat.objects.filter(game=OuterRef("pk"), user=OuterRef("creator"))
    games = Game.objects.filter(
        ~Exists(mine),
        Exists(free),
        Exists(sits),
        status=Status.OPEN,
        access=Access.OPEN,
        expires_at__gt=now,
        players=2,
        live=live,
        rated=True,
        league=False,
        public=True,
        pace__isnull=False,
        creator__is_active=True,
        **at_pace,
    )
    tables = games.select_related("creator").order_by("created_at", "pk")[:AT_ONCE]
    return [game for game in tables if not live or presence.is_here(game.creator_id or 0, game.pk)]


def _speed(game: Game) -> Pace:
    return Pace.from_json(game.pace)
