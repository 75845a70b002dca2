"""Takeovers: a teammate plays on for a player who ran out of time."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import closing
from accounts.models import User
from games.notifications.mail import notification_mail
from games.notifications.models import Notification
from games.tables import selectors
from games.tables.lists import cards
from games.tables.models import Ending, Game, Seat, Status
from games.tables.selectors import seen
from games.tables.services import ending
from games.tables.services.drafts import add_to_draft, confirm_draft, draft_of, undo_draft
from games.tables.services.play import submit_actions
from games.tables.services.sealing import WAITS
from games.tables.services.sending import send_due
from games.tables.services.takeover import take_over
from tests.support.factories import answer, legal_answer, player, refusal, running_game, sweep

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)


class Table:
    """A game of four in the middle of a turn: `late` is asked, `mate` is not."""

    def __init__(self, start: datetime = T0) -> None:
        people = [player(name, sleep_from="0:00", sleep_to="0:00") for name in "abcd"]
        people = list(User.objects.order_by("username"))
        self.game = running_game(*people, now=start)
        while self.game.seq < 4 or self.game.seats.filter(asked=True).count() > 1:
            self.game = answer(self.game, start)
        self.seat = self.game.seats.select_related("user").get(asked=True)
        self.late = people[self.seat.number]
        self.mate = people[(self.seat.number + 2) % 4]
        self.other = people[1 - self.seat.side]
        assert self.game.deadline is not None
        self.due: datetime = self.game.deadline

    def pass_by(self) -> Game:
        """Let the seat run out of time."""
        assert sweep(self.due + SECOND) == 0
        return self.read()

    def read(self) -> Game:
        self.game.refresh_from_db()
        self.seat.refresh_from_db()
        return self.game

    def answers(self, user: User, now: datetime) -> None:
        """Answer for the seat that is asked."""
        _seat, action = legal_answer(self.game)
        submit_actions(user, self.game.pk, [action], self.game.seq, now=now)
        self.read()


@pytest.fixture
def four() -> Table:
    return Table()


def test_the_teammate_gets_a_fresh_turn_of_time(four: Table) -> None:
    game = four.pass_by()
    assert game.status == Status.RUNNING
    assert game.deadline == four.due + 3 * DAY + SECOND
    assert four.seat.abandoned_at == four.due + SECOND
    notification = Notification.objects.get(key=f"abandoned {game.pk} {game.seq}")
    assert (notification.user, notification.data) == (four.mate, {"abandoned": four.seat.number})


def test_the_teammate_plays_on_with_the_cards_of_the_absent(four: Table) -> None:
    game = four.pass_by()
    now = four.due + DAY
    assert seen(four.mate, game.pk).number == (four.seat.number + 2) % 4
    assert not seen(four.mate, game.pk).asked
    take_over(four.mate, game.pk, now=now)
    table = seen(four.mate, game.pk)
    assert (table.number, table.asked) == (four.seat.number, True)
    assert table.own is not None
    assert table.own.user == four.mate
    hands = table.view()["hands"]
    assert [hand["cards"] is not None for hand in hands] == [
        number == four.seat.number for number in range(4)
    ]
    four.read()
    assert list(selectors.your_turn(four.mate)) == [game]
    assert list(selectors.your_turn(four.late)) == []
    assert [cards([game], user)[0].is_my_turn for user in (four.mate, four.late)] == [True, False]
    _seat, action = legal_answer(game)
    add_to_draft(four.mate, game.pk, action, game.seq)
    moved = confirm_draft(four.mate, game.pk, game.seq, now=now)
    assert moved.moves.latest("seq").seat == four.seat.number
    assert confirm_draft(four.mate, game.pk, game.seq, now=now).seq == moved.seq  # a second click


def test_the_absent_one_only_watches_afterwards(four: Table) -> None:
    game = four.pass_by()
    now = four.due + DAY
    take_over(four.mate, game.pk, now=now)
    assert not seen(four.late, game.pk).asked
    _seat, action = legal_answer(game)
    refusal(403, lambda: submit_actions(four.late, game.pk, [action], game.seq, now=now))
    refusal(403, lambda: ending.resign(four.late, game.pk, now=now))
    refusal(403, lambda: ending.abort(four.late, game.pk, now=now))


def test_until_then_the_absent_one_may_come_back(four: Table) -> None:
    game = four.pass_by()
    four.answers(four.late, four.due + DAY)
    assert game.moves.latest("seq").seat == four.seat.number
    for _turns in range(12):
        refusal(409, lambda: take_over(four.mate, game.pk, now=four.due + DAY))
        answer(four.game, four.due + DAY)


@pytest.fixture
def confirmed() -> Table:
    """A table whose late player has drafted a turn now and confirmed it, which waits to be sent."""
    now = timezone.now()
    four = Table(now - 3 * DAY - HOUR)
    four.late.undo_send = True
    four.late.save()
    game = four.pass_by()
    while (decision := draft_of(game, four.seat).decision) is not None:
        lead = next((option for option in decision.options if option.startswith("lead")), None)
        add_to_draft(four.late, game.pk, lead or decision.options[0], game.seq)
        four.read()
    confirm_draft(four.late, game.pk, game.seq, now=now)
    four.read()
    assert four.seat.sends_at == now + WAITS
    return four


def may_press(user: User, game: Game) -> bool:
    """Whether the page of the table has the button of a takeover."""
    client = Client()
    client.force_login(user)
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    return reverse("take_over", args=[game.pk]) in page


def test_a_seat_whose_confirmed_turn_waits_is_not_taken_over(confirmed: Table) -> None:
    game, sends_at = confirmed.game, confirmed.seat.sends_at
    assert sends_at is not None
    assert not may_press(confirmed.mate, game)
    refusal(409, lambda: take_over(confirmed.mate, game.pk, now=sends_at - SECOND))
    send_due(sends_at)
    confirmed.read()
    assert game.moves.latest("seq").seat == confirmed.seat.number
    assert confirmed.seat.back_at == sends_at


def test_a_seat_whose_turn_is_taken_back_can_be_taken_over(confirmed: Table) -> None:
    game = confirmed.game
    undo_draft(confirmed.late, game.pk, game.seq)
    assert may_press(confirmed.mate, game)
    take_over(confirmed.mate, game.pk)
    confirmed.read()
    assert confirmed.seat.played_by == confirmed.mate


def test_who_may_not_take_over(four: Table) -> None:
    refusal(409, lambda: take_over(four.mate, four.game.pk, now=four.due))
    game = four.pass_by()
    refusal(409, lambda: take_over(four.other, game.pk, now=four.due + HOUR))
    refusal(409, lambda: take_over(four.late, game.pk, now=four.due + HOUR))
    refusal(403, lambda: take_over(player("eve"), game.pk, now=four.due + HOUR))
    refusal(409, lambda: take_over(four.mate, game.pk, now=four.due + 4 * DAY))


@pytest.mark.parametrize("taken", [False, True], ids=["left alone", "taken over"])
def test_when_the_teammate_lets_it_pass_too_the_game_is_lost(four: Table, taken: bool) -> None:
    game = four.pass_by()
    if taken:
        take_over(four.mate, game.pk, now=four.due + DAY)
    assert game.deadline is not None
    assert sweep(game.deadline) == 0
    assert sweep(game.deadline + SECOND) == 1
    four.read()
    result = (game.status, game.winner, game.ending)
    assert result == (Status.FINISHED, 1 - four.seat.side, Ending.TIME)


def turn_of(user: User, other: User, now: datetime) -> Game:
    """Return a game in which a user is asked, and has answered before."""
    game = running_game(user, other, answers=2, now=now)
    while not game.seats.get(user=user).asked:
        game = answer(game, now)
    return game


def test_who_lets_the_time_of_a_seat_pass_that_they_took_over_is_away(four: Table) -> None:
    game = four.pass_by()
    now = four.due + DAY
    take_over(four.mate, game.pk, now=now)
    another = turn_of(four.mate, four.other, now + HOUR)
    assert game.deadline is not None
    assert sweep(game.deadline + SECOND) == 1
    assert sweep(now + HOUR + 3 * DAY + SECOND) == 1
    another.refresh_from_db()
    assert another.ending == Ending.ANNULLED


def test_what_the_teammate_plays_does_not_bring_the_absent_one_back(four: Table) -> None:
    another = turn_of(four.late, four.other, T0 + 2 * DAY)
    game = four.pass_by()
    now = four.due + DAY
    take_over(four.mate, game.pk, now=now)
    four.answers(four.mate, now)
    assert game.moves.latest("seq").seat == four.seat.number
    assert sweep(T0 + 5 * DAY + SECOND) == 1
    another.refresh_from_db()
    assert another.ending == Ending.ANNULLED


def test_who_came_back_and_left_again_is_away_since_then(four: Table) -> None:
    four.pass_by()
    four.answers(four.late, four.due + HOUR)
    while not four.game.seats.get(user=four.late).asked or four.game.seq < 6:
        answer(four.game, four.due + HOUR)
        four.read()
    another = turn_of(four.late, four.other, four.due + 2 * HOUR)
    assert sweep(four.due + HOUR + 3 * DAY + SECOND) == 1
    assert sweep(four.due + 2 * HOUR + 3 * DAY + SECOND) == 1
    another.refresh_from_db()
    assert another.ending == Ending.ANNULLED


def test_a_team_of_which_both_are_asked_loses_at_once() -> None:
    four = Table()
    while four.game.seats.filter(asked=True).count() < 2:
        answer(four.game, T0)
        four.read()
    assert four.game.deadline is not None
    assert sweep(four.game.deadline + SECOND) == 1


def test_the_team_may_resign(four: Table) -> None:
    game = four.pass_by()
    ending.resign(four.mate, game.pk, now=four.due + HOUR)
    four.read()
    assert (game.winner, game.ending) == (1 - four.seat.side, Ending.RESIGNATION)


def test_the_next_question_to_the_seat_is_for_who_plays_it(four: Table) -> None:
    game = four.pass_by()
    now = four.due + HOUR
    take_over(four.mate, game.pk, now=now)
    asked = Notification.objects.filter(game=game, data__seat=four.seat.number)
    while not asked.exists():
        answer(four.game, now)
    assert [notification.user for notification in asked] == [four.mate]
    assert not Notification.objects.filter(user=four.late, seq__gt=game.seq).exists()


def test_notes_and_looks_stay_apart(four: Table, client: Client) -> None:
    game = four.pass_by()
    looked = four.seat.seen_at
    four.seat.notes = "a secret plan"
    four.seat.save()
    take_over(four.mate, game.pk, now=four.due + HOUR)
    client.force_login(four.mate)
    page = client.get(reverse("table", args=[game.pk])).content.decode()
    assert "a secret plan" not in page
    client.post(reverse("notes", args=[game.pk]), {"notes": "mine"})
    four.read()
    assert four.seat.notes == "a secret plan"
    assert four.seat.seen_at == looked
    assert Seat.objects.get(user=four.mate).notes == "mine"


def test_who_is_replaced_may_delete_their_account(four: Table) -> None:
    game = four.pass_by()
    take_over(four.mate, game.pk, now=four.due + HOUR)
    closing.delete_account(four.late)
    four.read()
    assert game.status == Status.RUNNING
    assert seen(four.mate, game.pk).asked


def test_the_mail_to_the_teammate_says_until_when(four: Table) -> None:
    four.pass_by()
    notification = Notification.objects.get(kind="abandoned", user=four.mate)
    mail = notification_mail(notification, four.due)
    for text in (mail.body, str(mail.alternatives[0][0])):
        assert "You may play on for them." in text
        assert "You have until Sunday 8 Mar, 12:00 (your time, UTC)." in text
    four.answers(four.late, four.due + HOUR)
    assert "until" not in notification_mail(notification, four.due).body
