"""Services of a search: start, keep alive, stop."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.clock import Pace
from games.fairplay.bans import refuse_if_barred
from games.lobby.services import open_tables, opening
from games.lobby.services.live_games import playing_live
from games.lobby.services.opening import Wish
from games.matchmaking import pairing
from games.matchmaking.candidates import searches
from games.matchmaking.models import GameSearch
from games.tables import time_words
from games.tables.models import OPEN_FOR, Game, Status
from games.tables.timekeeping import absences

MOST_SEARCHES = 5
"""Most correspondence searches of a player at a time."""
BY_HAND = timedelta(minutes=5)
"""Lifetime of a live search without JavaScript, after the last click."""
OPEN_PAGE = timedelta(seconds=90)
"""Lifetime of a live search after its page last polled; background tabs poll once a minute."""
WRITTEN_EVERY = timedelta(seconds=15)
SAME_CLICK = timedelta(seconds=10)

State = GameSearch.State


def search(
    user: User, pace: Pace, reach: int | None = None, *, now: datetime | None = None
) -> GameSearch:
    """Search for a game and return the search, found or waiting.

    If there is no opponent and any rating is accepted, a table is opened in the lobby. Repeating
    the search within seconds returns the same one. Raises `Refused`: 403 for guests and players
    barred from rated games; 409 on vacation, during a live search or live game, or with five
    searches.
    """
    now = now or timezone.now()
    if user.is_guest:
        raise Refused(_("Guests can only play against bots. Sign up to play other people."), 403)
    refuse_if_barred(user, now)
    pairing.settle(now, user)
    new_search = _begin(user, pace, reach, now)
    if new_search.state == State.WAITING and new_search.created_at == now:
        if pairing.look(new_search, now) is None and reach is None:
            _open_table(new_search, now)
        new_search.refresh_from_db()
    return new_search


def _begin(user: User, pace: Pace, reach: int | None, now: datetime) -> GameSearch:
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        same = GameSearch.objects.filter(user=user, pace=pace.to_json(), reach=reach)
        clicked = same.filter(created_at__gt=now - SAME_CLICK).exclude(state=State.STOPPED)
        if repeated := clicked.order_by("-pk").first():
            return repeated
        _check_may_search(user, pace, reach, now)
        return GameSearch.objects.create(
            user=user,
            pace=pace.to_json(),
            live=pace.live,
            reach=reach,
            created_at=now,
            expires_at=now + (BY_HAND if pace.live else OPEN_FOR),
        )


def _check_may_search(user: User, pace: Pace, reach: int | None, now: datetime) -> None:
    waiting = GameSearch.objects.filter(user=user, live=pace.live, state=State.WAITING)
    if pace.live:
        if waiting.exists():
            raise Refused(_("You're already searching for a live game. Stop that search first."))
        if playing_live([user.pk]):
            raise Refused(_("Finish your live game first."))
        return
    if waiting.count() >= MOST_SEARCHES:
        raise Refused(_("You can run five searches at once. Stop one of them first."))
    back = absences.away_until(user, now)
    if back is not None:
        when = {"when": time_words.until(back, now)}
        raise Refused(
            _("You're on vacation until %(when)s. End your vacation to search for a game.") % when
        )


def _open_table(search: GameSearch, now: datetime) -> None:
    """Open a rated table in the lobby, unless the search has one or is no longer waiting."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=search.user_id)
        locked = GameSearch.objects.select_for_update().get(pk=search.pk)
        if locked.table_id is not None or not pairing.is_waiting(locked, now):
            return
        wish = Wish(pace=locked.speed, rated=True)
        try:
            with transaction.atomic():
                table = opening.create_table(search.user, wish, now=now)
        except Refused:  # too many open tables: the search goes on without one
            return
        Game.objects.filter(pk=table.pk).update(expires_at=locked.expires_at)
        locked.table = table
        locked.save(update_fields=["table"])


def stay(user: User, lasts: timedelta = OPEN_PAGE, *, now: datetime | None = None) -> None:
    """Extend the user's live search because its page is open."""
    now = now or timezone.now()
    live = searches(now).filter(user=user, live=True).first()
    until = now + lasts
    if live is None or until - WRITTEN_EVERY < live.expires_at <= until:
        return
    with transaction.atomic():
        table = pairing.locked_table(live.table_id)
        locked = GameSearch.objects.select_for_update().filter(pk=live.pk).first()
        if locked is None or not pairing.is_waiting(locked, now):
            return
        locked.expires_at = until
        locked.save(update_fields=["expires_at"])
        if table is not None and table.status == Status.OPEN:
            table.expires_at = locked.expires_at
            table.save(update_fields=["expires_at"])


def stop_all(user: User, *, now: datetime) -> int:
    """Stop all waiting searches of a user, and close their tables; return their number."""
    stopped = 0
    waiting = GameSearch.objects.filter(user=user, state=State.WAITING)
    for pk in list(waiting.order_by("pk").values_list("pk", flat=True)):
        try:
            stop(user, pk, now=now)
            stopped += 1
        except Refused:  # a game has just been found
            continue
    return stopped


def stop(user: User, pk: int, *, now: datetime | None = None) -> None:
    """Stop a search and close its table; idempotent.

    Raises `Refused`: 404 if it isn't the user's search, 409 if a game has just been found.
    """
    now = now or timezone.now()
    mine = GameSearch.objects.filter(user=user, pk=pk).first()
    if mine is None:
        raise Refused(_("This search doesn't exist."), 404)
    with transaction.atomic():
        table = pairing.locked_table(mine.table_id)
        locked = GameSearch.objects.select_for_update().filter(pk=pk).first()
        if locked is None or locked.state in (State.STOPPED, State.EXPIRED):
            return
        if locked.state == State.FOUND or (table is not None and table.started_at is not None):
            raise Refused(_("Too late to stop: your game is ready."))
        if locked.table_id != mine.table_id:
            raise Refused(_("The search has only just started. Try again in a moment."))
        if table is not None and table.status == Status.OPEN:
            open_tables.close(table, now)
        pairing.end(locked, State.STOPPED, now)
