"""Seats at tables."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.bots import BOTS, LEVELS
from games.portraits.faces import PlayerFace, face_of, face_of_bot
from games.tables.models.game import Game

# The strings are marked for makemessages in the registry of the bots.
BOT_NAMES = {key: _(bot.name) for key, bot in BOTS.items()}
BOT_CHARACTERS = {key: _(bot.character) for key, bot in BOTS.items() if bot.character}
BOT_STRENGTHS = {key: _(bot.about) for key, bot in LEVELS.items()}


SHORT_NAME = 16
"""The most characters of a name within a sentence."""


class NotificationLevel(models.TextChoices):
    """How insistently a game notifies one of its players."""

    MUTE = "mute", _("mute")
    NORMAL = "normal", _("normal")
    URGENT = "urgent", _("urgent: also in my quiet hours")


class Void(models.TextChoices):
    """What of a seat's answers has become void before it was played."""

    DRAFT = "draft", "draft"
    TURN = "turn", "confirmed turn"
    """Another seat's answer came first."""
    REFUSED = "refused", "confirmed turn, not legal any more"


class Seat(models.Model):
    """A seat at a table: taken by a player or a bot, reserved for a player, or free."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        db_index=False,
    )
    bot = models.CharField(max_length=16, blank=True)
    namesake = models.PositiveSmallIntegerField(default=0, db_default=0)
    """The number among the seats of a table with the same bot; the name of the first has none."""
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="invitations"
    )
    asked = models.BooleanField(default=False)
    """Whether the game waits for this seat."""
    asked_at = models.DateTimeField(null=True)
    played_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="played_for"
    )
    """The teammate who has taken over the seat."""
    abandoned_at = models.DateTimeField(null=True)
    """The last time when its player ran out of time here."""
    dropped_at = models.DateTimeField(null=True)
    """The time when its player left the game at the start: aborted, resigned, or never came."""
    back_at = models.DateTimeField(null=True)
    """The time of that player's last answer after running out of time."""
    turns = models.PositiveIntegerField(default=0)
    """The number of turns started; all but the last one are completed."""
    draft = models.JSONField(default=list)
    """Answers that are not confirmed yet; shown to this seat only."""
    draft_seq = models.PositiveIntegerField(default=0)
    """The `seq` of the game that the draft starts from."""
    plan = models.JSONField(default=dict)
    """A turn that the player has tried while waiting (`games.tables.services.plans.Plan`)."""
    standing = models.JSONField(default=list)
    """The planets for influence in another player's turn, the preferred one first."""
    sealed_at = models.DateTimeField(null=True)
    """The time at which the clock of a sealed draft stops: that of its confirmation."""
    sends_at = models.DateTimeField(null=True)
    """The time at which it is played."""
    void = models.CharField(max_length=7, choices=Void, blank=True)
    """What has become void of what it had drafted or confirmed; until it answers or is asked."""
    seen_seq = models.PositiveIntegerField(default=0)
    """The number of the last move that the player has looked at."""
    seen_at = models.DateTimeField(null=True)
    notes = models.TextField(blank=True, max_length=4000)
    talk_muted = models.BooleanField(default=False)
    notifications = models.CharField(
        max_length=6, choices=NotificationLevel, default=NotificationLevel.NORMAL
    )

    away_until: datetime | None = None
    """The end of the user's vacation; set by `games.tables.seats.seats_of_game`."""

    class Meta:
        """A user has one seat at a table; indexes for periodic tasks."""

        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="tables_seat_once"),
            models.UniqueConstraint(fields=["game", "user"], name="tables_user_sits_once"),
        )
        indexes = (
            models.Index(fields=["user", "asked"]),
            models.Index(
                fields=["asked_at"],
                condition=models.Q(asked=True) & ~models.Q(bot=""),
                name="tables_bot_asked",
            ),
            models.Index(
                fields=["sends_at"],
                condition=models.Q(sends_at__isnull=False),
                name="tables_seat_sends",
            ),
            models.Index(
                fields=["user", "abandoned_at"],
                condition=models.Q(abandoned_at__isnull=False),
                name="tables_seat_abandoned",
            ),
        )

    def __str__(self) -> str:
        return gettext("Seat %(number)s") % {"number": self.number}

    @property
    def side(self) -> int:
        """The side that the seat belongs to."""
        return self.number % 2

    @property
    def is_standing_answer(self) -> bool:
        """Whether the sealed draft is a standing answer, and not a turn that was confirmed."""
        return self.sends_at is not None and self.sealed_at == self.sends_at

    @property
    def name(self) -> str:
        """The name of the player or bot."""
        if self.bot:
            name = str(BOT_NAMES.get(self.bot, self.bot))
            return f"{name} {self.namesake + 1}" if self.namesake else name
        if self.user:
            return self.user.username
        return str(_("gone") if self.game.started_at else _("free"))

    @property
    def short_name(self) -> str:
        """The name for sentences and lists: the board has the whole one."""
        return Truncator(self.name).chars(SHORT_NAME)

    @property
    def face(self) -> PlayerFace | None:
        """The face of the player or bot."""
        if self.bot:
            return face_of_bot(self.bot)
        return face_of(self.user) if self.user else None

    @property
    def character(self) -> str:
        """A sentence about the bot; empty for a player."""
        return str(BOT_CHARACTERS.get(self.bot, ""))

    @property
    def player(self) -> User | None:
        """The user who answers for the seat: a teammate who has taken it over, else its user."""
        return self.played_by or self.user
