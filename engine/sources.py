"""Sources: everything that has a program, as small ints with names.

A source is an agent, a level of a technology, a token at a place, a line bonus, the leadership of a
faction, a token that has been won, or the turn itself. `rules/programs.py` holds the program of
each.
"""

from typing import Final

from engine.agents import SLUGS
from engine.boards import LETTERS, LEVELS, LINE_BONUS, TOKENS
from engine.names import FACTIONS, PLACES

SUPPLY: Final = len(PLACES)
"""The place of a token that comes from the supply."""

Source = tuple[str, str]
"""Its name in `Decision.source` and in events; its key in snapshots, each one different."""

_LEVELS: Final[list[Source]] = [
    (f"technology {FACTIONS[number // 2]} {level}", f"technology {letter} {level}")
    for number, letter in enumerate(LETTERS)
    for level in range(1, LEVELS + 1)
]
_LINES: Final[list[Source]] = [
    (f"line {level}", f"line {level}") for level in range(1, len(LINE_BONUS) + 1)
]
_LEADERS: Final[list[Source]] = [("leadership", f"leadership {faction}") for faction in FACTIONS]
_TOKENS: Final[list[Source]] = [
    (f"token {place}", f"token {place} {token.id}")
    for place in (*PLACES, "supply")
    for token in TOKENS
]
_CLAIMS: Final[list[Source]] = [(f"token {place}", f"claim {place}") for place in PLACES]
_TURNS: Final[list[Source]] = [("turn", "turn"), ("turn", "team turn")]

_ALL: Final = (*_LEVELS, *_LINES, *_LEADERS, *_TOKENS, *_CLAIMS, *_TURNS)

SOURCES: Final = [name for name, _ in _ALL]
"""Source -> its name in `Decision.source` and in events."""

SOURCE_KEYS: Final = [key for _, key in _ALL]
"""Source -> its name in snapshots: each one different, but for the versions of an agent."""

SOURCE_NUMBER: Final = {key: source for source, key in enumerate(SOURCE_KEYS)}
"""Key -> source, of all but the agents: which card a slug means, the game knows."""

# The first source of each kind.
AGENT: Final = len(_ALL)
"""+ number of the agent: the last, because boxes can be added"""
TECHNOLOGY: Final = SOURCE_NUMBER[f"technology {LETTERS[0]} 1"]
"""+ 5 * number of the board side + level - 1"""
LINE: Final = SOURCE_NUMBER["line 1"]
"""+ level - 1"""
LEADER: Final = SOURCE_NUMBER[f"leadership {FACTIONS[0]}"]
"""+ faction"""
TOKEN: Final = SOURCE_NUMBER[f"token {PLACES[0]} {TOKENS[0].id}"]
"""+ 8 * place + kind"""
CLAIMED: Final = SOURCE_NUMBER[f"claim {PLACES[0]}"]
"""+ place: the token there is due"""
SEAT_TURN: Final = SOURCE_NUMBER["turn"]
TEAM_TURN: Final = SOURCE_NUMBER["team turn"]


def name_agents() -> None:
    """Make sources of the agents that are none yet."""
    for slug in SLUGS[len(SOURCES) - AGENT :]:
        SOURCES.append(slug)
        SOURCE_KEYS.append(slug)


name_agents()
