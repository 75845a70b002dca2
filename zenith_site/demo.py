"""Demo data for an empty site: two players, their games, and a game of two bots."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine import Chance
from engine.bots import BOTS
from games.clock import a_turn_in
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.tables.models import OPEN_FOR, Game, Seat, Status
from games.tables.publishing import table_changed
from games.tables.services.bots import play_bot
from games.tables.services.play import engine_game, submit_actions
from games.tables.services.starting import start_if_full
from zenith_site.environment import kept

NAMES = ("demo1", "demo2")
PASSWORD = "zenith-demo"
"""For the user's own machine only."""


def make_demo() -> bool:
    """Create the demo's players and games; return False if they exist already."""
    if User.objects.filter(username=NAMES[0]).exists():
        if password() != PASSWORD:
            lock()
        return False
    with transaction.atomic():
        first, second = (_player(name) for name in NAMES)
    # Not all in one transaction: it would block other writers for too long.
    _bots_game("greedy", "noisy")
    with transaction.atomic():
        shared = create_table(first, Wish())
        join_table(second, shared.pk, 1)
        _play_for_people(shared.pk, 24)
    with transaction.atomic():  # no worker may play the bot's turn in between
        against_bot = create_table(first, Wish(others=("greedy",)))
        _play_for_people(against_bot.pk, 10)
    create_table(second, Wish(pace=a_turn_in(5)))
    return True


def password() -> str:
    """Return the password of the demo's players: random once other machines can reach the site."""
    file = settings.DATA_DIR / "demo.password"
    return PASSWORD if settings.DEBUG and not file.exists() else kept(file)


def lock() -> None:
    """Replace the published password of a demo that was made under DEBUG."""
    for user in User.objects.filter(username__in=NAMES):
        if user.check_password(PASSWORD):
            user.set_password(password())
            user.save(update_fields=["password"])


def _player(name: str) -> User:
    address = f"{name}@example.org"
    user = User.objects.create_user(name, address, password())
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return user


def _bots_game(*bots: str) -> Game:
    """Play a game between bots to its end, dated yesterday."""
    game = Game.objects.create(players=len(bots), expires_at=timezone.now() + OPEN_FOR)
    for number, bot in enumerate(bots):
        Seat.objects.create(game=game, number=number, bot=bot)
    start_if_full(game, timezone.now())
    table_changed(game)
    while asked := game.seats.filter(asked=True).first():
        play_bot(game.pk, asked.number)
    game.refresh_from_db()
    yesterday = timezone.now() - timedelta(days=1)
    game.created_at = game.started_at = yesterday - timedelta(minutes=30)
    game.finished_at = yesterday
    game.save(update_fields=["created_at", "started_at", "finished_at"])
    return game


def _play_for_people(game_id: int, answers: int) -> None:
    """Let a bot answer for the human players until the creator has to answer."""
    while True:
        game = Game.objects.select_related("creator").get(pk=game_id)
        seats = game.seats.filter(asked=True).select_related("user").order_by("number")
        if game.status != Status.RUNNING or not seats:
            return
        seat = seats[0]
        if game.seq >= answers and seat.user_id == game.creator_id and not seat.bot:
            return
        if seat.user is None:
            play_bot(game_id, seat.number)
        else:
            view = engine_game(game).view(seat.number)
            action = BOTS["noisy"](view, Chance(f"demo {game.seq}"))
            submit_actions(seat.user, game_id, [action], game.seq)
