"""The notifications of players whose searches have ended without a game."""

from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.matchmaking.forms import FindForm
from games.matchmaking.models import GameSearch
from games.notifications.kinds import NEWS, PageNotification, PageText, Topic, register


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


@register
class SearchOver(PageNotification):
    """The user's search has run out; `data` has the number of the `search`."""

    key = "search_over"
    topic = Topic("search", gettext_lazy("a search for a game has run out"))

    def words(self) -> PageText:
        """Return what was searched for; it leads to the same search."""
        search = GameSearch.objects.filter(pk=self.data["search"]).first()
        if search is None:
            raise Http404
        text = _("Your search has ended without an opponent: %(pace)s, %(reach)s.")
        words = {"pace": search.pace_words, "reach": search.reach_words}
        path = f"{reverse('find')}?{urlencode(FindForm.choices_of(search))}"
        return PageText(_("No opponent found"), text % words, path)

    def link(self) -> str:
        """Return the text of the link to the search."""
        return _("Search again")
