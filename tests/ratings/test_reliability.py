"""How far others can rely on a player: counted, and shown before a game is accepted."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.services.opening import Wish, create_table
from games.ratings.reliability import reliability_of, share_finished
from games.tables.models import Access, Ending, Game, Status
from games.tables.player_facts import Reliability
from games.tables.services import ending, play
from games.tables.services.annulment import annul
from tests.ratings.results_factory import DAY, over
from tests.support.browsing import markup
from tests.support.factories import player, running_game, sweep

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def late(*seats: User, days: int = 30) -> User:
    """Let the time of a new game run out so many days ago; return whose it was."""
    began = NOW - (days + 30) * DAY
    game = running_game(*seats, answers=4, now=began)
    sweep(NOW - days * DAY)
    game.refresh_from_db()
    assert game.ending in (Ending.TIME, Ending.ANNULLED)
    late = game.seats.get(abandoned_at__isnull=False)
    assert late.user is not None
    return late.user


def of(user: User) -> Reliability:
    return reliability_of([user.pk], NOW)[user.pk]


def test_a_player_who_has_played_nothing_is_unknown(ada: User) -> None:
    assert of(ada) == Reliability(None, 0)
    assert str(of(ada)) == "no games yet"
    assert reliability_of([], NOW) == {}
    assert reliability_of([999], NOW) == {999: Reliability()}


def test_games_played_to_an_end_count_for_both(ada: User, ben: User) -> None:
    over(ada, ben, now=NOW - 70 * DAY)
    over(ada, ben, now=NOW - DAY, how=Ending.RESIGNATION)
    assert of(ada) == of(ben) == Reliability(100, 0)
    assert str(of(ben)) == "100 % finished in time"


def test_a_time_out_counts_for_sixty_days_and_in_the_share_for_ever(ada: User, ben: User) -> None:
    one = late(ada, ben, days=61)
    over(ada, ben, now=NOW)
    over(ada, ben, now=NOW)
    assert of(one) == Reliability(66, 0)
    Game.objects.all().delete()
    other = late(ada, ben, days=59)
    assert of(other) == Reliability(0, 1)
    assert str(of(other)) == "0 % finished in time, 1 time-out in 60 days"
    assert of(ada if other == ben else ben) == Reliability()


def test_the_annulled_games_of_an_absence_are_time_outs_too(ada: User, ben: User) -> None:
    one = late(ada, ben)
    game = running_game(ada, ben, now=NOW - 70 * DAY)
    seat = game.seats.get(user=one)
    seat.abandoned_at = NOW - 30 * DAY
    seat.save()
    Game.objects.filter(pk=game.pk).update(status=Status.ABORTED, ending=Ending.ANNULLED)
    over(ada, ben, now=NOW)
    over(ada, ben, now=NOW)
    assert of(one) == Reliability(50, 2)
    assert str(of(one)).endswith("2 time-outs in 60 days")


def test_leaving_a_game_at_its_beginning_counts_against_the_player_who_leaves(
    ada: User, ben: User
) -> None:
    over(ada, ben, now=NOW)
    ending.abort(ada, running_game(ada, ben).pk)
    assert (of(ada), of(ben)) == (Reliability(50), Reliability(100))
    ending.resign(ada, running_game(ada, ben).pk)
    assert (of(ada), of(ben)) == (Reliability(33), Reliability(100))
    never = running_game(ada, ben, now=NOW - 60 * DAY)
    submit_mulligan(never, ben)
    sweep(NOW)
    never.refresh_from_db()
    assert never.ending == Ending.UNBEGUN
    assert (of(ada), of(ben)) == (Reliability(25), Reliability(100))


def submit_mulligan(game: Game, user: User) -> None:
    """Let a player answer the first question of a game."""
    seat = game.seats.get(user=user)
    asked = next(one for one in play.engine_game(game).pending if seat.number in one.seats)
    play.submit_actions(user, game.pk, [asked.options[0]], game.seq, now=game.started_at)
    assert not game.seats.get(pk=seat.pk).asked


def test_games_given_up_at_their_beginning_do_not_make_a_player_reliable(
    ada: User, ben: User
) -> None:
    for _ in range(5):
        ending.resign(ada, running_game(ada, ben, rated=True).pk)
    assert of(ben) == Reliability()
    assert of(ada) == Reliability(0)


def test_calling_off_a_game_against_a_bot_counts_neither_way(ada: User) -> None:
    ending.abort(ada, running_game(ada, "noisy").pk)
    assert of(ada) == Reliability()


def test_what_moderators_have_annulled_counts_neither_way(ada: User, ben: User) -> None:
    one = late(ada, ben)
    annul(Game.objects.get().pk)
    assert of(one) == Reliability()


def test_a_share_is_never_rounded_up() -> None:
    assert share_finished(0, 0) is None
    assert share_finished(999, 1) == 99
    assert share_finished(0, 3) == 0


def test_one_query_for_many(ada: User, ben: User, django_assert_num_queries: Any) -> None:
    late(ada, ben)
    everybody = [ada.pk, ben.pk, *(player(f"player{n}").pk for n in range(5))]
    with django_assert_num_queries(1):
        assert len(reliability_of(everybody, NOW)) == 7


# --- where it is shown ---


def test_it_is_said_before_a_game_is_accepted(client: Client, ada: User, ben: User) -> None:
    over(ben, player("eve"), now=NOW)
    said = "100 % finished in time"
    table = create_table(ben, Wish())
    assert said in client.get(reverse("lobby")).content.decode()
    assert said in client.get(table.get_absolute_url()).content.decode()
    assert said not in client.get(reverse("home")).content.decode()
    create_table(ben, Wish(others=(ada,), access=Access.INVITED))
    assert said in client.get(reverse("home")).content.decode()


def test_a_newcomer_is_no_risk_and_no_promise(client: Client, ada: User, ben: User) -> None:
    table = create_table(ben, Wish())
    assert "no games yet" in client.get(table.get_absolute_url()).content.decode()
    own = create_table(ada, Wish())
    assert "no games yet" not in client.get(own.get_absolute_url()).content.decode()


def test_a_profile_tells_of_time_outs(client: Client, ada: User, ben: User) -> None:
    one = late(ada, ben)
    other = ada if one == ben else ben
    page = markup(client.get(reverse("profile", args=[one.username])))
    assert "time-outs in 60 days</dt><dd>1</dd>" in page
    page = client.get(reverse("profile", args=[other.username])).content.decode()
    assert "time-outs in" not in page


def test_the_lobby_needs_few_queries(
    client: Client, ada: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(20):
        create_table(player(f"player{number}"), Wish())
    client.get(reverse("home"))
    with django_assert_max_num_queries(12):
        client.get(reverse("lobby"))
