"""The world around the site: providers that take messages or do not, and workers that die."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, Any

from accounts.models import User
from games.notifications import alarms, digest, mail, outbox, record
from games.notifications.channels import MAIL, channels
from games.notifications.delivery_errors import Down
from games.notifications.kinds import pressing_keys
from games.notifications.models import Delivery, Notification
from games.notifications.policy import Wishes
from games.notifications.preferences import wishes_of
from games.notifications.short_messages import short_digest, short_message
from games.tables import presence, publishing
from games.tables.models import Game, NotificationLevel, Seat, Status
from games.tables.timekeeping import outages
from games.tables.timekeeping.changes import clock_changed
from tools.simulation.month.diary import Sent
from tools.simulation.simulator import MINUTE, nothing, replaced

if TYPE_CHECKING:
    from tools.simulation.month.month import Month

DIGEST = "digest"
"""Stands for the channel of the daily digest, which is a mail too."""


class Died(BaseException):
    """The worker is killed at this moment."""


class World:
    """What is not the site; `woken`: something has happened that the outbox is woken for."""

    def __init__(self, month: Month) -> None:
        self.month = month
        self.woken = False
        self._mortal = False
        self._made = count(1)
        self._wishes: dict[tuple[int, int], Wishes] = {}

    @contextmanager
    def around(self) -> Iterator[None]:
        """Put the world around the site; pages are not open, and send nothing."""
        changed = self._dying(self._told(publishing.table_changed))
        with replaced(
            *(
                (channel, name, getattr(Provider(self, channel.key), name))
                for channel in channels()
                for name in ("send", "send_digest")
            ),
            (outbox, "_hand", self._hand(outbox._hand)),
            (outbox, "monotonic", lambda: 0.0),
            (alarms, "monotonic", lambda: 0.0),
            (digest, "monotonic", lambda: 0.0),
            (digest, "send_summary", Provider(self, DIGEST).send_summary),
            (alarms, "note", self._dying(record.note)),
            (record, "wishes_of", self._wishes_of),
            (outbox, "wishes_of", self._wishes_of),
            (publishing, "table_changed", changed),
            (presence, "is_here", self._is_here),
            (outages, "clock_changed", self._dying(clock_changed)),
            (outages, "AT_ONCE", 5),
            (mail.Mail, "send", nothing),
        ):
            yield

    @contextmanager
    def mortals(self) -> Iterator[None]:
        """Workers may die in here."""
        self._mortal = True
        try:
            yield
        finally:
            self._mortal = False

    def may_die(self) -> None:
        """Raise `Died`, if chance wants it."""
        if self._mortal and self.month.chance.random() < self.month.size.deaths:
            raise Died

    def _dying(self, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same step, after which the worker may be killed."""

        def stepped(*args: Any, **more: Any) -> Any:
            done = step(*args, **more)
            self.may_die()
            return done

        return stepped

    def _told(self, tell: Callable[..., None]) -> Callable[..., None]:
        """Return the step that follows all that happens at a table."""

        def told(*args: Any, **more: Any) -> None:
            self.woken = True
            tell(*args, **more)

        return told

    def _hand(self, hand: Callable[..., bool]) -> Callable[..., bool]:
        """Return the step between the claim and the sending; the worker may die around it."""

        def handed(delivery: Delivery, now: datetime) -> bool:
            try:
                self.may_die()
                done = hand(delivery, now)
                self.may_die()
            except Died:
                self.month.diary.deaths[delivery.notification.user_id, delivery.channel].append(now)
                raise
            return done

        return handed

    def _wishes_of(self, user_id: int, game: Game | None) -> Wishes:
        """No player changes their wishes here once a game has begun."""
        if game is None or game.status == Status.OPEN:
            return wishes_of(user_id, game)
        key = user_id, game.pk
        if key not in self._wishes:
            self._wishes[key] = wishes_of(user_id, game)
        return self._wishes[key]

    def _is_here(self, user_id: int, game_id: int) -> bool:
        """A page is believed to be looked at for a minute."""
        looks = self.month.diary.looks.get((user_id, game_id))
        return looks is not None and bool(looks) and self.month.now - looks[-1] < MINUTE

    def hand_over(
        self,
        channel: str,
        user: User,
        notifications: Sequence[Notification],
        make: Callable[[], object],
    ) -> None:
        """Take a message, one of so many really made; the worker may die before or after."""
        diary, now = self.month.diary, self.month.now
        if channel in (MAIL, DIGEST) and self.month.mails_fail():
            diary.counts["refused by the provider"] += 1
            raise Down("421 down")
        if next(self._made) % self.month.size.real == 0:
            make()
            diary.counts["messages really made"] += 1
        try:
            self.may_die()
            keys = tuple(
                notification.pk for notification in notifications if notification.pk is not None
            )
            diary.sent.append(Sent(now, channel, user.pk, keys))
            diary.faults += self._wrong(channel, user, notifications)
            self.may_die()
        except Died:
            diary.deaths[user.pk, channel].append(now)
            raise

    def _wrong(
        self, channel: str, user: User, notifications: Sequence[Notification]
    ) -> Iterator[str]:
        """Yield what must not be in a message at this moment."""
        diary = self.month.diary
        for notification in notifications:
            own = Seat.objects.filter(game=notification.game_id, user=user).first()
            if own is None:
                continue
            sentence = f"{self.month.now} {channel} of {notification.key} to {user}"
            number = notification.data.get("abandoned", notification.data.get("seat", own.number))
            answered = diary.answered.get((own.game_id, number), 0)
            if channel == DIGEST and notification.kind in ("turn", "question"):
                # It lists the games that wait, each with the words of its latest notification.
                seats = Seat.objects.filter(game=own.game_id, asked=True)
                if all(seat.player != user for seat in seats.select_related("user", "played_by")):
                    yield f"{sentence}: does not wait"
            elif notification.kind in pressing_keys() and answered > notification.seq:
                yield f"{sentence}: played already"
            if own.notifications == NotificationLevel.MUTE:
                yield f"{sentence}: mute"
            if notification.kind == "talk" and (user.pk, own.game_id) in diary.deaf:
                yield f"{sentence}: talk muted"


class Provider:
    """Stands where a channel stands."""

    def __init__(self, world: World, channel: str) -> None:
        self.world, self.channel = world, channel

    def send(self, delivery: Delivery) -> None:
        """Send one notification."""
        notification, now = delivery.notification, self.world.month.now
        mails = self.channel == MAIL
        self.world.hand_over(
            self.channel,
            notification.user,
            [notification],
            lambda: mail.send(delivery) if mails else short_message(notification, now),
        )

    def send_digest(self, user: User, notifications: Sequence[Notification], now: datetime) -> None:
        """Send several notifications as one."""
        mails = self.channel == MAIL
        self.world.hand_over(
            self.channel,
            user,
            notifications,
            lambda: (
                mail.send_digest(user, notifications, now)
                if mails
                else short_digest(notifications, now)
            ),
        )

    def send_summary(
        self,
        user: User,
        notifications: Sequence[Notification],
        now: datetime,
        left_out: mail.LeftOut,
    ) -> None:
        """Send the daily or weekly digest."""
        self.world.hand_over(
            self.channel,
            user,
            notifications,
            lambda: mail.send_summary(user, notifications, now, left_out),
        )
