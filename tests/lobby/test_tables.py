"""Tables before the deal: opening, joining, leaving, expiry, rematches."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Absence, User
from games.clock import LIVE
from games.lobby.selectors import lobby
from games.lobby.services.open_tables import cancel_table, expire_tables
from games.lobby.services.opening import Beginner, Wish, create_table
from games.lobby.services.rematches import rematch
from games.lobby.services.seating import join_table, leave_table
from games.notifications import invitations
from games.notifications.invitations import MOST_TO_ONE_A_DAY
from games.tables.models import Access, Game, Status
from games.tables.page.result import GameResult, game_result
from games.tables.selectors import seen
from games.tables.services import ending
from games.tables.services.notification_level import set_notification_level
from games.tables.services.play import engine_game
from games.tables.services.seen import mark_seen
from games.talk import chat, notes
from tests.support.factories import guest, player, refusal, running_game, table

pytestmark = pytest.mark.django_db


def names(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.select_related("user")]


# --- opening ---


def test_a_table_waits_for_the_others(ada: User) -> None:
    game = create_table(ada, Wish(seat=1))
    assert (game.status, game.version) == (Status.OPEN, 1)
    assert names(game) == ["free", "ada"]


def invite(creator: User, *others: User | None, now: datetime | None = None) -> Game:
    wish = Wish(players=1 + len(others), others=others)
    game = create_table(creator, wish, now=now)
    cancel_table(creator, game.pk)
    return game


def test_a_player_invites_another_so_often_a_day(ada: User, bob: User) -> None:
    """Closed tables count too, because each invitation can send a mail."""
    cy = player("cy")
    now = timezone.now()
    for number in range(MOST_TO_ONE_A_DAY):
        invite(ada, bob, now=now - timedelta(hours=number))
    sentence = refusal(429, create_table, ada, Wish(others=(bob,)))
    assert sentence == "bob has enough invitations for today. Try again tomorrow."
    assert invite(ada, cy).pk
    assert invite(cy, bob).pk
    assert invite(ada, bob, now=now + timedelta(hours=24)).pk


def test_a_player_gets_so_many_invitations_a_day_and_sends_so_many(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_OF_ONE_A_DAY", 2)
    monkeypatch.setattr(invitations, "MOST_INVITATIONS_A_DAY", 3)
    friends = [player(name) for name in ("cy", "dan")]
    for friend in friends:
        invite(friend, bob)
    refusal(429, create_table, ada, Wish(others=(bob,)))
    invite(ada, *friends, None)
    sentence = refusal(429, create_table, ada, Wish(players=4, others=(*friends, None)))
    assert sentence == "That is enough invitations for today. Try again tomorrow."
    assert create_table(ada, Wish()).pk


def test_a_table_with_bots_starts_at_once(ada: User) -> None:
    game = create_table(ada, Wish(players=4, others=("random", "noisy", "greedy")))
    assert game.status == Status.RUNNING
    assert game.snapshot is not None
    assert game.seats.filter(asked=True).count() == 4


@pytest.mark.parametrize(
    "wish",
    [
        Wish(players=3, others=(None, None)),
        Wish(players=4),
        Wish(players=2, others=()),
        Wish(seat=2),
        Wish(seat=-1),
        Wish(pace=None, rated=True),
        Wish(pace=None, league=True),
        Wish(pace=LIVE[0], league=True),
        Wish(others=("deep blue",)),
        Wish(players=4, others=(None,) * 3, beginner=Beginner.ME),
        Wish(rated=True, others=("greedy",)),
        Wish(rated=True, beginner=Beginner.OTHER),
    ],
    ids=str,
)
def test_a_table_that_cannot_be(ada: User, wish: Wish) -> None:
    refusal(422, create_table, ada, wish)


def test_nobody_invites_themselves_or_somebody_twice(ada: User, bob: User) -> None:
    refusal(422, create_table, ada, Wish(others=(ada,)))
    refusal(422, create_table, ada, Wish(players=4, others=(bob, bob, None)))


def test_a_guest_plays_bots_only(bob: User) -> None:
    visitor = guest()
    assert create_table(visitor, Wish(others=("noisy",))).status == Status.RUNNING
    refusal(403, create_table, visitor, Wish())
    refusal(403, create_table, visitor, Wish(others=(bob,)))
    refusal(403, join_table, visitor, table(bob, None).pk, 1)


@pytest.mark.parametrize("access", [Access.LINK, Access.OPEN])
def test_a_guest_plays_a_person_by_a_link(bob: User, access: Access) -> None:
    game = table(bob, None, access=access)
    refusal(403, join_table, guest(), game.pk, 1, "another token")
    started = join_table(guest("Guest-2"), game.pk, 1, game.token)
    assert started.status == Status.RUNNING
    assert started.pool == ""


def test_a_guest_plays_no_rated_game(bob: User) -> None:
    game = table(bob, None, rated=True)
    says = refusal(403, join_table, guest(), game.pk, 1, game.token)
    assert says == "Guests can't play rated games. Sign up to play this one."


def test_ten_open_tables_are_enough(ada: User) -> None:
    for _table in range(10):
        create_table(ada, Wish())
    refusal(429, create_table, ada, Wish())
    create_table(player("bob"), Wish())


# --- joining ---


def test_the_last_to_sit_down_starts_the_game(ada: User, bob: User) -> None:
    game = join_table(bob, table(ada, None).pk, 1)
    assert game.status == Status.RUNNING
    assert game.started_at is not None


def test_sitting_down_twice_is_once(ada: User, bob: User) -> None:
    game = table(ada, None, None, None)
    first = join_table(bob, game.pk, 1)
    assert join_table(bob, game.pk, 1).version == first.version


def test_one_changes_seats_by_sitting_down_elsewhere(ada: User, bob: User) -> None:
    game = table(ada, None, None, None)
    join_table(bob, game.pk, 1)
    join_table(bob, game.pk, 3)
    assert names(game) == ["ada", "free", "free", "bob"]


def test_a_seat_is_taken_once(ada: User, bob: User) -> None:
    game = table(ada, "noisy", None, None)
    join_table(bob, game.pk, 2)
    eve = player("eve")
    refusal(409, join_table, eve, game.pk, 0)
    refusal(409, join_table, eve, game.pk, 1)
    refusal(409, join_table, eve, game.pk, 2)
    refusal(422, join_table, eve, game.pk, 4)


def test_the_link_lets_in(ada: User, bob: User) -> None:
    game = table(ada, None, access=Access.LINK, public=False)
    refusal(403, join_table, bob, game.pk, 1)
    refusal(403, join_table, bob, game.pk, 1, "wrong")
    assert join_table(bob, game.pk, 1, game.token).status == Status.RUNNING


def test_only_who_is_invited_takes_the_seat(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(access=Access.INVITED, others=(bob,)))
    eve = player("eve")
    refusal(403, join_table, eve, game.pk, 1)
    refusal(403, join_table, eve, game.pk, 1, game.token)
    assert join_table(bob, game.pk, 1).status == Status.RUNNING


@pytest.mark.parametrize("status", [Status.RUNNING, Status.FINISHED, Status.CANCELLED])
def test_it_is_too_late_to_join(ada: User, bob: User, status: Status) -> None:
    game = table(ada, None)
    Game.objects.filter(pk=game.pk).update(status=status)
    refusal(409, join_table, bob, game.pk, 1)
    refusal(409, leave_table, ada, game.pk)
    refusal(409, cancel_table, ada, game.pk)


def test_who_is_invited_and_sits_down_elsewhere_keeps_no_second_seat(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(players=4, others=(bob, None, "noisy")))
    join_table(bob, game.pk, 2)
    eve = player("eve")
    assert join_table(eve, game.pk, None).status == Status.RUNNING
    assert names(game) == ["ada", "eve", "bob", "Bot Moon"]


# --- leaving ---


def test_a_seat_hands_nothing_of_its_player_on_to_the_next(ada: User, bob: User) -> None:
    game = table(ada, None, None, None)
    join_table(bob, game.pk, 1)
    notes.keep_notes(bob, game.pk, "a secret plan")
    chat.mute(bob, game.pk, True)
    set_notification_level(bob, game.pk, "mute")
    mark_seen(game.seats.get(user=bob), game)
    join_table(bob, game.pk, 3)
    moved = game.seats.get(user=bob)
    assert (moved.notes, moved.talk_muted, moved.notifications) == ("a secret plan", True, "mute")
    assert moved.seen_at is not None
    leave_table(bob, game.pk)
    for number in (1, 3):
        seat = game.seats.get(number=number)
        assert (seat.notes, seat.talk_muted, seat.notifications) == ("", False, "normal")
        assert seat.seen_at is None


def test_who_gets_up_frees_the_seat(ada: User, bob: User) -> None:
    game = table(ada, None, None, None)
    join_table(bob, game.pk, 1)
    leave_table(bob, game.pk)
    assert names(game) == ["ada", "free", "free", "free"]
    refusal(403, leave_table, bob, game.pk)


def test_the_creator_leaving_closes_the_table(ada: User, bob: User) -> None:
    game = table(ada, None, None, None)
    join_table(bob, game.pk, 1)
    assert leave_table(ada, game.pk).status == Status.CANCELLED
    refusal(409, join_table, player("eve"), game.pk, 2)


def test_declining_an_invitation_closes_a_table_of_invited_ones(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(access=Access.INVITED, others=(bob,)))
    assert leave_table(bob, game.pk).status == Status.CANCELLED


def test_declining_a_seat_of_an_open_table_frees_it(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(others=(bob,)))
    assert leave_table(bob, game.pk).status == Status.OPEN
    assert join_table(player("eve"), game.pk, 1).status == Status.RUNNING


def test_only_the_creator_closes_a_table(ada: User, bob: User) -> None:
    game = table(ada, None)
    refusal(403, cancel_table, bob, game.pk)
    before = timezone.now()
    closed = cancel_table(ada, game.pk)
    assert closed.status == Status.CANCELLED
    assert closed.finished_at is not None
    assert before <= closed.finished_at <= timezone.now()


# --- running out ---


def test_a_table_nobody_joined_is_closed(ada: User, bob: User) -> None:
    old = table(ada, None, expires_at=timezone.now() - timedelta(seconds=1))
    new = table(ada, None)
    refusal(409, join_table, bob, old.pk, 1)
    assert expire_tables() == 1
    assert expire_tables() == 0
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.status, new.status) == (Status.CANCELLED, Status.OPEN)


def test_a_running_game_never_runs_out_as_a_table(ada: User, bob: User) -> None:
    running_game(ada, bob, expires_at=timezone.now() - timedelta(days=1))
    assert expire_tables() == 0


@pytest.mark.parametrize("way", ["lobby", "link", "invitation", "rematch", "teammate"])
def test_no_game_starts_while_a_player_is_on_vacation(ada: User, bob: User, way: str) -> None:
    cy = player("cy")
    away = ada
    match way:
        case "lobby":
            game, token = create_table(ada, Wish()), ""
        case "link":
            game = create_table(ada, Wish(access=Access.LINK))
            token = game.token
        case "invitation":
            game, token = create_table(ada, Wish(others=(bob,), access=Access.INVITED)), ""
        case "rematch":
            game, token = rematch(ada, over(ada, bob).pk), ""
        case _:
            game, token = create_table(ada, Wish(players=4, others=(None, "noisy", None))), ""
            join_table(cy, game.pk, None)
            away = cy
    now = timezone.now()
    vacation = Absence.objects.create(user=away, start=now, end=now + timedelta(days=3))
    said = refusal(409, join_table, bob, game.pk, None, token)
    assert said.startswith(f"{away} is on vacation until")
    assert game not in lobby(bob)
    vacation.delete()
    assert join_table(bob, game.pk, None, token).status == Status.RUNNING


def test_a_table_without_a_clock_needs_nobody_to_be_back(ada: User, bob: User) -> None:
    game = create_table(ada, Wish(pace=None))
    now = timezone.now()
    Absence.objects.create(user=ada, start=now, end=now + timedelta(days=3))
    assert game in lobby(bob)
    assert join_table(bob, game.pk, None).status == Status.RUNNING


# --- again ---


def over(*people: Any) -> Game:
    game = running_game(*people)
    return ending.resign(people[0], game.pk)


def test_a_rematch_changes_sides_and_waits_for_the_others(ada: User, bob: User) -> None:
    game = over(ada, bob)
    again = rematch(ada, game.pk)
    assert again.status == Status.OPEN
    assert [seat.user or seat.invited for seat in again.seats.all()] == [bob, ada]


def test_there_is_one_rematch_and_whoever_asks_second_joins_it(ada: User, bob: User) -> None:
    game = over(ada, bob)
    again = rematch(ada, game.pk)
    assert rematch(ada, game.pk) == again
    joined = rematch(bob, game.pk)
    assert (joined.pk, joined.status) == (again.pk, Status.RUNNING)
    assert Game.objects.filter(rematch_of=game).count() == 1
    assert rematch(bob, game.pk) == again


def test_a_rematch_against_bots_starts_at_once(ada: User) -> None:
    assert rematch(ada, over(ada, "noisy").pk).status == Status.RUNNING


def test_no_rematch_for_strangers_or_running_games(ada: User, bob: User) -> None:
    refusal(403, rematch, player("eve"), over(ada, bob).pk)
    refusal(409, rematch, ada, running_game(ada, bob).pk)


def expire(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def offer(game: Game, user: User) -> GameResult:
    """Return the result region on the user's page of a game that is over."""
    return game_result(seen(user, game.pk), None, ((), ()))


