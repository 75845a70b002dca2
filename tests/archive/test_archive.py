"""Games in bulk: what is public, resumable, and without the names of players who did not agree."""

import asyncio
import hashlib
import json
import re
import tracemalloc
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common import dumps
from engine import Game as EngineGame
from games.archive.pseudonyms import pseudonym
from games.tables.models import Game
from tests.support.factories import finished_game, guest, player, running_game
from zenith_site.handler import OneThreadHandler

pytestmark = pytest.mark.django_db
SITE = "http://testserver"
PATH = "/players/ada/games.ndjson"


@pytest.fixture(autouse=True)
def _site(settings: Any, tmp_path: Path) -> None:
    """Links begin with the address of the site; files lie in a folder of the test."""
    settings.SITE_URL = SITE
    settings.DATA_DIR = tmp_path


@pytest.fixture
def ada() -> User:
    """A player."""
    return player("ada")


def ended(game: Game, day: int, month: int = 10) -> Game:
    """Move the end of a game to a day."""
    at = datetime(2026, month, day, 12, tzinfo=timezone.get_default_timezone())
    Game.objects.filter(pk=game.pk).update(finished_at=at, started_at=at - timedelta(hours=1))
    game.refresh_from_db()
    return game


def games_in(answer: Any) -> list[int]:
    """Return the numbers of the games in an answer."""
    assert answer.status_code == 200
    addresses = [json.loads(line)["game"]["site"] for line in answer.content.splitlines()]
    return [int(re.findall(r"\d+", address)[-1]) for address in addresses]


# --- a player's games ---


def test_the_lines_are_records_of_public_games_that_are_over(ada: User, client: Client) -> None:
    bob = player("bob")
    game = finished_game(ada, bob)
    finished_game(ada, bob, public=False)
    finished_game(ada, bob, sealed=True)
    running_game(ada, bob, answers=3)
    finished_game(bob, "noisy")
    for reader in (client, Client()):
        answer = reader.get(PATH)
        assert games_in(answer) == [game.pk]
        client.force_login(ada)
    assert answer["Content-Type"] == "application/x-ndjson"
    assert not answer.cookies
    record = json.loads(answer.content)
    assert record == json.loads(client.get(f"/tables/{game.pk}/replay/record.json").content)
    assert EngineGame.replay(record).outcome is not None


def test_reading_goes_on_after_a_game_in_the_order_of_the_ends(ada: User, client: Client) -> None:
    """A game that began earlier and ended later comes later."""
    games = [ended(finished_game(ada, "random"), day) for day in (9, 3, 6)]
    in_order = [games[1].pk, games[2].pk, games[0].pk]
    assert games_in(client.get(PATH)) == in_order
    first = client.get(PATH, {"max": "2", "since": "2026-10-01"})
    assert games_in(first) == in_order[:2]
    following = re.fullmatch(rf'<{SITE}(.*)>; rel="next"', first["Link"])
    assert following is not None
    rest = client.get(following[1])
    assert games_in(rest) == in_order[2:]
    assert "Link" not in rest
    assert client.get(PATH, {"after": "999999"}).status_code == 422


@pytest.mark.parametrize(
    ("query", "matching"),
    [
        ({"since": "2026-10-05"}, [1]),
        ({"until": "2026-10-05"}, [0]),
        ({"opponent": "BOB"}, [1]),
        ({"rated": "false"}, [1]),
        ({"rated": "true"}, [0]),
        ({"pool": "solo"}, [0]),
        ({"pool": "live"}, []),
    ],
)
def test_filters(query: dict[str, str], matching: list[int], ada: User, client: Client) -> None:
    games = [ended(finished_game(ada, "random"), 3), ended(finished_game(ada, player("bob")), 7)]
    assert games_in(client.get(PATH, query)) == [games[place].pk for place in matching]


@pytest.mark.parametrize(
    "query", [{"max": "101"}, {"max": "0"}, {"after": "x"}, {"since": "soon"}, {"pool": "no"}]
)
def test_filters_that_make_no_sense(query: dict[str, str], ada: User, client: Client) -> None:
    assert client.get(PATH, query).status_code == 422
    assert client.get("/players/nobody/games.ndjson").status_code == 404


def test_what_has_not_changed_is_not_sent_again(ada: User, client: Client) -> None:
    finished_game(ada, "random")
    tag = client.get(PATH)["ETag"]
    assert client.get(PATH, headers={"if-none-match": tag}).status_code == 304


# --- files for download ---


def lines_of(name: str) -> list[Any]:
    """Return the rows of a file."""
    return list(dumps.read(name))


