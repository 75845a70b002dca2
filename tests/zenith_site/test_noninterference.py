"""Nothing that a viewer gets depends on what is hidden from it, to the last byte.

A table is read twice. The second time every card that the viewer has never seen has changed
places with another one, and the choices, drafts, notes and flags of the others are others.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.utils import timezone

from engine.public_types import View
from engine.views import open_hand
from games.notifications.board_image import Picture
from games.notifications.channels import MAIL
from games.notifications.feeds import feeds
from games.notifications.mail import notification_mail
from games.notifications.models import Delivery
from games.tables import publishing
from games.tables.models import Seat, Status
from games.tables.selectors import Seen
from games.tables.services.play import engine_game, submit_actions
from tests.support import browsing
from tests.support.leaking import NAMES, Leak, hide_others, once_seen
from tests.support.readers import LINK, Reader, Round, open_round

pytestmark = [pytest.mark.django_db, pytest.mark.any_python]

BY_CHANCE = re.compile(
    rb"""(?:csrfmiddlewaretoken["'] value=["']|nonce=["']|X-CSRFToken[^:]*:\s*["'])[\w+/=-]+"""
    rb"""|data-now="[^"]*\""""
)
TABLES = {
    "two": ("ada", "bob"),
    "two, one of them a guest": ("ada", "Guest-1"),
    "four, one of them a guest": ("ada", "Guest-1", "cleo", "bot"),
}


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No worker is there to be asked, pictures in mails can be read, and time stands still."""
    monkeypatch.setattr(publishing, "wake_bots_of", lambda game_id: None)
    monkeypatch.setattr(Picture, "png", lambda picture, _zoom=1: picture.svg.encode())
    with mock.patch("django.utils.timezone.now", return_value=timezone.now()):
        yield


# --- all that a reader gets ---


def bodies(made: Round, reader: Reader, levels: int = 2) -> dict[str, bytes]:
    """Return everything that a reader receives, except for values that are random by nature.

    `levels`: how many answers a draft has at most.
    """
    got: dict[str, bytes] = {}
    for address in made.starts(reader):
        got[address] = body(reader.client.get(address))
    for address in made.fragments():
        got[f"fragment {address}"] = body(
            reader.client.get(address, headers={"HX-Request": "true"})
        )
    for number, (address, response) in enumerate(made.refusals(reader)):
        got[f"refusal {number} {address}"] = body(response)
    got |= posted(made, reader)
    if reader.seat is not None and made.game.seats.get(number=reader.seat).asked:
        read_drafts(reader.client, made.address, got, levels)
    return got


def body(response: Any) -> bytes:
    """Return an answer of the server without what is random by nature."""
    content = b"".join(response) if response.streaming else response.content
    where = response.headers.get("Location", "")
    return f"{response.status_code} {where} ".encode() + BY_CHANCE.sub(b"", content)


def posted(made: Round, reader: Reader) -> dict[str, bytes]:
    """Return everything that reaches a reader elsewhere: mails, the pages they link to, feeds."""
    got: dict[str, bytes] = {}
    if reader.user is None:
        return got
    mails = Delivery.objects.filter(channel=MAIL, notification__user=reader.user)
    has_drafted = False
    for delivery in mails.filter(notification__game=made.game).select_related("notification__user"):
        sent = notification_mail(delivery.notification, delivery.due_at)
        parts = [sent.subject, sent.body, *(str(one[0]) for one in sent.alternatives)]
        parts += [picture.decode() for picture in sent.pictures.values()]
        got[f"mail {delivery.pk}"] = "\n".join(map(str, parts)).encode()
        for link in LINK.findall(str(sent.body)):
            opened = Client().get(link)
            got[f"link {link}"] = body(opened)
            if not has_drafted and browsing.forms_to(opened, "/draft/"):
                has_drafted = True  # the links of all mails lead to the same drafts
                read_drafts(Client(), link, got, levels=1)
    for name, address in feeds.addresses(reader.user).items():
        got[name] = body(Client().get(address.removeprefix("http://testserver")))
    return got


def read_drafts(client: Client, table: str, got: dict[str, bytes], levels: int = 2) -> None:
    """Draft every answer that a table offers, and what can follow on it, and undo it again."""
    page = client.get(table)
    pages = [page]
    for link in browsing.own_links(page, table):
        if "card=" in link:
            pages.append(client.get(link))
    for shown in pages:
        got[f"{table}?{shown.request['QUERY_STRING']} {len(got)}"] = body(shown)
        for form in browsing.forms_to(shown, "/draft/"):
            for button in form.buttons:
                done = client.post(form.action, form.data(button, Random(3)))
                drafted = client.get(table)
                name = f"{table} {button.value} {len(got)}"
                got[name] = body(done) + body(drafted)
                undo = browsing.forms_to(drafted, "/undo/")
                if undo and levels > 1:
                    read_drafts(client, table, got, levels - 1)
                if undo:
                    client.post(undo[0].action, undo[0].data(undo[0].buttons[0]))


def assert_same(where: str, one: dict[str, bytes], other: dict[str, bytes]) -> None:
    """Fail with the first place where two readings differ."""
    if one.keys() != other.keys():
        differ = one.keys() ^ other.keys()
        raise Leak(f"{where}: what is offered depends on what is hidden: {differ}")
    for address, content in one.items():
        if content != other[address]:
            pairs = zip(content, other[address], strict=False)
            at = next((at for at, (a, b) in enumerate(pairs) if a != b), 0)
            around = slice(max(at - 80, 0), at + 80)
            raise Leak(
                f"{where}: {address} depends on what is hidden: "
                f"{content[around]!r} {other[address][around]!r}"
            )


def compare(made: Round, reader: Reader, levels: int = 2) -> None:
    """Read twice, with all hidden values exchanged the second time."""
    for address in (made.address, "/"):  # settles what is new since the last look
        reader.client.get(address)
    readings = []
    for exchange in (False, True):
        for cache in caches.all():
            cache.clear()
        game = made.fresh()
        with transaction.atomic():
            if exchange:
                seen_cards = once_seen(game, reader.seat)
                flags = reader.user is None or not reader.user.is_staff
                exchanged = hide_others(game, reader.seat, seen_cards, flags)
                assert len(exchanged) > 3
            readings.append(bodies(made, reader, levels))
            transaction.set_rollback(True)
    assert_same(reader.name, *readings)


# --- the tests ---


@pytest.mark.whole
@pytest.mark.parametrize("chosen", [pytest.param((), marks=pytest.mark.slow), (0, 2)])
def test_a_mulligan_looks_the_same_whatever_the_opponent_has_chosen(
    chosen: tuple[int, ...],
) -> None:
    made = open_round(*TABLES["two"], public=True, seed=3)
    bob = made.reader(1).user
    assert bob is not None
    hand = open_hand(engine_game(made.game).view(1), 1)
    action = " ".join(["redraw", *(hand[place] for place in chosen)])
    submit_actions(bob, made.game.pk, [action], 0)
    for reader in made.readers:
        compare(made, reader, levels=1)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("which", "points", "levels"),
    [
        ("four, one of them a guest", (20,), 1),
        *(pytest.param(which, (0, 3, 7, 60, 60), 2, marks=pytest.mark.slow) for which in TABLES),
    ],
)
def test_nothing_depends_on_what_is_hidden(
    which: str, points: tuple[int, ...], levels: int
) -> None:
    """Pages, drafts, mails and what they link to, feeds, refusals; after so many steps each."""
    made = open_round(*TABLES[which], public=True, seed=5)
    for reader in made.readers:
        if reader.user is not None:
            feeds.revoke(reader.user)
    for steps in points:
        for _ in range(steps):
            made.step()
        if made.fresh().status == Status.RUNNING:
            for reader in made.readers:
                compare(made, reader, levels)


@pytest.mark.whole
def test_the_comparison_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page on which the number of credits tells something of a hidden hand is found out."""
    made = open_round("ada", "bob", public=True, seed=5)
    for _ in range(6):
        made.step()
    reader = next(reader for reader in made.readers if reader.seat is None)
    honest = Seen.view

    def telling(self: Seen) -> View:
        view = honest(self)
        view["sides"][1]["credits"] = 100 + sorted(NAMES).index(
            self.engine.snapshot()["table"]["hands"][1][0]
        )
        return view

    compare(made, reader)
    monkeypatch.setattr(Seen, "view", telling)
    with pytest.raises(Leak):
        compare(made, reader)


@pytest.mark.whole
def test_a_draft_changes_nothing_for_anybody_else() -> None:
    """Only its seat sees that there is one."""
    made = open_round("ada", "bob", public=True, seed=7)
    while made.fresh().seq < 2:
        made.step()
    seat = made.game.seats.get(asked=True)
    others = [reader for reader in made.readers if reader.seat != seat.number]
    before = [bodies(made, reader) and bodies(made, reader) for reader in others]
    seq = made.game.seq
    own = made.reader(seat.number).client.get(made.address).content
    browsing.answer(made.reader(seat.number).client, made.address, made.random)
    assert made.fresh().seq == seq
    assert Seat.objects.get(pk=seat.pk).draft
    for reader, earlier in zip(others, before, strict=True):
        assert_same(reader.name, earlier, bodies(made, reader))
    assert made.reader(seat.number).client.get(made.address).content != own


def test_a_refusal_does_not_tell_where_a_card_is() -> None:
    """A card in another hand and a card in the deck are refused in the same words."""
    made = open_round("ada", "bob", public=True, seed=8)
    while made.fresh().seats.filter(asked=True).count() > 1:
        made.step()
    seat = made.game.seats.get(asked=True)
    table = (made.game.snapshot or {})["table"]
    made.reader(seat.number).client.get(made.address)  # the first look plays what happened
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
