"""Golden games: whole games replayed to the last event (`golden_write.py` says what they hold)."""

import json
from typing import Any

import pytest

from engine import Event, Game
from tests.engine.golden_write import FOLDER, GAMES, Golden, playthrough, record_text

BY_NAME = {golden.name: golden for golden in GAMES}


def record(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return read


def playthrough_of(name: str) -> list[str]:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("golden", GAMES, ids=BY_NAME)
def test_a_golden_record_still_gives_the_same_game(golden: Golden) -> None:
    kept = record(golden.name)
    assert Game.replay(kept).record() == kept
    # line by line, so that a failure shows where the games part
    now = playthrough(kept, golden.detail).splitlines()
    before = playthrough_of(golden.name)
    pairs = enumerate(zip(before, now, strict=False))
    parted = next((number for number, (old, new) in pairs if old != new), None)
    if parted is not None:
        around = slice(max(0, parted - 5), parted + 3)
        pytest.fail("\n".join(["before:", *before[around], "", "now:", *now[around]]))
    assert len(now) == len(before)


@pytest.mark.parametrize("golden", GAMES, ids=BY_NAME)
def test_a_golden_record_is_written_with_one_action_a_line(golden: Golden) -> None:
    text = (FOLDER / f"{golden.name}.json").read_text(encoding="utf-8")
    assert text == record_text(json.loads(text))


def test_the_folder_holds_the_golden_games_and_nothing_else() -> None:
    files = {path.name for path in FOLDER.iterdir()}
    assert files == {f"{name}.{kind}" for name in BY_NAME for kind in ("json", "txt")}


def test_the_golden_games_end_in_every_way() -> None:
    ends = {json.dumps(record(name)["outcome"]["victory"]) for name in BY_NAME}
    assert ends == {'"absolute"', '"democratic"', '"popular"', "null"}


def test_both_sides_win_golden_games() -> None:
    assert {record(name)["outcome"]["winner"] for name in BY_NAME} == {0, 1, None}


def test_every_kind_of_event_happens_in_some_golden_game() -> None:
    kinds = {kind.__name__ for kind in Event.__subclasses__()}
    told = {line.split()[0] for name in BY_NAME for line in playthrough_of(name)}
    assert kinds <= told


def test_nobody_ever_sees_another_hand_in_a_golden_game() -> None:
    for name in BY_NAME:
        kept = record(name)
        game = Game.replay({**kept, "actions": [], "outcome": None})
        for seat, action in kept["actions"]:
            game.play(seat, action)
            if game.outcome:
                break
            for viewer in (None, *range(kept["options"]["players"])):
                hands = game.view(viewer)["hands"]
                assert [s for s, hand in enumerate(hands) if hand["cards"] is not None] == (
                    [] if viewer is None else [viewer]
                )
