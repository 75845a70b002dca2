"""Feeds: read by a real iCalendar parser and as XML, in three languages; secret, and revocable."""

import json
from datetime import UTC, datetime, time, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.clock import Clock, a_turn_in, alarms
from games.notifications.feeds import feeds
from games.notifications.models import NotificationSettings
from games.tables.models import Game, ProposalKind
from games.tables.services import agreements
from games.tables.timekeeping.clocks import week_of
from games.tables.timekeeping.display import time_left
from tests.notifications.mailing import NOON, game_of, seat_of
from tests.support.browsing import log_in_freshly
from tests.support.factories import answer, player, running_game, table
from tests.support.leaking import check, secrets_of

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def ada() -> User:
    return player("ada", language="en", time_zone="Europe/Berlin")


@pytest.fixture
def bob() -> User:
    return player("bob")


@pytest.fixture
def game(ada: User, bob: User) -> Game:
    """It is Ada's turn."""
    return game_of(ada, bob)


def path_of(user: User, name: str) -> str:
    """Return where a feed is, made at first."""
    if not feeds.addresses(user):
        feeds.revoke(user)
    return feeds.addresses(user)[name].removeprefix("http://127.0.0.1:8000")


def fetch(user: User, name: str, **headers: str) -> Any:
    """Fetch a feed as a visitor."""
    return Client().get(path_of(user, name), headers=headers)


def events(user: User) -> list[Any]:
    return list(Calendar.from_ical(fetch(user, "turns.ics").content).walk("VEVENT"))


def entries(user: User) -> list[ElementTree.Element]:
    return ElementTree.fromstring(fetch(user, "turns.atom").content).findall(f"{ATOM}entry")


def count(user: User) -> dict[str, Any]:
    found: dict[str, Any] = fetch(user, "count.json").json()
    return found


def deadline_of(game: Game, user: User) -> datetime:
    game.refresh_from_db()
    found = Clock.from_json(game.clock).sides[seat_of(game, user).side].deadline
    assert found is not None
    return found


# --- the calendar ---


