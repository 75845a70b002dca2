"""Invariants of every decision of every game, and random games to check them on."""

import json
from collections.abc import Callable
from random import Random

from engine import Game, Options, deal
from engine.boards import TOKEN_BAG
from engine.notation import is_action
from engine.public_types import Position, Snapshot
from engine.table import GONE, NO_DISC, RUNNING, Table


def check_table(table: Table) -> None:
    """Cards, tokens and discs are all there, and nothing is out of its range."""
    cards = [
        *table.deck[table.drawn :],
        *table.discard,
        *(card for pile in table.hands for card in pile),
        *(card for pile in table.columns for card in pile),
    ]
    box = table.cards.numbers
    assert len(cards) == len(box)
    assert set(cards) == set(box)
    tokens = [kind for kind in table.tokens if kind != GONE]
    tokens += [*table.supply, *table.token_discard]
    assert sorted(tokens) == sorted(TOKEN_BAG)
    assert min(table.credits) >= 0
    assert min(table.zenithium) >= 0
    assert all(0 <= level <= 5 for level in table.levels)
    won = [*table.won[0], *table.won[1]]
    for planet, at in enumerate(table.discs):
        assert -3 <= at <= 3 or (at == NO_DISC and planet in won)
    if table.ending == RUNNING:
        assert table.options or table.mulligan
        assert not table.new_frames


def check_game(game: Game, random: Random, replays: bool = True) -> None:
    """Check that the public interface agrees after JSON, a copy or a replay, and hides hidden
    cards.
    """
    check_table(game._table)
    snapshot = game.snapshot()
    assert json.loads(json.dumps(snapshot)) == snapshot
    restored = Game.restore(json.loads(json.dumps(snapshot)))
    twins = [restored, game.copy()]
    if replays:
        twins.append(Game.replay(json.loads(json.dumps(game.record()))))
    for twin in twins:
        assert twin.snapshot() == snapshot
        assert twin.pending == game.pending
    if game.outcome is None:
        assert game.pending
        seat, action = any_answer(game, random)
        futures = [twin.play(seat, action) for twin in twins]
        assert all(future == futures[0] for future in futures)
        assert all(twin.snapshot() == twins[0].snapshot() for twin in twins)
        assert game.snapshot() == snapshot
    for decision in game.pending:
        assert len(set(decision.options)) == len(decision.options) > 0
        assert all(is_action(option) for option in decision.options)
        assert decision.optional == ("decline" in decision.options)
    check_views(game, random)


def check_views(game: Game, random: Random) -> None:
    """No view holds a card that its seat can't see, or depends on one."""
    snapshot = game.snapshot()
    for viewer in (None, *range(snapshot["table"]["players"])):
        view = game.view(viewer)
        assert json.loads(json.dumps(view)) == view
        if game.outcome is not None:
            assert all(hand["cards"] is not None for hand in view["hands"])
            continue
        text = json.dumps({key: value for key, value in view.items() if key != "pending"})
        own = [decision for decision in view["pending"] if viewer in decision["seats"]]
        text += json.dumps(own)
        for slug in hidden_from(snapshot["table"], viewer):
            assert f'"{slug}"' not in text
            assert f" {slug}" not in text
        assert view["seed"] is None
        assert Game.restore(shuffled_for(game, viewer, random)).view(viewer) == view


def hidden_from(position: Position, viewer: int | None) -> list[str]:
    """Return the cards that a seat can't see."""
    hands = [hand for seat, hand in enumerate(position["hands"]) if seat != viewer]
    return [*position["deck"], *(slug for hand in hands for slug in hand)]


def shuffled_for(game: Game, viewer: int | None, random: Random) -> Snapshot:
    """Return a snapshot where all that the viewer can't see is otherwise.

    Only the hand of a seat that has to answer stays: its options are not the viewer's to see,
    but whether it is asked at all may follow from its hand.
    """
    snapshot: Snapshot = json.loads(json.dumps(game.snapshot()))
    table = snapshot["table"]
    asked = set() if snapshot["mulligan"] else {game.pending[0].seats[0]}
    hands = [
        hand for seat, hand in enumerate(table["hands"]) if seat != viewer and seat not in asked
    ]
    hidden = [slug for pile in (table["deck"], *hands) for slug in pile]
    random.shuffle(hidden)
    for pile in (table["deck"], *hands):
        pile[:] = [hidden.pop() for _ in pile]
    random.shuffle(table["token_supply"])
    for seat, choice in enumerate(snapshot["mulligan"]):
        if seat != viewer and choice != -1:
            snapshot["mulligan"][seat] = random.randrange(16)
    return snapshot


def any_answer(game: Game, random: Random) -> tuple[int, str]:
    """Return a seat that is asked and one of its answers."""
    decision = random.choice(game.pending)
    return random.choice(decision.seats), random.choice(decision.options)


def random_game(
    options: Options, seed: str, look: Callable[[Game, Random], None] | None = None
) -> Game:
    """Play a game with random answers to its end and return it; `look` at every decision."""
    random = Random(seed)
    game = Game(deal(options, seed))
    while game.outcome is None:
        if look:
            look(game, random)
        game.play(*any_answer(game, random))
    if look:
        look(game, random)
    return game
