"""Standing answers: what a player has decided beforehand about questions of correspondence games.

There are two: what to replace in the mulligan (a preference of the user), and an order of planets
for influence that the seat is given in another player's turn (of the game). A standing answer that
is legal becomes a sealed draft, so it is as private as that, and its player can take it back.

It is sent after a random time of the player's own week, as if the player had looked in: neither the
record nor the clock nor the hour of the day tells that the player did not.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from engine import Decision, EngineError
from engine.agents import AGENTS, NUMBER
from engine.names import PLANETS
from engine.views import open_hand
from games.clock import deadline
from games.tables.models import Game, Seat
from games.tables.services.drafts import imagined, play_draft
from games.tables.services.play import engine_game
from games.tables.timekeeping.clocks import week_of

LEAST_DELAY, MOST_DELAY = 60, 15 * 60
"""Seconds of the player's time after which a standing answer is sent."""
INFLUENCE = ("planet", "row")
"""The verbs of answers that choose where influence goes."""
MOST_ANSWERS = 5
KEEP_ALL = "keep"


def prepare(game: Game, seat: Seat, own_turn: bool, now: datetime) -> None:
    """Seal the standing answer to what a seat has just been asked, if there is one.

    The caller saves the seat.
    """
    user = seat.user
    if game.live or user is None or seat.played_by_id is not None or own_turn:
        return
    if not (seat.standing or user.mulligan_wish):
        return
    if seat.draft and seat.draft_seq == game.seq:  # a standing answer that was refused
        return
    actions = answers(game, seat, user)
    if actions:
        seat.draft, seat.draft_seq = actions, game.seq
        seat.sealed_at = seat.sends_at = _moment(seat, user, now)


def answers(game: Game, seat: Seat, user: User) -> list[str]:
    """Return the standing answers to all that a seat is asked now; none if one is missing."""
    ahead = imagined(engine_game(game), seat)
    actions: list[str] = []
    while len(actions) < MOST_ANSWERS:
        try:
            draft = play_draft(ahead, seat.number, actions)
        except (EngineError, Refused):
            return []
        if draft.final or draft.decision is None:
            return actions
        hand = open_hand(draft.view, seat.number)
        action = _answer(draft.decision, hand, seat, user)
        if action is None:
            return []
        actions.append(action)
    return []


def _answer(decision: Decision, hand: Sequence[str], seat: Seat, user: User) -> str | None:
    if decision.kind == "mulligan":
        return mulligan(user.mulligan_wish, hand)
    for planet in seat.standing:
        for verb in INFLUENCE:
            if f"{verb} {planet}" in decision.options:
                return f"{verb} {planet}"
    return None


def mulligan(wish: str, hand: Sequence[str]) -> str | None:
    """Return the answer to the mulligan: `keep`, or the least price of the cards to replace."""
    if wish == KEEP_ALL:
        return "redraw"
    if not wish.isdecimal():
        return None
    dear = [slug for slug in hand if AGENTS[NUMBER[slug]].cost >= int(wish)]
    return " ".join(["redraw", *dear])


def set_order(user: User, game_id: int, planets: Sequence[str]) -> None:
    """Set the order of planets for influence in another player's turn; raises `Refused`."""
    order = [planet for planet in dict.fromkeys(planets) if planet]
    if any(planet not in PLANETS for planet in order):
        raise Refused(_("You can't do that now."), 422)
    if not Seat.objects.filter(game=game_id, user=user).update(standing=order):
        raise Refused(_("You are not playing at this table."), 403)


def _moment(seat: Seat, user: User, now: datetime) -> datetime:
    """Return when an answer is sent: within the player's waking time, and not on vacation."""
    delay = LEAST_DELAY + secrets.randbelow(MOST_DELAY - LEAST_DELAY)
    return deadline(week_of(user), max(now, seat.away_until or now), delay)
