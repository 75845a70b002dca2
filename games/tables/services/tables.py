"""Opening a table, sitting down, getting up: everything before the first card is dealt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocking import refuse_blocked
from accounts.models import User
from accounts.refusals import Refused
from engine import RULES_VERSION, deal
from engine import Game as EngineGame
from engine.boards import FIRST_GAME
from engine.bots import BOTS, FOR_BEGINNERS
from games.clock import BANK, Pace, a_turn_in
from games.tables import providers, publishing, time_words
from games.tables.announcements import Invited, Started, invited, started
from games.tables.models import OPEN_FOR, Access, Game, Occasion, Seat, Status
from games.tables.services.agreements import check_pace
from games.tables.services.play import store
from games.tables.timekeeping import display, gathering
from games.tables.timekeeping.clocks import CLOCK_FIELDS, clock_of, keep

MOST_OPEN_TABLES = 10
WITHOUT_HURRY = a_turn_in(14)
MOST_TABLES_AN_HOUR = 30
PERSONAL = ("seen_seq", "seen_at", "notes", "talk_muted", "notifications")
"""Fields of a seat that belong to its player, and move with them to another seat."""


class Beginner(StrEnum):
    """Who gets the beginner's advantage."""

    NOBODY = ""
    ME = "me"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new table is to be like.

    `others`: who sits on the other seats, in their order: a bot's name, a user, or `None` for
    whoever comes. `seat`: where the creator sits; with a `beginner` the seed decides that, because
    the advantage belongs to the side that does not begin. `pace`: `None` for no clock. `league`:
    vacation does not help.
    """

    players: int = 2
    boards: str = ""
    secret_agents: bool = False
    beginner: Beginner = Beginner.NOBODY
    pace: Pace | None = BANK
    league: bool = False
    rated: bool = False
    public: bool = True
    access: Access = Access.OPEN
    seat: int = 0
    others: Sequence[str | User | None] = (None,)


def create_table(creator: User, wish: Wish, *, now: datetime | None = None) -> Game:
    """Open a table with its creator on it; it starts at once if nobody is missing."""
    now = now or timezone.now()
    check_wish(creator, wish)
    if wish.rated:
        providers.refuse_rated(creator, now)
    with transaction.atomic():
        _check_not_too_many(creator, now)
        providers.refuse_invitations(
            creator, [each for each in wish.others if isinstance(each, User)], now
        )
        game = Game.objects.create(
            creator=creator,
            access=wish.access,
            players=wish.players,
            boards=wish.boards,
            secret_agents=wish.secret_agents,
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
        for number in range(wish.players):
            seat = Seat(game=game, number=number)
            if number == own:
                seat.user = creator
            else:
                other = others.pop(0)
                if isinstance(other, str):
                    seat.bot = other
                else:
                    seat.invited = other
            seat.save()
            if seat.invited is not None:
                invited.send(Invited(seat, now))
        start_if_full(game, now)
        publishing.table_changed(game)
    return game


def start_game(
    first: User,
    second: User,
    pace: Pace,
    occasion: Occasion,
    *,
    league: bool = False,
    public: bool = True,
    seed: str | None = None,
    sealed: bool = False,
    now: datetime,
) -> Game:
    """Start a rated game one against one that the site has arranged; `first` has the first turn.

    Inside the caller's transaction; it locks nothing. `seed`: for the same deal as elsewhere;
    `sealed`: that deal stays a secret after the end.
    """
    game = Game.objects.create(
        access=Access.INVITED,
        pace=pace.to_json(),
        live=pace.live,
        league=league,
        rated=True,
        public=public,
        sealed=sealed,
        occasion=occasion,
        created_at=now,
        expires_at=now + OPEN_FOR,
        **({} if seed is None else {"seed": seed}),
    )
    side = 1 - game.second_side
    Seat.objects.create(game=game, number=side, user=first)
    Seat.objects.create(game=game, number=1 - side, user=second)
    start_if_full(game, now)
    publishing.table_changed(game)
    return game


def play_a_bot(user: User, bot: str) -> Game:
    """Sit down with a bot, the one for beginners if there is none of this name, without hurry.

    A guest gets the board of the first game.
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


