"""Games in the admin, with actions that annul and restore them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.requests import SignedInRequest
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
        why = gettext("From the list of games.")

        def annul(game: Game) -> None:
            moderation.annul_game(request.user, game.pk, why)

        def done(game: Game) -> str:
            return f"{Ending.REVOKED.label}. {outlook(game.pk)}".rstrip()

        self.for_each(request, games, annul, done)

    @admin.action(description=_("Restore selected games"), permissions=["annul"])
    def restore(self, request: SignedInRequest, games: QuerySet[Game]) -> None:
        """Restore annulled games."""

        sentence = gettext("It counts again.")

        def restore(game: Game) -> None:
            moderation.restore_game(request.user, game.pk)

        def done(game: Game) -> str:
            return f"{sentence} {outlook(game.pk)}".rstrip()

        self.for_each(request, games, restore, done)
