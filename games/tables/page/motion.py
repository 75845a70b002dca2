"""Motion: the new moves of other seats as steps that the page plays on the board.

Every event is a moment: steps that begin together. A step is plain data for `static/js/motion.js`:
what is moved, from which place to which, or by how much a figure changes. Names of things and
places are words with a space between them, as in `column theirs mars`. They are turned for the
viewer, and made from events as the viewer may see them.
"""

import json
from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from engine import Event
from engine import events as e
from engine.agents import AGENTS, NUMBER
from engine.names import FACTIONS, PLANETS, SEATS
from engine.words import faction_name, planet_name
from games.tables.page.board import turned
from games.tables.page.log import start_first
from games.tables.page.text import plain

LARGEST = 6000
"""The most bytes of a page's moments as JSON; the oldest ones are left out.

A turn has 600 at the median, three turns of a game for four 1,600, and hardly ever more than 5,000.
"""

SILENT: tuple[type[Event], ...] = (
    e.MulliganChosen,
    e.TurnStarted,
    e.Declined,
    e.EffectSkipped,
    e.GameEnded,
)
"""The events without a step: they change nothing that lies on the table."""

type Step = dict[str, str | int]
"""A step: its `kind`, `what` it is about, the places `from` and `to`, or the change `by`.

- `fly`: a thing comes into sight and flies; without `from` it appears. A `label` is written on it.
- `play`: like `fly`, a card that another player plays: it shows its `use` on the way.
- `move`: a thing that lies on the board moves.
- `count`: a figure changes.
- `turn`: a thing is turned over.
- `pulse`: something is pointed out.
"""


class MotionMoment(TypedDict):
    """The steps of an event."""

    move: int
    """The number of its move."""
    turn: int
    """The seat whose turn it is."""
    steps: list[Step]


def moments(
    moves: Iterable[tuple[int, int, Sequence[Event]]], me: int | None
) -> list[MotionMoment]:
    """Return what the page of a seat or a spectator (`None`) plays of some moves."""
    played: list[MotionMoment] = []
    turn: int | None = None  # of the first moves: that of the seat that makes the first one
    for number, seat, events in moves:
        turn = seat if turn is None else turn
        for event in start_first(events):
            if isinstance(event, e.TurnStarted):
                turn = event.seat
            elif steps := event_steps(event, me):
                played.append(MotionMoment(move=number, turn=turn, steps=steps))
    while len(json.dumps(played)) > LARGEST:
        del played[0]
    return played


def count_moments(events: Iterable[Event], me: int | None) -> int:
    """Return how many of some events are moments."""
    return sum(1 for event in events if event_steps(event, me))


def event_steps(event: Event, me: int | None) -> list[Step]:
    """Return the steps of an event for a seat or a spectator."""
    return _course(event, me) or _board(event, me) or _goods(event, me) or _cards(event, me)


def _course(event: Event, me: int | None) -> list[Step]:
    """Return the steps of what a seat does in its turn."""
    match event:
        case e.TurnSkipped(seat) | e.OrderChosen(seat):
            return [_pulse(_hand(seat, me))]
        case e.AgentRecruited(seat, agent, planet, paid):
            use = _("Recruit on %(planet)s") % {"planet": plain(planet_name(planet))}
            flight = _play_agent(seat, agent, f"column {_whose(seat, me)} {planet}", use, me)
            return [flight, *_count("credits", seat, -paid, me)]
        case e.TechnologyDeveloped(seat, side, faction, level, paid, agent):
            marker = f"marker {faction} {_whose(side, me)}"
            words = {"faction": plain(faction_name(faction)), "level": level}
            use = _("Develop %(faction)s, level %(level)s") % words
            steps = [_play_agent(seat, agent, "discard", use, me)] if agent else []
            return [
                *steps,
                _move(marker, f"level {faction} {level - 1}", f"level {faction} {level}"),
                *_count("zenithium", side, -paid, me),
            ]
        case e.LeadershipTaken(seat, agent):
            return [_play_agent(seat, agent, "discard", _("Take the leadership"), me)]
        case e.LineCompleted(_, level):
            return [_pulse(f"level {faction} {level}") for faction in FACTIONS]
    return []


def _board(event: Event, me: int | None) -> list[Step]:
    """Return the steps of discs, badge and tokens."""
    match event:
        case e.DiscMoved(planet, side, steps, at):
            before, after = (_track(planet, place, side, me) for place in (at - steps, at))
            return [_move(f"disc {planet}", before, after)]
        case e.DiscWon(planet, side):
            whose = _whose(side, me)
            return [_fly(f"disc {planet}", _track(planet, 4, side, me), f"won {whose} {planet}")]
        case e.DiscCentred(planet) | e.DiscPlaced(planet):
            return [{"kind": "fly", "what": f"disc {planet}", "to": f"track {planet} 0"}]
        case e.BadgeTaken(side, "gold"):
            return [{"kind": "turn", "what": f"badge {_whose(side, me)}"}]
        case e.BadgeTaken(side):
            badge = f"badge {_whose(side, me)}"
            return [{"kind": "fly", "what": badge, "to": badge}]
        case e.BadgeGiven(side):
            badge = f"badge {_whose(1 - side, me)}"
            return [_fly(badge, f"badge {_whose(side, me)}", badge)]
        case e.TokenGained(side, _, place):
            origin = "supply" if place is None else f"token {place}"
            return [_fly("token", origin, f"side {_whose(side, me)}")]
        case e.TokensShuffled():
            return [_pulse("supply")]
    return []


