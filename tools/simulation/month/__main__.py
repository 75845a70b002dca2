"""`python -m tools.simulation.month`: a simulated month of tables, on a database of its own."""

import logging
import sys
from time import monotonic, process_time

from tools.simulation.simulator import make_database, read_arguments, set_up_django


def main() -> int:
    """Print the numbers and the faults of a month; return 1 if there are any."""
    set_up_django()
    logging.disable(logging.WARNING)  # the month is full of outages
    from tools.simulation.month.diary import MonthSize  # noqa: PLC0415 - settings first
    from tools.simulation.month.judge import Judge  # noqa: PLC0415
    from tools.simulation.month.month import Month  # noqa: PLC0415

    size = read_arguments(MonthSize, "tools.simulation.month", __doc__)
    make_database()
    begun = monotonic()
    month = Month(size)
    month.run()
    judge = Judge(month)
    faults = judge.judge()
    print(judge.numbers())
    print(f"{monotonic() - begun:.0f} seconds, {process_time():.0f} of them at work")
    for fault in faults[:50]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
