"""The table: the complete, flat state of a game, and the moves of its pieces.

Everything is small ints, lists of ints and tuples, so that a copy costs a microsecond. A tuple
is never changed in place, only replaced: copies share it.

**What is pending is a stack of frames.** A frame is seven ints: the source whose program runs,
the place of the next instruction in it, the side whose effect it is, and what the program
remembers: the planets already chosen (a bit each), the card its last effect moved (or -1), the
step of the cost that was paid, and how many times the instruction is still to be repeated (0:
not begun). At a decision the frame that asks lies on top.
"""

from typing import Final

from engine import events
from engine.agents import COSTS, PLANET_OF, SLUGS
from engine.boards import TOKENS
from engine.boxes import Cards
from engine.chance import Shuffler
from engine.names import FACES, PLACES, PLANETS, SEATS, VICTORIES
from engine.sources import CLAIMED, SUPPLY, TOKEN

Frame = tuple[int, int, int, int, int, int, int]

NO_DISC: Final = 9
CONTROL_ZONE: Final = 4
NOBODY: Final = -1
GONE: Final = -1
"""The place has no bonus token any more."""

# The endings of a game.
RUNNING: Final = 0
ABSOLUTE: Final = 1
DEMOCRATIC: Final = 2
POPULAR: Final = 3
DRAWN: Final = 4

HAND_LIMIT: Final = 4
RULES_VERSION: Final = 2
"""The rules version of new games."""
NOT_CHOSEN: Final = -1


