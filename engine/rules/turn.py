"""The turn: who plays, the three actions, technologies, the end of the turn, the mulligan."""

from typing import Final

from engine import events
from engine.agents import AGENTS, FACTION_OF, PLANET_OF, SLUGS
from engine.boards import LEVELS
from engine.effects import Develop, Which
from engine.instructions import MAY, Compile, Instruction, Question, Step
from engine.names import FACTIONS, PLANETS, SEATS, Faction
from engine.rules.base import NO, always
from engine.sources import AGENT, CLAIMED, LEADER, LINE, SEAT_TURN, TEAM_TURN, TECHNOLOGY
from engine.table import DRAWN, GONE, HAND_LIMIT, NO_DISC, NOBODY, RUNNING, Table

# What a card can be used for.
RECRUIT: Final = 0
DEVELOP_CARD: Final = 1
LEAD: Final = 2

USES: Final = ("recruit", "develop", "lead")

LOWEST_TECHNOLOGY: Final = 3
CHOSEN_TECHNOLOGY: Final = 4

CARDS: Final = tuple(
    (agent.planet.value, agent.faction.value, agent.cost, 3 * number)
    for number, agent in enumerate(AGENTS)
)
"""Number -> planet, faction, printed cost, first of the three answers that play it."""

RECRUITS_ON: Final = ((0, 1, 2), (2, 3, 4))
"""Four players: where the technology side and the diplomacy side may recruit."""


def order_options(table: Table, _: Instruction) -> list[int]:
    return NO if is_dead(table) else list(SEATS[table.players][table.side])


def order(table: Table, _: Instruction, seat: int) -> int:
    table.active = seat
    table.new_frames.append((SEAT_TURN, 0, table.side, 0, -1, 0, 0))
    if table.log is not None:
        table.log.append(events.OrderChosen(seat))
    return 1


def write_order(_: Table, __: Instruction, seat: int) -> str:
    return f"first {seat}"


ORDER: Final = Question("order", order_options, order, write_order)


