"""Play many games with many sockets open, and print what memory and queues do meanwhile.

It starts the grown site of this checkout with a PostgreSQL and a Redis of its own. Visitors have
the socket of a game's page open and hear of each of its moves. The exit code is 1 if a socket was
lost, or if the memory of a part or what waits in the queues still grows in the last third. Memory
is PSS: a page that processes share counts once. As root only: PostgreSQL runs as a user of its own.

Players who never think use up the machine. On a slow one requests then wait for a connection to
PostgreSQL for longer than four seconds and get a 503, at which the tool ends: let them think.
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from statistics import mean

from redis import Redis

from tools.grown.services import ROOT
from tools.load.browser import LoadError
from tools.load.report import quantiles
from tools.load.rounds import Load
from tools.load.sites import Site, started_site
from tools.memory.__main__ import MEGABYTE
from tools.soak.crowd import Crowd

SAMPLES = 10
QUEUED = "waiting tasks"
SLACK = {QUEUED: 20}
"""What a part may grow by, as chance has it; memory by `ROOM`."""
ROOM = 8
"""MB."""
SHARE = 1.1
"""How many times as large a part may be in the last third as in the one before."""

type Samples = dict[str, list[int]]
"""MB of each part, and tasks that wait, in order of time."""


def arguments() -> argparse.Namespace:
    """Return the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="at once (%(default)s)")
    parser.add_argument("--sockets", type=int, default=1000, help="of visitors (%(default)s)")
    parser.add_argument("--seconds", type=float, default=600, help="of play (%(default)s)")
    parser.add_argument("--think", type=float, default=0, help="seconds after each move")
    return parser.parse_args()


def sample(site: Site) -> dict[str, int]:
    """Return the MB of each part of a site, and how many tasks wait."""
    with Redis.from_url(site.env["REDIS_URL"]) as redis:
        queued = sum(redis.llen(name) for name in redis.scan_iter(_type="list"))
    parts = {name: round(sum(sizes) / MEGABYTE) for name, sizes in site.memory().items()}
    return {**parts, QUEUED: queued}


def growing(samples: Samples) -> list[str]:
    """Return the parts that are clearly larger in the last third than in the one before."""
    return [
        name
        for name, values in samples.items()
        if _late(values) > SHARE * _middle(values) + SLACK.get(name, ROOM)
    ]


def _late(values: Sequence[int]) -> float:
    return mean(values[-len(values) // 3 :])


def _middle(values: Sequence[int]) -> float:
    third = len(values) // 3
    return mean(values[third : 2 * third] or values[:1])


def table(samples: Samples) -> str:
    """Return the table that is printed: a row for each part, a column for each sample."""
    return "\n".join(
        f"{name:<16}" + "".join(f"{value:>6}" for value in values)
        for name, values in samples.items()
    )


def run(options: argparse.Namespace) -> int:
    """Play, measure and print; return the exit code."""
    with started_site("now", ROOT) as site:
        load = Load(site, options.games, think=options.think)
        try:
            load.sign_in()
            load.warm_up(3.0)
            paths = [game.path for game in load.playing]
            samples: Samples = {}
            with Crowd(site.addresses, paths, options.sockets) as crowd:
                for _number in range(SAMPLES):
                    load.play(options.seconds / SAMPLES)
                    for name, value in sample(site).items():
                        samples.setdefault(name, []).append(value)
                left, hints = crowd.open, crowd.hints
            checked = load.check()
        finally:
            load.leave()
    times = load.figures.times
    print(f"{options.games} games, {left} of {options.sockets} sockets open to the end")
    print(table(samples))
    print(f"{times.moves} moves, {times.moves / times.seconds:.1f} a second; {hints} hints heard")
    print("confirm p50, p95, p99, ms:", *(f"{ms:.0f}" for ms in quantiles(times.confirms)))
    print("the other sees p50, p95, p99, ms:", *(f"{ms:.0f}" for ms in quantiles(times.seen)))
    print(checked)
    troubles = growing(samples) + (["lost sockets"] if left < options.sockets else [])
    print("Growing or lost:", ", ".join(troubles) or "nothing.")
    return int(bool(troubles))


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
