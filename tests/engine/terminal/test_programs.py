"""Programs as players: they see their seat, and a fault costs them the game, not the match."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Chance, Game, Options, deal
from engine.terminal import programs
from engine.terminal.bench import middle_of_a_game
from engine.terminal.programs import Program, ProgramFault, ProgramPlayer
from tools.arena.__main__ import main
from tools.arena.matches import match

READY = "print('ready', flush=True)\n"
FIRST_ANSWER = """
import json, os, sys
seen = open(sys.argv[1], "a") if sys.argv[1:] else None
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "zenith":
        print("name A program", "ready", sep="\\n", flush=True)
    elif word == "view":
        view = json.loads(rest)
        if seen:
            print(os.getpid(), view["seat"], view["phase"], json.dumps(view), file=seen, flush=True)
    elif word == "go":
        asked = [d for d in view["pending"] if view["seat"] in d["seats"]]
        print("info thinking\\nanswer", asked[0]["options"][0], flush=True)
"""
FAULTS = {
    "": "has ended, and did not say “ready”",
    "print('error busy Later.', flush=True); input()": "answered with an error: busy Later.",
    READY + "input(); input(); input(); print('answer fly', flush=True)": "answered “fly”",
    READY + "input(); input(); input(); print('answer', flush=True)": "answered “”",
    READY + "input(); input(); raise SystemExit(3)": "has ended, and did not say “answer”",
    READY + "import time; time.sleep(60)": "did not say “answer” within 20 ms",
    READY + "import sys; sys.stdin.read()": "did not say “answer” within 20 ms",
    "while True: print('x' * 100)": "did not say “ready”",
}
"""A program -> what is wrong with it."""


def is_running(pid: int) -> bool:
    """Whether a process exists that this one may end."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def command(tmp_path: Path) -> str:
    """Return the command of a program that gives the first answer."""
    path = tmp_path / "program.py"
    path.write_text(FIRST_ANSWER)
    return f"{sys.executable} -S {path}"


@pytest.fixture
def started() -> Iterator[list[Program]]:
    """Return a list of programs that are ended after the test."""
    started: list[Program] = []
    yield started
    for program in started:
        program.close()


def test_a_program_answers(command: str, started: list[Program]) -> None:
    program = Program(command, 10_000)
    started.append(program)
    game = middle_of_a_game()
    for _ in range(3):
        decision = game.pending[0]
        answer = program.think(game.view(decision.seats[0]), Chance("a\nseed")).action
        assert answer == decision.options[0]
        game.play(decision.seats[0], answer)


@pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=lambda text: text[-30:])
def test_a_fault_is_said_and_ends_the_program(
    text: str,
    fault: str,
    tmp_path: Path,
    started: list[Program],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(programs, "GRACE", 100)
    monkeypatch.setattr(programs, "START", 2000 if text.startswith(READY) else 300)
    path = tmp_path / "program.py"
    path.write_text(text)
    program = Program(f"{sys.executable} -S {path}", 20)
    started.append(program)
    game = middle_of_a_game()
    with pytest.raises(ProgramFault) as raised:
        program.think(game.view(game.pending[0].seats[0]), Chance("seed"))
    assert fault in str(raised.value)
    assert program._process is None


@pytest.mark.parametrize("command", ["", "'", "/no/such/program"])
def test_a_command_that_is_none_is_refused(command: str) -> None:
    game = middle_of_a_game()
    with pytest.raises(ProgramFault):
        Program(command, 100).think(game.view(game.pending[0].seats[0]), Chance("seed"))


def test_a_second_answer_is_no_answer_to_the_next_question(
    command: str, started: list[Program]
) -> None:
    program = Program(command, 10_000)
    started.append(program)
    game = middle_of_a_game()
    decision = game.pending[0]
    view = game.view(decision.seats[0])
    program.think(view, Chance("a seed"))
    program._lines.put("answer again\n")
    assert program.think(view, Chance("a seed")).action == decision.options[0]


def test_a_program_that_ends_between_two_questions_is_at_fault(
    command: str, started: list[Program]
) -> None:
    program = Program(command, 10_000)
    started.append(program)
    game = middle_of_a_game()
    view = game.view(game.pending[0].seats[0])
    program.think(view, Chance("a seed"))
    program._lines.put(None)
    with pytest.raises(ProgramFault, match="has ended"):
        program.think(view, Chance("a seed"))
    assert program.think(view, Chance("a seed")).action == game.pending[0].options[0]


def test_a_process_sees_one_seat_of_one_game(command: str, tmp_path: Path) -> None:
    log = tmp_path / "seen"
    player = ProgramPlayer(f"{command} {log}", 10_000)
    try:
        for seed in ("first", "second"):
            game = Game(deal(Options(players=4), seed))
            for seat in (0, 2):
                game.play(seat, player.bot(game.view(seat), Chance(seed)))
        pids = [int(line.split()[0]) for line in log.read_text().splitlines()]
        assert [is_running(pid) for pid in pids] == [False, False, True, True]
    finally:
        player.close()
    assert not any(map(is_running, pids))
    lines = [line.split(" ", 3) for line in log.read_text().splitlines()]
    assert len({pid for pid, *_ in lines}) == len(lines) == 4
    for _pid, own, _phase, text in lines:
        hands = json.loads(text)["hands"]
        assert [number for number, hand in enumerate(hands) if hand["cards"]] == [int(own)]


def test_a_program_plays_in_the_arena(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([f"program:{command}", "random", "--deals", "1", "--seed", "programs"])
    out = capsys.readouterr().out
    assert "2 games: " in out
    assert "lost:" not in out


def test_the_bot_of_the_page_plays(tmp_path: Path, started: list[Program]) -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "protocol.md"
    text = page.read_text().partition("```python\n")[2].partition("```")[0]
    path = tmp_path / "bot.py"
    path.write_text(text)
    program = Program(f"{sys.executable} -S {path}", 10_000)
    started.append(program)
    game = middle_of_a_game()
    view = game.view(game.pending[0].seats[0])
    assert program.think(view, Chance("")).action == game.pending[0].options[0]


def test_a_program_that_fails_loses_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    main(["random", "program:/no/such/program", "--deals", "1"])
    out = capsys.readouterr().out
    assert "2 games: 2 won, 0 drawn, 0 lost" in out
    assert "2 games lost: /no/such/program can't be started: No such file or directory." in out
    player = ProgramPlayer("/no/such/program", 100)
    assert match(player.bot, player.bot, 1, "both").losses == 1


@pytest.mark.parametrize(
    "arguments",
    [("hal", "random"), ("random",), ("random", "matrix"), ("program:x", "nova", "--sees", "all")],
)
def test_the_arena_refuses_what_is_no_match(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)


def test_the_arena_refuses_a_command_that_is_none() -> None:
    with pytest.raises(SystemExit, match="missing"):
        main(["program:", "random"])