def _goods(event: Event, me: int | None) -> list[Step]:
    """Return the steps of credits and zenithium."""
    match event:
        case e.CreditsGained(side, amount):
            return _count("credits", side, amount, me)
        case e.CreditsSpent(side, amount):
            return _count("credits", side, -amount, me)
        case e.CreditsTaken(side, amount):
            return _passed("credits", 1 - side, amount, me)
        case e.CreditsGiven(side, amount):
            return _passed("credits", side, amount, me)
        case e.ZenithiumGained(side, amount):
            return _count("zenithium", side, amount, me)
        case e.ZenithiumSpent(side, amount):
            return _count("zenithium", side, -amount, me)
        case e.ZenithiumTaken(side, amount):
            return _passed("zenithium", 1 - side, amount, me)
        case e.ZenithiumGiven(side, amount):
            return _passed("zenithium", side, amount, me)
    return []


def _cards(event: Event, me: int | None) -> list[Step]:
    """Return the steps of cards; those that come to a hand are shown as a number of cards."""
    match event:
        case e.AgentMobilized(side, agent, planet):
            return [_fly_agent(agent, "deck", f"column {_whose(side, me)} {planet}")]
        case e.AgentExiled(_, whose, agent, planet):
            return [_fly_agent(agent, f"column {_whose(whose, me)} {planet}", "discard")]
        case e.AgentTransferred(side, agent, planet):
            columns = (f"column {_whose(who, me)} {planet}" for who in (1 - side, side))
            return [_fly_agent(agent, *columns)]
        case e.CardsDiscarded(seat, agents):
            return [_fly_agent(agent, _hand(seat, me), "discard") for agent in agents]
        case e.CardsDrawn(seat, count):
            return [_fly(f"cards {count}", "deck", _hand(seat, me))] if count else []
        case e.CardsShared(seat, to, count):
            return [_fly(f"cards {count}", _hand(seat, me), _hand(to, me))] if count else []
        case e.DeckShuffled(count):
            return [_fly(f"cards {count}", "discard", "deck")]
    return []


def _fly(what: str, start: str, to: str) -> Step:
    return {"kind": "fly", "what": what, "from": start, "to": to}


def _move(what: str, start: str, to: str) -> Step:
    return {"kind": "move", "what": what, "from": start, "to": to}


def _pulse(what: str) -> Step:
    return {"kind": "pulse", "what": what}


def _count(good: str, side: int, by: int, me: int | None) -> list[Step]:
    return [{"kind": "count", "what": f"{good} {_whose(side, me)}", "by": by}] if by else []


def _passed(good: str, giver: int, amount: int, me: int | None) -> list[Step]:
    """Return the steps of a side that gives to the other."""
    if not amount:
        return []
    places = (f"{good} {_whose(side, me)}" for side in (giver, 1 - giver))
    return [
        _fly(good, *places),
        *_count(good, giver, -amount, me),
        *_count(good, 1 - giver, amount, me),
    ]


def _whose(seat: int, me: int | None) -> str:
    """Return whose side a seat or a side is: `mine` is at the bottom."""
    return "mine" if seat % 2 == (me or 0) % 2 else "theirs"


def _hand(seat: int, me: int | None) -> str:
    """Return the place of a hand: the viewer's own, or beside a player of a side."""
    if seat == me:
        return "hand"
    return f"player {_whose(seat, me)} {SEATS[4][seat % 2].index(seat) + 1}"


def _fly_agent(slug: str, start: str, to: str) -> Step:
    agent = AGENTS[NUMBER[slug]]
    what = f"agent {slug} {PLANETS[agent.planet]}"
    return _fly(what, start, to) | {"label": agent.name}


def _play_agent(seat: int, slug: str, to: str, use: str, me: int | None) -> Step:
    """Return the flight of a card that a seat plays; the viewer knows the use of the own one."""
    flight = _fly_agent(slug, _hand(seat, me), to)
    return flight if seat == me else flight | {"kind": "play", "use": use}


def _track(planet: str, at: int, side: int, me: int | None) -> str:
    """Return a space of a planet's track, which lies `at` steps on a side."""
    downwards = turned(at if side == 0 else -at, (me or 0) % 2)
    return f"track {planet} {downwards}"