class Table:
    """The state of one game."""

    __slots__ = (
        "active",
        "at",
        "badge",
        "card",
        "cards",
        "chance",
        "chosen",
        "columns",
        "credits",
        "deck",
        "discard",
        "discs",
        "drawn",
        "ending",
        "gold",
        "hands",
        "left",
        "letters",
        "levels",
        "log",
        "mulligan",
        "new_frames",
        "options",
        "played",
        "players",
        "rules_version",
        "shuffles",
        "side",
        "source",
        "stack",
        "step",
        "supply",
        "token_discard",
        "token_shuffles",
        "tokens",
        "winner",
        "won",
        "you",
        "zenithium",
    )

    # constant
    players: int
    cards: Cards
    """The cards that it is played with."""
    rules_version: int
    """1 to `RULES_VERSION`: decides when a blocked game is a draw."""
    letters: tuple[int, ...]
    """The side of each part of the technology board: an index in `LETTERS`."""
    chance: Shuffler
    # the boards
    discs: list[int]
    """Planet -> steps towards side 0 (negative: towards side 1), or `NO_DISC`."""
    tokens: list[int]
    """Place -> kind of the token there, or `GONE`."""
    badge: int
    """The side that has the badge, or `NOBODY`."""
    gold: bool
    # the sides
    credits: list[int]
    zenithium: list[int]
    levels: list[int]
    """3 * side + faction -> level of the technology."""
    columns: list[tuple[int, ...]]
    """5 * side + planet -> cards, bottom first."""
    won: list[tuple[int, ...]]
    """Side -> planets of the discs won, in the order of winning."""
    # cards and tokens
    hands: list[tuple[int, ...]]
    deck: tuple[int, ...]
    """Top first; the first `drawn` cards of it are gone."""
    drawn: int
    discard: tuple[int, ...]
    supply: tuple[int, ...]
    token_discard: tuple[int, ...]
    shuffles: int
    """How many times the discard pile has become the deck."""
    token_shuffles: int
    # the turn
    side: int
    active: int
    """The seat that plays, or `NOBODY` while its team has not chosen."""
    played: tuple[int, ...]
    """With four players: the seats that have played in this turn of their team."""
    mulligan: list[int]
    """In the mulligan: seat -> the cards to replace, one bit each, or `NOT_CHOSEN`."""
    # the pending stack
    stack: list[Frame]
    options: list[int]
    """The legal answers to the decision on top of the stack; empty without one."""
    # the end
    ending: int
    winner: int
    # the running frame, unpacked; meaningless between two answers
    source: int
    at: int
    you: int
    chosen: int
    card: int
    step: int
    left: int
    new_frames: list[Frame]
    """The sources that the running instruction has triggered: the first runs next."""
    log: list[events.Event] | None
    """The list that collects events, if the caller wants them."""

    def copy(self) -> "Table":
        """Return an independent copy without a log."""
        other = Table()
        other.players = self.players
        other.cards = self.cards
        other.rules_version = self.rules_version
        other.letters = self.letters
        other.chance = self.chance
        other.discs = self.discs[:]
        other.tokens = self.tokens[:]
        other.badge = self.badge
        other.gold = self.gold
        other.credits = self.credits[:]
        other.zenithium = self.zenithium[:]
        other.levels = self.levels[:]
        other.columns = self.columns[:]
        other.won = self.won[:]
        other.hands = self.hands[:]
        other.deck = self.deck
        other.drawn = self.drawn
        other.discard = self.discard
        other.supply = self.supply
        other.token_discard = self.token_discard
        other.shuffles = self.shuffles
        other.token_shuffles = self.token_shuffles
        other.side = self.side
        other.active = self.active
        other.played = self.played
        other.mulligan = self.mulligan[:]
        other.stack = self.stack[:]
        other.options = self.options
        other.ending = self.ending
        other.winner = self.winner
        other.new_frames = []
        other.log = None
        return other

    # --- looking ---

    def steps_to(self, side: int, planet: int) -> int:
        """Return the steps of the disc towards the side; negative: on the other's side."""
        return self.discs[planet] if side == 0 else -self.discs[planet]

    def hand_limit(self, side: int) -> int:
        """Return the hand limit of a side: 4, or 5 and 6 with the badge."""
        return HAND_LIMIT + (1 + self.gold if self.badge == side else 0)

    def price(self, side: int, card: int) -> int:
        """Return the price of recruiting the card for a side, in credits."""
        planet = PLANET_OF[card]
        return max(0, COSTS[card] - len(self.columns[5 * side + planet]))

    def seats_asked(self) -> tuple[int, ...]:
        """Return the seats that may answer the decision on top of the stack."""
        you = self.stack[-1][2]
        if you == self.side and self.active != NOBODY:
            return (self.active,)
        return SEATS[self.players][you]

    def cards_to_draw(self) -> int:
        """Return the number of cards in the deck and the discard pile."""
        return len(self.deck) - self.drawn + len(self.discard)

    # --- discs ---

    def pull(self, side: int, planet: int, steps: int) -> None:
        """Move the disc of a planet towards a side, which may win it, and the game."""
        at = self.steps_to(side, planet)
        goal = min(at + steps, CONTROL_ZONE)
        if goal < CONTROL_ZONE:
            self.discs[planet] = goal if side == 0 else -goal
        else:
            self.discs[planet] = NO_DISC
        if self.log is not None:
            self.log.append(events.DiscMoved(PLANETS[planet], side, goal - at, goal))
        if goal < CONTROL_ZONE:
            return
        first = planet not in self.won[0] and planet not in self.won[1]
        self.won[side] = (*self.won[side], planet)
        if self.log is not None:
            self.log.append(events.DiscWon(PLANETS[planet], side))
        self.ending = victory(self.won[side])
        if self.ending != RUNNING:
            self.end(side)
        elif first and self.tokens[planet] != GONE:
            self.new_frames.append((CLAIMED + planet, 0, side, 0, -1, 0, 0))

    def end(self, winner: int) -> None:
        """End the game as `ending` says; `NOBODY` wins a draw."""
        self.winner = winner
        if self.log is not None:
            drawn = self.ending == DRAWN
            name = None if drawn else VICTORIES[self.ending - 1]
            self.log.append(events.GameEnded(None if drawn else winner, name))

    def refill(self) -> None:
        """Put a new disc on the centre of each planet that has none."""
        for planet, at in enumerate(self.discs):
            if at == NO_DISC:
                self.discs[planet] = 0
                if self.log is not None:
                    self.log.append(events.DiscPlaced(PLANETS[planet]))

    # --- badge ---

    def take_badge(self, side: int, gold: bool) -> None:
        """Give the badge to a side: silver, or gold if it had it or the effect says so."""
        self.gold = gold or self.badge == side
        self.badge = side
        if self.log is not None:
            self.log.append(events.BadgeTaken(side, FACES[self.gold]))

    # --- tokens ---

    def gain_token(self, side: int, kind: int, place: int) -> None:
        """Let a side gain a token, which is applied next.

        The token goes to the discard pile at once. No effect of a token looks at that pile, so it
        makes no difference, and every token always has a place.
        """
        self.token_discard = (*self.token_discard, kind)
        if self.log is not None:
            where = None if place == SUPPLY else PLACES[place]
            self.log.append(events.TokenGained(side, TOKENS[kind].id, where))
        source = TOKEN + len(TOKENS) * place + kind
        self.new_frames.append((source, 0, side, 0, -1, 0, 0))

    def draw_token(self) -> int:
        """Take the next token of the supply, shuffling the discarded ones if need be."""
        if not self.supply:
            self.token_shuffles += 1
            label = f"reshuffle tokens {self.token_shuffles}"
            self.supply = tuple(self.chance.shuffled(label, self.token_discard))
            self.token_discard = ()
            if self.log is not None:
                self.log.append(events.TokensShuffled(len(self.supply)))
        kind = self.supply[0]
        self.supply = self.supply[1:]
        return kind

    # --- cards ---

    def draw_card(self) -> int:
        """Take the top card of the deck, shuffling the discard pile if need be."""
        if self.drawn == len(self.deck):
            self.shuffles += 1
            label = f"reshuffle deck {self.shuffles}"
            self.deck = tuple(self.chance.shuffled(label, self.discard))
            self.drawn = 0
            self.discard = ()
            if self.log is not None:
                self.log.append(events.DeckShuffled(len(self.deck)))
        card = self.deck[self.drawn]
        self.drawn += 1
        return card

    def draw_hand(self, seat: int, count: int) -> None:
        """Draw up to so many cards into a hand."""
        if self.drawn + count <= len(self.deck):
            cards = self.deck[self.drawn : self.drawn + count]
            self.drawn += count
        else:
            count = min(count, self.cards_to_draw())
            cards = tuple([self.draw_card() for _ in range(count)])
        if not cards:
            return
        self.hands[seat] += cards
        if self.log is not None:
            slugs = tuple(SLUGS[card] for card in cards)
            self.log.append(events.CardsDrawn(seat, count, slugs))

    def leave_hand(self, seat: int, card: int) -> None:
        """Take a card out of a hand."""
        hand = self.hands[seat]
        at = hand.index(card)
        self.hands[seat] = hand[:at] + hand[at + 1 :]

    def discard_cards(self, seat: int, cards: tuple[int, ...]) -> None:
        """Discard cards of a hand, as an effect or the mulligan says."""
        for card in cards:
            self.leave_hand(seat, card)
        self.discard += cards
        if self.log is not None:
            self.log.append(events.CardsDiscarded(seat, tuple(SLUGS[card] for card in cards)))

    def mobilize(self, side: int) -> int:
        """Put the top card of the deck on the side's column; return it."""
        card = self.draw_card()
        self.columns[5 * side + PLANET_OF[card]] += (card,)
        if self.log is not None:
            planet = PLANETS[PLANET_OF[card]]
            self.log.append(events.AgentMobilized(side, SLUGS[card], planet))
        return card

    def take_top(self, side: int, planet: int) -> int:
        """Take the top card off a column; return it."""
        column = self.columns[5 * side + planet]
        self.columns[5 * side + planet] = column[:-1]
        return column[-1]

    def exile(self, side: int, whose: int, planet: int) -> int:
        """Discard the top card of a column; return it."""
        card = self.take_top(whose, planet)
        self.discard += (card,)
        if self.log is not None:
            self.log.append(events.AgentExiled(side, whose, SLUGS[card], PLANETS[planet]))
        return card

    def transfer(self, side: int, planet: int) -> int:
        """Move the top card of the other side's column to this side's; return it."""
        card = self.take_top(1 - side, planet)
        self.columns[5 * side + planet] += (card,)
        if self.log is not None:
            self.log.append(events.AgentTransferred(side, SLUGS[card], PLANETS[planet]))
        return card


def victory(won: tuple[int, ...]) -> int:
    """Return the victory that these discs are, `RUNNING` for none; the highest one first."""
    if len(won) >= 3:
        if any(won.count(planet) >= 3 for planet in set(won)):
            return ABSOLUTE
        if len(set(won)) >= 4:
            return DEMOCRATIC
        if len(won) >= 5:
            return POPULAR
    return RUNNING
