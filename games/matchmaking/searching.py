"""Looking for a game: begin, stay, stop."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.clock import Pace
from games.fairplay.bans import refuse_if_barred
from games.matchmaking import pairing
from games.matchmaking.candidates import searches
from games.matchmaking.models import GameSearch
from games.tables import time_words
from games.tables.models import OPEN_FOR, Game, Status
from games.tables.services import open_tables, opening
from games.tables.services.live_games import playing_live
from games.tables.services.opening import Wish
from games.tables.timekeeping import absences

MOST_SEARCHES = 5
"""By correspondence, at once."""
BY_HAND = timedelta(minutes=5)
"""So long a live search lasts without its page: without scripts nobody says that it is open."""
OPEN_PAGE = timedelta(seconds=90)
"""So long a page that says it is open is believed: a tab in the background speaks once a minute."""
WRITTEN_EVERY = timedelta(seconds=15)
SAME_CLICK = timedelta(seconds=10)

State = GameSearch.State


def search(
    user: User, pace: Pace, reach: int | None = None, *, now: datetime | None = None
) -> GameSearch:
    """Look for a game, and return the search: found already, or waiting.

    If nobody fits and any rating will do, it gets an open table in the lobby. The same again
    within seconds is the same search. Raises `Refused`: 403 for guests and for who is barred from
    rated games; 409 while on vacation, with a live search or a live
    game, or with five other searches already.
    """
    now = now or timezone.now()
    if user.is_guest:
        raise Refused(_("Guests can only play against bots. Sign up to play other people."), 403)
    refuse_if_barred(user, now)
    pairing.settle(now, user)
    begun = _begin(user, pace, reach, now)
    if begun.state == State.WAITING and begun.created_at == now:
        if pairing.look(begun, now) is None and reach is None:
            _open_table(begun, now)
        begun.refresh_from_db()
    return begun


def _begin(user: User, pace: Pace, reach: int | None, now: datetime) -> GameSearch:
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        same = GameSearch.objects.filter(user=user, pace=pace.to_json(), reach=reach)
        clicked = same.filter(created_at__gt=now - SAME_CLICK).exclude(state=State.STOPPED)
        if known := clicked.order_by("-pk").first():
            return known
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
    """Open a rated table for whoever comes, unless the search has one, or waits no more."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=search.user_id)
        locked = GameSearch.objects.select_for_update().get(pk=search.pk)
        if locked.table_id is not None or not pairing.is_waiting(locked, now):
            return
        wish = Wish(pace=locked.speed, rated=True)
        try:
            with transaction.atomic():
                table = opening.create_table(search.user, wish, now=now)
        except Refused:  # too many open tables: the search waits without one
            return
        Game.objects.filter(pk=table.pk).update(expires_at=locked.expires_at)
        locked.table = table
        locked.save(update_fields=["table"])


def stay(user: User, lasts: timedelta = OPEN_PAGE, *, now: datetime | None = None) -> None:
    """Remember that somebody still waits for a live game: their page is open."""
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


def stop(user: User, pk: int, *, now: datetime | None = None) -> None:
    """Stop a search and close its table; stopping twice is once.

    Raises `Refused`: 404 for what is no search of theirs, 409 if a game has been found meanwhile.
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
