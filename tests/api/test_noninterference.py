"""No answer of the API depends on what is hidden from its reader, to the last byte.

As `tests/zenith_site/test_noninterference.py` does for pages: each reader reads twice, and in
between everything hidden is exchanged.
"""

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone

from common.live_response import LiveResponse
from engine.views import open_hand
from games.api.api import description
from games.api.streams.stream import EventStream
from games.tables import publishing
from games.tables.selectors import Seen
from games.tables.services.play import engine_game, submit_actions
from tests.api.client import Program
from tests.support.leaking import hide_others, once_seen
from tests.support.readers import Reader, Round, open_round

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]


READS = [
    path.removeprefix("/api/v1")
    for path, methods in description()["paths"].items()
    if "get" in methods and not path.endswith(("/stream", ".png")) and "/cards" not in path
]
"""All that can be read of people and games; of pictures, one kind."""

TWO = ("ada", "bob")
FOUR = ("ada", "Guest-1", "bob", "bot")


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No worker is there to be asked, and time stands still."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    with mock.patch("django.utils.timezone.now", return_value=timezone.now()):
        yield


def answers(made: Round, reader: Reader, program: Program) -> dict[str, bytes]:
    """Return every answer that a reader gets about a table, refusals too."""
    table = f"/games/{made.game.pk}"
    link = f"?link={made.game.token}" if reader.member else ""
    values = {"number": made.game.pk, "name": "ada", "pool": "days", "key": "nero", "nth": 1}
    values |= {"year": 2027, "level": 1}
    paths = ["/players/bob/games"]
    for path in READS:
        address = path.format(**values)
        paths.append(f"{address}{link}" if address.startswith(table) else address)
    got = {}
    for path in paths:
        answered = program.get(path)
        assert answered.status_code < 500
        head = f"{answered.status_code} {answered.headers.get('ETag')} "
        got[path] = head.encode() + answered.content
    for path in (f"{table}/stream{link or '?'}&since=0", "/stream?since=0"):
        got[path] = streamed(program.get(path))
    if reader.user is None:
        return got
    now = {"seq": made.game.seq}
    for action in ("lead nero", "recruit atlas", "redraw nero", "planet venus", "nonsense"):
        answered = program.post(f"{table}/answers", {"answers": [action], "seq": 100000})
        got[f"late {action}"] = f"{answered.status_code}".encode() + answered.content
    for part, data in (
        ("plan", {"answers": ["lead nero"]}),
        ("plan", {"answers": ["recruit atlas"]}),
        ("notes", {"notes": "mine"}),
    ):
        answered = program.send("PUT", f"{table}/{part}", data)
        got[f"put {part} {data}"] = f"{answered.status_code}".encode() + answered.content
    if reader.seat is None:
        answered = program.post(f"{table}/answers", {"answers": ["lead nero"], **now})
        got["not mine"] = f"{answered.status_code}".encode() + answered.content
    return got


def streamed(response: Any) -> bytes:
    """Return what a stream sends at once; a refusal as it is."""
    if not isinstance(response, LiveResponse):
        return bytes(response.content)
    stream: EventStream = response.parts.__self__  # type: ignore[attr-defined]
    sent = b"".join(stream.read())
    response.ended()
    return sent


def differences(made: Round, reader: Reader) -> set[str]:
    """Read twice, with all hidden values exchanged the second time; return what differs."""
    program = Program(reader.user)
    program.get("/puzzles/daily")  # PostgreSQL takes back no number of what a first reader makes
    readings = []
    for exchange in (False, True):
        for cache in caches.all():
            cache.clear()
        game = made.fresh()
        with transaction.atomic():
            if exchange:
                assert len(hide_others(game, reader.seat, once_seen(game, reader.seat))) > 3
            readings.append(answers(made, reader, program))
            transaction.set_rollback(True)
    one, other = readings
    return {path for path in one if one[path] != other[path]}


@pytest.mark.whole
@pytest.mark.parametrize(
    ("seats", "steps"),
    [
        (TWO, 0),
        (FOUR, 20),
        pytest.param(TWO, 20, marks=pytest.mark.slow),
        pytest.param(FOUR, 0, marks=pytest.mark.slow),
    ],
    ids=["two in the mulligan", "four", "two", "four in the mulligan"],
)
def test_nothing_depends_on_what_is_hidden(seats: tuple[str, ...], steps: int) -> None:
    made = open_round(*seats, public=True, seed=5)
    for _ in range(steps):
        made.step()
    for reader in made.readers:
        assert differences(made, reader) == set(), reader.name


@pytest.mark.whole
def test_a_mulligan_looks_the_same_whatever_the_opponent_has_chosen() -> None:
    made = open_round("ada", "bob", public=True, seed=3)
    bob = made.reader(1).user
    assert bob is not None
    hand = open_hand(engine_game(made.game).view(1), 1)
    submit_actions(bob, made.game.pk, [f"redraw {hand[0]} {hand[2]}"], 0)
    for reader in made.readers:
        assert differences(made, reader) == set(), reader.name


@pytest.mark.whole
def test_the_comparison_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that holds the hidden deck is found out."""
    made = open_round("ada", "bob", public=True, seed=5)
    reader = made.reader(0)
    assert not differences(made, reader)
    honest = Seen.view
    monkeypatch.setattr(
        Seen,
        "view",
        lambda self: {**honest(self), "discard": self.engine.snapshot()["table"]["deck"]},
    )
    assert f"/games/{made.game.pk}?link={made.game.token}" in differences(made, reader)


@pytest.mark.whole
def test_the_comparison_reads_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that sends all events of a move, hidden ones too, is found out."""
    made = open_round("ada", "bob", public=True, seed=5)
    for _ in range(20):
        made.step()
    reader = made.reader(0)
    monkeypatch.setattr(Seen, "is_open", True)
    found = differences(made, reader)
    assert f"/games/{made.game.pk}/stream?link={made.game.token}&since=0" in found
