"""`python -m tools.bench`: how quick the pages are when there is much to show.

Fills a database of its own with made-up players and finished games, requests each page many times
and prints how long it took; exit code 1 if a page misses its target.
"""

import argparse
import os
import sys
from dataclasses import fields
from time import monotonic

import django


def main() -> int:
    """Print a line for every page; return 1 if one misses its target."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zenith_site.settings_test"
    django.setup()
    from django.db import connection  # noqa: PLC0415 - settings first

    from tools.bench.climbing import climb  # noqa: PLC0415
    from tools.bench.crowd import Crowd, tidy  # noqa: PLC0415
    from tools.bench.leagues import Leagues  # noqa: PLC0415
    from tools.bench.measuring import HEAD, measure  # noqa: PLC0415
    from tools.bench.pages import pages  # noqa: PLC0415
    from tools.bench.played import Past, Size, midnight  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    for each in fields(Size):
        parser.add_argument(f"--{each.name}", type=type(each.default), default=each.default)
    size = Size(**vars(parser.parse_args()))
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    begun = monotonic()
    crowd = Crowd(Past(size, midnight()))
    crowd.fill()
    climb(crowd)
    Leagues(crowd).fill()
    tidy()
    print(
        f"{connection.vendor}: {size.players:,} players, {size.games:,} finished games,",
        f"filled in {monotonic() - begun:.0f} s; {size.requests} requests a page, milliseconds",
    )
    print(HEAD, flush=True)
    missed = 0
    for measured in measure(pages(crowd), size.requests):
        missed += measured.missed
        print(measured, flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
