"""Reviews: asked for by a viewer, made by a worker in small steps."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from time import monotonic, sleep

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.queueing import queue
from common.refusals import Refused
from engine import EngineError
from engine import Game as EngineGame
from engine.analysis.review import BUDGETS, judging, review, turns_in
from games.review.models import Review, State
from games.review.stored import turn_to_json
from games.tables.models import Game, Seat, Status
from games.tables.moves import moves_of
from games.tables.selectors import Seen
from games.tables.services.bots import FORGOTTEN_AFTER

log = logging.getLogger(__name__)

TASK = "games.review.tasks.make_review"
MOST_AN_HOUR = 30
LEAST_TURNS = 6
"""A game against bots with fewer turns is not reviewed at once."""
SLICE = 20.0
"""Seconds after which a task ends and queues the rest: a task may take 60."""
SAVED_EVERY = 0.5
"""Seconds between two looks at the progress."""
GIVES_WAY = 0.05
"""Seconds that a review waits, again and again, while a bot is asked."""
LONGEST_WAY = 2.0
"""The most seconds that it waits for bots before each turn."""
LOST_AFTER = timedelta(minutes=2)
"""A claim without a sign of life for so long is of a worker that has stopped."""


def refuse_closed(seen: Seen) -> None:
    """Raise `Refused` unless all cards of a game are open to everyone who may see it."""
    game = seen.game
    if game.status not in (Status.FINISHED, Status.ABORTED):
        raise Refused(_("You can review a game when it is over."), 409)
    if not seen.is_open:
        raise Refused(
            _("The same deal is still played at other tables. Come back when the round is over."),
            409,
        )
    if game.setup is None or game.seq == 0:
        raise Refused(_("No turn was played in this game."), 409)


def ask_for_review(user: User, seen: Seen, *, now: datetime | None = None) -> Review:
    """Queue the review of a finished game, once; raises `Refused`.

    One by an older judge, or one that failed, is made anew.
    """
    refuse_closed(seen)
    now = now or timezone.now()
    with transaction.atomic():
        if _is_at_the_limit(user, now):
            raise Refused(_("You have asked for 30 reviews within an hour. Try again later."), 429)
        values = {"asked_by": user, "asked_at": now, "judge": judging.NAME}
        row, is_new = Review.objects.get_or_create(game=seen.game, defaults=values)
        if not is_new and (row.state == State.FAILED or is_stale(row)):
            old = Review.objects.filter(pk=row.pk, state__in=(State.DONE, State.FAILED))
            anew: dict[str, object] = {
                "state": State.QUEUED,
                "turns": [],
                "claimed_at": None,
                "done_at": None,
            }
            old.update(**values, **anew)
            row.refresh_from_db()
        if row.state == State.QUEUED:
            transaction.on_commit(lambda: queue(TASK, seen.game.pk))
    return row


def is_stale(row: Review) -> bool:
    """Whether a review was made by another judge than today's."""
    return row.judge != judging.NAME


def review_at_once(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Queue the review of a game that a player has finished against bots alone.

    Longer than a few turns, and within the player's limit; other games are reviewed when asked for.
    """
    people = [seat.user for seat in seats if not seat.bot]
    is_played = game.status == Status.FINISHED and sum(s.turns for s in seats) >= LEAST_TURNS
    if len(people) != 1 or people[0] is None or game.sealed or not is_played:
        return
    if _is_at_the_limit(people[0], now):
        return
    values = {"asked_by": people[0], "asked_at": now, "judge": judging.NAME}
    _row, is_new = Review.objects.get_or_create(game=game, defaults=values)
    if is_new:
        transaction.on_commit(lambda: queue(TASK, game.pk))


def _is_at_the_limit(user: User, now: datetime) -> bool:
    lately = Review.objects.filter(asked_by=user, asked_at__gt=now - timedelta(hours=1))
    return lately.count() >= MOST_AN_HOUR


def make_review(
    game_id: int, *, seconds: float = SLICE, wait: Callable[[float], None] = sleep
) -> bool:
    """Review the next turns of a game; return whether more are left.

    Idempotent: another worker's claim is respected, and a review goes on where it was left.
    """
    row = _claim(game_id, timezone.now())
    if row is None:
        return False
    game = row.game
    try:
        dealt = EngineGame.replay(game.setup)
        moves = [(move.seq, move.seat, move.action) for move in moves_of(game)]
        saved = monotonic()
        end = saved + seconds
        row.total = turns_in(dealt, moves)
        for turn in review(dealt, moves, skip=len(row.turns), budgets=BUDGETS):
            row.turns.append(turn_to_json(turn))
            is_late = monotonic() > end and len(row.turns) < row.total
            if is_late or monotonic() > saved + SAVED_EVERY:
                saved = monotonic()
                row.claimed_at = None if is_late else timezone.now()
                row.save(update_fields=["turns", "total", "claimed_at"])
            if is_late:
                return True
            _give_way(wait)
    except (EngineError, ValueError, KeyError):
        log.exception("could not review game %s", game_id)
        Review.objects.filter(pk=row.pk).update(state=State.FAILED)
        return False
    row.state, row.done_at = State.DONE, timezone.now()
    row.agreement = _agreement(row)
    row.save(update_fields=["state", "done_at", "turns", "total", "agreement"])
    return False


def _agreement(row: Review) -> list[list[int]]:
    """Return [turns, turns for which the judge alone knows no better one] for each seat."""
    counts = [[0, 0] for _seat in range(row.game.players)]
    for turn in row.turns:
        counts[turn["seat"]][0] += 1
        counts[turn["seat"]][1] += turn.get("agrees", not turn["better"])
    return counts


def _claim(game_id: int, now: datetime) -> Review | None:
    """Return the review for this worker alone; `None` if it is done or another worker makes it."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - LOST_AFTER)
    waiting = Review.objects.filter(free, game=game_id, state__in=(State.QUEUED, State.RUNNING))
    if not waiting.update(state=State.RUNNING, claimed_at=now):
        return None
    return Review.objects.select_related("game").get(game=game_id)


def _give_way(wait: Callable[[float], None]) -> None:
    """Wait while a bot is asked: its answer comes before any review."""
    waited = 0.0
    lately = timezone.now() - FORGOTTEN_AFTER
    asked = Seat.objects.filter(asked=True, asked_at__gt=lately).exclude(bot="")
    while waited < LONGEST_WAY and asked.exists():
        wait(GIVES_WAY)
        waited += GIVES_WAY


def wake_forgotten_reviews(now: datetime | None = None) -> int:
    """Queue the lost tasks of reviews again; return the number of reviews."""
    late = (now or timezone.now()) - LOST_AFTER
    waiting = Review.objects.filter(state__in=(State.QUEUED, State.RUNNING), asked_at__lt=late)
    lost = waiting.filter(Q(claimed_at=None) | Q(claimed_at__lt=late)).order_by("asked_at")
    games = list(lost.values_list("game", flat=True)[:100])
    for game_id in games:
        queue(TASK, game_id)
    return len(games)


def review_of(game: Game) -> Review | None:
    """Return the review of a game that has been asked for."""
    return Review.objects.filter(game=game).first()
