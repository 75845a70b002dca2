"""Opening a table, sitting down, getting up: everything before the first card is dealt."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from engine import Game as EngineGame
from engine import Options, deal
from games.models import BOT_NAMES, OPEN_FOR, PACES, Access, Game, Seat, Status
from games.services import notify
from games.services.play import store
from games.services.refusals import Refused

MOST_OPEN_TABLES = 10


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new table is to be like.

    `others`: who sits on the other seats, in their order: a bot's name, a user, or `None` for
    whoever comes. `seat`: where the creator sits.
    """

    players: int = 2
    boards: str = ""
    secret_agents: bool = False
    beginner: bool = False
    turn_seconds: int = 3 * 86400
    rated: bool = False
    public: bool = True
    access: Access = Access.OPEN
    seat: int = 0
    others: Sequence[str | User | None] = (None,)


def create_table(creator: User, wish: Wish) -> Game:
    """Open a table with its creator on it; it starts at once if nobody is missing."""
    check_wish(creator, wish)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=creator.pk)
        mine = Game.objects.filter(creator=creator, status=Status.OPEN)
        if mine.count() >= MOST_OPEN_TABLES:
            raise Refused(_("You have 10 open tables already: close one of them first."), 429)
        game = Game.objects.create(
            creator=creator,
            access=wish.access,
            players=wish.players,
            boards=wish.boards,
            secret_agents=wish.secret_agents,
            beginner=wish.beginner,
            turn_seconds=wish.turn_seconds,
            rated=wish.rated,
            public=wish.public,
            expires_at=timezone.now() + OPEN_FOR,
        )
        others = list(wish.others)
        for number in range(wish.players):
            seat = Seat(game=game, number=number)
            if number == wish.seat:
                seat.user = creator
            else:
                other = others.pop(0)
                if isinstance(other, str):
                    seat.bot = other
                else:
                    seat.invited = other
            seat.save()
        start_if_full(game)
        notify.table_changed(game)
    return game


def check_wish(creator: User, wish: Wish) -> None:
    """Raise `Refused` for a table that can't be."""
    bots = [other for other in wish.others if isinstance(other, str)]
    people = [other for other in wish.others if isinstance(other, User)]
    if wish.players not in (2, 4) or len(wish.others) != wish.players - 1:
        raise Refused(_("Zenith is played by 2 or 4 players."), 422)
    if not 0 <= wish.seat < wish.players:
        raise Refused(_("There is no such seat at this table."), 422)
    if wish.turn_seconds not in PACES:
        raise Refused(_("There is no such pace."), 422)
    if any(bot not in BOT_NAMES for bot in bots):
        raise Refused(_("There is no such bot."), 422)
    if creator in people or len(set(people)) != len(people):
        raise Refused(_("Everybody sits on one seat only."), 422)
    if wish.beginner and wish.players != 2:
        raise Refused(_("The beginner's advantage is for games of two players."), 422)
    if wish.rated and (bots or wish.beginner):
        raise Refused(_("Games against bots or with an advantage are friendly games."), 422)
    if creator.is_guest and (wish.rated or len(bots) != len(wish.others)):
        raise Refused(_("As a guest you play against bots. Sign up to play against people."), 403)


def join_table(user: User, game_id: int, number: int, token: str = "") -> Game:
    """Sit down on a free seat; the game starts when it was the last one.

    Sitting down twice on the same seat is once. Raises `Refused`.
    """
    with transaction.atomic():
        game = lock_open(game_id)
        seats = list(game.seats.all())
        own = next((seat for seat in seats if seat.user_id == user.pk), None)
        if own is not None and own.number == number:
            return game
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None:
            raise Refused(_("There is no such seat at this table."), 422)
        if seat.user_id or seat.bot:
            raise Refused(_("Somebody else was quicker: this seat is taken."))
        _check_may_sit(user, game, seat, own, token)
        if own is not None:
            own.user = None
            own.save(update_fields=["user"])
        seat.user = user
        seat.invited = None
        seat.save(update_fields=["user", "invited"])
        start_if_full(game)
        notify.table_changed(game)
    return game


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


