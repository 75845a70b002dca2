"""Pages about time: clocks, agreements, weeks and vacations."""

import html
import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.forms import MOST_DAYS_OFF, MOST_SLEEP
from accounts.models import Absence, User, VacationHour
from games.clock import BANK, LIVE, Pace, a_turn_in, week
from games.clock.moments import DAY, HOUR
from games.tables.models import (
    Access,
    Ending,
    Game,
    Occasion,
    Outage,
    Proposal,
    ProposalKind,
    Seat,
    Status,
)
from games.tables.page import table_page
from games.tables.selectors import seen
from games.tables.services import drafts
from games.tables.services.agreements import propose
from games.tables.services.opening import Wish, create_table
from games.tables.services.play import engine_game
from games.tables.timekeeping.absences import plan_absence
from tests.support.factories import answer, player, running_game, sweep, table, wakeful

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""
ONE_DAY, ONE_HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Freeze the time at `T0`; tests move it by changing the only entry."""
    cache.clear()
    at = [T0]
    monkeypatch.setattr(timezone, "now", lambda: at[0])
    return at


@pytest.fixture
def ada() -> User:
    return wakeful("ada")


@pytest.fixture
def bob() -> User:
    return wakeful("bob")


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", response.content.decode())))


def read(user: User | None, game: Game) -> str:
    response = signed_in(user).get(reverse("table", args=[game.pk]))
    assert response.status_code == 200
    return text_of(response)


def send(user: User, name: str, game: Game, **data: Any) -> Any:
    response = signed_in(user).post(
        reverse(name, args=[game.pk]), data, headers={"HX-Request": "true"}
    )
    game.refresh_from_db()
    return response


def turn_of(user: User, *others: User | str, **fields: Any) -> Game:
    """Return a game with a turn of a user."""
    game = running_game(user, *others, now=T0, **fields)
    while True:
        asked = engine_game(game).pending[0]
        if asked.kind == "turn" and game.seats.get(number=asked.seats[0]).user == user:
            return game
        game = answer(game, T0)


def draft_to_the_end(user: User, game: Game) -> None:
    """Draft the first legal answers until the draft can be confirmed."""
    while True:
        seat = game.seats.get(user=user)
        draft = drafts.draft_of(game, seat)
        if draft.decision is None or draft.final:
            return
        drafts.add_to_draft(user, game.pk, draft.decision.options[0], game.seq)


# --- opening a table ---

FORM = {"players": "2", "opponent_1": "open", "boards": "", "public": "on"}


@pytest.mark.parametrize(
    ("wish", "pace"),
    [
        ({"pace": "days-14"}, a_turn_in(14)),
        ({"pace": "bank", "start": "3", "increment": "1", "most": "7"}, BANK),
        (
            {"pace": "bank", "start": "2", "increment": "0.5", "most": "4"},
            Pace(2 * DAY, 12 * HOUR, 4 * DAY),
        ),
        ({"pace": "days-5", "start": "", "increment": "nonsense"}, None),
        ({"pace": "live-5"}, LIVE[1]),
        ({"pace": "none"}, None),
    ],
    ids=str,
)
def test_a_pace_as_a_person_thinks_of_it(
    ada: User, wish: dict[str, str], pace: Pace | None
) -> None:
    answered = signed_in(ada).post(reverse("new_table"), FORM | wish)
    if "nonsense" in wish.values():
        assert answered.status_code == 422
        return
    assert answered.status_code == 302
    game = Game.objects.get()
    assert game.pace == (pace and pace.to_json())


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"pace": "bank", "start": "0.2", "increment": "1", "most": "7"}, "That is too short."),
        ({"pace": "bank", "start": "8", "increment": "1", "most": "7"}, "more than its maximum"),
        ({"pace": "bank", "start": "3", "increment": "", "most": "7"}, "How many days?"),
        ({"pace": "none", "rated": "on"}, "Rated games have a clock."),
        ({"pace": "live-5", "league": "on"}, "League pace is for correspondence games only."),
    ],
    ids=str,
)
def test_a_pace_that_cannot_be_says_why_and_keeps_what_was_typed(
    ada: User, wish: dict[str, str], says: str
) -> None:
    answered = signed_in(ada).post(reverse("new_table"), FORM | wish)
    assert answered.status_code == 422
    assert says in text_of(answered)
    assert answered.context["form"]["pace"].value() == wish["pace"]
    if "start" in wish:
        assert f'value="{wish["start"]}"' in answered.content.decode()
    assert not Game.objects.exists()


def test_the_week_of_the_others_is_shown_before_sitting_down_in_the_readers_zone(
    ada: User,
) -> None:
    yuki = player("yuki", time_zone="Asia/Tokyo", days_off="56")
    plan_absence(yuki, T0 + 2 * ONE_DAY, T0 + 9 * ONE_DAY, now=T0)
    game = create_table(yuki, Wish(league=True, public=True))
    ada.time_zone = "Europe/Berlin"
    ada.save()
    page_text = read(ada, game)
    assert "Sleeps 15:00–23:00, your time" in page_text
    assert "Days off: Saturday and Sunday (Asia/Tokyo)" in page_text
    assert "Away from Wednesday 13:00 until Wed 11 Mar, 13:00" in page_text
    assert "league pace: no vacation" in page_text
    lobby = text_of(signed_in(ada).get(reverse("lobby")))
    assert "yuki sleeps 15:00–23:00, your time" in lobby
    assert "league pace: no vacation" in lobby


def test_a_live_table_has_no_weeks(ada: User, bob: User) -> None:
    game = create_table(bob, Wish(pace=LIVE[1]))
    assert "leep" not in read(ada, game)


# --- at the table ---


def test_deadlines_read_as_people_say_them(ada: User, bob: User) -> None:
    ada.time_zone = "Europe/Berlin"
    ada.save()
    game = turn_of(ada, bob, pace=BANK)
    assert "until Thursday 13:00 , your time" in read(ada, game)
    assert "until Thursday 12:00 , your time" in read(bob, game)
    assert "until Thursday 12:00 , UTC" in read(None, game)
    time = table_page(seen(ada, game.pk), now=T0).clocks
    assert time.running is time.mine
    assert time.theirs.says == "4 days"
    time = table_page(seen(bob, game.pk), now=T0).clocks
    assert time.running is time.theirs
    assert (time.mine.says, time.mine.deadline) == ("4 days", None)


def test_the_panel_says_what_is_left_after_the_move(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, pace=BANK)
    page = table_page(seen(ada, game.pk), now=T0 + ONE_DAY)
    uncounted = "Sleep hours and days off don't count."
    assert page.clocks.after == f"You will have 3 days for your next turn. {uncounted}"
    assert table_page(seen(bob, game.pk), now=T0 + ONE_DAY).clocks.after == ""
    assert "for your next turn" not in read(ada, game)
    draft_to_the_end(ada, game)
    assert "Confirm to play this." in read(ada, game)
    assert "You will have 4 days for your next turn." in read(ada, game)


def test_live_clocks_tick(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, pace=LIVE[1])
    time = table_page(seen(ada, game.pk), now=T0 + timedelta(seconds=29)).clocks
    assert (time.mine.says, time.theirs.says) == ("4:31", "5:30")
    page = signed_in(ada).get(reverse("table", args=[game.pk])).content.decode()
    assert "data-ticks" in page
    assert f'data-now="{T0.isoformat()}"' in page


def test_a_game_without_a_clock_and_one_with_a_bot_show_none(ada: User, bob: User) -> None:
    assert "until" not in read(ada, turn_of(ada, bob, pace=None))
    time = table_page(seen(ada, turn_of(ada, "noisy").pk), now=T0).clocks
    assert (time.theirs.says, time.mine.says) == ("", "until Thursday 12:00")


def test_who_is_away_is_said_at_the_table_and_in_the_lists(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    plan_absence(bob, T0, T0 + 3 * ONE_DAY, now=T0)
    assert "Away until Thursday 12:00" in read(ada, game)
    while Seat.objects.get(game=game, user=ada).asked:
        game = answer(game, T0)
    assert "bob: away until Thursday 12:00" in text_of(signed_in(ada).get(reverse("home")))


def test_time_that_was_given_back_is_said_for_two_days(
    ada: User, bob: User, clock: list[datetime]
) -> None:
    game = turn_of(ada, bob)
    outage = Outage.objects.create(start=T0 + ONE_HOUR, end=T0 + 3 * ONE_HOUR)
    clock[0] = T0 + ONE_DAY
    says = "The site was down from 2 Mar, 13:00 to 2 Mar, 15:00."
    for reader in (ada, bob, None):
        assert says in read(reader, game)
    younger = running_game(ada, bob, now=T0 + 4 * ONE_HOUR)
    assert says not in read(ada, younger)
    clock[0] = outage.end + 2 * ONE_DAY
    assert says not in read(ada, game)


def test_giving_time(ada: User, bob: User) -> None:
    game = turn_of(bob, ada)
    before = game.deadline
    assert before is not None
    answered = send(ada, "give_time", game, hours="48")
    assert answered.status_code == 200
    assert game.deadline == before + 2 * ONE_DAY
    assert "until Saturday 12:00" in text_of(answered)
    refused = send(ada, "give_time", game, hours="7000")
    assert refused.status_code == 422
    assert "You can give between 12 hours and 7 days." in text_of(refused)
    assert send(player("eve"), "give_time", game, hours="48").status_code == 403
    assert game.deadline == before + 2 * ONE_DAY


def test_a_pause_is_proposed_agreed_on_and_ended(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    assert "Your proposal: a pause of up to 30 days." in text_of(
        send(ada, "propose", game, kind="pause")
    )
    page = read(bob, game)
    assert "Proposal from ada: a pause of up to 30 days." in page
    assert "Agree" in page
    watching = read(None, game)
    assert "Proposal from ada" in watching
    assert "Agree" not in watching
    assert send(ada, "accept_proposal", game).status_code == 403
    agreed = text_of(send(bob, "accept_proposal", game))
    assert "The game is paused: the clocks stop" in agreed
    assert "until Thursday" not in agreed
    assert game.deadline is None
    send(bob, "propose", game, kind="resume")
    assert "until Thursday 12:00" in text_of(send(ada, "accept_proposal", game))


def test_a_proposal_is_declined_or_withdrawn(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    for who in (ada, bob):
        send(ada, "propose", game, kind="pause")
        assert send(who, "decline_proposal", game).status_code == 200
        assert not Proposal.objects.exists()
    gone = send(ada, "accept_proposal", game)
    assert gone.status_code == 409
    assert "There is no open proposal." in text_of(gone)


def test_another_pace(ada: User, bob: User) -> None:
    game = turn_of(ada, bob, pace=a_turn_in(3))
    bank = {"pace": "bank", "start": "2", "increment": "1", "most": "1"}
    refused = send(ada, "propose", game, kind="pace", **bank)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "A bank can&#x27;t start with" in page
    assert '<details id="new-pace" open>' in page
    assert 'name="start" value="2"' in page
    send(ada, "propose", game, kind="pace", pace="days-7")
    assert "Proposal from ada: a new pace: 7 days a turn." in read(bob, game)
    send(bob, "accept_proposal", game)
    assert game.pace == a_turn_in(7).to_json()
    assert send(ada, "propose", game, kind="draw").status_code == 422


def test_the_menu_is_for_those_who_play(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    assert "Give time" in read(bob, game)
    for stranger in (None, player("eve")):
        assert "Give time" not in read(stranger, game)
    live = read(ada, turn_of(ada, bob, pace=LIVE[1]))
    assert "Give time" not in live
    assert "Pause the game" in live


def test_a_game_is_muted_for_oneself(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    answered = send(ada, "notification_level", game, level="urgent")
    assert '<option value="urgent" selected>' in answered.content.decode()
    assert {seat.notifications for seat in game.seats.all()} == {"urgent", "normal"}
    assert send(ada, "notification_level", game, level="loud").status_code == 422
    assert send(player("eve"), "notification_level", game, level="mute").status_code == 403


def test_a_teammate_plays_on_or_resigns(ada: User, bob: User, clock: list[datetime]) -> None:
    cleo, dora = wakeful("cleo"), wakeful("dora")
    game = running_game(ada, bob, cleo, dora, now=T0, pace=a_turn_in(1))
    while not (
        engine_game(game).pending[0].kind == "turn" and engine_game(game).pending[0].seats == (0,)
    ):
        game = answer(game, T0)
    clock[0] = T0 + ONE_DAY + timedelta(seconds=1)
    sweep(clock[0])
    page_text = read(cleo, game)
    assert "ada ran out of time." in page_text
    assert "Play on for ada" in page_text
    assert "Resign for the team" in page_text
    assert "You can still answer until cleo takes over your seat." in read(ada, game)
    for other in (bob, None):
        assert "Play on for ada" not in read(other, game)
    taken = text_of(send(cleo, "take_over", game))
    assert "You are playing for ada, with their cards." in taken
    assert "Your time ran out. cleo plays your seat until the end." in read(ada, game)
    assert "cleo is playing for ada, whose time ran out." in read(bob, game)
    assert "Give time" not in read(ada, game)
    assert send(cleo, "take_over", game).status_code == 409


def test_the_table_takes_few_queries_whatever_there_is_to_say(
    ada: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = turn_of(ada, bob)
    plan_absence(bob, T0, T0 + ONE_DAY, now=T0)
    propose(bob, game.pk, ProposalKind.PAUSE, now=T0)
    Outage.objects.create(start=T0 - ONE_HOUR, end=T0 + ONE_HOUR)
    client = signed_in(ada)
    client.get(reverse("rules"))  # the first page of a session writes the session down
    with django_assert_max_num_queries(12):
        page_text = text_of(client.get(reverse("table", args=[game.pk])))
    for words in ("Away until", "Proposal from bob", "The site was down"):
        assert words in page_text


# --- how games ended ---


@pytest.mark.parametrize(
    ("ending", "at_the_table", "in_the_list"),
    [
        (
            Ending.UNBEGUN,
            "cancelled because it wasn't started in time",
            "Cancelled not started in time",
        ),
        (
            Ending.ANNULLED,
            "The game was annulled because time ran out",
            "Annulled lost during an absence that had already cost a game",
        ),
        ("", "The game was aborted", "aborted"),
    ],
)
def test_games_without_a_result_say_why(
    ada: User, bob: User, ending: str, at_the_table: str, in_the_list: str
) -> None:
    game = turn_of(ada, bob)
    Game.objects.filter(pk=game.pk).update(
        status=Status.ABORTED, ending=ending, finished_at=T0, deadline=None
    )
    assert at_the_table in read(ada, game)
    assert in_the_list in text_of(signed_in(ada).get(reverse("home")))


# --- my games ---


def test_home_shows_the_least_usable_time_first(ada: User, bob: User) -> None:
    """A user's own deadline counts; other players can have an earlier one in the same game."""
    ada.sleep_from, ada.sleep_to = time(20), time(8)
    ada.save()
    both = running_game(ada, bob, pace=a_turn_in(1), now=T0)
    half = turn_of(ada, bob, pace=Pace(18 * HOUR, 18 * HOUR, 18 * HOUR))
    none = turn_of(ada, bob, pace=None)
    assert both.deadline == T0 + ONE_DAY
    assert half.deadline == T0 + 30 * ONE_HOUR
    response = signed_in(ada).get(reverse("home"))
    assert [card.game for card in response.context["turn"]] == [half, both, none]
    page_text = text_of(response)
    assert "until tomorrow 18:00 1 day 6 hours left (18 hours counted)" in page_text
    assert "until Wednesday 12:00 2 days left (1 day counted)" in page_text


