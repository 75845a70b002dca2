"""The notifications of seasons."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.notifications import reasons
from games.notifications.kinds import NEWS, PageNotification, PageText, register
from games.seasons.models import Season


class SeasonNotification(PageNotification):
    """A kind about a season; `data` has its pk, its year and its number."""

    topic = NEWS

    @property
    def season(self) -> str:
        """The name of the season."""
        return str(Season(year=self.data["year"], number=self.data["number"]))

    def page_text(self, text: str) -> PageText:
        """Return a sentence with the page of the user's division."""
        args = [self.data["year"], self.data["number"], self.data["level"]]
        words = {**self.data, "season": self.season}
        return PageText(self.season, text % words, reverse("season_division", args=args))


@register
class SeasonBegins(SeasonNotification):
    """The season has begun, in a division."""

    key = "season_begins"

    def stale(self) -> str:
        """Return that the season is over."""
        running = Season.objects.filter(pk=self.data["season"], state=Season.State.RUNNING)
        return "" if running.exists() else reasons.GONE

    def words(self) -> PageText:
        """Return the division."""
        return self.page_text(
            _(
                "%(season)s has begun. You play in division %(level)d."
                " Your games start by themselves."
            )
        )


@register
class SeasonCancelled(SeasonNotification):
    """The season does not take place; `data` says `why`."""

    key = "season_cancelled"

    def words(self) -> PageText:
        """Return the reason."""
        text = _(
            "%(season)s is cancelled: too few players enrolled. You can enrol for the next one."
        )
        if self.data["why"] == Season.State.MISSED:
            text = _(
                "%(season)s is cancelled: the site was down when it should have begun. You can"
                " enrol for the next one."
            )
        return PageText(self.season, text % {"season": self.season}, reverse("seasons"))


@register
class SeasonEnded(SeasonNotification):
    """The season is over; `data` has the user's place and the step to another division."""

    key = "season_ended"

    def words(self) -> PageText:
        """Return the place, and a promotion or relegation."""
        texts = {
            -1: _(
                "%(season)s is over. You finished in place %(place)d of division %(level)d and are"
                " promoted."
            ),
            0: _("%(season)s is over. You finished in place %(place)d of division %(level)d."),
            1: _(
                "%(season)s is over. You finished in place %(place)d of division %(level)d and are"
                " relegated."
            ),
        }
        return self.page_text(texts[self.data["step"]])
