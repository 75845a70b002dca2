"""Who may know what of a running game, and a search for it in whatever leaves the server.

What must stay hidden is worked out here from the rows and the engine's events alone, never from
the site's own selectors, which are what is being tested.
"""

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any
from urllib.parse import unquote

from django.utils import timezone

from engine import Event
from engine.agents import latest_agents
from games.tables.models import Game, NotificationLevel, Seat, Status

NAMES = {agent.slug: agent.name for agent in latest_agents()}
"""Slug -> name of all agents."""
SHORT = 4
"""Names up to this long are looked for as whole words: they also stand inside other words."""


class Leak(AssertionError):
    """Something went out that its reader must not know."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one viewer of a table must not see: cards, and other texts with their names."""

    cards: frozenset[str]
    texts: tuple[tuple[str, str], ...]
    """(what it is, the text)"""


def secrets_of(game: Game, seat: int | None, member: bool) -> Secrets:
    """Return what a table hides from a seat, or from a spectator for `None`.

    `member`: whether the viewer may know the link of the table.
    """
    texts: list[tuple[str, str]] = []
    cards: frozenset[str] = frozenset()
    if game.status == Status.RUNNING:
        cards = frozenset(now_hidden(game, seat) - once_seen(game, seat))
        texts.append(("the seed", game.seed))
    if not member:
        texts.append(("the link's token", game.token))
    texts += [
        (f"the notes of seat {other.number}", other.notes)
        for other in game.seats.all()
        if other.notes and other.number != seat
    ]
    return Secrets(cards, tuple(texts))


def now_hidden(game: Game, seat: int | None) -> set[str]:
    """Return the cards that lie hidden from a seat now: in other hands and in the deck."""
    table = (game.snapshot or {})["table"]
    hidden = set(table["deck"])
    for owner, hand in enumerate(table["hands"]):
        if owner != seat:
            hidden.update(hand)
    return hidden


def once_seen(game: Game, seat: int | None) -> set[str]:
    """Return the cards that the log may name to a seat, wherever they are by now."""
    slugs: set[str] = set()
    for move in game.moves.all():
        for data in move.events:
            slugs |= words_in(Event.from_json(data).seen_by(seat).to_json()) & NAMES.keys()
    return slugs


