"""What the pages of a ladder show: in few queries, whatever the number of members."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from games.ladder.models import OPEN, Challenge, ChallengeState, Ladder, LadderStep, Rung
from games.ladder.rules import ChallengeFacts, is_moot, not_here, reach
from games.ratings.display import shown_at
from games.ratings.models import Pool, ratings_of
from games.ratings.reliability import reliability_of
from games.tables import time_words
from games.tables.player_facts import Reliability, ShownRating

NEAR = 3
"""So many places above the reach a row still says that it is too far."""
NEVER = Reliability()


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A place on a ladder, with the eyes of one member."""

    rung: Rung
    rating: ShownRating | None
    reliability: Reliability
    mine: bool = False
    can: bool = False
    why: str = ""
    """Why there is no button, if that is to be said."""

    @property
    def user(self) -> User | None:
        """Who stands there."""
        return self.rung.user

    @property
    def moved(self) -> str:
        """The last change of the place in a step of their own, in places."""
        before, after = self.rung.step_before, self.rung.step_after  # type: ignore[attr-defined]
        if after is None:
            return ""
        return _("new") if before is None else f"{before} → {after}"

    @property
    def up(self) -> bool:
        """Whether that was upwards."""
        before, after = self.rung.step_before, self.rung.step_after  # type: ignore[attr-defined]
        return before is not None and after is not None and after < before


def members(ladder: Ladder | str) -> QuerySet[Rung]:
    """Return who is on a ladder, from the top, with what a row needs.

    `got`: open challenges to them; `step_before`, `step_after`, `step_at`: the last change.
    """
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
    rungs: Iterable[Rung], pool: str, facts: ChallengeFacts | None, now: datetime
) -> list[LadderRow]:
    """Return rows for some `members`; `facts`: of the member who looks, if one does."""
    found = list(rungs)
    people = [rung.user_id for rung in found if rung.user_id is not None]
    ratings, reliable = ratings_of(people, pool), reliability_of(people, now)
    none = facts.why_none() if facts else ""
    made = []
    for rung in found:
        user_id = rung.user_id or 0
        rating = shown_at(ratings.get(user_id), now)
        row = LadderRow(rung, rating, reliable.get(user_id, NEVER))
        if facts is not None:
            row = _judged(row, facts, none)
        made.append(row)
    return made


def _judged(row: LadderRow, facts: ChallengeFacts, none: str) -> LadderRow:
    mine, place = facts.rung.place or 0, row.rung.place or 0
    if row.rung.pk == facts.rung.pk:
        return LadderRow(row.rung, row.rating, row.reliability, mine=True)
    if not reach(mine) - NEAR <= place < mine:
        return row
    why = facts.why_not(row.rung) if place >= reach(mine) else _("Too far above you.")
    shown = "" if why == none else why
    return LadderRow(row.rung, row.rating, row.reliability, can=not why, why=shown)


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """An open challenge of the member who looks."""

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
        """Where its table is, if it has one."""
        game = self.challenge.game_id
        return f"/tables/{game}/" if game else ""


def open_challenges(facts: ChallengeFacts) -> list[OpenChallenge]:
    """Return the open challenges of a member: those to answer first."""
    made = [_open(one, facts) for one in facts.open]
    return sorted(made, key=lambda one: (not (one.can_decline or one.can_accept), bool(one.path)))


def _open(one: Challenge, facts: ChallengeFacts) -> OpenChallenge:
    own = one.challenger_id == facts.rung.pk
    other = one.challenged if own else one.challenger
    said = {"name": other.name, "place": one.challenged.place or one.place}
    if one.state == ChallengeState.RUNNING:
        if own:
            return OpenChallenge(one, _("You're playing %(name)s for place %(place)d.") % said)
        return OpenChallenge(one, _("%(name)s is playing you for your place.") % said)
    due = {"when": time_words.until(facts.due(one), facts.now)}
    live = one.ladder_id == Pool.LIVE
    until = _("expires %(when)s") if live else _("starts automatically %(when)s")
    if own:
        says = _("You have challenged %(name)s for place %(place)d.") % said
        return OpenChallenge(one, says, until % due, can_withdraw=True)
    why = ""
    if is_moot(one):
        why = _("You are no longer above this player.")
    elif live and not one.is_here:  # type: ignore[attr-defined]
        why = not_here(other.name)
    says = _("%(name)s challenges you for your place.") % said
    return OpenChallenge(one, says, until % due, can_accept=not why, why=why, can_decline=live)
