"""The deals that matches have played, kept in a file: one line of JSON for each deal.

The first line names the digest of the bots: the engine's modules and weights. Other bots must not
go on with the file (`OtherBots`).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import engine
from engine.setup import Options
from tools.arena.matches import Pair, PlayedGame, Slowest

ENGINE: Final = Path(engine.__file__).parent


class OtherBots(ValueError):
    """A file of deals that other bots have played."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two bots: the same deals each time."""

    first: str
    second: str
    seed: str
    options: Options


def digest_of_bots() -> str:
    """Return a text that changes when the rules, the bots or their weights change."""
    digest = hashlib.sha256()
    files = ("*.py", "rules/*.py", "bots/*.py", "bots/trained/*.json")
    for path in sorted(path for pattern in files for path in ENGINE.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class PlayedDeals:
    """The deals of a file; a new one is written down at once."""

    def __init__(self, path: Path) -> None:
        """Read a file, or begin it. `OtherBots` if it belongs to other bots."""
        self._path = path
        self._deals: dict[Match, dict[int, Pair]] = {}
        bots = digest_of_bots()
        # a line that a kill cut short has no end: its deal is played again
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines() or [json.dumps({"bots": bots})]
        if json.loads(lines[0]).get("bots") != bots:
            raise OtherBots(f"{path} holds deals of other bots: name another file, or delete it")
        for line in lines[1:]:
            deal = json.loads(line)
            options = Options(deal["players"], secret_agents=deal["secret_agents"])
            match = Match(deal["first"], deal["second"], deal["seed"], options)
            first, second = (_game(game) for game in deal["games"])
            self._deals.setdefault(match, {})[deal["number"]] = (first, second)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def of(self, match: Match) -> Mapping[int, Pair]:
        """Return the deals of a match: number -> its two games."""
        return self._deals.get(match, {})

    def add(self, match: Match, number: int, pair: Pair) -> None:
        """Write a deal down."""
        self._deals.setdefault(match, {})[number] = pair
        deal = {
            "first": match.first,
            "second": match.second,
            "seed": match.seed,
            "players": match.options.players,
            "secret_agents": match.options.secret_agents,
            "number": number,
            "games": [asdict(game) for game in pair],
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(deal) + "\n")


def _game(data: dict[str, Any]) -> PlayedGame:
    slowest = [Slowest(**fields) for fields in data["slowest"]]
    return PlayedGame(**data | {"slowest": slowest})
