"""Occasions: what the site starts a game for; each app registers its own.

An occasion that is not registered, of an app that has been removed, is one without a label.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.registry import Registry

KEY_LENGTH = 10
STARTED = _("Your game against %(name)s has started.")


@dataclass(frozen=True, slots=True)
class Occasion:
    """A reason why the site starts games: a challenge, a round of a tournament."""

    key: str
    """The value of `Game.occasion`."""
    label: str | Promise
    abortable: bool = False
    """Whether a player may abort the game; otherwise the player can only resign it."""
    others_wait: bool = False
    """Whether other players wait for the end of the game: then its time can't be changed."""
    practice: bool = False
    """Whether its games are practice: no result is kept of them."""
    news: str | Promise = STARTED
    """What a player hears of its start; `name`: the other side."""


NONE = Occasion("", "", abortable=True)
"""The occasion of a game that players have opened by themselves."""

_occasions = Registry[Occasion]("occasions")


def register(occasion: Occasion) -> None:
    """Add the occasion of an app."""
    if not 0 < len(occasion.key) <= KEY_LENGTH:
        raise ValueError(f"An occasion's key has 1 to {KEY_LENGTH} characters: {occasion.key!r}.")
    _occasions.add(occasion.key, occasion)


def get(key: str) -> Occasion:
    """Return the occasion with this key, or `NONE`."""
    return _occasions.get(key, NONE)


def registered() -> list[Occasion]:
    """Return all registered occasions."""
    return list(_occasions.values())
