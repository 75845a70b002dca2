"""Programs: the effects of every source as flat tuples of instructions.

An effect made of effects becomes a jump forward: `May(cost, gain)` is the cost, then the gain, and
the cost's `skip` says how many instructions to skip when it is not paid. So the pending state in
the middle of a game is a few ints: source, index in its program, and the program's own variables
(`table.py`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.agents import AGENTS, Box, add_box
from engine.boards import LEADERSHIP, LINE_BONUS, TECHNOLOGIES, TOKENS
from engine.effects import Cost, Effect, Either, If, Link, May
from engine.instructions import ASK, MAY, Compile, Instruction, Program
from engine.names import FACTIONS, PLACES, Faction
from engine.rules import cards, influence, resources, turn
from engine.rules.flow import EITHER, JUMP
from engine.sources import AGENT, SOURCE_KEYS, name_agents

INSTRUCTIONS: Final[dict[type, Compile]] = {
    **influence.EFFECTS,
    **resources.EFFECTS,
    **cards.EFFECTS,
    **turn.EFFECTS,
}
"""Effect or cost -> its instruction; effects made of effects are in `_compiled`."""


def compile_effects(effects: Sequence[Effect]) -> Program:
    """Return the program of a list of effects.

    Raises `TypeError` for anything that is not an effect (of `May`: not a cost and an effect), as
    the compiled engine does by itself, and `ValueError` for amounts that don't fit their cost.
    """
    program: list[Instruction] = []
    for effect in effects:
        program += _compiled(effect)
    return tuple(_plain(instruction) for instruction in program)


def _plain(instruction: Instruction) -> Instruction:
    """Convert enum members to plain ints, which are twice as fast."""
    return replace(instruction, n=int(instruction.n), who=int(instruction.who))


def _compiled(effect: Effect, steps: int = 1) -> list[Instruction]:
    """Compile one effect; `steps` is the number of amounts that the cost before it has."""
    match effect:
        case If(condition, then):
            block = _compiled(then)
            return [replace(resources.condition(condition), skip=len(block)), *block]
        case Either(first, second):
            left, right = compile_effects(first), compile_effects(second)
            head = Instruction(EITHER, parts=(left, right))
            return [head, *left, Instruction(JUMP, skip=len(right)), *right]
        case Link(do, then):
            block = _compiled(then)
            return [replace(INSTRUCTIONS[type(do)](do, 1), skip=len(block)), *block]
        case May(cost, gain):
            if not isinstance(cost, Cost):
                raise TypeError(f"cost expected; got {cost}")
            price = INSTRUCTIONS[type(cost)](cost, 1)
            block = _compiled(gain, max(1, len(price.amounts)))
            its = any(instruction.op is influence.INFLUENCE_ITS for instruction in block)
            return [replace(price, ask=MAY, skip=len(block), buys_influence=its), *block]
        case _:
            if not isinstance(effect, Effect):
                raise TypeError(f"effect expected; got {effect}")
            return [INSTRUCTIONS[type(effect)](effect, steps)]


def _programs() -> Iterator[tuple[str, Program]]:
    """Yield the key of every source but the agents with its program."""
    for letter, levels in TECHNOLOGIES.items():
        for level, effects in enumerate(levels, 1):
            yield f"technology {letter} {level}", compile_effects(effects)
    for level, effects in enumerate(LINE_BONUS, 1):
        reached = Instruction(turn.LINE_REACHED, level)
        yield f"line {level}", (reached, *compile_effects(effects))
    share = Instruction(turn.SHARE, ask=MAY)
    for faction, name in enumerate(FACTIONS):
        yield f"leadership {name}", (*compile_effects(LEADERSHIP[Faction(faction)]), share)
    for place in (*PLACES, "supply"):
        for token in TOKENS:
            yield f"token {place} {token.id}", compile_effects((token.effect,))
    for number, place in enumerate(PLACES):
        yield f"claim {place}", (Instruction(cards.CLAIM, number),)
    yield "turn", (Instruction(turn.TURN, ask=ASK), Instruction(turn.END_TURN, skip=-2))
    yield "team turn", (Instruction(turn.ORDER, ask=ASK),)


_BY_KEY: Final = dict(_programs())
PROGRAMS: Final[list[Program]] = [_BY_KEY[key] for key in SOURCE_KEYS[:AGENT]]
"""Source (`sources.py`) -> its program."""


def _compile_agents() -> None:
    """Add the programs of the agents that have none yet."""
    for agent in AGENTS[len(PROGRAMS) - AGENT :]:
        PROGRAMS.append(compile_effects(agent.effects))


_compile_agents()


def install(box: Box) -> None:
    """Add a box, or the next version of one, to those that games can be dealt from."""
    add_box(box)
    name_agents()
    _compile_agents()
