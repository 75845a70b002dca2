"""The start of a game: its options, and everything random, decided once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self, TypeGuard

from engine.boards import TOKEN_BAG, TOKENS
from engine.boxes import NONE_NAMED, Cards, latest_cards, named_cards
from engine.chance import Chance
from engine.errors import BadSetup
from engine.names import BOARD_SIDES, PLACES
from engine.public_types import DealtSetup, NamedBoxes, OptionsData
from engine.text import Text, gettext_noop

CARDS_DEALT = 4


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game.

    `boards`: the sides of the technology board, as `"SUN"`, or `None` = drawn at random.
    `beginner`: the second side has 1 influence on Terra, Mars and Venus (two players only).
    `boxes`: names of boxes besides the base box and the Secret Agents.
    Raises `BadSetup` for options that no game can have.

    >>> Options(players=4, boards="SUN").to_json()
    {'players': 4, 'boards': 'SUN', 'secret_agents': False, 'beginner': False}
    """

    players: int = 2
    boards: str | None = None
    secret_agents: bool = False
    beginner: bool = False
    boxes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.boxes, list | tuple):
            raise BadSetup(Text(gettext_noop("This program does not know these boxes of cards.")))
        object.__setattr__(self, "boxes", tuple(self.boxes))  # JSON has lists
        if type(self.players) is not int or self.players not in (2, 4):
            raise BadSetup(Text(gettext_noop("Zenith is played by 2 or 4 players.")))
        if self.boards is not None and not are_boards(self.boards):
            raise BadSetup(
                Text(
                    gettext_noop(
                        "A technology board is three letters, S or D, U or O, N or P: as SUN."
                    )
                )
            )
        if type(self.secret_agents) is not bool or type(self.beginner) is not bool:
            raise BadSetup(
                Text(gettext_noop("Secret Agents and beginner's advantage are yes or no."))
            )
        if self.beginner and self.players != 2:
            raise BadSetup(
                Text(gettext_noop("The beginner's advantage is for two-player games only."))
            )
        latest_cards(self.secret_agents, self.boxes)

    def to_json(self) -> OptionsData:
        """Return the options as JSON, without `boxes` if there are none."""
        data: OptionsData = {
            "players": self.players,
            "boards": self.boards,
            "secret_agents": self.secret_agents,
            "beginner": self.beginner,
        }
        if self.boxes:
            data["boxes"] = list(self.boxes)
        return data


