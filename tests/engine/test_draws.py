"""Games that can't go on: the draw is declared if, and only if, no order of leading helps."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine import Game, Outcome, positions, rules
from engine.agents import AGENTS, COSTS, FACTION_OF, NUMBER, PLANET_OF
from engine.boxes import further_boxes, latest_cards
from engine.errors import BadSetup
from engine.names import ANIMOD, HUMAN, PLANETS, ROBOT
from engine.public_types import Position
from engine.rules import LEAD, turn
from engine.sources import SEAT_TURN
from engine.table import RULES_VERSION, Table
from tests.engine.prepared import columns_of_all_but, prepare

DRAW = Outcome(winner=None, victory=None)
ALL_AT_5 = {"animod": 5, "human": 5, "robot": 5}
DEAR = sorted(
    (agent.slug for agent in AGENTS[:90] if agent.faction == ROBOT),
    key=lambda slug: -AGENTS[NUMBER[slug]].cost,
)
"""The robots of the base game, the dearest first."""


def stuck(hands: dict[int, list[str]], **position: Any) -> Position:
    """Return a position with nothing to draw; what is in no hand lies with side 1."""
    held = [card for cards in hands.values() for card in cards]
    players = max(hands) + 1
    defaults: dict[str, Any] = {
        "players": players,
        "to_move": 0 if players == 2 else None,
        "columns": ({}, columns_of_all_but(*held)),
        "credits": (0, 0),
        "zenithium": (0, 0),
        "levels": (ALL_AT_5, ALL_AT_5),
    }
    return prepare(hands=hands, **{**defaults, **position})


def is_drawn(position: Position) -> bool:
    return Game.from_position(position).outcome == DRAW


# --- the truth, by searching every order of leading and sharing ---


class Scripted:
    """A shuffler that follows a script and counts the orders that were possible."""

    seed = ""

    def __init__(self, script: list[int]) -> None:
        self.script = script
        self.ways: list[int] = []

    def shuffled(self, _label: str, items: Any) -> list[Any]:
        """Return the items in the order that the script says."""
        orders = list(permutations(items))
        number = self.script[len(self.ways)] if len(self.ways) < len(self.script) else 0
        self.ways.append(len(orders))
        return list(orders[number])


def after(table: Table, option: int) -> Iterator[Table]:
    """Answer, and shuffle in every possible way."""
    script: list[int] | None = []
    while script is not None:
        ahead = table.copy()
        ahead.chance = chance = Scripted(script)
        rules.answer(ahead, option)
        yield ahead
        script = next_script([*script, *[0] * (len(chance.ways) - len(script))], chance.ways)


def next_script(script: list[int], ways: list[int]) -> list[int] | None:
    """Count on, the last digit first; `None` after the last script."""
    while script:
        if script[-1] + 1 < ways[len(script) - 1]:
            return [*script[:-1], script[-1] + 1]
        script.pop()
    return None


def key(table: Table) -> tuple[Any, ...]:
    """Return the state that two tables share if they are equal to a side that leads and draws."""
    return (
        tuple(frozenset(hand) for hand in table.hands),
        table.deck[table.drawn :],
        frozenset(table.discard),
        tuple(min(credits, 12) for credits in table.credits),
        tuple(min(zenithium, 6) for zenithium in table.zenithium),
        (table.badge, table.gold, table.side, table.active, table.played),
        tuple(table.stack),
    )


def can_go_on(position: Position) -> bool:
    """Whether any order of leading and sharing, and any shuffle, brings more than that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn, "is_dead", lambda _table: False)
        table = positions.read(position, Scripted([]))
        if not any(table.hands) and not table.cards_to_draw():
            return False
        rules.push_turn(table)
        table.stack, table.new_frames = table.new_frames, []
        rules.run(table)
        edge, met = [table], {key(table)}
        while edge:
            table = edge.pop()
            for option in table.options:
                if table.stack[-1][0] == SEAT_TURN and brings_more(option):
                    return True
                for ahead in after(table, option):
                    if key(ahead) not in met:
                        met.add(key(ahead))
                        edge.append(ahead)
    return False


