"""The table as a picture for mails and pushes: SVG, and PNG drawn from it.

Nothing in it is set in type: figures and signs are drawn, so it looks the same wherever no font
is installed. The colours are those of the dark page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import resvg_py
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.public_types import View
from engine.symbols import Symbol, depict_agent, depict_frame, depict_technology
from engine.words import describe_source
from games.portraits import VIEW, portrait
from games.portraits.drawing import BACK, BRIGHT, CLOTH, FACE, HALO, INK, SHADE
from games.portraits.faces import PlayerFace
from games.symbols.svg import COLOURS, characters, coloured, drawings, row
from games.tables.models import Seat
from games.tables.page.board import board, mark_new
from games.tables.page.board_parts import Board, Level, SideBox, Track
from games.tables.page.cards import AgentCard, card
from games.tables.page.text import plain

WIDTH, HEIGHT = 320, 336
"""The size of the picture of the board."""
CARD, LEVEL, FOOT = 30, 25, 6
"""How much a card of a hand, a next level of a technology and the foot below them add to it."""
LANE, STEP, MIDDLE = 64, 21, 168
DIGIT = 9
SYMBOLS = (
    Symbol.CREDITS,
    Symbol.ZENITHIUM,
    Symbol.CARDS,
    Symbol.DECK,
    Symbol.BADGE,
    Symbol.BADGE_GOLD,
    Symbol.ANIMOD,
    Symbol.HUMAN,
    Symbol.ROBOT,
)

TONES = {
    BACK: (16, "#0b0e1c"),
    HALO: (32, "#0b0e1c"),
    CLOTH: (52, "#10142a"),
    SHADE: (76, "#10142a"),
    FACE: (90, "#ffffff"),
    BRIGHT: (22, "#ffffff"),
    INK: (0, "#0d1122"),
}
"""How much of a planet's colour is in a tone of a portrait, in percent, and what else."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The table at one moment, and the same in words."""

    svg: str
    sentences: list[str]

    @property
    def says(self) -> str:
        """The picture in words, in one piece."""
        return " ".join(self.sentences)

    def png(self, zoom: float = 1.5) -> bytes:
        """Return the picture as PNG, so many pixels for a unit of the SVG."""
        drawn: bytes = resvg_py.svg_to_bytes(svg_string=self.svg, zoom=zoom, skip_system_fonts=True)
        return drawn


def picture(
    view: View,
    seats: Sequence[Seat],
    me: int | None,
    before: View | None = None,
    *,
    over: bool = False,
    with_hand: bool = False,
    shared: bool = False,
    without_ground: bool = False,
) -> Picture:
    """Return the picture of what a seat (or a spectator, `None`) sees of a table.

    `before`: an earlier view by the same seat: the places that discs have left are marked.
    `over`: whether the game has ended. `with_hand`: with the seat's own cards, for the eyes of its
    player alone, and with what the next levels of technologies give, if the game goes on.
    `shared`: its words are for other readers too: they name each player and call none “you”.
    `without_ground`: transparent between the planets, to be laid over another picture.
    """
    table_board = board(view, seats, me, over=over)
    if before is not None:
        earlier = board(before, seats, me)
        places = {lane.planet: lane.at for lane in earlier.lanes if lane.at is not None}
        mark_new(table_board, places, ())
    slugs = (view["hands"][me]["cards"] or ()) if with_hand and me is not None else ()
    hand = [card(slug) for slug in slugs]
    levels = _next_levels(table_board) if hand and not over else []
    phrases = [
        *(
            phrase
            for agent in hand
            for phrase in (depict_frame(agent.slug), depict_agent(agent.slug))
        ),
        *(depict_technology(track.letter, level.number) for track, level in levels),
    ]
    foot = HEIGHT + CARD * len(hand)
    context = {
        "width": WIDTH,
        "without_ground": without_ground,
        "height": foot + LEVEL * len(levels) + (FOOT if hand else 0),
        "sprite": _sprite(),
        "drawings": drawings(phrases, *SYMBOLS, *(Symbol(agent.planet) for agent in hand)),
        "spaces": [MIDDLE + STEP * step for step in range(-3, 4)],
        "middle": MIDDLE,
        "lanes": [
            {
                "planet": lane.planet,
                "colour": COLOURS[lane.planet],
                "x": LANE // 2 + LANE * number,
                "at": None if lane.at is None else MIDDLE + STEP * lane.at,
                "was": None if lane.was is None else MIDDLE + STEP * lane.was,
                "theirs": _figures(len(lane.theirs.cards)),
                "mine": _figures(len(lane.mine.cards)),
            }
            for number, lane in enumerate(table_board.lanes)
        ],
        "sides": [_side(table_board.theirs, 20), _side(table_board.mine, HEIGHT - 20)],
        "colours": COLOURS,
        "hand": [
            {
                "y": HEIGHT + CARD * number,
                "colour": COLOURS[agent.planet],
                "planet": agent.planet,
                "faction": agent.faction,
                "cost": _figures(agent.cost),
                "frame": row(depict_frame(agent.slug)).svg,
                "effects": row(depict_agent(agent.slug)).svg,
            }
            for number, agent in enumerate(hand)
        ],
        "levels": [
            {
                "y": foot + LEVEL * number,
                "faction": track.faction,
                "number": _figures(level.number),
                "effects": row(depict_technology(track.letter, level.number)).svg,
            }
            for number, (track, level) in enumerate(levels)
        ],
    }
    svg = render_to_string("notifications/mails/table.svg", context)
    described = board(view, seats, None, over=over) if shared else table_board
    return Picture(svg, [*_sentences(described), *_effects(hand, levels)])


