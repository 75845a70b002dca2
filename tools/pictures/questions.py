"""A table for each kind of question, made in a process beside the running site."""

from itertools import count
from unittest import mock

from accounts.models import User
from engine import Chance, Options, deal
from engine import Game as EngineGame
from engine.bots import BOTS
from games.tables import publishing
from tools.pictures.positions import DUELS, _begin, _four, _leads

PLACES = ("planet", "row", "column", "token", "technology")
KINDS = {
    2: ("mulligan", "turn", *PLACES, "count", "discard", "give", "either"),
    4: ("mulligan", "order", "turn", "share"),
}
"""The kinds of questions (`engine.Decision.kind`), by the number of players who are asked them."""


def make(names: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Make tables for four users: a question of each kind to the first, and turns to confirm.

    Returns their addresses, by name.
    """
    people = [User.objects.get(username=name) for name in names]
    with mock.patch.object(publishing, "wake_bots_of"):
        questions = {
            f"{kind} {players}": _asking(people[:players], game)
            for players in KINDS
            for kind, game in _questions(players).items()
        }
        questions |= {name: DUELS[name](people[:2]) for name in ("plan-offered", "hinted")}
        finals = {name: DUELS[name](people[:2]) for name in ("confirming", "planning")}
        finals["four"] = _four(people, drafts=_leads)
    return questions, finals


def _questions(players: int) -> dict[str, EngineGame]:
    """Return a game in which the first seat is asked, for each kind of question."""
    games: dict[str, EngineGame] = {}
    for seed in count():
        game = EngineGame(deal(Options(players=players), f"questions {seed}"))
        for number in count():
            if game.outcome is not None:
                break
            decision = game.pending[0]
            if 0 in decision.seats:
                games.setdefault(decision.kind, game.copy())
            if games.keys() >= set(KINDS[players]):
                return games
            seat = decision.seats[-1]
            game.play(seat, BOTS["noisy"](game.view(seat), Chance(f"{seed} {number}")))
    raise AssertionError


def _asking(people: list[User], game: EngineGame) -> str:
    table = _begin(people, game, secret_agents=True)
    if game.pending[0].kind != "turn":
        return table.get_absolute_url()
    option = game.pending[0].options[0]
    return f"{table.get_absolute_url()}?card={option.split()[1]}"
