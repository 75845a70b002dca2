"""Who stands where on a ladder, every step that led there, and the challenges between them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.ratings.models import Pool

LADDERS = (Pool.DAYS, Pool.LIVE)
"""There is a ladder for each."""


class Ladder(models.Model):
    """A ladder; its row is locked while places change or challenges are made."""

    pool = models.CharField(max_length=5, choices=Pool, primary_key=True)
    members = models.PositiveIntegerField(default=0)
    """How many places it has: they are 1, at the top, to this number."""
    steps = models.PositiveIntegerField(default=0)
    """The number of the latest step."""
    swept_at = models.DateTimeField(null=True)
    """When those who stay away were last looked for."""

    def __str__(self) -> str:
        return str(self.get_pool_display())


class Rung(models.Model):
    """Somebody on a ladder. Who leaves keeps the row, without a place, for the day they return.

    So does who deletes their account, without the name: the places of others rest on its steps.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rungs")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="rungs"
    )
    place = models.PositiveIntegerField(null=True)
    """Unique among those who have one, by the lock on the ladder: a step moves many rows in one
    statement, and databases look at a constraint after each row."""
    at_once = models.BooleanField(default=False)
    """Whether challenges start without being asked first; live ones never do."""
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once a ladder; read from the top down."""

        constraints = (models.UniqueConstraint(fields=["ladder", "user"], name="ladder_rung_once"),)
        indexes = (models.Index(fields=["ladder", "place"]),)

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.place}: {self.user}"

    @property
    def name(self) -> str:
        """Who it is."""
        return self.user.username if self.user else str(_("gone"))


class ChallengeState(models.TextChoices):
    """What became of a challenge."""

    WAITING = "waiting", _("waiting for an answer")
    RUNNING = "running", _("running")
    COUNTED = "counted", _("over")
    VOID = "void", _("no longer affects places")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DECLINED = "declined", _("declined")
    EXPIRED = "expired", _("expired")


OPEN = (ChallengeState.WAITING, ChallengeState.RUNNING)
"""What counts for the limits."""


class Challenge(models.Model):
    """Somebody wants the place of somebody above; its game, once there is one."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="made")
    challenged = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="received")
    place = models.PositiveIntegerField()
    """What it is about: the place of the challenged, when it was made and at the end."""
    state = models.CharField(max_length=9, choices=ChallengeState, default=ChallengeState.WAITING)
    game = models.OneToOneField(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="challenge"
    )
    challenger_first = models.BooleanField(default=False)
    """Whether the challenger has the first turn."""
    at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    """When its game ended, or it was over without one."""

    class Meta:
        """One open challenge from one to another."""

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
    """What made a step."""

    JOINED = "joined", _("joined")
    LEFT = "left", _("left")
    ABSENT = "absent", _("removed after 60 days of absence")
    WON = "won", _("won")
    LOST = "lost", _("lost")
    DRAWN = "drawn", _("draw")
    TIME = "time", _("lost on time")
    FORFEIT = "given", _("without a game")
    STAFF = "staff", _("moved by a moderator")


class LadderStep(models.Model):
    """Something that happened to a rung: written for who took part, not for who was pushed.

    All places at any time follow from the steps that `moves`, in their order: a rung is taken out
    of the place `before` and put in at `after`, and those between move by one.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="history")
    number = models.PositiveIntegerField()
    """The order on the ladder, 1 for the first."""
    rung = models.ForeignKey(Rung, on_delete=models.CASCADE, related_name="steps")
    before = models.PositiveIntegerField(null=True)
    after = models.PositiveIntegerField(null=True)
    moves = models.BooleanField()
    """False for who kept the place in a game, or lost it to the other one's step."""
    why = models.CharField(max_length=6, choices=StepReason)
    challenge = models.ForeignKey(
        Challenge, null=True, on_delete=models.SET_NULL, related_name="steps"
    )
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)
    """What somebody of the staff wrote who moved the rung."""
    at = models.DateTimeField()

    class Meta:
        """One order a ladder."""

        constraints = (
            models.UniqueConstraint(fields=["ladder", "number"], name="ladder_step_once"),
        )
        indexes = (models.Index(fields=["rung", "number"]),)

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.number}: {self.before} → {self.after}"
