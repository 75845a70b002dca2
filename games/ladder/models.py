"""Ladders, the places of players, their steps, and challenges."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.portraits.faces import PlayerFace, face_of, face_of_bot
from games.ratings.models import Pool
from games.tables.models import BOT_NAMES
from games.tables.occasions import Occasion

LADDER_CHALLENGE = Occasion(
    "ladder",
    _("ladder challenge"),
    news=_("Challenge accepted: your game against %(name)s has started."),
)
LADDERS = (Pool.DAYS, Pool.LIVE)
"""The pools that have a ladder."""


class Ladder(models.Model):
    """A ladder; its row is locked while places or challenges change."""

    pool = models.CharField(max_length=5, choices=Pool, primary_key=True)
    members = models.PositiveIntegerField(default=0)
    """Number of places: from 1, at the top, to this number."""
    steps = models.PositiveIntegerField(default=0)
    """Number of the latest step."""
    swept_at = models.DateTimeField(null=True)
    """When absent players were last removed."""

    def __str__(self) -> str:
        return str(self.get_pool_display())


class Rung(models.Model):
    """A player's membership of a ladder and their place, or a bot's.

    The row stays without a place when the player leaves, and without a user when the account is
    deleted: the places of others depend on its steps.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rungs")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="rungs"
    )
    bot = models.CharField(max_length=20, blank=True, default="", db_default="")
    """The key of a bot in `engine.bots.LEVELS`; empty for people."""
    place = models.PositiveIntegerField(null=True)
    """Unique, ensured by the lock on the ladder: a step moves many rows in one statement, and
    databases check a constraint after each row."""
    at_once = models.BooleanField(default=False)
    """Whether challenges to this player start at once; ignored for live games."""
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """One rung per player or bot and ladder."""

        constraints = (
            models.UniqueConstraint(fields=["ladder", "user"], name="ladder_rung_once"),
            models.UniqueConstraint(
                fields=["ladder", "bot"], condition=~Q(bot=""), name="ladder_bot_once"
            ),
        )
        indexes = (models.Index(fields=["ladder", "place"]),)

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.place}: {self.bot or self.user}"

    @property
    def name(self) -> str:
        """The player's username, or the bot's name."""
        if self.bot:
            return str(BOT_NAMES[self.bot])
        return self.user.username if self.user else str(_("gone"))

    @property
    def face(self) -> PlayerFace | None:
        """The face of the player or bot."""
        if self.bot:
            return face_of_bot(self.bot)
        return face_of(self.user) if self.user else None


class ChallengeState(models.TextChoices):
    """The state of a challenge."""

    WAITING = "waiting", _("waiting for an answer")
    RUNNING = "running", _("running")
    COUNTED = "counted", _("over")
    VOID = "void", _("no longer affects places")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DECLINED = "declined", _("declined")
    EXPIRED = "expired", _("expired")


OPEN = (ChallengeState.WAITING, ChallengeState.RUNNING)
"""States of open challenges, which count towards the limits."""


class Challenge(models.Model):
    """A challenge of a player to another one above, and its game."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="made")
    challenged = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="received")
    place = models.PositiveIntegerField()
    """The place of the challenged player, when it was sent and again at the end."""
    state = models.CharField(max_length=9, choices=ChallengeState, default=ChallengeState.WAITING)
    game = models.OneToOneField(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="challenge"
    )
    challenger_first = models.BooleanField(default=False)
    """Whether the challenger has the first turn."""
    at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    """When its game ended, or when it was closed without a game."""

    class Meta:
        """One open challenge from a player to another."""

        constraints = (
            models.UniqueConstraint(
                fields=["challenger", "challenged"],
                condition=Q(state__in=OPEN),
                name="ladder_challenge_once",
            ),
        )
        indexes = (models.Index(fields=["state", "at"]),)

    def __str__(self) -> str:
        return f"{self.challenger_id} → {self.challenged_id}: {self.state}"


class StepReason(models.TextChoices):
    """The cause of a step."""

    JOINED = "joined", _("joined")
    LEFT = "left", _("left")
    ABSENT = "absent", _("removed after 60 days of absence")
    WON = "won", _("won")
    LOST = "lost", _("lost")
    DRAWN = "drawn", _("draw")
    TIME = "time", _("lost on time")
    FORFEIT = "given", _("without a game")
    STAFF = "staff", _("moved by a moderator")
    ROOM = "room", _("made room for people")


class LadderStep(models.Model):
    """An event in the history of a rung; players who are pushed up or down get none.

    All places at any time follow from the steps with `moves`, in order: a rung is taken out of
    place `before` and inserted at `after`, and those between move by one.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="history")
    number = models.PositiveIntegerField()
    """Position in the order of the ladder's steps, from 1."""
    rung = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="steps")
    before = models.PositiveIntegerField(null=True)
    after = models.PositiveIntegerField(null=True)
    moves = models.BooleanField()
    """False if the player kept the place, or lost it through the opponent's step."""
    why = models.CharField(max_length=6, choices=StepReason)
    challenge = models.ForeignKey(
        Challenge, null=True, on_delete=models.SET_NULL, related_name="steps"
    )
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)
    """The reason of the moderator who moved the player."""
    at = models.DateTimeField()

    class Meta:
        """Step numbers are unique per ladder."""

        constraints = (
            models.UniqueConstraint(fields=["ladder", "number"], name="ladder_step_once"),
        )
        indexes = (models.Index(fields=["rung", "number"]),)

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.number}: {self.before} → {self.after}"