def _check_not_too_many(creator: User, now: datetime) -> None:
    """Raise `Refused` if somebody opens tables without end; locks their row."""
    # Others may refer to the row meanwhile: two people who invite each other do.
    User.objects.select_for_update(no_key=True).get(pk=creator.pk)
    mine = Game.objects.filter(creator=creator)
    if mine.filter(status=Status.OPEN).count() >= MOST_OPEN_TABLES:
        raise Refused(_("You have 10 open tables already: close one of them first."), 429)
    lately = now - timedelta(hours=1)
    if mine.filter(created_at__gt=lately).count() >= MOST_TABLES_AN_HOUR:
        raise Refused(_("That is enough new tables for now. Wait a while."), 429)


def check_wish(creator: User, wish: Wish) -> None:
    """Raise `Refused` for a table that can't be."""
    bots = [other for other in wish.others if isinstance(other, str)]
    people = [other for other in wish.others if isinstance(other, User)]
    if wish.players not in (2, 4) or len(wish.others) != wish.players - 1:
        raise Refused(_("Zenith is played by 2 or 4 players."), 422)
    if not 0 <= wish.seat < wish.players:
        raise Refused(_("There is no such seat at this table."), 422)
    check_pace(wish.pace, wish.rated, wish.league)
    if any(bot not in BOTS for bot in bots):
        raise Refused(_("There is no such bot."), 422)
    if creator in people or len(set(people)) != len(people):
        raise Refused(_("Everybody sits on one seat only."), 422)
    if wish.beginner and wish.players != 2:
        raise Refused(_("The beginner's advantage is for games of two players."), 422)
    if wish.rated and (bots or wish.beginner):
        raise Refused(_("Games against bots or with an advantage are friendly games."), 422)
    if wish.rated and wish.secret_agents:
        raise Refused(_("Games with the Secret Agents are friendly games."), 422)
    if wish.rated and wish.boards:
        raise Refused(_("Rated games have a random technology board."), 422)
    if creator.is_guest and (wish.rated or len(bots) != len(wish.others)):
        raise Refused(_("As a guest you play against bots. Sign up to play against people."), 403)
    refuse_blocked(creator, [other.pk for other in people])


