"""The notifications of fair play: annulled games, and decisions of moderators."""

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.fairplay import bans
from games.fairplay.models import ActionKind, ModerationAction
from games.notifications import reasons
from games.notifications.kinds import NEWS, PageNotification, PageText, register
from games.tables.models import Ending, Game

ANNOUNCED = (ActionKind.WARN, ActionKind.BAR)
"""The decisions that a player is notified of, and can read; a closed account gets nothing."""


class RevisedGame(PageNotification):
    """A kind about a finished game, whose pk is in `data` as `table`.

    The notification has no game: a muted table does not mute it.
    """

    topic = NEWS

    @property
    def is_annulled(self) -> bool:
        """Whether the game is annulled now."""
        return Game.objects.filter(pk=self.data["table"], ending=Ending.REVOKED).exists()


@register
class GameAnnulled(RevisedGame):
    """A moderator has annulled a game."""

    key = "game_annulled"

    def stale(self) -> str:
        """Return that the game counts again."""
        return "" if self.is_annulled else reasons.GONE

    def words(self) -> PageText:
        """Return what that means for ratings."""
        return PageText(
            _("Game %(game)d is annulled") % {"game": self.data["table"]},
            _("A moderator annulled this game. It no longer counts for ratings."),
            reverse("table", args=[self.data["table"]]),
        )


@register
class GameRestored(RevisedGame):
    """A moderator has taken an annulment back."""

    key = "game_restored"

    def stale(self) -> str:
        """Return that the game is annulled again."""
        return reasons.GONE if self.is_annulled else ""

    def words(self) -> PageText:
        """Return that the game counts again."""
        return PageText(
            _("Game %(game)d counts again") % {"game": self.data["table"]},
            _("A moderator had annulled this game and has taken that back."),
            reverse("table", args=[self.data["table"]]),
        )


class ModerationNotification(PageNotification):
    """A kind about a decision of a moderator, whose pk is in `data` as `action`."""

    topic = NEWS

    @property
    def action(self) -> ModerationAction | None:
        """The decision; `None` if it is deleted."""
        return ModerationAction.objects.filter(pk=self.data["action"]).first()


@register
class ModeratorDecided(ModerationNotification):
    """A moderator has warned the user, or barred them from rated games."""

    key = "moderation_decided"

    def stale(self) -> str:
        """Return that the decision was taken back."""
        action = self.action
        return "" if action is not None and action.undone_at is None else reasons.GONE

    def words(self) -> PageText:
        """Return the decision and the moderator's words."""
        action = self.action
        if action is None:
            raise Http404
        page = reverse("fairplay")
        if action.what == ActionKind.BAR and action.until is not None:
            text = _("%(decision)s The moderator writes: “%(why)s”")
            text %= {"decision": bans.sentence(action.until), "why": action.why}
            return PageText(_("Friendly games only"), text, page)
        text = _("A moderator writes: “%(why)s”") % {"why": action.why}
        return PageText(_("A warning"), text, page)


@register
class DecisionUndone(ModerationNotification):
    """A moderator has taken a decision about the user back."""

    key = "moderation_undone"

    def stale(self) -> str:
        """Return that the decision stands after all."""
        action = self.action
        return "" if action is not None and action.undone_at is not None else reasons.GONE

    def words(self) -> PageText:
        """Return which decision."""
        action = self.action
        if action is None:
            raise Http404
        text = _("A moderator has taken back a decision about you: “%(why)s”") % {"why": action.why}
        return PageText(_("Decision taken back"), text, reverse("fairplay"))
