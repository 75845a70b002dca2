"""The board region: a view of the engine as lanes, technologies and sides.

The board is turned so that the viewer sits below: `at` counts steps downwards, and the sides are
called `mine` and `theirs`. Spectators sit with side 0.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.utils.translation import ngettext

from engine.names import FACTIONS, PLANETS, SEATS
from engine.public_types import VictoryProgress, View
from engine.words import (
    describe_technology,
    describe_token,
    faction_name,
    planet_name,
    token_name,
)
from games.symbols.text import message as _
from games.tables import time_words
from games.tables.models import Seat
from games.tables.page.board_parts import (
    Board,
    Column,
    Crown,
    Level,
    Piles,
    PlanetLane,
    PlayerBox,
    SideBox,
    TokenInView,
    Track,
    Victory,
)
from games.tables.page.cards import card
from games.tables.page.text import in_each_language, plain
from games.tables.player_facts import ShownRating
from games.tables.previews import side_name
from games.tables.signs import FACTION_SIGNS, PLANET_SIGNS


def board(view: View, seats: Sequence[Seat], me: int | None, *, over: bool = False) -> Board:
    """Return the board of a view, turned for a seat or for a spectator (`None`).

    `over`: whether the game has ended; the view itself does not say so after a resignation.
    """
    over = over or view["outcome"] is not None
    side = 0 if me is None else me % 2
    sides = (side_name(seats, 1 - side), "" if me is not None else side_name(seats, side))
    tokens = {place: token_in_view(place, token) for place, token in view["tokens"].items()}
    return Board(
        lanes=[
            _lane(view, planet, side, tokens.get(planet), sides, over=over) for planet in PLANETS
        ],
        tracks=[_track(view, faction, side, tokens.get(faction)) for faction in FACTIONS],
        piles=Piles(
            deck=view["deck"]["count"],
            supply=view["token_supply"]["count"],
            discard=[card(slug) for slug in reversed(view["discard"])],
            tokens_gone=[plain(token_name(token)) for token in view["token_discard"]],
        ),
        theirs=_side(view, seats, 1 - side, me, "theirs"),
        mine=_side(view, seats, side, me, "mine"),
    )


def turned(disc: int | None, side: int) -> int | None:
    """Return the steps of a disc downwards as a side sees it; `None` for no disc."""
    return None if disc is None else disc if side == 0 else -disc


def token_in_view(place: str, token: str) -> TokenInView:
    """Return a bonus token that lies face up at a place."""
    return TokenInView(place, token, *_token_says(token))


@in_each_language
def _token_says(token: str) -> tuple[str, str]:
    return plain(token_name(token)), plain(describe_token(token))


@in_each_language
def _level_says(letter: str, number: int) -> str:
    return plain(describe_technology(letter, number))


def _lane(
    view: View,
    planet: str,
    side: int,
    token: TokenInView | None,
    sides: tuple[str, str],
    *,
    over: bool,
) -> PlanetLane:
    name = plain(planet_name(planet))
    at = turned(view["discs"][planet], side)
    columns = [
        _column(view["sides"][who]["columns"][planet], whose, planet, (name, sides[place]))
        for place, (who, whose) in enumerate(((1 - side, "theirs"), (side, "mine")))
    ]
    return PlanetLane(
        planet,
        name,
        PLANET_SIGNS[planet],
        at,
        _where(name, at, sides, over=over, duel=view["players"] == 2),
        columns[0],
        columns[1],
        token,
    )


def _where(name: str, at: int | None, sides: tuple[str, str], *, over: bool, duel: bool) -> str:
    """Return the place of a disc in words; `sides`: names above and below, "" for the viewer."""
    if at is None and over:
        return _("%(planet)s: the disc has been won.") % {"planet": name}
    if at is None:
        return _("%(planet)s: the disc has been won. A new one comes at the end of the turn.") % {
            "planet": name
        }
    if at == 0:
        return _("%(planet)s: the disc is in the centre.") % {"planet": name}
    side = sides[0 if at < 0 else 1]
    if not side:
        message = ngettext(
            "%(planet)s: %(n)d step towards you.", "%(planet)s: %(n)d steps towards you.", abs(at)
        )
        return message % {"planet": name, "n": abs(at)}
    if duel and not sides[1]:
        message = ngettext(
            "%(planet)s: %(n)d step towards your opponent.",
            "%(planet)s: %(n)d steps towards your opponent.",
            abs(at),
        )
        return message % {"planet": name, "n": abs(at)}
    message = ngettext(
        "%(planet)s: %(n)d step towards %(side)s.",
        "%(planet)s: %(n)d steps towards %(side)s.",
        abs(at),
    )
    return message % {"planet": name, "n": abs(at), "side": side}


def column_id(whose: str, planet: str) -> str:
    """Return the id of the column of `mine` or `theirs` at a planet."""
    return f"column-{whose}-{planet}"


def _column(slugs: Sequence[str], whose: str, planet: str, names: tuple[str, str]) -> Column:
    """Return a column; `names`: of the planet and of its side, "" for the viewer's."""
    name, side = names
    count = len(slugs)
    if side:
        title = ngettext(
            "%(planet)s, %(side)s: %(n)d card", "%(planet)s, %(side)s: %(n)d cards", count
        )
    else:
        title = ngettext("%(planet)s, you: %(n)d card", "%(planet)s, you: %(n)d cards", count)
    return Column(
        id=column_id(whose, planet),
        title=title % {"planet": name, "side": side, "n": count},
        cards=[card(slug) for slug in reversed(slugs)],
        discount=_("The next agent recruited here costs %(n)d less.") % {"n": count},
    )


