"""Readers of a sentence, and what the players are called for each of them.

A sentence about a player differs in more than a name from one about you, so each fact has a
whole sentence for every case (`Forms`), and a `Reader` picks one:

- in a game of two, players read "you" and "your opponent", spectators the names;
- in a game of four, players read "you" and the names where a seat acts, "your team" and "the
  opposing team" where a side does; spectators read the names.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.text import Text
from engine.words.messages import Message, Param, say
from engine.words.names import seat_name, side_name


@dataclass(frozen=True, slots=True)
class Forms:
    """The sentences of one fact, one for each kind of reader.

    `named` holds `%(name)s`. For a fact between two sides it holds `%(other)s` too, and in the
    other forms the second party is the side that the first is not. A fact of a seat has no `ours`
    and `theirs`; a fact of games for four players has no `opponent`.
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
        if self.viewer is not None and self.players == 2 and forms.opponent:
            return say(forms.opponent, **params)
        return say(forms.named, name=seat_name(seat, self.names), **params)

    def side(self, forms: Forms, side: int, **params: Param) -> Text:
        """Return the sentence of what a side did, by itself or to the other side."""
        if self.viewer is None:
            name = side_name(side, self.players, self.names)
            return say(forms.named, name=name, **params)
        mine = self.viewer % 2 == side
        if self.players == 2:
            return say(forms.you if mine else forms.opponent, **params)
        return say(forms.ours if mine else forms.theirs, **params)

    def between(self, forms: Forms, side: int, **params: Param) -> Text:
        """Return the sentence of what a side did to the other."""
        if self.viewer is None:
            params["other"] = side_name(1 - side, self.players, self.names)
        return self.side(forms, side, **params)


def reader(viewer: int | None, names: Sequence[str | Text] | None, players: int) -> Reader:
    """Return the reader; the names, one per seat, also give the number of players."""
    return Reader(viewer, players if names is None else len(names), names)
