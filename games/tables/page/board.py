"""What is drawn of a view of the engine: lanes, columns, technologies, sides, hands.

Everything is turned so that the reader sits below: `at` counts steps downwards, and the sides
are called `mine` and `theirs`; spectators sit with side 0.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.agents import AGENTS, NUMBER
from engine.names import FACTIONS, PLANETS, SEATS
from engine.words import (
    agent_name,
    describe,
    describe_agent,
    describe_technology,
    describe_token,
    faction_name,
    planet_name,
    token_name,
)
from games.tables.models import Seat
from games.tables.page.shapes import (
    Board,
    Card,
    Column,
    Lane,
    Level,
    Player,
    SideBox,
    TokenSeen,
    Track,
    Victory,
)
from games.tables.page.text import agent_button, in_each_language, plain
from games.tables.previews import side_name

PLANET_SIGNS = {"mercury": "☿", "venus": "♀", "terra": "♁", "mars": "♂", "jupiter": "♃"}
FACTION_SIGNS = {"animod": "▲", "human": "●", "robot": "■"}
TOKEN_SIGNS = {
    "influence": "+1",
    "zenithium": "1⬢",
    "credits_3": "3◈",
    "credits_4": "4◈",
    "badge": "★",
    "mobilize": "▤2",
    "exile": "✕2",
    "transfer": "⇄1",
}


def board(view: Mapping[str, Any], seats: Sequence[Seat], me: int | None) -> Board:
    """Return what is to be drawn of a view, turned for a seat or a spectator (`None`)."""
    side = 0 if me is None else me % 2
    sides = (side_name(seats, 1 - side), "" if me is not None else side_name(seats, side))
    tokens = {place: token_seen(place, token) for place, token in view["tokens"].items()}
    return Board(
        lanes=[_lane(view, planet, side, tokens.get(planet), sides) for planet in PLANETS],
        tracks=[_track(view, faction, side, tokens.get(faction)) for faction in FACTIONS],
        letters="·".join(view["boards"]),
        theirs=_side(view, seats, 1 - side, me, "theirs"),
        mine=_side(view, seats, side, me, "mine"),
        deck=view["deck"]["count"],
        supply=view["token_supply"]["count"],
        discard=[card(slug) for slug in reversed(view["discard"])],
        tokens_gone=[plain(token_name(token)) for token in view["token_discard"]],
    )


def turned(disc: int | None, side: int) -> int | None:
    """Return where a disc lies for a side: steps downwards, `None` for no disc."""
    return None if disc is None else disc if side == 0 else -disc


def card(slug: str) -> Card:
    """Return an agent as it is printed."""
    return replace(_printed(slug), uses=[])


@in_each_language
def _printed(slug: str) -> Card:
    agent = AGENTS[NUMBER[slug]]
    planet, faction = PLANETS[agent.planet], FACTIONS[agent.faction]
    one_by_one = [plain(describe(effect)) for effect in agent.effects]
    whole = plain(describe_agent(slug))
    one = Card(
        slug=slug,
        name=agent.name,
        planet=planet,
        planet_name=plain(planet_name(planet)),
        sign=PLANET_SIGNS[planet],
        faction=faction,
        faction_name=plain(faction_name(faction)),
        shape=FACTION_SIGNS[faction],
        cost=agent.cost,
        says=one_by_one if whole == " ".join(one_by_one) else [whole],
        stars=stars(slug),
        button=agent_button(
            slug,
            format_html(
                '<span class="shape" aria-hidden="true">{}</span> {}',
                FACTION_SIGNS[faction],
                agent.name,
            ),
        ),
    )
    one.line = render_to_string("tables/_line.html", {"one": one})
    return one


@in_each_language
def opened(slug: str) -> SafeString:
    """Return the card of an agent that opens over the page, as HTML."""
    return render_to_string("tables/_card.html", {"one": card(slug)})


@cache
def stars(slug: str) -> SafeString:
    """Return the constellation of an agent as SVG: the same name, the same stars."""
    state = 2166136261
    for letter in agent_name(slug):
        state = (state ^ ord(letter)) * 16777619 % 2**32

    def chance() -> float:
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return ((state >> 9) ^ (state >> 17)) % 1000 / 1000

    count = 6 + int(chance() * 3)
    points = [
        (
            round(10 + 190 * (i + 0.5) / count + (chance() - 0.5) * 16),
            round(7 + chance() * 36),
            round(1.4 + chance() * 2.4, 1),
        )
        for i in range(count)
    ]
    first = int(chance() * (count - 3))
    dust = [(round(chance() * 210), round(chance() * 50)) for _ in range(12)]
    return format_html(
        '<svg class="stars" viewBox="0 0 210 50" aria-hidden="true">'
        '<path class="dust" stroke-linecap="round" d="{}"/><path d="M{}M{}"/>{}</svg>',
        # A line without length has round ends: a dot.
        "".join(f"M{x} {y}h0" for x, y in dust),
        "L".join(f"{x} {y}" for x, y, _ in points),
        "L".join(f"{x} {y}" for x, y, _ in (points[first], points[first + 3])),
        format_html_join("", '<circle cx="{}" cy="{}" r="{}"/>', points),
    )


def token_seen(place: str, token: str) -> TokenSeen:
    """Return a bonus token in view."""
    return TokenSeen(place, TOKEN_SIGNS[token], *_token_says(token))


@in_each_language
def _token_says(token: str) -> tuple[str, str]:
    return plain(token_name(token)), plain(describe_token(token))


@in_each_language
def _level_says(letter: str, number: int) -> str:
    return plain(describe_technology(letter, number))


def _lane(
    view: Mapping[str, Any],
    planet: str,
    side: int,
    token: TokenSeen | None,
    sides: tuple[str, str],
) -> Lane:
    name = plain(planet_name(planet))
    at = turned(view["discs"][planet], side)
    columns = [
        _column(view["sides"][who]["columns"][planet], whose, planet, name)
        for who, whose in ((1 - side, "theirs"), (side, "mine"))
    ]
    return Lane(
        planet,
        name,
        PLANET_SIGNS[planet],
        at,
        _where(name, at, sides),
        columns[0],
        columns[1],
        token,
    )


def _where(name: str, at: int | None, sides: tuple[str, str]) -> str:
    """Return in words where a disc is; `sides`: who sits above and below, "" for the reader."""
    if at is None:
        return _("%(planet)s: the disc has been won, a new one comes at the end of the turn.") % {
            "planet": name
        }
    if at == 0:
        return _("%(planet)s: the disc is on the centre.") % {"planet": name}
    side = sides[0 if at < 0 else 1]
    if not side:
        message = ngettext(
            "%(planet)s: %(n)d step towards you.", "%(planet)s: %(n)d steps towards you.", abs(at)
        )
        return message % {"planet": name, "n": abs(at)}
    message = ngettext(
        "%(planet)s: %(n)d step towards %(side)s.",
        "%(planet)s: %(n)d steps towards %(side)s.",
        abs(at),
    )
    return message % {"planet": name, "n": abs(at), "side": side}


def _column(slugs: Sequence[str], whose: str, planet: str, name: str) -> Column:
    count = len(slugs)
    title = ngettext("%(planet)s: %(n)d card", "%(planet)s: %(n)d cards", count)
    return Column(
        id=f"column-{whose}-{planet}",
        title=title % {"planet": name, "n": count},
        cards=[card(slug) for slug in reversed(slugs)],
        discount=_("The next agent recruited here costs %(n)d less.") % {"n": count},
    )


def _track(view: Mapping[str, Any], faction: str, side: int, token: TokenSeen | None) -> Track:
    letter = view["boards"][FACTIONS.index(faction)]
    mine = view["sides"][side]["technologies"][faction]
    theirs = view["sides"][1 - side]["technologies"][faction]
    return Track(
        faction=faction,
        name=plain(faction_name(faction)),
        shape=FACTION_SIGNS[faction],
        mine=mine,
        theirs=theirs,
        levels=[
            Level(
                number=number,
                says=_level_says(letter, number),
                mine=number <= mine,
                theirs=number <= theirs,
                mine_here=number == mine,
                theirs_here=number == theirs,
                next=number == mine + 1,
                token=token if number == 2 else None,
            )
            for number in range(5, 0, -1)
        ],
    )


def _side(
    view: Mapping[str, Any], seats: Sequence[Seat], side: int, me: int | None, whose: str
) -> SideBox:
    data = view["sides"][side]
    badge = view["badge"]
    face = badge["face"] if badge and badge["side"] == side else ""
    says = {
        "": "",
        "silver": _("Leader badge, silver: 5 cards"),
        "gold": _("Leader badge, gold: 6 cards"),
    }
    return SideBox(
        whose=whose,
        players=[_player(view, seats[number], me) for number in SEATS[view["players"]][side]],
        credits=data["credits"],
        zenithium=data["zenithium"],
        limit=data["hand_limit"],
        badge=face,
        badge_says=says[face],
        won=[
            (planet, PLANET_SIGNS[planet], plain(planet_name(planet)))
            for planet in sorted(data["won"], key=PLANETS.index)
        ],
        victories=_victories(data["progress"]),
        levels=[
            (FACTION_SIGNS[faction], plain(faction_name(faction)), data["technologies"][faction])
            for faction in FACTIONS
        ],
    )


def _victories(progress: Mapping[str, Sequence[int]]) -> list[Victory]:
    names = {
        "absolute": (_("one planet"), _("Absolute victory: 3 discs of one planet.")),
        "democratic": (_("different"), _("Democratic victory: 4 discs of different planets.")),
        "popular": (_("any"), _("Popular victory: 5 discs.")),
    }
    return [
        Victory(name, progress[key][0], progress[key][1], says)
        for key, (name, says) in names.items()
    ]


def reach(players: int, number: int) -> tuple[str, ...]:
    """Return the planets where a seat may recruit."""
    if players == 2:
        return PLANETS
    return PLANETS[:3] if number < 2 else PLANETS[2:]


def _player(view: Mapping[str, Any], seat: Seat, me: int | None) -> Player:
    planets = reach(view["players"], seat.number)
    four = view["players"] == 4
    names = ", ".join(plain(planet_name(planet)) for planet in planets)
    hand = view["hands"][seat.number]
    return Player(
        name=seat.name,
        account=seat.user.username if seat.user else "",
        is_me=seat.number == me,
        asked=seat.asked,
        cards=hand["count"],
        active=view["phase"] == "turn" and view["to_move"] == seat.number,
        played=four and seat.number in view["played"],
        reach=list(planets) if four else [],
        reach_says=_("Recruits on %(planets)s.") % {"planets": names} if four else "",
        hand=[card(slug) for slug in hand["cards"] or ()] if seat.number != me else [],
    )


def mark_new(shown: Board, planets: Mapping[str, int], agents: Collection[str]) -> None:
    """Mark what has changed: planet -> where its disc was before, and agents that came."""
    for lane in shown.lanes:
        if lane.planet in planets:
            lane.changed = True
            was = planets[lane.planet]
            lane.was = was if was != lane.at else None
        for one in (*lane.theirs.cards, *lane.mine.cards):
            one.new = one.slug in agents
