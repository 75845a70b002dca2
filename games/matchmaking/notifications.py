"""The notification of a player whose searches have ended because of an absence."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.notifications.kinds import NEWS, PageNotification, PageText, register


@register
class NoLongerSearching(PageNotification):
    """The user's searches and open tables have been withdrawn after a loss on time."""

    key = "no_longer_searching"
    topic = NEWS

    def words(self) -> PageText:
        """Return what was withdrawn and why; it leads to a new search."""
        text = _(
            "You lost a game on time while you were away, so your searches and open tables have"
            " been withdrawn. When you have time to play, search again."
        )
        return PageText(_("Searches and open tables"), text, reverse("find"))

    def link(self) -> str:
        """Return the text of the link to the search."""
        return _("Find a game")
