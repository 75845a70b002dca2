"""Simulate the site on a database of its own, and judge what happened.

Prints figures and faults; the exit code is 1 if there are faults. `month --help` and `year --help`
list the options of each.
"""

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from time import monotonic, process_time
from typing import TYPE_CHECKING

from tools.django_setup import make_database, set_up_django
from tools.options import add_options, read_options
from tools.simulation.sizes import MonthSize, YearSize

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MOST_FAULTS = 50
"""Faults that are printed."""

type Result = tuple[Sequence[str], Sequence[str]]
"""The lines of the figures, and the faults."""


def simulate_month(size: MonthSize) -> Result:
    """A month of tables, clocks and notifications: workers die, the mail provider fails."""
    from tools.simulation.month.judge import Judge  # noqa: PLC0415 - settings first
    from tools.simulation.month.month import Month  # noqa: PLC0415

    logging.disable(logging.WARNING)  # the month is full of outages
    month = Month(size)
    month.run()
    judge = Judge(month)
    faults = judge.judge()
    return judge.lines(), faults


def simulate_year(size: YearSize) -> Result:
    """A year of ratings and contests: strengths are hidden, cards aren't played."""
    from tools.simulation.year.report import Report  # noqa: PLC0415 - settings first
    from tools.simulation.year.year import Year  # noqa: PLC0415

    year = Year(size)
    year.run(progress=print)
    return list(Report(year).lines()), year.diary.faults


def parser_of_arguments() -> argparse.ArgumentParser:
    """Return the parser: a command for each mode, an option for each field of its size."""
    parser = argparse.ArgumentParser(prog="python -m tools.simulation", description=__doc__)
    modes = parser.add_subparsers(required=True, metavar="month|year")
    add_mode(modes, "month", MonthSize, simulate_month)
    add_mode(modes, "year", YearSize, simulate_year)
    return parser


def add_mode[Size: DataclassInstance](
    modes: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    kind: type[Size],
    simulate: Callable[[Size], Result],
) -> None:
    """Add a command."""
    mode = modes.add_parser(name, help=simulate.__doc__, description=simulate.__doc__)
    add_options(mode, kind)
    mode.set_defaults(run=lambda options: simulate(read_options(kind, options)))


def main() -> int:
    """Simulate what the arguments choose; return 1 if there are faults."""
    options = parser_of_arguments().parse_args()
    set_up_django()
    make_database()
    begun = monotonic()
    lines, faults = options.run(options)
    print(*lines, sep="\n")
    print(f"{monotonic() - begun:.0f} seconds, {process_time():.0f} of processor time")
    for fault in faults[:MOST_FAULTS]:
        print(f"FAULT {fault}")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
