"""Pairing of searches.

To pair no search twice, both players' open tables are locked, then their searches, and both are
checked again. A search fulfilled at its table needs no lock: the table shows it, and `settle`
records it.
"""

import logging
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.blocking import are_blocked
from accounts.models import User
from common.refusals import Refused
from games.lobby.services import live_games, open_tables, seating
from games.matchmaking.candidates import gather, served
from games.matchmaking.matching import Seeker, pairs, partner
from games.matchmaking.models import FOUND_GAME, GameSearch
from games.matchmaking.notifications import SearchOver
from games.notifications.record import note
from games.notifications.table_starts import note_filled
from games.tables.models import Game, Seat, Status
from games.tables.services import starting
from games.tables.timekeeping.display import away

log = logging.getLogger(__name__)

TRIES = 4
"""Attempts of a search when concurrent requests are faster; the periodic task retries anyway."""
KEPT = timedelta(days=90)

State = GameSearch.State


def pair_all(now: datetime | None = None) -> int:
    """Pair all searches that can be paired and settle ended ones; return the games started.

    Idempotent and safe to run concurrently. Failures are logged one by one.
    """
    now = now or timezone.now()
    settle(now)
    started = 0
    for live in (True, False):
        seekers, blocked, people = gather(now, live)
        for mine, other in pairs(seekers, blocked, now):
            try:
                started += bring_together(mine, other, people, now) is not None
            except Exception:
                log.exception("could not pair searches %s and %s", mine, other)
    GameSearch.objects.filter(ended_at__lt=now - KEPT).delete()
    return started


def look(search: GameSearch, now: datetime) -> Game | None:
    """Search for an opponent at once; return the started game, if any."""
    for _try in range(TRIES):
        seekers, blocked, people = gather(now, search.live, search.speed)
        mine = next((seeker for seeker in seekers if seeker.search == search.pk), None)
        if mine is None:  # a concurrent request was faster: it is found, or over
            search.refresh_from_db()
            return search.game
        other = partner(mine, seekers, blocked, now)
        if other is None:
            return None
        game = bring_together(mine, other, people, now, here=search.user)
        if game is not None:
            return game
    return None


def bring_together(
    mine: Seeker, other: Seeker, people: dict[int, User], now: datetime, here: User | None = None
) -> Game | None:
    """Start the game of two waiting players; `None` if either is no longer waiting.

    The first one has a search. `here`: the user who needs no notification, as they see the result.
    """
    try:
        with transaction.atomic():
            return _bring_together(mine, other, people, now, here)
    except Refused:  # the table can no longer be joined
        return None


def _bring_together(
    mine: Seeker, other: Seeker, people: dict[int, User], now: datetime, here: User | None
) -> Game | None:
    hosts = {seeker.table: seeker for seeker in (mine, other) if seeker.table is not None}
    games = list(Game.objects.select_for_update().filter(pk__in=hosts).order_by("pk"))
    if not _have_time(mine, other, now):
        return None
    by_search = {seeker.search: seeker for seeker in (mine, other) if seeker.search is not None}
    rows = list(GameSearch.objects.select_for_update().filter(pk__in=by_search).order_by("pk"))
    if len(games) != len(hosts) or len(rows) != len(by_search):
        return None
    if any(game.status != Status.OPEN or game.expires_at <= now for game in games):
        return None
    if any(row.table_id != by_search[row.pk].table or not is_waiting(row, now) for row in rows):
        return None
    first, second = people[mine.user], people[other.user]
    if are_blocked(first, second):
        return None
    absent = [user for user in (first, second) if user != here]
    for game in games:
        if not hosts[game.pk].is_host:
            open_tables.close(game, now)
    if other.is_host:
        assert other.table is not None
        started = seating.join_table(first, other.table, None, now=now)
    else:
        first, second = in_turn(first, second)
        started = starting.start_game(first, second, mine.pace, FOUND_GAME, now=now)
    for row in rows:
        end(row, State.FOUND, now, started)
    for user in absent:
        note_filled(user, started, now)
    return started


def _have_time(mine: Seeker, other: Seeker, now: datetime) -> bool:
    """Whether neither player has begun a live game or a vacation since they were loaded."""
    people = (mine.user, other.user)
    if mine.pace.live:
        live_games.lock_players(people)
        return not live_games.playing_live(people)
    return not away(people, now)


def locked_table(pk: int | None) -> Game | None:
    """Return the locked row of a search's table, if any; the table is locked before the search."""
    return None if pk is None else Game.objects.select_for_update().filter(pk=pk).first()


def is_waiting(search: GameSearch, now: datetime) -> bool:
    """Whether a search is waiting according to its own row."""
    return search.state == State.WAITING and search.expires_at > now


def end(
    search: GameSearch, state: GameSearch.State, now: datetime, game: Game | None = None
) -> None:
    """Record the end of a search whose row is locked."""
    search.state, search.ended_at, search.game = state, now, game
    search.save(update_fields=["state", "ended_at", "game"])


def in_turn(user: User, other: User) -> tuple[User, User]:
    """Return two players in the order of play: the one who was second last time is first.

    Drawn by lot if they have no rated game with each other.
    """
    seats = Seat.objects.filter(user=other)
    games = Game.objects.filter(
        players=2,
        rated=True,
        status__in=(Status.RUNNING, Status.FINISHED),
        seats__user=user,
        pk__in=seats.values("game"),
    )
    last = games.order_by("-started_at", "-pk").first()
    if last is None:
        return (user, other) if secrets.randbelow(2) else (other, user)
    second = last.seats.get(number=last.second_side).user
    return (user, other) if second == user else (other, user)


def settle(now: datetime, user: User | None = None) -> None:
    """Record the end of searches that are no longer waiting, of all users or of one."""
    over = Q(expires_at__lte=now) | (Q(table__isnull=False) & ~Q(table__status=Status.OPEN))
    due = GameSearch.objects.filter(over | served(), state=State.WAITING)
    if user is not None:
        due = due.filter(user=user)
    for pk, table in list(due.values_list("pk", "table")):
        try:
            with transaction.atomic():
                _settle(pk, table, now)
        except Exception:
            log.exception("could not settle search %s", pk)


def _settle(pk: int, table_id: int | None, now: datetime) -> None:
    table = locked_table(table_id)
    search = GameSearch.objects.select_for_update().filter(pk=pk).first()
    if search is None or search.state != State.WAITING or search.table_id != table_id:
        return
    if table is not None and table.started_at is not None:
        end(search, State.FOUND, now, table)
    elif table is not None and table.status == Status.CANCELLED and search.expires_at > now:
        end(search, State.STOPPED, now)
    elif search.live and live_games.playing_live([search.user_id]):
        if table is not None and table.status == Status.OPEN:
            open_tables.close(table, now)
        end(search, State.STOPPED, now)
    elif search.expires_at <= now:
        notified = table is not None and table.status == Status.CANCELLED  # of the table
        if table is not None and table.status == Status.OPEN:
            open_tables.close(table, now)
        end(search, State.EXPIRED, now)
        if not notified:
            key = f"{SearchOver.key} {search.pk}"
            note(search.user, SearchOver, key, now=now, search=search.pk)
