"""The log: what it reports of a turn, and what it leaves out."""

import re

import pytest
from django.urls import reverse

from accounts.models import EffectDisplay, User
from engine import events as e
from games.tables.models import Game
from games.tables.page import ReplayAddress, replay_page
from games.tables.page.log import RecentMoves
from games.tables.selectors import seen
from tests.support.factories import player, running_game
from tests.tables.page.pages import page, signed_in

pytestmark = pytest.mark.django_db

NOISE = "an effect can"


@pytest.fixture
def game(ada: User, bob: User) -> Game:
    """Return a game whose last move had an effect that changed nothing."""
    game = running_game(ada, bob, answers=8)
    move = game.moves.order_by("-seq")[0]
    skipped = e.EffectSkipped(move.seat % 2, "technology human 3")
    move.events = [*move.events, skipped.to_json()]
    move.save()
    return game


def test_an_effect_that_changed_nothing_is_not_reported(game: Game, ada: User) -> None:
    """It stays in the record."""
    assert any(isinstance(event, e.EffectSkipped) for event in seen(ada, game.pk).events()[-1][2])
    replay = signed_in(ada).get(reverse("replay_at", args=[game.pk, game.seq])).content.decode()
    for html in (page(ada, game), page(None, game), page(ada, game, "?log=all"), replay):
        assert NOISE not in html


def test_the_recap_is_sentences_for_who_prefers_text(ada: User, bob: User) -> None:
    """They are those of the log."""
    game = running_game(ada, bob, answers=30)

    def recap() -> str:
        lines = page(ada, game).partition('class="recap-lines"')[2].partition("</p>")[0]
        return re.sub(r'<svg class="portrait face .*?</svg>', "", lines)

    assert "<svg" in recap()
    User.objects.filter(pk=ada.pk).update(effect_display=EffectDisplay.TEXT)
    assert "<svg" not in recap()
    log = re.sub(r"<[^>]*>", "", page(ada, game).partition('id="log"')[2])
    (said,) = re.findall(r"</b>([^<]+)</span>", recap())[:1]
    assert said.count(".") > 1
    assert all(sentence in log for sentence in said.strip(" .").split(". "))


def link_names(html: str) -> dict[int, str]:
    """Return the names of the links of a log to the replay, by the moves that they lead to."""
    links = re.findall(r'class="log-replay"\s+href="[^"]*/(\d+)/"\s+aria-label="([^"]*)"', html)
    return {int(seq): name for seq, name in links}


@pytest.mark.parametrize("others", [("ben",), ("ben", "cleo", "dan")])
def test_a_link_to_the_replay_names_its_turn(ada: User, others: tuple[str, ...]) -> None:
    """With four players a team's order belongs to the turn that it starts, here as there."""
    game = running_game(ada, *map(player, others), answers=30)
    table = seen(ada, game.pk)
    for query in ("", "?log=all"):
        names = link_names(page(ada, game, query))
        assert len(set(names.values())) == len(names) > 1
        for seq, name in names.items():
            turn = replay_page(table, seq, ReplayAddress("/r/")).turn
            assert turn is not None
            told = f"Turn {turn.number}, {turn.name}" if turn.name else "Mulligan"
            assert name in (f"Replay, {told}", "Replay, Before")
    assert list(names.values())[-1] == "Replay, Mulligan"
    assert "Replay, Before" not in names.values()


def test_a_decision_of_the_replay_names_its_turn(ada: User, bob: User) -> None:
    game = running_game(ada, bob, answers=30)
    table = seen(ada, game.pk)
    for seq in (1, game.seq):
        turn = replay_page(table, seq, ReplayAddress("/r/")).turn
        assert turn is not None
        address = reverse("replay_at", args=[game.pk, seq])
        html = signed_in(ada).get(address).content.decode()
        names = re.findall(r'aria-label="([^"]*Decision \d+)"', html)
        told = f"Turn {turn.number}, {turn.name}" if turn.name else "Mulligan"
        assert names == [f"{told}, Decision {n + 1}" for n in range(len(turn.decisions))]


def test_a_spectator_who_comes_sees_the_whole_last_turn(ada: User, bob: User) -> None:
    lengths = set()
    for answers in range(12, 20):
        table = seen(None, running_game(ada, bob, answers=answers).pk)
        recent = RecentMoves.of(table, since=None, whole=False)
        assert [move[0] for move in recent.latest] == [move[0] for move in recent.last_turn]
        lengths.add(len(recent.last_turn))
    assert max(lengths) > 1
