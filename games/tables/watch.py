"""The sockets of this process, and the one look at the database for all of them.

An idle socket costs no statement of its own: every `LOOK_EVERY` seconds one look reads which
sessions are still valid, the versions of the tables and the games that wait for the users, and from
the cache when the lists last changed. A user whose games have changed is looked up with all others
of the same moment.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import User
from games.tables import list_changes, selectors

LOOK_EVERY = 20.0
"""Seconds between two looks for lost messages: the channel layer may have been down, or a worker
killed between its commit and its message."""
SOON = 0.1
"""Seconds in which changes of users' games are collected."""
A_LISTENER = 0.02
"""Seconds by which each page that shows a list spreads the fetches of all."""
A_SPECTATOR = 0.002
"""Seconds by which each page that shows a table spreads the fetches of its spectators."""
LONGEST = 2.0
"""Seconds that a spectator waits at most."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Login:
    """What a socket was opened with; visitors have none."""

    user: int
    session: str
    proof: str
    """The hash of the password in the session."""


@dataclass(slots=True)
class Facts:
    """What a look has found."""

    valid: set[Login] = field(default_factory=set)
    versions: dict[int, int] = field(default_factory=dict)
    """The versions of tables; deleted ones are missing."""
    waiting: dict[int, list[int]] = field(default_factory=dict)
    """The games that wait for users, those with the least time left first."""
    changes: dict[str, float] = field(default_factory=dict)
    """When lists last changed, by the names of their groups."""


class Watcher(Protocol):
    """A socket, as the watch knows it."""

    table: int | None
    login: Login | None
    lists: dict[str, str]
    """The lists that the page shows, each with the group that hears of it."""

    async def look(self, facts: Facts) -> None:
        """Tell the page what it does not know yet."""

    async def tell_waiting(self, games: list[int]) -> None:
        """Tell the page which games wait for its user."""


class Watch:
    """The sockets of one event loop."""

    def __init__(self) -> None:
        self.sockets: set[Watcher] = set()
        self._at_table: Counter[int | None] = Counter()
        self._looking: asyncio.Task[None] | None = None
        self._changed: set[int] = set()
        self._telling: asyncio.Task[None] | None = None

    def enter(self, socket: Watcher) -> None:
        """Look for a socket too, and tell it soon which games wait for its user."""
        self.sockets.add(socket)
        self._at_table[socket.table] += 1
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_again())
        if socket.login is not None:
            self.games_changed(socket.login.user)

    def leave(self, socket: Watcher) -> None:
        """Forget a socket."""
        if socket in self.sockets:
            self.sockets.remove(socket)
            self._at_table[socket.table] -= 1
            if not self._at_table[socket.table]:
                del self._at_table[socket.table]
        if not self.sockets and self._looking is not None:
            self._looking.cancel()
            self._looking = None  # until the task has run, it is not `done`

    def games_changed(self, user: int) -> None:
        """Look up soon which games wait for a user."""
        self._changed.add(user)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    def spread(self, name: str) -> float:
        """Return the seconds within which the pages that show a list shall fetch it."""
        return A_LISTENER * sum(name in socket.lists for socket in self.sockets)

    def spread_of_table(self, table: int) -> float:
        """Return the seconds within which spectators of a table shall fetch it after a change."""
        return min(LONGEST, A_SPECTATOR * self._at_table[table])

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            # Who comes meanwhile is left to the next look: this one has not asked for their facts.
            sockets = self.sockets.copy()
            logins = {socket.login for socket in sockets if socket.login is not None}
            tables = {socket.table for socket in sockets if socket.table is not None}
            groups = {group for socket in sockets for group in socket.lists.values()}
            try:
                facts = await _facts(logins, tables, groups)
            except DatabaseError:
                continue  # requests log it
            for socket in sockets:
                if socket in self.sockets:
                    await _try(socket.look(facts))

    async def _tell(self) -> None:
        while self._changed:
            await asyncio.sleep(SOON)
            users, self._changed = self._changed, set()
            try:
                waiting = await _waiting(users)
            except DatabaseError:
                continue  # the next look finds it
            for socket in list(self.sockets):
                if socket.login is not None and socket.login.user in users:
                    await _try(socket.tell_waiting(waiting.get(socket.login.user, [])))


async def _try(telling: Coroutine[Any, Any, None]) -> None:
    """Tell one socket; its failure is not the others'."""
    try:
        await telling
    except Exception:
        log.exception("a socket could not be told")


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, Watch] = WeakKeyDictionary()


def watch() -> Watch:
    """Return the watch of the running event loop."""
    return _watches.setdefault(asyncio.get_running_loop(), Watch())


def _look(logins: Collection[Login], tables: Iterable[int], groups: Collection[str] = ()) -> Facts:
    users = {login.user for login in logins}
    return Facts(
        valid=_valid(logins),
        versions=selectors.versions(tables),
        waiting=selectors.waiting_games(users),
        changes=list_changes.latest(groups),
    )


def _valid(logins: Collection[Login]) -> set[Login]:
    """Return the logins whose session is still open, and whose account and password are as then."""
    if not logins:
        return set()
    keys = {login.session for login in logins}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    open_sessions = set(rows.values_list("session_key", flat=True))
    users = User.objects.filter(pk__in={login.user for login in logins}, is_active=True)
    proofs: Mapping[int, set[str]] = {
        user.pk: {user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()}
        for user in users.only("password")
    }
    return {
        login
        for login in logins
        if login.session in open_sessions and login.proof in proofs.get(login.user, ())
    }


_facts = database_sync_to_async(_look)
_waiting = database_sync_to_async(selectors.waiting_games)