def _track(view: View, faction: str, side: int, token: TokenInView | None) -> Track:
    letter = view["boards"][FACTIONS.index(faction)]
    mine = view["sides"][side]["technologies"][faction]
    theirs = view["sides"][1 - side]["technologies"][faction]
    return Track(
        faction=faction,
        letter=letter,
        name=plain(faction_name(faction)),
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
                theirs_next=number == theirs + 1,
                token=token if number == 2 else None,
            )
            for number in range(5, 0, -1)
        ],
    )


def _side(view: View, seats: Sequence[Seat], side: int, me: int | None, whose: str) -> SideBox:
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


def _victories(progress: VictoryProgress) -> list[Victory]:
    victories = (
        (progress["absolute"], "=", _("one planet"), _("Absolute victory: 3 discs of one planet.")),
        (
            progress["democratic"],
            "≠",
            _("different"),
            _("Democratic victory: 4 discs of different planets."),
        ),
        (progress["popular"], "Σ", _("any"), _("Popular victory: 5 discs.")),
    )
    return [Victory(sign, name, has, needs, says) for (has, needs), sign, name, says in victories]


def reach(players: int, number: int) -> tuple[str, ...]:
    """Return the planets where a seat may recruit."""
    if players == 2:
        return PLANETS
    return PLANETS[:3] if number < 2 else PLANETS[2:]


def _player(view: View, seat: Seat, me: int | None) -> PlayerBox:
    planets = reach(view["players"], seat.number)
    four = view["players"] == 4
    names = ", ".join(plain(planet_name(planet)) for planet in planets)
    hand = view["hands"][seat.number]
    return PlayerBox(
        name=seat.name,
        account=seat.user.username if seat.user and seat.user.pk else "",
        is_me=seat.number == me,
        asked=seat.asked,
        cards=hand["count"],
        active=view["phase"] == "turn" and view["to_move"] == seat.number,
        played=four and seat.number in view["played"],
        reach=list(planets) if four else [],
        reach_says=_("Recruits on %(planets)s.") % {"planets": names} if four else "",
        hand=[card(slug) for slug in hand["cards"] or ()] if seat.number != me else [],
        face=seat.face,
        character=seat.character,
    )


def mark_over(table: Board) -> None:
    """Mark no player as having the turn: to the engine a game that was given up goes on."""
    for side in (table.mine, table.theirs):
        for player in side.players:
            player.active = player.played = False


def mark_new(table: Board, planets: Mapping[str, int], agents: Collection[str]) -> None:
    """Mark changes: `planets` maps a planet to the former place of its disc; `agents` are new."""
    for lane in table.lanes:
        if lane.planet in planets:
            lane.changed = True
            was = planets[lane.planet]
            lane.was = was if was != lane.at else None
        for agent in (*lane.theirs.cards, *lane.mine.cards):
            agent.new = agent.slug in agents


def mark_won(table: Board, whose: str, discs: Sequence[str]) -> None:
    """Mark the discs that won the game for a side, the last one at the end."""
    for lane in table.lanes:
        if count := discs.count(lane.planet):
            lane.crown = Crown(whose, count, last=lane.planet == discs[-1])


def mark_away(table: Board, seats: Sequence[Seat], now: datetime) -> None:
    """Mark the players who are on vacation."""
    until = {seat.name: seat.away_until for seat in seats if seat.away_until is not None}
    for player in (*table.theirs.players, *table.mine.players):
        if player.account in until:
            end = time_words.until(until[player.account], now)
            player.away = _("away until %(end)s") % {"end": end}


def mark_ratings(table: Board, ratings: Mapping[int, ShownRating], seats: Sequence[Seat]) -> None:
    """Put ratings beside the players; `ratings`: by the numbers of the seats."""
    numbers = {seat.name: seat.number for seat in seats}
    for player in (*table.theirs.players, *table.mine.players):
        player.rating = ratings.get(numbers.get(player.name, -1))
