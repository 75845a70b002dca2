"""The loop that runs what is pending, and the table of all operations.

For every operation of `programs.py` two functions stand side by side. Where there is nothing to
choose: whether it can be applied, and apply it (true if it could be). Where there is: the legal
answers now, as ints (`notation.py` writes them down), and do it with one of them, which returns
how far to go on in the program: 1 = the next instruction, 0 = the same again.

All of them read the running frame from the table: `you`, `chosen`, `card`, `step`, `left`.
"""

from collections.abc import Callable
from typing import Final

from engine import events
from engine.programs import (
    ASK,
    CENTRE,
    CLAIM,
    CREDITS,
    CREDITS_BY_TECHNOLOGIES,
    CREDITS_CARD_COST,
    CREDITS_PER_PLANET,
    CREDITS_UP_TO,
    DEVELOP,
    DISCARD,
    DISCARD_HAND,
    DRAW_TOKEN,
    EITHER,
    END_TURN,
    EXILE,
    EXILE_COLUMN,
    FIRST_BRANCH,
    FIRST_CHOICE,
    GIVE_BADGE,
    GIVE_CREDITS,
    GIVE_ZENITHIUM,
    IF_BADGE,
    IF_CREDITS,
    IF_ZENITHIUM,
    INFLUENCE,
    INFLUENCE_CHOICE,
    INFLUENCE_ITS,
    INFLUENCE_ROW,
    JUMP,
    LINE_REACHED,
    MOBILIZE,
    MUST,
    ORDER,
    PROGRAMS,
    SHARE,
    SLUGS,
    SOURCES,
    SPEND_CREDITS,
    SPEND_ZENITHIUM,
    TAKE_BADGE,
    TAKE_CREDITS,
    TAKE_TOKEN,
    TAKE_ZENITHIUM,
    TRANSFER,
    TURN,
    ZENITHIUM,
    ZENITHIUM_BY_TECHNOLOGIES,
    ZENITHIUM_UP_TO,
    Instruction,
    Program,
)
from engine.rules import cards, influence, resources, turn
from engine.rules.base import DECLINE, NO, UNANSWERED, always, never
from engine.table import NOT_CHOSEN, RUNNING, Table


def answer(table: Table, option: int) -> None:
    """Apply a legal answer to the decision on top of the stack and run to the next decision.

    Whether it is legal, and whose it is, is for the caller to know: `table.options` and
    `table.seats_asked()`.
    """
    table.options = NO
    run(table, option)


def run(table: Table, option: int = UNANSWERED) -> None:
    """Run what is pending until somebody has to decide or the game ends.

    `option` answers the instruction that has asked. One long loop, because everything that is
    played goes through it: the frame on top is taken apart, its program runs until it ends,
    triggers another or asks, and what is left of it goes back on the stack.
    """
    stack = table.stack
    while stack and table.ending == RUNNING:
        source, at, table.you, table.chosen, table.card, table.step, table.left = stack.pop()
        program = PROGRAMS[source]
        end = len(program)
        while at < end:
            instruction = program[at]
            op = instruction.op
            if op < FIRST_CHOICE:
                if DO[op](table, instruction):
                    at += 1
                else:
                    if op < FIRST_BRANCH and table.log is not None:
                        table.log.append(events.EffectSkipped(table.you, SOURCES[source]))
                    at += 1 + instruction.skip
            else:
                if option == UNANSWERED:
                    table.source, table.at = source, at
                    options = OPTIONS[op](table, instruction)
                    option = _answer_alone(table, program, instruction, options)
                    if option == UNANSWERED:
                        _lay_down(table, source, at)
                        return
                elif option == DECLINE and table.log is not None:
                    table.log.append(events.Declined(table.you, SOURCES[source]))
                if option == DECLINE:
                    # what hangs on an effect is left out, unless part of it was applied
                    at += 1 if table.left else 1 + instruction.skip
                    table.left = 0
                else:
                    distance = APPLY[op](table, instruction, option)
                    if distance:
                        at += distance
                        table.left = 0
                option = UNANSWERED
            if table.new_frames or table.ending != RUNNING:
                if at < end:
                    _lay_down(table, source, at)
                stack += table.new_frames[::-1]
                table.new_frames.clear()
                break


def _lay_down(table: Table, source: int, at: int) -> None:
    """Put what is left of the running frame back on the stack."""
    table.stack.append((source, at, table.you, table.chosen, table.card, table.step, table.left))


def _answer_alone(
    table: Table, program: Program, instruction: Instruction, options: list[int]
) -> int:
    """Return the answer that needs no asking: a single one, or `DECLINE` if there is none.

    Otherwise ask, and return `UNANSWERED`.
    """
    ask = instruction.ask
    if not options:
        if ask == MUST and not table.left and table.log is not None:
            table.log.append(events.EffectSkipped(table.you, SOURCES[table.source]))
        return DECLINE
    if ask == ASK:
        table.options = options
        return UNANSWERED
    if ask == MUST or table.left:
        if len(options) == 1:
            return options[0]
        table.options = options
        return UNANSWERED
    after = table.at + 1
    if instruction.skip and not _applicable(table, program, after, after + instruction.skip):
        return DECLINE
    table.options = [*options, DECLINE]
    return UNANSWERED


def _applicable(table: Table, program: Program, start: int, stop: int) -> bool:
    """Whether any of these instructions could be applied now."""
    while start < stop:
        instruction = program[start]
        op = instruction.op
        if op in (EITHER, JUMP):
            start += 1
        elif op < FIRST_CHOICE:
            possible = CAN[op](table, instruction)
            if possible and op < FIRST_BRANCH:
                return True
            start += 1 if possible else 1 + instruction.skip
        elif OPTIONS[op](table, instruction):
            return True
        else:
            start += 1 + instruction.skip
    return False