def leave_table(user: User, game_id: int) -> Game:
    """Get up before the start, or decline an invitation; the creator's leaving closes the table."""
    with transaction.atomic():
        game = lock_open(game_id)
        if game.creator_id == user.pk:
            return _cancel(game)
        seats = game.seats.filter(user=user) | game.seats.filter(invited=user)
        if not seats:
            raise Refused(_("You do not sit at this table."), 403)
        for seat in seats:
            seat.user = seat.invited = None
            seat.save(update_fields=["user", "invited"])
        if game.access == Access.INVITED:
            return _cancel(game)
        notify.table_changed(game)
    return game


def cancel_table(user: User, game_id: int) -> Game:
    """Close a table that has not started; only its creator may."""
    with transaction.atomic():
        game = lock_open(game_id)
        if game.creator_id != user.pk:
            raise Refused(_("Only who opened a table can close it."), 403)
        return _cancel(game)


def expire_tables() -> int:
    """Close the tables that nobody joined in time; return how many."""
    closed = 0
    due = Game.objects.filter(status=Status.OPEN, expires_at__lte=timezone.now())
    for game_id in due.values_list("pk", flat=True)[:200]:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if game.status == Status.OPEN and game.expires_at <= timezone.now():
                _cancel(game)
                closed += 1
    return closed


def rematch(user: User, game_id: int) -> Game:
    """Open the same table again with the same people, sides changed; once for a game."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        seats = list(game.seats.select_related("user"))
        if user.pk not in [seat.user_id for seat in seats]:
            raise Refused(_("You do not sit at this table."), 403)
        if game.status not in (Status.FINISHED, Status.ABORTED):
            raise Refused(_("The game is not over yet."))
        if any(seat.user_id is None and not seat.bot for seat in seats):
            raise Refused(_("Somebody of this table is gone. Open a new one?"))
        again = Game.objects.filter(rematch_of=game).first()
        if again is None:
            again = Game.objects.create(
                creator=user,
                access=Access.INVITED,
                players=game.players,
                boards=game.boards,
                secret_agents=game.secret_agents,
                beginner=game.beginner,
                turn_seconds=game.turn_seconds,
                rated=game.rated,
                public=game.public,
                rematch_of=game,
                expires_at=timezone.now() + OPEN_FOR,
            )
            for seat in seats:
                mine = seat.user_id == user.pk
                Seat.objects.create(
                    game=again,
                    number=seat.number ^ 1,
                    bot=seat.bot,
                    user=user if mine else None,
                    invited=None if mine else seat.user,
                )
            start_if_full(again)
            notify.table_changed(again)
            notify.table_changed(game)
            return again
    if again.status == Status.OPEN:
        for seat in again.seats.filter(invited=user):
            return join_table(user, again.pk, seat.number)
    return again


def lock_open(game_id: int) -> Game:
    """Return the locked row of a table that has not started, or raise `Refused`."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Status.CANCELLED:
        raise Refused(_("This table has been closed. Open a new one?"))
    if game.status != Status.OPEN:
        raise Refused(_("This game has started already."))
    if game.expires_at <= timezone.now():
        raise Refused(_("This invitation has run out. Open a new table?"))
    return game


def start_if_full(game: Game) -> None:
    """Deal, if every seat is taken."""
    seats = list(game.seats.all())
    if any(seat.user_id is None and not seat.bot for seat in seats):
        return
    options = Options(
        players=game.players,
        boards=game.boards or None,
        secret_agents=game.secret_agents,
        beginner=game.beginner,
    )
    dealt = EngineGame(deal(options, game.seed))
    game.status = Status.RUNNING
    game.started_at = timezone.now()
    game.setup = dealt.record()
    store(game, seats, dealt)


def _cancel(game: Game) -> Game:
    game.status = Status.CANCELLED
    game.finished_at = timezone.now()
    game.save(update_fields=["status", "finished_at"])
    game.seats.update(invited=None)
    notify.table_changed(game)
    return game