def words_in(data: Any) -> set[str]:
    """Return all texts in a JSON value."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, dict):
        return {word for value in data.values() for word in words_in(value)}
    if isinstance(data, list | tuple):
        return {word for value in data for word in words_in(value)}
    return set()


# --- the search ---


def check(where: str, body: bytes | str, secrets: Secrets) -> None:
    """Raise `Leak` if a secret is in what went out, however it is written."""
    text = readings(body)
    if secrets.cards:
        found = pattern(secrets.cards).search(text)
        if found:
            raise Leak(f"{where} shows {found[0]}: …{around(text, found.start())}…")
    for what, secret in secrets.texts:
        at = text.find(plain(secret))
        if at != -1:
            raise Leak(f"{where} shows {what}: …{around(text, at)}…")


def readings(body: bytes | str) -> str:
    """Return a body in all the ways a browser might come to read it, in plain small letters."""
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    text = MASKED.sub("", text)
    ways = [text]
    if "&" in text:
        ways.append(html.unescape(text))
    if "\\" in text:
        ways.append(ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text))
    if "%" in text:
        ways.append(unquote(text))
    return plain("\n".join(ways))


ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
MASKED = re.compile(
    r"""(?<=name=["']csrfmiddlewaretoken["'] value=["'])\w+|(?<=nonce=["'])[\w+/=-]+"""
    r"""|(?s:<svg class="portrait (?:emblem|face) .*?</svg>|<ul class="(?:fan|gallery)".*?</ul>)"""
)
"""Random text that might spell anything, and the agents that decorate pages, always the same."""


def plain(text: str) -> str:
    """Return a text without accents, in small letters."""
    return ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold()


ACCENTS = re.compile("[\u0300-\u036f]")


@cache
def pattern(cards: frozenset[str]) -> re.Pattern[str]:
    """Return what finds cards by slug or name, whatever joins the words."""
    return re.compile("|".join(sorted(wording(card) for card in cards)))


@cache
def wording(card: str) -> str:
    """Return the regular expression of one card."""
    forms = {r"[^a-z0-9]{0,6}".join(card.split("-"))}
    forms.add(r"[^a-z0-9]{0,6}".join(re.findall(r"[a-z0-9]+", plain(NAMES[card]))))
    either = "|".join(sorted(forms))
    if len(card) <= SHORT:
        return rf"(?<![a-z0-9])(?:{either})(?![a-z0-9])"
    return either


def around(text: str, at: int) -> str:
    """Return the text round a place, on one line."""
    return " ".join(text[max(at - 60, 0) : at + 60].split())


# --- the same table with other hidden cards ---


def hide_others(
    game: Game, seat: int | None, seen_cards: Iterable[str], flags: bool = True
) -> dict[str, str]:
    """Exchange the hidden cards of a table among themselves, in the rows, and say which for which.

    Nothing that the seat may see changes, so nothing that it gets may. Cards that it has seen
    before (`seen_cards`) are exchanged where they lie, not where the past names them. So are the
    choices in the mulligan, drafts, plans, standing answers and notes of the others; and, if
    wanted, the flags of their seats, which staff may see.
    """
    hidden = sorted(now_hidden(game, seat))
    other = dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
    table = (game.snapshot or {})["table"]
    table["deck"] = [other[card] for card in table["deck"]]
    table["token_supply"].reverse()
    for owner, hand in enumerate(table["hands"]):
        if owner != seat:
            table["hands"][owner] = [other[card] for card in hand]
    never = sorted(set(hidden) - set(seen_cards))
    elsewhere = dict(zip(never, [*never[1:], *never[:1]], strict=True))
    game.setup = exchanged(game.setup, elsewhere)
    for move in game.moves.all():
        move.events = exchanged(move.events, elsewhere)
        move.action = exchanged(move.action, elsewhere)
        move.save(update_fields=["events", "action"])
    _choose_otherwise(game, seat)
    record = (game.snapshot or {})["record"]
    record["setup"] = exchanged(record["setup"], elsewhere)
    record["actions"] = [[move.seat, move.action] for move in game.moves.all()]
    game.save(update_fields=["snapshot", "setup"])
    for sitting in Seat.objects.filter(game=game).exclude(number=-1 if seat is None else seat):
        hand = table["hands"][sitting.number]
        turn = [f"lead {hand[-1]}"] if hand else []
        sitting.draft = [f"redraw {hand[1]}"] if (game.snapshot or {})["mulligan"] else turn
        sitting.draft_seq = game.seq
        sitting.plan = {"actions": turn, "kept": True, "then": [[]]}
        sitting.standing = ["mars"]
        if sitting.asked and sitting.user_id is not None:  # a turn that waits, and is not due
            sitting.sealed_at = timezone.now()
            sitting.sends_at = timezone.now() + timedelta(minutes=10)
        sitting.notes = f"other {sitting.notes}"
        if flags:
            sitting.talk_muted = not sitting.talk_muted
            sitting.notifications = NotificationLevel.MUTE
            sitting.seen_seq, sitting.seen_at = 0, None
        sitting.save()
    return other


def _choose_otherwise(game: Game, seat: int | None) -> None:
    """Let the others replace other cards in the mulligan, as long as it runs."""
    snapshot = game.snapshot or {}
    for owner, before in enumerate(snapshot["mulligan"]):
        if owner == seat or before < 0:
            continue
        snapshot["mulligan"][owner] = choice = before ^ 0b0111
        hand = snapshot["table"]["hands"][owner]
        cards = [card for place, card in enumerate(hand) if choice >> place & 1]
        move = game.moves.get(seat=owner)
        move.action = " ".join(["redraw", *cards])
        move.events = [{**move.events[0], "agents": cards}]
        move.save(update_fields=["events", "action"])


def exchanged(data: Any, other: dict[str, str]) -> Any:
    """Return a JSON value with cards exchanged, also inside of actions."""
    if isinstance(data, str):
        return " ".join(other.get(word, word) for word in data.split(" "))
    if isinstance(data, dict):
        return {key: exchanged(value, other) for key, value in data.items()}
    if isinstance(data, list):
        return [exchanged(value, other) for value in data]
    return data