@pytest.mark.parametrize(
    "closing",
    [
        lambda game, _asked, other: leave_table(other, game.pk),
        lambda game, asked, _other: cancel_table(asked, game.pk),
        lambda game, _asked, _other: expire(game),
    ],
    ids=["declined", "withdrawn", "expired"],
)
def test_after_a_closed_rematch_another_can_be_asked(
    ada: User, bob: User, closing: Callable[[Game, User, User], Any]
) -> None:
    game = over(ada, bob)
    first = rematch(ada, game.pk)
    assert offer(game, bob).rematch.path == first.get_absolute_url()
    closing(first, ada, bob)
    shown = offer(game, bob)
    assert (shown.rematch.path, bool(shown.rematch.ask)) == ("", True)
    second = rematch(bob, game.pk)
    assert (second.status, second.creator) == (Status.OPEN, bob)
    assert rematch(ada, game.pk).status == Status.RUNNING
    assert offer(game, ada).rematch.path == second.get_absolute_url()
    first.refresh_from_db()
    assert first.status == Status.CANCELLED


def test_a_declined_rematch_is_told_to_the_page_of_the_game(
    ada: User, bob: User, django_capture_on_commit_callbacks: Any
) -> None:
    game = over(ada, bob)
    again = rematch(ada, game.pk)
    before = Game.objects.get(pk=game.pk).version
    with django_capture_on_commit_callbacks(execute=True):
        leave_table(bob, again.pk)
    assert Game.objects.get(pk=game.pk).version == before + 1


