"""Operations that decide where a program goes on."""

from typing import Final

from engine.instructions import Instruction, Program, Question, Step
from engine.rules.base import never
from engine.table import Table


def applicable(table: Table, program: Program) -> bool:
    """Whether any instruction of the program could be applied now."""
    at = 0
    while at < len(program):
        instruction = program[at]
        operation = instruction.op
        if operation is EITHER or operation is JUMP:  # both parts are looked at
            at += 1
            continue
        if isinstance(operation, Question):
            possible = effect = bool(operation.options(table, instruction))
        else:
            possible, effect = operation.can(table, instruction), operation.effect
        if possible and effect:
            return True
        at += 1 if possible else 1 + instruction.skip
    return False


def either_options(table: Table, instruction: Instruction) -> list[int]:
    return [n for n, part in enumerate(instruction.parts, 1) if applicable(table, part)]


def either(_: Table, instruction: Instruction, option: int) -> int:
    return 1 if option == 1 else len(instruction.parts[0]) + 2


def write_either(_: Table, __: Instruction, option: int) -> str:
    return f"option {option}"


EITHER: Final = Question("either", either_options, either, write_either)
JUMP: Final = Step(never, never, effect=False)