def brings_more(option: int) -> bool:
    """Whether this use of a card is more than to lead and draw it again."""
    return option % 3 != LEAD or FACTION_OF[option // 3] == ANIMOD


# --- what is declared is the truth ---


def random_position(random: Random) -> Position:
    """Return a small position in which little can be done, and now and then something."""
    players = random.choice((2, 4))
    pool = [*DEAR[:12], *random.sample(DEAR[12:], 3)]
    if random.random() < 0.2:
        pool += random.sample(HUMANS, 2)
    if random.random() < 0.03:
        pool += random.sample(ANIMODS, 1)
    random.shuffle(pool)
    sizes = random.choice(SIZES[players])
    hands = {seat: [pool.pop() for _ in range(size)] for seat, size in enumerate(sizes)}
    held = [card for cards in hands.values() for card in cards]
    columns: tuple[dict[str, list[str]], ...] = ({}, {})
    how = random.choice((0, 1, 2))
    for planet, cards in columns_of_all_but(*held).items():
        share = (0, len(cards), len(cards) // 2)[how]
        columns[0][planet], columns[1][planet] = cards[:share], cards[share:]
    position: dict[str, Any] = {"columns": columns}
    position["badge"] = random.choice(
        (None, (0, "silver"), (0, "gold"), (1, "silver"), (1, "gold"))
    )
    position["credits"] = (random.choice((0, 0, 0, 3)), random.choice((0, 0, 0, 3)))
    position["zenithium"] = (random.choice((0, 0, 5)), random.choice((0, 0, 5)))
    position["levels"] = tuple(
        {"animod": 5, "human": random.choice((4, 5)), "robot": random.choice((4, 5, 5, 5, 5))}
        for _ in range(2)
    )
    if players == 2:
        position["to_move"] = random.choice((0, 1))
    else:
        side = random.choice((0, 1))
        position["side_to_move"] = side
        if random.random() < 0.5:
            first = random.choice((0, 2))
            position["played"] = [side + first]
            position["to_move"] = side + 2 - first
    return stuck(hands, **position)


SIZES: dict[int, list[tuple[int, ...]]] = {
    2: [(1, 0), (2, 1), (0, 3), (6, 0), (0, 6), (6, 1), (1, 6), (5, 2)],
    4: [
        *((1, 0, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0), (1, 1, 1, 1), (1, 0, 2, 0), (2, 1, 0, 0)),
        *((0, 2, 1, 1), (1, 0, 5, 0), (6, 0, 0, 0), (0, 0, 6, 1), (0, 6, 0, 0), (0, 1, 1, 5)),
        *((6, 0, 1, 0), (4, 0, 3, 0), (1, 1, 6, 0), (0, 7, 0, 0)),
    ],
}
HUMANS = [agent.slug for agent in AGENTS[:90] if agent.faction == HUMAN]
ANIMODS = [agent.slug for agent in AGENTS[:90] if agent.faction == ANIMOD]


@pytest.mark.parametrize("seed", range(200))
def test_a_draw_is_declared_when_no_order_of_leading_helps_and_never_before(seed: int) -> None:
    position = random_position(Random(seed))
    assert is_drawn(position) is not can_go_on(position)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 2000))
def test_a_draw_is_declared_in_many_more_positions(seed: int) -> None:
    position = random_position(Random(seed))
    assert is_drawn(position) is not can_go_on(position)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("hands", "more", "drawn"),
    [
        # 6 cards in one hand: silver leaves one on the pile for the other side, gold draws it
        ({0: DEAR[:6], 1: []}, {}, False),
        ({0: DEAR[:6], 1: []}, {"badge": (0, "gold")}, True),
        ({0: DEAR[:6], 1: []}, {"badge": (0, "silver")}, True),
        ({0: DEAR[:6], 1: DEAR[8:9]}, {"badge": (0, "gold")}, False),
        ({0: DEAR[:5], 1: []}, {}, True),
        # a team with an empty hand plays last with the other
        ({0: DEAR[:7], 1: [], 2: [], 3: []}, {"badge": (0, "gold")}, False),
        ({0: DEAR[:6], 1: [], 2: [], 3: []}, {"badge": (0, "gold")}, True),
        ({0: DEAR[:6], 1: [], 2: [], 3: []}, {}, False),
        # two hands come to 1 and 7
        ({0: DEAR[:4], 1: [], 2: DEAR[4:8], 3: []}, {}, False),
        ({0: DEAR[:4], 1: [], 2: DEAR[4:7], 3: []}, {}, True),
        # 1 and 6 are enough if the teammate has recruited
        ({0: DEAR[:1], 1: [], 2: DEAR[1:7], 3: []}, {"played": [0], "to_move": 2}, False),
        (
            {0: DEAR[:1], 1: [], 2: DEAR[1:7], 3: []},
            {"played": [0], "to_move": 2, "badge": (0, "silver")},
            True,
        ),
    ],
)
def test_a_large_hand_may_leave_a_card_for_the_other_side(
    hands: dict[int, list[str]], more: dict[str, Any], drawn: bool
) -> None:
    """All else lies with side 1, so side 0 can pay for nothing, and side 1 for anything."""
    position = stuck(hands, credits=(0, 20), **more)
    assert is_drawn(position) is drawn
    assert can_go_on(position) is not drawn


