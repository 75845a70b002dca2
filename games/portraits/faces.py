"""Faces of players: a portrait or the first letter of the name, in the colour of a planet.

A player who has chosen nothing has a face that comes with the name, so everyone has one. Bots have
portraits that no one else gets.
"""

from dataclasses import dataclass
from typing import Final
from zlib import crc32

from accounts.models import User
from engine.agents import NUMBER, latest_agents
from engine.names import PLANETS

LETTER: Final = "letter"


@dataclass(frozen=True, slots=True)
class PlayerFace:
    """A face: the portrait of an agent, or a letter if it has none."""

    agent: str
    planet: str
    letter: str = ""
    is_bot_account: bool = False


BOTS: Final = {
    "random": PlayerFace("wul", "mercury"),
    "noisy": PlayerFace("buj0ld", "mercury"),
    "meteor": PlayerFace("m4rt1n", "terra"),
    "asteroid": PlayerFace("f4rm3r", "jupiter"),
    "aurora": PlayerFace("s1mmons", "venus"),
    "greedy": PlayerFace("as1m0v", "venus"),
    "eclipse": PlayerFace("orw3ll", "mercury"),
    "nova": PlayerFace("v3rn3", "mars"),
    "zenith": PlayerFace("h4milt0n", "jupiter"),
}
"""The faces of the bots, by key."""
AGENTS: Final = tuple(
    sorted({agent.slug for agent in latest_agents()} - {face.agent for face in BOTS.values()})
)
"""The agents whose portraits players can have."""


def face_of(user: User) -> PlayerFace:
    """Return the face of a user: the chosen one, or the one that comes with the name."""
    number = crc32(user.username.encode())
    planet = user.face_colour if user.face_colour in PLANETS else PLANETS[number % len(PLANETS)]
    if user.face == LETTER:
        return PlayerFace("", planet, user.username[:1], user.is_bot)
    chosen = user.face if user.face in NUMBER else AGENTS[number // len(PLANETS) % len(AGENTS)]
    return PlayerFace(chosen, planet, is_bot_account=user.is_bot)


def face_of_bot(key: str) -> PlayerFace:
    """Return the face of a bot; of one that is gone, a letter."""
    return BOTS.get(key) or PlayerFace("", PLANETS[crc32(key.encode()) % len(PLANETS)], key[:1])
