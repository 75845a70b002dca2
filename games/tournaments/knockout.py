"""The bracket of a knock-out: who meets whom, and who goes on.

Numbers are ranks at the start: 1 and 2 can only meet in the final. Where players are missing for a
full bracket, the best have a bye in the first round. Nobody is `None`: a place in the bracket
stays empty if both who played for it lost.
"""

from collections.abc import Mapping, Sequence

from games.tournaments.pairing_results import PairingResult

DRAWN_GAMES = 2
"""After so many drawn games the better number goes on."""


def rounds_of(players: int) -> int:
    """Return how many rounds so many players need."""
    return max(1, (players - 1).bit_length())


def seeding(players: int) -> list[int | None]:
    """Return who is in each place of the first round; places 0 and 1 meet, 2 and 3, …"""
    order = [1]
    while len(order) < players:
        full = 2 * len(order) + 1
        order = [number for one in order for number in (one, full - one)]
    return [number if number <= players else None for number in order]


def tables(places: Sequence[int | None]) -> list[tuple[int | None, int | None]]:
    """Return who meets whom, the better number first; (somebody, nobody) is a bye."""
    found: list[tuple[int | None, int | None]] = []
    for one, other in zip(places[::2], places[1::2], strict=True):
        numbers = sorted(number for number in (one, other) if number is not None)
        found.append((numbers[0] if numbers else None, numbers[1] if numbers[1:] else None))
    return found


def advancing(game: PairingResult) -> int | None:
    """Return who goes on after the last game of a table: after a draw the better number.

    Nobody does if both have lost.
    """
    if game.second is None:
        return game.first
    if game.first_score == game.second_score:
        return min(game.first, game.second) if game.first_score else None
    return game.first if game.first_score > game.second_score else game.second


def places_of(out_in: Mapping[int, int], winner: int | None, rounds: int) -> dict[int, int]:
    """Return everybody's place by the round that they were out in: 2 after the final, 3, 5, 9, …

    Who is out in the same round shares a place.
    """
    found = {number: 2 ** (rounds - out) + 1 for number, out in out_in.items()}
    if winner is not None:
        found[winner] = 1
    return found