def are_boards(value: object) -> TypeGuard[str]:
    """Whether the text names a technology board, like `"SUN"`."""
    if not isinstance(value, str) or len(value) != len(BOARD_SIDES):
        return False
    return all(letter in sides for letter, sides in zip(value, BOARD_SIDES, strict=True))


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything random at the start, explicit, so that a caller can prescribe it.

    `tokens`: place -> token id. `deck` and `token_supply`: the next one first. `hands`: one a
    seat. `seed` feeds what is shuffled later. `boxes`: those that
    have to be named, with their versions (`boxes.py`). Raises `BadSetup` if it can't have been
    dealt.

    >>> setup = deal(Options(), "any text")
    >>> Setup.from_json(setup.options, setup.to_json()) == setup
    True
    """

    options: Options
    first_side: int
    boards: str
    tokens: dict[str, str]
    token_supply: tuple[str, ...]
    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    seed: str
    boxes: NamedBoxes = field(default_factory=dict)
    cards: Cards = field(init=False, repr=False, compare=False)
    """The cards that are dealt."""

    def __post_init__(self) -> None:
        cards = named_cards(self.options.secret_agents, self.boxes)
        object.__setattr__(self, "cards", cards)
        if type(self.first_side) is not int or self.first_side not in (0, 1):
            raise BadSetup(Text(gettext_noop("The first side is 0 or 1.")))
        if not are_boards(self.boards) or self.options.boards not in (None, self.boards):
            raise BadSetup(Text(gettext_noop("The boards are not those of the options.")))
        if not isinstance(self.seed, str):
            raise BadSetup(Text(gettext_noop("A seed is a text.")))
        if [len(hand) for hand in self.hands] != [CARDS_DEALT] * self.options.players:
            raise BadSetup(Text(gettext_noop("Each seat is dealt 4 cards.")))
        if self.cards.further != tuple(sorted(self.options.boxes)):
            raise BadSetup(Text(gettext_noop("The boxes are not those of the options.")))
        dealt = [*self.deck, *(slug for hand in self.hands for slug in hand)]
        if not _same(dealt, self.cards.slugs):
            raise BadSetup(Text(gettext_noop("Deck and hands are not the cards of the box.")))
        tokens = [*self.tokens.values(), *self.token_supply]
        bag = [TOKENS[kind].id for kind in TOKEN_BAG]
        if set(self.tokens) != set(PLACES) or not _same(tokens, bag):
            raise BadSetup(Text(gettext_noop("These are not the 16 bonus tokens, 8 in view.")))

    def to_json(self) -> DealtSetup:
        """Return the setup as JSON, without the options, and without `boxes` if none is named."""
        data: DealtSetup = {
            "first_side": self.first_side,
            "boards": self.boards,
            "tokens": dict(self.tokens),
            "token_supply": list(self.token_supply),
            "deck": list(self.deck),
            "hands": [list(hand) for hand in self.hands],
            "seed": self.seed,
        }
        if self.boxes:
            data["boxes"] = dict(self.boxes)
        return data

    @classmethod
    def from_json(cls, options: Options, data: object) -> Self:
        """Read what `to_json` wrote; raises `BadSetup` for anything else."""
        try:
            if not isinstance(data, dict):
                raise TypeError
            return cls(
                options=options,
                first_side=data["first_side"],
                boards=data["boards"],
                tokens=dict(data["tokens"]),
                token_supply=_words(data["token_supply"]),
                deck=_words(data["deck"]),
                hands=tuple(_words(hand) for hand in data["hands"]),
                seed=data["seed"],
                boxes=data.get("boxes", NONE_NAMED),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BadSetup(Text(gettext_noop("This is no setup of a game."))) from error


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
        raise TypeError
    return tuple(value)


def _same(some: Iterable[object], others: Iterable[str]) -> bool:
    return sorted(map(str, some)) == sorted(others)


def deal(options: Options, seed: str, boxes: NamedBoxes | None = None) -> Setup:
    """Decide everything random at the start of a game from a seed, any text.

    The boxes are dealt in their latest versions, or, to deal a game of the past again, in those
    that its setup names (`boxes`).

    The streams of the seed (`chance.py`): "first side"; "boards", one number a part, unless the
    options name them; "tokens" shuffles the 16 tokens in the order of `TOKENS`, the first 8 go
    to the planets and the technologies; "deck" shuffles the cards in the order of `agents.py`,
    further boxes by their names, and each seat in turn gets the next 4.

    >>> setup = deal(Options(boards="SUN"), "any text")
    >>> setup.first_side, setup.hands[0]
    (1, ('ice-june', 'w3lls', 'king-harold', 'lady-moore'))
    """
    if not isinstance(seed, str):
        raise BadSetup(Text(gettext_noop("A seed is a text.")))
    chance = Chance(seed)
    first_side = chance.stream("first side").below(2)
    draw = chance.stream("boards")
    boards = options.boards or "".join(sides[draw.below(2)] for sides in BOARD_SIDES)
    tokens = [TOKENS[kind].id for kind in chance.shuffled("tokens", TOKEN_BAG)]
    if boxes is None:
        box = latest_cards(options.secret_agents, options.boxes)
    else:
        box = named_cards(options.secret_agents, boxes)
    cards = chance.shuffled("deck", box.slugs)
    dealt = CARDS_DEALT * options.players
    return Setup(
        options=options,
        first_side=first_side,
        boards=boards,
        tokens=dict(zip(PLACES, tokens, strict=False)),
        token_supply=tuple(tokens[len(PLACES) :]),
        deck=tuple(cards[dealt:]),
        hands=tuple(tuple(cards[at : at + CARDS_DEALT]) for at in range(0, dealt, CARDS_DEALT)),
        seed=seed,
        boxes=dict(box.named),
    )
