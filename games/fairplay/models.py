"""What is suspected and reported, what moderators did about it, and the traces it rests on."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class CaseKind(models.TextChoices):
    """What a case is about."""

    PLACE = "place", _("same address or device")
    THROWN = "thrown", _("thrown games")
    PAIR = "pair", _("only play each other")
    REPORT = "report", _("reported by players")


class CaseState(models.TextChoices):
    """Where a case is in its life."""

    OPEN = "open", _("open")
    DISMISSED = "dismissed", _("dismissed")
    ACTED = "acted", _("resolved")


class Case(models.Model):
    """Something for a moderator to look at. By itself it changes nothing for anybody."""

    kind = models.CharField(max_length=8, choices=CaseKind)
    key = models.CharField(max_length=80)
    """The kind and the ids of the people: what makes it one."""
    people = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="cases")
    evidence = models.JSONField(default=dict)
    """Numbers for `games.fairplay.evidence`; "games" has the ids of those that it rests on."""
    state = models.CharField(max_length=9, choices=CaseState, default=CaseState.OPEN)
    opened_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)
    """When the evidence last grew."""
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField(max_length=500, blank=True)
    """Why it was closed."""

    class Meta:
        """The same people and kind have one open case."""

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
    """Why somebody reports somebody."""

    CHEATING = "cheating", _("Cheating, or losing on purpose")
    LANGUAGE = "language", _("Foul language")
    STALLING = "stalling", _("Stalling: playing slowly on purpose")
    ACCOUNTS = "accounts", _("Several accounts")
    OTHER = "other", _("Something else")


class PlayerReport(models.Model):
    """Somebody reports a player; who it was, only moderators read."""

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
        """How often somebody reports is limited."""

        indexes = (models.Index(fields=["reporter", "at"], name="fairplay_player_report_lately"),)

    def __str__(self) -> str:
        return f"{self.player_id} {self.reason}"


class ActionKind(models.TextChoices):
    """What a moderator did."""

    DISMISS = "dismiss", _("dismissed the case")
    WARN = "warn", _("warned")
    ANNUL = "annul", _("annulled a game")
    BAR = "bar", _("barred from rated games")
    CLOSE = "close", _("closed the account")


class ModerationAction(models.Model):
    """What a moderator did, to whom and why: a trace that stays, also when it is undone."""

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
    """Who is warned, barred or closed reads it."""
    until = models.DateTimeField(null=True)
    """When somebody who was taken out of rated play is back."""
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        """The latest first; who is barred is looked up often."""

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


class AccessTrace(models.Model):
    """From where somebody was here on a day: keyed hashes, compared with each other only."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="traces"
    )
    day = models.DateField()
    address = models.CharField(max_length=32)
    device = models.CharField(max_length=32, blank=True)

    class Meta:
        """Once a day each."""

        constraints = (
            models.UniqueConstraint(
                fields=["user", "day", "address", "device"], name="fairplay_trace_once"
            ),
        )
        indexes = (models.Index(fields=["day"], name="fairplay_trace_day"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.day}"
