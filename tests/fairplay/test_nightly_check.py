"""The nightly look: traces that are kept and forgotten, cases that are opened once."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.analysis.review import judging
from engine.analysis.review.hidden_hands import HandFit
from games.fairplay import moderation, nightly_check
from games.fairplay import same_deals as fits
from games.fairplay.cases import open_case
from games.fairplay.evidence import sentences
from games.fairplay.models import (
    AccessTrace,
    Case,
    CaseKind,
    CaseState,
    ModerationAction,
    SameDealGame,
)
from games.fairplay.nightly_check import look_for_foul_play, played_since, reviewed_since
from games.fairplay.tasks import look_for_foul_play as task
from games.fairplay.tasks import measure_same_deals
from games.fairplay.traces import forget_traces, note_trace
from games.ratings.glicko2 import GlickoRating
from games.ratings.models import RatingChange
from games.review.models import Review, State
from games.tables.models import Ending, Game
from tests.ratings.results_factory import over
from tests.support.factories import at_once, finished_game, guest, player, running_game

pytestmark = pytest.mark.django_db

NOW = timezone.now()
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def ben() -> User:
    return player("ben")


def together(*users: User, days: int = 4, address: str = "192.0.2.1") -> None:
    for day in range(days):
        for user in users:
            note_trace(user, address, f"laptop of {user}", NOW - day * DAY)


# --- traces ---


def test_a_visit_leaves_a_trace_that_says_nothing(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.get(reverse("home"), REMOTE_ADDR="203.0.113.77", HTTP_USER_AGENT="Firefox")
    trace = AccessTrace.objects.get()
    assert (trace.user, trace.day) == (ada, NOW.date())
    assert len(trace.address) == len(trace.device) == 32
    assert "203.0.113.77" not in str(AccessTrace.objects.values())
    assert client.cookies["device"]["httponly"]
    assert client.cookies["device"]["max-age"] == timedelta(days=365).total_seconds()
    assert client.cookies["device"].value not in str(AccessTrace.objects.values())
    cache.clear()
    client.get(reverse("home"), REMOTE_ADDR="203.0.113.77")
    assert AccessTrace.objects.count() == 1


def test_the_same_browser_is_known_under_another_account(ada: User, ben: User) -> None:
    browser = Client()
    for user, address in ((ada, "203.0.113.1"), (ben, "203.0.113.2")):
        browser.force_login(user)
        browser.get(reverse("home"), REMOTE_ADDR=address)
        browser.post(reverse("account_logout"))
    one, other = AccessTrace.objects.order_by("pk")
    assert (one.user, other.user) == (ada, ben)
    assert one.device == other.device
    assert one.address != other.address


def test_guests_and_visitors_leave_none(client: Client) -> None:
    client.get(reverse("home"))
    client.force_login(guest())
    client.get(reverse("home"))
    assert not AccessTrace.objects.exists()
    assert "device" not in client.cookies


def test_an_odd_cookie_does_no_harm(client: Client, ada: User) -> None:
    client.force_login(ada)
    client.cookies["device"] = "x" * 3000
    assert client.get(reverse("home")).status_code == 200
    assert AccessTrace.objects.count() == 1


def test_a_household_has_many_addresses_of_ipv6(ada: User) -> None:
    note_trace(ada, "2001:db8:1:2:3::1", "", NOW)
    note_trace(ada, "2001:db8:1:2:ffff::9", "", NOW)
    note_trace(ada, "2001:db8:1:3::1", "", NOW)
    note_trace(ada, "no address", "", NOW)
    assert AccessTrace.objects.count() == 3


def test_addresses_of_ipv4_are_households_of_their_own_in_ipv6_too(ada: User) -> None:
    bob = player("bob")
    note_trace(ada, "::ffff:203.0.113.7", "", NOW)
    note_trace(bob, "::ffff:198.51.100.9", "", NOW)
    assert AccessTrace.objects.values("address").distinct().count() == 2
    note_trace(bob, "203.0.113.7", "", NOW)
    assert AccessTrace.objects.values("address").distinct().count() == 2


def test_traces_are_forgotten_after_sixty_days(ada: User) -> None:
    note_trace(ada, "192.0.2.1", "", NOW - 61 * DAY)
    note_trace(ada, "192.0.2.1", "", NOW - 60 * DAY)
    assert forget_traces(NOW) == 1
    assert AccessTrace.objects.get().day == (NOW - 60 * DAY).date()


# --- what is looked at ---


def test_only_rated_games_of_people_and_of_late(ada: User, ben: User) -> None:
    games = [
        over(ada, ben, now=NOW - 2 * DAY),
        over(ada, ben, now=NOW - DAY, winner=1, how=Ending.RESIGNATION),
    ]
    over(ada, ben, now=NOW - 70 * DAY)
    over(ada, "greedy", now=NOW)
    over(ada, ben, now=NOW, rated=False)
    running_game(ada, ben, rated=True)
    first, second = played_since(NOW - 60 * DAY)
    assert [first.game, second.game] == [game.pk for game in games]
    assert first.sides == ((ada.pk,), (ben.pk,))
    assert (first.winner, first.given_up, first.turns[ada.pk]) == (0, False, 2)
    assert (second.winner, second.given_up) == (1, True)
    assert first.gained[ada.pk] > 0 > first.gained[ben.pk]
    assert 0 < first.chance < 1
    assert first.sure == frozenset()


def test_a_team_is_as_strong_as_its_players_on_average() -> None:
    team = [RatingChange(before_value=1400, before_deviation=60)]
    team.append(RatingChange(before_value=1700, before_deviation=80))
    assert nightly_check._strength(team) == GlickoRating(1550, 70)


def test_the_look_needs_few_queries(
    ada: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(9):
        over(ada, ben, now=NOW - number * DAY)
    with django_assert_max_num_queries(6):
        look_for_foul_play(NOW)


# --- cases ---


def test_a_household_that_plays_itself_is_one_case(ada: User, ben: User) -> None:
    together(ada, ben)
    for hour in range(3):
        over(ada, ben, now=NOW - timedelta(hours=hour))
    for _twice in range(2):
        look_for_foul_play(NOW)
    task()
    case = Case.objects.get()
    assert (case.kind, case.state) == (CaseKind.PLACE, CaseState.OPEN)
    assert set(case.people.all()) == {ada, ben}
    (sentence,) = sentences(case)
    assert "both on the site on 4 days: from the same address on 4 of them" in sentence
    assert "192.0.2.1" not in sentence


def test_a_household_that_plays_others_is_none(ada: User, ben: User) -> None:
    together(ada, ben)
    for hour in range(4):
        over(ada, player(f"player{hour}"), now=NOW - timedelta(hours=hour))
    assert look_for_foul_play(NOW) == []


def test_losing_on_purpose_is_found_and_said(ada: User, ben: User) -> None:
    for hour in range(4):
        over(ada, ben, now=NOW - timedelta(hours=hour), how=Ending.RESIGNATION)
        for other in range(3):
            over(ben, player(f"p{hour}{other}"), now=NOW - timedelta(hours=hour))
    (case,) = look_for_foul_play(NOW)
    assert case.kind == CaseKind.THROWN
    assert "ben resigned early or lost on time in 4 of 4 games against ada" in sentences(case)[0]


def test_new_games_are_added_to_the_open_case(ada: User, ben: User) -> None:
    together(ada, ben)
    for hour in range(3):
        over(ada, ben, now=NOW - timedelta(hours=hour))
    (before,) = look_for_foul_play(NOW)
    look_for_foul_play(NOW + timedelta(hours=1))
    before.refresh_from_db()
    assert before.updated_at == NOW
    over(ada, ben, now=NOW)
    look_for_foul_play(NOW + timedelta(hours=2))
    case = Case.objects.get()
    assert len(case.evidence["games"]) == 4
    assert case.updated_at == NOW + timedelta(hours=2)


def test_a_dismissed_case_comes_back_with_new_games_only(ada: User, ben: User) -> None:
    together(ada, ben)
    root = player("root", is_staff=True)
    for hour in range(3):
        over(ada, ben, now=NOW - timedelta(hours=hour))
    (case,) = look_for_foul_play(NOW)
    moderation.dismiss(root, case.pk, "a couple")
    for hour in range(9):
        over(ada, ben, now=NOW - timedelta(hours=hour), rated=hour < 9, winner=hour % 2)
    assert [one for one in look_for_foul_play(NOW) if one.kind == CaseKind.PLACE] == []
    over(ada, ben, now=NOW)
    (again,) = [one for one in look_for_foul_play(NOW) if one.kind == CaseKind.PLACE]
    assert again.pk != case.pk
    assert Case.objects.filter(kind=CaseKind.PLACE).count() == 2


def test_no_player_is_punished_by_itself(ada: User, ben: User) -> None:
    together(ada, ben)
    games = [over(ada, ben, now=NOW - timedelta(hours=hour)) for hour in range(12)]
    assert len(look_for_foul_play(NOW)) >= 2
    assert Game.objects.filter(pk__in=[game.pk for game in games], status="finished").count() == 12
    assert not ada.moderation_actions.exists()
    assert not ada.notifications.filter(data__of="fairplay").exists()


def test_one_finding_that_fails_holds_up_no_other(
    ada: User, ben: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    together(ada, ben)
    for hour in range(12):
        over(ada, ben, now=NOW - timedelta(hours=hour))

    def fails(kind: CaseKind, *rest: Any) -> Case:
        if kind == CaseKind.PLACE:
            raise ValueError
        return open_case(kind, *rest)

    monkeypatch.setattr(nightly_check, "open_case", fails)
    with caplog.at_level(logging.ERROR):
        found = look_for_foul_play(NOW)
    assert [case.kind for case in found] == [CaseKind.PAIR]
    assert "could not store a finding" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_two_looks_at_once_open_one_case(ada: User, ben: User) -> None:
    together(ada, ben)
    for hour in range(3):
        over(ada, ben, now=NOW - timedelta(hours=hour))
    look = lambda: look_for_foul_play(NOW)  # noqa: E731
    results = at_once(look, look, look)
    assert [one for one in results if isinstance(one, Exception)] == []
    assert Case.objects.count() == 1


# --- agreement with reviews ---


def reviewed_games(ada: User, ben: User, agreed: tuple[int, int], **fields: Any) -> list[Game]:
    """Return five rated games of 25 turns a seat, reviewed; `agreed`: by seat, in each."""
    games = [over(ada, ben, now=NOW - DAY) for _number in range(5)]
    row = {"state": State.DONE, "judge": judging.NAME, **fields}
    for game in games:
        Review.objects.create(game=game, agreement=[[25, number] for number in agreed], **row)
    return games


def engine_cases() -> list[Case]:
    return [case for case in look_for_foul_play(NOW) if case.kind == CaseKind.ENGINE]


def test_a_player_who_always_plays_as_the_review_is_a_case_for_moderators(
    ada: User, ben: User
) -> None:
    games = reviewed_games(ada, ben, (24, 9))
    (case,) = engine_cases()
    assert list(case.people.all()) == [ada]
    assert case.evidence["games"] == sorted(game.pk for game in games)
    (sentence,) = sentences(case)
    assert "ada played 96 % of 125 turns" in sentence
    assert "All other players: 36 % of 125 turns" in sentence
    assert case.state == CaseState.OPEN
    assert not ModerationAction.objects.exists(), "a case has no effect by itself"


def test_strong_players_other_judges_and_old_games_are_no_case(ada: User, ben: User) -> None:
    reviewed_games(ada, ben, (15, 14))
    reviewed_games(ada, ben, (25, 25), judge="another")
    reviewed_games(ada, ben, (25, 25), state=State.RUNNING)
    assert engine_cases() == []


# --- hands that were known ---


def same_deals(ada: User, ben: User, seeds: tuple[str, ...] = ("a", "b")) -> list[Game]:
    """Return rated games of two tables a deal."""
    games = [over(ada, ben, now=NOW - DAY) for _number in range(2 * len(seeds))]
    for number, game in enumerate(games):
        Game.objects.filter(pk=game.pk).update(seed=seeds[number // 2])
    return games


def deal_cases() -> list[Case]:
    return [case for case in look_for_foul_play(NOW) if case.kind == CaseKind.DEAL]


def test_only_deals_of_several_tables_that_are_over_everywhere_are_measured(
    ada: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fits, "hand_fits", lambda *_game: [HandFit(5, 2.5), HandFit()])
    over(ada, ben, now=NOW - DAY)
    games = same_deals(ada, ben)
    Game.objects.filter(seed="b").update(sealed=True)
    assert [fits.measure(NOW - 60 * DAY, 1), fits.measure(NOW - 60 * DAY, 9)] == [1, 1]
    measured = {row.game for row in SameDealGame.objects.select_related("game")}
    assert measured == set(games[:2])
    Game.objects.filter(seed="b").update(sealed=False)
    measure_same_deals()
    assert [fits.measure(NOW - 60 * DAY, 9), fits.measure(NOW - 60 * DAY, 9)] == [1, 0]
    assert {play.turns for play in fits.plays_since(NOW - 60 * DAY)} == {0, 5}


def test_a_player_whose_turns_fit_the_hidden_hands_is_a_case_for_moderators(
    ada: User, ben: User
) -> None:
    games = same_deals(ada, ben)
    for game in games:
        SameDealGame.objects.create(game=game, fits=[[16, 11.0], [15, 7.5]])
    (case,) = deal_cases()
    assert list(case.people.all()) == [ada]
    assert case.evidence["games"] == sorted(game.pk for game in games)
    (sentence,) = sentences(case)
    assert "the 64 turns of ada stood better" in sentence
    assert "than against 69 % of the hands" in sentence
    assert not ModerationAction.objects.exists()


def test_a_real_game_is_measured(ada: User, ben: User) -> None:
    games = [finished_game(ada, ben, rated=True) for _table in range(2)]
    for game in games:
        keep = sorted(game.moves.values_list("pk", flat=True))[:14]
        game.moves.exclude(pk__in=keep).delete()
    assert fits.measure(NOW - 60 * DAY, 1) == 1
    row = SameDealGame.objects.get()
    assert len(row.fits) == 2
    assert sum(turns for turns, _beaten in row.fits) > 0


def test_a_game_that_can_not_be_replayed_is_measured_once_and_logged(
    ada: User, ben: User, caplog: pytest.LogCaptureFixture
) -> None:
    for game in [finished_game(ada, ben, rated=True) for _table in range(2)]:
        game.moves.filter(seq=5).update(action="lead nonsense")
    assert [fits.measure(NOW - 60 * DAY, 9), fits.measure(NOW - 60 * DAY, 9)] == [2, 0]
    assert "could not measure how turns of game" in caplog.text


def test_no_game_is_reviewed_for_the_check(
    ada: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    for _number in range(6):
        over(ada, ben, now=NOW - DAY)
    with django_assert_max_num_queries(2):
        assert reviewed_since(NOW - 60 * DAY) == []
    assert not Review.objects.exists()
