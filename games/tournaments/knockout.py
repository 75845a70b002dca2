"""The bracket of a knock-out: seeding, pairings, and places. Pure functions.

Players are given by seed; 1 and 2 can only meet in the final. If the bracket isn't full, the top
seeds have a bye in the first round. A place in the bracket is `None` if it is empty, for example
because both players lost.
"""

from collections.abc import Mapping, Sequence

from games.tournaments.pairing_results import PairingResult

DRAWN_GAMES = 2
"""Number of drawn games after which the higher seed advances."""


def rounds_of(players: int) -> int:
    """Return the number of rounds for a number of players."""
    return max(1, (players - 1).bit_length())


def seeding(players: int) -> list[int | None]:
    """Return the seeds in the places of the first round; places 0 and 1 meet, 2 and 3, …"""
    order = [1]
    while len(order) < players:
        full = 2 * len(order) + 1
        order = [number for seed in order for number in (seed, full - seed)]
    return [number if number <= players else None for number in order]


def tables(places: Sequence[int | None]) -> list[tuple[int | None, int | None]]:
    """Return the pairs of a round, the higher seed first; (seed, `None`) is a bye."""
    pairs: list[tuple[int | None, int | None]] = []
    for first, other in zip(places[::2], places[1::2], strict=True):
        numbers = sorted(number for number in (first, other) if number is not None)
        pairs.append((numbers[0] if numbers else None, numbers[1] if numbers[1:] else None))
    return pairs


def advancing(game: PairingResult) -> int | None:
    """Return the player who advances after a table's last game: the higher seed after a draw.

    `None` if both players lost.
    """
    if game.second is None:
        return game.first
    if game.first_score == game.second_score:
        return min(game.first, game.second) if game.first_score else None
    return game.first if game.first_score > game.second_score else game.second


def places_of(out_in: Mapping[int, int], winner: int | None, rounds: int) -> dict[int, int]:
    """Return all places by the round of elimination: 2 for the final, then 3, 5, 9, …

    Players eliminated in the same round share a place.
    """
    places = {number: 2 ** (rounds - out) + 1 for number, out in out_in.items()}
    if winner is not None:
        places[winner] = 1
    return places
