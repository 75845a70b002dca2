"""The nightly check: opens cases for suspicious games, for moderators to decide."""

import logging
from collections import defaultdict
from datetime import datetime, timedelta

from django.utils import timezone

from engine.analysis.review import judging
from games.fairplay import detection, same_deals
from games.fairplay.cases import open_case, settled_games
from games.fairplay.detection import NEWS, Finding, RatedGameFacts, ReviewedPlay
from games.fairplay.models import Case
from games.fairplay.traces import days_of, forget_traces
from games.ratings import glicko2
from games.ratings.models import UNSURE, Pool, RatingChange
from games.review.models import Review, State
from games.tables.models import Ending, Seat

WITHOUT_PEOPLE = (Pool.SOLO, Pool.BOTS)
"""Pools in which no person plays another one."""

log = logging.getLogger(__name__)

WINDOW = timedelta(days=60)
"""Age of the games considered; traces are kept as long."""
GIVEN_UP = (Ending.RESIGNATION, Ending.TIME)


def look_for_foul_play(now: datetime | None = None) -> list[Case]:
    """Check recent rated games and open cases; idempotent.

    A finding that can't be stored is logged and does not affect the others. Returns the open cases
    of the findings.
    """
    now = now or timezone.now()
    forget_traces(now)
    played = played_since(now - WINDOW)
    met = detection.opponents(played)
    often = {user for pair, games in met.items() if len(games) >= detection.MET for user in pair}
    findings = [
        *detection.same_place(played, days_of(often)),
        *detection.thrown(played),
        *detection.only_each_other(played),
        *detection.like_the_engine(reviewed_since(now - WINDOW)),
        *detection.knows_hands(same_deals.plays_since(now - WINDOW)),
    ]
    cases = []
    for finding in findings:
        try:
            if is_news(finding):
                cases.append(open_case(finding.kind, finding.people, finding.evidence, now))
        except Exception:
            log.exception("could not store a finding about %s", finding.people)
    return cases


def is_news(finding: Finding) -> bool:
    """Whether a finding has enough games that no moderator has reviewed."""
    settled = settled_games(finding.kind, finding.people)
    return not settled or len(set(finding.games) - settled) >= NEWS[finding.kind]


def played_since(since: datetime) -> list[RatedGameFacts]:
    """Return the rated games between people that ended after `since`, in two queries."""
    rated = RatingChange.objects.filter(rated__at__gt=since).exclude(rated__pool__in=WITHOUT_PEOPLE)
    rows = rated.order_by("rated__at", "rated", "pk").select_related("rated__game", "rating")
    rows = rows.defer("rated__game__snapshot", "rated__game__setup")
    games: dict[int, list[RatingChange]] = defaultdict(list)
    for change in rows:
        games[change.rated.game_id].append(change)
    turns: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(game__rated_game__at__gt=since, user__isnull=False)
    for game, user, begun in seats.values_list("game", "user", "turns"):
        turns[game][user or 0] = begun
    return [
        _played(changes, turns[game])
        for game, changes in games.items()
        if _all_have_accounts(changes)
    ]


def reviewed_since(since: datetime) -> list[ReviewedPlay]:
    """Return how players agree with the reviews of rated games between people, in two queries.

    No game is reviewed for this: only reviews count that were asked for.
    """
    done = Review.objects.filter(state=State.DONE, judge=judging.NAME)
    rated = done.filter(game__rated_game__at__gt=since).exclude(
        game__rated_game__pool__in=WITHOUT_PEOPLE
    )
    agreement = dict(rated.values_list("game", "agreement"))
    seats = Seat.objects.filter(game__in=agreement, user__isnull=False)
    return [
        ReviewedPlay(game, user or 0, *agreement[game][number])
        for game, number, user in seats.values_list("game", "number", "user")
        if len(agreement[game]) > number
    ]


def _all_have_accounts(changes: list[RatingChange]) -> bool:
    """Whether all players still have an account."""
    return all(change.rating.user_id is not None for change in changes)


def _played(changes: list[RatingChange], turns: dict[int, int]) -> RatedGameFacts:
    rated, game = changes[0].rated, changes[0].rated.game
    sides = [[change for change in changes if change.side == side] for side in (0, 1)]
    first, second = (_strength(side) for side in sides)
    return RatedGameFacts(
        game=game.pk,
        pool=rated.pool,
        at=rated.at,
        sides=(_people(sides[0]), _people(sides[1])),
        winner=game.winner,
        given_up=game.ending in GIVEN_UP,
        turns=turns,
        chance=glicko2.chance(first, second),
        sure=frozenset(_people([c for c in changes if c.before_deviation < UNSURE])),
        gained={c.rating.user_id or 0: c.after_value - c.before_value for c in changes},
    )


def _people(changes: list[RatingChange]) -> tuple[int, ...]:
    return tuple(change.rating.user_id or 0 for change in changes)


def _strength(side: list[RatingChange]) -> glicko2.GlickoRating:
    """Return the mean rating of a side; for teams it is a rough estimate."""
    value = sum(change.before_value for change in side) / len(side)
    deviation = sum(change.before_deviation for change in side) / len(side)
    return glicko2.GlickoRating(value, deviation)
