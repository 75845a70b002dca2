"""A digest of games: the plain and the compiled engine must give the same."""

import hashlib
import json
from typing import Final

from engine.bots import BOTS
from engine.chance import Chance
from engine.game import Game, recorded_actions
from engine.setup import Options, deal
from engine.terminal.bench import played_out
from engine.terminal.dice import Dice

FORMS: Final = {
    "two players": Options(),
    "two players, Secret Agents": Options(secret_agents=True),
    "four players": Options(players=4),
    "four players, Secret Agents": Options(players=4, secret_agents=True),
}
EVERY: Final = 12
"""One in so many decisions is put to a bot."""
SLOW_EVERY: Final = 4
"""In one of so many games, the first one among them, the slow bot is asked too."""


def digest(games: int) -> list[str]:
    """Play random games, ask bots on the way; return a line for each form of the game."""
    return [f"{form}: {_digest_of(form, options, games)}" for form, options in FORMS.items()]


def _digest_of(form: str, options: Options, games: int) -> str:
    digest = hashlib.sha256()

    def tell(what: object) -> None:
        digest.update(json.dumps(what, sort_keys=True).encode())

    keys = [key for key in BOTS if key != "random"]
    for number in range(games):
        seed = f"digest {form} {number}"
        record = played_out(Game(deal(options, seed)), Dice(number)).record()
        game = Game.replay({**record, "actions": [], "outcome": None})
        for place, (seat, action) in enumerate(recorded_actions(record)):
            if place % EVERY == 5:
                view = game.view(seat)
                key = keys[(place // EVERY) % len(keys)]
                if not BOTS[key].slow or number % SLOW_EVERY == 0:
                    thought = BOTS[key].think(view, Chance(f"{seed} {place}"))
                    tell([key, thought.action, thought.nodes, view])
            tell([event.to_json() for event in game.play(seat, action)])
        tell(game.snapshot())
    return digest.hexdigest()[:16]