def test_a_month_of_games_names_only_players_who_agreed(ada: User) -> None:
    bob, cleo = player("bob", is_named=True), guest("Comet 1")
    game = ended(finished_game(ada, bob), 31)
    ended(finished_game(ada, cleo), 1, month=11)
    ended(finished_game(ada, cleo), 1)
    ended(finished_game(ada, bob, public=False), 5)
    ended(finished_game(ada, bob, sealed=True), 5)
    call_command("dump_games", month="2026-10")
    last, first = lines_of("zenith-games-2026-10")  # by number
    assert [row["name"] for row in last["game"]["players"]] == [pseudonym(ada.pk), "bob"]
    assert [row["name"] for row in first["game"]["players"]] == [
        pseudonym(ada.pk),
        pseudonym(cleo.pk),
    ]
    assert (last["game"]["finished"], last["game"]["pace"]) == ("2026-10-31", game.pace)
    text = json.dumps([first, last])
    assert not re.search(r"\bada\b|Comet|/tables/|12:00", text)
    assert EngineGame.replay(last).outcome is not None


def test_a_pseudonym_needs_the_secret_of_the_site(ada: User, settings: Any) -> None:
    before = pseudonym(ada.pk)
    assert before == pseudonym(ada.pk) != pseudonym(ada.pk + 1)
    settings.SECRET_KEY = "another"
    assert pseudonym(ada.pk) != before


@pytest.mark.parametrize("month", ["2026-13", "2026-1", "26-10", "2099-01", ""])
def test_a_month_that_is_none_or_not_over(month: str) -> None:
    with pytest.raises(CommandError):
        call_command("dump_games", month=month)


def test_the_same_games_give_the_same_file(ada: User) -> None:
    ended(finished_game(ada, "random"), 3)
    call_command("dump_games", month="2026-10")
    (first,) = dumps.dumps()
    call_command("dump_games", month="2026-10")
    assert dumps.dumps() == [first]


def test_the_page_lists_the_files_and_gives_them(ada: User, client: Client) -> None:
    assert "There are no files yet." in client.get("/data/").content.decode()
    ended(finished_game(ada, "random"), 3)
    pytest.importorskip("games.puzzles")
    client.get("/puzzles/")  # loads the first puzzles
    call_command("dump_games", month="2026-10")
    call_command("dump_puzzles")
    page = client.get("/data/").content.decode()
    for dump in dumps.dumps():
        assert dump.sha256 in page
        answer = client.get(f"/data/{dump.file}")
        assert hashlib.sha256(answer.getvalue()).hexdigest() == dump.sha256
        assert int(answer["Content-Length"]) == dump.size
        assert answer["Content-Disposition"] == f'attachment; filename="{dump.file}"'
        assert answer["Content-Type"] == "application/zstd"
        assert (
            client.get(f"/data/{dump.file}", headers={"if-none-match": answer["ETag"]}).status_code
            == 304
        )
    manifest = json.loads((dumps.folder() / "zenith-games-2026-10.json").read_text())
    assert manifest["licence"] == "CC0-1.0"
    assert {"goal", "position", "solution", "rating"} <= lines_of("zenith-puzzles")[0].keys()


@pytest.mark.parametrize(("method", "length"), [("GET", 32_000_000), ("HEAD", 0)])
def test_a_large_file_is_never_whole_in_memory(method: str, length: int) -> None:
    dump = dumps.write("zenith-games-2026-10", "", [])
    with dump.path.open("wb") as file:
        file.truncate(32_000_000)
    headers: dict[bytes, bytes] = {}
    sent = 0

    async def receive() -> dict[str, Any]:
        if not headers:
            return {"type": "http.request"}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        nonlocal sent
        headers.update(message.get("headers", ()))
        sent += len(message.get("body", b""))

    scope = {
        "type": "http",
        "method": method,
        "path": f"/data/{dump.file}",
        "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"accept-encoding", b"zstd, gzip")],
        "client": ("192.0.2.7", 4711),
    }
    tracemalloc.start()
    try:
        asyncio.run(OneThreadHandler()(scope, receive, send))
        _size, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert headers[b"Content-Length"] == b"32000000"
    assert headers[b"ETag"] == f'"{dump.sha256}"'.encode()
    assert sent == length
    assert peak < 8_000_000


def test_the_solution_of_the_puzzle_of_the_day_is_in_no_file(client: Client) -> None:
    puzzles = pytest.importorskip("games.puzzles.models")
    client.get("/puzzles/")  # loads the first puzzles and chooses that of the day
    hidden = puzzles.DailyPuzzle.objects.latest("date").puzzle
    call_command("dump_puzzles")
    assert hidden.pk not in {line["id"] for line in lines_of("zenith-puzzles")}


@pytest.mark.parametrize(
    "file", ["secret.key", "..%2Fsecret.key", "zenith-games-2026-10.json", "x"]
)
def test_only_files_with_a_manifest_are_given(file: str, client: Client, settings: Any) -> None:
    (settings.DATA_DIR / "secret.key").write_text("secret")
    (settings.DATA_DIR / "dumps").mkdir()
    (settings.DATA_DIR / "dumps" / "x").write_text("secret")
    assert client.get(f"/data/{file}").status_code == 404
