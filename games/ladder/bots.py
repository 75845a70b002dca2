"""Bots on the ladders: rungs to climb until enough people are there.

They enter below the people, the strongest first, so that nobody is pushed down; a win against one
takes its place as any other. They challenge nobody, and leave when `ENOUGH` people are there.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from engine.bots import LEVELS
from games.ladder import places
from games.ladder.models import LADDERS, Challenge, ChallengeState, Ladder, Rung, StepReason

ENOUGH = 12
"""From this number of people on, bots leave."""
FEW = 8
"""Below this number of people bots enter; fewer than `ENOUGH`, so that they don't come and go."""
BY_STRENGTH = sorted(LEVELS, key=lambda key: -LEVELS[key].rating)


def mind_the_bots(now: datetime | None = None) -> None:
    """Let bots enter ladders with few people and leave those with enough; idempotent."""
    now = now or timezone.now()
    for pool in LADDERS:
        if _missing(pool) or _leaving(pool):
            with transaction.atomic():
                ladder = places.locked(pool)
                for key in _missing(pool):
                    _enter(ladder, key, now)
                for rung in _leaving(pool):
                    rung.refresh_from_db(fields=["place"])
                    places.put(ladder, rung, None, StepReason.ROOM, now)


def people(pool: str) -> int:
    """Return how many people are on a ladder."""
    return Rung.objects.filter(ladder=pool, place__isnull=False, bot="").count()


def _missing(pool: str) -> list[str]:
    """Return the bots that shall enter, the strongest first."""
    if people(pool) >= FEW:
        return []
    there = _on(pool).values_list("bot", flat=True)
    return [key for key in BY_STRENGTH if key not in there]


def _leaving(pool: str) -> list[Rung]:
    """Return the bots that shall leave: those without a running game."""
    if people(pool) < ENOUGH:
        return []
    playing = Challenge.objects.filter(state=ChallengeState.RUNNING).values("challenged")
    return list(_on(pool).exclude(pk__in=playing).order_by("-place"))


def _on(pool: str) -> QuerySet[Rung]:
    return Rung.objects.filter(ladder=pool, place__isnull=False).exclude(bot="")


def _enter(ladder: Ladder, key: str, now: datetime) -> None:
    rung, _new = Rung.objects.get_or_create(ladder=ladder, bot=key, defaults={"user": None})
    rung.joined_at = now
    rung.save(update_fields=["joined_at"])
    places.put(ladder, rung, ladder.members + 1, StepReason.JOINED, now)
