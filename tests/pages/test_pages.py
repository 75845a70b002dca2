"""The pages around the tables."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.clock import LIVE, a_turn_in
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.rematches import rematch
from games.pages.models import SiteAnnouncement
from games.tables import occasions
from games.tables.models import Access, Game, Inspection, Message, Report, Status
from tests.support.browsing import markup, text
from tests.support.factories import finished_game, guest, player, running_game

pytestmark = pytest.mark.django_db


def test_a_visitor_sees_a_table_in_play_and_two_buttons(client: Client, ben: User) -> None:
    game = running_game(player("ada"), ben, answers=6)
    page = client.get(reverse("home")).content.decode()
    assert game.get_absolute_url() in page
    assert page.count('<g class="') >= 5
    assert reverse("play_a_bot") in page
    assert reverse("account_signup") in page
    assert "unofficial fan project" in page.lower()


def test_a_visitor_never_sees_a_private_table(client: Client, ben: User) -> None:
    game = running_game(player("ada"), ben, answers=6, public=False)
    assert game.get_absolute_url() not in client.get(reverse("home")).content.decode()


def test_search_engines_are_kept_from_the_forms_alone(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert b"Disallow: /accounts/" in answer.content
    assert b"Disallow: /\n" not in answer.content


@pytest.mark.parametrize("name", ["home", "lobby", "account_login", "account_signup"])
def test_a_page_for_every_player(client: Client, name: str) -> None:
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert b' style="' not in page.content
    assert b"<style" not in page.content


@pytest.mark.parametrize("name", ["new_table", "preferences", "export", "delete_account"])
def test_a_page_for_players_only(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    assert reverse("account_login") in answer["Location"]


def test_a_visitor_plays_a_bot_at_once(client: Client) -> None:
    answer = client.post(reverse("play_a_bot"), {"bot": "greedy"})
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    assert game.status == Status.RUNNING
    seats = list(game.seats.order_by("number"))
    assert seats[0].user is not None
    assert seats[0].user.is_guest
    assert seats[1].bot == "greedy"
    client.post(reverse("play_a_bot"), {"bot": "unheard of"})
    assert User.objects.count() == 1


def test_looking_at_play_a_bot_opens_nothing(client: Client) -> None:
    assert client.get(reverse("play_a_bot")).status_code == 405
    assert not User.objects.exists()


def test_guests_from_one_address_are_limited() -> None:
    statuses = [Client().post(reverse("play_a_bot")).status_code for _ in range(21)]
    assert statuses[:20] == [302] * 20
    assert statuses[20] == 429


def test_home_sorts_my_games_by_what_they_want(client: Client, ada: User, ben: User) -> None:
    later = running_game(ada, ben)
    sooner = running_game(ada, ben, pace=a_turn_in(1))
    waiting = running_game(ada, ben)
    waiting.seats.filter(user=ada).update(asked=False)
    invited = create_table(ben, Wish(others=(ada,), access=Access.INVITED))
    opened = create_table(ada, Wish())
    context = client.get(reverse("home")).context
    assert [card.game for card in context["turn"]] == [sooner, later]
    assert [card.game for card in context["waiting"]] == [waiting]
    assert [card.game for card in context["invited"]] == [invited]
    assert [card.game for card in context["open"]] == [opened]
    assert all(card.picture for card in context["turn"])
    (card,) = context["waiting"]
    assert "snapshot" in card.game.get_deferred_fields()  # a large column, which nothing shows


def test_home_needs_nine_queries_and_one_a_contest_however_many_games(
    client: Client,
    ada: User,
    ben: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(4):
        running_game(ada, ben)
        create_table(ben, Wish(others=(ada,), access=Access.INVITED))
        finished_game(ada, "random")
    running_game(ada, ben, player("cleo"), player("dora"))
    running_game(ada, ben).seats.filter(user=ada).update(asked=False)
    client.get(reverse("home"))  # the first look of a day writes that down
    with django_assert_max_num_queries(9 + len(occasions.registered())):
        assert client.get(reverse("home")).status_code == 200


def test_finished_games_come_in_pages(client: Client, ada: User, ben: User) -> None:
    games = [running_game(ada, ben) for _ in range(21)]
    for number, game in enumerate(games):
        ended = timezone.now() - timedelta(days=number)
        Game.objects.filter(pk=game.pk).update(status=Status.FINISHED, finished_at=ended)
    first = client.get(reverse("home"))
    assert [card.game for card in first.context["finished"]] == games[:20]
    assert first.context["page"].has_next
    second = client.get(reverse("home"), {"page": "2"})
    assert [card.game for card in second.context["finished"]] == games[20:]
    assert client.get(reverse("home"), {"page": "²"}).status_code == 200
    assert client.get(reverse("home"), {"page": "99999999"}).status_code == 200


def test_the_lobby_shows_others_tables_by_filters(client: Client, ada: User, ben: User) -> None:
    create_table(ada, Wish())
    duel = create_table(ben, Wish(rated=True))
    live = create_table(ben, Wish(pace=LIVE[1], secret_agents=True))
    team = create_table(ben, Wish(players=4, others=(None, "greedy", None)))
    create_table(ben, Wish(access=Access.LINK))

    def shown(**filters: str) -> set[Game]:
        return {card.game for card in client.get(reverse("lobby"), filters).context["tables"]}

    assert shown() == {duel, live, team}
    assert shown(players="4") == {team}
    assert shown(pace="live") == {live}
    assert shown(pace="days", rated="yes") == {duel}
    assert shown(secret_agents="yes") == {live}
    assert shown(players="seven") == {duel, live, team}


@pytest.mark.parametrize("preset", ["bot", "anybody", "link", "live", "teams"])
def test_a_table_needs_one_click(client: Client, ada: User, preset: str) -> None:
    answer = client.post(reverse("new_table"), {"preset": preset})
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


FORM = {
    "players": "2",
    "opponent_1": "open",
    "pace": "days-1",
    "boards": "",
    "public": "on",
}


def test_a_table_just_as_one_likes_it(client: Client, ada: User, ben: User) -> None:
    wish = {
        "players": "4",
        "opponent_1": "named",
        "name_1": "BEN",
        "opponent_2": "bot:eclipse",
        "opponent_3": "link",
        "seat": "2",
        "boards": "DOP",
        "secret_agents": "on",
    }
    assert client.post(reverse("new_table"), FORM | wish).status_code == 302
    game = Game.objects.get()
    seats = list(game.seats.order_by("number"))
    assert [seat.user for seat in seats] == [None, None, ada, None]
    assert [seat.invited for seat in seats] == [ben, None, None, None]
    assert [seat.bot for seat in seats] == ["", "eclipse", "", ""]
    assert (game.access, game.boards, game.secret_agents) == (Access.LINK, "DOP", True)


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"opponent_1": "named", "name_1": "zoe"}, "name_1"),
        ({"opponent_1": "named"}, "name_1"),
        ({"pace": "days-4"}, "pace"),
        ({"players": "3"}, "players"),
        ({"opponent_1": "bot:cheater"}, "opponent_1"),
        ({"boards": "XYZ"}, "boards"),
        ({"players": "4", "opponent_1": "open", "opponent_2": "link"}, "opponent_1"),
        ({"opponent_1": "named", "name_1": "ada"}, "__all__"),
        ({"opponent_1": "bot:eclipse", "rated": "on"}, "__all__"),
    ],
)
def test_a_table_that_cannot_be(
    client: Client, ada: User, wish: dict[str, str], field: str
) -> None:
    answer = client.post(reverse("new_table"), FORM | wish)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Game.objects.exists()


def test_an_eleventh_open_table_is_too_many(client: Client, ada: User) -> None:
    for _ in range(10):
        create_table(ada, Wish())
    assert client.post(reverse("new_table"), {"preset": "anybody"}).status_code == 429


def test_sitting_down_starts_the_game(client: Client, ada: User, ben: User) -> None:
    game = create_table(ben, Wish())
    answer = client.post(reverse("join", args=[game.pk]))
    assert answer["Location"] == game.get_absolute_url()
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_a_seat_that_is_taken(client: Client, ada: User, ben: User) -> None:
    game = create_table(ben, Wish(players=4, others=("greedy", None, None)))
    answer = client.post(reverse("join", args=[game.pk]), {"seat": "1"})
    assert answer.status_code == 409
    assert b"taken" in answer.content


def test_a_guest_does_not_sit_down_with_people(client: Client, ben: User) -> None:
    client.force_login(guest())
    game = create_table(ben, Wish())
    assert client.post(reverse("join", args=[game.pk])).status_code == 403


def test_a_private_table_is_not_there_for_a_stranger(client: Client, ada: User, ben: User) -> None:
    game = create_table(ben, Wish(access=Access.LINK, public=False))
    for verb in ("join", "leave", "cancel", "rematch"):
        assert client.post(reverse(verb, args=[game.pk])).status_code == 404
    answer = client.post(reverse("join", args=[game.pk]), {"token": game.token})
    assert answer.status_code == 302


@pytest.mark.parametrize("verb", ["join", "leave", "cancel", "rematch"])
def test_looking_changes_nothing(client: Client, ada: User, verb: str) -> None:
    game = create_table(ada, Wish())
    assert client.get(reverse(verb, args=[game.pk])).status_code == 405
    game.refresh_from_db()
    assert game.status == Status.OPEN


def test_declining_closing_and_playing_again(client: Client, ada: User, ben: User) -> None:
    invited = create_table(ben, Wish(others=(ada,), access=Access.INVITED))
    mine = create_table(ada, Wish())
    over = finished_game(ada, ben)
    assert client.post(reverse("leave", args=[invited.pk]))["Location"] == reverse("home")
    assert client.post(reverse("cancel", args=[mine.pk]))["Location"] == reverse("home")
    answer = client.post(reverse("rematch", args=[over.pk]))
    again = Game.objects.get(rematch_of=over)
    assert answer["Location"] == again.get_absolute_url()
    assert not Game.objects.filter(pk__in=(invited.pk, mine.pk), status=Status.OPEN).exists()


def test_only_who_opened_a_table_closes_it(client: Client, ada: User, ben: User) -> None:
    game = create_table(ben, Wish())
    assert client.post(reverse("cancel", args=[game.pk])).status_code == 403


def test_a_rematch_says_whom_it_waits_for(client: Client, ben: User) -> None:
    """On the pages of both: the one who is invited, and that no other player may join."""
    ada = player("ada")
    again = rematch(ada, finished_game(ada, ben).pk)
    client.force_login(ada)
    home = text(client, "home")
    assert "Against ben" in home
    assert "free" not in home.partition("Tables waiting for players")[2].partition("Finished")[0]
    for page in (home, text(client, again.get_absolute_url())):
        assert "only invited players can join" in page
        assert "I name" not in page
    table = text(client, again.get_absolute_url())
    assert "kept for ben" in table
    assert "Only the invited players can sit down." in table
    assert "look at the table and sit down" not in table


def test_a_message_can_be_closed(client: Client, ben: User) -> None:
    """By a button that scripts bring to light."""
    client.force_login(ben)
    page = client.post(reverse("block", args=[player("ada").username]), follow=True)
    [message] = re.findall(r'<ul class="messages">(.*?)</ul>', markup(page))
    assert 'data-close hidden aria-label="Close"' in message


def test_announcements_are_shown_in_their_time(client: Client) -> None:
    now = timezone.now()
    day = timedelta(days=1)
    SiteAnnouncement.objects.create(text="Today", shown_until=now + day)
    SiteAnnouncement.objects.create(
        text="Long ago", shown_from=now - 3 * day, shown_until=now - day
    )
    page = client.get(reverse("lobby")).content.decode()
    assert "Today" in page
    assert "Long ago" not in page


def close_forms(page: str) -> list[str]:
    """Return the paths of the buttons that close announcements."""
    return re.findall(r'action="(/announcements/\d+/close/)"', page)


def test_a_reader_closes_an_announcement_without_javascript(client: Client) -> None:
    until = timezone.now() + timedelta(days=1)
    first, second = (
        SiteAnnouncement.objects.create(text=text, shown_until=until)
        for text in ("Downtime tonight", "A tournament on Sunday")
    )
    lobby = reverse("lobby")
    assert len(close_forms(client.get(f"{lobby}?page=2").content.decode())) == 2
    path = reverse("close_announcement", args=[first.pk])
    answer = client.post(path, {"next": f"{lobby}?page=2"})
    assert (answer.status_code, answer["Location"]) == (302, f"{lobby}?page=2")
    page = client.get(lobby).content.decode()
    assert "Downtime tonight" not in page
    assert "A tournament on Sunday" in page
    assert "Downtime tonight" in Client().get(lobby).content.decode()
    client.post(reverse("close_announcement", args=[second.pk]))
    assert close_forms(client.get(lobby).content.decode()) == []


def test_the_cookie_of_closed_announcements_stays_short(client: Client) -> None:
    now = timezone.now()
    old = SiteAnnouncement.objects.create(text="Old", shown_until=now + timedelta(days=1))
    client.post(reverse("close_announcement", args=[old.pk]))
    SiteAnnouncement.objects.filter(pk=old.pk).update(shown_until=now)
    new = SiteAnnouncement.objects.create(text="New", shown_until=now + timedelta(days=1))
    cache.clear()
    for pk in (new.pk, 4711):
        client.post(reverse("close_announcement", args=[pk]))
    assert client.cookies["closed_announcements"].value == str(new.pk)


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "javascript:1", ""])
def test_closing_an_announcement_leads_to_no_other_site(client: Client, back: str) -> None:
    answer = client.post(reverse("close_announcement", args=[1]), {"next": back})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.get(reverse("close_announcement", args=[1])).status_code == 405


def test_a_missing_page_has_its_own_face(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert b"Page not found" in answer.content


# --- the admin ---


@pytest.fixture
def staff(client: Client) -> User:
    """An administrator who is logged in."""
    user = player("root", is_staff=True, is_superuser=True)
    client.force_login(user)
    return user


def test_the_admin_shows_nothing_hidden(client: Client, staff: User, ben: User) -> None:
    game = running_game(player("ada"), ben, answers=6)
    game.seats.update(draft=["recruit nero"])
    urls = [reverse("admin:tables_game_changelist")]
    urls += [reverse("admin:tables_game_change", args=[game.pk])]
    urls += [reverse("admin:tables_game_look", args=[game.pk])]
    for url in urls:
        page = client.get(url)
        assert page.status_code == 200
        text = page.content.decode()
        assert game.seed not in text
        assert "recruit nero" not in text
        assert "snapshot" not in text
    assert not Inspection.objects.exists()


def test_looking_as_a_seat_needs_a_reason_and_leaves_a_trace(
    client: Client, staff: User, ben: User
) -> None:
    game = running_game(player("ada"), ben, answers=6)
    url = reverse("admin:tables_game_look", args=[game.pk])
    assert client.post(url, {"seat": "1", "reason": "why"}).status_code == 422
    assert not Inspection.objects.exists()
    page = client.post(url, {"seat": "1", "reason": "ben reports a fault"}).content.decode()
    kept = Inspection.objects.get()
    assert (kept.staff, kept.seat, kept.reason) == (staff, 1, "ben reports a fault")
    assert game.snapshot is not None
    hands = game.snapshot["table"]["hands"]
    assert f"&quot;{hands[1][0]}&quot;" in page
    assert f"&quot;{hands[0][0]}&quot;" not in page
    assert game.seed not in page


def test_a_report_is_settled_by_hiding_the_line(client: Client, staff: User, ben: User) -> None:
    game = running_game(player("ada"), ben)
    line = Message.objects.create(game=game, author=ben, text="rude")
    report = Report.objects.create(message=line, reporter=staff)
    action = {"action": "hide_and_settle", "_selected_action": [report.pk]}
    assert client.post(reverse("admin:tables_report_changelist"), action).status_code == 302
    line.refresh_from_db()
    report.refresh_from_db()
    assert line.hidden
    assert report.settled_at is not None


def test_a_guest_is_refused_with_a_page(client: Client, ada: User) -> None:
    client.force_login(guest())
    response = client.post(reverse("follow", args=["ada"]))
    assert response.status_code == 403
    assert "refused.html" in [used.name for used in response.templates]
