"""Records from anywhere: opened, shown as replays, played on from, or refused with a sentence."""

import json
import re
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from engine import Game as EngineGame
from engine.bots import BOTS
from engine.setup import Options, deal
from games.records.opened import MOST_BYTES
from games.review.models import Trial
from games.tables.models import Game, Move
from games.tables.models.seat import BOT_STRENGTHS
from games.tables.records import record_text
from games.tables.selectors import seen
from tests.support.factories import finished_game, player
from tools.scratch import ROOT

pytestmark = pytest.mark.django_db
EXAMPLE = (ROOT / "docs" / "examples" / "record.json").read_text()
LAST = len(json.loads(EXAMPLE)["actions"])


def text_of(answer: Any) -> str:
    """Return what a page says, without its markup."""
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(unescape(text).split())


def opened(client: Client, text: str) -> str:
    """Open a record and return the address of its replay."""
    answer = client.post("/records/", {"record": text})
    assert answer.status_code == 302, text_of(answer)
    return str(answer["Location"])


def changed(**values: Any) -> str:
    """Return the example with other values."""
    return json.dumps(json.loads(EXAMPLE) | values)


def test_a_visitor_pastes_a_record_and_walks_through_it(client: Client) -> None:
    address = opened(client, EXAMPLE)
    for seq in (0, 1, 50, LAST):
        answer = client.get(f"{address}{seq}/")
        assert answer.status_code == 200
        assert "Open hands" in answer.content.decode()
    assert "Player 1" in answer.content.decode()
    assert "by absolute victory" in text_of(answer) or "Absolute" in text_of(answer)
    assert client.get(f"{address}{LAST + 1}/").status_code == 404
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_a_file_does_too(client: Client) -> None:
    file = SimpleUploadedFile("game.json", EXAMPLE.encode())
    answer = client.post("/records/", {"file": file})
    assert answer.status_code == 302
    assert answer["Location"] == opened(client, EXAMPLE)  # the same record, the same address


def test_one_seat_can_be_looked_at_and_turns_can_be_chosen(client: Client) -> None:
    address = opened(client, EXAMPLE)
    assert "Cards of Player 2" in client.get(f"{address}9/?seat=1").content.decode()
    answer = client.get(f"{address}0/?stop=2")
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200
    assert client.get(f"{address}0/?stop=999").status_code == 404


def test_the_record_of_a_table_shows_its_names_and_leads_to_no_account(client: Client) -> None:
    ada = player("ada")
    game = finished_game(ada, next(iter(BOTS)))
    text = record_text(seen(ada, game.pk))
    content = client.get(opened(client, text)).content.decode()
    assert "ada" in content
    assert "/players/ada/" not in content


def test_an_unfinished_game_and_one_that_was_resigned_open(client: Client) -> None:
    record = json.loads(EXAMPLE)
    begun = {**record, "actions": record["actions"][:20], "outcome": None}
    last = client.get(f"{opened(client, json.dumps(begun))}20/")
    assert last.status_code == 200
    begun["ended"] = {"ending": "resignation", "winner": 0}
    begun["game"] = {"players": [{"name": "Grace"}, {"name": "Edsger"}]}
    last = client.get(f"{opened(client, json.dumps(begun))}20/")
    assert "Edsger" in text_of(last)
    assert "resigned" in text_of(last)


def test_a_visitor_plays_on_from_a_moment(client: Client) -> None:
    address = opened(client, EXAMPLE)
    content = client.get(f"{address}30/").content.decode()
    assert f"{address}try/?seq=30" in content
    assert "Try from here" not in client.get(f"{address}{LAST}/").content.decode()
    form = client.get(f"{address}try/?seq=30")
    assert form.status_code == 200
    answer = client.post(f"{address}try/", {"at": "30:0", "bot": next(iter(BOT_STRENGTHS))})
    assert answer.status_code == 302, text_of(answer)
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert client.get(answer["Location"]).status_code == 200
    assert not Trial.objects.exists()
    # The moves are the record's, and playing them again gives the table as it is.
    moves = [[move.seat, move.action] for move in Move.objects.order_by("seq")]
    assert moves[:30] == json.loads(EXAMPLE)["actions"][:30]
    again = EngineGame.replay(game.setup)
    for move in Move.objects.order_by("seq"):
        again.play(move.seat, move.action)
    assert again.snapshot() == game.snapshot


@pytest.mark.parametrize(
    "left_out", [["boards"], ["beginner"], ["secret_agents"], ["players"], []], ids=str
)
def test_options_that_a_record_leaves_out_have_their_defaults(
    left_out: list[str], client: Client
) -> None:
    """An empty list: all of them."""
    options = json.loads(EXAMPLE)["options"]
    game = EngineGame(deal(Options(**options), "defaults"))
    for _move in range(4):
        decision = game.pending[0]
        game.play(decision.seats[0], decision.options[0])
    left = left_out or list(options)
    short = {name: value for name, value in options.items() if name not in left}
    address = opened(client, json.dumps(game.record() | {"options": short}))
    assert client.get(f"{address}4/").status_code == 200
    whole = Options(**short).to_json()
    assert opened(client, json.dumps(game.record() | {"options": whole})) == address
    answer = client.post(f"{address}try/", {"at": "3:0", "bot": next(iter(BOT_STRENGTHS))})
    assert answer.status_code == 302
    row = Game.objects.get()
    assert (row.players, row.beginner, row.secret_agents) == (2, False, False)
    assert row.boards == short.get("boards", "")
    assert (row.setup or {})["options"] == whole


