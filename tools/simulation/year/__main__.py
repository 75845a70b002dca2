"""`python -m tools.simulation.year --players 1000`: a simulated year of ratings and contests.

On a database of its own, in memory. Prints figures and faults; exit code 1 if there are faults.
"""

import sys
from time import monotonic

from tools.simulation.simulator import make_database, read_arguments, set_up_django


def main() -> int:
    """Print the figures and the faults of a year; return 1 if there are any faults."""
    set_up_django()
    from tools.simulation.year.people import YearSize  # noqa: PLC0415 - settings first
    from tools.simulation.year.report import Report  # noqa: PLC0415
    from tools.simulation.year.year import Year  # noqa: PLC0415

    size = read_arguments(YearSize, "tools.simulation.year", __doc__)
    make_database()
    begun = monotonic()
    year = Year(size)
    year.run(progress=print)
    for line in Report(year).lines():
        print(line)
    print(f"{monotonic() - begun:.0f} seconds")
    for sentence, count in year.diary.refused.most_common(20):
        print(f"refused {count} times: {sentence}")
    for fault in year.diary.faults[:50]:
        print(f"FAULT {fault}")
    print(f"{len(year.diary.faults)} faults")
    return 1 if year.diary.faults else 0


if __name__ == "__main__":
    sys.exit(main())
