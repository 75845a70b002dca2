"""The site's weekly cups: when they open and start, whose evening it is, and bots in them."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.notifications.models import Notification
from games.tables.models import Game, Seat, Status
from games.tables.services import bots
from games.tournaments import enrolment
from games.tournaments.models import Entrant, Pairing, Tournament, TournamentStage
from games.tournaments.runner import run_tournament, run_tournaments
from games.tournaments.weekly import PLACES, best_start, open_weekly
from tests.support.browsing import markup
from tests.support.factories import player
from tests.tournaments.tournaments_factory import play_round

WEDNESDAY = datetime(2026, 3, 18, 12, tzinfo=UTC)
FRIDAY, SUNDAY, MONDAY = date(2026, 3, 20), date(2026, 3, 22), date(2026, 3, 23)
THURSDAY_MORNING = datetime(2026, 3, 19, 8, tzinfo=UTC)
MONDAY_EVENING = datetime(2026, 3, 23, 18, tzinfo=UTC)

BERLIN, TOKYO, DENVER = (
    ZoneInfo("Europe/Berlin"),
    ZoneInfo("Asia/Tokyo"),
    ZoneInfo("America/Denver"),
)


@pytest.mark.parametrize(
    ("zones", "start"),
    [
        ([], "20 18"),
        ([BERLIN], "20 18"),
        ([TOKYO, TOKYO, BERLIN], "20 11"),
        ([DENVER], "21 00"),
        ([DENVER, BERLIN], "20 18"),
    ],
)
def test_the_hour_is_evening_where_most_live(zones: list[ZoneInfo], start: str) -> None:
    assert best_start(FRIDAY, zones).strftime("%d %H") == start


@pytest.mark.django_db
def test_the_cups_of_a_week_open_once() -> None:
    run_tournaments(WEDNESDAY)
    run_tournaments(WEDNESDAY + timedelta(hours=1))
    cups = Tournament.objects.exclude(day=None).order_by("day")
    assert [(cup.day, cup.live) for cup in cups] == [
        (FRIDAY, True),
        (SUNDAY, True),
        (MONDAY, False),
    ]
    assert [cup.title for cup in cups] == [
        "Friday Night Cup, 20 Mar",
        "Sunday Night Cup, 22 Mar",
        "Weekly Cup, 23 Mar",
    ]


@pytest.mark.django_db
def test_the_hour_is_fixed_once_and_told() -> None:
    run_tournaments(WEDNESDAY)
    friday = cup_of(FRIDAY)
    for name in ("mei", "ren"):
        enrolment.join(player(name, time_zone="Asia/Tokyo"), friday.pk, now=WEDNESDAY)
    run_tournaments(THURSDAY_MORNING - timedelta(minutes=1))
    assert cup_of(FRIDAY).by_evening
    run_tournaments(THURSDAY_MORNING)
    late = player("late", time_zone="Europe/Berlin")
    enrolment.join(late, friday.pk, now=THURSDAY_MORNING)
    run_tournaments(THURSDAY_MORNING + timedelta(hours=1))
    assert cup_of(FRIDAY).starts_at == datetime(2026, 3, 20, 11, tzinfo=UTC)
    told = Notification.objects.filter(kind="tournament_hour")
    assert {notification.user.username for notification in told} == {"mei", "ren"}


@pytest.mark.django_db
def test_nothing_stays_of_a_cup_that_nobody_has_joined() -> None:
    run_tournaments(WEDNESDAY)
    run_tournaments(MONDAY_EVENING)
    assert not Tournament.objects.filter(day=MONDAY).exists()
    run_tournaments(MONDAY_EVENING + timedelta(minutes=1))
    assert not Tournament.objects.filter(day=MONDAY).exists()


@pytest.mark.django_db
def test_a_cup_of_one_is_cancelled_and_told() -> None:
    begun(1)
    assert cup_of(MONDAY).stage == TournamentStage.CANCELLED
    assert Notification.objects.filter(kind="tournament_cancelled").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("people", "bots_in"), [(2, 6), (7, 1), (8, 0), (9, 1)])
def test_bots_take_empty_places(people: int, bots_in: int) -> None:
    cup = begun(people)
    assert cup.stage == TournamentStage.RUNNING
    assert cup.entrants.exclude(bot="").count() == bots_in
    assert not cup.all_rounds.get().pairings.filter(second=None).exists()


@pytest.mark.django_db
def test_the_bots_are_of_the_strength_of_the_people() -> None:
    cup = begun(7)
    assert [entrant.bot for entrant in cup.entrants.exclude(bot="")] == ["asteroid"]


@pytest.mark.django_db
@pytest.mark.whole
def test_a_cup_with_bots_is_played_to_its_end() -> None:
    cup = begun(2)
    game = Game.objects.exclude(seats__user__isnull=False).first()
    assert game is not None
    assert game.pool == ""
    Seat.objects.filter(game=game).update(bot="random")  # quicker
    while any(bots.play_bot(game.pk, number, now=MONDAY_EVENING) for number in range(2)):
        pass
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert Pairing.objects.get(game=game).score
    for _round in range(4):
        play_round(cup, now=MONDAY_EVENING, again=False)
        run_tournament(cup.pk, MONDAY_EVENING)
    cup.refresh_from_db()
    assert cup.stage == TournamentStage.FINISHED
    entrants = Entrant.objects.filter(tournament=cup)
    assert set(entrants.values_list("place", flat=True)) == set(range(1, 9))


def cup_of(day: date) -> Tournament:
    return Tournament.objects.get(day=day)


def begun(people: int) -> Tournament:
    run_tournaments(WEDNESDAY)
    cup = cup_of(MONDAY)
    for number in range(people):
        enrolment.join(player(f"p{number}"), cup.pk, now=WEDNESDAY)
    run_tournaments(MONDAY_EVENING)
    return cup_of(MONDAY)


@pytest.mark.django_db
def test_pages_of_a_cup_show_its_hour_and_its_bots(client: Client) -> None:
    cup = begun(2)
    page = client.get(cup.get_absolute_url()).content.decode()
    assert "Bot Asteroid" in page
    assert ">gone<" not in page
    Entrant.objects.filter(bot="asteroid").update(place=1)
    cup.stage, cup.finished_at = TournamentStage.FINISHED, MONDAY_EVENING
    cup.save()
    assert "winner: Bot Asteroid" in client.get("/tournaments/").content.decode()


@pytest.mark.django_db
def test_the_list_counts_down(client: Client) -> None:
    run_tournaments(timezone.now())
    page = client.get("/tournaments/").content.decode()
    assert page.count("data-left") == Tournament.objects.count() >= 2
    assert "or when it is evening for most" in page


@pytest.mark.django_db
def test_the_next_cup_is_on_the_home_page_of_a_newcomer(client: Client) -> None:
    ada = player("ada")
    client.force_login(ada)
    assert "The next cup" not in markup(client.get(reverse("home")))
    now = timezone.now()
    cups = sorted(open_weekly(now), key=lambda cup: cup.starts_at or now)
    page = markup(client.get(reverse("home")))
    assert f'href="{cups[0].get_absolute_url()}"' in page
    assert f"0 of {PLACES} places taken" in page
    assert "you have joined" not in page
    enrolment.join(ada, cups[0].pk)
    assert "you have joined" in markup(client.get(reverse("home")))
