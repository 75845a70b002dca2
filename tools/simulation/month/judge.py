"""What should have happened in the month; and what did.

When games should have been lost is told by `tale.py`; who should have heard of what, from the
moves, from what people did and from when they looked. Nothing of the site's policy is used.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from statistics import median

from django.conf import settings

from accounts.models import User
from games.notifications import reasons
from games.notifications.channels import MAIL
from games.notifications.models import Delivery, Notification
from games.tables.models import Game, NotificationLevel, Seat, Status
from tools.simulation.month.causes import Causes
from tools.simulation.month.month import Month
from tools.simulation.month.people import Person
from tools.simulation.month.tale import HOUR, Tale, Wait
from tools.simulation.month.world import DIGEST
from tools.simulation.simulator import MINUTE

SLACK = 10 * MINUTE
MOST_VACATION = 30 * 24
PRESSING = {"turn", "turn_goes_on", "question", "time", "abandoned"}
"""What comes in the quiet hours too in live play, and never by mail then; mails of it are sent
again if it is unknown what became of them.
"""
MOST_DEATHS = 3
"""Workers that may die over one message before it is given up."""


class Judge:
    """Compares what happened with what should have; `faults` is empty if all is well."""

    def __init__(self, month: Month) -> None:
        self.month, self.diary = month, month.diary
        self.faults = list(month.diary.faults)
        self.counts = Counter(month.diary.counts)
        games = Game.objects.defer("snapshot").prefetch_related("seats").order_by("pk")
        self.games = {game.pk: game for game in games}
        self.sent: dict[tuple[int, str], list[datetime]] = defaultdict(list)
        for message in self.diary.sent:
            for notification in message.notifications:
                self.sent[notification, message.channel].append(message.at)
        self.notifications = {(n.user_id, n.key): n for n in Notification.objects.order_by("pk")}
        self.unsure = set(
            Delivery.objects.filter(reason=reasons.UNSURE).values_list("notification", flat=True)
        )
        self.tales: dict[int, Tale] = {}

    def judge(self) -> list[str]:
        """Return all faults."""
        calls: dict[int | None, list[Notification]] = defaultdict(list)
        for notification in self.notifications.values():
            if "abandoned" in notification.data:
                calls[notification.game_id].append(notification)
        for game in self.games.values():
            if game.started_at is None:
                self.counts["tables that never filled up"] += 1
                continue
            tale = self.tales[game.pk] = Tale(self.month, game, calls[game.pk])
            tale.tell()
            self.faults += tale.faults
            self.counts[f"games: {game.ending or game.status}"] += 1
            self.counts["games of four"] += game.players == 4
            self.counts["live games"] += game.live
            self.counts["seats left to a teammate"] += len(tale.calls)
        self._absences()
        self._vacation()
        expected = set()
        for wait in self._waits():
            if wait.key:
                expected.add((wait.user, wait.key))
                self._heard(wait)
        causes = Causes(self.month, self.games, self.tales)
        for user, key in sorted(self.notifications.keys() - expected):
            if not causes.explain(self.notifications[user, key]):
                self.faults.append(f"{key} was told to user {user} for nothing")
        notified = {
            (user, note.game_id or note.data.get("table"), note.at)
            for (user, _key), note in self.notifications.items()
        }
        for user, number, at in sorted(causes.must_be_told() - notified):
            self.faults.append(f"game {number}: user {user} was not told what happened at {at}")
        self._messages()
        self._last_alarms()
        return self.faults

    def _seats(self, game: Game) -> list[Seat]:
        return [seat for seat in game.seats.all() if seat.user_id]

    # --- time ---

    def _absences(self) -> None:
        """Of the games a player loses on time in one absence the first counts."""
        passed: dict[int, list[tuple[datetime, datetime, int]]] = defaultdict(list)
        for tale in self.tales.values():
            for at, due, user in tale.passed:
                passed[user].append((at, due, tale.game.pk))

        def absent(user: int, game: int, end: datetime, due: datetime) -> bool:
            before = [
                loss[0] for loss in passed[user] if loss[2] != game and loss < (end, due, game)
            ]
            looked = self.diary.looked[user]
            return bool(before) and not any(max(before) < at <= end for at in looked)

        for tale in self.tales.values():
            game = tale.game
            if tale.lost is None or game.finished_at is None:
                continue
            side = {p.user.pk for n, p in tale.players.items() if n % 2 == tale.lost}
            due = tale.sides[tale.lost].due or tale.end
            again = all(absent(user, game.pk, game.finished_at, due) for user in side)
            if again != (game.ending == "annulled"):
                losses = {user: [str(loss[0]) for loss in passed[user]] for user in side}
                self.faults.append(f"game {game.pk}: {game.ending}; let time pass: {losses}")

    def _vacation(self) -> None:
        """Each rated game that both sides have played brings 12 hours, once; hours are paid once,
        when a game needs them.
        """
        needed: dict[int, set[datetime]] = defaultdict(set)
        for tale in self.tales.values():
            for pk, hour in tale.paid:
                needed[pk].add(hour)
        for user in User.objects.filter(pk__in=self.month.people):
            spent = list(user.spent_hours.values_list("hour", flat=True))
            self.counts["vacation hours"] += len(spent)
            changes = [(hour + HOUR / 2, -1) for hour in spent]
            for tale in self.tales.values():
                game = tale.game
                earns = game.rated and game.status == Status.FINISHED and tale.both_have_played
                if earns and game.finished_at is not None:
                    theirs = [seat for seat in self._seats(game) if seat.user_id == user.pk]
                    changes += [(game.finished_at, 12) for _seat in theirs]
            left = 480
            for _at, hours in sorted(changes):
                left = min(MOST_VACATION, left + hours)
            if user.vacation_hours != left:
                self.faults.append(
                    f"{user}: {user.vacation_hours} hours of vacation are left, not {left}"
                )
            for hour in sorted(needed[user.pk] ^ set(spent)):
                paid = "not paid" if hour in needed[user.pk] else "paid"
                self.faults.append(f"{user} has {paid} for {hour}")

    # --- notifications ---

    def _waits(self) -> Iterator[Wait]:
        """Yield all that any player was to hear of."""
        for tale in self.tales.values():
            yield from tale.waits
        yield from self._ends_and_beginnings()
        yield from self._invitations()
        yield from self._proposals()
        yield from self._talk()
        yield from alarm_waits(self.notifications.values(), self.tales)

    def _ends_and_beginnings(self) -> Iterator[Wait]:
        for tale in self.tales.values():
            game = tale.game
            ends = [game.finished_at] if game.finished_at else []
            joined = [
                user
                for (user, pk), at in self.diary.settled.items()
                if pk == game.pk and at == tale.started
            ]
            for seat in self._seats(game):
                assert seat.user_id is not None
                if seat.user_id != joined[-1]:
                    key = f"accepted {game.pk}"
                    yield Wait(seat.user_id, game.pk, "accepted", key, tale.started, ends[:])
                if game.finished_at is not None:
                    yield Wait(seat.user_id, game.pk, "over", f"over {game.pk}", game.finished_at)

    def _invitations(self) -> Iterator[Wait]:
        for (user, pk), at in self.diary.invited.items():
            game = self.games[pk]
            closed = game.finished_at if game.status == Status.CANCELLED else None
            ends = [end for end in (self.diary.settled.get((user, pk)), closed) if end]
            yield Wait(user, pk, "invitation", f"invitation {pk}", at, ends)

    def _proposals(self) -> Iterator[Wait]:
        for pk, proposal in self.diary.proposals.items():
            tale = self.tales[proposal.game]
            ends = [at for at in (proposal.over, tale.game.finished_at) if at is not None]
            side = next(n for n, user in tale.users.items() if user == proposal.by) % 2
            taken = {
                a.number: a.user for a in tale.acts if a.what == "taken" and a.at <= proposal.at
            }
            others = {taken.get(n, user) for n, user in tale.users.items() if n % 2 != side}
            for user in sorted(others):
                key = f"proposal {proposal.game} {pk}"
                yield Wait(user, proposal.game, "proposal", key, proposal.at, ends[:])

    def _talk(self) -> Iterator[Wait]:
        for pk, message in self.diary.talk.items():
            for user in self.tales[message.game].users.values():
                deaf = self.diary.deaf.get((user, message.game))
                if user != message.by and (deaf is None or deaf > message.at):
                    ends = [] if deaf is None else [deaf]
                    yield Wait(
                        user, message.game, "talk", f"talk {message.game} {pk}", message.at, ends
                    )

    def _heard(self, wait: Wait) -> None:
        """Check that by each channel that its owner asked for they heard of it, or needed not."""
        person = self.month.people[wait.user]
        notification = self.notifications.get((wait.user, wait.key))
        if notification is None:
            self.faults.append(f"no notification {wait.key} of {person.user}")
            return
        game = self.games[wait.game]
        level = next(
            (s.notifications for s in self._seats(game) if s.user_id == wait.user), "normal"
        )
        live = game.live and wait.what in PRESSING
        looks = self.diary.looks[wait.user, wait.game]
        ends = wait.ends + [at for at in looks if at > wait.since][:1]
        excuses = wait.excuses + [at for at in looks if at == wait.since]
        for channel in settings.OUTBOX:
            sent = self.sent.get((notification.pk, channel), [])
            wanted = person.wants(wait.what, channel) and level != NotificationLevel.MUTE
            # The message of the first question says that the table has filled up.
            merged = wait.what == "accepted" and person.wants("question", channel)
            merged = merged and not (game.live and channel == MAIL)
            if not wanted or merged or (live and channel == MAIL):
                if sent:
                    self.faults.append(f"{channel} of {wait.key} to {person.user}: not wanted")
                continue
            self.counts[f"{wait.what} by {channel}: asked for"] += 1
            due = wait.since
            if channel == MAIL and wait.what != "time":
                due += person.mail_after * MINUTE
            latest = self._latest(person, due, channel, live or level == NotificationLevel.URGENT)
            if sent:
                self.counts[f"{wait.what} by {channel}: told"] += 1
                repeats = self._at_least_once(wait.what, channel)
                most = 1 + (len(self._deaths(person, channel)) if repeats else 0)
                if len(sent) > most:
                    self.faults.append(f"{channel} of {wait.key} to {person.user}: twice")
                self.counts["messages sent again because a worker died"] += len(sent) - 1
                self._in_time(person, wait.key, channel, due, latest, sent, ends)
            elif latest < self.month.end:
                looking = any(due - MINUTE < at <= latest for at in looks)
                if looking or any(at <= latest for at in ends + excuses):
                    continue
                died = sum(due <= at <= latest for at in self._deaths(person, channel))
                most = MOST_DEATHS if self._at_least_once(wait.what, channel) else 0
                if notification.pk in self.unsure and died > most:
                    self.counts["messages given up because workers died"] += 1
                else:
                    self.faults.append(f"no {channel} of {wait.key} to {person.user}, due {due}")

    def _at_least_once(self, what: str, channel: str) -> bool:
        """Whether a message is sent again if it is unknown what became of it."""
        return channel != MAIL or what in PRESSING

    def _in_time(
        self,
        person: Person,
        key: str,
        channel: str,
        due: datetime,
        latest: datetime,
        sent: list[datetime],
        ends: list[datetime],
    ) -> None:
        sentence = f"{channel} of {key} to {person.user} at {[str(at) for at in sent]}, due {due}"
        if sent[0] < due or sent[0] > latest:
            self.faults.append(f"{sentence}, latest {latest}")
        if any(due <= end < sent[0] for end in ends):
            self.faults.append(f"{sentence}: seen, answered or over before, {ends}")

    def _latest(self, person: Person, due: datetime, channel: str, awake: bool) -> datetime:
        """Return when a message that is due must have been sent, whatever went wrong.

        `awake`: it comes in the quiet hours too.
        """

        def not_quiet(at: datetime) -> datetime:
            # A run a minute later may find that the quiet hours have begun.
            return at if awake else max(person.quiet_end(at), person.quiet_end(at + MINUTE))

        def after_outages(latest: datetime) -> datetime:
            down, failing = self.month.down, self.month.failing
            if down[0] < latest + SLACK and latest < down[1]:
                latest = not_quiet(down[1])
            tries = failing[1] + 6 * HOUR + SLACK
            if channel == MAIL and failing[0] <= latest + SLACK and latest < tries:
                latest = not_quiet(tries)
            return latest

        latest = after_outages(not_quiet(due))
        for at in self._deaths(person, channel):
            if due <= at <= latest + SLACK:  # which may lead into an outage
                latest = after_outages(not_quiet(latest + 6 * MINUTE))
        return latest + SLACK

    def _deaths(self, person: Person, channel: str) -> list[datetime]:
        return self.diary.deaths.get((person.user.pk, channel), [])

    def _messages(self) -> None:
        """Nothing comes in quiet hours but what is urgent, or pressing in a live game."""
        urgent = {
            (seat.user_id, game.pk)
            for game in self.games.values()
            for seat in self._seats(game)
            if seat.notifications == NotificationLevel.URGENT
        }
        notifications = {
            notification.pk: notification for notification in self.notifications.values()
        }

        def wakes(notification: Notification) -> bool:
            if notification.game_id is None:
                return False
            live = self.games[notification.game_id].live and notification.kind in PRESSING
            return live or (notification.user_id, notification.game_id) in urgent

        for message in self.diary.sent:
            person = self.month.people[message.user]
            quiet = message.channel != DIGEST and person.is_quiet(message.at)
            if quiet and not any(wakes(notifications[pk]) for pk in message.notifications):
                self.faults.append(
                    f"{message.channel} to {person.user} at {message.at}: quiet hours"
                )
        failed = Delivery.objects.filter(state=Delivery.State.FAILED).exclude(reason=reasons.UNSURE)
        for delivery in failed:
            self.faults.append(f"{delivery} {delivery.reason} {delivery.said}")
        self.counts["mails unsure"] = len(self.unsure)

    def _last_alarms(self) -> None:
        """No player who wishes alarms loses on time without the most pressing one."""
        interval = self.month.size.alarms * MINUTE
        for tale in self.tales.values():
            if tale.lost is None or tale.game.live:
                continue
            lost = {user for at, _due, user in tale.passed if at == tale.end}
            for user in sorted(lost):
                person = self.month.people[user]
                since = tale.sides[tale.lost].since or tale.end
                if not person.alarms or self._woken_since(user, tale.game.pk, since):
                    continue
                enough = person.usable(since, tale.end) * min(person.alarms) // 100
                if timedelta(seconds=enough) > interval + HOUR:
                    self.faults.append(f"no last alarm in game {tale.game.pk} for {person.user}")
                self.counts["lost on time without an alarm: too short"] += 1

    def _woken_since(self, user: int, game: int, since: datetime) -> bool:
        share = min(self.month.people[user].alarms)
        self.counts["lost on time by players with alarms"] += 1
        return any(
            notification.at >= since and notification.data.get("share") == share
            for (who, key), notification in self.notifications.items()
            if who == user and key.startswith(f"alarm {game} ")
        )

    # --- numbers ---

    def mails_a_day(self) -> list[int]:
        """Return how many mails each person had on each day of theirs, the fewest first."""
        days = self.month.size.days
        mails: Counter[tuple[int, object]] = Counter()
        for message in self.diary.sent:
            if message.channel in (MAIL, DIGEST):
                zone = self.month.people[message.user].zone
                mails[message.user, message.at.replace(tzinfo=UTC).astimezone(zone).date()] += 1
        none = max(0, days * len(self.month.people) - len(mails))
        return sorted([0] * none + list(mails.values()))

    def lines(self) -> list[str]:
        """Return the figures of the month."""
        mails = self.mails_a_day()
        active = [n for n in mails if n]
        return [
            f"{self.month.size}",
            f"games started: {len(self.tales)}, faults: {len(self.faults)}",
            *(f"{name}: {number}" for name, number in sorted(self.counts.items())),
            f"mails a person a day: median {median(mails):g}, worst {mails[-1]}",
            f"on a day with any: median {median(active):g}" if active else "no mails",
        ]


def alarm_waits(notifications: Iterable[Notification], tales: Mapping[int, Tale]) -> Iterator[Wait]:
    """Yield that each alarm is told, if it sounded; `Judge` wants the last one to sound.

    It is out of date when a later one of the same turn has sounded.
    """
    alarms: dict[tuple[int, str], list[Notification]] = defaultdict(list)
    for notification in notifications:
        if notification.key.startswith("alarm ") and notification.game_id is not None:
            turn = notification.key.rpartition(" ")[0]
            alarms[notification.user_id, turn].append(notification)
    for (user, _turn), sounded in alarms.items():
        for place, alarm in enumerate(sounded):
            assert alarm.game_id is not None
            asked = tales[alarm.game_id].asked_since(user, alarm.at)
            if asked is not None:
                ends = asked.ends + [later.at for later in sounded[place + 1 :]][:1]
                excuses = [at for at in asked.excuses if at >= alarm.at]
                yield Wait(user, asked.game, "time", alarm.key, alarm.at, ends, excuses)
