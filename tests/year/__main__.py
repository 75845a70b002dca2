"""`python -m tests.year --players 1000`: a simulated year of ratings and contests.

On a database of its own, in memory. Prints figures and faults; exit code 1 if there are faults.
"""

import argparse
import gc
import os
import sys
from dataclasses import fields
from time import monotonic

import django


def main() -> int:
    """Print the figures and the faults of a year; return 1 if there are any faults."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings_test"
    django.setup()
    from django.db import connection  # noqa: PLC0415 - settings first

    from tests.year.people import Size  # noqa: PLC0415
    from tests.year.report import Report  # noqa: PLC0415
    from tests.year.year import Year  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m tests.year", description=__doc__)
    for each in fields(Size):
        parser.add_argument(f"--{each.name}", type=type(each.default), default=each.default)
    size = Size(**vars(parser.parse_args()))
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = ":memory:"
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    gc.set_threshold(100_000, 50, 50)
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
