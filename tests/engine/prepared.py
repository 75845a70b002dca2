"""Prepared games: a test names the relevant cards, and the rest of the box goes into the piles."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Game
from engine.agents import AGENTS
from engine.boards import TOKEN_BAG, TOKENS
from engine.boxes import named_cards
from engine.chance import Shuffler
from engine.names import FACTIONS, PLANETS
from engine.public_types import Position, SideView

Columns = Mapping[str, Sequence[str]]


class Unshuffled:
    """A shuffler that leaves a pile as it lies."""

    def shuffled(self, label: str, items: Sequence[int]) -> list[int]:
        return list(items)


class LastFirst:
    """A shuffler that turns a pile over."""

    def shuffled(self, label: str, items: Sequence[int]) -> list[int]:
        return list(items)[::-1]


def prepare(
    *,
    players: int = 2,
    boards: str = "SUN",
    secret_agents: bool = False,
    to_move: int | None = 0,
    side_to_move: int | None = None,
    played: Sequence[int] = (),
    hand: Sequence[str] = (),
    hands: Mapping[int, Sequence[str]] | None = None,
    credits: tuple[int, int] = (20, 20),
    zenithium: tuple[int, int] = (5, 5),
    levels: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {}),
    columns: tuple[Columns, Columns] = ({}, {}),
    discs: Mapping[str, int | None] | None = None,
    won: tuple[Sequence[str], Sequence[str]] = ((), ()),
    badge: tuple[int, str] | None = None,
    tokens: Mapping[str, str] | None = None,
    supply: Sequence[str] = (),
    token_discard: Sequence[str] = (),
    deck: Sequence[str] = (),
    discard: Sequence[str] = (),
    rest: str = "deck",
) -> Position:
    """Return a position; `hand` is the hand of the seat to move.

    Seats that `hands` does not name get four cards. `deck` and `supply` name the next cards and
    tokens; all that is not named goes below them (cards: to the pile named by `rest`, in the
    order of the box).
    """
    all_hands = [list((hands or {}).get(seat, ())) for seat in range(players)]
    if hand:
        assert to_move is not None
        all_hands[to_move] = list(hand)
    placed = [*deck, *discard, *(card for cards in all_hands for card in cards)]
    placed += [card for side in columns for column in side.values() for card in column]
    box = named_cards(secret_agents).slugs
    piles = {"deck": list(deck), "discard": list(discard)}
    unnamed = [card for card in box if card not in placed]
    for seat in range(players):
        if seat != to_move and seat not in (hands or {}):
            all_hands[seat] = unnamed[-4:]
            del unnamed[-4:]
    piles[rest] += unnamed
    bag = [TOKENS[kind].id for kind in TOKEN_BAG]
    for token in [*(tokens or {}).values(), *supply, *token_discard]:
        bag.remove(token)
    no_discs: dict[str, int | None] = dict.fromkeys(PLANETS, 0)
    position: Position = {
        "players": players,
        "secret_agents": secret_agents,
        "boards": boards,
        "to_move": to_move,
        "discs": no_discs | dict(discs or {}),
        "sides": [
            {
                "credits": credits[side],
                "zenithium": zenithium[side],
                "technologies": dict.fromkeys(FACTIONS, 0) | dict(levels[side]),
                "columns": {planet: list(columns[side].get(planet, ())) for planet in PLANETS},
                "won": list(won[side]),
            }
            for side in (0, 1)
        ],
        "badge": None if badge is None else {"side": badge[0], "face": badge[1]},
        "hands": all_hands,
        "deck": piles["deck"],
        "discard": piles["discard"],
        "tokens": dict(tokens or {}),
        "token_supply": [*supply, *bag],
        "token_discard": list(token_discard),
    }
    if players == 4:
        mover = to_move % 2 if to_move is not None else 0
        position["side_to_move"] = mover if side_to_move is None else side_to_move
        position["played"] = list(played)
    return position


def prepared(*, seed: str = "prepared", chance: Shuffler | None = None, **position: Any) -> Game:
    """Return a game from `prepare(**position)`."""
    return Game.from_position(prepare(**position), seed=seed, chance=chance)


def play(game: Game, *actions: str) -> list[dict[str, Any]]:
    """Play actions, each by the seat that is asked; return the events as JSON."""
    events = []
    for action in actions:
        decision = game.pending[0]
        events += game.play(decision.seats[0], action)
    return [event.to_json() for event in events]


def columns_of_all_but(*cards: str) -> dict[str, list[str]]:
    """Every card of the base game but these, in columns."""
    columns: dict[str, list[str]] = {planet: [] for planet in PLANETS}
    for agent in AGENTS[:90]:
        if agent.slug not in cards:
            columns[PLANETS[agent.planet]].append(agent.slug)
    return columns


def options(game: Game) -> tuple[str, ...]:
    """Return the options of the only pending decision."""
    (decision,) = game.pending
    return decision.options


def side(game: Game, number: int) -> SideView:
    """Return the possessions of a side, also in the middle of a turn or at the end."""
    return game.view(None)["sides"][number]


def disc(game: Game, planet: str) -> int | None:
    """Return how many steps towards side 0 a disc lies, `None` if it is won."""
    return game.view(None)["discs"][planet]
