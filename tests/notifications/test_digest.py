"""The digest: at the time its reader chose, once, the least time first."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import OperationalError

from accounts.models import User
from common.mailers import Unsure
from games.notifications import digest
from games.notifications.delivery_errors import Down, GiveUp, TryLater
from games.notifications.digest import begin, send_digests
from games.notifications.mail import LeftOut
from games.notifications.models import BadAddress, Digest, Notification, NotificationSettings
from games.notifications.notifications import ChannelTest, GameIsOver, YourTurn
from games.notifications.outbox import RUN_SECONDS
from games.notifications.record import note
from games.tables.models import Game, NotificationLevel
from games.tables.services.seen import mark_seen
from tests.support.factories import player, running_game

pytestmark = pytest.mark.django_db

EIGHT = datetime(2026, 11, 23, 8, tzinfo=UTC)  # a Monday
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


class Died(BaseException):
    """The worker is killed."""


class Post:
    """The channel mail: remembers whose digest was sent when, and with what."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[Any], datetime]] = []
        self.error: BaseException | None = None
        self.errors: dict[str, Exception] = {}
        self.tried: list[str] = []

    def send_summary(
        self,
        user: User,
        notifications: Sequence[Notification],
        now: datetime,
        left_out: LeftOut,
    ) -> None:
        self.tried.append(user.username)
        if error := self.errors.get(user.username, self.error):
            raise error
        lines = [(notification.kind, notification.game_id) for notification in notifications]
        self.sent.append((user.username, lines, now))


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    made = Post()
    monkeypatch.setattr(digest, "send_summary", made.send_summary)
    return made


def reader(name: str = "ada", how: str = Digest.DAILY, zone: str = "UTC", **fields: Any) -> User:
    """Return a player with a digest at eight and a game that waits for them."""
    user = player(name, time_zone=zone)
    NotificationSettings.objects.create(
        user=user, digest=how, digest_sent_at=EIGHT - 14 * DAY, digest_at=time(8), **fields
    )
    turn(user)
    return user


def turn(user: User, deadline: datetime | None = None) -> Game:
    game = Game.objects.create(status="running", expires_at=EIGHT, deadline=deadline)
    game.seats.create(number=0, user=user, asked=True)
    note(user, YourTurn, f"turn {game.pk} 0", game, now=EIGHT - 2 * DAY)
    return game


def names(post: Post) -> list[str]:
    return [name for name, _lines, _now in post.sent]


def test_a_daily_digest_comes_every_day_at_its_time(post: Post) -> None:
    reader()
    at = EIGHT - 5 * MINUTE
    while at < EIGHT + 2 * DAY:
        send_digests(at)
        at += 5 * MINUTE
    assert [now for _name, _lines, now in post.sent] == [EIGHT, EIGHT + DAY]


def test_a_weekly_digest_comes_on_its_day(post: Post) -> None:
    reader(how=Digest.WEEKLY, digest_day=2)
    for day in range(14):
        send_digests(EIGHT + day * DAY)
    assert [now for _name, _lines, now in post.sent] == [EIGHT + 2 * DAY, EIGHT + 9 * DAY]


def test_it_is_on_time_by_the_wall_when_the_clocks_change(post: Post) -> None:
    reader(zone="Europe/Berlin")
    NotificationSettings.objects.update(digest_sent_at=datetime(2026, 3, 27, 12, tzinfo=UTC))
    at = datetime(2026, 3, 28, tzinfo=UTC)
    while at < datetime(2026, 3, 30, tzinfo=UTC):
        send_digests(at)
        at += 15 * MINUTE
    assert [now.hour for _name, _lines, now in post.sent] == [7, 6]


def test_at_an_hour_that_comes_twice_it_comes_once(post: Post) -> None:
    reader(zone="Europe/Berlin")
    before = datetime(2026, 10, 24, 12, tzinfo=UTC)
    NotificationSettings.objects.update(digest_at=time(2, 30), digest_sent_at=before)
    at = datetime(2026, 10, 24, 22, tzinfo=UTC)
    while at < datetime(2026, 10, 25, 12, tzinfo=UTC):
        send_digests(at)
        at += 15 * MINUTE
    assert len(post.sent) == 1


def test_who_has_just_chosen_it_gets_the_next_one(post: Post) -> None:
    user = reader()
    settings = NotificationSettings.objects.get(user=user)
    begin(settings, EIGHT + MINUTE)
    settings.save()
    assert send_digests(EIGHT + 5 * MINUTE) == 0
    assert send_digests(EIGHT + DAY) == 1


def test_a_digest_of_yesterday_is_none(post: Post) -> None:
    reader()
    assert send_digests(EIGHT + timedelta(hours=13)) == 0
    assert send_digests(EIGHT + DAY) == 1


def test_whoever_wants_none_gets_none(post: Post) -> None:
    reader("ada", Digest.NONE)
    mia = reader("mia")
    User.objects.filter(pk=mia.pk).update(is_active=False)
    zoe = reader("zoe")
    BadAddress.objects.create(address=zoe.email, why=BadAddress.Why.BOUNCE)
    EmailAddress.objects.filter(user=reader("new")).update(verified=False)
    assert send_digests(EIGHT) == 0
    assert post.sent == []


def test_nothing_to_say_is_not_said(post: Post) -> None:
    reader()
    Game.objects.all().delete()
    assert send_digests(EIGHT) == 0
    assert post.sent == []


def test_the_test_of_a_channel_is_no_news(post: Post) -> None:
    user = reader()
    note(user, ChannelTest, "test 1", now=EIGHT - MINUTE)
    send_digests(EIGHT)
    [(_name, lines, _now)] = post.sent
    assert [kind for kind, _game in lines] == ["turn"]


