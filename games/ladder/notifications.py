"""The notifications of ladders."""

from typing import ClassVar

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ladder.links import page, title
from games.ladder.models import Challenge, ChallengeState
from games.notifications import reasons
from games.notifications.kinds import NEWS, PageNotification, PageText, Topic, register
from games.ratings.models import Pool


class ChallengeNotification(PageNotification):
    """A kind about a challenge; `data` has the challenge's pk and a place."""

    topic = NEWS
    sentence: ClassVar[Promise]
    """With the names `challenger` and `challenged`, and the `place`."""

    def text(self, challenge: Challenge) -> str:
        """Return the sentence of this kind for a challenge, its names still to be put in."""
        return str(self.sentence)

    def words(self) -> PageText:
        """Return the sentence and the page of the ladder."""
        rows = Challenge.objects.select_related("challenger__user", "challenged__user")
        challenge = rows.filter(pk=self.data["challenge"]).first()
        if challenge is None:
            raise Http404
        text = self.text(challenge) % {
            "challenger": challenge.challenger.name,
            "challenged": challenge.challenged.name,
            "place": self.data["place"],
        }
        return PageText(title(challenge.ladder_id), text, page(challenge.ladder_id))


@register
class Challenged(ChallengeNotification):
    """A player challenges the user for their place."""

    key = "challenge"
    topic = Topic("challenge", gettext_lazy("a challenge on a ladder"))

    def stale(self) -> str:
        """Return that the challenge is answered or withdrawn."""
        waiting = Challenge.objects.filter(pk=self.data["challenge"], state=ChallengeState.WAITING)
        return "" if waiting.exists() else reasons.GONE

    def text(self, challenge: Challenge) -> str:
        """Return the challenge, and how long the user has to answer it."""
        if challenge.ladder_id == Pool.LIVE:
            return _(
                "%(challenger)s challenges you for place %(place)d. Accept within 3 days while"
                " both of you are on the site. If you don't, no place changes."
            )
        return _(
            "%(challenger)s challenges you for place %(place)d. Accept when you are ready; after"
            " 3 days the game starts by itself."
        )


@register
class ChallengeDeclined(ChallengeNotification):
    """The challenged player has declined."""

    key = "challenge_declined"
    sentence = gettext_lazy("%(challenged)s declined your challenge. No place changes.")


@register
class ChallengeWithdrawn(ChallengeNotification):
    """The challenger has withdrawn a challenge that the user has not answered."""

    key = "challenge_withdrawn"
    sentence = gettext_lazy("%(challenger)s has withdrawn the challenge for your place.")


@register
class ChallengeVoid(ChallengeNotification):
    """A challenge has become void: places have changed, or a player has left the ladder."""

    key = "challenge_void"
    sentence = gettext_lazy(
        "%(challenger)s's challenge to %(challenged)s is void, because places have changed or a"
        " player has left the ladder. You can challenge again from the ladder's page."
    )


@register
class ChallengeExpired(ChallengeNotification):
    """The challenged player has not answered in time."""

    key = "challenge_expired"
    sentence = gettext_lazy("Your challenge to %(challenged)s has expired. No place changes.")


@register
class PlaceTaken(ChallengeNotification):
    """The user has won a place."""

    key = "ladder_place_taken"
    sentence = gettext_lazy("You have taken place %(place)d from %(challenged)s.")


@register
class PlaceLost(ChallengeNotification):
    """The user has lost their place to the challenger."""

    key = "ladder_place_lost"
    sentence = gettext_lazy("%(challenger)s has taken your place. You are now in place %(place)d.")


@register
class FellByTime(ChallengeNotification):
    """The user has lost on time and falls."""

    key = "ladder_fell"
    sentence = gettext_lazy(
        "You lost on time and fall to place %(place)d. Losing on time again within 60 days drops"
        " you to last place."
    )


@register
class DroppedByTime(ChallengeNotification):
    """The user has lost on time again and falls to last place."""

    key = "ladder_dropped"
    sentence = gettext_lazy(
        "You lost on time for the second time within 60 days and drop to last place: %(place)d."
    )


@register
class RemovedForAbsence(PageNotification):
    """The user has left a ladder because they were not on the site for long."""

    key = "ladder_absent"
    topic = NEWS

    def words(self) -> PageText:
        """Return why, and the page where the user can join again."""
        text = _(
            "You were not on the site for 60 days and have left the ladder. You can join again at"
            " the bottom at any time."
        )
        return PageText(title(self.data["pool"]), text, page(self.data["pool"]))
