"""Cases, reports by players, moderators' actions, and access traces."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CaseKind(models.TextChoices):
    """The suspicion that a case is about."""

    PLACE = "place", _("same address or device")
    THROWN = "thrown", _("thrown games")
    PAIR = "pair", _("only play each other")
    ENGINE = "engine", _("plays like the engine")
    DEAL = "deal", _("plays as if hidden cards were known")
    REPORT = "report", _("reported by players")


class CaseState(models.TextChoices):
    """The state of a case."""

    OPEN = "open", _("open")
    DISMISSED = "dismissed", _("dismissed")
    ACTED = "acted", _("resolved")


class Case(models.Model):
    """A suspicion for moderators to review. It has no effect on players by itself."""

    kind = models.CharField(max_length=8, choices=CaseKind)
    key = models.CharField(max_length=80)
    """Kind and ids of the people; unique among open cases."""
    people = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="cases")
    evidence = models.JSONField(default=dict)
    """Numbers for the sentences of `games.fairplay.evidence`; "games" has the games' ids."""
    state = models.CharField(max_length=9, choices=CaseState, default=CaseState.OPEN)
    opened_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)
    """When evidence was last added."""
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField(max_length=500, blank=True)
    """The moderator's reason for closing it."""

    class Meta:
        """One open case for the same people and kind."""

        ordering = ("-updated_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(state="open"), name="fairplay_case_open_once"
            ),
        )
        indexes = (
            models.Index(fields=["key"], name="fairplay_case_key"),
            models.Index(fields=["state", "updated_at"], name="fairplay_case_state"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"


class ReportReason(models.TextChoices):
    """The reason for a report."""

    CHEATING = "cheating", _("Cheating, or losing on purpose")
    LANGUAGE = "language", _("Foul language")
    STALLING = "stalling", _("Stalling: playing slowly on purpose")
    ACCOUNTS = "accounts", _("Several accounts")
    OTHER = "other", _("Something else")


class PlayerReport(models.Model):
    """A report about a player; only moderators see the reporter."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_about"
    )
    reason = models.CharField(max_length=8, choices=ReportReason)
    text = models.CharField(max_length=1000, blank=True)
    game = models.ForeignKey(
        "tables.Game", null=True, on_delete=models.SET_NULL, related_name="player_reports"
    )
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Recent reports of a user are counted, to limit them."""

        indexes = (models.Index(fields=["reporter", "at"], name="fairplay_player_report_lately"),)

    def __str__(self) -> str:
        return f"{self.player_id} {self.reason}"


class ActionKind(models.TextChoices):
    """The kind of a moderator's action."""

    DISMISS = "dismiss", _("dismissed the case")
    WARN = "warn", _("warned")
    ANNUL = "annul", _("annulled a game")
    BAR = "bar", _("barred from rated games")
    CLOSE = "close", _("closed the account")


class ModerationAction(models.Model):
    """A moderator's action and its reason; the row stays when the action is undone."""

    what = models.CharField(max_length=8, choices=ActionKind)
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    case = models.ForeignKey(
        Case, null=True, on_delete=models.SET_NULL, related_name="moderation_actions"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="moderation_actions",
    )
    game = models.ForeignKey("tables.Game", null=True, on_delete=models.SET_NULL, related_name="+")
    why = models.CharField(max_length=500)
    """The reason; a warned or barred player reads it."""
    until = models.DateTimeField(null=True)
    """The end of a ban from rated games."""
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        """The latest first; current bans are queried often."""

        ordering = ("-at", "-pk")
        indexes = (
            models.Index(
                fields=["player", "until"],
                condition=models.Q(what="bar", undone_at__isnull=True),
                name="fairplay_barred",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_what_display()} {self.player_id or self.game_id or ''}".strip()


class SameDealGame(models.Model):
    """How the turns of a game with a deal of several tables fit the hands that were hidden."""

    game = models.OneToOneField("tables.Game", on_delete=models.CASCADE, related_name="+")
    fits = models.JSONField(default=list)
    """By seat: turns, beaten (`HandFit` in `engine/analysis/review/`); empty if that failed."""
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.game_id)


class AccessTrace(models.Model):
    """A hashed address and device of a user on a day; hashes are only compared."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="traces"
    )
    day = models.DateField()
    address = models.CharField(max_length=32)
    device = models.CharField(max_length=32, blank=True)

    class Meta:
        """One row per user, day, address and device."""

        constraints = (
            models.UniqueConstraint(
                fields=["user", "day", "address", "device"], name="fairplay_trace_once"
            ),
        )
        indexes = (models.Index(fields=["day"], name="fairplay_trace_day"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.day}"
