"""Bot accounts: an account becomes one for good, and the list of all."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from engine.bots import LEVELS
from games.contests import registry
from games.portraits.faces import PlayerFace, face_of, face_of_bot
from games.ratings.display import shown, shown_at
from games.ratings.models import Pool, Rating
from games.ratings.rules import ANCHORS
from games.tables.models import BOT_NAMES, Game, Status
from games.tables.player_facts import ShownRating


def become(user: User, maker: str, confirmation: str) -> User:
    """Make an account a bot, for good; one that is a bot stays as it is. Raises `Refused`.

    `confirmation`: the name of the account. 403: guests; 409: it has played rated games or takes
    part in contests; 422: no maker, or another name.
    """
    maker = " ".join(maker.split())
    if user.is_guest:
        raise Refused(_("Guests can't become bots. Sign up first."), 403)
    if confirmation != user.username:
        sentence = _("To confirm, enter the name of the account: there is no way back.")
        raise Refused(sentence, 422, code="not_confirmed")
    if not maker:
        raise Refused(_("Say who has made the bot."), 422, code="no_maker")
    now = timezone.now()
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if locked.is_bot:
            return locked
        if _has_played_rated(locked):
            sentence = _("An account can become a bot only before its first rated game.")
            raise Refused(sentence, 409, code="has_played_rated")
        marked = User.objects.annotate(**registry.marks(now)).get(pk=user.pk)
        if registry.profile_lines(marked, now) or registry.takes_part(user):
            raise Refused(_("Leave your contests first."), 409, code="in_contests")
        locked.is_bot, locked.bot_maker = True, maker
        locked.save(update_fields=["is_bot", "bot_maker"])
    return locked


def _has_played_rated(user: User) -> bool:
    """Whether a user has a rated game, or a seat at a table where one will begin."""
    is_rated = ~Q(pool="") | Q(rated=True, status=Status.OPEN)
    return Game.objects.filter(is_rated, seats__user=user).exists()


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot of the list: an account with its maker, or a level of the site."""

    name: str
    face: PlayerFace
    rating: ShownRating | None
    user: User | None = None
    games: int = 0


def listed(now: datetime) -> list[BotRow]:
    """Return all bot accounts and the site's levels, the strongest first, unrated ones last."""
    ratings = {row.user_id: row for row in Rating.objects.filter(pool=Pool.BOTS, bot="")}
    rows = [BotRow(str(BOT_NAMES[key]), face_of_bot(key), shown(ANCHORS[key])) for key in LEVELS]
    for user in User.objects.filter(is_bot=True, is_active=True).order_by("username"):
        rating = ratings.get(user.pk)
        games = 0 if rating is None else rating.games
        rows.append(BotRow(user.username, face_of(user), shown_at(rating, now), user, games))
    return sorted(rows, key=lambda row: -row.rating.value if row.rating else 0)
