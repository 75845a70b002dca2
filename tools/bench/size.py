"""The options of the bench: how much its pages have to show."""

from dataclasses import dataclass

from tools.options import option


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is to be looked at."""

    players: int = option(10_000, "players")
    games: int = option(200_000, "finished games")
    seed: int = option(1, "of chance")
    requests: int = option(40, "of each page")
    samples: int = option(3, "games that are really played, whose rows are copied")