def test_an_event_at_the_deadline_with_alarms(ada: User, game: Game) -> None:
    response = fetch(ada, "turns.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    made = Calendar.from_ical(response.content)
    assert made["X-WR-CALNAME"] == "Zenith: my games"
    assert made["VERSION"] == "2.0"
    [event] = made.walk("VEVENT")
    deadline = deadline_of(game, ada)
    assert event["UID"] == f"game-{game.pk}@127.0.0.1"
    assert event.decoded("DTSTART") == deadline
    assert b"DTSTART:" + f"{deadline:%Y%m%dT%H%M%SZ}".encode() in response.content
    assert event["SUMMARY"] == f"Zenith: Game {game.pk} against bob"
    assert event["URL"] == f"http://127.0.0.1:8000/tables/{game.pk}/"
    assert f"/tables/{game.pk}/" in str(event["DESCRIPTION"])
    assert event.decoded("SEQUENCE") == game.version
    side = Clock.from_json(game.clock).sides[seat_of(game, ada).side]
    assert side.since is not None
    due = alarms(week_of(ada), side.since, deadline, (20, 5))
    rings = [deadline + alarm.decoded("TRIGGER") for alarm in event.walk("VALARM")]
    assert rings == [due[20], due[5]]
    assert all(alarm["ACTION"] == "DISPLAY" for alarm in event.walk("VALARM"))


def test_calendar_and_reader_say_the_time_left_as_pages_do(ada: User, bob: User) -> None:
    """From the start of the turn: a figure of now would be wrong when the feed is read."""
    ada.sleep_from, ada.sleep_to = time(0), time(8)
    ada.save()
    game = game_of(ada, bob, pace=a_turn_in(14))
    side = Clock.from_json(game.clock).sides[seat_of(game, ada).side]
    assert side.since is not None
    left = time_left([week_of(ada)], deadline_of(game, ada), side.since)
    assert left.uncounted
    said = f"When the clock started: {left.says}. {left.uncounted}"
    assert said in str(events(ada)[0]["DESCRIPTION"])
    assert said in (entries(ada)[0].findtext(f"{ATOM}summary") or "")


def test_a_calendar_rings_also_for_who_wants_no_reminders(ada: User, game: Game) -> None:
    feeds.revoke(ada)
    NotificationSettings.objects.filter(user=ada).update(alarms=[])
    [event] = events(ada)
    assert len(event.walk("VALARM")) == 1


def test_the_same_event_moves_with_its_deadline(ada: User, bob: User, game: Game) -> None:
    [before] = events(ada)
    agreements.give_time(bob, game.pk, 24)
    [after] = events(ada)
    assert after["UID"] == before["UID"]
    assert after.decoded("DTSTART") > before.decoded("DTSTART")
    assert after.decoded("SEQUENCE") > before.decoded("SEQUENCE")
    assert after.decoded("DTSTAMP") > before.decoded("DTSTAMP")


def test_no_event_where_nothing_is_owed(ada: User, bob: User, game: Game) -> None:
    assert events(bob) == []
    Game.objects.update(status="finished")
    assert events(ada) == []


def test_none_without_a_clock_but_a_turn_all_the_same(ada: User, bob: User) -> None:
    made = game_of(ada, bob, turns=0, pace=None)
    assert events(ada) == []
    assert len(entries(ada)) == 1
    assert count(ada) == {"your_turn": 1, "soonest": None}
    assert made.pace is None


def test_none_in_a_paused_game(ada: User, bob: User, game: Game) -> None:
    agreements.propose(bob, game.pk, ProposalKind.PAUSE)
    agreements.accept_proposal(ada, game.pk)
    assert events(ada) == []


def test_the_clock_of_a_side_is_that_of_both(bob: User, ada: User) -> None:
    game = running_game(ada, bob, player("cy"), player("dan"))
    while game.seats.filter(asked=True).count() != 1:
        game = answer(game)
    asked = game.seats.get(asked=True)
    mate = game.seats.exclude(pk=asked.pk).get(number=(asked.number + 2) % 4)
    assert asked.user is not None
    assert mate.user is not None
    [mine], [mates] = events(asked.user), events(mate.user)
    assert mine.decoded("DTSTART") == mates.decoded("DTSTART")
    assert "It is your turn." in str(mine["DESCRIPTION"])
    assert "Your teammate is asked." in str(mates["DESCRIPTION"])
    assert (len(entries(asked.user)), len(entries(mate.user))) == (1, 0)
    assert (count(asked.user)["your_turn"], count(mate.user)["your_turn"]) == (1, 0)


def test_odd_names_do_no_harm(ada: User, bob: User, game: Game) -> None:
    User.objects.filter(pk=bob.pk).update(username="b;o,b\\n<&>" + "ß" * 80)
    name = "b;o,b\\n<&>" + "ß" * 80
    [event], [entry] = events(ada), entries(ada)
    assert event["SUMMARY"] == f"Zenith: Game {game.pk} against {name}"
    assert entry.findtext(f"{ATOM}title") == f"Game {game.pk} against {name}"
    lines = fetch(ada, "turns.ics").content.split(b"\r\n")
    assert max(map(len, lines)) <= 75


# --- Atom, and the count ---


def test_an_entry_a_turn(ada: User, bob: User, game: Game) -> None:
    response = fetch(ada, "turns.atom")
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)
    assert root.findtext(f"{ATOM}title") == "Zenith: my turns"
    [entry] = root.findall(f"{ATOM}entry")
    asked_at = seat_of(game, ada).asked_at
    assert asked_at is not None
    identity = f"tag:127.0.0.1,2026:zenith/games/{game.pk}/{int(asked_at.timestamp())}"
    assert entry.findtext(f"{ATOM}id") == identity
    assert datetime.fromisoformat(entry.findtext(f"{ATOM}updated", "")) == asked_at
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"http://127.0.0.1:8000/tables/{game.pk}/"
    summary = entry.findtext(f"{ATOM}summary", "")
    assert summary.startswith("It is your turn. Your time is up on ")
    assert entries(bob) == []


def test_the_count(ada: User, bob: User, game: Game) -> None:
    response = fetch(ada, "count.json")
    assert response["Access-Control-Allow-Origin"] == "*"
    soonest = f"{deadline_of(game, ada):%Y-%m-%dT%H:%M:%SZ}"
    assert response.json() == {"your_turn": 1, "soonest": soonest}
    assert count(bob) == {"your_turn": 0, "soonest": None}


# --- languages ---


@pytest.mark.parametrize(
    ("language", "name", "turn"),
    [
        ("en", "Zenith: my games", "It is your turn."),
        ("fr", "Zenith : mes parties", "C’est à vous de jouer."),
        ("de", "Zenith: meine Partien", "Du bist am Zug."),
    ],
)
def test_in_the_language_of_their_owner(
    language: str, name: str, turn: str, ada: User, game: Game
) -> None:
    ada.language = language
    ada.save()
    response = fetch(ada, "turns.ics", accept_language="en")
    made = Calendar.from_ical(response.content)
    assert made["X-WR-CALNAME"] == name
    [event] = made.walk("VEVENT")
    assert str(event["DESCRIPTION"]).startswith(turn)
    [entry] = entries(ada)
    assert entry.findtext(f"{ATOM}summary", "").startswith(turn)


