"""The bar region at the top of the table: what kind of game it is, and whose turn."""

from dataclasses import dataclass

from games.tables.models import Game, Status
from games.tables.page.decision import DecisionPanel
from games.tables.providers import PageLine


@dataclass(slots=True)
class Bar:
    """The bar region."""

    four: bool
    occasion: PageLine | None
    """What the game is played for, if it is part of a contest."""
    state: str
    """`over`, `turn`, `watching` or `waiting`."""


def bar(game: Game, panel: DecisionPanel, me: int | None, occasion: PageLine | None) -> Bar:
    """Return the bar for a seat or a spectator (`None`)."""
    if game.status != Status.RUNNING:
        state = "over"
    elif panel.mine:
        state = "turn"
    else:
        state = "watching" if me is None else "waiting"
    return Bar(game.players == 4, occasion, state)
