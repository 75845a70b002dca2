"""The bar region at the top of the table: what kind of game it is, and whose turn."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.tables.models import Game, Status
from games.tables.page.clocks import Clocks
from games.tables.page.decision import DecisionPanel
from games.tables.providers import PageLine
from games.tables.selectors import Seen


@dataclass(slots=True)
class GameLabel:
    """What kind of game it is."""

    title: str
    pace: str
    pace_note: str
    """What the pace doesn't count; empty for live games and games without a clock."""
    facts: list[str]
    """What else is special about the game, from "rated" to "private"."""
    occasion: PageLine | None
    """What the game is played for, if it is part of a contest."""


@dataclass(slots=True)
class GameState:
    """How the game stands."""

    kind: str
    """`over`, `turn`, `sealed`, `watching` or `waiting`."""
    status: str
    """The same for a game that is over, in words."""
    clock_note: str
    """Why the clocks stand, in words."""
    own_zone: bool
    """Whether times are in the viewer's own time zone, and not in UTC."""


@dataclass(slots=True)
class Bar:
    """The bar region."""

    label: GameLabel
    state: GameState


def bar(seen: Seen, panel: DecisionPanel, clocks: Clocks, occasion: PageLine | None) -> Bar:
    """Return the bar for a viewer."""
    return Bar(_label(seen.game, occasion), _state(seen, panel, clocks))


def _label(game: Game, occasion: PageLine | None) -> GameLabel:
    return GameLabel(
        title=str(game),
        pace=game.pace_words,
        pace_note=_("Sleep hours and days off don't count.") if game.pace and not game.live else "",
        facts=_facts(game),
        occasion=occasion,
    )


def _state(seen: Seen, panel: DecisionPanel, clocks: Clocks) -> GameState:
    if seen.game.status != Status.RUNNING:
        kind = "over"
    elif panel.mine:
        kind = "turn"
    elif panel.kind == "sealed":
        kind = "sealed"
    else:
        kind = "watching" if seen.seat is None else "waiting"
    clock_note = ""
    if clocks.gathering:
        clock_note = _("waiting for players")
    elif clocks.paused:
        clock_note = _("paused")
    return GameState(
        kind=kind,
        status=seen.game.get_status_display(),
        clock_note=clock_note,
        own_zone=seen.user is not None,
    )


def kind_of_game(game: Game) -> list[str]:
    """Return its pace, and what else is special about it, in words."""
    return [game.pace_words, *_facts(game)]


def _facts(game: Game) -> list[str]:
    facts = {
        _("league pace: no vacation"): game.league,
        _("rated"): game.rated,
        _("Secret Agents"): game.secret_agents,
        _("beginner's advantage"): game.beginner,
        _("two against two"): game.players == 4,
        _("private"): not game.public,
    }
    return [words for words, applies in facts.items() if applies]
