"""The turn: who plays, the three actions, technologies, the end of the turn, the mulligan."""

from typing import Final

from engine import events
from engine.agents import CARDS, FACTION_OF, PLANET_OF, SLUGS
from engine.boards import LEVELS
from engine.effects import Develop, Which
from engine.instructions import MAY, Compile, Instruction, Question, Step
from engine.names import FACTIONS, PLANETS, SEATS, Faction
from engine.rules.base import NO, always
from engine.sources import AGENT, CLAIMED, LEADER, LINE, SEAT_TURN, TEAM_TURN, TECHNOLOGY
from engine.table import DRAWN, GONE, HAND_LIMIT, NO_DISC, NOBODY, RUNNING, Table

# The uses of a card.
RECRUIT: Final = 0
DEVELOP_CARD: Final = 1
LEAD: Final = 2

USES: Final = ("recruit", "develop", "lead")

LOWEST_TECHNOLOGY: Final = 3
CHOSEN_TECHNOLOGY: Final = 4

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
    """Return the answers of a seat's turn: 3 * card + `RECRUIT`, `DEVELOP_CARD` or `LEAD`."""
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
    """End the game as a draw if no player can ever do anything but lead and draw again.

    The argument. With nothing left to draw, a leader discards one card and draws it back, so a
    side keeps its cards, and only its credits and zenithium grow: without end, if it holds a
    human or a robot. Such a side can do something after all in these cases, and in no others
    (`can_use`):

    - It holds an animod, which mobilizes itself when it leads.
    - It holds a card whose technology is below level 5 and for which it has the zenithium, or a
      robot to bring it.
    - It holds a card for which it has the credits, or a human to bring them; and the card is in
      the hand of a seat that may recruit it, or can be shared. It can, unless it is all its
      owner has (that card is led, not shared) and the teammate has less than the two cards that
      it takes to share one with the owner first.

    Otherwise one way is left: a side gives a card away by leading with more cards than it draws
    up to (`can_give_away`). That always helps, so the game goes on. For it takes at least six
    cards, all of them robots (of three cards a side can use any, once it holds a human). If the
    other side holds a human, one card more is enough to share it with the right seat. If not,
    all who aren't robots lie in the columns, at least 12 on each planet, so on each planet one
    side has six and recruits for 6 less; only five robots cost more than 6. One of the six
    robots is therefore free for one of the sides, and it isn't the one that holds it.

    While there is something to draw the game goes on as well. It can't do so for ever: a seat that
    plays draws up to 4 cards at least, so after two rounds the piles are empty, or there are
    eleven cards about, and all seats draw from the pile that they discard to.
    """
    if table.drawn < len(table.deck) or table.discard:
        return False
    if table.rules_version == 1:
        dead = is_dead_by_the_first_rules(table)
    else:
        dead = not any(can_use(table, side) or can_give_away(table, side) for side in (0, 1))
    if dead:
        end_in_a_draw(table)
    return dead


def can_use(table: Table, side: int) -> bool:
    """Whether a side can ever use one of its cards, while nothing is left to draw."""
    seats = SEATS[table.players][side]
    cards = [card for seat in seats for card in table.hands[seat]]
    factions = [FACTION_OF[card] for card in cards]
    if Faction.ANIMOD in factions:
        return True
    for seat in seats:
        can_share = len(table.hands[seat]) > 1 or len(cards) > 2
        for card in table.hands[seat]:
            level = table.levels[3 * side + FACTION_OF[card]]
            if level < LEVELS and (level < table.zenithium[side] or Faction.ROBOT in factions):
                return True
            if can_share or may_recruit_on(table, seat, PLANET_OF[card]):
                if table.price(side, card) <= table.credits[side] or Faction.HUMAN in factions:
                    return True
    return False


def can_give_away(table: Table, side: int) -> bool:
    """Whether a card of a side can come to the other side, while nothing is left to draw.

    A leader with silver draws up to 5 cards and one with gold up to 6, so its card stays where
    it is if it has led from 6 or from 7; and the other side gets it if the teammate does not
    draw it first. So the leader plays last in its team.

    With one hand that holds all: six cards are enough if the badge will be silver, that is if
    the side has not got it, or the other side can take it away by leading. Two hands keep one
    card each, as they draw it back; the first to lead takes silver, the second gold: so the
    second needs seven, eight in all. Only in a turn that has begun otherwise than by leading can
    the second take silver, and give away one of six.
    """
    sizes = [len(table.hands[seat]) for seat in SEATS[table.players][side]]
    total = sum(sizes)
    with_silver = HAND_LIMIT + 2
    if max(sizes) == total:
        other = SEATS[table.players][1 - side]
        keeps_gold = table.badge == side and not any(table.hands[seat] for seat in other)
        return total >= with_silver + keeps_gold
    if table.played and table.side == side and table.badge != side:
        return total > with_silver + 1 or len(table.hands[table.active]) >= with_silver
    return total > with_silver + 1


def is_dead_by_the_first_rules(table: Table) -> bool:
    """Whether version 1 of the rules calls a game with empty piles a draw.

    It draws some games that could go on, and lets some go on for ever. Games dealt under it keep
    it.
    """
    if any(len(hand) > HAND_LIMIT + 1 for hand in table.hands):
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
    return True


def take_back_the_draw(table: Table) -> None:
    """Ask for the turn, or for the order of a team, after `is_dead` has ended the game.

    For a table with imagined hands: the real ones can still move.
    """
    table.ending, table.winner = RUNNING, NOBODY
    if table.active == NOBODY:
        table.options = list(SEATS[table.players][table.side])
    else:
        table.options = turn_options(table, table.active)


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
    singles = [1 << place for place in range(len(table.hands[table.active]))]
    return singles + [a | b for i, a in enumerate(singles) for b in singles[i + 1 :]]


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
    """Draw up, refill the planets and pass the turn.

    Return False if the next seat is known: the program goes back to its `TURN`.
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
    """Raise a technology by a level, pay for it, and queue its effects."""
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
