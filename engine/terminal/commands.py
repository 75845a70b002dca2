"""The commands of `python -m engine`: their arguments and errors."""

import argparse
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NoReturn

from engine.bots import BOTS, LEVELS
from engine.errors import EngineError
from engine.game import Game
from engine.setup import Options
from engine.terminal import files, sentences
from engine.terminal.bench import bench
from engine.terminal.digest import digest
from engine.terminal.play import Play
from engine.terminal.programs import Program, ProgramFault
from engine.terminal.protocol import USUAL, serve
from engine.terminal.replay import replay
from engine.terminal.screen import Screen
from engine.terminal.show import draw, opened
from engine.terminal.site import Site, SiteFailure
from engine.terminal.site_bot import SiteBot
from engine.terminal.verify import verify

SITE = "ZENITH_SITE"
TOKEN = "ZENITH_TOKEN"
"""Variables of the environment for what `bot` needs; other users of a machine don't see them."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise files.Complaint(f"{self.prog}: {message}")


def main(argv: list[str] | None = None) -> int:
    """Run a command; return the exit code: 0, or 2 after one sentence on stderr.

    `argv`: its words, by default those of the command line.
    """
    screen = Screen(sys.stdout)
    try:
        arguments = _parser().parse_args(argv)
        _run(arguments, screen)
        sys.stdout.flush()
    except (files.Complaint, EngineError, ProgramFault, SiteFailure) as error:
        return _failed(str(error))
    except EOFError:
        return _failed("The input has ended before the game.")
    except KeyboardInterrupt:
        return _failed("Interrupted.")
    except BrokenPipeError:
        # the reader has gone (`| head`): keep the interpreter from failing at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return 0


def _run(arguments: argparse.Namespace, screen: Screen) -> None:
    match arguments.command:
        case "play":
            _play(arguments, screen)
        case "show":
            _show(files.read_game(arguments.file), arguments.seat, screen)
        case "replay":
            replay(files.read_json(arguments.file), arguments.to, screen)
        case "verify":
            screen.say(*verify(files.read_json(arguments.file)))
        case "bot":
            _bot(arguments, screen)
        case "protocol":
            for stream in (sys.stdin, sys.stdout):
                if isinstance(stream, io.TextIOWrapper):
                    stream.reconfigure(encoding="utf-8", errors="replace")
            serve(sys.stdin, sys.stdout)
        case "digest":
            screen.say(*digest(arguments.games))
        case _:
            screen.say(*bench(arguments.runs, arguments.games))


def _failed(sentence: str) -> int:
    Screen(sys.stderr).say(" ".join(sentence.split()))
    return 2


def _show(game: Game, seat: int | None, screen: Screen) -> None:
    screen.say(*draw(opened(game, seat), screen.signs))
    for decision in game.pending:
        if seat is None or seat in decision.seats:
            screen.say("", *sentences.question(decision))


def _play(arguments: argparse.Namespace, screen: Screen) -> None:
    options = Options(
        arguments.players, arguments.boards, arguments.secret_agents, arguments.beginner
    )
    if arguments.seat not in range(options.players):
        raise files.Complaint(f"There is no seat {arguments.seat} in a game of {options.players}.")
    bot = None if arguments.hot_seat else arguments.bot
    seed = os.urandom(8).hex() if arguments.seed is None else arguments.seed
    Play(options, seed, arguments.seat, bot, screen).run()


def _bot(arguments: argparse.Namespace, screen: Screen) -> None:
    def say(line: str) -> None:
        screen.say(line)
        sys.stdout.flush()

    address = arguments.site or os.environ.get(SITE, "")
    site = Site(address, arguments.token or os.environ.get(TOKEN, ""))
    if arguments.program is None:
        SiteBot(site, BOTS[arguments.level].think, say).run(arguments.once)
        return
    with closing(Program(arguments.program, arguments.time)) as program, _ended_by_sigterm():
        SiteBot(site, program.think, say).run(arguments.once)


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM interrupt as Ctrl+C does, so that a program is ended with the command."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m engine",
        description="The rules of Zenith at a terminal.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play a game against a bot, or hot-seat")
    play.add_argument("--players", type=int, choices=(2, 4), default=2)
    play.add_argument("--boards", metavar="SUN", help="the technology board; else drawn at random")
    play.add_argument("--secret-agents", action="store_true", help="with the expansion")
    play.add_argument(
        "--beginner", action="store_true", help="the second side is ahead on 3 planets"
    )
    who = play.add_mutually_exclusive_group()
    who.add_argument("--hot-seat", action="store_true", help="all seats are played here")
    who.add_argument("--bot", choices=tuple(BOTS), default="greedy")
    play.add_argument("--seat", type=int, default=0, metavar="N", help="your seat (default 0)")
    play.add_argument("--seed", metavar="TEXT", help="deals the game; else drawn at random")

    show = commands.add_parser("show", help="draw the table of a position or a snapshot")
    show.add_argument("file", metavar="POSITION.json", help="- reads stdin")
    show.add_argument("--seat", type=int, metavar="N", help="only what that seat may see")

    again = commands.add_parser("replay", help="play a record again, move by move")
    again.add_argument("file", metavar="RECORD.json", help="- reads stdin")
    again.add_argument(
        "--to", type=_count, metavar="N", help="stop after N actions, draw the table"
    )

    check = commands.add_parser("verify", help="check a record: its deal, every action, its end")
    check.add_argument("file", metavar="RECORD.json", help="- reads stdin")

    bot = commands.add_parser("bot", help="play your games on a site that wait for you")
    bot.add_argument("--site", metavar="URL", help=f"https://…; else ${SITE}")
    bot.add_argument("--token", help=f"with the rights read:private and play; else ${TOKEN}")
    bot.add_argument("--once", action="store_true", help="end when no game waits")
    player = bot.add_mutually_exclusive_group()
    player.add_argument(
        "--level", choices=tuple(LEVELS), default=USUAL, help=f"how well it plays (default {USUAL})"
    )
    player.add_argument("--program", metavar="COMMAND", help="a program plays (docs/protocol.md)")
    bot.add_argument(
        "--time", type=_positive, default=10_000, metavar="MS", help="of a program (default 10000)"
    )

    commands.add_parser("protocol", help="answer programs by lines of text (docs/protocol.md)")

    speed = commands.add_parser("bench", help="how fast the engine is here")
    speed.add_argument("--runs", type=_positive, default=7, help="of each measure (default 7)")
    speed.add_argument("--games", type=_positive, default=40, help="in each run (default 40)")

    same = commands.add_parser("digest", help="what it plays, in a line: plain and compiled alike")
    same.add_argument("--games", type=_positive, default=2, help="of each form (default 2)")
    return parser


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of actions")
    return int(text)


def _positive(text: str) -> int:
    if _count(text) == 0:
        raise argparse.ArgumentTypeError("0 is too few")
    return int(text)
