"""`Game`: the public interface of the engine."""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Self

from engine import frames, notation, positions, rules, views
from engine.boards import TOKEN_NUMBER
from engine.chance import Chance, Shuffler
from engine.errors import (
    BadPosition,
    BadSetup,
    GameOver,
    IllegalAction,
    MalformedAction,
    NotYourTurn,
)
from engine.events import Event
from engine.foreseen import CertainLog
from engine.names import MARS, PLACES, TERRA, VENUS
from engine.notation import Decision
from engine.public_types import (
    NamedRules,
    Position,
    PositionSetup,
    Record,
    SetupData,
    Snapshot,
    View,
)
from engine.setup import Options, Setup
from engine.sources import SEAT_TURN, TEAM_TURN
from engine.table import NOBODY, NOT_CHOSEN, RULES_VERSION, RUNNING, Table
from engine.text import Text, gettext_noop

VERSION = 1
"""The format version of records and snapshots."""
UNNAMED_RULES = 2
"""The rules version of a record that names none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: the winning side and the kind of victory, both `None` for a draw.

    >>> Outcome(winner=1, victory="popular")
    Outcome(winner=1, victory='popular')
    """

    winner: int | None
    victory: str | None


class Game:
    """A game, from its first decision to its end.

    `Game(setup)` is a game of a deal, at the mulligan. Where the source of later shuffles is
    handed in (`chance`), it takes the place of the seed, also in what is copied or restored.
    `rules_version` is the version of the rules that it is played by. A record names it, unless
    it is 2, so that correcting a rule changes no game that has begun.

    >>> from engine import Options, deal
    >>> game = Game(deal(Options(boards="SUN"), "a seed"))
    >>> [decision.kind for decision in game.pending]
    ['mulligan', 'mulligan']
    >>> events = game.play(0, "redraw") + game.play(1, "redraw")
    >>> game.pending[0].kind, game.pending[0].options[0]
    ('turn', 'recruit bish0p')
    """

    __slots__ = ("_actions", "_origin", "_table")

    def __init__(
        self, setup: Setup, chance: Shuffler | None = None, rules_version: int = RULES_VERSION
    ) -> None:
        options = setup.options
        self._origin = _Origin(options, setup.seed, setup.to_json(), rules_version)
        self._actions: list[tuple[int, str]] = []
        table = positions.blank(
            options.players,
            setup.cards,
            setup.boards,
            chance or Chance(setup.seed),
            rules_version,
        )
        table.tokens = [TOKEN_NUMBER[setup.tokens[place]] for place in PLACES]
        table.supply = tuple(TOKEN_NUMBER[token] for token in setup.token_supply)
        number = setup.cards.number
        table.deck = tuple(number[slug] for slug in setup.deck)
        table.hands = [tuple(number[slug] for slug in hand) for hand in setup.hands]
        table.credits = [12, 12]
        table.zenithium = [1, 1]
        table.side = setup.first_side
        table.active = table.side if options.players == 2 else NOBODY
        ahead: tuple[int, ...]
        if options.players == 4:
            ahead = (VENUS, MARS)
        else:
            ahead = (TERRA, MARS, VENUS) if options.beginner else (TERRA,)
        for planet in ahead:
            table.discs[planet] = -1 if setup.first_side == 0 else 1
        table.mulligan = [NOT_CHOSEN] * options.players
        _begin(table)
        self._table = table

    # --- playing ---

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The open decisions: none after the end, one per seat in the mulligan, else one."""
        return views.decisions(self._table)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, `None` while the game runs."""
        ended = views.outcome(self._table)
        return None if ended is None else Outcome(**ended)

    def play(self, seat: int, action: str) -> list[Event]:
        """Answer a pending decision and return the events, unfiltered (`Event.seen_by`).

        All of it is applied, or nothing: raises `GameOver`, `MalformedAction`, `NotYourTurn` or
        `IllegalAction`.
        """
        table = self._table.copy()
        table.log = []
        self._apply(table, seat, action)
        events, table.log = table.log, None
        self._table = table
        self._actions.append((seat, action))
        return events

    def foresee(self, seat: int, action: str) -> tuple[list[Event], View]:
        """Return what a seat can be certain of before it plays an answer, in an `imagined` game.

        These are the events before the first one that reveals something, as the seat may see
        them, and its view after them, in which the question is still open. Raises like `play`.
        """
        table = self._table.copy()
        table.log = log = CertainLog(table)
        self._apply(table, seat, action)
        events = [event.seen_by(seat) for event in log[: log.certain]]
        view = views.view(log.table(), seat, self._origin.seed)
        return events, {**view, "pending": self.view(seat)["pending"]}

    def _apply(self, table: Table, seat: int, action: str) -> None:
        if table.ending != RUNNING:
            raise self._refusal(GameOver, gettext_noop("The game is over."), seat, action)
        if not notation.is_action(action):
            message = gettext_noop("“%(action)s” is not an action.")
            raise self._refusal(MalformedAction, message, seat, action)
        if table.mulligan:
            self._play_mulligan(table, seat, action)
        else:
            self._play_answer(table, seat, action)

    def _play_mulligan(self, table: Table, seat: int, action: str) -> None:
        if type(seat) is not int or seat not in range(table.players):
            raise self._not_your_turn(seat, action)
        if table.mulligan[seat] != NOT_CHOSEN:
            raise self._not_your_turn(seat, action)
        hand = table.hands[seat]
        actions = notation.mulligan_actions(hand)
        if action not in actions:
            raise self._illegal(seat, action)
        rules.mulligan(table, seat, notation.mulligan_options(len(hand))[actions.index(action)])

    def _play_answer(self, table: Table, seat: int, action: str) -> None:
        decision = notation.decision(table)
        if type(seat) is not int or seat not in decision.seats:
            raise self._not_your_turn(seat, action)
        if action in decision.options:
            rules.answer(table, table.options[decision.options.index(action)])
            return
        if decision.kind == "order":
            for option in rules.turn_options(table, seat):
                if rules.turn_action(option) == action:
                    rules.answer(table, seat)
                    rules.answer(table, option)
                    return
        raise self._illegal(seat, action)

    def _not_your_turn(self, seat: int, action: str) -> NotYourTurn:
        message = gettext_noop("This seat is not asked anything now.")
        return self._refusal(NotYourTurn, message, seat, action)

    def _illegal(self, seat: int, action: str) -> IllegalAction:
        message = gettext_noop("“%(action)s” is not possible now.")
        return self._refusal(IllegalAction, message, seat, action)

    def _refusal[E: (GameOver, IllegalAction, MalformedAction, NotYourTurn)](
        self, error: type[E], message: str, seat: object, action: object
    ) -> E:
        named = {"action": str(action)[:80]} if "%(action)s" in message else {}
        return error(
            Text(message, named),
            seat=seat if type(seat) is int else None,
            action=action,
            position=self.snapshot(),
        )

    # --- looking ---

    def view(self, seat: int | None) -> View:
        """Return the view of a seat, or of a spectator (`None`), as JSON (`views.view`)."""
        return views.view(self._table, seat, self._origin.seed)

    def table(self) -> Table:
        """Return a copy of the table, everything hidden included: for reviews after the end."""
        return self._table.copy()

    def copy(self) -> "Game":
        """Return an independent copy."""
        other = Game.__new__(Game)
        other._table = self._table.copy()
        other._origin = self._origin
        other._actions = self._actions[:]
        return other

    @classmethod
    def imagined(cls, view: View) -> Self:
        """Return a game as it might be, given what the seat of this view can see.

        It is for trying out answers. Everything in it depends on the view alone, so it can't tell
        the seat anything new. Its hidden cards are dealt at random, and it has no record.
        """
        chance = Chance("imagined")
        game = cls.__new__(cls)
        game._actions = []
        game._table = table = views.imagine(view, chance)
        options = Options(
            table.players, view["boards"], view["secret_agents"], boxes=table.cards.further
        )
        game._origin = _Origin(options, chance.seed, {}, RULES_VERSION)
        return game

    @classmethod
    def imagined_turn(cls, view: View) -> Self:
        """Return a game like `imagined`, but as if the turn of this view's seat began now.

        What other seats still have to answer is left out: the table is as it stands. It is for
        planning ahead, after the mulligan.
        """
        return cls.imagined(views.in_own_turn(view))

    # --- positions ---

    @classmethod
    def from_position(
        cls,
        position: object,
        seed: str = "",
        chance: Shuffler | None = None,
        rules_version: int = RULES_VERSION,
    ) -> Self:
        """Return a game that starts from a position; `seed` feeds what is shuffled later.

        A seat that has no card is passed over at once, so `pending` may be another's decision.
        Raises `BadPosition`.
        """
        table = positions.read(position, chance or Chance(seed), rules_version=rules_version)
        game = cls.__new__(cls)
        written, cards = positions.write(table), table.cards
        options = Options(
            table.players, written["boards"], cards.secret_agents, boxes=cards.further
        )
        origin: PositionSetup = {"position": written, "seed": seed}
        game._origin = _Origin(options, seed, origin, rules_version)
        game._actions = []
        if table.ending == RUNNING:
            _begin(table)
            rules.run(table)
        game._table = table
        return game

    def position(self) -> Position:
        """Return the position, hidden cards included; `BadPosition` in the middle of a turn."""
        table = self._table
        if table.ending == RUNNING:
            source, at = table.stack[-1][:2]
            if table.mulligan or source not in (SEAT_TURN, TEAM_TURN) or at != 0:
                message = gettext_noop("A position is written at the start of a turn only.")
                raise BadPosition("mid_turn", Text(message))
        return positions.write(table)

    # --- records and snapshots ---

    def record(self) -> Record:
        """Return the whole game as JSON (`notation.md`).

        The `setup` of a game that started from a position is that `position` and the `seed`.
        """
        version = self._origin.rules_version
        named: NamedRules = {} if version == UNNAMED_RULES else {"rules_version": version}
        return {
            "version": VERSION,
            **named,
            "options": self._origin.options.to_json(),
            "setup": deepcopy(self._origin.setup),
            "actions": [[seat, action] for seat, action in self._actions],
            "outcome": views.outcome(self._table),
        }

    @classmethod
    def replay(cls, record: object, chance: Shuffler | None = None) -> Self:
        """Play a record again and return the game it gives.

        Raises `BadSetup` for what is no record or ends otherwise than it says, `BadPosition`
        for a bad position to start from, and what `play` raises for a bad action.
        """
        game = cls._start(record, chance)
        for seat, action in recorded_actions(record):
            game.play(seat, action)
        if isinstance(record, dict) and record.get("outcome") != views.outcome(game._table):
            raise BadSetup(Text(gettext_noop("The game does not end as the record says.")))
        return game

    @classmethod
    def _start(cls, record: object, chance: Shuffler | None) -> Self:
        if not isinstance(record, dict) or record.get("version") != VERSION:
            raise BadSetup(Text(gettext_noop("This is no record of a game, version 1.")))
        setup = record.get("setup")
        try:
            options = Options(**record["options"])
        except (KeyError, TypeError) as error:
            raise BadSetup(Text(gettext_noop("This is no record of a game, version 1."))) from error
        rules_version = record.get("rules_version", UNNAMED_RULES)
        if type(rules_version) is not int or not 1 <= rules_version <= RULES_VERSION:
            message = gettext_noop("This program does not know the version of the game's rules.")
            raise BadSetup(Text(message))
        if isinstance(setup, dict) and setup.keys() == {"position", "seed"}:
            if not isinstance(setup["seed"], str):
                raise BadSetup(Text(gettext_noop("A seed is a text.")))
            position, seed = setup["position"], setup["seed"]
            return cls.from_position(position, seed, chance, rules_version)
        return cls(Setup.from_json(options, setup), chance, rules_version)

    def snapshot(self) -> Snapshot:
        """Return the complete state as JSON, at any decision, with the record that led to it.

        `Game.restore` gives a game that plays on just the same. It holds everything hidden.
        """
        table = self._table
        return {
            "version": VERSION,
            "record": self.record(),
            "table": positions.write(table),
            "stack": frames.write(table),
            "mulligan": table.mulligan[:],
            "shuffles": [table.shuffles, table.token_shuffles],
            "outcome": views.outcome(table),
        }

    @classmethod
    def restore(cls, snapshot: object, chance: Shuffler | None = None) -> Self:
        """Return the game of a snapshot without playing its record again.

        Raises `BadPosition` or `BadSetup` if it can't be read.
        """
        bad = BadPosition("bad_snapshot", Text(gettext_noop("This is no snapshot of a game.")))
        if not isinstance(snapshot, dict) or snapshot.get("version") != VERSION:
            raise bad
        try:
            record, ended = snapshot["record"], snapshot["outcome"]
            game = cls._start(record, chance)
            version = game._origin.rules_version
            table = positions.read(snapshot["table"], game._table.chance, True, version)
            table.stack = frames.read(snapshot["stack"], table.cards)
            table.mulligan = frames.read_mulligan(table, snapshot["mulligan"])
            table.shuffles, table.token_shuffles = map(int, snapshot["shuffles"])
            if ended is not None and table.ending == RUNNING:
                rules.end_in_a_draw(table)
            elif not table.mulligan:
                rules.run(table)
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise bad from error
        if table.ending == RUNNING and not (table.mulligan or table.options):
            raise bad
        game._table = table
        game._actions = list(recorded_actions(record))
        return game


@dataclass(frozen=True, slots=True)
class _Origin:
    """Return the start of the game as its record states it."""

    options: Options
    seed: str
    setup: SetupData
    rules_version: int


def _begin(table: Table) -> None:
    rules.push_turn(table)
    table.stack, table.new_frames = table.new_frames, []


def recorded_actions(record: Any) -> list[tuple[int, str]]:
    """Return the actions of a record as (seat, action); raises `BadSetup` for what is none."""
    try:
        return [(seat, action) for seat, action in record["actions"]]
    except (KeyError, TypeError, ValueError) as error:
        raise BadSetup(Text(gettext_noop("The actions of a record are [seat, action]."))) from error
