"""Small pictures of tables: the five discs between the sides, as a spectator sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Game as EngineGame
from engine.names import PLANETS
from engine.public_types import Position, VictoryProgress, View
from engine.words import planet_name
from games.tables.models import Game, Seat
from games.tables.moves import moves_of
from games.tables.services.play import engine_game
from games.tables.signs import PLANET_PATHS

STEP = 17
MIDDLE = 112
LANE = 60


@dataclass(frozen=True, slots=True)
class Lane:
    """A planet's track in a picture of 300 by 224."""

    planet: str
    name: str
    sign: str
    """The sign of the planet, as a path."""
    x: int
    y: int | None
    """The position of the disc; `None` while it is won."""
    won: tuple[tuple[int, int], ...]
    """The positions of the won discs."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The picture of a table: five lanes, and the names above and below."""

    lanes: tuple[Lane, ...]
    above: str
    below: str
    missing: tuple[int, int] = (5, 5)
    """The discs that each side lacks for the victory that is nearest to it."""

    @property
    def sentence(self) -> str:
        """The picture in words."""
        return " ".join(lane.sentence for lane in self.lanes)


def side_name(seats: Sequence[Seat], side: int) -> str:
    """Return the names of the players and invited players of a side."""
    return " & ".join(name_of(seat) for seat in seats if seat.side == side)


def name_of(seat: Seat) -> str:
    """Return the name of the player on a seat, or of the player it is reserved for."""
    return seat.invited.username if seat.invited else seat.name


def preview(game: Game, below: int = 0) -> Preview | None:
    """Return the picture of a table that has started, with one side at the bottom."""
    if game.snapshot is None:
        return None
    seats = list(game.seats.all())
    names = (side_name(seats, 0), side_name(seats, 1))
    view = engine_game(game).view(None)
    won = [side["won"] for side in view["sides"]]
    lanes = tuple(_lane(view["discs"], won, i, below, names) for i in range(len(PLANETS)))
    missing = (_missing(view["sides"][0]["progress"]), _missing(view["sides"][1]["progress"]))
    return Preview(lanes, above=names[1 - below], below=names[below], missing=missing)


def picture_of(position: Position, below: int, names: tuple[str, str]) -> Preview:
    """Return the picture of a position; `names`: of both sides, `below` is at the bottom."""
    won = [side["won"] for side in position["sides"]]
    lanes = tuple(_lane(position["discs"], won, i, below, names) for i in range(len(PLANETS)))
    return Preview(lanes, above=names[1 - below], below=names[below])


type Frame = list[tuple[int | None, int, int]]
"""For each planet the position of the disc, as `Lane.y`, and the discs won below and above."""

NOBODY = -1
KEPT = 24 * 3600
"""Seconds for which the frames of a game are kept."""


def frames_of(game: Game) -> list[Frame]:
    """Return the pictures of a game turn by turn, side 0 at the bottom, to play it on one."""
    key = f"frames:{game.pk}:{game.seq}"
    frames: list[Frame] | None = cache.get(key)
    if frames is None:
        played = EngineGame.replay(game.setup)
        moves = [(move.seat, move.action) for move in moves_of(game)]
        frames = [_frame(played.view(None))]
        for (seat, action), (following, _action) in pairwise([*moves, (NOBODY, "")]):
            played.play(seat, action)
            if seat != following:
                frames.append(_frame(played.view(None)))
        cache.set(key, frames, KEPT)
    return frames


def _frame(view: View) -> Frame:
    won = [side["won"] for side in view["sides"]]
    steps = (view["discs"].get(planet) for planet in PLANETS)
    return [
        (
            None if at is None else MIDDLE + STEP * at,
            won[0].count(planet),
            won[1].count(planet),
        )
        for planet, at in zip(PLANETS, steps, strict=True)
    ]


def _missing(progress: VictoryProgress) -> int:
    ways = (progress["absolute"], progress["democratic"], progress["popular"])
    return min(needs - has for has, needs in ways)


EXAMPLE_DISCS = {"mercury": 1, "venus": -1, "terra": 2, "mars": -2, "jupiter": 3}
EXAMPLE_WON = (["mercury", "terra"], ["venus", "venus", "mars"])


def example() -> Preview:
    """Return the picture of a made-up position, for a site without games."""
    names = (_("You"), _("Your opponent"))
    numbers = range(len(PLANETS))
    lanes = tuple(_lane(EXAMPLE_DISCS, EXAMPLE_WON, number, 0, names) for number in numbers)
    return Preview(lanes, above=names[1], below=names[0])


def _lane(
    discs: Mapping[str, int | None],
    won_by_sides: Sequence[Sequence[str]],
    number: int,
    below: int,
    names: tuple[str, str],
) -> Lane:
    planet = PLANETS[number]
    x = LANE // 2 + LANE * number
    steps = discs.get(planet)
    towards = steps if steps is None or below == 0 else -steps
    won = []
    for side, at in ((below, 205), (1 - below, 19)):
        count = won_by_sides[side].count(planet)
        won += [(x + 12 * i - 6 * (count - 1), at) for i in range(count)]
    name = planet_name(planet).render(_, ngettext)
    if steps is None:
        sentence = _("%(planet)s: just won.") % {"planet": name}
    elif steps == 0:
        sentence = _("%(planet)s: in the middle.") % {"planet": name}
    else:
        words = ngettext(
            "%(planet)s: %(n)d step towards %(side)s.",
            "%(planet)s: %(n)d steps towards %(side)s.",
            abs(steps),
        )
        sentence = words % {"planet": name, "n": abs(steps), "side": names[0 if steps > 0 else 1]}
    y = None if towards is None else MIDDLE + STEP * towards
    return Lane(planet, name, PLANET_PATHS[planet], x, y, tuple(won), sentence)