def _next_levels(table_board: Board) -> list[tuple[Track, Level]]:
    """Return the technologies that the side below can still develop, with their next levels."""
    return [(track, level) for track in table_board.tracks for level in track.levels if level.next]


def _effects(hand: Sequence[AgentCard], levels: Sequence[tuple[Track, Level]]) -> Iterator[str]:
    """Yield what cards and levels do, in words."""
    line = _("%(name)s: %(effects)s")
    for agent in hand:
        yield line % {"name": agent.name, "effects": agent.sentence}
    for track, level in levels:
        name = plain(describe_source(f"technology {track.faction} {level.number}"))
        yield line % {"name": name, "effects": level.says}


def _side(side: SideBox, y: int) -> dict[str, object]:
    return {
        "whose": side.whose,
        "y": y,
        "faces": [
            {"colour": COLOURS[face.planet], "drawing": _drawing(face), "x": 15 * number}
            for number, face in enumerate(player.face for player in side.players if player.face)
        ],
        "goods": 15 * (len(side.players) - 1),
        "credits": _figures(side.credits),
        "zenithium": _figures(side.zenithium),
        "cards": _figures(sum(player.cards for player in side.players)),
        "badge": side.badge,
        "won": [(planet, WIDTH - 14 - 15 * n) for n, (planet, _s, _n) in enumerate(side.won)],
    }


def face_picture(face: PlayerFace) -> str:
    """Return the face of a player as a square SVG."""
    return render_to_string(
        "notifications/mails/face.svg",
        {"colour": COLOURS[face.planet], "drawing": _drawing(face)},
    )


@cache
def _drawing(face: PlayerFace) -> SafeString:
    """Return the portrait of a face in colours of its own; nothing for a letter."""
    if not face.agent:
        return SafeString("")
    drawing = portrait(face.agent)
    for tone, (percent, other) in TONES.items():
        drawing = drawing.replace(f"var(--p-{tone})", _mixed(COLOURS[face.planet], percent, other))
    return SafeString(
        f'<svg x="-11" y="-11" width="22" height="22" viewBox="{VIEW}"'
        f' preserveAspectRatio="xMidYMid slice">{drawing}</svg>'
    )


def _mixed(colour: str, percent: int, other: str) -> str:
    """Return a colour of which so much is the first one; both are written as `#0b0e1c`."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{(a * percent + b * (100 - percent)) // 100:02x}" for a, b in pairs)


def _figures(number: int) -> list[tuple[str, int]]:
    """Return the figures of a number, and where each stands."""
    return [(figure, DIGIT * place) for place, figure in enumerate(str(number))]


def _sentences(table_board: Board) -> list[str]:
    """Return the picture in words."""
    parts = [lane.says for lane in table_board.lanes]
    for side in (table_board.mine, table_board.theirs):
        words = {
            "names": side.names,
            "credits": side.credits,
            "zenithium": side.zenithium,
            "won": ", ".join(name for _planet, _sign, name in side.won) or _("none"),
        }
        sentence = _("%(names)s: credits %(credits)d, zenithium %(zenithium)d, discs won: %(won)s.")
        parts.append(" ".join((sentence % words, *_possessions(table_board, side))))
    return parts


def _possessions(table_board: Board, side: SideBox) -> Iterator[str]:
    """Yield the cards of a side, its technologies and its badge in words."""
    is_mine = side is table_board.mine
    columns = [
        (lane.name, (lane.mine if is_mine else lane.theirs).cards) for lane in table_board.lanes
    ]
    levels = [(track.name, track.mine if is_mine else track.theirs) for track in table_board.tracks]
    words = {
        "hand": sum(player.cards for player in side.players),
        "columns": ", ".join(f"{name} {len(cards)}" for name, cards in columns),
        "levels": ", ".join(f"{name} {level}" for name, level in levels),
    }
    sentence = _(
        "Cards in hand: %(hand)d. Cards in columns: %(columns)s. Technologies: %(levels)s."
    )
    yield sentence % words
    if side.badge:
        yield f"{side.badge_says}."


@cache
def _sprite() -> SafeString:
    """Return the planets of the table page and their signs, figures and marks."""
    sprite = render_to_string("tables/_sprite.html")
    inside = sprite[sprite.index(">") + 1 : sprite.rindex("</svg>")]
    return SafeString(coloured(inside) + characters())
