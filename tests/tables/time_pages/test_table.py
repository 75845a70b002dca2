"""Time at the table: paces to choose, deadlines, agreements, and how games ended."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.clock import BANK, LIVE, Pace, a_turn_in
from games.clock.moments import DAY, HOUR
from games.lobby.services.opening import Wish, create_table
from games.tables.models import Ending, Game, Outage, Proposal, ProposalKind, Seat, Status
from games.tables.page import table_page
from games.tables.selectors import seen
from games.tables.services.agreements import propose
from games.tables.services.play import engine_game
from games.tables.timekeeping.absences import plan_absence
from tests.support.factories import answer, player, running_game, sweep, wakeful
from tests.tables.page.pages import signed_in
from tests.tables.time_pages.pages import (
    ONE_DAY,
    ONE_HOUR,
    T0,
    draft_to_the_end,
    menu,
    read,
    send,
    text_of,
    turn_of,
)

pytestmark = pytest.mark.django_db


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
    says = "The site was down on 2 Mar from 13:00 to 15:00."
    for reader in (ada, bob, None):
        assert says in read(reader, game)
    younger = running_game(ada, bob, now=T0 + 4 * ONE_HOUR)
    assert says not in read(ada, younger)
    Outage.objects.update(start=T0 - ONE_DAY)
    assert "The site was down from 1 Mar, 12:00 to 2 Mar, 15:00." in read(ada, game)
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
    assert "Give time" in menu(bob, game)
    for stranger in (None, player("eve")):
        assert "Give time" not in menu(stranger, game)
    live = menu(ada, turn_of(ada, bob, pace=LIVE[1]))
    assert "Give time" not in live
    assert "Pause the game" in live


def test_a_game_is_muted_for_oneself(ada: User, bob: User) -> None:
    game = turn_of(ada, bob)
    assert send(ada, "notification_level", game, level="urgent").status_code == 200
    response = signed_in(ada).get(reverse("menu", args=[game.pk]))
    assert '<option value="urgent" selected>' in response.content.decode()
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
    assert "Give time" not in menu(ada, game)
    assert send(cleo, "take_over", game).status_code == 409


def test_the_table_takes_few_queries_whatever_there_is_to_say(
    ada: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = turn_of(ada, bob)
    plan_absence(bob, T0, T0 + ONE_DAY, now=T0)
    propose(bob, game.pk, ProposalKind.PAUSE, now=T0)
    Outage.objects.create(start=T0 - ONE_HOUR, end=T0 + ONE_HOUR)
    client = signed_in(ada)
    client.get(reverse("symbols"))  # the first page of a session writes the session down
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
