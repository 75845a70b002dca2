"""People who do not want to meet, and who may not play rated games."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.blocking import block
from accounts.models import Block, Follow, User
from games.fairplay.bans import barred_ids, barred_until
from games.fairplay.models import ModerationAction
from games.lobby.selectors import lobby
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.rematches import rematch
from games.lobby.services.seating import join_table
from games.notifications.models import Notification
from games.tables.models import Access, Game, Seat, Status
from games.talk import chat
from games.talk.selectors import chat_messages
from tests.support.factories import answer, finished_game, guest, player, refusal, running_game
from tests.support.readers import client_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()
NEUTRAL = "You and this player can't play against each other."


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def ben() -> User:
    return player("ben")


# --- blocks ---


def test_blocking_twice_is_once_and_can_be_taken_back(ada: User, ben: User) -> None:
    Follow.objects.create(user=ada, followed=ben)
    block(ada, ben, True)
    block(ada, ben, True)
    assert Block.objects.count() == 1
    assert not Follow.objects.exists()
    block(ada, ben, False)
    block(ada, ben, False)
    assert not Block.objects.exists()


def test_whom_one_cannot_block(ada: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal(422, block, ada, ada, True)
    refusal(422, block, ada, guest(), True)
    refusal(403, block, guest("Guest-2"), ada, True)
    monkeypatch.setattr("accounts.blocking.MOST", 1)
    block(ada, ben, True)
    refusal(429, block, ada, player("eve"), True)
    assert Block.objects.count() == 1


@pytest.mark.parametrize("mine", [True, False], ids=["I block", "I am blocked"])
def test_neither_sits_down_with_nor_invites_the_other(ada: User, ben: User, mine: bool) -> None:
    table = create_table(ben, Wish())
    block(*((ada, ben) if mine else (ben, ada)), True)
    assert refusal(403, join_table, ada, table.pk, None) == NEUTRAL
    invites = Wish(others=(ben,), access=Access.INVITED)
    assert refusal(403, create_table, ada, invites) == NEUTRAL
    assert table not in lobby(ada)
    assert table in lobby(player("eve"))


def test_a_table_of_four_holds_nobody_who_blocks_a_guest_of_it(ada: User, ben: User) -> None:
    eve = player("eve")
    block(ada, ben, True)
    table = create_table(eve, Wish(players=4, others=(ben, None, None)))
    assert refusal(403, join_table, ada, table.pk, 2) == NEUTRAL
    both = Wish(players=4, others=(ben, ada, None))
    assert "Some of these players" in refusal(403, create_table, eve, both)


def test_no_rematch(ada: User, ben: User) -> None:
    """It is not offered either, to neither of them."""
    game = finished_game(ada, ben)
    pages = [(client_of(user), reverse("table", args=[game.pk])) for user in (ada, ben)]
    button = f'action="{reverse("rematch", args=[game.pk])}"'
    assert all(button in client.get(path).content.decode() for client, path in pages)
    block(ada, ben, True)
    assert refusal(403, rematch, ben, game.pk) == NEUTRAL
    assert not any(button in client.get(path).content.decode() for client, path in pages)


def test_an_invitation_ends_with_a_block(ada: User, ben: User) -> None:
    table = create_table(ben, Wish(others=(ada,), access=Access.INVITED))
    own = create_table(ada, Wish(others=(ben,), access=Access.INVITED))
    block(ada, ben, True)
    table.refresh_from_db()
    own.refresh_from_db()
    assert table.status == own.status == Status.CANCELLED
    assert not Seat.objects.filter(invited=ben).exists()


@pytest.mark.parametrize("opens", ["ada", "ben", "eve"])
def test_a_block_leaves_no_table_that_nobody_can_fill(ada: User, ben: User, opens: str) -> None:
    """Both sat there already: one of them gets up."""
    people = {"ada": ada, "ben": ben, "eve": player("eve")}
    first, *others = sorted(people.values(), key=lambda one: one.username != opens)
    game = create_table(first, Wish(players=4, others=(None, None, None)))
    for number, other in enumerate(others, 1):
        join_table(other, game.pk, number)
    block(ada, ben, True)
    taken = set(game.seats.exclude(user=None).values_list("user__username", flat=True))
    assert taken == ({"ada", "eve"} if opens == "ada" else {"ben", "eve"})
    for name in ("fay", "gus"):
        game = join_table(player(name), game.pk, None)


def test_running_games_go_on(ada: User, ben: User) -> None:
    game = running_game(ada, ben)
    block(ada, ben, True)
    assert answer(game).seq == 1


def test_their_talk_is_hidden_from_who_blocks_and_from_nobody_else(ada: User, ben: User) -> None:
    game = running_game(ada, ben)
    gone = chat.say(ada, game.pk, "of a user gone")
    type(gone).objects.filter(pk=gone.pk).update(author=None)
    chat.say(ben, game.pk, "before")
    block(ada, ben, True)
    chat.say(ben, game.pk, "after")
    game.refresh_from_db()
    assert [line.text for line in chat_messages(game, ada)] == ["of a user gone"]
    assert len(chat_messages(game, ben)) == len(chat_messages(game, None)) == 3
    assert Notification.objects.filter(user=ada, kind="talk").count() == 1


# --- out of rated play ---


def bar(user: User, days: int = 7) -> ModerationAction:
    until = NOW + timedelta(days=days)
    return ModerationAction.objects.create(what="bar", player=user, until=until, why="thrown games")


def test_who_is_barred_plays_friendly_games_only(ada: User, ben: User) -> None:
    rated, friendly = create_table(ben, Wish(rated=True)), create_table(ben, Wish())
    before = finished_game(ada, ben, rated=True)
    bar(ada)
    for refused in (
        refusal(403, create_table, ada, Wish(rated=True)),
        refusal(403, join_table, ada, rated.pk, None),
        refusal(403, rematch, ada, before.pk),
    ):
        assert "barred you from rated games until" in refused
    join_table(ada, friendly.pk, None)
    assert Game.objects.get(pk=friendly.pk).status == Status.RUNNING


def test_nobody_sits_down_at_the_rated_table_of_who_is_barred(ada: User, ben: User) -> None:
    table = create_table(ben, Wish(rated=True))
    bar(ben)
    assert "A player at this table" in refusal(409, join_table, ada, table.pk, None)


def test_a_bar_ends_by_itself_or_when_it_is_undone(ada: User, ben: User) -> None:
    bar(ada, days=-1)
    ModerationAction.objects.create(
        what="warn", player=ada, until=NOW + timedelta(days=9), why="a warning is no bar"
    )
    assert barred_until(ada, NOW) is None
    shorter, longer = bar(ada, days=2), bar(ada, days=5)
    assert barred_until(ada, NOW) == longer.until
    assert barred_ids([ada.pk, ben.pk], NOW) == {ada.pk}
    ModerationAction.objects.filter(pk=longer.pk).update(undone_at=NOW)
    assert barred_until(ada, NOW) == shorter.until
    ModerationAction.objects.filter(pk=shorter.pk).update(undone_at=NOW)
    assert barred_ids([ada.pk, ben.pk], NOW) == set()


def test_who_is_gone_is_not_waited_for(ada: User, ben: User) -> None:
    table = create_table(ben, Wish())
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert table not in lobby(ada)
    assert "has closed their account" in refusal(409, join_table, ada, table.pk, None)
