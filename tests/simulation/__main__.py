"""`python -m tests.simulation --players 200 --games 2000`: the month, on a database of its own."""

import argparse
import gc
import logging
import os
import sys
from dataclasses import fields
from time import monotonic, process_time

import django


def main() -> int:
    """Print the numbers and the faults of a month; return 1 if there are any."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings_test"
    django.setup()
    logging.disable(logging.WARNING)  # the month is full of outages
    from django.db import connection  # noqa: PLC0415 - settings first

    from tests.simulation.diary import Size  # noqa: PLC0415
    from tests.simulation.judge import Judge  # noqa: PLC0415
    from tests.simulation.month import Month  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    for each in fields(Size):
        parser.add_argument(f"--{each.name}", type=type(each.default), default=each.default)
    size = Size(**vars(parser.parse_args()))
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    begun = monotonic()
    gc.set_threshold(100_000, 50, 50)
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