@pytest.mark.parametrize("odd", ["\ud800", "a\0"])
@pytest.mark.parametrize("where", ["seed", "action", "deck", "box", "option"])
def test_a_text_that_no_database_takes_is_refused(odd: str, where: str, client: Client) -> None:
    record = json.loads(EXAMPLE) | {"actions": [], "outcome": None}
    match where:
        case "seed":
            record["setup"]["seed"] = odd
        case "action":
            record["actions"] = [[0, odd]]
        case "deck":
            record["setup"]["deck"][0] = odd
        case "box":
            record["setup"]["boxes"] = {odd: 1}
        case "option":
            record["options"][odd] = True
    answer = client.post("/records/", {"record": json.dumps(record)})
    assert answer.status_code == 422
    assert "This is no record of a game." in text_of(answer)


def test_what_the_engine_does_not_read_of_a_record_is_not_kept(client: Client) -> None:
    """Not even in the row of a game that begins with it."""
    setup = {**json.loads(EXAMPLE)["setup"], "note": "x" * 99}
    address = opened(client, changed(setup=setup, ended={"ending": {"winner": []}, "by": "y"}))
    assert address == opened(client, EXAMPLE)
    client.post(f"{address}try/", {"at": "3:0", "bot": next(iter(BOT_STRENGTHS))})
    assert Game.objects.get().setup == json.loads(EXAMPLE) | {"actions": [], "outcome": None}


@pytest.mark.parametrize("where", ["ended", "game", "setup"])
@pytest.mark.parametrize("depth", [600, 9000])
def test_a_record_that_is_nested_deeply_fails_nothing(
    where: str, depth: int, client: Client
) -> None:
    record = json.loads(EXAMPLE)
    record.setdefault(where, {})["note"] = "DEEP"
    text = json.dumps(record).replace('"DEEP"', '{"a":' * depth + "1" + "}" * depth)
    assert client.post("/records/", {"record": text}).status_code in (302, 422)


@pytest.mark.parametrize("name", ["\ud800Ada", "A\0da"])
def test_a_name_that_no_database_takes_is_shown_without_the_odd_sign(
    name: str, client: Client
) -> None:
    address = opened(client, changed(game={"players": [{"name": name}]}))
    assert "Ada" in text_of(client.get(address))
    answer = client.post(f"{address}try/", {"at": "3:0", "bot": next(iter(BOT_STRENGTHS))})
    assert answer.status_code == 302


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file"),
        ("{", "This is no JSON."),
        ("[" * 100_000, "This is no JSON."),
        ("[]", "This is no record of a game."),
        ("{}", "This is no record of a game, version 1."),
        (changed(version=2), "This is no record of a game, version 1."),
        (changed(options=None), "This is no record of a game, version 1."),
        (changed(setup={}), ""),
        (changed(setup=[]), ""),
        (changed(setup={"position": {}, "seed": "a"}), "from a position"),
        (changed(actions=None), "The actions of a record are [seat, action]."),
        (changed(actions=[[0, "fly"]]), "is not an action"),
        (changed(actions=[["0", 7]]), ""),
        (changed(actions=[[{}, []]]), ""),
        (changed(outcome=None), "The game does not end as the record says."),
        ("x" * (MOST_BYTES + 1), ""),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(
    client: Client, text: str, sentence: str
) -> None:
    answer = client.post("/records/", {"record": text})
    assert answer.status_code == 422
    assert sentence in text_of(answer)


def test_what_is_hidden_in_a_record_does_not_fill_the_cache(client: Client) -> None:
    ballast = "".join(sha256(str(number).encode()).hexdigest() for number in range(1000))
    setup = {**json.loads(EXAMPLE)["setup"], "seed": ballast}
    answer = client.post("/records/", {"record": changed(setup=setup, actions=[], outcome=None)})
    assert answer.status_code == 422
    assert "too large" in text_of(answer)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "This is no record of a game."),
        (b"x" * (MOST_BYTES + 1), "This file is too large for a record."),
        (b"", "The submitted file is empty."),
        (b"nul\x00", "This is no JSON."),
    ],
)
def test_what_is_no_file_of_a_record_is_refused_with_a_sentence(
    client: Client, content: bytes, sentence: str
) -> None:
    file = SimpleUploadedFile("game.json", content)
    answer = client.post("/records/", {"file": file})
    assert answer.status_code == 422
    assert sentence in text_of(answer)


@pytest.mark.parametrize("names", [[{"name": 7}, None], "x", [[]], [{"name": "<b>\n" * 50}]])
def test_odd_names_do_no_harm(client: Client, names: object) -> None:
    address = opened(client, changed(game={"players": names}))
    content = client.get(f"{address}5/").content.decode()
    assert "<b>\n" not in content


def test_a_record_that_is_not_kept_any_more_can_be_opened_again(client: Client) -> None:
    address = opened(client, EXAMPLE)
    cache.clear()
    for path in (address, f"{address}5/", f"{address}try/?seq=5", "/records/x/", "/records/a%2Fb/"):
        assert client.get(path).status_code == 404
    assert "Open it again" in text_of(client.get(address))
    assert opened(client, EXAMPLE) == address


def test_a_household_that_opens_too_many_waits(client: Client) -> None:
    cache.set("making:127.0.0.1", 10**6, 60)
    assert client.post("/records/", {"record": EXAMPLE}).status_code == 429