# --- addresses ---


def test_no_address_before_somebody_wants_it(ada: User, client: Client) -> None:
    client.force_login(ada)
    assert "/feeds/" not in client.get("/notifications/").content.decode().replace(
        "/feeds/revoke/", ""
    )
    assert feeds.addresses(ada) == {}
    log_in_freshly(client, ada)
    client.post("/feeds/revoke/")
    page = client.get("/notifications/").content.decode()
    for address in feeds.addresses(ada).values():
        assert address in page


@pytest.mark.parametrize("name", feeds.FEEDS)
def test_an_old_address_leads_nowhere(name: str, ada: User, game: Game, client: Client) -> None:
    old = path_of(ada, name)
    kept = NotificationSettings.objects.get(user=ada)
    kept.mail_after = 7
    kept.save()
    assert client.get(old).status_code == 200
    feeds.revoke(ada)
    assert client.get(old).status_code == 404
    assert client.get(path_of(ada, name)).status_code == 200
    assert NotificationSettings.objects.get(user=ada).mail_after == 7


def test_no_such_feed(ada: User, game: Game, client: Client) -> None:
    path = path_of(ada, "turns.ics")
    assert client.get(path.replace("turns.ics", "hand.ics")).status_code == 404
    assert client.get("/feeds/guess/turns.ics").status_code == 404
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", feeds.FEEDS)
def test_nothing_hidden_and_no_cookie(name: str, ada: User, game: Game) -> None:
    response = fetch(ada, name)
    assert set(response["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert not response.cookies
    check(name, response.content, secrets_of(game, None, False))


# --- asked again ---


@pytest.mark.parametrize("name", feeds.FEEDS)
def test_what_has_not_changed_is_not_sent_again(
    name: str, ada: User, bob: User, game: Game
) -> None:
    first = fetch(ada, name)
    again = fetch(ada, name, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    since = fetch(ada, name, if_modified_since=first["Last-Modified"])
    assert since.status_code == 304
    assert fetch(ada, name).content == first.content
    agreements.give_time(bob, game.pk, 24)
    for headers in (
        {"if_none_match": first["ETag"]},
        {"if_modified_since": first["Last-Modified"]},
    ):
        changed = fetch(ada, name, **headers)
        assert changed.status_code == 200
        assert changed["ETag"] != first["ETag"]


@pytest.mark.parametrize("name", ["turns.ics", "turns.atom"])
def test_another_zone_is_another_feed(name: str, ada: User, game: Game) -> None:
    """Also for a player who never sleeps: the moments are the same, their words are not."""
    User.objects.filter(pk=ada.pk).update(sleep_from="00:00", sleep_to="00:00")
    first = fetch(ada, name)
    User.objects.filter(pk=ada.pk).update(time_zone="Asia/Tokyo")
    changed = fetch(ada, name, if_none_match=first["ETag"])
    assert changed.status_code == 200
    assert changed.content != first.content


def test_a_widget_may_read_also_that_nothing_has_changed(ada: User, game: Game) -> None:
    first = fetch(ada, "count.json")
    again = fetch(ada, "count.json", if_none_match=first["ETag"])
    assert again.status_code == 304
    assert again["Access-Control-Allow-Origin"] == "*"


def test_two_states_never_have_the_same_second(ada: User, game: Game) -> None:
    lines = feeds.lines_of(ada)
    _etag, since = feeds.stamp(lines, "token", "turns.ics", NOON)
    _etag, later = feeds.stamp([], "token", "turns.ics", NOON)
    _etag, again = feeds.stamp([], "token", "turns.ics", NOON + timedelta(hours=1))
    assert since == NOON.replace(tzinfo=UTC)
    assert later == again == since + timedelta(seconds=1)


def test_many_games_cost_no_more_queries(
    ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(4):
        table(ada, bob)
    path = path_of(ada, "turns.ics")
    with django_assert_max_num_queries(5):
        response = Client().get(path)
    assert len(Calendar.from_ical(response.content).walk("VEVENT")) >= 1
    assert json.loads(Client().get(path_of(ada, "count.json")).content)["your_turn"] >= 1
