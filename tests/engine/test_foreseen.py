"""What a seat can be certain of before it plays an answer: `Game.foresee`."""

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine import Event, Game, Options, deal
from engine import events as e
from engine.foreseen import CertainLog, is_uncertain
from engine.names import PLANETS
from engine.public_types import View

KEPT = ("phase", "to_move", "side_to_move", "played", "pending", "stack", "outcome", "seed", "deck")
"""Keys of a view that are those of the question until something is uncertain."""
GOODS = {
    e.CreditsGained: ("credits", 1, 0),
    e.CreditsSpent: ("credits", -1, 0),
    e.CreditsTaken: ("credits", 1, -1),
    e.CreditsGiven: ("credits", -1, 1),
    e.ZenithiumGained: ("zenithium", 1, 0),
    e.ZenithiumSpent: ("zenithium", -1, 0),
    e.ZenithiumTaken: ("zenithium", 1, -1),
    e.ZenithiumGiven: ("zenithium", -1, 1),
}
"""Event -> what it changes, and its sign for the event's side and for the other one."""


@pytest.mark.parametrize(("winners", "certain"), [([None], 0), ([0, None, 1], 1), ([0, 1], 2)])
def test_events_are_certain_until_the_first_that_is_not(
    winners: list[int | None], certain: int
) -> None:
    log = CertainLog(Game(deal(Options(), "certain")).table())
    for winner in winners:
        log.append(e.GameEnded(winner=winner, victory=None))
    assert (len(log), log.certain) == (len(winners), certain)


@pytest.mark.whole
@pytest.mark.parametrize("first_deal", [0, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("players", [2, 4])
def test_the_view_is_the_one_before_with_the_certain_events_applied(
    players: int, first_deal: int
) -> None:
    """For all answers of random games."""
    random = Random(f"foreseen {players}")
    kinds: set[type[Event]] = set()
    stopped = 0
    for deal_number in (first_deal, first_deal + 1):
        game = Game(deal(Options(players=players), f"foreseen {deal_number}"))
        while game.pending:
            decision = game.pending[0]
            seat = decision.seats[0]
            before = game.view(seat)
            imagined = Game.imagined(before)
            for option in decision.options if before["phase"] == "turn" else ():
                certain, view = imagined.foresee(seat, option)
                happened = imagined.copy().play(seat, option)
                assert certain == [event.seen_by(seat) for event in happened[: len(certain)]]
                assert not any(map(is_uncertain, certain))
                assert len(certain) == len(happened) or is_uncertain(happened[len(certain)])
                assert board(view) == applied(before, certain)
                assert kept(view) == kept(before)
                kinds.update(map(type, certain))
                stopped += bool(certain) and len(certain) < len(happened)
            assert imagined.view(seat) == before
            game.play(seat, random.choice(decision.options))
    assert stopped > 50
    assert len(kinds) >= 20


def kept(view: Mapping[str, object]) -> list[object]:
    return [view[key] for key in KEPT]


def board(view: View) -> dict[str, Any]:
    """Return what `applied` follows."""
    sides = [
        {"credits": side["credits"], "zenithium": side["zenithium"], "won": side["won"]}
        for side in view["sides"]
    ]
    columns = [{planet: side["columns"][planet] for planet in PLANETS} for side in view["sides"]]
    levels = [side["technologies"] for side in view["sides"]]
    counts = [hand["count"] for hand in view["hands"]]
    return deepcopy(
        {
            "sides": sides,
            "columns": columns,
            "levels": levels,
            "counts": counts,
            "discs": view["discs"],
            "badge": view["badge"] and view["badge"]["side"],
        }
    )


def applied(view: View, events: list[Event]) -> dict[str, Any]:
    """Return the board after some events, counted from the events alone."""
    found = board(view)
    sides, columns, counts = found["sides"], found["columns"], found["counts"]
    for event in events:
        match event:
            case e.AgentRecruited(seat, agent, planet, paid):
                sides[seat % 2]["credits"] -= paid
                columns[seat % 2][planet].append(agent)
                counts[seat] -= 1
            case e.TechnologyDeveloped(seat, side, faction, level, paid, agent):
                sides[side]["zenithium"] -= paid
                found["levels"][side][faction] = level
                counts[seat] -= agent is not None
            case e.LeadershipTaken(seat):
                counts[seat] -= 1
            case e.DiscMoved(planet, side, _, at):
                found["discs"][planet] = at if side == 0 else -at
            case e.DiscWon(planet, side):
                found["discs"][planet] = None
                sides[side]["won"].append(planet)
            case e.DiscCentred(planet) | e.DiscPlaced(planet):
                found["discs"][planet] = 0
            case e.BadgeTaken(side):
                found["badge"] = side
            case e.BadgeGiven(side):
                found["badge"] = 1 - side
            case e.Event() if type(event) in GOODS:
                purse, own, other = GOODS[type(event)]
                goods: Any = event.to_json()
                side, amount = goods["side"], goods["amount"]
                sides[side][purse] += own * amount
                sides[1 - side][purse] += other * amount
            case e.AgentExiled(_, whose, agent, planet):
                assert columns[whose][planet].pop() == agent
            case e.AgentTransferred(side, agent, planet):
                assert columns[1 - side][planet].pop() == agent
                columns[side][planet].append(agent)
            case e.CardsDiscarded(seat, agents):
                counts[seat] -= len(agents)
            case e.CardsShared(seat, to, count):
                counts[seat] -= count
                counts[to] += count
    return found
