"""The commands of `python -m engine`: their arguments and errors."""

import argparse
import os
import sys
from typing import NoReturn

from engine.bots import BOTS
from engine.errors import EngineError
from engine.game import Game
from engine.setup import Options
from engine.terminal import files, sentences
from engine.terminal.bench import bench
from engine.terminal.digest import digest
from engine.terminal.play import Play
from engine.terminal.replay import replay
from engine.terminal.screen import Screen
from engine.terminal.show import draw, opened


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise files.Complaint(f"{self.prog}: {message}")


def main(argv: list[str]) -> int:
    """Run one command; return the exit code: 0, or 2 after one sentence on stderr."""
    screen = Screen(sys.stdout)
    try:
        arguments = _parser().parse_args(argv)
        if arguments.command == "play":
            _play(arguments, screen)
        elif arguments.command == "show":
            _show(files.read_game(arguments.file), arguments.seat, screen)
        elif arguments.command == "replay":
            replay(files.read_json(arguments.file), arguments.to, screen)
        elif arguments.command == "digest":
            screen.say(*digest(arguments.games))
        else:
            screen.say(*bench(arguments.runs, arguments.games))
        sys.stdout.flush()
    except (files.Complaint, EngineError) as error:
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
