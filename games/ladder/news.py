"""Ladders as a subject that webhooks follow, and their news."""

from collections.abc import Mapping
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext as _

from games.ladder import links
from games.ladder.history import lines
from games.ladder.models import LADDERS, Challenge, ChallengeState, LadderStep
from games.notifications.kinds import register
from games.notifications.subjects import (
    FollowedSubject,
    SubjectNews,
    SubjectPage,
    announce_news,
    register_subject,
)


@register_subject
class FollowedLadder(FollowedSubject):
    """A ladder."""

    key = "ladder"

    def page(self, pk: str) -> SubjectPage | None:
        """Return a ladder by its pool."""
        return SubjectPage(links.title(pk), links.page(pk)) if pk in LADDERS else None


class ChallengeNews(SubjectNews):
    """A kind about a challenge; `data` has its pk as `challenge`, and its `state` then."""

    sort = FollowedLadder.key

    @property
    def challenge(self) -> Challenge:
        """The challenge; raises `Http404`."""
        rows = Challenge.objects.select_related("challenger__user", "challenged__user")
        challenge = rows.filter(pk=self.data["challenge"]).first()
        if challenge is None:
            raise Http404
        return challenge

    def facts(self) -> Mapping[str, object]:
        """Return the players, the place and the game, and the state then."""
        challenge = self.challenge
        return {
            "challenger": challenge.challenger.name,
            "challenged": challenge.challenged.name,
            "place": challenge.place,
            "game": challenge.game_id,
            "state": self.data["state"],
        }


def announce_challenge(kind: type[ChallengeNews], challenge: Challenge, now: datetime) -> None:
    """Announce news of a challenge whose row has just been written."""
    pk, state = challenge.pk, str(challenge.state)
    announce_news(kind, challenge.ladder_id, pk, now, challenge=pk, state=state)


@register
class ChallengeMade(ChallengeNews):
    """A player has challenged another one, or a bot."""

    key = "ladder_challenge"
    event = "challenge"

    def sentence(self) -> str:
        """Return which player has challenged whom."""
        challenge = self.challenge
        return _("%(challenger)s challenges %(challenged)s for place %(place)d.") % {
            "challenger": challenge.challenger.name,
            "challenged": challenge.challenged.name,
            "place": challenge.place,
        }


@register
class ChallengeEnds(ChallengeNews):
    """A challenge is over, with a game or without."""

    key = "ladder_challenge_over"
    event = "challenge_over"

    def sentence(self) -> str:
        """Return what has become of it."""
        challenge = self.challenge
        return _("%(challenger)s – %(challenged)s, for place %(place)d: %(state)s") % {
            "challenger": challenge.challenger.name,
            "challenged": challenge.challenged.name,
            "place": challenge.place,
            "state": ChallengeState(self.data["state"]).label,
        }


@register
class PlaceChanges(SubjectNews):
    """A player has another place; `data` has the pk of the `step`."""

    key = "ladder_place"
    sort = FollowedLadder.key
    event = "place"

    @property
    def step(self) -> LadderStep:
        """The step; raises `Http404`."""
        people = ("challenge__challenger__user", "challenge__challenged__user")
        rows = LadderStep.objects.select_related("rung__user", *people)
        step = rows.filter(pk=self.data["step"]).first()
        if step is None:
            raise Http404
        return step

    def sentence(self) -> str:
        """Return the place and why it is another one."""
        [line] = lines([self.step])
        words = {"name": self.step.rung.name, "place": self.step.after, "why": line.says}
        if self.step.after is None:
            return _("%(name)s is no longer on the ladder: %(why)s") % words
        return _("%(name)s is now in place %(place)d: %(why)s") % words

    def facts(self) -> Mapping[str, object]:
        """Return the player, the places before and after, and the reason."""
        step = self.step
        return {
            "name": step.rung.name,
            "before": step.before,
            "after": step.after,
            "reason": str(step.why),
        }
