"""`python -m engine play`, and the command line of all commands."""

import json
import sys
from pathlib import Path

import pytest

from engine import Game, Options, deal
from engine.terminal.commands import main
from engine.terminal.dice import Dice
from engine.views import open_hand
from tests.engine.terminal.running import RECORD, Run, refused


def hot_seat(players: int, seed: str, by_number: bool) -> tuple[Game, str]:
    """Play a whole hot-seat game; return it and what was typed for it."""
    game = Game(deal(Options(players=players), seed))
    dice = Dice(players)
    typed = []
    while game.pending:
        decision = game.pending[0]
        number = dice.below(len(decision.options))
        game.play(decision.seats[0], decision.options[number])
        typed.append(str(number + 1) if by_number else decision.options[number])
    return game, "\n".join(typed) + "\n"


@pytest.mark.parametrize(("players", "by_number"), [(2, True), (2, False), (4, True)])
def test_a_hot_seat_game_is_played_to_its_end(run: Run, players: int, by_number: bool) -> None:
    game, typed = hot_seat(players, "a hot seat", by_number)
    ran = run("play", "--hot-seat", "--players", str(players), "--seed", "a hot seat", typed=typed)
    assert ran.code == 0
    assert ran.err == ""
    assert game.outcome is not None
    assert f"side {game.outcome.winner} has won: {game.outcome.victory} victory" in ran.out
    assert ran.out.endswith("The seed was a hot seat\n")


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_against_random_bots_is_played_to_its_end(run: Run, players: int) -> None:
    options = ("--players", str(players), "--bot", "random", "--seed", "bots", "--seat", "1")
    ran = run("play", *options, typed="1\n" * 1000)
    assert ran.code == 0
    assert "won the game" in ran.out or "drawn" in ran.out
    # the others are played by bots: the player is not asked for them
    assert "seat 1> " in ran.out
    assert "seat 0> " not in ran.out
    assert "\nseat 0: " in ran.out


def test_a_bots_mulligan_and_draws_stay_hidden(run: Run) -> None:
    game = Game(deal(Options(), "hidden"))
    ran = run("play", "--bot", "greedy", "--seed", "hidden", typed="redraw\nquit\n")
    assert ran.code == 0
    for card in open_hand(game.view(1), 1):
        assert card not in ran.out.split("seat 0: redraw")[0]
    assert all(line in ("seat 1: redraw", "") for line in ran.out.splitlines() if "1: red" in line)


def test_the_same_seed_and_answers_give_the_same_game(run: Run) -> None:
    argv = ("play", "--bot", "random", "--seed", "same")
    assert run(*argv, typed="1\n" * 500).out == run(*argv, typed="1\n" * 500).out


def test_without_a_seed_games_differ(run: Run) -> None:
    one, other = (run("play", "--hot-seat", typed="quit\n").out for _ in range(2))
    assert one.split("The seed was")[0] != other.split("The seed was")[0]


def test_options_reach_the_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    argv = ("--boards", "DOP", "--secret-agents", "--beginner", "--hot-seat", "--seed", "x")
    ran = run("play", *argv, typed=f"save {file}\nquit\n")
    assert ran.code == 0
    expected = {"players": 2, "boards": "DOP", "secret_agents": True, "beginner": True}
    assert json.loads(file.read_text())["options"] == expected


def test_a_saved_record_can_be_replayed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    typed = f"redraw\n2\n3\n\nsave {file}\nquit\n"
    assert run("play", "--hot-seat", "--seed", "save", typed=typed).code == 0
    ran = run("replay", str(file))
    assert ran.code == 0
    assert "   3  seat " in ran.out
    assert "The game still runs." in ran.out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "The options are numbered from 1 to 16."),
        ("17", "The options are numbered from 1 to 16."),
        ("9" * 5000, "The options are numbered from 1 to 16."),
        ("recruit nero", "“recruit nero” is not possible now."),
        ("fly me to the moon", "“fly me to the moon” is not an action."),
        ("²", "“²” is not an action."),
        ("help", "Answer by the number of an option"),
        ("help Nobody", "There is no card “Nobody”."),
        ("help Dandy Müller", "Dandy Müller: venus, human, 0 credits"),
        ("help nero", "Gain 3 zenithium."),
        ("table", "hand of seat 1: 4 cards"),
        ("save", "Is a directory"),
        ("save /no/such/folder/x.json", "No such file or directory"),
        ("save x\0y", "is no name for a file"),
    ],
)
def test_what_is_no_answer_gets_a_sentence_and_another_try(
    run: Run, line: str, answer: str
) -> None:
    ran = run("play", "--hot-seat", "--seed", "a", typed=f"{line}\nquit\n")
    assert ran.code == 0
    assert answer in ran.out.split("seat 0> ", 1)[1]
    assert ran.out.count("seat 0> ") == 2


@pytest.mark.parametrize("line", ["", "   "])
def test_an_empty_line_is_asked_again_without_a_word(run: Run, line: str) -> None:
    ran = run("play", "--hot-seat", "--seed", "a", typed=f"{line}\nquit\n")
    assert "seat 0> seat 0> " in ran.out


def test_an_answer_may_be_typed_in_any_case_and_with_blanks(run: Run) -> None:
    ran = run("play", "--hot-seat", "--seed", "a", typed="  REDRAW   Caesar \nquit\n")
    assert "seat 0: redraw caesar" in ran.out


def test_the_end_of_the_input_is_one_sentence(run: Run) -> None:
    ran = run("play", "--hot-seat", typed="1\n")
    assert refused(ran)
    assert ran.err == "The input has ended before the game.\n"


def test_ctrl_c_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    ran = run("play", "--hot-seat")
    assert refused(ran)
    assert ran.err == "Interrupted.\n"


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("fly",),
        ("play", "--players", "3"),
        ("play", "--boards", "XYZ"),
        ("play", "--players", "4", "--beginner"),
        ("play", "--seat", "2"),
        ("play", "--seat", "-1"),
        ("play", "--bot", "nobody"),
        ("play", "--hot-seat", "--bot", "random"),
        ("show",),
        ("show", "/no/such/file"),
        ("show", "/"),
        ("show", "x\0y"),
        ("show", sys.executable),
        ("show", str(RECORD)),
        ("replay", "/no/such/file"),
        ("replay", str(RECORD), "--to", "-1"),
        ("replay", str(RECORD), "--to", "many"),
        ("bench", "--runs", "0"),
    ],
)
def test_a_bad_command_line_is_one_sentence(run: Run, argv: tuple[str, ...]) -> None:
    assert refused(run(*argv))


@pytest.mark.parametrize(
    "argv", [("--help",), *((name, "--help") for name in ("play", "show", "replay", "bench"))]
)
def test_help_is_help(capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(list(argv))
    assert stop.value.code == 0
    assert "usage: python -m engine" in capsys.readouterr().out