def join_table(
    user: User, game_id: int, number: int | None, token: str = "", *, now: datetime | None = None
) -> Game:
    """Sit down on a free seat; the game starts when it was the last one.

    Without a `number` it is a seat kept for the user, or the first free one. Sitting down twice
    on the same seat is once. Raises `Refused`.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id, now)
        seats = list(game.seats.select_related("user"))
        own = next((seat for seat in seats if seat.user_id == user.pk), None)
        if number is None:
            number = own.number if own else _first_seat(user, seats)
        if own is not None and own.number == number:
            return game
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None:
            raise Refused(_("There is no such seat at this table."), 422)
        if seat.user_id or seat.bot:
            raise Refused(_("Somebody else was quicker: this seat is taken."))
        _check_may_sit(user, game, seat, own, token)
        if own is None:
            _check_company(user, game, seats, now)
            _check_time(user, game, seats, now)
        if own is not None and game.beginner:
            raise Refused(_("The seats of this table say who has the beginner's advantage."))
        if own is not None:
            for name in PERSONAL:
                setattr(seat, name, getattr(own, name))
            _free(own)
        for kept in seats:  # for a player who sits elsewhere now
            if kept.invited_id == user.pk and kept is not seat:
                _free(kept)
        seat.user = user
        seat.invited = None
        seat.save(update_fields=["user", "invited", *PERSONAL])
        start_if_full(game, now, joined=user)
        publishing.table_changed(game)
    return game


def _first_seat(user: User, seats: Sequence[Seat]) -> int:
    kept = [seat.number for seat in seats if seat.invited_id == user.pk]
    free = [
        seat.number
        for seat in seats
        if seat.user_id is None and not seat.bot and seat.invited_id is None
    ]
    return next(iter(kept + free), 0)


def _check_may_sit(user: User, game: Game, seat: Seat, own: Seat | None, token: str) -> None:
    if user.is_guest and own is None:
        raise Refused(_("As a guest you play against bots. Sign up to play against people."), 403)
    if seat.invited_id not in (None, user.pk):
        raise Refused(_("This seat is kept for somebody else."), 403)
    known = own is not None or seat.invited_id == user.pk or token == game.token
    if game.access == Access.LINK and not known:
        raise Refused(_("This table is for those who have its link."), 403)
    if game.access == Access.INVITED and seat.invited_id != user.pk and own is None:
        raise Refused(_("This table is for those who are invited."), 403)


def _check_company(user: User, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Raise `Refused` if somebody would play with whom they do not, or a rated game who may not."""
    others = {pk for seat in seats for pk in (seat.user_id, seat.invited_id) if pk is not None}
    refuse_blocked(user, others)
    sitting = [seat.user for seat in seats if seat.user is not None]
    if not all(other.is_active for other in sitting):
        raise Refused(_("Somebody at this table is gone. Open a new one?"))
    if game.rated:
        providers.refuse_rated(user, now)
        if providers.barred([other.pk for other in sitting], now):
            raise Refused(_("Somebody at this table can't play rated games now."))


