"""Pictures of positions for pages of text, drawn by the templates of the table."""

import re

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from engine import Game as EngineGame
from games.learning.examples import EXAMPLES, Example
from games.learning.scripts import ME, OPPONENT
from games.symbols.text import in_each_language
from games.tables.models import Game, Seat
from games.tables.page.board import board
from games.tables.page.board_parts import Board

IDS = re.compile(r'\b(id|popovertarget)="(?!agent-)')


def board_of(game: EngineGame) -> Board:
    """Return the board of a game as its first seat sees it, between nameless players."""
    names = {ME: _("You"), OPPONENT: _("Opponent")}
    seats = [Seat(game=Game(), number=n, user=User(username=name)) for n, name in names.items()]
    result = board(game.view(ME), seats, ME)
    for player in (*result.mine.players, *result.theirs.players):
        player.account, player.is_me = "", False
    return result


@in_each_language
def example_html(key: str) -> SafeString:
    """Return an example with its pictures, one for each step."""
    example = EXAMPLES[key]
    steps = [
        {"caption": caption, "picture": _picture(example, game, f"{key}-{number}-")}
        for number, (game, caption) in enumerate(
            zip(example.games(), example.captions, strict=True), 1
        )
    ]
    return render_to_string("learning/_example.html", {"key": key, "steps": steps})


def _picture(example: Example, game: EngineGame, prefix: str) -> SafeString:
    """Return the picture of a game; `prefix`: makes its ids unique on the page."""
    example_board = board_of(game)
    context = {
        "lanes": [lane for lane in example_board.lanes if lane.planet in example.planets],
        "board": example_board,
        "parts": example.parts,
    }
    html = render_to_string("learning/_diagram.html", context)
    return mark_safe(IDS.sub(rf'\1="{prefix}', html))


@in_each_language
def agents_in_examples() -> list[str]:
    """Return the agents whose cards the pictures open."""
    boards = [board_of(game) for example in EXAMPLES.values() for game in example.games()]
    return sorted({slug for example_board in boards for slug in example_board.agents})
