"""What the rest of the site asks of the ladders: called by `games.contests`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Q, Subquery
from django.db.models.expressions import Combinable
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.ladder import places
from games.ladder.models import LADDERS, Challenge, Rung, State
from games.ladder.settling import settle
from games.ratings.models import Pool
from games.tables.models import Game, Seat
from games.tables.notices import Line, News


def ended(game: Game, seats: Sequence[Seat], lost: Sequence[int], now: datetime) -> None:
    """Move the places that a game was played for."""
    settle(game, lost, now)


def annulled(game: Game, now: datetime) -> None:
    """Leave places as they are: others have played for them since. The staff may move somebody."""


def left(user: User, now: datetime) -> None:
    """Take somebody off the ladders whose account is about to be deleted."""
    for pool in LADDERS:
        places.leave(user, pool, now=now)


def export(user: User) -> Any:
    """Return what we keep of a person, as JSON."""
    return [
        {
            "ladder": rung.ladder_id,
            "place": rung.place,
            "starts_at_once": rung.at_once,
            "steps": [
                {
                    "at": step.at.isoformat(),
                    "from": step.before,
                    "to": step.after,
                    "why": step.why,
                    "game": step.challenge and step.challenge.game_id,
                    "reason": step.reason,
                }
                for step in rung.steps.select_related("challenge").order_by("number")
            ],
            "challenges": [
                {
                    "at": one.at.isoformat(),
                    "made": one.challenger_id == rung.pk,
                    "place": one.place,
                    "state": one.state,
                    "game": one.game_id,
                }
                for one in Challenge.objects.filter(
                    Q(challenger=rung) | Q(challenged=rung)
                ).order_by("at", "pk")
            ],
        }
        for rung in user.rungs.order_by("ladder")
    ]


def home(user: User, now: datetime) -> list[Line]:
    """Return the challenges that wait for somebody's answer."""
    waiting = Challenge.objects.filter(state=State.WAITING, challenged__user=user)
    found = waiting.select_related("challenger__user", "challenged").order_by("at", "pk")
    return [Line(_challenges_you(one), _page(one.ladder_id), _("Answer")) for one in found]


def marks(now: datetime) -> dict[str, Combinable]:
    """Return what a query for people takes along for `standing`."""
    places = Rung.objects.filter(user=OuterRef("pk")).values("place")
    return {f"ladder_{pool}": Subquery(places.filter(ladder=pool)) for pool in LADDERS}


def standing(user: Any, now: datetime) -> list[Line]:
    """Return the places of somebody who was asked for with their `marks`."""
    said = _("Ladder, %(pace)s: place %(place)d")
    places = [(pool, getattr(user, f"ladder_{pool}")) for pool in LADDERS]
    return [
        Line(
            said % {"pace": pool.label, "place": place},
            reverse("ladder_member", args=[pool, user.username]),
        )
        for pool, place in places
        if place is not None
    ]


def about(game: Game) -> Line | None:
    """Return for which place a game is played, in one query."""
    found = Challenge.objects.filter(game=game).select_related("challenged").first()
    if found is None:
        return None
    path = _page(found.ladder_id)
    if found.state == State.VOID:
        return Line(_("Ladder: moves no place any more"), path)
    place = found.challenged.place if found.state == State.RUNNING else found.place
    return Line(_("Ladder: for place %(place)d") % {"place": place or found.place}, path)


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of ours in words, in the language of this moment.

    Raises `Http404` for a challenge that is not there any more.
    """
    about = data["about"]
    if about["said"] == "absent":
        said = _(
            "You were not on the site for 60 days, and have left the ladder. You are welcome "
            "back at the bottom whenever you like."
        )
        return News(_title(about["pool"]), said, _page(about["pool"]))
    people = ("challenger__user", "challenged__user")
    found = Challenge.objects.select_related(*people).filter(pk=about["challenge"]).first()
    if found is None:
        raise Http404
    return News(_title(found.ladder_id), _said(found, about), _page(found.ladder_id))


def _said(found: Challenge, about: Mapping[str, Any]) -> str:
    names = {
        "one": found.challenger.name,
        "two": found.challenged.name,
        "place": about["place"],
    }
    match about["said"]:
        case "challenge" if found.ladder_id == Pool.LIVE:
            return (
                _(
                    "%(one)s challenges you for place %(place)d. Accept within 3 days, at a moment "
                    "when both of you are on the site; or let it run out, and nothing happens."
                )
                % names
            )
        case "challenge":
            return (
                _(
                    "%(one)s challenges you for place %(place)d. Accept when you are ready; after "
                    "3 days the game starts by itself."
                )
                % names
            )
        case "declined":
            return _("%(two)s has declined your challenge. No place changes.") % names
        case "expired":
            return _("Your challenge to %(two)s has run out. No place changes.") % names
        case "taken":
            return _("You have taken place %(place)d from %(two)s.") % names
        case "lost":
            return _("%(one)s has taken your place: you are on place %(place)d now.") % names
        case "fell":
            return (
                _(
                    "You lost on time and fall to place %(place)d. A second time within 60 days "
                    "leads to last place."
                )
                % names
            )
    return (
        _("You lost on time for the second time within 60 days and fall to last place: %(place)d.")
        % names
    )


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification of ours is of no interest any more: the challenge waits no longer."""
    if data["about"]["said"] != "challenge":
        return False
    return not Challenge.objects.filter(pk=data["about"]["challenge"], state=State.WAITING).exists()


def _challenges_you(one: Challenge) -> str:
    said = {"name": one.challenger.name, "place": one.challenged.place or one.place}
    if one.ladder_id == Pool.LIVE:
        return _("%(name)s challenges you for place %(place)d on the live ladder.") % said
    return _("%(name)s challenges you for place %(place)d on the ladder.") % said


def _title(pool: str) -> str:
    return _("The live ladder") if pool == Pool.LIVE else _("The ladder")


def _page(pool: str) -> str:
    return reverse("ladder_of", args=[pool])
