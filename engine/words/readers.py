"""Readers of a sentence, and what the players are called for each of them.

A sentence about you has a form of its own; all others name who acts, who is a player or "your
opponent", "your team", "the opposing team":

- in a game of two, players read "you" and "your opponent", spectators the names;
- in a game of four, players read "you" and the names where a seat acts, "your team" and "the
  opposing team" where a side does; spectators read the names.

Such a name begins the sentence. Where it stands elsewhere, as in "towards your opponent", other
languages inflect it, and each reader has a whole sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.text import Text, gettext_noop
from engine.words.messages import NAME, Message, Param, say
from engine.words.names import seat_name, side_name

YOUR_OPPONENT: Final = Text(gettext_noop("Your opponent"), common=True)
YOUR_TEAM: Final = Text(gettext_noop("Your team"), common=True)
THE_OPPOSING_TEAM: Final = Text(gettext_noop("The opposing team"), common=True)


@dataclass(frozen=True, slots=True)
class Forms:
    """The sentences of one fact: for those who did it, and with `%(name)s` for all others.

    `opponent`, `ours`, `theirs`: sentences of their own for a player's opponent, for the own team
    and for the opposing one, of a fact whose sentence doesn't begin with the name, or which is
    between two sides: `named` holds `%(other)s` then, too.
    """

    you: Message
    named: Message
    opponent: Message = ""
    ours: Message = ""
    theirs: Message = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """A seat of a game, or a spectator (`None`), and the names of the seats if they are known."""

    viewer: int | None
    players: int
    names: Sequence[str | Text] | None

    def seat(self, forms: Forms, seat: int, **params: Param) -> Text:
        """Return the sentence of what a seat did."""
        if seat == self.viewer:
            return say(forms.you, **params)
        if self.viewer is not None and self.players == 2:
            return _said(forms.opponent, forms.named, YOUR_OPPONENT, params)
        return say(forms.named, name=seat_name(seat, self.names), **params)

    def side(self, forms: Forms, side: int, **params: Param) -> Text:
        """Return the sentence of what a side did, by itself or to the other side."""
        if self.viewer is None:
            begins = _begins_with_its_name(forms.named)
            name = side_name(side, self.players, self.names, begins=begins)
            return say(forms.named, name=name, **params)
        mine = self.viewer % 2 == side
        if self.players == 2:
            if mine:
                return say(forms.you, **params)
            return _said(forms.opponent, forms.named, YOUR_OPPONENT, params)
        if mine:
            return _said(forms.ours, forms.named, YOUR_TEAM, params)
        return _said(forms.theirs, forms.named, THE_OPPOSING_TEAM, params)

    def between(self, forms: Forms, side: int, **params: Param) -> Text:
        """Return the sentence of what a side did to the other."""
        if self.viewer is None:
            other = side_name(1 - side, self.players, self.names, begins=False)
            params["other"] = other
        return self.side(forms, side, **params)


def _begins_with_its_name(message: Message) -> bool:
    text = message if isinstance(message, str) else message[0]
    return text.startswith(NAME)


def _said(own: Message, named: Message, name: Text, params: dict[str, Param]) -> Text:
    """Return a sentence of its own, or else the one with a name."""
    return say(own, **params) if own else say(named, name=name, **params)


def reader(viewer: int | None, names: Sequence[str | Text] | None, players: int) -> Reader:
    """Return the reader; the names, one per seat, also give the number of players."""
    return Reader(viewer, players if names is None else len(names), names)
