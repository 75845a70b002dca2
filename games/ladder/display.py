"""Data for the pages of a ladder, in a bounded number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.ladder import links
from games.ladder.models import OPEN, Challenge, ChallengeState, Ladder, LadderStep, Rung
from games.ladder.rules import ChallengeFacts, JudgedChallenge, is_moot, not_here, reach
from games.ratings.display import shown, shown_at
from games.ratings.models import Pool, ratings_of
from games.ratings.reliability import reliability_of
from games.ratings.rules import ANCHORS
from games.tables import time_words
from games.tables.player_facts import Reliability, ShownRating

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

NEAR = 3
"""Number of places above the reach whose rows say that they are too far."""
NEVER = Reliability()


class MemberFacts(TypedDict):
    """With what `members` annotates the members of a ladder."""

    got: int
    """Open challenges received."""
    step_before: int | None
    step_after: int | None
    step_at: datetime | None
    """The last change of place."""


type Member = WithAnnotations[Rung, MemberFacts]


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A row of the ladder page, as seen by one member."""

    rung: Member
    rating: ShownRating | None
    reliability: Reliability
    mine: bool = False
    can: bool = False
    why: str = ""
    """Why the member can't challenge this player, if the row shows it."""

    @property
    def path(self) -> str:
        """The path of the member's page."""
        return links.member(self.rung)

    @property
    def challenge_path(self) -> str:
        """The path of the page on which the member is challenged."""
        return links.challenge(self.rung)

    @property
    def moved(self) -> str:
        """The player's last own change of place: before and after."""
        before, after = self.rung.step_before, self.rung.step_after
        if after is None:
            return ""
        return _("new") if before is None else f"{before} → {after}"

    @property
    def up(self) -> bool:
        """Whether the last change was upwards."""
        before, after = self.rung.step_before, self.rung.step_after
        return before is not None and after is not None and after < before


def members(ladder: Ladder | str) -> QuerySet[Member]:
    """Return the members of a ladder from the top, for rows."""
    steps = LadderStep.objects.filter(rung=OuterRef("pk"), after__isnull=False)
    latest = steps.filter(Q(before=None) | ~Q(before=F("after"))).order_by("-number")
    received = Challenge.objects.filter(challenged=OuterRef("pk"), state__in=OPEN)
    got = received.order_by().values("challenged").annotate(n=Count("pk")).values("n")
    return (
        Rung.objects.filter(ladder=ladder, place__isnull=False)
        .select_related("user")
        .annotate(
            got=Coalesce(Subquery(got), 0),
            step_before=Subquery(latest.values("before")[:1]),
            step_after=Subquery(latest.values("after")[:1]),
            step_at=Subquery(latest.values("at")[:1]),
        )
        .order_by("place")
    )


def rows(
    rungs: Iterable[Member], pool: str, facts: ChallengeFacts | None, now: datetime
) -> list[LadderRow]:
    """Return rows for some `members`; `facts`: of the viewing member, if any."""
    rung_list = list(rungs)
    people = [rung.user_id for rung in rung_list if rung.user_id is not None]
    ratings, reliable = ratings_of(people, pool), reliability_of(people, now)
    why_none = facts.why_none() if facts else ""
    ladder_rows = []
    for rung in rung_list:
        user_id = rung.user_id or 0
        rating = shown(ANCHORS[rung.bot]) if rung.bot else shown_at(ratings.get(user_id), now)
        row = LadderRow(rung, rating, reliable.get(user_id, NEVER))
        if facts is not None:
            row = _judged(row, facts, why_none)
        ladder_rows.append(row)
    return ladder_rows


def _judged(row: LadderRow, facts: ChallengeFacts, why_none: str) -> LadderRow:
    mine, place = facts.rung.place or 0, row.rung.place or 0
    if row.rung.pk == facts.rung.pk:
        return LadderRow(row.rung, row.rating, row.reliability, mine=True)
    if not reach(mine) - NEAR <= place < mine:
        return row
    why = facts.why_not(row.rung) if place >= reach(mine) else _("Too far above you.")
    reason = "" if why == why_none else why
    return LadderRow(row.rung, row.rating, row.reliability, can=not why, why=reason)


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """An open challenge of the viewing member."""

    challenge: Challenge
    says: str
    due: str = ""
    can_accept: bool = False
    why: str = ""
    """Why it can't be accepted now."""
    can_decline: bool = False
    can_withdraw: bool = False

    @property
    def path(self) -> str:
        """The path of its table, if it has one."""
        game = self.challenge.game_id
        return f"/tables/{game}/" if game else ""


def open_challenges(facts: ChallengeFacts) -> list[OpenChallenge]:
    """Return the open challenges of a member, those to answer first."""
    displays = [_open(display, facts) for display in facts.open]
    return sorted(
        displays,
        key=lambda display: (not (display.can_decline or display.can_accept), bool(display.path)),
    )


def _open(challenge: JudgedChallenge, facts: ChallengeFacts) -> OpenChallenge:
    own = challenge.challenger_id == facts.rung.pk
    other = challenge.challenged if own else challenge.challenger
    values = {"name": other.name, "place": challenge.challenged.place or challenge.place}
    if challenge.state == ChallengeState.RUNNING:
        if own:
            return OpenChallenge(
                challenge, _("You're playing %(name)s for place %(place)d.") % values
            )
        return OpenChallenge(challenge, _("%(name)s is playing you for your place.") % values)
    due = {"when": time_words.until(facts.due(challenge), facts.now)}
    live = challenge.ladder_id == Pool.LIVE
    until = _("expires %(when)s") if live else _("starts automatically %(when)s")
    if own:
        says = _("You have challenged %(name)s for place %(place)d.") % values
        return OpenChallenge(challenge, says, until % due, can_withdraw=True)
    why = ""
    if is_moot(challenge):
        why = _("You are no longer above this player.")
    elif live and not challenge.is_here:
        why = not_here(other.name)
    says = _("%(name)s challenges you for your place.") % values
    return OpenChallenge(
        challenge, says, until % due, can_accept=not why, why=why, can_decline=live
    )
