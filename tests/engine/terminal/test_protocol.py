"""The protocol for programs: an answer to each question, an error to each bad line."""

import io
import json
from random import Random
from typing import Any

import pytest

from engine import Chance, Game, Options, deal
from engine.bots import BOTS
from engine.terminal.bench import middle_of_a_game, played_out
from engine.terminal.dice import Dice
from engine.terminal.protocol import LONGEST, ProtocolServer, _read_go, serve
from tests.engine.prepared import prepare
from tests.engine.terminal.running import Run


def asked(game: Game) -> dict[str, Any]:
    """Return the view of a seat that is asked, as JSON gives it."""
    view: dict[str, Any] = json.loads(json.dumps(game.view(game.pending[0].seats[0])))
    return view


def code_of(lines: list[str]) -> str:
    """Return the code of the only line, an error."""
    (line,) = lines
    word, code, sentence = line.split(" ", 2)
    assert word == "error"
    assert sentence
    assert "\n" not in line
    return code


def answered(*lines: str) -> list[str]:
    """Return the answer to the last of some lines."""
    server = ProtocolServer()
    return [server.reply(line) for line in lines][-1]


def test_a_program_says_hello() -> None:
    name, levels, ready = answered("zenith 1")
    assert name.startswith("name ")
    assert levels.split()[1:] == list(BOTS)
    assert ready == "ready"
    assert code_of(answered("zenith 2")) == "version"


@pytest.mark.parametrize("level", ["random", "meteor", "nova"])
def test_a_level_answers_as_it_plays_on_the_site(level: str) -> None:
    game = middle_of_a_game()
    view = game.view(game.pending[0].seats[0])
    line = f"view {json.dumps(view)}"
    assert answered(line, f"go level {level} seed 17 4") == [
        f"answer {BOTS[level](view, Chance('17 4'))}"
    ]


def test_without_a_level_the_time_decides() -> None:
    game = middle_of_a_game()
    view = game.view(game.pending[0].seats[0])
    line = f"view {json.dumps(view)}"
    expected = BOTS["eclipse"](view, Chance(""))
    assert answered(line, "go time 10") == [f"answer {expected}"]


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("", "nova"),
        ("time 0", "eclipse"),
        ("time 299", "eclipse"),
        ("time 300", "nova"),
        ("time 2999 seed time 5000", "nova"),
        ("time 3000", "zenith"),
        ("time 3000 level meteor", "meteor"),
    ],
)
def test_the_strongest_level_that_has_the_time_answers(words: str, level: str) -> None:
    assert _read_go(words)[0] == level


def test_a_position_is_asked_for_the_seat_that_plays() -> None:
    position = prepare(hand=("nero", "atlas"))
    (line,) = answered(f"position {json.dumps(position)}", "go level meteor")
    assert line.removeprefix("answer ") in Game.from_position(position).pending[0].options


def test_a_position_shows_its_seat_only_what_it_may_see() -> None:
    server = ProtocolServer()
    server.reply(f"position {json.dumps(prepare(hand=('nero', 'atlas')))}")
    assert server._view is not None
    assert server._view["deck"]["cards"] is None
    assert [hand["cards"] is None for hand in server._view["hands"]] == [False, True]


def bad_lines() -> dict[str, str]:
    view = asked(middle_of_a_game())
    over = played_out(Game(deal(Options(), "over")), Dice(1))
    return {
        "hallo": "unknown_command",
        "\x00": "unknown_command",
        "zenith": "version",
        "view": "bad_json",
        "view {": "bad_json",
        "view " + "[" * 100_000: "bad_json",
        "view 7": "bad_view",
        "view {}": "bad_view",
        "view " + json.dumps(over.view(None)): "bad_view",
        "view " + json.dumps({**view, "hands": None}): "bad_view",
        "view " + json.dumps({**view, "seat": 7}): "bad_view",
        "position []": "bad_position",
        "position " + json.dumps(over.position()): "game_over",
        "go": "no_view",
        "go level hal": "unknown_level",
        "go level": "unknown_level",
        "go time": "bad_time",
        "go time -1": "bad_time",
        "go time 1e3": "bad_time",
        "go fast": "unknown_word",
        "x" * (LONGEST + 1): "too_long",
    }


def test_a_bad_line_is_answered_with_an_error() -> None:
    for line, code in bad_lines().items():
        lines = answered(line)
        if line.startswith("view") and not lines:  # what is wrong shows when it is used
            lines = answered(line, "go")
        assert code_of(lines) == code, line[:80]


def test_a_view_that_no_game_has_is_refused_at_once() -> None:
    view = asked(middle_of_a_game())
    changes: list[dict[str, Any]] = [
        {"boards": "XXX"},
        {"discard": ["nero", "nero"]},
        {"sides": []},
    ]
    for change in changes:
        assert code_of(answered(f"view {json.dumps({**view, **change})}")) == "bad_view"
    assert answered(f"view {json.dumps(view)}") == []


def test_a_seat_that_is_not_asked_has_no_answer() -> None:
    game = middle_of_a_game()
    view = game.view(1 - game.pending[0].seats[0])
    assert code_of(answered(f"view {json.dumps(view)}", "go")) == "not_asked"


def test_a_view_that_was_refused_takes_the_place_of_the_last() -> None:
    view = asked(middle_of_a_game())
    assert code_of(answered(f"view {json.dumps(view)}", "view {}", "go")) == "no_view"


def broken(value: Any, random: Random) -> Any:
    """Return a view with something in it replaced."""
    strange: tuple[Any, ...] = (None, -1, 10**9, "nero", "", [], {}, [None], True, 0.5)
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        return {**value, key: broken(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        place = random.randrange(len(value))
        return [*value[:place], broken(value[place], random), *value[place + 1 :]]
    return random.choice(strange)


def test_no_broken_view_stops_the_program() -> None:
    random = Random(4)
    view = asked(middle_of_a_game())
    server = ProtocolServer()
    for _ in range(300):
        lines = server.reply(f"view {json.dumps(broken(view, random))}")
        lines = lines or server.reply("go level random")
        assert len(lines) == 1
        assert lines[0].startswith(("answer ", "error "))


class Flushed(io.StringIO):
    """An output that notes what it held when it was flushed."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[int] = []

    def flush(self) -> None:
        """Note the number of lines."""
        self.seen.append(self.getvalue().count("\n"))


def test_each_answer_is_sent_at_once() -> None:
    out = Flushed()
    serve(io.StringIO("zenith 1\ngo\ngo\n"), out)
    assert out.seen == [3, 4, 5]


def test_lines_are_answered_until_the_input_ends() -> None:
    out = io.StringIO()
    serve(io.StringIO(f"\n{'x' * 3 * LONGEST}\nzenith 1\nquit\nzenith 1\n"), out)
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["error", "name", "levels", "ready"]
    out = io.StringIO()
    serve(io.StringIO("zenith 1"), out)
    assert out.getvalue().endswith("ready\n")


def test_the_command_speaks_the_protocol(run: Run) -> None:
    ran = run("protocol", typed="zenith 1\ngo\nquit\n")
    assert ran.code == 0
    assert ran.out.splitlines()[-2:] == [
        "ready",
        "error no_view A view or a position has to come before “go”.",
    ]