def test_of_six_robots_one_is_free_for_one_of_the_sides() -> None:
    """The assumptions about the cards in the argument for large hands."""
    for secret_agents in (False, True):
        box = latest_cards(secret_agents, further_boxes()).numbers
        robots = [card for card in box if FACTION_OF[card] == ROBOT]
        assert sum(COSTS[card] > 6 for card in robots) < 6
        for planet in range(len(PLANETS)):
            others = [card for card in box if card not in robots and PLANET_OF[card] == planet]
            assert len(others) >= 12


@pytest.mark.parametrize("seed", range(60))
def test_no_position_goes_round_for_ever(seed: int) -> None:
    """With cards on the pile too, or a seat named first: what can't go on is soon a draw."""
    random = Random(seed)
    position = random_position(random)
    hands = position["hands"]
    if position["players"] == 4 and position["to_move"] is None:
        position["to_move"] = position["side_to_move"] + random.choice((0, 2))
    seat = max(range(len(hands)), key=lambda seat: len(hands[seat]))
    position["discard"] = hands[seat][:1]
    del hands[seat][:1]
    if can_go_on(position):
        assert not is_drawn(position)
        return
    game = Game.from_position(position)
    for _ in range(60):
        if game.outcome is not None:
            break
        decision = game.pending[0]
        game.play(decision.seats[0], random.choice(decision.options))
    assert game.outcome == DRAW


# --- the cases that were found ---


def test_the_last_card_of_a_teammate_can_be_shared_once_it_has_company() -> None:
    """A free robot on Mars: its owner may not recruit there, the teammate may."""
    held = ["w4ts0n", "h3rb3rt", "f4rm3r"]
    position = stuck(
        {0: held[:1], 1: [], 2: held[1:], 3: []},
        levels=({"robot": 5}, {}),
        columns=({"mars": ["titus"]}, columns_of_all_but(*held, "titus")),
        discs={"mars": 3},
        won=(["mars", "mars"], []),
    )
    game = Game.from_position(position)
    first_round = ["first 2", "lead h3rb3rt", "share f4rm3r", "lead f4rm3r", "share w4ts0n"]
    for action in [*first_round, "first 1", "first 2", "recruit w4ts0n"]:
        game.play(game.pending[0].seats[0], action)
    assert game.outcome == Outcome(winner=0, victory="absolute")


def test_six_dear_robots_under_gold_with_nothing_to_draw_are_a_draw() -> None:
    assert is_drawn(stuck({0: DEAR[:6], 1: []}, badge=(0, "gold"), credits=(0, 20)))


# --- games that began under other rules ---


def test_a_game_by_the_first_rules_keeps_its_draw() -> None:
    hands: dict[int, list[str]] = {0: ["w4ts0n"], 1: [], 2: ["h3rb3rt", "f4rm3r"], 3: []}
    held = [card for cards in hands.values() for card in cards]
    columns = ({"mars": ["titus"]}, columns_of_all_but(*held, "titus"))
    position = stuck(hands, levels=({"robot": 5}, {}), columns=columns)
    ended = Game.from_position(position, rules_version=1)
    assert ended.outcome == DRAW
    assert ended.record()["rules_version"] == 1
    assert Game.replay(ended.record()).outcome == DRAW
    assert Game.restore(ended.snapshot()).outcome == DRAW
    assert Game.from_position(position).outcome is None


def test_a_game_by_the_first_rules_goes_on_where_it_did() -> None:
    position = stuck({0: DEAR[:6], 1: []}, badge=(0, "gold"))
    game = Game.from_position(position, rules_version=1)
    game.play(0, f"lead {DEAR[0]}")
    assert game.outcome is None
    assert Game.replay(game.record()).snapshot() == game.snapshot()
    assert Game.restore(game.snapshot()).pending == game.pending
    assert game.copy().pending == game.pending


def test_a_record_names_the_rules_of_its_game() -> None:
    game = Game.from_position(stuck({0: DEAR[:2], 1: []}, credits=(20, 0)))
    record = game.record()
    assert "rules_version" not in record
    assert Game.replay(record).record() == record
    for version in (0, RULES_VERSION + 1, "2", True):
        with pytest.raises(BadSetup, match="rules"):
            Game.replay({**record, "rules_version": version})
