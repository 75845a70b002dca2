"""All readers of a table, and everything that the site sends them."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.apps import apps
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notifications.channels import MAIL
from games.notifications.mail import Mail, send
from games.notifications.models import Delivery
from games.tables.models import Game, Seat, Status
from games.tables.services import bots
from tests.support import browsing
from tests.support.browsing import log_in_freshly
from tests.support.factories import guest, player, table
from tests.support.leaking import Secrets, check, secrets_of

ADMIN = tuple(
    f"/admin/{app.label}/" for app in apps.get_app_configs() if app.name.startswith("games.")
)
ABOUT_NO_GAME = re.compile(r"/(static|rules|accounts|language|healthz|readyz|jsi18n)\b|.*/logout/")
"""Pages that say nothing of a game: the rules may well name agents."""
LINK = re.compile(r"/m/\S+/")
"""The link of a mail that opens a turn."""


@dataclass(slots=True)
class Reader:
    """A reader with a browser."""

    name: str
    client: Client
    user: User | None = None
    seat: int | None = None
    member: bool = False
    """Whether the link of the table is theirs to know."""
    _worked_out: tuple[Game, Secrets] | None = None

    def secrets(self, game: Game) -> Secrets:
        """Return what the table, as it was loaded, hides from this reader."""
        if self._worked_out is None or self._worked_out[0] is not game:
            self._worked_out = (game, secrets_of(game, self.seat, self.member))
        return self._worked_out[1]


@dataclass(slots=True)
class Round:
    """A table and all its readers."""

    game: Game
    random: Random
    readers: list[Reader] = field(default_factory=list)
    read: int = 0
    """How many answers of the server have been searched."""
    mails_read: int = 0
    links_opened: int = 0

    def fresh(self) -> Game:
        """Return the table as it is now."""
        self.game = Game.objects.get(pk=self.game.pk)
        return self.game

    @property
    def address(self) -> str:
        """Where the table is."""
        return self.game.get_absolute_url()

    def reader(self, seat: int) -> Reader:
        """Return who sits on a seat."""
        return next(reader for reader in self.readers if reader.seat == seat)

    def step(self) -> bool:
        """Let a seat that is asked do one thing; false when the game is over."""
        game = self.fresh()
        if game.status != Status.RUNNING:
            return False
        asked = list(Seat.objects.filter(game=game, asked=True))
        seat = self.random.choice(asked)
        if seat.bot:
            bots.play_bot(game.pk, seat.number)
        else:
            reader = self.reader(seat.number)
            done = browsing.answer(reader.client, self.address, self.random)
            self.search(reader, "the answer to an answer", done)
        return True

    # --- reading ---

    def search(self, reader: Reader, where: str, response: Any) -> None:
        """Search one answer of the server, head and body, for what its reader must not know."""
        head = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
        body = response.content if not response.streaming else b"".join(response)
        self.read += 1
        secrets = reader.secrets(self.game)
        check(f"{where} for {reader.name}", head.encode() + b"\n\n" + body, secrets)

    def everything(self) -> None:
        """Search all pages that each reader can reach, and what goes wrong on the way."""
        self.fresh()
        for reader in self.readers:
            self.crawl(reader)
            for address in self.fragments():
                fragment = reader.client.get(address, headers={"HX-Request": "true"})
                self.search(reader, f"the fragment {address}", fragment)
            for address, response in self.refusals(reader):
                assert response.status_code < 500, f"{address}: {response.status_code}"
                self.search(reader, f"POST {address}", response)

    def starts(self, reader: Reader) -> Iterator[str]:
        """Return the addresses that a reader may guess."""
        yield from ("/", "/lobby/")
        yield self.address
        yield from (f"{self.address}{part}/" for part in ("replay", "replay/3", "deal"))
        yield f"{self.address}?seat=1&seq=3&side=1&log=all&since=0"
        yield f"{self.address}with/wrong/"
        yield f"/embed/games/{self.game.pk}/"
        yield f"/overlay/games/{self.game.pk}/?delay=20"
        for user in User.objects.filter(seats__game=self.game):
            yield f"/players/{user.username}/"
            yield f"/players/{user.username}/games.ndjson"
        if reader.member:
            yield f"{self.address}with/{self.game.token}/"
        if reader.user is not None:
            yield from ("/account/export/", "/account/delete/")
        if reader.user is not None and reader.user.is_staff:
            yield "/admin/"
            for part in ("look", "change", "history"):
                yield reverse(f"admin:tables_game_{part}", args=[self.game.pk])

    def fragments(self) -> Iterator[str]:
        """Return the addresses that are also fetched by scripts."""
        yield self.address
        yield f"{self.address}?version=0&since=0&log=all"
        yield f"{self.address}replay/2/"

    def crawl(self, reader: Reader) -> None:
        """Search the pages whose addresses a reader may guess, and what they lead to."""
        edge = list(self.starts(reader))
        met = set(edge)
        for level in (0, 1):
            further: list[str] = []
            for address in edge:
                response = reader.client.get(address)
                assert response.status_code < 500, f"{address}: {response.status_code}"
                self.search(reader, address, response)
                if level == 0:
                    links = browsing.own_links(response, address)
                    further += [link for link in links if self.worth(link, reader)]
            edge = [link for link in dict.fromkeys(further) if link not in met]
            met.update(edge)

    def worth(self, link: str, reader: Reader) -> bool:
        """Whether a link may lead to something about the table."""
        if ABOUT_NO_GAME.match(link) or link in ("/", "/lobby/", "/preferences/"):
            return False
        return f"/{self.game.pk}/" in link or link.startswith(ADMIN)

    def refusals(self, reader: Reader) -> Iterator[tuple[str, Any]]:
        """Do what can't be done."""
        post = reader.client.post
        now = {"seq": str(self.game.seq), "steps": "0"}
        for part, data in (
            ("draft", {"action": "planet venus", **now}),
            ("draft", {"action": "lead nobody", **now}),
            ("draft", {"action": "lead nero", "seq": "0"}),
            ("draft", {}),
            ("undo", {"seq": "100000"}),
            ("confirm", {"seq": "100000"}),
            ("confirm", {}),
            ("join", {"seat": "1"}),
            ("rematch", {}),
            ("leave", {}),
            ("cancel", {}),
            ("talk", {"text": ""}),
        ):
            address = f"{self.address}{part}/"
            yield address, post(address, data)
            if part in ("draft", "confirm"):
                yield address, post(address, data, headers={"HX-Request": "true"})
        yield self.address, reader.client.get(f"{self.address}confirm/")

    def read_mails(self) -> None:
        """Send the mails that are planned, wanted or not, and search them and their links."""
        self.fresh()
        mail.outbox.clear()
        planned = Delivery.objects.filter(channel=MAIL, notification__game=self.game)
        for delivery in planned.select_related("notification__user", "notification__game"):
            send(delivery)
            delivery.delete()
        for sent in mail.outbox:
            assert isinstance(sent, Mail)
            reader = next(one for one in self.readers if one.user and one.user.email == sent.to[0])
            head = [f"{name}: {value}" for name, value in sent.message().items()]
            parts = [*head, str(sent.body), *(str(one[0]) for one in sent.alternatives)]
            parts += [picture.decode("latin-1") for picture in sent.pictures.values()]
            check(f"a mail to {reader.name}", "\n".join(parts), reader.secrets(self.game))
            for link in LINK.findall(str(sent.body)):
                self.search(reader, f"the link {link}", Client().get(link))
                self.links_opened += 1
            self.mails_read += 1

    def read_log(self, records: list[logging.LogRecord]) -> None:
        """Search what has been logged, which no reader may know; forget it."""
        secrets = secrets_of(self.fresh(), None, member=False)
        formatter = logging.Formatter()
        for record in records:
            check(f"the log of {record.name}", formatter.format(record), secrets)
        records.clear()


def client_of(user: User) -> Client:
    """Return a browser in which a user is logged in."""
    client = Client()
    log_in_freshly(client, user)
    return client


def open_round(*seats: str, public: bool, seed: int = 1) -> Round:
    """Return a table with Secret Agents: names are people, `Guest-1` a guest, `bot` a bot."""
    people: dict[str, User] = {
        name: guest(name) if name.startswith("Guest") else player(name)
        for name in seats
        if name != "bot"
    }
    game = table(
        *(people.get(name, "random") for name in seats),
        secret_agents=True,
        public=public,
        seed=f"{seed:032x}",
    )
    made = Round(game, Random(seed))
    for number, name in enumerate(seats):
        if name != "bot":
            user = people[name]
            Seat.objects.filter(game=game, number=number).update(notes=f"secret plan of {name}")
            made.readers.append(Reader(name, client_of(user), user, number, member=True))
    watcher, staff = player("watcher"), player("staff", is_staff=True, is_superuser=True)
    made.readers += [
        Reader("a spectator", client_of(watcher), watcher),
        Reader("the staff", client_of(staff), staff),
        Reader("a stranger", Client()),
        Reader("a friend with the link", Client(), member=True),
    ]
    return made
