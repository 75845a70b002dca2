"""No leaks: games are played over HTTP while every user reads every page they can open."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.apps import apps

from engine.bots import BOTS
from engine.views import open_hand
from games.notifications.board_image import Picture
from games.tables import publishing
from games.tables.models import Game, Status
from games.tables.selectors import Seen
from games.tables.services import bots
from games.tables.services.play import engine_game
from tests.support.factories import finished_game, player
from tests.support.leaking import NAMES, Leak, Secrets, check, now_hidden, once_seen
from tests.support.readers import Reader, Round, open_round
from zenith_site.asgi import application

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]

TABLES = {
    "two, public": (("ada", "bob"), True),
    "two, private": (("ada", "bob"), False),
    "four, public": (("ada", "bob", "cleo", "bot"), True),
    "four, private": (("ada", "bot", "cleo", "dan"), False),
}


@pytest.fixture(autouse=True)
def _quiet(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is there to be asked, and the pictures in mails can be read."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    monkeypatch.setattr(Picture, "png", lambda picture, _zoom=1: picture.svg.encode())


def play_and_read(
    made: Round,
    caplog: pytest.LogCaptureFixture,
    every: int,
    longest: int = 10_000,
    first: int = 0,
) -> int:
    """Play on and read everything every few steps; return how many steps were played.

    `first`: when everything is read for the first time.
    """
    steps = 0
    while steps < longest and made.step():
        made.read_log(caplog.records)
        made.read_mails()
        if steps % every == first:
            made.everything()
            made.read_log(caplog.records)
        steps += 1
    return steps


@pytest.mark.whole
@pytest.mark.parametrize(
    ("which", "at"),
    [("two, private", 0), pytest.param("four, public", 13, marks=pytest.mark.slow)],
)
def test_nothing_leaks_in_the_first_turns(
    which: str, at: int, caplog: pytest.LogCaptureFixture
) -> None:
    """In the mulligan, in which most is secret, and after some turns."""
    caplog.set_level("INFO")
    seats, public = TABLES[which]
    made = open_round(*seats, public=public)
    play_and_read(made, caplog, every=14, longest=14, first=at)
    assert made.game.status == Status.RUNNING
    assert made.mails_read > 0
    assert (made.links_opened > 0) is apps.is_installed("games.notifications.moving")


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


# --- sockets ---


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("public", [True, False])
def test_a_socket_says_numbers_only(public: bool) -> None:
    """Users who may see a table receive its number and version; other users receive nothing.

    Users hear the numbers of the games that wait for them too, spectators how long to wait.
    """
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
            assert type(said.pop("within", 0.0)) is float  # spectators: seconds
            assert said.keys() in ({"game", "version"}, {"waiting"})
            for value in said.values():
                values = value if isinstance(value, list) else [value]
                assert all(type(each) is int for each in values)

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


@pytest.mark.whole
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leaking_view_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same reading that passes an honest site fails one that shows what it should not."""
    made = open_round("ada", "bob", public=True)
    made.readers = [reader for reader in made.readers if reader.name == "a spectator"]
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
    public.update(view["discard"], open_hand(view, 0))
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
