"""Nothing leaks: games are played over HTTP while everybody reads everything they can get."""

import json
import re
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import transaction
from django.utils import timezone

from engine.bots import BOTS
from games.models import Game, Seat, Status
from games.nudges.picture import Picture
from games.selectors import Seen
from games.services import bots, notify
from games.services.play import engine_game
from tests.games import browsing
from tests.games.factories import finished_game, player
from tests.games.leaking import (
    NAMES,
    Leak,
    Secrets,
    check,
    hide_others,
    now_hidden,
    once_seen,
)
from tests.games.readers import Reader, Round, open_round
from zenith_site.asgi import application

pytestmark = pytest.mark.django_db

TABLES = {
    "two, public": (("ada", "bob"), True),
    "two, private": (("ada", "bob"), False),
    "four, public": (("ada", "bob", "cleo", "bot"), True),
    "four, private": (("ada", "bot", "cleo", "dan"), False),
}


@pytest.fixture(autouse=True)
def _quiet(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is there to be asked, and the pictures in mails can be read."""
    monkeypatch.setattr(notify, "wake_bots_of", lambda game_id: None)
    monkeypatch.setattr(Picture, "png", lambda picture: picture.svg.encode())


def play_and_read(
    made: Round, caplog: pytest.LogCaptureFixture, every: int, longest: int = 10_000
) -> int:
    """Play on, and read everything each so many steps; return how many steps were played."""
    steps = 0
    while steps < longest and made.step():
        made.read_log(caplog.records)
        made.read_mails()
        if steps % every == 0:
            made.everything()
            made.read_log(caplog.records)
        steps += 1
    return steps


@pytest.mark.parametrize("which", ["two, private", "four, public"])
def test_nothing_leaks_in_the_first_turns(which: str, caplog: pytest.LogCaptureFixture) -> None:
    """The mulligan is the part in which most is secret."""
    caplog.set_level("INFO")
    seats, public = TABLES[which]
    made = open_round(*seats, public=public)
    play_and_read(made, caplog, every=13, longest=14)
    assert made.game.status == Status.RUNNING
    assert made.mails_read > 0
    assert made.links_opened > 0


@pytest.mark.slow
@pytest.mark.parametrize("which", ["two, private", "four, public"])
def test_nothing_leaks_in_a_whole_game(which: str, caplog: pytest.LogCaptureFixture) -> None:
    """From the deal to the end, where all is shown."""
    caplog.set_level("INFO")
    seats, public = TABLES[which]
    made = open_round(*seats, public=public, seed=2)
    play_and_read(made, caplog, every=60)
    game = made.fresh()
    assert game.status == Status.FINISHED
    made.everything()
    shown = made.reader(0).client.get(f"{made.address}deal/").content.decode()
    assert game.seed in shown


# --- nothing that a viewer gets depends on what is hidden from it ---

BY_CHANCE = re.compile(
    rb"""(?:csrfmiddlewaretoken["'] value=["']|nonce=["']|X-CSRFToken[^:]*:\s*["'])[\w+/=-]+"""
    rb"""|data-now="[^"]*\""""
)


def bodies(made: Round, reader: Reader) -> dict[str, bytes]:
    """Return all that a reader gets, but for what is random by nature."""
    got: dict[str, bytes] = {}
    get, post = reader.client.get, reader.client.post
    refused = {"action": "lead nobody", "seq": str(made.game.seq), "steps": "0"}
    for name, response in {
        "home": get("/"),
        "the table": get(made.address),
        "its fragment": get(f"{made.address}?log=all&since=0", headers={"HX-Request": "true"}),
        "the replay": get(f"{made.address}replay/2/"),
        "a refusal": post(f"{made.address}draft/", refused),
    }.items():
        status = f"{response.status_code} ".encode()
        got[name] = status + BY_CHANCE.sub(b"", response.content)
    return got


def assert_same(where: str, one: dict[str, bytes], other: dict[str, bytes]) -> None:
    """Fail with the first place where two readings differ."""
    for address, body in one.items():
        if body != other[address]:
            pairs = zip(body, other[address], strict=False)
            at = next((at for at, (a, b) in enumerate(pairs) if a != b), 0)
            raise Leak(
                f"{where}: {address} depends on what is hidden: "
                f"{body[max(at - 80, 0) : at + 80]!r} {other[address][max(at - 80, 0) : at + 80]!r}"
            )


def compare(made: Round, reader: Reader) -> None:
    """Read twice, with other hidden cards, notes and drafts the second time."""
    game = made.fresh()
    bodies(made, reader)  # the first look settles what is new since the last one
    before = bodies(made, reader)
    with transaction.atomic():
        exchanged = hide_others(game, reader.seat, once_seen(game, reader.seat))
        assert len(exchanged) > 3
        after = bodies(made, reader)
        transaction.set_rollback(True)
    assert_same(reader.name, before, after)


@pytest.mark.parametrize("which", ["two, public", "four, public"])
def test_no_page_depends_on_hidden_cards(which: str) -> None:
    """With other cards in the other hands and in the deck, every page is the same to the byte."""
    compare_all(which, seed=5, points=(2, 20))


@pytest.mark.slow
@pytest.mark.parametrize("which", ["two, private", "four, private"])
def test_no_page_of_whole_games_depends_on_hidden_cards(which: str) -> None:
    """The same at more points, to the end."""
    compare_all(which, seed=6, points=(0, 15, 60))


def compare_all(which: str, seed: int, points: tuple[int, ...]) -> None:
    """Play so many steps between the points, and compare there for every reader."""
    seats, public = TABLES[which]
    made = open_round(*seats, public=public, seed=seed)
    now = timezone.now()
    with mock.patch("django.utils.timezone.now", return_value=now):
        for steps in points:
            for _ in range(steps):
                made.step()
            if made.fresh().status == Status.RUNNING:
                for reader in made.readers:
                    compare(made, reader)


def test_the_comparison_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page on which the number of credits tells something of a hidden hand is found out."""
    made = open_round("ada", "bob", public=True, seed=5)
    reader = made.readers[2]
    assert reader.seat is None
    honest = Seen.view

    def telling(self: Seen) -> dict[str, Any]:
        view = honest(self)
        view["sides"][1]["credits"] = 100 + sorted(NAMES).index(
            self.engine.snapshot()["table"]["hands"][1][0]
        )
        return view

    now = timezone.now()
    with mock.patch("django.utils.timezone.now", return_value=now):
        compare(made, reader)
        monkeypatch.setattr(Seen, "view", telling)
        with pytest.raises(Leak):
            compare(made, reader)


def test_a_draft_changes_nothing_for_anybody_else() -> None:
    """Only its seat sees that there is one."""
    made = open_round("ada", "bob", public=True, seed=7)
    while made.fresh().seats.filter(asked=True).count() > 1:
        made.step()
    seat = made.game.seats.get(asked=True)
    others = [reader for reader in made.readers if reader.seat != seat.number]
    now = timezone.now()
    with mock.patch("django.utils.timezone.now", return_value=now):
        before = [bodies(made, reader) and bodies(made, reader) for reader in others]
        seq = made.game.seq
        own = bodies(made, made.reader(seat.number))
        browsing.answer(made.reader(seat.number).client, made.address, made.random)
        assert made.fresh().seq == seq
        assert Seat.objects.get(pk=seat.pk).draft
        for reader, earlier in zip(others, before, strict=True):
            assert_same(reader.name, earlier, bodies(made, reader))
        assert bodies(made, made.reader(seat.number)) != own


def test_a_refusal_does_not_tell_where_a_card_is() -> None:
    """A card in another hand and a card in the deck are refused in the same words."""
    made = open_round("ada", "bob", public=True, seed=8)
    while made.fresh().seats.filter(asked=True).count() > 1:
        made.step()
    seat = made.game.seats.get(asked=True)
    table = (made.game.snapshot or {})["table"]
    told = set()
    for card in (table["hands"][1 - seat.number][0], table["deck"][0], table["deck"][-1]):
        for verb in ("recruit", "develop", "lead"):
            data = {"action": f"{verb} {card}", "seq": made.game.seq, "steps": "0"}
            response = made.reader(seat.number).client.post(f"{made.address}draft/", data)
            assert response.status_code in (409, 422)
            told.add(BY_CHANCE.sub(b"", response.content).replace(card.encode(), b"?"))
        page = made.reader(seat.number).client.get(f"{made.address}?card={card}")
        told.add(BY_CHANCE.sub(b"", page.content).replace(card.encode(), b"?"))
    assert len(told) == 2


# --- sockets ---


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("public", [True, False])
def test_a_socket_says_numbers_only(public: bool) -> None:
    """Whoever may look hears which table is at which version; nobody else hears anything."""
    made = open_round("ada", "bot", public=public, seed=9)
    game = made.game
    may = [reader for reader in made.readers if public or reader.member]

    def socket(reader: Reader) -> ApplicationCommunicator:
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
        if reader.user is not None:
            session = reader.client.cookies["sessionid"].value
            headers.append((b"cookie", f"sessionid={session}".encode()))
        token = f"token={game.token}" if reader.member and reader.user is None else ""
        scope = {
            "type": "websocket",
            "path": f"/ws/tables/{game.pk}/",
            "query_string": token.encode(),
            "headers": headers,
            "subprotocols": [],
        }
        return ApplicationCommunicator(application, scope)

    async def listen() -> None:
        frames: list[tuple[Reader, str]] = []
        open_ones = []
        for reader in made.readers:
            communicator = socket(reader)
            await communicator.send_input({"type": "websocket.connect"})
            first = await communicator.receive_output(5)
            assert (first["type"] == "websocket.accept") == (reader in may), reader.name
            if reader in may:
                open_ones.append((reader, communicator))
        for _ in range(8):
            await sync_to_async(made.step)()
        for reader, communicator in open_ones:
            while not await communicator.receive_nothing(0.1):
                sent = await communicator.receive_output()
                assert sent["type"] == "websocket.send"
                frames.append((reader, sent["text"]))
            await communicator.send_input({"type": "websocket.disconnect", "code": 1000})
            await communicator.wait()
        assert {reader.name for reader, _ in frames} == {reader.name for reader in may}
        for _, frame in frames:
            said = json.loads(frame)
            assert said.keys() == {"game", "version"}
            assert all(type(value) is int for value in said.values())

    async_to_sync(listen)()


# --- the search finds what it looks for ---

WAYS = {
    "name": "<p>Célestin Petit</p>",
    "slug": '{"hand": ["celestin-petit"]}',
    "capitals": "CELESTIN-PETIT",
    "entities": "C&eacute;lestin&nbsp;Petit",
    "numbers": "C&#233;lestin Petit",
    "JSON": json.dumps("Célestin Petit"),
    "address": "/cards/C%C3%A9lestin%20Petit/",
    "identifier": "card_celestin_petit_front",
    "one word": "cardCelestinPetit",
}


@pytest.mark.parametrize("way", WAYS)
def test_the_search_reads_a_name_in_every_writing(way: str) -> None:
    """However a template may write it."""
    with pytest.raises(Leak, match="elestin"):
        check("a page", WAYS[way].encode(), Secrets(frozenset({"celestin-petit"}), ()))


@pytest.mark.parametrize("card", sorted(NAMES))
def test_the_search_knows_every_card(card: str) -> None:
    """By slug and by name; and an innocent text has none of them."""
    secrets = Secrets(frozenset({card}), ())
    for text in (card, NAMES[card], f'<b class="card--{card}">', f"“{NAMES[card]}”"):
        with pytest.raises(Leak):
            check("a page", f"before {text} after", secrets)
    check("a page", "Together the generous archive nerds ate vegetables.", secrets)


def test_the_search_finds_seeds_tokens_and_notes() -> None:
    """Texts are found wherever they stand."""
    made = open_round("ada", "bob", public=False)
    for text in (made.game.seed, made.game.token, "secret plan of bob"):
        with pytest.raises(Leak):
            check("a page", f"<a data-x='{text}'>", made.readers[-2].secrets(made.game))
    check("a page", "secret plan of ada", made.reader(0).secrets(made.game))


LEAKS = {
    "the view of the other seat": lambda self: self.engine.view(1),
    "all hands": lambda self: {
        **self.engine.view(self.number),
        "hands": [
            {"count": len(hand), "cards": hand} for hand in self.engine.snapshot()["table"]["hands"]
        ],
        "discard": self.engine.snapshot()["table"]["deck"][:3],
    },
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leaking_view_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same reading that passes an honest site fails one that shows what it should not."""
    made = open_round("ada", "bob", public=True)
    made.readers = [reader for reader in made.readers if reader.seat is None]
    made.everything()
    monkeypatch.setattr(Seen, "view", LEAKS[leak])
    with pytest.raises(Leak):
        made.everything()


def test_what_is_hidden_is_worked_out_right() -> None:
    """Hands, deck and public cards are all the cards of the box."""
    game = finished_game(player("ada"), player("bob"))
    game.status = Status.RUNNING
    view = engine_game(game).view(0)
    public = {
        card for side in view["sides"] for column in side["columns"].values() for card in column
    }
    public.update(view["discard"], view["hands"][0]["cards"])
    assert now_hidden(game, 0) | public == set(NAMES) - set(list(NAMES)[90:])
    assert not now_hidden(game, 0) & public
    assert public - set((game.setup or {})["setup"]["hands"][0]) <= (once_seen(game, 0) | public)


def test_bots_see_what_their_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is handed the view of its seat and nothing else."""
    made = open_round("ada", "bot", public=True)
    handed: list[dict[str, Any]] = []

    def spying(view: dict[str, Any], chance: Any) -> str:
        handed.append(view)
        return str(view["pending"][-1]["options"][0])

    monkeypatch.setitem(BOTS, "random", spying)
    bots.play_bot(made.game.pk, 1)
    game = Game.objects.get(pk=made.game.pk)
    secrets = Secrets(frozenset(now_hidden(made.game, 1)), (("the seed", game.seed),))
    check("what the bot sees", json.dumps(handed), secrets)
