"""The course of a finished game: how it stood turn by turn, as a chart, and its key turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.core.cache import cache
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import Game as EngineGame
from engine import events as e
from engine.analysis.review import TurnCourse
from engine.analysis.review import course as engine_course
from games.symbols.happened import draw_events
from games.tables.models import Game
from games.tables.moves import moves_of
from games.tables.page.text import player_names
from games.tables.page.turns import in_short
from games.tables.previews import side_name
from games.tables.selectors import Seen

KEPT = 24 * 3600
"""Seconds for which the course of a game is kept; a finished game doesn't change."""
KEY_TURNS = 3
WIDTH, HEIGHT, EDGE = 600, 160, 14
"""Of the chart: the line lies between two edges, where the won discs are."""


@dataclass(frozen=True, slots=True)
class WonDisc:
    """A won disc on the chart."""

    planet: str
    x: float
    y: int


@dataclass(frozen=True, slots=True)
class KeyTurn:
    """One of the turns that changed the game the most."""

    number: int
    name: str
    whose: str
    seq: int
    signs: SafeString
    says: str
    """What happened, in short."""


@dataclass(frozen=True, slots=True)
class Course:
    """The chart of a finished game, as its viewer sees it: up is good for the viewer's side."""

    turns: int
    up: str
    """What a line above the middle says."""
    line: str
    """The points of the line, in SVG's words."""
    discs: tuple[WonDisc, ...]
    key_turns: tuple[KeyTurn, ...]
    figures: tuple[int, ...]
    """The chance of the side above after each turn, in per cent."""


def course(seen: Seen) -> Course | None:
    """Return the course of a finished game; `None` for a short one, or while hands are closed."""
    if not seen.is_open or seen.game.snapshot is None:
        return None
    turns = _turns_of(seen.game)
    if len(turns) < 3:
        return None
    side = 0 if seen.number is None else seen.number % 2
    return Course(
        turns=len(turns),
        up=_("above: your side is ahead")
        if seen.number is not None
        else _("above: %(name)s is ahead") % {"name": side_name(seen.seats, side)},
        line=_line(turns, side),
        discs=tuple(_discs(turns, side)),
        key_turns=tuple(_key_turns(seen, turns, side)),
        figures=tuple(round(100 * chance) for chance in _chances(turns, side)[1:]),
    )


def _turns_of(game: Game) -> list[TurnCourse]:
    key = f"course-2:{game.pk}:{game.seq}:{game.ending}"
    turns: list[TurnCourse] | None = cache.get(key)
    if turns is None:
        moves = [(move.seq, move.seat, move.action) for move in moves_of(game)]
        turns = engine_course(EngineGame.replay(game.setup), moves)
        cache.set(key, turns, KEPT)
    return turns


def _x(number: int, turns: int) -> float:
    return round(WIDTH * number / turns, 1)


def _line(turns: Sequence[TurnCourse], side: int) -> str:
    points = []
    for number, chance in enumerate(_chances(turns, side)):
        y = EDGE + (HEIGHT - 2 * EDGE) * (1 - chance)
        points.append(f"{_x(number, len(turns)):g} {y:.0f}")
    return "L".join(points)


def _chances(turns: Sequence[TurnCourse], side: int) -> list[float]:
    """Return the chance of a side before the first turn and after each."""
    return [0.5, *(t.chance if t.seat % 2 == side else 1 - t.chance for t in turns)]


def _discs(turns: Sequence[TurnCourse], side: int) -> list[WonDisc]:
    discs = []
    for turn in turns:
        for event in turn.events:
            if isinstance(event, e.DiscWon):
                y = EDGE // 2 if event.side == side else HEIGHT - EDGE // 2
                discs.append(WonDisc(event.planet, _x(turn.number, len(turns)), y))
    return discs


def _key_turns(seen: Seen, turns: Sequence[TurnCourse], side: int) -> list[KeyTurn]:
    changes = [abs(after - before) for before, after in pairwise(_chances(turns, side))]
    heaviest = sorted(turns, key=lambda turn: changes[turn.number - 1], reverse=True)
    chosen = sorted(heaviest[:KEY_TURNS], key=lambda turn: turn.number)
    return [
        KeyTurn(
            number=turn.number,
            name=seen.seats[turn.seat].short_name,
            whose="mine" if turn.seat % 2 == side else "theirs",
            seq=turn.last,
            signs=draw_events(
                [event for event in turn.events if not isinstance(event, e.TurnStarted)],
                side,
                turn.seat % 2,
            ),
            says=in_short(turn.events, seen.number, player_names(seen.seats)),
        )
        for turn in chosen
    ]