def _check_time(user: User, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Raise `Refused` if a player at the table could not play the game now."""
    if game.live:
        people = [user, *(seat.user for seat in seats if seat.user is not None)]
        lock_people(other.pk for other in people)
        busy = playing_live(other.pk for other in people)
        if user.pk in busy:
            raise Refused(_("You play a live game: finish it first."))
        for other in people:
            if other.pk in busy:
                raise Refused(_("%(name)s is playing a live game now.") % {"name": other.username})
    elif game.access == Access.OPEN and game.pace is not None and game.creator is not None:
        if back := display.away([game.creator_id], now):
            when = time_words.until(back[game.creator.pk], now)
            said = _("%(name)s is on vacation until %(when)s: the table waits until then.")
            raise Refused(said % {"name": game.creator.username, "when": when})


def lock_people(people: Iterable[int]) -> None:
    """Lock the rows of some users, in one order, so that no two games start at once for them."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(people)).order_by("pk")
    list(rows.values_list("pk"))


def playing_live(people: Iterable[int]) -> set[int]:
    """Return which of some people play a live game now, and have no time for another."""
    seats = Seat.objects.filter(user__in=list(people), game__status=Status.RUNNING, game__live=True)
    return set(seats.values_list("user_id", flat=True))


def leave_table(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Get up before the start, or decline an invitation; the creator's leaving closes the table."""
    now = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id, now)
        if game.creator_id == user.pk:
            return close(game, now)
        seats = game.seats.filter(user=user) | game.seats.filter(invited=user)
        if not seats:
            raise Refused(_("You do not sit at this table."), 403)
        for seat in seats:
            _free(seat)
        if game.access == Access.INVITED:
            return close(game, now)
        publishing.table_changed(game)
    return game


def _free(seat: Seat) -> None:
    """Free a seat that has not been dealt to, and reset what belonged to its player."""
    seat.user = seat.invited = None
    fresh = Seat()
    for name in PERSONAL:
        setattr(seat, name, getattr(fresh, name))
    seat.save(update_fields=["user", "invited", *PERSONAL])


def cancel_table(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Close a table that has not started; only its creator may."""
    now = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id, now)
        if game.creator_id != user.pk:
            raise Refused(_("Only the person who opened a table can close it."), 403)
        return close(game, now)


def expire_tables(*, now: datetime | None = None) -> int:
    """Close the tables that nobody joined in time; return how many."""
    now = now or timezone.now()
    closed = 0
    due = Game.objects.filter(status=Status.OPEN, expires_at__lte=now)
    for game_id in due.values_list("pk", flat=True)[:200]:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if game.status == Status.OPEN and game.expires_at <= now:
                close(game, now)
                closed += 1
    return closed


def rematch(user: User, game_id: int, *, now: datetime | None = None) -> Game:
    """Open the same table again with the same people, sides changed; once for a game.

    A beginner keeps the advantage.
    """
    now = now or timezone.now()
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        seats = list(game.seats.select_related("user"))
        if user.pk not in [seat.user_id for seat in seats]:
            raise Refused(_("You do not sit at this table."), 403)
        if game.status not in (Status.FINISHED, Status.ABORTED):
            raise Refused(_("The game is not over yet."))
        if any(seat.user_id is None and not seat.bot for seat in seats):
            raise Refused(_("Somebody at this table is gone. Open a new one?"))
        again = Game.objects.filter(rematch_of=game).first()
        if again is None:
            refuse_blocked(user, [seat.user_id for seat in seats if seat.user_id is not None])
            if game.rated:
                providers.refuse_rated(user, now)
            _check_not_too_many(user, now)
            again = Game.objects.create(
                creator=user,
                access=Access.INVITED,
                players=game.players,
                boards=game.boards,
                secret_agents=game.secret_agents,
                beginner=game.beginner,
                pace=game.pace,
                live=game.live,
                league=game.league,
                rated=game.rated and game.is_standard,
                public=game.public,
                rematch_of=game,
                created_at=now,
                expires_at=now + OPEN_FOR,
            )
            # Sides change; but a beginner stays on the side that has the advantage.
            change = game.second_side ^ again.second_side if game.beginner else 1
            for seat in seats:
                mine = seat.user_id == user.pk
                seated = Seat.objects.create(
                    game=again,
                    number=seat.number ^ change,
                    bot=seat.bot,
                    user=user if mine else None,
                    invited=None if mine else seat.user,
                )
                if seated.invited is not None:
                    invited.send(Invited(seated, now))
            start_if_full(again, now)
            publishing.table_changed(again)
            publishing.table_changed(game)
            return again
    if again.status == Status.OPEN:
        for seat in again.seats.filter(invited=user):
            return join_table(user, again.pk, seat.number, now=now)
    return again


def lock_open(game_id: int, now: datetime) -> Game:
    """Return the locked row of a table that has not started, or raise `Refused`."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Status.CANCELLED:
        raise Refused(_("This table has been closed. Open a new one?"))
    if game.status != Status.OPEN:
        raise Refused(_("This game has started already."))
    if game.expires_at <= now:
        raise Refused(_("This invitation has run out. Open a new table?"))
    return game


def start_if_full(game: Game, now: datetime, joined: User | None = None) -> None:
    """Deal, if every seat is taken; `joined`: the player who has just taken the last one."""
    seats = list(game.seats.select_related("user", "played_by"))
    if any(seat.user_id is None and not seat.bot for seat in seats):
        return
    game.rules_version = RULES_VERSION
    dealt = EngineGame(deal(game.options, game.seed))
    game.status = Status.RUNNING
    game.started_at = now
    game.setup = dealt.record()
    game.pool = providers.pool(game, seats)
    store(game, seats, dealt, (), now)
    clock = clock_of(game, seats)
    if clock is not None and clock.pace.live:
        keep(game, gathering.wait_for_players(game, seats, clock, now, now))
        game.save(update_fields=[*CLOCK_FIELDS, "paused_until", "gathering"])
    started.send(Started(game, seats, joined, now))


def close(game: Game, now: datetime) -> Game:
    """Close a table that has not started, whose row is locked."""
    game.status = Status.CANCELLED
    game.finished_at = now
    game.save(update_fields=["status", "finished_at"])
    game.seats.update(invited=None)
    publishing.table_changed(game)
    return game
