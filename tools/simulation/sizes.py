"""The options of a simulation: how large it is, and how likely things happen in it."""

from dataclasses import dataclass

from tools.options import option


@dataclass(frozen=True, slots=True)
class MonthSize:
    """The size of a month."""

    players: int = option(200, "players")
    games: int = option(2000, "tables that are opened")
    days: int = option(30, "length")
    seed: int = option(1, "of chance")
    deaths: float = option(0.03, "probability that a worker dies at a step")
    alarms: int = option(180, "minutes between two runs of the task that sends alarms")
    teams: float = option(0.12, "share of games of two against two")
    live: float = option(0.03, "share of live games")
    gone: float = option(0.12, "share of players who vanish")
    gifts: float = option(0.01, "probability that a player who looks at a game gives time")
    pauses: float = option(0.015, "probability that such a player proposes a pause")
    talk: float = option(0.02, "probability that such a player writes in the chat")
    real: int = option(40, "one message in so many is rendered, with its picture")


@dataclass(frozen=True, slots=True)
class YearSize:
    """The size of a year."""

    players: int = option(1000, "players")
    weeks: int = option(52, "length")
    games: float = option(1.2, "games that a player starts in a week, on average")
    strong: int = option(30, "how many of the players are strong newcomers")
    drift: float = option(8, "standard deviation of the weekly change of a strength, in points")
    seed: int = option(1, "of chance")
