"""Blocking and reporting on pages, and what a player reads about themselves."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.closing import delete_account
from accounts.export import export
from accounts.models import Block, User
from games.fairplay.models import Case, CaseKind, CaseState, ModerationAction, PlayerReport
from games.fairplay.reports import MOST_A_DAY, report_player
from tests.support.browsing import text
from tests.support.factories import guest, player, refusal, running_game

pytestmark = pytest.mark.django_db

NOW = timezone.now()
DAY = timedelta(days=1)


# --- blocks ---


def test_blocking_on_a_profile_and_unblocking_on_the_page(
    client: Client, ada: User, ben: User
) -> None:
    assert "Block Report" in text(client, "profile", "ben")
    client.post(reverse("block", args=["ben"]), {"block": "yes"})
    assert "You have blocked this player" in text(client, "profile", "ben")
    assert "ben Unblock" in text(client, "fairplay")
    answer = client.post(reverse("block", args=["ben"]), {"block": "no", "back": "fairplay"})
    assert answer["Location"] == reverse("fairplay")
    assert "You haven't blocked anyone" in text(client, "fairplay")
    assert not Block.objects.exists()


def test_a_block_is_never_shown_to_the_other(client: Client, ada: User, ben: User) -> None:
    before = text(client, "profile", "ben")
    Block.objects.create(user=ben, blocked=ada)
    assert text(client, "profile", "ben") == before
    assert "You haven't blocked anyone" in text(client, "fairplay")
    assert "ben" not in str(export(ada)["blocks"])


def test_who_may_not_be_blocked(client: Client, ada: User, ben: User) -> None:
    url = reverse("block", args=["ada"])
    assert client.post(url).status_code == 422
    assert client.get(url).status_code == 405
    assert client.post(reverse("block", args=["nobody"])).status_code == 404
    client.logout()
    assert client.post(reverse("block", args=["ben"])).status_code == 302
    assert not Block.objects.exists()


# --- reports ---


def test_a_report_from_a_profile_is_a_case(client: Client, ada: User, ben: User) -> None:
    url = reverse("report_player", args=["ben"])
    assert "Report ben" in text(client, "report_player", "ben")
    assert client.post(url, {"reason": "language", "text": "rude"}).status_code == 302
    made = PlayerReport.objects.get()
    assert (made.reporter, made.player, made.text, made.game) == (ada, ben, "rude", None)
    assert (made.case.kind, made.case.state) == (CaseKind.REPORT, CaseState.OPEN)
    assert list(made.case.people.all()) == [ben]
    assert "ben Foul language" in text(client, "fairplay")
    assert "not yet reviewed" in text(client, "fairplay")
    Case.objects.update(state=CaseState.DISMISSED)
    assert "not yet reviewed" not in text(client, "fairplay")


def test_a_report_from_the_menu_of_a_game(client: Client, ada: User, ben: User) -> None:
    game = running_game(ada, ben, public=False)
    page = client.get(reverse("menu", args=[game.pk])).content.decode()
    url = f"{reverse('report_player', args=['ben'])}?game={game.pk}"
    assert url in page
    assert reverse("report_player", args=["ada"]) not in page
    assert f'value="{game.pk}"' in client.get(url).content.decode()
    client.post(reverse("report_player", args=["ben"]), {"reason": "stalling", "game": game.pk})
    assert PlayerReport.objects.get().game == game
    assert Case.objects.get().evidence["games"] == [game.pk]


@pytest.mark.parametrize(
    "data",
    [{}, {"reason": "nonsense"}, {"reason": "other"}, {"reason": "cheating", "text": "x" * 1001}],
    ids=["nothing", "no reason", "no words", "too long"],
)
def test_a_report_that_says_too_little_or_too_much(
    client: Client, ada: User, ben: User, data: dict[str, str]
) -> None:
    assert client.post(reverse("report_player", args=["ben"]), data).status_code == 422
    assert not PlayerReport.objects.exists()
    assert not Case.objects.exists()


@pytest.mark.parametrize("query", ["game=abc", "game=²", "game=-1", "game=" + "9" * 40, "game="])
def test_odd_questions_do_no_harm(client: Client, ada: User, ben: User, query: str) -> None:
    url = reverse("report_player", args=["ben"])
    assert client.get(f"{url}?{query}").status_code == 200
    data = {"reason": "cheating", "game": query.removeprefix("game=")}
    assert client.post(url, data).status_code == (302 if query == "game=" else 422)


def test_a_game_that_is_none_of_mine_is_not_named(client: Client, ada: User, ben: User) -> None:
    private = running_game(ben, player("eve"), public=False)
    url = reverse("report_player", args=["ben"])
    assert str(private) not in client.get(f"{url}?game={private.pk}").content.decode()
    refusal(422, report_player, ada, ben, "cheating", "", private.pk)
    public = running_game(ben, player("kim"))
    assert report_player(ada, ben, "cheating", "", public.pk).game == public


def test_who_reports_whom(client: Client, ada: User, ben: User) -> None:
    refusal(422, report_player, ada, ada, "cheating", "")
    refusal(422, report_player, ada, guest(), "cheating", "")
    refusal(403, report_player, guest("Guest-2"), ada, "cheating", "")
    refusal(422, report_player, ada, ben, "nonsense", "")
    assert client.post(reverse("report_player", args=["nobody"])).status_code == 404


def test_once_a_week_and_player_ten_a_day(ada: User, ben: User) -> None:
    def report(who: User, at: Any) -> PlayerReport:
        return report_player(ada, who, "cheating", "", now=at)

    report(ben, NOW - 7 * DAY)
    report(ben, NOW)
    refusal(409, lambda: report(ben, NOW + 6 * DAY))
    for number in range(MOST_A_DAY - 1):
        report(player(f"player{number}"), NOW)
    late = player("late")
    refusal(429, lambda: report(late, NOW))
    report(late, NOW + DAY)
    assert Case.objects.filter(people=ben).count() == 1


def test_many_reports_are_one_case_until_it_is_closed(ada: User, ben: User) -> None:
    report_player(ada, ben, "cheating", "")
    report_player(player("eve"), ben, "language", "")
    case = Case.objects.get()
    assert case.reports.count() == 2
    Case.objects.update(state=CaseState.DISMISSED)
    report_player(player("kim"), ben, "stalling", "")
    assert Case.objects.filter(state=CaseState.OPEN).get().reports.count() == 1


# --- about me ---


def test_decisions_about_me_can_be_read(client: Client, ada: User, ben: User) -> None:
    ModerationAction.objects.create(what="warn", player=ada, why="be kind")
    bar = ModerationAction.objects.create(
        what="bar", player=ada, why="thrown games", until=NOW + DAY
    )
    ModerationAction.objects.create(what="warn", player=ben, why="of somebody else")
    said = text(client, "fairplay")
    assert "barred you from rated games until" in said
    assert "A warning be kind" in said
    assert "Friendly games only thrown games" in said
    assert "of somebody else" not in said
    bar.undone_at = NOW
    bar.save()
    said = text(client, "fairplay")
    assert "reversed" in said
    assert "you can't play rated games" not in said


def test_fair_play_is_for_players(client: Client) -> None:
    for name, args in (("fairplay", ()), ("report_player", ("ben",))):
        assert reverse("account_login") in client.get(reverse(name, args=args))["Location"]


def test_what_is_kept_can_be_taken_along_but_not_who_reported(ada: User, ben: User) -> None:
    report_player(ada, ben, "language", "rude")
    ModerationAction.objects.create(what="warn", player=ben, why="be kind")
    mine: Any = export(ada)["fair_play"]
    theirs: Any = export(ben)["fair_play"]
    assert mine["reports"][0]["text"] == "rude"
    assert mine["cases"] == []
    assert theirs["cases"][0]["about"] == "report"
    assert theirs["decisions"][0]["why"] == "be kind"
    assert "ada" not in str(theirs)
    assert "rude" not in str(theirs)


def test_what_was_suspected_goes_with_an_account(ada: User, ben: User) -> None:
    report_player(ada, ben, "language", "rude")
    delete_account(ada)
    assert PlayerReport.objects.get().reporter is None
    delete_account(ben)
    assert not Case.objects.exists()
    assert not PlayerReport.objects.exists()


def test_the_pages_need_few_queries(
    client: Client, ada: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        other = player(f"player{number}")
        Block.objects.create(user=ada, blocked=other)
        report_player(ada, other, "cheating", "", now=NOW + number * DAY)
        ModerationAction.objects.create(what="warn", player=ada, why="be kind")
    client.get(reverse("home"))
    with django_assert_max_num_queries(12):
        client.get(reverse("fairplay"))
