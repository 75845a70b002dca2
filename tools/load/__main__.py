"""Play games as browsers do, and print what a move costs.

Without an address it starts the site of this checkout itself, with PostgreSQL, Redis, two web
processes and the workers; with `--before` also that of another checkout, and plays at both by
turns. Players sign in through the log-in page; each has the table open with its socket, and fetches
the table at every hint.

At given addresses it needs the environment of that site (DATABASE_URL …), to create the players and
to delete them and their games at the end.
"""

import argparse
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from tools.grown.services import ROOT
from tools.load.browser import Browser, LoadError
from tools.load.report import report
from tools.load.rounds import Load
from tools.load.sites import Site, running_site, started_site

MOST_GAMES = 100
ROUND = 5.0
"""Seconds of a round: with two sites they take turns."""
WARM_UP = 3.0
HERE = ("127.0.0.1", "localhost")


def arguments() -> argparse.Namespace:
    """Return the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("addresses", nargs="*", help="of a site that runs on this machine")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT", help="compare with this one")
    parser.add_argument("--games", type=int, default=10, help=f"at once, at most {MOST_GAMES}")
    parser.add_argument("--seconds", type=float, default=20, help="of play at each site")
    parser.add_argument(
        "--process",
        action="append",
        default=[],
        metavar="NAME=PID",
        help="a process of the running site whose CPU is measured: web=4711, PostgreSQL=815",
    )
    return parser.parse_args()


def sites(options: argparse.Namespace, stack: ExitStack) -> list[Site]:
    """Return the sites to measure; those that it starts are stopped with the stack."""
    if options.addresses:
        for address in options.addresses:
            parts = urlsplit(address)
            if parts.scheme != "http" or parts.hostname not in HERE:
                raise LoadError(f"{address} is no site on this machine (http://127.0.0.1:port).")
            Browser(address.rstrip("/")).document("first page", "/")
        processes: dict[str, list[int]] = {}
        for process in options.process:
            name, _is, pid = process.partition("=")
            processes.setdefault(name, []).append(int(pid))
        return [running_site([address.rstrip("/") for address in options.addresses], processes)]
    roots = {"before": options.before.resolve()} if options.before else {}
    roots["now"] = ROOT
    return [stack.enter_context(started_site(name, root)) for name, root in roots.items()]


def run(options: argparse.Namespace) -> None:
    """Measure and print."""
    with ExitStack() as stack:
        loads = []
        for site in sites(options, stack):
            load = Load(site, min(max(options.games, 1), MOST_GAMES))
            stack.callback(load.leave)
            loads.append(load)
        for load in loads:
            load.sign_in()
            load.count_statements()
            load.warm_up(WARM_UP)
        for _round in range(max(1, round(options.seconds / ROUND))):
            for load in loads:
                load.play(min(ROUND, options.seconds))
        for load in loads:
            load.measure_watchers()
            load.measure_door()
        print(f"{loads[0].games} games at once")
        print(report([load.site.name for load in loads], [load.figures for load in loads]))
        for load in loads:
            print(load.check())


def main() -> int | str:
    """Run; return the exit code, or a sentence that says what failed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that all processes are stopped
    try:
        run(arguments())
    except LoadError as error:
        return str(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