def test_a_turn_of_14_days_says_what_of_it_counts(ada: User, bob: User) -> None:
    """Sleep hours extend it to 21 days on the calendar; all pages show the same figures."""
    ada.sleep_from, ada.sleep_to = time(0), time(8)
    ada.save()
    game = turn_of(ada, bob, pace=a_turn_in(14))
    for page_text in (text_of(signed_in(ada).get(reverse("home"))), read(ada, game)):
        assert "21 days left (14 days counted)" in page_text
        assert "Sleep hours and days off don't count." in page_text
        assert " 14 days left" not in page_text


def test_home_needs_nine_queries_and_one_a_contest_with_absences(
    ada: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    plan_absence(bob, T0, T0 + ONE_DAY, now=T0)
    for _ in range(3):
        turn_of(ada, bob)
        create_table(bob, Wish(others=(ada,), access=Access.INVITED))
    client = signed_in(ada)
    client.get(reverse("home"))  # the first look of a day writes that down
    with django_assert_max_num_queries(9 + len(Occasion)):
        assert "bob: away until" in text_of(client.get(reverse("home")))


# --- vacation ---


def form_time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M")


def test_vacation_is_planned_and_called_off_in_my_zone(ada: User) -> None:
    ada.time_zone = "America/New_York"
    ada.save()
    client = signed_in(ada)
    page = text_of(client.get(reverse("vacation")))
    assert "You have 20 days of vacation." in page
    assert "Your vacation covers all your games." in page
    plan = {"start": "2026-03-10T08:00", "end": "2026-03-20T08:00"}
    assert client.post(reverse("vacation"), plan).status_code == 302
    absence = Absence.objects.get()
    assert absence.start == datetime(2026, 3, 10, 12, tzinfo=UTC)
    assert "Away from Tue 10 Mar, 08:00 until Fri 20 Mar, 08:00" in text_of(
        client.get(reverse("vacation"))
    )
    assert client.post(reverse("come_back", args=[absence.pk])).status_code == 302
    assert not Absence.objects.exists()
    assert client.post(reverse("come_back", args=[absence.pk])).status_code == 404


@pytest.mark.parametrize(
    ("plan", "status", "says"),
    [
        ({"start": "2026-03-10T08:00", "end": "2026-03-09T08:00"}, 422, "ends before it starts"),
        ({"start": "2026-02-10T08:00", "end": "2026-03-09T08:00"}, 422, "starts in the past"),
        (
            {"start": "2026-03-05T08:00", "end": "2026-03-09T08:00"},
            409,
            "already have a vacation planned",
        ),
        ({"start": "soon", "end": "2026-03-09T08:00"}, 422, "Enter a valid date/time."),
    ],
)
def test_a_plan_that_cannot_be_says_why_and_keeps_what_was_typed(
    ada: User, plan: dict[str, str], status: int, says: str
) -> None:
    plan_absence(ada, T0 + 2 * ONE_DAY, T0 + 4 * ONE_DAY, now=T0)
    answered = signed_in(ada).post(reverse("vacation"), plan)
    assert answered.status_code == status
    assert says in text_of(answered)
    assert f'value="{plan["start"]}"' in answered.content.decode()
    assert Absence.objects.count() == 1


def test_leaving_now_and_coming_back(ada: User, clock: list[datetime]) -> None:
    client = signed_in(ada)
    late = client.post(reverse("leave_now"), {"now-end": form_time(T0 - ONE_DAY)})
    assert late.status_code == 422
    assert "ends before it starts" in text_of(late)
    assert f'value="{form_time(T0 - ONE_DAY)}"' in late.content.decode()
    client.post(reverse("leave_now"), {"now-end": form_time(T0 + 3 * ONE_DAY)})
    page = client.get(reverse("vacation"))
    assert "You are on vacation Away until Thursday 12:00" in text_of(page)
    clock[0] = T0 + ONE_DAY
    assert client.post(reverse("come_back", args=[page.context["away"]["pk"]])).status_code == 302
    assert Absence.objects.get().end == clock[0]


def test_spent_hours_and_games_that_are_not_covered(ada: User, bob: User) -> None:
    for hour in (1, 2, 30):
        VacationHour.objects.create(user=ada, hour=T0 - hour * ONE_HOUR)
    running_game(ada, bob, now=T0)
    league = running_game(ada, bob, league=True, now=T0)
    response = signed_in(ada).get(reverse("vacation"))
    page_text = text_of(response)
    assert "2 March 2026 2 hours 1 March 2026 1 hour" in page_text
    assert [card.game for card in response.context["uncovered"]] == [league]


@pytest.mark.parametrize("name", ["vacation", "leave_now"])
def test_vacation_is_for_those_who_are_signed_in(name: str) -> None:
    answered = signed_in(None).post(reverse(name))
    assert answered.status_code == 302
    assert reverse("account_login") in answered["Location"]


def test_looking_at_what_changes_time_changes_nothing(ada: User, bob: User) -> None:
    game = table(ada, bob, now=T0)
    client = signed_in(ada)
    for name in (
        *("give_time", "propose", "accept_proposal", "decline_proposal"),
        *("take_over", "notification_level", "come_back"),
    ):
        assert client.get(reverse(name, args=[game.pk])).status_code == 405


# --- the week I live in ---

PREFERENCES = {
    "language": "en",
    "time_zone": "Europe/Berlin",
    "theme": "auto",
    "sleep_from": "22:30",
    "sleep_to": "06:00",
    "days_off": ["6", "5"],
}


def test_the_week_is_kept_and_shown(ada: User) -> None:
    client = signed_in(ada)
    assert client.post(reverse("preferences"), PREFERENCES).status_code == 302
    ada.refresh_from_db()
    assert (ada.sleep_from, ada.sleep_to, ada.days_off) == (time(22, 30), time(6), "56")
    page = client.get(reverse("preferences")).content.decode()
    assert 'value="22:30"' in page
    assert page.count("checked") == 2


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (
            {"sleep_from": "12:00", "sleep_to": "00:01"},
            "You can set at most twelve sleep hours a day.",
        ),
        ({"days_off": ["0", "5", "6"]}, "You can set at most two days off a week."),
    ],
)
def test_a_week_that_cannot_be(ada: User, wish: dict[str, Any], says: str) -> None:
    answered = signed_in(ada).post(reverse("preferences"), PREFERENCES | wish)
    assert answered.status_code == 422
    assert says in text_of(answered)
    ada.refresh_from_db()
    assert (ada.sleep_from, ada.days_off) == (time(0), "")


def test_people_and_clocks_agree_on_the_week() -> None:
    """`accounts` does not import `games`, so the limits are defined twice."""
    assert (MOST_SLEEP.total_seconds(), MOST_DAYS_OFF) == (week.MOST_SLEEP, week.MOST_DAYS_OFF)
