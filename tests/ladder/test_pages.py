"""The pages of the ladders: my place, the rungs, challenges, every place over time."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Absence, User
from games.clock import LIVE
from games.ladder import challenges, places
from games.ladder.challenges import accept, challenge
from games.ladder.contest import LadderContest
from games.ladder.history import chart
from games.ladder.models import Challenge, ChallengeState, Ladder, LadderStep, Rung, StepReason
from games.notifications.messages import compose
from games.notifications.models import Notification
from games.notifications.relevance import relevance_of
from games.ratings.models import Pool, Rating
from games.tables.models import Game, Status
from games.tables.player_facts import Reliability
from tests.ladder.ladders import DAY, end, on_ladder, order, playing, rung
from tests.support.browsing import markup, text
from tests.support.factories import guest, player, running_game

pytestmark = pytest.mark.django_db

NOW = timezone.now()
MOST_QUERIES = 12
NAMES = ("ada", "bob", "eve", "kim", "lea", "max")


@pytest.fixture
def people() -> dict[str, User]:
    """Six people on the ladder of games that last for days."""
    return dict(zip(NAMES, on_ladder(*NAMES, now=NOW - 30 * DAY), strict=True))


def as_(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def post(client: Client, name: str, *args: Any, status: int = 302, **fields: str) -> str:
    """Send a form, and return where it leads."""
    answer = client.post(reverse(name, args=args), fields)
    assert answer.status_code == status
    return str(answer.headers.get("Location", ""))


# --- the ladder ---


def test_visitors_guests_and_strangers_see_the_ladder(
    client: Client, people: dict[str, User]
) -> None:
    assert "1 ada" in text(client, "ladder")
    assert "Sign up" in text(client, "ladder_of", "days")
    assert "6 players" in text(as_(client, guest()), "ladder")
    assert "Join at the bottom" in text(as_(client, player("new")), "ladder")
    assert client.get("/ladder/solo/").status_code == 404
    assert "No one is on this ladder yet." in text(client, "ladder_of", "live")


def test_joining_preferring_leaving(client: Client, people: dict[str, User]) -> None:
    new = player("new")
    as_(client, new)
    post(client, "ladder_join", "days", start="at-once")
    assert "Your place: 7 " in text(client, "ladder")
    assert rung(new).at_once
    post(client, "ladder_prefer", "days", start="ask")
    assert not rung(new).at_once
    assert "Saved." in client.get(reverse("ladder")).content.decode()
    post(client, "ladder_leave", "days")
    assert "You have left the ladder." in client.get(reverse("ladder")).content.decode()
    assert "You have left this ladder." in text(client, "ladder")
    post(client, "ladder_leave", "days")
    assert "You have left the ladder." not in client.get(reverse("ladder")).content.decode()
    post(client, "ladder_prefer", "days", status=409)
    post(client, "ladder_join", "solo", status=404)
    as_(client, guest())
    post(client, "ladder_join", "days", status=403)
    assert client.get(reverse("ladder_join", args=["days"])).status_code == 405


def test_buttons_are_within_reach_and_say_why_if_not(
    client: Client, people: dict[str, User]
) -> None:
    Absence.objects.create(user=people["kim"], start=NOW - DAY, end=NOW + 2 * DAY)
    page = as_(client, people["max"]).get(reverse("ladder")).content.decode()
    assert re.findall(r'aria-label="Challenge (\w+)"', page) == ["eve", "lea"]
    said = text(client, "ladder")
    assert "You can challenge up to place 3 ." in said
    assert said.count("Too far above you.") == 2
    assert "On vacation until" in said


@pytest.mark.parametrize(
    ("name", "prepare", "sentence"),
    [
        (
            "ada",
            lambda p: None,
            ("You're at the top of the ladder. There is no one left to challenge."),
        ),
        (
            "eve",
            lambda p: Absence.objects.create(user=p["eve"], start=NOW - DAY, end=NOW + DAY),
            "You're on vacation until",
        ),
        (
            "kim",
            lambda p: [challenge(p["kim"], Pool.DAYS, name) for name in ("ada", "bob", "eve")],
            "You have 3 open challenges. Wait for one of them to end before you send another.",
        ),
    ],
    ids=["top", "vacation", "made"],
)
def test_why_there_is_no_button_at_all(
    client: Client, people: dict[str, User], name: str, prepare: Any, sentence: str
) -> None:
    prepare(people)
    as_(client, people[name])
    said = text(client, "ladder")
    assert said.count(sentence) == 1
    assert "/challenge/" not in client.get(reverse("ladder")).content.decode().partition("rungs")[2]


def test_the_ladder_opens_where_i_stand(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.ladder.views.A_PAGE", 2)
    eve = on_ladder("ada", "bob", "eve", "kim", "lea")[2]
    as_(client, eve)
    assert "3 eve" in text(client, "ladder")
    assert "ada" not in text(client, "ladder")
    assert "ada" in text(client, "ladder", page="1")
    assert "5 lea" in text(client, "ladder", place="5")
    assert "5 lea" in text(client, "ladder", place="9" * 60)
    assert "ada" in text(client, "ladder", place="0")
    for odd in ("x", "-1", "²"):
        assert "3 eve" in text(client, "ladder", place=odd)
        assert client.get(reverse("ladder"), {"page": odd}).status_code == 200


def test_rows_show_rating_reliability_and_the_last_step(
    client: Client, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {people["bob"].pk: Reliability(97, 1)}
    monkeypatch.setattr("games.ladder.display.reliability_of", lambda users, now: known)
    Rating.objects.create(
        user=people["bob"], pool=Pool.DAYS, value=1623, deviation=60, games=9, last_at=NOW
    )
    end(playing(people["lea"], people["bob"], now=NOW - 5 * DAY), people["lea"], now=NOW - 2 * DAY)
    said = text(client, "ladder")
    assert "3 bob 1623 1623 ± 60 97" in said
    assert "2 → 3" in said
    assert "5 → 2 ▲" in said
    assert "1 ada – – new" in said
    as_(client, people["max"])
    reply = text(client, "ladder_challenge", "days", "bob")
    assert "97 % finished in time, 1 time-out in 60 days" in reply


# --- challenges ---


def test_challenging_a_player_shows_them_first(client: Client, people: dict[str, User]) -> None:
    as_(client, people["eve"])
    end(playing(people["eve"], people["ada"], now=NOW - 29 * DAY), None, now=NOW - 28 * DAY)
    said = text(client, "ladder_challenge", "days", "ada")
    assert "Challenge ada for place 1?" in said
    assert "ada is asked first. After 3 days the game starts automatically." in said
    assert "no sleep hours" in said.lower()
    assert not Challenge.objects.filter(state=ChallengeState.WAITING).exists()
    assert post(client, "ladder_challenge", "days", "ada") == reverse("ladder_of", args=["days"])
    post(client, "ladder_challenge", "days", "ada")
    assert Challenge.objects.filter(state=ChallengeState.WAITING).count() == 1
    said = text(client, "ladder_challenge", "days", "ada")
    assert "You already have a challenge with this player." in said
    assert '<button class="button main"' not in markup(
        client.get(reverse("ladder_challenge", args=["days", "ada"]))
    )
    assert "You have challenged ada for place 1. Starts automatically" in text(client, "ladder")


def test_a_challenge_that_starts_at_once_leads_to_its_table(
    client: Client, people: dict[str, User]
) -> None:
    places.prefer(people["ada"], Pool.DAYS, at_once=True)
    as_(client, people["eve"])
    assert "The game starts at once" in text(client, "ladder_challenge", "days", "ada")
    where = post(client, "ladder_challenge", "days", "ada")
    assert where == Game.objects.get().get_absolute_url()
    assert "Ladder: for place 1" in client.get(where).content.decode()
    assert "You're playing ada for place 1." in text(client, "ladder")
    assert "eve is playing you for your place." in text(as_(client, people["ada"]), "ladder")


def test_answering_a_challenge(client: Client, people: dict[str, User]) -> None:
    made = challenge(people["eve"], Pool.DAYS, "ada")
    as_(client, people["ada"])
    home = text(client, "home")
    assert "eve challenges you for place 1 on the ladder. Answer" in home
    assert "eve challenges you for your place. Starts automatically" in text(client, "ladder")
    post(client, "ladder_decline", made.pk, status=409)
    where = post(client, "ladder_accept", made.pk)
    assert where == Game.objects.get().get_absolute_url()
    assert post(client, "ladder_accept", made.pk) == where
    assert "challenges you" not in text(client, "home")


def test_a_live_challenge_says_why_it_can_not_be_accepted(client: Client) -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    made = challenge(bob, Pool.LIVE, "ada")
    as_(client, ada)
    assert "bob isn't on the site right now. A live game needs both players." in text(
        client, "ladder_of", "live"
    )
    post(client, "ladder_accept", made.pk, status=409)
    other = Client()
    other.force_login(bob)
    other.get(reverse("home"))
    assert "a live game needs you both" not in text(client, "ladder_of", "live")
    post(client, "ladder_accept", made.pk)
    assert Game.objects.get().live


def test_declining_and_withdrawing(client: Client) -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    made = challenge(bob, Pool.LIVE, "ada")
    post(as_(client, bob), "ladder_decline", made.pk, status=403)
    post(as_(client, ada), "ladder_decline", made.pk)
    made.refresh_from_db()
    assert made.state == ChallengeState.DECLINED
    places.join(ada, Pool.DAYS)
    places.join(bob, Pool.DAYS)
    other = challenge(bob, Pool.DAYS, "ada")
    post(as_(client, ada), "ladder_withdraw", other.pk, status=403)
    post(as_(client, bob), "ladder_withdraw", other.pk)
    other.refresh_from_db()
    assert other.state == ChallengeState.WITHDRAWN


def test_what_can_not_be_is_said(client: Client, people: dict[str, User]) -> None:
    post(as_(client, people["max"]), "ladder_challenge", "days", "ada", status=409)
    post(client, "ladder_challenge", "days", "nobody", status=404)
    post(client, "ladder_challenge", "solo", "ada", status=404)
    post(client, "ladder_accept", 2**62, status=404)
    said = text(client, "ladder_challenge", "days", "ada")
    assert "Too far above you: you can challenge players up to place 3." in said
    assert "aren't on this ladder" in text(
        as_(client, player("new")), "ladder_challenge", "days", "ada", status=409
    )
    client.logout()
    post(client, "ladder_challenge", "days", "ada")  # to the login
    assert not Challenge.objects.exists()


# --- one member ---


def test_every_place_over_time(client: Client, people: dict[str, User]) -> None:
    end(playing(people["lea"], people["bob"], now=NOW - 9 * DAY), people["lea"], now=NOW - 8 * DAY)
    end(playing(people["lea"], people["ada"], now=NOW - 7 * DAY), people["ada"], now=NOW - 6 * DAY)
    end(playing(people["kim"], people["lea"], now=NOW - 5 * DAY), people["kim"], now=NOW - 4 * DAY)
    said = text(client, "ladder_member", "days", "LEA")
    assert "place now 3 best place 2" in said
    assert "Lost: challenged by kim 2 → 3" in said
    assert "Lost: challenged ada 2 " in said
    assert "Won: challenged bob 5 → 2" in said
    assert "Joined 5" in said
    assert "<svg" in client.get(reverse("ladder_member", args=["days", "lea"])).content.decode()
    assert client.get(reverse("ladder_member", args=["days", "new"])).status_code == 404
    assert client.get(reverse("ladder_member", args=["live", "lea"])).status_code == 404
    assert client.get(reverse("ladder_member", args=["solo", "lea"])).status_code == 404


def test_a_private_game_is_not_linked(client: Client, people: dict[str, User]) -> None:
    made = playing(people["bob"], people["ada"], now=NOW - 9 * DAY)
    end(made, people["bob"], now=NOW - 8 * DAY)
    address = reverse("table", args=[made.game_id])
    page = reverse("ladder_member", args=["days", "bob"])
    assert address in client.get(page).content.decode()
    Game.objects.update(public=False)
    assert address not in client.get(page).content.decode()


def test_the_chart_has_a_line_for_each_time_on_the_ladder(people: dict[str, User]) -> None:
    eve = people["eve"]
    places.leave(eve, Pool.DAYS, now=NOW - 20 * DAY)
    places.join(eve, Pool.DAYS, now=NOW - 10 * DAY)
    drawn = chart(rung(eve), NOW)
    assert drawn is not None
    assert len(drawn.lines) == 2
    assert (drawn.first, drawn.last) == (3, 6)
    assert drawn.lines[0].startswith("M56.0 ")
    assert all(0 <= tick.at <= 220 for tick in drawn.ticks)
    assert chart(rung(people["ada"]), NOW) is None


# --- a live game that starts ---


def test_the_page_of_a_live_challenge_leads_to_the_table_when_it_is_accepted(
    client: Client,
) -> None:
    ada, bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    as_(client, bob)
    post(client, "ladder_challenge", "live", "ada")
    page = client.get(reverse("ladder_of", args=["live"])).content.decode()
    look = reverse("ladder_waiting", args=["live"])
    assert f'hx-get="{look}" hx-trigger="every 3s"' in page
    assert "HX-Redirect" not in client.get(look)
    game = accept(ada, Challenge.objects.get().pk).game
    assert game is not None
    # the list of the ladder is fetched anew at once, and must not take the leading away
    assert look in client.get(reverse("ladder_of", args=["live"])).content.decode()
    assert client.get(look)["HX-Redirect"] == game.get_absolute_url()
    client.get(game.get_absolute_url())
    assert "HX-Redirect" not in client.get(look)  # who has been there may go elsewhere
    assert look not in client.get(reverse("ladder_of", args=["live"])).content.decode()


def test_only_the_challenger_of_a_live_game_waits_for_it(client: Client) -> None:
    ada, _bob = on_ladder("ada", "bob", pool=Pool.LIVE)
    as_(client, ada)
    look = reverse("ladder_waiting", args=["live"])
    assert look not in client.get(reverse("ladder_of", args=["live"])).content.decode()
    assert "HX-Redirect" not in client.get(reverse("ladder_waiting", args=["live"]))
    client.logout()
    assert client.get(reverse("ladder_waiting", args=["live"])).status_code == 302


def test_every_page_shows_a_live_game_that_runs(client: Client, people: dict[str, User]) -> None:
    ada, bob = people["ada"], people["bob"]
    game = running_game(ada, bob, pace=LIVE[1])
    link = f'<a class="live-now" href="{game.get_absolute_url()}">'
    for user in (ada, bob):
        assert link in markup(as_(client, user).get(reverse("ladder")))
    assert link not in markup(client.get(game.get_absolute_url()))
    assert link not in markup(as_(client, people["eve"]).get(reverse("ladder")))
    Game.objects.update(status=Status.FINISHED)
    assert link not in markup(as_(client, ada).get(reverse("ladder")))


# --- queries ---


def crowd(count: int) -> list[User]:
    """Return so many people on the ladder, quickly."""
    ladder = Ladder.objects.create(pool=Pool.DAYS, members=count, steps=count)
    users = User.objects.bulk_create(
        User(username=f"player{n}", name_key=f"player{n}") for n in range(count)
    )
    rungs = Rung.objects.bulk_create(
        Rung(ladder=ladder, user=user, place=n) for n, user in enumerate(users, 1)
    )
    LadderStep.objects.bulk_create(
        LadderStep(
            ladder=ladder,
            number=n,
            rung=one,
            after=n,
            moves=True,
            why=StepReason.JOINED,
            at=NOW - 9 * DAY,
        )
        for n, one in enumerate(rungs, 1)
    )
    return users


def test_a_ladder_needs_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    users = crowd(150)
    order()
    me = users[120]
    for place in (100, 110):
        accept(users[place], challenge(me, Pool.DAYS, users[place].username).pk)
    for place in (122, 123):
        challenge(users[place], Pool.DAYS, me.username)
    as_(client, me).get(reverse("home"))
    for name, args in (
        ("ladder", []),
        ("ladder_challenge", ["days", "player105"]),
        ("ladder_member", ["days", "player120"]),
    ):
        with django_assert_max_num_queries(MOST_QUERIES):
            assert client.get(reverse(name, args=args)).status_code == 200


def test_home_and_a_table_need_one_query_for_the_ladders(
    people: dict[str, User], django_assert_num_queries: Any
) -> None:
    challenge(people["eve"], Pool.DAYS, "ada")
    made = playing(people["bob"], people["ada"])
    assert made.game is not None
    with django_assert_num_queries(1):
        assert len(LadderContest().home(people["ada"], NOW)) == 1
    with django_assert_num_queries(1):
        assert LadderContest().about(made.game)


# --- notifications ---


def said_to(user: User, now: datetime = NOW) -> str:
    notification = Notification.objects.filter(user=user, game=None).latest("pk")
    told = compose(notification, now)
    assert told.table.endswith(("/ladder/days/", "/ladder/live/"))
    return f"{told.title}: {told.headline}"


def test_notifications_say_what_happened(people: dict[str, User]) -> None:
    ada, eve = people["ada"], people["eve"]
    made = challenge(eve, Pool.DAYS, "ada")
    assert said_to(ada).startswith("The ladder: eve challenges you for place 1. Accept when")
    notification = Notification.objects.get(user=ada)
    assert relevance_of(notification).stale == ""
    accept(ada, made.pk)
    assert relevance_of(notification).stale
    made.refresh_from_db()
    end(made, eve, now=NOW)
    assert said_to(eve) == "The ladder: You have taken place 1 from ada."
    assert said_to(ada) == "The ladder: eve has taken your place. You are now in place 2."
    eve.delete()
    assert said_to(ada) == "The ladder: gone has taken your place. You are now in place 2."


def test_a_game_that_has_begun_says_for_what(people: dict[str, User]) -> None:
    places.prefer(people["ada"], Pool.DAYS, at_once=True)
    challenge(people["eve"], Pool.DAYS, "ada", now=NOW)
    said = compose(Notification.objects.get(user=people["ada"]), NOW).headline
    assert said == "A game has started and is waiting for you: Ladder: for place 1."


def test_notifications_of_the_live_ladder(people: dict[str, User]) -> None:
    ada, bob = people["ada"], people["bob"]
    for user in (ada, bob):
        places.join(user, Pool.LIVE, now=NOW)
    made = challenge(bob, Pool.LIVE, "ada", now=NOW)
    assert "The live ladder: bob challenges you for place 1." in said_to(ada)
    challenges.decline(ada, made.pk, now=NOW)
    assert said_to(bob) == "The live ladder: ada declined your challenge. No place changes."
    challenge(bob, Pool.LIVE, "ada", now=NOW + 3 * DAY)
    challenges.mind_the_ladders(NOW + 6 * DAY + timedelta(seconds=1))
    assert said_to(bob) == "The live ladder: Your challenge to ada has expired. No place changes."


def test_a_guest_is_refused_with_a_page(client: Client) -> None:
    client.force_login(guest())
    response = client.post(reverse("ladder_join", args=["days"]))
    assert response.status_code == 403
    assert "refused.html" in [used.name for used in response.templates]


def test_the_home_page_of_a_newcomer_names_the_rung(
    client: Client, people: dict[str, User]
) -> None:
    newcomer = player("new")
    page = markup(as_(client, newcomer).get(reverse("home")))
    assert f"Place {len(people) + 1} is yours as soon as you join." in page
    page = markup(as_(client, people["eve"]).get(reverse("home")))
    assert f"You hold place 3 of {len(people)}." in page
    page = markup(as_(client, guest()).get(reverse("home")))
    assert "The ladder" not in page  # guests can't join
