"""Receivers of the lobby, and what it answers to tables."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.signals import AccountClosing, PlayerBlocked, account_closing, player_blocked
from common.announcements import Order
from games.lobby.open_page import open_page
from games.lobby.services import withdrawing
from games.lobby.services.blocking import separate
from games.lobby.services.rematches import may_be_asked, rematch_of
from games.tables import providers, publishing
from games.tables.announcements import PlayerAbsent, Started, player_absent, started
from games.tables.models import Access, Game, Seat
from games.tables.providers import RematchOffer

providers.open_page.provider(open_page)


@providers.rematch.provider
def rematch(game: Game, seats: Sequence[Seat], own: Seat | None, user: User | None) -> RematchOffer:
    """Return the rematch, for viewers who may see it, or where a player asks for it."""
    again = rematch_of(game, timezone.now())
    if again is not None:
        is_shown = game.public or own is not None
        return RematchOffer(path=again.get_absolute_url() if is_shown else "")
    may_ask = user is not None and own is not None and may_be_asked(user, seats)
    return RematchOffer(ask=reverse("rematch", args=[game.pk]) if may_ask else "")


@started.receiver(Order.TABLES)
def refresh_lobby(event: Started) -> None:
    """Tell the pages that show the lobby that a table has gone from it."""
    if event.game.access == Access.OPEN:
        publishing.list_changed(publishing.LOBBY)


@player_absent.receiver(Order.TABLES)
def withdraw(event: PlayerAbsent) -> None:
    """Leave the open tables of the player who is away."""
    event.left.extend(withdrawing.withdraw(event.user, event.now))


@player_blocked.receiver(Order.TABLES)
def separate_players(event: PlayerBlocked) -> None:
    """Separate the two at the tables that have not started."""
    separate(event.user, event.player)


@account_closing.receiver(Order.TABLES)
def leave_tables(event: AccountClosing) -> None:
    """Leave the tables that have not started."""
    withdrawing.leave_all(event.user)
