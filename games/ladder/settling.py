"""What the end of a game, or a game that can't be played, does to the ladder."""

from collections.abc import Sequence
from datetime import datetime

from games.ladder import places
from games.ladder.models import Challenge, Ladder, Rung, State, Step, Why
from games.ladder.rules import LATE_AGAIN, fall
from games.notifications.models import NotificationKind
from games.notifications.record import note
from games.tables.models import Ending, Game, Status


def settle(game: Game, lost: Sequence[int], now: datetime) -> None:
    """Move the places that a game was played for, once; in the transaction in which it ends.

    `lost`: the sides that let their time pass, if the game ended without a result.
    """
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
    if challenge.state == State.RUNNING:
        _count(ladder, challenge, game, lost, now)
    challenge.save(update_fields=["state", "ended_at", "place"])


def _late(game: Game, lost: Sequence[int]) -> set[int]:
    if game.status == Status.FINISHED and game.ending == Ending.TIME and game.winner is not None:
        return {1 - game.winner}
    return set(lost)


def _winner(game: Game, lost: Sequence[int]) -> int | None:
    if game.status == Status.FINISHED:
        return game.winner
    return 1 - lost[0] if len(lost) == 1 else None


def _count(
    ladder: Ladder, challenge: Challenge, game: Game, lost: Sequence[int], now: datetime
) -> None:
    """Take a place from the loser, and move players who lost on time down the ladder."""
    winner, late = _winner(game, lost), _late(game, lost)
    if game.status != Status.FINISHED and not late:
        challenge.state = State.VOID  # broken off, and nobody's fault
        return
    one, two = challenge.challenger, challenge.challenged
    assert one.place is not None
    assert two.place is not None
    own = game.second_side ^ challenge.challenger_first  # the challenger's side
    sides = {own: one, 1 - own: two}
    slow = {sides[side].pk for side in late}
    challenge.place, challenge.state = two.place, State.COUNTED
    stood = {rung.pk: rung.place for rung in (one, two)}
    taken = winner == own and two.place < one.place
    if taken:
        places.put(ladder, one, two.place, Why.WON, now, challenge)
        two.refresh_from_db(fields=["place"])
        _tell(one, challenge, "taken", now)
    for side, rung in sides.items():
        if rung.pk not in slow and not (taken and rung == one):
            why = Why.DRAWN if winner is None else Why.WON if winner == side else Why.LOST
            places.note_step(ladder, rung, stood[rung.pk], why, now, challenge)
    if taken and two.pk not in slow:
        _tell(two, challenge, "lost", now)
    # The higher one first, so that of two who end up last the higher one stays higher.
    for rung in sorted((one, two), key=lambda rung: stood[rung.pk] or 0):
        if rung.pk in slow:
            again = _was_late(rung, now)
            after = ladder.members if again else fall(stood[rung.pk] or 0, ladder.members)
            rung.refresh_from_db(fields=["place"])
            places.put(ladder, rung, after, Why.TIME, now, challenge)
            _tell(rung, challenge, "dropped" if again else "fell", now)


def give_place(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """Let a challenger take the place of a player who may not play, without a game.

    The ladder is locked, and the challenge waits still.
    """
    one, two = challenge.challenger, challenge.challenged
    assert two.place is not None
    challenge.place, challenge.state, challenge.ended_at = two.place, State.COUNTED, now
    challenge.save(update_fields=["state", "ended_at", "place"])
    before = two.place
    places.put(ladder, one, two.place, Why.FORFEIT, now, challenge)
    two.refresh_from_db(fields=["place"])
    places.note_step(ladder, two, before, Why.FORFEIT, now, challenge)
    _tell(one, challenge, "taken", now)
    _tell(two, challenge, "lost", now)


def _was_late(rung: Rung, now: datetime) -> bool:
    """Whether a player has lost another ladder game on time lately; annulled games don't count."""
    late = Step.objects.filter(rung=rung, why=Why.TIME, at__gt=now - LATE_AGAIN)
    return late.exclude(challenge__game__ending=Ending.REVOKED).exists()


def _tell(rung: Rung, challenge: Challenge, what: str, now: datetime) -> None:
    key = f"ladder {challenge.pk} {what}"
    about = {"said": what, "challenge": challenge.pk, "place": rung.place}
    note(rung.user, NotificationKind.NEWS, key, now=now, of="ladder", about=about)
