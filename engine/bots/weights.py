"""The files of trained weights: what they hold, and the check that they belong to the features.

A file is JSON: `players`, `features` (the fingerprint of the features that the weights belong to),
`hidden`, `weights` (whole numbers of 16 bits for the slots, of 32 bits for the biases, floats of
32 bits for the outputs and the last bias, all little-endian, in Base64), `sha256` of these bytes,
and `record`: how the training went.
"""

import base64
import hashlib
import json
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from engine.bots.features import SLOTS, fingerprint
from engine.bots.network import Layers, Network

FOLDER: Final = Path(__file__).parent / "trained"
NAMES: Final = {2: "two.json", 4: "teams.json"}
"""Players -> name of the file."""


class BadWeights(ValueError):
    """A file of weights that is damaged, or that belongs to other features."""


@cache
def network(players: int) -> Network:
    """Return the trained network for so many players."""
    return Network(read((FOLDER / NAMES[players]).read_text(encoding="utf-8"), players))


def read(text: str, players: int) -> Layers:
    """Return the weights of a file; `BadWeights` if they don't fit."""
    try:
        data = json.loads(text)
        raw = base64.b64decode(data["weights"], validate=True)
        hidden: int = data["hidden"]
        its_features, its_players, checksum = data["features"], data["players"], data["sha256"]
    except (KeyError, TypeError, ValueError) as error:
        raise BadWeights(f"this is no file of weights: {error!r}") from error
    if its_players != players:
        raise BadWeights(f"weights for {its_players} players, wanted for {players}")
    if its_features != fingerprint():
        raise BadWeights(
            f"the weights belong to the features {its_features}, but engine/bots/features.py "
            f"is {fingerprint()}: train again (make train) or take the change back"
        )
    if hashlib.sha256(raw).hexdigest() != checksum:
        raise BadWeights("the weights are damaged: their checksum is wrong")
    form = _form(hidden)
    if len(raw) != form.size:
        raise BadWeights(f"{len(raw)} bytes of weights, wanted {form.size}")
    numbers = form.unpack(raw)
    cells = SLOTS * hidden
    return Layers(
        slots=[numbers[at : at + hidden] for at in range(0, cells, hidden)],
        biases=numbers[cells : cells + hidden],
        outputs=numbers[cells + hidden : cells + 2 * hidden],
        bias=numbers[-1],
    )


def record(text: str) -> list[str]:
    """Return the record of a file: how the training went."""
    lines: list[str] = json.loads(text)["record"]
    return lines


def written(layers: Layers, players: int, record: Sequence[str]) -> str:
    """Return the text of a file."""
    hidden = len(layers.outputs)
    cells = [weight for row in layers.slots for weight in row]
    raw = _form(hidden).pack(*cells, *layers.biases, *layers.outputs, layers.bias)
    data = {
        "players": players,
        "features": fingerprint(),
        "hidden": hidden,
        "sha256": hashlib.sha256(raw).hexdigest(),
        "record": list(record),
        "weights": base64.b64encode(raw).decode(),
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _form(hidden: int) -> struct.Struct:
    return struct.Struct(f"<{SLOTS * hidden}h{hidden}i{hidden + 1}f")