def mulligan(table: Table, seat: int, option: int) -> None:
    """Note which cards a seat replaces; when the last seat has answered, begin the game.

    Nothing is drawn before all have answered, and then in the order of the seats: so nobody's
    new cards depend on who was quick.
    """
    table.mulligan[seat] = option
    if table.log is not None:
        noted = turn.chosen_cards(table.hands[seat], option)
        table.log.append(events.MulliganChosen(seat, tuple(SLUGS[card] for card in noted)))
    if NOT_CHOSEN in table.mulligan:
        return
    replaced = [
        turn.chosen_cards(hand, choice)
        for hand, choice in zip(table.hands, table.mulligan, strict=True)
    ]
    table.mulligan = []
    for each, agents in enumerate(replaced):
        if agents:
            table.discard_cards(each, agents)
    for each, agents in enumerate(replaced):
        table.draw_hand(each, len(agents))
    run(table)


def _either_options(table: Table, instruction: Instruction) -> list[int]:
    program = PROGRAMS[table.source]
    start = table.at + 1
    first, second = instruction.amounts
    middle = start + first + 1
    options = []
    if _applicable(table, program, start, start + first):
        options.append(1)
    if _applicable(table, program, middle, middle + second):
        options.append(2)
    return options


def _either(_: Table, instruction: Instruction, option: int) -> int:
    return 1 if option == 1 else instruction.amounts[0] + 2


Options = Callable[[Table, Instruction], list[int]]
Apply = Callable[[Table, Instruction, int], int]
Test = Callable[[Table, Instruction], bool]

_NO_CHOICE: Final[dict[int, tuple[Test, Test]]] = {
    END_TURN: (always, turn.end_turn),
    CLAIM: (cards.can_claim, cards.claim),
    LINE_REACHED: (always, turn.line),
    INFLUENCE: (influence.can_influence, influence.influence),
    INFLUENCE_ITS: (influence.can_influence_its, influence.influence_its),
    CREDITS: (always, resources.credits),
    CREDITS_CARD_COST: (always, resources.credits_card_cost),
    CREDITS_PER_PLANET: (always, resources.credits_per_planet),
    CREDITS_BY_TECHNOLOGIES: (always, resources.credits_by_technologies),
    CREDITS_UP_TO: (resources.can_credits_up_to, resources.credits_up_to),
    TAKE_CREDITS: (resources.can_take_credits, resources.take_credits),
    ZENITHIUM: (always, resources.zenithium),
    ZENITHIUM_BY_TECHNOLOGIES: (always, resources.zenithium_by_technologies),
    ZENITHIUM_UP_TO: (resources.can_zenithium_up_to, resources.zenithium_up_to),
    TAKE_ZENITHIUM: (resources.can_take_zenithium, resources.take_zenithium),
    TAKE_BADGE: (resources.can_take_badge, resources.take_badge),
    DISCARD_HAND: (cards.can_discard_hand, cards.discard_hand),
    MOBILIZE: (cards.can_mobilize, cards.mobilize),
    DRAW_TOKEN: (cards.can_draw_token, cards.draw_token),
    IF_BADGE: (resources.if_badge, resources.if_badge),
    IF_CREDITS: (resources.if_credits, resources.if_credits),
    IF_ZENITHIUM: (resources.if_zenithium, resources.if_zenithium),
    JUMP: (never, never),
}
_CHOICE: Final[dict[int, tuple[Options, Apply]]] = {
    ORDER: (turn.order_options, turn.order),
    TURN: (turn.turn_options_now, turn.turn),
    SHARE: (turn.share_options, turn.share),
    INFLUENCE_CHOICE: (influence.planets, influence.influence_choice),
    INFLUENCE_ROW: (influence.row_options, influence.row),
    CENTRE: (influence.planets, influence.centre),
    SPEND_CREDITS: (resources.spend_credits_options, resources.spend_credits),
    SPEND_ZENITHIUM: (resources.spend_zenithium_options, resources.spend_zenithium),
    GIVE_CREDITS: (resources.give_credits_options, resources.give_credits),
    GIVE_ZENITHIUM: (resources.give_zenithium_options, resources.give_zenithium),
    GIVE_BADGE: (resources.give_badge_options, resources.give_badge),
    DISCARD: (cards.discard_options, cards.discard),
    EXILE: (cards.columns, cards.exile),
    EXILE_COLUMN: (cards.exile_column_options, cards.exile_column),
    TRANSFER: (cards.columns, cards.transfer),
    TAKE_TOKEN: (cards.take_token_options, cards.take_token),
    DEVELOP: (turn.develop_options, turn.develop),
    EITHER: (_either_options, _either),
}
CAN: Final[list[Test]] = [_NO_CHOICE[op][0] for op in range(FIRST_CHOICE)]
DO: Final[list[Test]] = [_NO_CHOICE[op][1] for op in range(FIRST_CHOICE)]
_PADDING: Final = (_either_options, _either)
"""Stands where an operation leaves no choice: `run` never looks there."""
OPTIONS: Final[list[Options]] = [_CHOICE.get(op, _PADDING)[0] for op in range(EITHER + 1)]
APPLY: Final[list[Apply]] = [_CHOICE.get(op, _PADDING)[1] for op in range(EITHER + 1)]
