"""Play a little, and print the memory of the site's processes, PostgreSQL and Redis.

It starts the site of this checkout with a PostgreSQL and a Redis of its own: `small` one web
process, one worker for all queues and beat, as `deploy/small.yml` does; `grown` two web processes,
a worker for each queue and beat. Memory is PSS: a page that processes share counts once. As root
only: PostgreSQL runs as a user of its own.
"""

import argparse
import os
import signal
import sys

from tools.grown.services import PATIENCE, ROOT, until
from tools.load.browser import LoadError
from tools.load.rounds import Load
from tools.load.sites import started_site

MEGABYTE = 1024 * 1024


def arguments() -> argparse.Namespace:
    """Return the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.memory", description=__doc__)
    parser.add_argument("size", choices=("small", "grown"))
    parser.add_argument("--games", type=int, default=5, help="at once (%(default)s)")
    parser.add_argument("--seconds", type=float, default=30, help="of play (%(default)s)")
    parser.add_argument(
        "--confined",
        action="store_true",
        help="let processes write only where containers can, without the rights of root",
    )
    parser.add_argument("--at-most", type=int, metavar="MB", help="fail if the sum is more")
    return parser.parse_args()


def table(sizes: dict[str, list[int]]) -> str:
    """Return the table that is printed."""
    lines = [f"{'':<16}{'processes':>10}{'MB':>6}"]
    for name, size in sizes.items():
        lines.append(f"{name:<16}{len(size):>10}{_megabytes(size):>6}")
    every = [size for part in sizes.values() for size in part]
    lines.append(f"{'together':<16}{len(every):>10}{_megabytes(every):>6}")
    return "\n".join(lines)


def _megabytes(sizes: list[int]) -> int:
    return round(sum(sizes) / MEGABYTE)


def run(options: argparse.Namespace) -> int:
    """Play, measure and print; return the exit code."""
    with started_site(
        options.size, ROOT, is_small=options.size == "small", is_confined=options.confined
    ) as site:
        grown = site.grown
        assert grown is not None
        load = Load(site, options.games)
        try:
            load.sign_in()
            for first, _second in load.pairs:
                first.submit("open a table", "/tables/new/", preset="team-bots")
            load.play(options.seconds)
            # Every worker has run a task.
            until(lambda: all(grown.ready(grown.web[0]).values()), 2 * PATIENCE)
            sizes, checked = site.memory(), load.check()
        finally:
            load.leave()
    print(table(sizes))
    print(checked)
    total = _megabytes([size for part in sizes.values() for size in part])
    return int(options.at_most is not None and total > options.at_most)


def main() -> int | str:
    """Run; return the exit code, or a sentence that says what failed."""
    options = arguments()
    if os.geteuid() != 0:
        return "Only root can read the memory of PostgreSQL's processes."
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that all processes are stopped
    try:
        return run(options)
    except LoadError as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(main())
