"""Leaderboards, profiles, two players compared, friends, and ratings beside names."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.following import follow
from accounts.models import Follow, User
from games.clock import LIVE
from games.lobby.services.opening import Wish, create_table
from games.ratings import due, glicko2
from games.ratings.chart import MOST_POINTS, RatingPoint, chart
from games.ratings.display import shown
from games.ratings.leaderboard import missing, places
from games.ratings.models import Pool, RatedGame, Rating, RatingChange
from games.ratings.recalculation import recalculate_all
from games.tables.models import Ending, Game
from tests.ratings.results_factory import DAY, over
from tests.support.browsing import markup, text
from tests.support.factories import finished_game, guest, player, refusal, running_game, sweep

pytestmark = pytest.mark.django_db

NOW = timezone.now()
MOST_QUERIES = 12


def rated(name: str, value: float, pool: str = Pool.DAYS, **fields: Any) -> User:
    """Return a player who is on the leaderboard, unless `fields` of the rating say otherwise."""
    user = fields.pop("user", None) or player(name, country=fields.pop("country", ""))
    numbers = {"deviation": 60, "games": 20, "opponents": 6, "last_at": NOW - DAY}
    Rating.objects.create(user=user, pool=pool, value=value, **{**numbers, **fields})
    return user


def order(client: Client, **query: str) -> list[str]:
    """Return the names on the leaderboard, from the top."""
    page, _provisional, _rest = markup(client.get(reverse("leaderboard"), query)).partition(
        'id="provisional"'
    )
    return re.findall(r'<th scope="row"><svg.*?</svg><a href="/players/([^/]*)/"', page)


# --- leaderboards ---


def test_places_go_by_what_a_player_is_at_least(client: Client) -> None:
    rated("unsure", 1700, deviation=89)
    rated("sure", 1650, deviation=45)
    rated("weak", 1400)
    assert order(client) == ["sure", "unsure", "weak"]
    assert "1650 ± 4" in text(client, "leaderboard")


def test_the_limit_is_that_of_the_rounded_number(client: Client) -> None:
    """The sentence never says that 90 or less is asked for and that the player has 90."""
    now = timezone.now()
    rated("just", 1500, deviation=90.4, last_at=now)
    rated("not-quite", 1400, deviation=90.6, last_at=now)
    assert order(client) == ["just"]
    last = Rating.objects.get(user__username="not-quite")
    assert missing(last, Pool.DAYS, now) == ["a more certain rating: ± 90 or less (yours is ± 91)"]


@pytest.mark.parametrize(
    ("deviation", "says"), [(109.4, "1500 ± 109"), (109.6, "1500? ± 110"), (110.4, "1500? ± 110")]
)
def test_the_question_mark_goes_by_the_rounded_number(deviation: float, says: str) -> None:
    assert str(shown(glicko2.GlickoRating(1500, deviation))) == says


def test_what_keeps_off_the_leaderboard(client: Client) -> None:
    rated("here", 1500)
    rated("games", 1500, games=14)
    rated("opponents", 1500, opponents=4)
    rated("long-ago", 1500, last_at=NOW - 61 * DAY)
    rated("unsure", 1500, deviation=91)
    rated("unsure-by-now", 1500, deviation=89, last_at=NOW - 50 * DAY)
    rated("live", 1500, Pool.LIVE)
    gone = rated("gone", 1500)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    Rating.objects.create(bot="greedy", pool=Pool.DAYS, games=20, opponents=9, deviation=0)
    assert order(client) == ["here"]


def test_players_without_a_place_are_shown_below_as_provisional(client: Client) -> None:
    rated("new", 1700, games=3, opponents=3, deviation=180)
    assert "No player has a place yet." in text(client, "leaderboard")
    rated("here", 1500)
    rated("unplayed", 1500, games=0, last_at=None)
    rated("long-ago", 1500, games=3, last_at=NOW - 61 * DAY)
    page = text(client, "leaderboard")
    above, _heading, below = page.partition("Provisional")
    assert "here" in above
    assert "new" not in above.partition("Place Player")[2]
    assert "2? new 1700? ± 180 3" in below.replace("  ", " ")
    assert "here" not in below.partition("Players are ranked")[0]
    assert "unplayed" not in page
    assert "long-ago" not in page


def test_a_place_is_told_from_the_first_rated_game_on(client: Client, ada: User) -> None:
    rated("here", 1500)
    rated("better", 1800, games=3, deviation=120)
    rated("worse", 1400, games=3, deviation=200)
    rated("", 1500, user=ada, games=1, opponents=1, deviation=180)
    page = text(client, "leaderboard")
    assert "Your provisional place: 3" in page
    assert "3? ada" in page


def test_my_place_is_always_shown(client: Client, ada: User) -> None:
    rated("", 1200, user=ada)
    for number in range(60):
        rated(f"player{number}", 1500 + number)
    assert "ada" not in order(client)
    assert order(client, page="2")[-1] == "ada"
    assert "Your place: 61 1200 ± 6" in text(client, "leaderboard")
    assert 'class="me"' in client.get(reverse("leaderboard"), {"page": "2"}).content.decode()


def test_what_is_missing_is_said(client: Client, ada: User) -> None:
    said = text(client, "leaderboard")
    assert "not on this leaderboard yet" in said
    assert "What is missing: 15 more rated games, 5 more opponents." in said
    rated("", 1500, user=ada, games=14, opponents=4)
    assert "1 more rated game, 1 more opponent." in text(client, "leaderboard")
    assert missing(None, Pool.SOLO, NOW) == ["15 more rated games", "2 more opponents"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"last_at": NOW - 61 * DAY}, "a rated game in the last 60 days"),
        ({"deviation": 100}, "a more certain rating: ± 90 or less (yours is ± 100)"),
        ({}, ""),
    ],
    ids=["long ago", "unsure", "nothing"],
)
def test_what_is_missing(ada: User, fields: dict[str, Any], sentence: str) -> None:
    rated("", 1500, user=ada, **fields)
    found = missing(Rating.objects.get(), Pool.DAYS, NOW)
    assert found == ([sentence] if sentence else [])
    assert bool(found) != bool(places(Pool.DAYS, NOW))


def test_the_leaderboard_of_a_country_and_of_friends(client: Client, ada: User) -> None:
    rated("", 1400, user=ada)
    rated("bea", 1500, country="FR")
    rated("cyn", 1600, country="DE")
    Follow.objects.create(user=ada, followed=User.objects.get(username="cyn"))
    assert order(client, country="FR") == ["bea"]
    assert "not among the players shown" in text(client, "leaderboard", country="FR")
    assert order(client, who="friends") == ["cyn", "ada"]
    assert order(client, who="friends", country="DE") == ["cyn"]
    assert "You follow: cyn" in text(client, "leaderboard", who="friends")
    everybody = ["cyn", "bea", "ada"]
    assert order(client, country="XX", who="nonsense", page="x") == everybody
    client.logout()
    assert order(client, who="friends") == everybody


def test_there_is_a_leaderboard_for_each_pool_and_no_other(client: Client) -> None:
    for pool in Pool:
        assert client.get(reverse("leaderboard_of", args=[pool])).status_code == 200
    assert client.get("/leaderboard/chess/").status_code == 404


def test_a_leaderboard_needs_few_queries(
    client: Client, ada: User, django_assert_max_num_queries: Any
) -> None:
    rated("", 1400, user=ada)
    for number in range(120):
        friend = rated(f"player{number}", 1500 + number)
        Follow.objects.create(user=ada, followed=friend)
    client.get(reverse("home"))
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(reverse("leaderboard"), {"who": "friends"})


# --- profiles ---


def test_a_profile_tells_how_games_went(client: Client, ada: User, ben: User) -> None:
    for day in range(3):
        over(ada, ben, now=NOW - (9 - day) * DAY)
    over(ben, ada, now=NOW - 5 * DAY, how=Ending.TIME)
    over(ada, ben, winner=None, now=NOW - 4 * DAY)
    over(ada, "greedy", now=NOW - 3 * DAY, pace=LIVE[0])
    said = text(client, "profile", "ada")
    rating = Rating.objects.get(user=ada, pool=Pool.DAYS).at(NOW)
    whole = f"{rating.value:.0f}? ± {rating.deviation:.0f}"
    assert f"Rating Correspondence {whole} · 5 games" in said
    assert "games played 6 won 4 lost 1 drawn 1" in said
    assert "Correspondence 3 1 1" in said
    assert "Against bots 1 0 0" in said
    assert "Popular victory 4 0" in said
    assert "Time ran out 0 1" in said
    assert "ben 3 1 1" in said
    assert "<svg" in client.get(reverse("profile", args=["ada"])).content.decode()


def test_a_player_who_has_no_game_has_a_profile_too(client: Client, ada: User) -> None:
    said = text(client, "profile", "ada")
    assert "games played 0" in said
    assert "finished in time" not in said


def test_a_profile_shows_the_pool_that_is_asked_for(client: Client, ada: User, ben: User) -> None:
    for day in range(3):
        over(ada, ben, now=NOW - (9 - day) * DAY)
    over(ada, ben, winner=1, pace=LIVE[0], now=NOW)
    chosen = 'aria-current="true"><span>'
    page = markup(client.get(reverse("profile", args=["ada"])))
    assert f"{chosen}Correspondence" in page
    page = markup(client.get(reverse("profile", args=["ada"]), {"pool": "live"}))
    assert f"{chosen}Live" in page
    page = markup(client.get(reverse("profile", args=["ada"]), {"pool": "chess"}))
    assert f"{chosen}Correspondence" in page


def test_best_wins_are_the_strongest_that_were_sure(client: Client, ada: User) -> None:
    strong, weak, unsure = (rated(name, 1800) for name in ("strong", "weak", "unsure"))
    Rating.objects.filter(user=weak).update(value=1300)
    Rating.objects.filter(user=unsure).update(deviation=200)
    for opponent in (weak, strong, unsure, strong):
        over(ada, opponent, now=NOW)
    over(rated("better", 1900), ada, now=NOW)
    said = text(client, "profile", "ada")
    wins = said.partition("Best wins")[2].partition("Games")[0].split()
    assert wins == ["strong", "1800", "weak", "1300"]


def test_strangers_read_nothing_of_private_games_but_the_numbers(
    client: Client, ada: User, ben: User
) -> None:
    rated("", 1800, user=ben)
    over(ada, ben, now=NOW, public=False)
    assert "ben" in text(client, "profile", "ada")
    assert "Against ben" in text(client, "games_of", "ada")
    client.force_login(player("eve"))
    said = text(client, "profile", "ada")
    assert "ben" not in said
    assert "games played 1" in said
    assert "ben" not in text(client, "games_of", "ada")
    assert "Against" not in text(client, "compare", "ada", "ben").partition("Against each other")[2]


def test_favourites_and_the_usual_answer_come_from_the_moves(client: Client, ada: User) -> None:
    game = finished_game(ada, "random")
    said = text(client, "profile", "ada")
    agents = [move.action.split()[1] for move in game.moves.filter(seat=0, action__startswith="r")]
    assert any(agent in said.lower() for agent in agents)
    assert "usual response time 0 seconds" in said


def test_time_that_ran_out_shows(client: Client, ada: User, ben: User) -> None:
    over(ada, ben, now=NOW)
    game = running_game(ada, ben, answers=4, now=NOW - 30 * DAY)
    sweep(NOW)
    game.refresh_from_db()
    assert game.ending == Ending.TIME
    late = User.objects.get(seats__game=game, seats__abandoned_at__isnull=False)
    assert "finished in time 50" in text(client, "profile", late.username)


def test_a_profile_needs_few_queries(
    client: Client, ada: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    others = [ada, *(player(f"player{number}") for number in range(12))]
    for number in range(40):
        over(ben, others[number % 13], now=NOW - number * timedelta(hours=1))
    client.get(reverse("home"))
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(reverse("profile", args=["ben"]))
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(reverse("games_of", args=["ben"]))
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(reverse("compare", args=["ada", "ben"]))


def test_finished_games_are_paged_with_what_they_did(client: Client, ada: User, ben: User) -> None:
    games = [over(ada, ben, now=NOW - hour * timedelta(hours=1)) for hour in range(22)]
    first = text(client, "games_of", "ada")
    assert first.count("Against ben") == 20
    assert text(client, "games_of", "ada", page="2").count("Against ben") == 2
    change = RatingChange.objects.get(rated__game=games[0], rating__user=ada)
    assert f"{round(change.before_value)}? → {round(change.after_value)}?" in first


# --- two players ---


def test_two_players_compared(client: Client, ada: User, ben: User) -> None:
    rated("", 1700, user=ada)
    rated("", 1500, user=ben)
    over(ada, ben, rated=False, now=NOW)
    said = text(client, "compare", "ada", "ben")
    assert "won by ada 1 drawn 0 won by ben 0" in said
    assert "Correspondence 1700 ± 60 1500 ± 60 75" in said
    assert "won by ben 0 drawn 0 won by ada 1" in text(client, "compare", "BEN", "ada")
    assert client.get(reverse("compare", args=["ada", "ADA"])).status_code == 302
    assert client.get(reverse("compare", args=["ada", "nobody"])).status_code == 404


# --- friends ---


def test_following_and_no_longer(client: Client, ada: User, ben: User) -> None:
    assert "Compare with me Follow" in text(client, "profile", "ben")
    for _twice in range(2):
        client.post(reverse("follow", args=["ben"]), {"follow": "yes"})
    assert Follow.objects.get().followed == ben
    assert "Unfollow" in text(client, "profile", "ben")
    client.post(reverse("follow", args=["ben"]), {"follow": "no"})
    assert not Follow.objects.exists()
    assert "Follow" not in text(client, "profile", "ada")


def test_who_may_not_be_followed(client: Client, ada: User, ben: User) -> None:
    refusal(422, follow, ada, ada, True)
    refusal(422, follow, ada, guest(), True)
    refusal(403, follow, guest("Guest-2"), ada, True)
    assert client.get(reverse("follow", args=["ben"])).status_code == 405
    client.logout()
    assert client.post(reverse("follow", args=["ben"])).status_code == 302
    assert not Follow.objects.exists()


def test_no_player_follows_without_end(
    ada: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.following.MOST", 1)
    follow(ada, ben, True)
    refusal(429, follow, ada, player("eve"), True)


def test_a_leaderboard_says_that_ratings_are_being_recalculated(client: Client, ada: User) -> None:
    sentence = "ratings are being recalculated, and some may still change"
    assert sentence not in text(client, "leaderboard")
    due.add(Pool.DAYS, {1})
    assert sentence in text(client, "leaderboard")
    assert sentence not in text(client, "leaderboard_of", Pool.LIVE)
    recalculate_all()
    assert sentence not in text(client, "leaderboard")


# --- beside names ---


def test_a_table_shows_how_good_its_players_are(client: Client, ada: User, ben: User) -> None:
    rated("", 1623, user=ben)
    game = running_game(ada, ben)
    said = text(client, "table", game.pk)
    assert "1623" in said
    assert "1700" in text(client, "table", running_game(ada, "greedy").pk)


def test_a_rated_game_says_what_it_did(client: Client, ada: User, ben: User) -> None:
    game = finished_game(ada, ben, rated=True)
    change = RatingChange.objects.get(rated__game=game, rating__user=ada)
    by = round(change.after_value) - 1500
    said = text(client, "table", game.pk)
    assert f"ada 1500? → {1500 + by}? {by:+d}".replace("-", "−") in said


def test_a_rated_game_that_does_not_count_says_why(client: Client, ada: User, ben: User) -> None:
    game = finished_game(ada, ben, rated=True)
    RatedGame.objects.update(counts=False)
    assert "already played ten rated games against each other" in text(client, "table", game.pk)
    due.add(Pool.DAYS, {1}, limit=True)
    assert "The ratings are being recalculated." in text(client, "table", game.pk)
    RatedGame.objects.all().delete()
    assert "one side hadn't completed a turn" in text(client, "table", game.pk)


def test_the_lobby_shows_who_opened_a_table(client: Client, ada: User, ben: User) -> None:
    rated("", 1623, user=ben)
    rated("", 1444, Pool.LIVE, user=ben)
    create_table(ben, Wish())
    said = text(client, "lobby")
    assert "1623" in said
    assert "1444" not in said
    table = Game.objects.get()
    assert "1623" in text(client, "table", table.pk)


# --- the chart ---


def course(count: int) -> list[RatingPoint]:
    return [RatingPoint(NOW + number * DAY, 1500 + number, 80) for number in range(count)]


def test_a_chart_of_many_games_has_few_points_and_the_last_one() -> None:
    drawn = chart(course(1000))
    assert drawn is not None
    assert len(drawn.points) <= MOST_POINTS
    assert drawn.end.value == 2499
    assert drawn.line.count("L") == len(drawn.points) - 1
    assert all(0 <= tick.at <= 220 for tick in drawn.ticks)


def test_one_game_is_no_chart() -> None:
    assert chart(course(1)) is None
    assert chart([]) is None


# --- the admin ---


def test_the_staff_may_annul(client: Client, ada: User, ben: User) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", "x")
    client.force_login(boss)
    games = [over(ada, ben, now=NOW), running_game(ada, ben)]
    address = reverse("admin:tables_game_changelist")
    chosen = {"action": "annul", "_selected_action": [game.pk for game in games]}
    page = client.post(address, chosen, follow=True).content.decode()
    assert "annulled by a moderator" in page
    assert "Only a finished game can be annulled." in page
    games[0].refresh_from_db()
    assert games[0].ending == Ending.REVOKED
    assert not RatedGame.objects.exists()
    assert "A moderator annulled this game." in text(client, "table", games[0].pk)
