"""Measure how quick pages are when there is much to show.

Fills a database of its own with made-up players and finished games, requests each page many times
and prints how long it took; exit code 1 if a page misses its target.
"""

import argparse
import sys
from time import monotonic

from tools.bench.size import Size
from tools.django_setup import make_database, set_up_django
from tools.options import add_options, read_options


def main() -> int:
    """Print a line for every page; return 1 if one misses its target."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    add_options(parser, Size)
    size = read_options(Size, parser.parse_args())
    set_up_django()
    from django.db import connection  # noqa: PLC0415 - settings first

    from tools.bench.climbing import climb  # noqa: PLC0415
    from tools.bench.crowd import Crowd, tidy  # noqa: PLC0415
    from tools.bench.leagues import Leagues  # noqa: PLC0415
    from tools.bench.measuring import HEAD, measure  # noqa: PLC0415
    from tools.bench.pages import pages  # noqa: PLC0415
    from tools.bench.played import Past, midnight  # noqa: PLC0415

    make_database()
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
