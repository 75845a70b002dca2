"""Measure what pages, moves and periodic tasks cost with many running games.

Fills a database of its own with 100, 10,000 and 100,000 running games, measures the same at each
size, and names what grows. Before that, it measures an annulment that many rated games of its pool
follow. Needs PostgreSQL and Redis: `make bench-scale` starts both.
"""

import argparse
import sys
from time import monotonic

from tools.django_setup import make_database, set_up_django


def main() -> int:
    """Print a line for each work; return 1 if one grows faster than what is due."""
    parser = argparse.ArgumentParser(prog="python -m tools.scale", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 10_000, 100_000])
    parser.add_argument(
        "--later", type=int, default=100_000, help="rated games after the annulled one; 0: none"
    )
    parser.add_argument(
        "--finished", type=int, default=0, help="games that are over; a quarter of the running ones"
    )
    parser.add_argument("--only-annulment", action="store_true", help="measure nothing else")
    options = parser.parse_args()
    sizes = [] if options.only_annulment else sorted(options.sizes)
    set_up_django()
    from django.db import connection  # noqa: PLC0415 - settings first

    from tools.scale.annulment import measure_annulment  # noqa: PLC0415
    from tools.scale.costs import Cost, Meter  # noqa: PLC0415
    from tools.scale.filling import fill  # noqa: PLC0415
    from tools.scale.works import works  # noqa: PLC0415

    if connection.vendor != "postgresql":
        return _fail("Only on PostgreSQL: use `make bench-scale`.")
    make_database()
    with connection.cursor() as cursor:  # so that the processor time of a query is in one process
        name = connection.ops.quote_name(str(connection.settings_dict["NAME"]))
        cursor.execute(f"ALTER DATABASE {name} SET max_parallel_workers_per_gather = 0")
    connection.close()
    if options.later:
        print("\n".join(measure_annulment(options.later)), flush=True)
    costs: dict[str, list[Cost]] = {}
    for size in sizes:
        begun = monotonic()
        filled = fill(size, options.finished)
        print(f"{size:,} running games, {filled.players:,} players: filled in", end=" ")
        print(f"{monotonic() - begun:.0f} s; the moves of a finished game take", end=" ")
        print(f"{filled.rows:,} bytes as rows, {filled.folded:,} folded", flush=True)
        meter = Meter()
        for work in works(filled):
            costs.setdefault(work.name, []).append(meter.measure(work))
        meter.close()
    if not sizes:
        return 0
    print()
    print(" " * 48, *(f"{size:>24,}" for size in sizes))
    print(" " * 48, *(f"{'ms':>8}{'stmts':>7}{'db ms':>9}" for _size in sizes))
    growing = []
    for name, row in costs.items():
        cells = [f"{cell.milliseconds:8.1f}{cell.statements:7}{cell.database:9.2f}" for cell in row]
        grows = row[-1].grows(row[0])
        growing += [name] * grows
        print(f"{name:48}", *cells, "  GROWS" if grows else "")
    if growing:
        return _fail(f"These grow with the site faster than what is due: {', '.join(growing)}")
    print("Nothing grows faster than what is due.")
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
