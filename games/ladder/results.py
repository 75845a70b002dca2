"""What the end of a game, or a game that can't be played, does to the ladder."""

from datetime import datetime

from games.contests.base import WINS, ContestResult
from games.ladder import places
from games.ladder.models import Challenge, ChallengeState, Ladder, LadderStep, Rung, StepReason
from games.ladder.notifications import (
    ChallengeNotification,
    DroppedByTime,
    FellByTime,
    PlaceLost,
    PlaceTaken,
)
from games.ladder.rules import LATE_AGAIN, fall
from games.notifications.record import note
from games.tables.models import Ending, Game


def settle(game: Game, result: ContestResult, now: datetime) -> None:
    """Move the places that a game was played for, once; in the transaction in which it ends."""
    found = Challenge.objects.filter(game=game).first()
    if found is None:
        return
    ladder = places.locked(found.ladder_id)
    challenge = Challenge.objects.select_related("challenger__user", "challenged__user").get(
        pk=found.pk
    )
    if challenge.ended_at is not None:
        return
    challenge.ended_at = now
    if challenge.state == ChallengeState.RUNNING:
        _count(ladder, challenge, result, now)
    challenge.save(update_fields=["state", "ended_at", "place"])


def _count(ladder: Ladder, challenge: Challenge, result: ContestResult, now: datetime) -> None:
    """Take a place from the loser, and move players who lost on time down the ladder."""
    if not result.finished and not result.late:
        challenge.state = ChallengeState.VOID  # broken off, and nobody's fault
        return
    one, two = challenge.challenger, challenge.challenged
    assert one.place is not None
    assert two.place is not None
    own, other = WINS if challenge.challenger_first else reversed(WINS)
    rungs = {own: one, other: two}
    slow = {rungs[player].pk for player in result.late}
    challenge.place, challenge.state = two.place, ChallengeState.COUNTED
    stood = {rung.pk: rung.place for rung in (one, two)}
    taken = result.outcome == own and two.place < one.place
    if taken:
        places.put(ladder, one, two.place, StepReason.WON, now, challenge)
        two.refresh_from_db(fields=["place"])
        _notify(one, challenge, PlaceTaken, now)
    for player, rung in rungs.items():
        if rung.pk not in slow and not (taken and rung == one):
            if result.outcome in WINS:
                why = StepReason.WON if result.outcome == player else StepReason.LOST
            else:
                why = StepReason.DRAWN
            places.note_step(ladder, rung, stood[rung.pk], why, now, challenge)
    if taken and two.pk not in slow:
        _notify(two, challenge, PlaceLost, now)
    # The higher one first, so that of two who end up last the higher one stays higher.
    for rung in sorted((one, two), key=lambda rung: stood[rung.pk] or 0):
        if rung.pk in slow:
            again = _was_late(rung, now)
            after = ladder.members if again else fall(stood[rung.pk] or 0, ladder.members)
            rung.refresh_from_db(fields=["place"])
            places.put(ladder, rung, after, StepReason.TIME, now, challenge)
            _notify(rung, challenge, DroppedByTime if again else FellByTime, now)


def give_place(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """Let a challenger take the place of a player who may not play, without a game.

    The ladder is locked, and the challenge waits still.
    """
    one, two = challenge.challenger, challenge.challenged
    assert two.place is not None
    challenge.place, challenge.state, challenge.ended_at = two.place, ChallengeState.COUNTED, now
    challenge.save(update_fields=["state", "ended_at", "place"])
    before = two.place
    places.put(ladder, one, two.place, StepReason.FORFEIT, now, challenge)
    two.refresh_from_db(fields=["place"])
    places.note_step(ladder, two, before, StepReason.FORFEIT, now, challenge)
    _notify(one, challenge, PlaceTaken, now)
    _notify(two, challenge, PlaceLost, now)


def _was_late(rung: Rung, now: datetime) -> bool:
    """Whether a player has lost another ladder game on time lately; annulled games don't count."""
    late = LadderStep.objects.filter(rung=rung, why=StepReason.TIME, at__gt=now - LATE_AGAIN)
    return late.exclude(challenge__game__ending=Ending.REVOKED).exists()


def _notify(
    rung: Rung, challenge: Challenge, kind: type[ChallengeNotification], now: datetime
) -> None:
    key = f"{kind.key} {challenge.pk}"
    note(rung.user, kind, key, now=now, challenge=challenge.pk, place=rung.place)
