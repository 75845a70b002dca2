"""Opening a table: what the creator wants, and whether that can be played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocking import refuse_blocked
from accounts.models import User
from common.refusals import Refused
from engine.boards import FIRST_GAME
from engine.bots import BOTS, FOR_BEGINNERS
from games.clock import BANK, Pace, a_turn_in
from games.lobby.announcements import Invited, invited
from games.lobby.services.bot_accounts import refuse_busy_bot
from games.tables import providers, publishing
from games.tables.models import OPEN_FOR, Access, Game, Seat, Status
from games.tables.seats import seat_bot
from games.tables.services.agreements import check_pace
from games.tables.services.starting import start_if_full

MOST_OPEN_TABLES = 10
MOST_TABLES_AN_HOUR = 30
WITHOUT_HURRY = a_turn_in(14)
"""The pace of a game against a bot that is started with one click."""


class Beginner(StrEnum):
    """The player who gets the beginner's advantage, seen by the creator of a table."""

    NOBODY = ""
    ME = "me"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Wish:
    """The settings of a new table.

    `others`: the occupants of the other seats in order: the key of a bot, an invited user, or
    `None` for a free seat. `seat`: the creator's seat; with a `beginner` the seed decides it,
    because the advantage belongs to the side that does not begin. `pace`: `None` for no clock.
    `league`: vacation does not extend deadlines.
    """

    players: int = 2
    boards: str = ""
    secret_agents: bool = False
    bots_welcome: bool = False
    beginner: Beginner = Beginner.NOBODY
    pace: Pace | None = BANK
    league: bool = False
    rated: bool = False
    public: bool = True
    access: Access = Access.OPEN
    seat: int = 0
    others: Sequence[str | User | None] = (None,)


def create_table(creator: User, wish: Wish, *, now: datetime | None = None) -> Game:
    """Open a table and seat its creator; the game starts at once if no seat is free."""
    now = now or timezone.now()
    check_wish(creator, wish)
    if wish.rated:
        providers.refuse_rated(creator, now)
    with transaction.atomic():
        refuse_too_many(creator, now)
        refuse_busy_bot(creator)
        invitees = [other for other in wish.others if isinstance(other, User)]
        providers.refuse_invitations(creator, invitees, now)
        game = Game.objects.create(
            creator=creator,
            access=wish.access,
            players=wish.players,
            boards=wish.boards,
            secret_agents=wish.secret_agents,
            bots_welcome=wish.bots_welcome,
            beginner=bool(wish.beginner),
            pace=wish.pace and wish.pace.to_json(),
            live=wish.pace is not None and wish.pace.live,
            league=wish.league,
            rated=wish.rated,
            public=wish.public,
            created_at=now,
            expires_at=now + OPEN_FOR,
        )
        others = list(wish.others)
        own = _seat_of_creator(game, wish)
        seats: list[Seat] = []
        for number in range(wish.players):
            seat = Seat(game=game, number=number)
            if number == own:
                seat.user = creator
            else:
                other = others.pop(0)
                if isinstance(other, str):
                    seat_bot(seat, other, seats)
                else:
                    seat.invited = other
            seat.save()
            seats.append(seat)
            if seat.invited is not None:
                invited.send(Invited(seat, now))
        start_if_full(game, now)
        publishing.table_changed(game)
    return game


def play_a_bot(user: User, bot: str) -> Game:
    """Start a game against a bot at a slow pace; an unknown key gets the bot for beginners.

    A guest plays on the technology board of the first game.
    """
    wish = Wish(
        boards=FIRST_GAME if user.is_guest else "",
        pace=WITHOUT_HURRY,
        access=Access.INVITED,
        others=(bot if bot in BOTS else FOR_BEGINNERS,),
    )
    return create_table(user, wish)


def _seat_of_creator(game: Game, wish: Wish) -> int:
    if wish.beginner == Beginner.NOBODY:
        return wish.seat
    return game.second_side if wish.beginner == Beginner.ME else 1 - game.second_side


def refuse_too_many(creator: User, now: datetime) -> None:
    """Raise `Refused` for a user with too many open or new tables; locks the user's row."""
    # `no_key`: other rows may refer to it meanwhile, as when two players invite each other.
    User.objects.select_for_update(no_key=True).get(pk=creator.pk)
    mine = Game.objects.filter(creator=creator)
    if mine.filter(status=Status.OPEN).count() >= MOST_OPEN_TABLES:
        raise Refused(_("You already have 10 open tables. Close one of them first."), 429)
    lately = now - timedelta(hours=1)
    if mine.filter(created_at__gt=lately).count() >= MOST_TABLES_AN_HOUR:
        raise Refused(_("You have opened 30 tables within an hour. Try again later."), 429)


def check_wish(creator: User, wish: Wish) -> None:
    """Raise `Refused` for settings that contradict each other or that the creator can't use."""
    bots = [other for other in wish.others if isinstance(other, str)]
    invitees = [other for other in wish.others if isinstance(other, User)]
    if wish.players not in (2, 4) or len(wish.others) != wish.players - 1:
        raise Refused(_("Zenith is played by 2 or 4 players."), 422)
    if not 0 <= wish.seat < wish.players:
        raise Refused(_("There is no such seat at this table."), 422)
    check_pace(wish.pace, wish.rated, wish.league)
    if any(bot not in BOTS for bot in bots):
        raise Refused(_("There is no such bot."), 422)
    if creator in invitees or len(set(invitees)) != len(invitees):
        raise Refused(_("Each player can take only one seat."), 422)
    if wish.beginner and wish.players != 2:
        raise Refused(_("The beginner's advantage is for two-player games only."), 422)
    if wish.rated and (bots or wish.beginner):
        raise Refused(_("Games against bots or with an advantage can't be rated."), 422)
    if wish.rated and (wish.bots_welcome or any(other.is_bot for other in invitees)):
        raise Refused(_("Games with bot accounts can't be rated."), 422)
    if wish.rated and wish.secret_agents:
        raise Refused(_("Games with the Secret Agents can't be rated."), 422)
    if wish.rated and wish.boards:
        raise Refused(_("Rated games have a random technology board."), 422)
    if creator.is_guest and (wish.rated or len(bots) != len(wish.others)):
        raise Refused(_("Guests can only play against bots. Sign up to play other people."), 403)
    refuse_blocked(creator, [other.pk for other in invitees])