def turn_options(table: Table, seat: int) -> list[int]:
    """Return what the seat can do with its turn: 3 * card + `RECRUIT`, `DEVELOP_CARD`, `LEAD`."""
    side = seat % 2
    credit, zenithium = table.credits[side], table.zenithium[side]
    columns = table.columns[5 * side : 5 * side + 5]
    levels = table.levels[3 * side : 3 * side + 3]
    four = table.players == 4
    develops = [level < zenithium and level < LEVELS for level in levels]
    options = []
    for card in table.hands[seat]:
        planet, faction, cost, first = CARDS[card]
        if cost - len(columns[planet]) <= credit:
            if not four or planet in RECRUITS_ON[seat // 2]:
                options.append(first)
        if develops[faction]:
            options.append(first + DEVELOP_CARD)
        options.append(first + LEAD)
    return options


def turn_options_now(table: Table, _: Instruction) -> list[int]:
    options = NO if is_dead(table) else turn_options(table, table.active)
    if table.log is not None and table.ending == RUNNING:
        started = events.TurnStarted if options else events.TurnSkipped
        table.log.append(started(table.active))
    return options


def is_dead(table: Table) -> bool:
    """End the game as a draw if nobody can ever move again.

    That is: nothing can be drawn, and all hands are empty. Or they hold only cards that can be
    discarded for the leadership and drawn again, for ever: they can't be recruited (the planet
    is neither the seat's nor, if the card can be shared, the teammate's; or no human card
    brings the missing credits), can't be developed (level 5, or no robot card brings the
    missing zenithium), and aren't animods, which would mobilize themselves.
    """
    if table.drawn < len(table.deck) or table.discard:
        return False
    if any(len(hand) > HAND_LIMIT + 1 for hand in table.hands):  # what a leader draws up to
        return False
    for seat, hand in enumerate(table.hands):
        for card in hand:
            side, faction = seat % 2, FACTION_OF[card]
            held = [FACTION_OF[c] for mate in SEATS[table.players][side] for c in table.hands[mate]]
            level = table.levels[3 * side + faction]
            if (
                faction == Faction.ANIMOD
                or (level < LEVELS and (level < table.zenithium[side] or Faction.ROBOT in held))
                or (
                    (len(hand) > 1 or may_recruit_on(table, seat, PLANET_OF[card]))
                    and (table.price(side, card) <= table.credits[side] or Faction.HUMAN in held)
                )
            ):
                return False
    end_in_a_draw(table)
    return True


def end_in_a_draw(table: Table) -> None:
    """End the game without a winner."""
    table.ending = DRAWN
    table.end(NOBODY)


def may_recruit_on(table: Table, seat: int, planet: int) -> bool:
    return table.players == 2 or planet in RECRUITS_ON[seat // 2]


def turn(table: Table, _: Instruction, option: int) -> int:
    card, use = option // 3, option % 3
    seat, side = table.active, table.side
    table.leave_hand(seat, card)
    if use == RECRUIT:
        price = table.price(side, card)
        table.credits[side] -= price
        table.columns[5 * side + PLANET_OF[card]] += (card,)
        if table.log is not None:
            planet = PLANETS[PLANET_OF[card]]
            table.log.append(events.AgentRecruited(seat, SLUGS[card], planet, price))
        table.new_frames.append((AGENT + card, 0, side, 0, -1, 0, 0))
    elif use == DEVELOP_CARD:
        table.discard += (card,)
        raise_technology(table, side, FACTION_OF[card], 0, SLUGS[card])
    else:
        table.discard += (card,)
        faction = FACTION_OF[card]
        if table.log is not None:
            table.log.append(events.LeadershipTaken(seat, SLUGS[card], FACTIONS[faction]))
        table.new_frames.append((LEADER + faction, 0, side, 0, -1, 0, 0))
    return 1


def turn_action(option: int) -> str:
    """Write an answer to a turn.

    >>> turn_action(3 * SLUGS.index("nero"))
    'recruit nero'
    """
    return f"{USES[option % 3]} {SLUGS[option // 3]}"


def write_turn(_: Table, __: Instruction, option: int) -> str:
    return turn_action(option)


TURN: Final = Question("turn", turn_options_now, turn, write_turn)


def share_options(table: Table, _: Instruction) -> list[int]:
    if table.players == 2:
        return NO
    one = [1 << place for place in range(len(table.hands[table.active]))]
    return one + [a | b for i, a in enumerate(one) for b in one[i + 1 :]]


def share(table: Table, _: Instruction, option: int) -> int:
    seat = table.active
    mate = (seat + 2) % 4
    cards = chosen_cards(table.hands[seat], option)
    for card in cards:
        table.leave_hand(seat, card)
    table.hands[mate] += cards
    if table.log is not None:
        slugs = tuple(SLUGS[card] for card in cards)
        table.log.append(events.CardsShared(seat, mate, len(cards), slugs))
    return 1


def write_share(table: Table, _: Instruction, option: int) -> str:
    return card_action("share", chosen_cards(table.hands[table.active], option))


SHARE: Final = Question("share", share_options, share, write_share)


def chosen_cards(hand: tuple[int, ...], option: int) -> tuple[int, ...]:
    """Return the cards of a hand that an answer of bits names, in the order of the hand."""
    return tuple([card for place, card in enumerate(hand) if option >> place & 1])


def card_action(verb: str, cards: tuple[int, ...]) -> str:
    """Write an action that names cards."""
    return " ".join([verb, *(SLUGS[card] for card in cards)])


def end_turn(table: Table, _: Instruction) -> bool:
    """Draw up, refill the planets, and pass on the turn.

    False if it is known whose turn is next: the program goes back to its `TURN`.
    """
    seat = table.active
    missing = table.hand_limit(table.side) - len(table.hands[seat])
    if missing > 0:
        table.draw_hand(seat, missing)
    if NO_DISC in table.discs:
        table.refill()
    if table.players == 2:
        table.side = table.active = table.you = 1 - table.side
        return False
    if not table.played:
        table.played = (seat,)
        table.active = (seat + 2) % 4
        return False
    table.played = ()
    table.side = 1 - table.side
    table.active = NOBODY
    push_turn(table)
    return True


END_TURN: Final = Step(always, end_turn, effect=False)


def push_turn(table: Table) -> None:
    """Make the turn of `side` and `active` the next to run."""
    source = TEAM_TURN if table.active == NOBODY else SEAT_TURN
    table.new_frames.append((source, 0, table.side, 0, -1, 0, 0))


def develop_options(table: Table, instruction: Instruction) -> list[int]:
    first = 3 * table.you
    levels = table.levels[first : first + 3]
    purse = table.zenithium[table.you] + instruction.amounts[0]
    which = instruction.n
    if which < LOWEST_TECHNOLOGY:
        factions = [which]
    elif which == CHOSEN_TECHNOLOGY:
        factions = [0, 1, 2]
    else:
        factions = [faction for faction in range(3) if levels[faction] == min(levels)]
    return [f for f in factions if levels[f] < LEVELS and levels[f] < purse]


def develop(table: Table, instruction: Instruction, faction: int) -> int:
    raise_technology(table, table.you, faction, instruction.amounts[0], None)
    return 1


def write_develop(_: Table, __: Instruction, faction: int) -> str:
    return f"technology {FACTIONS[faction]}"


DEVELOP: Final = Question("technology", develop_options, develop, write_develop)


def raise_technology(
    table: Table, side: int, faction: int, discount: int, agent: str | None
) -> None:
    """Raise a technology by a level, pay for it, and queue all that comes of it."""
    first = 3 * side
    levels = table.levels
    lowest = min(levels[first : first + 3])
    level = levels[first + faction] + 1
    levels[first + faction] = level
    price = max(0, level - discount)
    table.zenithium[side] -= price
    if table.log is not None:
        table.log.append(
            events.TechnologyDeveloped(table.active, side, FACTIONS[faction], level, price, agent)
        )
    below = TECHNOLOGY + LEVELS * table.letters[faction] - 1
    for reached in range(level, 0, -1):
        table.new_frames.append((below + reached, 0, side, 0, -1, 0, 0))
        if reached == level == 2 and table.tokens[len(PLANETS) + faction] != GONE:
            table.new_frames.append((CLAIMED + len(PLANETS) + faction, 0, side, 0, -1, 0, 0))
    line = min(levels[first : first + 3])
    if lowest < line <= 3:
        table.new_frames.append((LINE + line - 1, 0, side, 0, -1, 0, 0))


def line(table: Table, instruction: Instruction) -> bool:
    if table.log is not None:
        table.log.append(events.LineCompleted(table.you, instruction.n))
    return True


LINE_REACHED: Final = Step(always, line)


# --- how effects become instructions ---


def compile_develop(effect: Develop, _: int) -> Instruction:
    which = {Which.LOWEST: LOWEST_TECHNOLOGY, Which.ANY: CHOSEN_TECHNOLOGY}
    technology = effect.technology
    n = technology if isinstance(technology, Faction) else which[technology]
    return Instruction(DEVELOP, n, (effect.discount,), ask=MAY)


EFFECTS: Final[dict[type, Compile]] = {Develop: compile_develop}
"""Effect -> its instruction."""
