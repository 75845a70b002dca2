"""Positions: a table as JSON, written and read (`position.md`).

`write` gives the position of a table; `read` checks one and gives the table. Snapshots use the same
words and add the pending stack; views use them and leave out hidden information. A position has to
be consistent (every card and token exactly once, every number in its range) but need not be
reachable: a puzzle may start with 40 credits, or with a token beside a planet that a side has won.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from engine.agents import NUMBER, PLANET_OF, SLUGS
from engine.boards import LETTERS, LEVELS, TOKEN_BAG, TOKEN_NUMBER, TOKENS
from engine.boxes import NONE_NAMED, Cards, named_cards
from engine.chance import Shuffler
from engine.errors import BadPosition, BadSetup
from engine.names import FACES, FACTIONS, PLACES, PLANETS, SEATS
from engine.public_types import Badge, Position, SideState, TeamTurn, WithBoxes
from engine.setup import are_boards
from engine.table import GONE, NO_DISC, NOBODY, RULES_VERSION, RUNNING, Table, victory
from engine.text import Text, gettext_noop

MANY: Final = 1_000_000
"""An upper bound for every amount that a side has."""


def blank(
    players: int,
    cards: Cards,
    boards: str,
    chance: Shuffler,
    rules_version: int = RULES_VERSION,
) -> Table:
    """Return an empty table with its boards, and nothing pending."""
    table = Table()
    table.players = players
    table.cards = cards
    table.rules_version = rules_version
    table.letters = tuple(LETTERS.index(letter) for letter in boards)
    table.chance = chance
    table.discs = [0] * 5
    table.tokens = [GONE] * len(PLACES)
    table.badge = NOBODY
    table.gold = False
    table.credits = [0, 0]
    table.zenithium = [0, 0]
    table.levels = [0] * 6
    table.columns = [()] * 10
    table.won = [(), ()]
    table.hands = [()] * players
    table.deck = table.discard = table.supply = table.token_discard = ()
    table.drawn = table.shuffles = table.token_shuffles = 0
    table.side = 0
    table.active = NOBODY
    table.played = ()
    table.mulligan = []
    table.stack = []
    table.options = []
    table.ending = RUNNING
    table.winner = NOBODY
    table.new_frames = []
    table.log = None
    return table


# --- writing ---


def write(table: Table) -> Position:
    """Return the complete position of a table, hidden cards included."""
    badge: Badge = {"side": table.badge, "face": FACES[table.gold]}
    team_turn: TeamTurn = {}
    if table.players == 4:
        team_turn = {"side_to_move": table.side, "played": list(table.played)}
    named = table.cards.named
    boxes: WithBoxes = {"boxes": dict(named)} if named else {}
    return {
        "players": table.players,
        "secret_agents": table.cards.secret_agents,
        **boxes,
        "boards": "".join(LETTERS[letter] for letter in table.letters),
        "to_move": None if table.active == NOBODY else table.active,
        **team_turn,
        "discs": {
            planet: None if at == NO_DISC else at
            for planet, at in zip(PLANETS, table.discs, strict=True)
        },
        "sides": [_side(table, side) for side in (0, 1)],
        "badge": None if table.badge == NOBODY else badge,
        "hands": [_slugs(hand) for hand in table.hands],
        "deck": _slugs(table.deck[table.drawn :]),
        "discard": _slugs(table.discard),
        "tokens": {
            place: TOKENS[kind].id
            for place, kind in zip(PLACES, table.tokens, strict=True)
            if kind != GONE
        },
        "token_supply": [TOKENS[kind].id for kind in table.supply],
        "token_discard": [TOKENS[kind].id for kind in table.token_discard],
    }


def to_move(position: Position) -> int:
    """Return the seat that plays in a position; `ValueError` while a team has not chosen yet."""
    if position["to_move"] is None:
        raise ValueError("no seat has been chosen to play first")
    return position["to_move"]


def _side(table: Table, side: int) -> SideState:
    levels = table.levels[3 * side : 3 * side + 3]
    columns = table.columns[5 * side : 5 * side + 5]
    return {
        "credits": table.credits[side],
        "zenithium": table.zenithium[side],
        "technologies": dict(zip(FACTIONS, levels, strict=True)),
        "columns": {
            planet: _slugs(column) for planet, column in zip(PLANETS, columns, strict=True)
        },
        "won": [PLANETS[planet] for planet in table.won[side]],
    }


def _slugs(cards: Iterable[int]) -> list[str]:
    return [SLUGS[card] for card in cards]


# --- reading ---

_KEYS: Final = frozenset(
    (
        *("players", "secret_agents", "boards", "to_move", "discs", "sides", "badge", "hands"),
        *("deck", "discard", "tokens", "token_supply", "token_discard"),
    )
)
_TEAM_KEYS: Final = frozenset(("side_to_move", "played"))
_BOXES: Final = frozenset(("boxes",))
_SIDE_KEYS: Final = frozenset(("credits", "zenithium", "technologies", "columns", "won"))


def read(
    position: object, chance: Shuffler, mid_turn: bool = False, rules_version: int = RULES_VERSION
) -> Table:
    """Return the table of a position, with nothing pending; raises `BadPosition`.

    A planet may lack its disc in the middle of a turn and after the end of the game.
    """
    data = _mapping(position, "position")
    if "players" not in data:
        _bad("missing_key", gettext_noop("The position lacks “%(key)s”."), key="players")
    players = data["players"]
    if type(players) is not int or players not in SEATS:
        _bad("out_of_range", gettext_noop("Zenith is played by 2 or 4 players."))
    _keys(data, _KEYS | _TEAM_KEYS if players == 4 else _KEYS, _TEAM_KEYS | _BOXES)
    if type(data["secret_agents"]) is not bool:
        _bad("wrong_type", gettext_noop("“%(key)s” is true or false."), key="secret_agents")
    if not are_boards(data["boards"]):
        _bad(
            "unknown_name",
            gettext_noop("A technology board is three letters, S or D, U or O, N or P: as SUN."),
        )
    try:
        cards = named_cards(data["secret_agents"], data.get("boxes", NONE_NAMED))
    except BadSetup as error:
        raise BadPosition("unknown_name", error.sentence) from error
    table = blank(players, cards, data["boards"], chance, rules_version)
    _read_cards(table, data)
    _read_tokens(table, data)
    for side, part in enumerate(_list(data["sides"], "sides", 2)):
        _read_side(table, side, part)
    _read_badge(table, data["badge"])
    _read_turn(table, data)
    _read_end(table)
    _read_discs(table, data["discs"], mid_turn or table.ending != RUNNING)
    return table


def _read_cards(table: Table, data: Mapping[str, object]) -> None:
    hands = _list(data["hands"], "hands", table.players)
    number = table.cards.number
    table.hands = [_cards(hand, "hands", number) for hand in hands]
    table.deck = _cards(data["deck"], "deck", number)
    table.discard = _cards(data["discard"], "discard", number)
    for side, part in enumerate(_list(data["sides"], "sides", 2)):
        columns = _mapping(_mapping(part, "sides").get("columns"), "columns")
        _keys(columns, frozenset(PLANETS))
        for planet, name in enumerate(PLANETS):
            cards = _cards(columns[name], "columns", number)
            for card in cards:
                if PLANET_OF[card] != planet:
                    _bad(
                        "wrong_column",
                        gettext_noop("%(card)s does not belong in the column of %(planet)s."),
                        card=SLUGS[card],
                        planet=name,
                    )
            table.columns[5 * side + planet] = cards
    seen: set[int] = set()
    for card in [
        *(card for hand in table.hands for card in hand),
        *table.deck,
        *table.discard,
        *(card for column in table.columns for card in column),
    ]:
        if card in seen:
            _bad("card_twice", gettext_noop("%(card)s is there twice."), card=SLUGS[card])
        seen.add(card)
    for card in table.cards.numbers:
        if card not in seen:
            _bad("card_missing", gettext_noop("%(card)s is nowhere."), card=SLUGS[card])


def _read_tokens(table: Table, data: Mapping[str, object]) -> None:
    placed = _mapping(data["tokens"], "tokens")
    for place, token in placed.items():
        if place not in PLACES:
            _bad(
                "unknown_name",
                gettext_noop("“%(name)s” is no place for a bonus token."),
                name=place,
            )
        table.tokens[PLACES.index(place)] = _token(token)
    table.supply = tuple(_token(token) for token in _list(data["token_supply"], "token_supply"))
    discarded = _list(data["token_discard"], "token_discard")
    table.token_discard = tuple(_token(token) for token in discarded)
    _check_tokens(table)


def _check_tokens(table: Table) -> None:
    """Raise `BadPosition` unless the table has the 16 tokens of the box."""
    there = [kind for kind in table.tokens if kind != GONE]
    there += [*table.supply, *table.token_discard]
    for kind, token in enumerate(TOKENS):
        if there.count(kind) != TOKEN_BAG.count(kind):
            _bad(
                "token_missing" if there.count(kind) < TOKEN_BAG.count(kind) else "token_twice",
                gettext_noop("There are %(there)s tokens “%(token)s”, not %(copies)s."),
                there=there.count(kind),
                token=token.id,
                copies=TOKEN_BAG.count(kind),
            )


def _read_side(table: Table, side: int, value: object) -> None:
    part = _mapping(value, "sides")
    _keys(part, _SIDE_KEYS)
    table.credits[side] = _number(part["credits"], "credits", 0, MANY)
    table.zenithium[side] = _number(part["zenithium"], "zenithium", 0, MANY)
    levels = _mapping(part["technologies"], "technologies")
    _keys(levels, frozenset(FACTIONS))
    for faction, name in enumerate(FACTIONS):
        table.levels[3 * side + faction] = _number(levels[name], "technologies", 0, LEVELS)
    table.won[side] = tuple(_planet(name) for name in _list(part["won"], "won"))


def _read_badge(table: Table, value: object) -> None:
    if value is None:
        return
    badge = _mapping(value, "badge")
    _keys(badge, frozenset(("side", "face")))
    table.badge = _number(badge["side"], "badge", 0, 1)
    if badge["face"] not in FACES:
        _bad("unknown_name", gettext_noop("The badge shows silver or gold."))
    table.gold = badge["face"] == "gold"


def _read_turn(table: Table, data: Mapping[str, object]) -> None:
    to_move = data["to_move"]
    if table.players == 2:
        table.active = _number(to_move, "to_move", 0, 1)
        table.side = table.active
        if data.get("side_to_move") not in (None, table.side) or data.get("played"):
            _bad("wrong_turn", gettext_noop("That is not how a turn of two players stands."))
        return
    table.side = _number(data["side_to_move"], "side_to_move", 0, 1)
    played = _list(data["played"], "played", most=1)
    table.played = tuple(_number(seat, "played", 0, 3) for seat in played)
    table.active = NOBODY if to_move is None else _number(to_move, "to_move", 0, 3)
    named = [*table.played, *([] if to_move is None else [table.active])]
    if any(seat % 2 != table.side for seat in named) or len(set(named)) != len(named):
        _bad("wrong_turn", gettext_noop("Those seats can't be the ones to play this turn."))
    if table.played and to_move is None:
        _bad("wrong_turn", gettext_noop("One teammate has played: it is the other's turn."))


def _read_end(table: Table) -> None:
    for side in (0, 1):
        ending = victory(table.won[side])
        if ending != RUNNING:
            if table.ending != RUNNING:
                _bad("two_winners", gettext_noop("Both sides have won."))
            table.ending = ending
            table.winner = side


def _read_discs(table: Table, value: object, may_lack: bool) -> None:
    discs = _mapping(value, "discs")
    _keys(discs, frozenset(PLANETS))
    for planet, name in enumerate(PLANETS):
        at = discs[name]
        if at is None:
            if not may_lack:
                _bad("disc_missing", gettext_noop("%(planet)s has no disc."), planet=name)
            table.discs[planet] = NO_DISC
        else:
            table.discs[planet] = _number(at, "discs", -3, 3)


# --- words and numbers ---


def _bad(fault: str, message: str, **params: int | str) -> NoReturn:
    raise BadPosition(fault, Text(message, params))


def _mapping(value: object, key: str) -> Mapping[str, object]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        _bad("wrong_type", gettext_noop("“%(key)s” is no object with names."), key=key)
    return value


def _list(value: object, key: str, size: int | None = None, most: int = 1000) -> list[Any]:
    if not isinstance(value, list | tuple):
        _bad("wrong_type", gettext_noop("“%(key)s” is no list."), key=key)
    if len(value) > most or size not in (None, len(value)):
        _bad("wrong_length", gettext_noop("“%(key)s” has not the right length."), key=key)
    return list(value)


def _keys(
    data: Mapping[str, object], needed: frozenset[str], also: frozenset[str] = frozenset()
) -> None:
    for key in sorted(needed - data.keys()):
        _bad("missing_key", gettext_noop("The position lacks “%(key)s”."), key=key)
    for key in sorted(data.keys() - needed - also):
        _bad("unknown_name", gettext_noop("“%(name)s” does not belong there."), name=key)


def _number(value: object, key: str, least: int, most: int) -> int:
    if type(value) is not int:
        _bad("wrong_type", gettext_noop("“%(key)s” is no whole number."), key=key)
    if not least <= value <= most:
        _bad(
            "out_of_range",
            gettext_noop("“%(key)s” is out of range: it goes from %(least)s to %(most)s."),
            key=key,
            least=least,
            most=most,
        )
    return value


def _cards(value: object, key: str, number: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(_card(slug, number) for slug in _list(value, key))


def _card(slug: object, number: Mapping[str, int]) -> int:
    """Return the number of a card; `number`: of the cards that are in the game."""
    if isinstance(slug, str) and slug in number:
        return number[slug]
    if not isinstance(slug, str) or slug not in NUMBER:
        _bad("unknown_name", gettext_noop("There is no agent “%(name)s”."), name=str(slug)[:40])
    _bad(
        "card_not_in_game",
        gettext_noop("%(card)s does not belong to the boxes of this game."),
        card=slug,
    )


def _planet(name: object) -> int:
    if not isinstance(name, str) or name not in PLANETS:
        _bad("unknown_name", gettext_noop("There is no planet “%(name)s”."), name=str(name)[:40])
    return PLANETS.index(name)


def _token(name: object) -> int:
    if not isinstance(name, str) or name not in TOKEN_NUMBER:
        _bad("unknown_name", gettext_noop("There is no token “%(name)s”."), name=str(name)[:40])
    return TOKEN_NUMBER[name]
