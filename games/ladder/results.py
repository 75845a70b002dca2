"""Effects of finished games, and of games that can't be played, on the ladder."""

from datetime import datetime

from games.contests.base import WINS, ContestResult
from games.ladder import places
from games.ladder.models import Challenge, ChallengeState, Ladder, LadderStep, Rung, StepReason
from games.ladder.news import ChallengeEnds, announce_challenge
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
    """Apply the result of a game to the ladder, once; in the transaction in which it ends."""
    unlocked = Challenge.objects.filter(game=game).first()
    if unlocked is None:
        return
    ladder = places.locked(unlocked.ladder_id)
    challenge = Challenge.objects.select_related("challenger__user", "challenged__user").get(
        pk=unlocked.pk
    )
    if challenge.ended_at is not None:
        return
    challenge.ended_at = now
    if challenge.state == ChallengeState.RUNNING:
        _count(ladder, challenge, result, now)
    challenge.save(update_fields=["state", "ended_at", "place"])
    announce_challenge(ChallengeEnds, challenge, now)


def _count(ladder: Ladder, challenge: Challenge, result: ContestResult, now: datetime) -> None:
    """Take a place from the loser, and move players who lost on time down the ladder."""
    if not result.finished and not result.late:
        challenge.state = ChallengeState.VOID  # aborted, and neither player lost on time
        return
    challenger, challenged = challenge.challenger, challenge.challenged
    assert challenger.place is not None
    assert challenged.place is not None
    own, other = WINS if challenge.challenger_first else reversed(WINS)
    rungs = {own: challenger, other: challenged}
    late_rungs = {rungs[player].pk for player in result.late}
    challenge.place, challenge.state = challenged.place, ChallengeState.COUNTED
    places_before = {rung.pk: rung.place for rung in (challenger, challenged)}
    taken = result.outcome == own and challenged.place < challenger.place
    if taken:
        places.put(ladder, challenger, challenged.place, StepReason.WON, now, challenge)
        challenged.refresh_from_db(fields=["place"])
        _notify(challenger, challenge, PlaceTaken, now)
    for player, rung in rungs.items():
        if rung.pk not in late_rungs and not (taken and rung == challenger):
            if result.outcome in WINS:
                why = StepReason.WON if result.outcome == player else StepReason.LOST
            else:
                why = StepReason.DRAWN
            places.note_step(ladder, rung, places_before[rung.pk], why, now, challenge)
    if taken and challenged.pk not in late_rungs:
        _notify(challenged, challenge, PlaceLost, now)
    # The higher player first: if both drop to last place, the higher one stays above.
    for rung in sorted((challenger, challenged), key=lambda rung: places_before[rung.pk] or 0):
        if rung.pk in late_rungs:
            again = _was_late(rung, now)
            after = ladder.members if again else fall(places_before[rung.pk] or 0, ladder.members)
            rung.refresh_from_db(fields=["place"])
            places.put(ladder, rung, after, StepReason.TIME, now, challenge)
            _notify(rung, challenge, DroppedByTime if again else FellByTime, now)


def give_place(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """Give the challenger the place of a player who may not play, without a game.

    The ladder must be locked and the challenge waiting.
    """
    challenger, challenged = challenge.challenger, challenge.challenged
    assert challenged.place is not None
    challenge.place, challenge.state, challenge.ended_at = (
        challenged.place,
        ChallengeState.COUNTED,
        now,
    )
    challenge.save(update_fields=["state", "ended_at", "place"])
    before = challenged.place
    places.put(ladder, challenger, challenged.place, StepReason.FORFEIT, now, challenge)
    challenged.refresh_from_db(fields=["place"])
    places.note_step(ladder, challenged, before, StepReason.FORFEIT, now, challenge)
    announce_challenge(ChallengeEnds, challenge, now)
    _notify(challenger, challenge, PlaceTaken, now)
    _notify(challenged, challenge, PlaceLost, now)


def _was_late(rung: Rung, now: datetime) -> bool:
    """Whether a player lost another game on time recently; annulled games don't count."""
    late = LadderStep.objects.filter(rung=rung, why=StepReason.TIME, at__gt=now - LATE_AGAIN)
    return late.exclude(challenge__game__ending=Ending.REVOKED).exists()


def _notify(
    rung: Rung, challenge: Challenge, kind: type[ChallengeNotification], now: datetime
) -> None:
    key = f"{kind.key} {challenge.pk}"
    note(rung.user, kind, key, now=now, challenge=challenge.pk, place=rung.place)
