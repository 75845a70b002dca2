"""`python -m engine show` and `replay`: files, good and bad."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from engine.public_types import Position
from engine.terminal.bench import middle_of_a_game
from tests.engine.prepared import prepare
from tests.engine.terminal.running import RECORD, Ran, Run, refused

# --- show ---


def position() -> Position:
    return prepare(
        hand=("nero", "atlas"),
        columns=({"mercury": ("wul", "w3lls")}, {"jupiter": ("ivan",)}),
        discs={"mercury": 3, "venus": -2},
        won=(("mars",), ()),
        badge=(1, "gold"),
        levels=({"robot": 2}, {}),
        tokens={"terra": "mobilize", "human": "exile"},
    )


def test_show_draws_a_position(run: Run) -> None:
    ran = run("show", "-", typed=json.dumps(position()))
    assert ran.code == 0
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "☿ mercury w3lls (2) [·| ● · · ┊ · · · |·] – –" in lines
    assert "♀ venus – [·| · · · ┊ · ● · |·] – –" in lines
    assert "♁ terra – [·| · · · ● · · · |·] – mobilize" in lines
    assert "♃ jupiter – [·| · · · ● · · · |·] ivan (1) –" in lines
    assert "side 0: 20 credits 5 zenithium animod S0 human U0 robot N2 won: mars" in lines
    assert "side 1: 20 credits 5 zenithium animod S0 human U0 robot N0 badge gold won: –" in lines
    assert "tokens at level 2: human exile" in lines
    assert "nero mercury animod recruit 5 credits, develop 1 zenithium" in lines
    assert "Seat 0: turn" in lines
    assert any(line.startswith("1 recruit nero") for line in lines)


def test_show_draws_what_a_seat_may_see(run: Run) -> None:
    shown = run("show", "-", "--seat", "1", typed=json.dumps(position()))
    assert "hand of seat 0: 2 cards" in shown.out
    assert "nero" not in shown.out
    assert refused(run("show", "-", "--seat", "2", typed=json.dumps(position())))


def test_show_draws_a_snapshot_and_a_game_that_is_over(run: Run) -> None:
    game = middle_of_a_game()
    ran = run("show", "-", typed=json.dumps(game.snapshot()))
    assert ran.code == 0
    assert f"Seat {game.pending[0].seats[0]}: {game.pending[0].kind}" in ran.out
    over = Game.replay(json.loads(RECORD.read_text()))
    ran = run("show", "-", typed=json.dumps(over.position()))
    assert "side 0 has won: democratic victory" in ran.out


def python(*argv: str, typed: str = "", encoding: str = "utf-8") -> Ran:
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [sys.executable, "-m", "engine", *argv],
        input=typed.encode(),
        capture_output=True,
        env=environment,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def test_a_stream_without_the_signs_gets_plain_ascii() -> None:
    ran = python("show", "-", typed=json.dumps(position()), encoding="ascii")
    assert ran.code == 0
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "mercury w3lls (2) [.| O . . : . . . |.] - -" in lines
    refusal = python("show", "-", typed="{}", encoding="ascii")
    assert refusal == Ran(2, "", 'The position lacks "players".\n')


def test_it_runs_as_a_module_and_answers_with_its_exit_code() -> None:
    assert python("replay", str(RECORD)).code == 0
    assert python("fly").code == 2


def test_a_file_that_is_no_text_is_one_sentence(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "binary"
    file.write_bytes(b"\xff\xfe\x00")
    assert refused(run("show", str(file)))


def test_bad_json_is_one_sentence(run: Run) -> None:
    for text in ("", "[", "nothing", "[" * 100_000, "1" * 5000, '"\\ud800"', "{}", "[]", "null"):
        for command in ("show", "replay"):
            ran = run(command, "-", typed=text)
            assert refused(ran), (command, text[:20])


def paths(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Return the way to every part of some JSON; of a list only to the first two."""
    yield path
    if isinstance(data, dict):
        for key in data:
            yield from paths(data[key], (*path, key))
    elif isinstance(data, list):
        for place in range(min(2, len(data))):
            yield from paths(data[place], (*path, place))


def replaced(data: Any, path: tuple[str | int, ...], junk: object) -> Any:
    if not path:
        return junk
    whole = json.loads(json.dumps(data))
    part = whole
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = junk
    return whole


@pytest.mark.whole
@pytest.mark.parametrize("junk", [None, -1, "x", [], {}, [None], 10**9], ids=repr)
@pytest.mark.parametrize(
    ("command", "data"),
    [
        ("show", position()),
        ("show", prepare(players=4, to_move=None, side_to_move=1)),
        ("show", middle_of_a_game().snapshot()),
        ("replay", json.loads(RECORD.read_text())),
    ],
    ids=["position", "position of four", "snapshot", "record"],
)
def test_junk_anywhere_in_a_file_is_one_sentence_or_does_no_harm(
    run: Run, command: str, data: Any, junk: object
) -> None:
    failures = 0
    for path in paths(data):
        ran = run(command, "-", typed=json.dumps(replaced(data, path, junk)))
        assert ran.code == 0 or refused(ran), path
        failures += ran.code == 2
    assert failures > 20


# --- replay ---


def test_replay_tells_every_action_and_the_end(run: Run) -> None:
    record = json.loads(RECORD.read_text())
    ran = run("replay", str(RECORD))
    assert ran.code == 0
    for number, (seat, action) in enumerate(record["actions"], 1):
        assert f"\n{number:4}  seat {seat}: {action}" in f"\n{ran.out}"
    assert ran.out.rstrip().endswith("victory, 4 discs of different planets.")


def test_replay_stops_where_it_is_told_and_draws_the_table(run: Run) -> None:
    ran = run("replay", str(RECORD), "--to", "5")
    assert ran.code == 0
    assert "\n   5  seat " in ran.out
    assert "\n   6  seat " not in ran.out
    assert "hand of seat 1:" in ran.out
    assert run("replay", str(RECORD), "--to", "0").out.startswith("\nmulligan: seats 0 or 1")
    assert "has won: democratic victory" in run("replay", str(RECORD), "--to", "999").out


def test_replay_begins_at_a_position_too(run: Run) -> None:
    game = Game.from_position(position())
    game.play(0, "lead nero")
    ran = run("replay", "-", typed=json.dumps(game.record()))
    assert ran.code == 0
    assert "   1  seat 0: lead nero" in ran.out


def test_replay_names_the_action_that_is_wrong(run: Run) -> None:
    record = json.loads(RECORD.read_text())
    record["actions"][4][1] = "decline"
    ran = run("replay", "-", typed=json.dumps(record))
    assert refused(ran)
    assert ran.err.startswith(f"Action 5, 'decline' of seat {record['actions'][4][0]}: ")
    assert "\n   4  seat " in ran.out


def test_replay_tells_a_record_with_a_wrong_end(run: Run) -> None:
    record = json.loads(RECORD.read_text())
    record["outcome"]["victory"] = "popular"
    ran = run("replay", "-", typed=json.dumps(record))
    assert refused(ran)
    assert ran.err == "The game does not end as the record says.\n"
