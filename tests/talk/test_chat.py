"""The chat of a table, and private notes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.tables.models import Game, Message, Report
from games.talk import chat, notes
from tests.support.factories import guest, player, refusal, running_game

pytestmark = pytest.mark.django_db


# --- talk ---


def test_a_line_is_said_and_raises_the_version(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    assert chat.say(ada, game.pk, "  good \n luck ").text == "good luck"
    assert Game.objects.get(pk=game.pk).version == game.version + 1


@pytest.mark.parametrize("text", ["", " \n ", "x" * 501])
def test_nothing_and_too_much_is_not_said(ada: User, bob: User, text: str) -> None:
    refusal(422, chat.say, ada, running_game(ada, bob).pk, text)


def test_a_line_may_be_as_long_as_its_field(ada: User, bob: User) -> None:
    assert chat.say(ada, running_game(ada, bob).pk, "x" * 500).text == "x" * 500


def test_only_who_plays_talks(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    refusal(403, chat.say, player("eve"), game.pk, "hello")
    visitor = guest()
    refusal(403, chat.say, visitor, running_game(visitor, "noisy").pk, "hello")


def test_six_lines_a_minute_are_enough(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    for _line in range(6):
        chat.say(ada, game.pk, "hello")
    refusal(429, chat.say, ada, game.pk, "hello")
    refusal(429, chat.say, ada, running_game(ada, "noisy").pk, "hello")
    chat.say(bob, game.pk, "hello")
    Message.objects.update(at=timezone.now() - timedelta(seconds=61))
    chat.say(ada, game.pk, "hello")


def test_a_line_is_reported_once_and_not_by_its_author(ada: User, bob: User) -> None:
    line = chat.say(ada, running_game(ada, bob).pk, "hello")
    chat.report(bob, line.pk)
    chat.report(bob, line.pk)
    assert Report.objects.count() == 1
    refusal(422, chat.report, ada, line.pk)
    refusal(403, chat.report, guest(), line.pk)


def test_notes_have_an_end(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    notes.keep_notes(ada, game.pk, "x" * 4000)
    refusal(422, notes.keep_notes, ada, game.pk, "x" * 4001)
    assert game.seats.get(user=ada).notes == "x" * 4000


def test_only_who_plays_has_notes_and_mutes_the_talk(ada: User, bob: User) -> None:
    game = running_game(ada, bob)
    refusal(403, notes.keep_notes, player("eve"), game.pk, "his hand")
    refusal(403, chat.mute, player("mia"), game.pk, True)
    chat.mute(bob, game.pk, True)
    assert [seat.talk_muted for seat in game.seats.all()] == [False, True]