def test_least_time_first_then_what_is_new(post: Post) -> None:
    user = reader()
    without = Game.objects.get()
    far = turn(user, EIGHT + 3 * DAY)
    near = turn(user, EIGHT + DAY)
    mute = turn(user, EIGHT + DAY)
    mute.seats.update(notifications=NotificationLevel.MUTE)
    since = EIGHT - timedelta(hours=2)
    Game.objects.filter(pk=without.pk).update(deadline=EIGHT + 9 * DAY)
    over = Game.objects.create(status="finished", expires_at=EIGHT)
    looked = Game.objects.create(status="finished", expires_at=EIGHT)
    for game in (over, looked):
        game.seats.create(number=0, user=user)
        note(user, GameIsOver, f"over {game.pk}", game, now=since)
    mark_seen(looked.seats.get(), looked, since + MINUTE)
    send_digests(EIGHT)
    [(_name, lines, _now)] = post.sent
    assert lines == [
        ("turn", near.pk),
        ("turn", far.pk),
        ("turn", without.pk),
        ("over", over.pk),
    ]


def test_a_turn_from_before_there_were_notifications_is_in_it(post: Post) -> None:
    reader()
    Notification.objects.all().delete()
    send_digests(EIGHT)
    assert [lines for _name, lines, _now in post.sent] == [[("turn", Game.objects.get().pk)]]


def test_a_mail_server_that_is_down_delays_it(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    reader("ada")
    reader("bob")
    post.error = Down("421 not now")
    assert send_digests(EIGHT) == 0
    [line] = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert line.getMessage() == "no digests now, the mail server says: 421 not now"
    post.error = None
    assert send_digests(EIGHT + 5 * MINUTE) == 2
    assert sorted(names(post)) == ["ada", "bob"]
    assert send_digests(EIGHT + 10 * MINUTE) == 0


def test_a_database_that_dies_while_one_is_made_delays_it(post: Post) -> None:
    reader("ada")
    post.error = OperationalError("the server closed the connection unexpectedly")
    with pytest.raises(OperationalError):
        send_digests(EIGHT)
    post.error = None
    assert send_digests(EIGHT + 5 * MINUTE) == 1
    assert names(post) == ["ada"]


def test_one_full_mailbox_stops_no_one_else(post: Post) -> None:
    for name in ("ada", "bob", "cy"):
        reader(name)
    post.errors["ada"] = TryLater("452 4.2.2 mailbox full")
    assert send_digests(EIGHT) == 2
    assert names(post) == ["bob", "cy"]
    assert send_digests(EIGHT + 55 * MINUTE) == 0
    assert len(post.tried) == 3, "it is tried again after an hour only"
    post.errors.clear()
    assert send_digests(EIGHT + 60 * MINUTE) == 1
    assert send_digests(EIGHT + 65 * MINUTE) == 0
    assert names(post) == ["bob", "cy", "ada"]


def test_who_met_a_server_that_was_down_comes_last(post: Post) -> None:
    """The server may always be down for this reader's mail."""
    for name in ("ada", "bob"):
        reader(name)
    post.errors["ada"] = Down("connection unexpectedly closed")
    assert send_digests(EIGHT) == 0
    assert send_digests(EIGHT + 5 * MINUTE) == 1
    assert names(post) == ["bob"]


def test_a_run_has_an_end_and_the_next_one_goes_on(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ada", "bob", "cy"):
        reader(name)
    times = iter([0, 0, 10, RUN_SECONDS])
    monkeypatch.setattr(digest, "monotonic", lambda: next(times))
    assert send_digests(EIGHT) == 2
    monkeypatch.setattr(digest, "monotonic", lambda: 0)
    assert send_digests(EIGHT + 5 * MINUTE) == 1
    assert names(post) == ["ada", "bob", "cy"]


@pytest.mark.parametrize("error", [GiveUp("bad_address"), KeyError("a bug"), Unsure("hung up")])
def test_what_fails_for_one_fails_for_one(post: Post, error: Exception) -> None:
    reader("ada")
    post.error = error
    assert send_digests(EIGHT) == 0
    post.error = None
    reader("bob")
    assert send_digests(EIGHT + 5 * MINUTE) == 1
    assert names(post) == ["bob"]


def test_a_worker_that_dies_while_it_sends_leaves_no_second_one(post: Post) -> None:
    reader()
    post.error = Died()
    with pytest.raises(Died):
        send_digests(EIGHT)
    post.error = None
    assert send_digests(EIGHT + 5 * MINUTE) == 0


def test_it_counts_all_games_that_wait_and_says_how_many_it_leaves_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(digest, "MOST", 2)
    ada = player("ada", language="en")
    NotificationSettings.objects.create(
        user=ada, digest=Digest.DAILY, digest_sent_at=EIGHT - 2 * DAY, digest_at=time(8)
    )
    for number in range(5):
        running_game(ada, player(f"other-{number}"))
    for _ in range(3):
        game = Game.objects.create(status="finished", ending="draw", expires_at=EIGHT)
        game.seats.create(number=0, user=ada)
        game.seats.create(number=1, bot="noisy")
        note(ada, GameIsOver, f"over {game.pk}", game, now=EIGHT - DAY)
    assert send_digests(EIGHT) == 1
    [sent] = mail.outbox
    assert sent.subject == "5 games wait for you"
    assert "3 more games wait for you." in str(sent.body)
    assert "1 more message is in your notification history." in str(sent.body)
