"""Games in the admin, with actions that annul and restore them."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.requests import SignedInRequest
from common.refusals import Refused
from games.fairplay import moderation
from games.ratings.due import outlook
from games.tables.admin import GameAdmin
from games.tables.models import Ending, Game

admin.site.unregister(Game)


@admin.register(Game)
class ModeratedGameAdmin(GameAdmin):
    """Games with the moderators' actions."""

    actions = ("annul", "restore")

    def has_annul_permission(self, request: HttpRequest) -> bool:
        """Whether the user may annul games; no field is editable all the same."""
        return bool(request.user.has_perm("tables.change_game"))

    @admin.action(description=_("Annul selected games"), permissions=["annul"])
    def annul(self, request: SignedInRequest, games: QuerySet[Game]) -> None:
        """Annul finished games."""
        for game in games:
            try:
                moderation.annul_game(request.user, game.pk, gettext("From the list of games."))
            except Refused as refused:
                self.message_user(request, f"{game}: {refused.sentence}", messages.ERROR)
            else:
                message = f"{game}: {Ending.REVOKED.label}. {outlook(game.pk)}"
                self.message_user(request, message.rstrip(), messages.SUCCESS)

    @admin.action(description=_("Restore selected games"), permissions=["annul"])
    def restore(self, request: SignedInRequest, games: QuerySet[Game]) -> None:
        """Restore annulled games."""
        for game in games:
            try:
                moderation.restore_game(request.user, game.pk)
            except Refused as refused:
                self.message_user(request, f"{game}: {refused.sentence}", messages.ERROR)
            else:
                message = _("%(game)s counts again.") % {"game": game}
                message = f"{message} {outlook(game.pk)}"
                self.message_user(request, message.rstrip(), messages.SUCCESS)