def test_asking_again_counts_as_an_invitation(ada: User, bob: User) -> None:
    game = over(ada, bob)
    for _time in range(MOST_TO_ONE_A_DAY):
        leave_table(bob, rematch(ada, game.pk).pk)
    assert "enough invitations" in refusal(429, rematch, ada, game.pk)
    assert rematch(ada, over(ada, bob).pk).status == Status.OPEN


def test_no_rematch_against_a_closed_account(ada: User, bob: User) -> None:
    game = over(ada, bob)
    assert offer(game, ada).rematch.ask
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert not offer(game, ada).rematch.ask
    assert "closed their account" in refusal(409, rematch, ada, game.pk)
    bob.delete()
    assert not offer(game, ada).rematch.ask
    assert "closed their account" in refusal(409, rematch, ada, game.pk)


# --- the beginner's advantage ---

FIRST_SIDES = {0: "seed 0", 1: "seed 1"}
"""Seeds after which a side begins."""


def seeds(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Give this seed to new tables."""
    monkeypatch.setitem(Game._meta.get_field("seed").__dict__, "_get_default", lambda: seed)


@pytest.fixture(params=FIRST_SIDES)
def first_side(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let a side begin in new tables."""
    side: int = request.param
    seeds(monkeypatch, FIRST_SIDES[side])
    return side


def ahead(game: Game) -> dict[str, int]:
    """Return the name of the player with the advantage, and the planets it applies to."""
    discs = list(engine_game(game).snapshot()["table"]["discs"].values())
    seats = game.seats.select_related("user")
    counts = {seat.name: discs.count((1, -1)[seat.side]) for seat in seats}
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize(("beginner", "name"), [(Beginner.ME, "ada"), (Beginner.OTHER, "bob")])
def test_the_one_who_is_chosen_has_the_advantage(
    ada: User, bob: User, first_side: int, beginner: Beginner, name: str
) -> None:
    game = create_table(ada, Wish(beginner=beginner))
    holder = "ada" if beginner == Beginner.ME else "the player who joins"
    assert game.advantage == f"beginner's advantage: {holder}"
    free = game.seats.get(user=None)
    game = join_table(bob, game.pk, free.number)
    assert game.setup is not None
    assert game.setup["setup"]["first_side"] == first_side
    assert ahead(game) == {name: 3}
    assert game.advantage == f"beginner's advantage: {name}"


def test_a_beginner_who_is_invited_is_named(ada: User, bob: User, first_side: int) -> None:
    game = create_table(ada, Wish(beginner=Beginner.OTHER, others=(bob,)))
    assert game.advantage == "beginner's advantage: bob"
    against = create_table(ada, Wish(beginner=Beginner.OTHER, others=("noisy",)))
    assert ahead(against) == {"Bot Moon": 3}


def test_nobody_moves_to_the_seat_with_the_advantage(ada: User, first_side: int) -> None:
    game = create_table(ada, Wish(beginner=Beginner.OTHER))
    refusal(409, join_table, ada, game.pk, game.second_side)


def test_the_deal_of_a_beginner_is_verified(client: Client, ada: User, first_side: int) -> None:
    game = create_table(ada, Wish(beginner=Beginner.ME, others=("noisy",)))
    ending.resign(ada, game.pk)
    page = client.get(reverse("verify_deal", args=[game.pk])).content.decode()
    assert "good-news" in page
    assert "bad-news" not in page


@pytest.mark.parametrize("again", [0, 1])
def test_a_beginner_keeps_the_advantage_in_a_rematch(
    ada: User, bob: User, first_side: int, again: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = create_table(ada, Wish(beginner=Beginner.OTHER))
    join_table(bob, game.pk, game.second_side)
    ending.resign(ada, game.pk)
    seeds(monkeypatch, FIRST_SIDES[again])
    rematch(ada, game.pk)
    second = rematch(bob, game.pk)
    assert second.status == Status.RUNNING
    assert ahead(second) == {"bob": 3}


def test_who_looks_at_the_table_or_the_lobby_sees_who_has_the_advantage(
    client: Client, ada: User, bob: User
) -> None:
    game = create_table(ada, Wish(beginner=Beginner.ME))
    client.force_login(bob)
    for address in (game.get_absolute_url(), reverse("lobby")):
        assert "advantage: ada" in client.get(address).content.decode()
