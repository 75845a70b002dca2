"""The loop that runs the pending stack, up to the next decision or the end of the game."""

from engine import events
from engine.agents import SLUGS
from engine.instructions import ASK, MUST, Instruction, Program, Step
from engine.rules import turn
from engine.rules.base import DECLINE, NO, UNANSWERED
from engine.rules.flow import applicable
from engine.rules.programs import PROGRAMS
from engine.sources import SOURCES
from engine.table import NOT_CHOSEN, RUNNING, Table


def answer(table: Table, option: int) -> None:
    """Apply a legal answer to the decision on top of the stack and run to the next decision.

    The caller checks that the answer is legal and comes from the right seat, with `table.options`
    and `table.seats_asked()`.
    """
    table.options = NO
    run(table, option)


def run(table: Table, option: int = UNANSWERED) -> None:
    """Run the pending stack until a seat has to decide or the game ends.

    `option` answers the instruction that has asked. It is one long loop, because all play goes
    through it: the frame on top is unpacked, its program runs until it ends, triggers another or
    asks, and what is left of it goes back on the stack.
    """
    stack = table.stack
    while stack and table.ending == RUNNING:
        source, at, table.you, table.chosen, table.card, table.step, table.left = stack.pop()
        program = PROGRAMS[source]
        end = len(program)
        while at < end:
            instruction = program[at]
            operation = instruction.op
            if type(operation) is Step:
                if operation.do(table, instruction):
                    at += 1
                else:
                    if operation.effect and table.log is not None:
                        table.log.append(events.EffectSkipped(table.you, SOURCES[source]))
                    at += 1 + instruction.skip
            else:
                if option == UNANSWERED:
                    table.source, table.at = source, at
                    options = operation.options(table, instruction)
                    option = _answer_alone(table, program, instruction, options)
                    if option == UNANSWERED:
                        _lay_down(table, source, at)
                        return
                elif option == DECLINE and table.log is not None:
                    table.log.append(events.Declined(table.you, SOURCES[source]))
                if option == DECLINE:
                    # dependent instructions are skipped, unless part of the effect was applied
                    at += 1 if table.left else 1 + instruction.skip
                    table.left = 0
                else:
                    distance = operation.apply(table, instruction, option)
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
    """Push what is left of the running frame back on the stack."""
    table.stack.append((source, at, table.you, table.chosen, table.card, table.step, table.left))


def _answer_alone(
    table: Table, program: Program, instruction: Instruction, options: list[int]
) -> int:
    """Return the answer if there is no choice: the only one, or `DECLINE` without any.

    Otherwise open the decision and return `UNANSWERED`.
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
    if instruction.skip and not applicable(table, program[after : after + instruction.skip]):
        return DECLINE
    table.options = [*options, DECLINE]
    return UNANSWERED


def mulligan(table: Table, seat: int, option: int) -> None:
    """Store which cards a seat replaces; after the last seat's answer, begin the game.

    Nothing is drawn before all seats have answered, and then in the order of the seats, so that no
    seat's new cards depend on who answered first.
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
    for owner, agents in enumerate(replaced):
        if agents:
            table.discard_cards(owner, agents)
    for owner, agents in enumerate(replaced):
        table.draw_hand(owner, len(agents))
    run(table)
