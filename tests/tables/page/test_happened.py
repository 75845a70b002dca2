"""Table events on the page: in the log for good, at the clocks until the next move."""

from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from accounts.models import User
from games.clock import BANK
from games.tables.models import Game, ProposalKind
from games.tables.page import PageQuery, event_sentence, table_page
from games.tables.selectors import seen
from games.tables.services.agreements import accept_proposal, give_time, propose
from games.tables.table_events import MOST_KEPT, TableEvent, TableEventKind, events_of, keep_event
from tests.support.factories import answer, player, running_game
from tests.tables.page.pages import page

pytestmark = pytest.mark.django_db

T0 = datetime(2026, 3, 2, 12, tzinfo=UTC)
GIVEN = "bob gave you 1 day more."


def turn_of(user: User, other: User) -> Game:
    game = running_game(user, other, now=T0)
    while game.seq < 2 or not game.seats.get(user=user).asked:
        game = answer(game, T0)
    return game


@pytest.fixture
def game(ada: User, bob: User) -> Game:
    game = turn_of(ada, bob)
    give_time(bob, game.pk, 24, now=T0)
    game.refresh_from_db()
    return game


def test_given_time_is_at_the_clocks_until_the_next_move(ada: User, bob: User, game: Game) -> None:
    assert table_page(seen(ada, game.pk), now=T0).clocks.notes == [GIVEN]
    assert "bob gave ada 1 day more." in unescape(page(bob, game))
    answer(game, T0)
    assert table_page(seen(ada, game.pk), now=T0).clocks.notes == []


def test_the_log_keeps_it_in_its_turn(ada: User, game: Game) -> None:
    for _ in range(4):
        game = answer(game, T0)
    log = table_page(seen(ada, game.pk), PageQuery(whole_log=True), now=T0).log
    assert log is not None
    [turn] = [turn for turn in log.turns if GIVEN in [str(entry.html) for entry in turn.entries]]
    assert turn.name == "ada"
    assert turn.entries[0].html == GIVEN
    assert turn.first == turn.entries[0].seq + 1
    assert len({turn.region for turn in log.turns}) == len(log.turns)


def test_a_turn_without_a_move_keeps_its_region(ada: User, game: Game) -> None:
    before = table_page(seen(ada, game.pk), PageQuery(whole_log=True), now=T0).log
    game = answer(game, T0)
    after = table_page(seen(ada, game.pk), PageQuery(whole_log=True), now=T0).log
    assert before is not None
    assert after is not None
    assert before.turns[0].region in [turn.region for turn in after.turns]
    assert before.turns[0].last == game.seq - 1  # a move that exists, for its replay


def test_another_pace_is_told_to_spectators(ada: User, bob: User, game: Game) -> None:
    propose(ada, game.pk, ProposalKind.PACE, BANK, now=T0 + timedelta(hours=1))
    accept_proposal(bob, game.pk, now=T0 + timedelta(hours=1))
    html = unescape(page(player("cleo"), game))
    assert "Both sides agreed on another pace: 3 days + 1 day a turn, at most 7 days." in html
    assert "bob gave ada 1 day more." in html


def test_an_event_is_the_same_after_it_was_stored() -> None:
    event = TableEvent(TableEventKind.GIVEN, T0, 3, by=0, seat=1, hours=24)
    assert TableEvent.from_json(event.to_json()) == event
    event = TableEvent(TableEventKind.PACE, T0, 0, pace=BANK.to_json())
    assert TableEvent.from_json(event.to_json()) == event


def test_only_the_latest_are_kept(game: Game) -> None:
    for number in range(MOST_KEPT + 5):
        keep_event(game, TableEvent(TableEventKind.PAUSED, T0, number))
    game.refresh_from_db()
    assert [event.seq for event in events_of(game)] == list(range(5, MOST_KEPT + 5))


@pytest.mark.parametrize("kind", TableEventKind)
def test_every_kind_has_a_sentence_for_each_reader(ada: User, game: Game, kind: str) -> None:
    seats = seen(ada, game.pk).seats
    event = TableEvent(TableEventKind(kind), T0, 1, by=1, seat=0, hours=24, pace=BANK.to_json())
    for me in (None, 0, 1):
        sentence = event_sentence(event, seats, me)
        assert sentence.endswith(".")
        assert "%" not in sentence
