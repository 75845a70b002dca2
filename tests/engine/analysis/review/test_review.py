"""Reviews: labels of turns with a known best one, luck apart from choice, nothing hidden used."""

from collections.abc import Sequence
from functools import cache

import pytest

from engine import Game
from engine.analysis.review import (
    LABELS,
    LIMITS,
    Cause,
    Label,
    TurnReview,
    accuracy,
    advise,
    course,
    describe_cause,
    label_of,
    review,
    turns_in,
)
from engine.analysis.review.causes import causes
from engine.analysis.review.judging import chance_to_win
from engine.boxes import named_cards
from engine.events import Event
from engine.names import FACTIONS, PLANETS
from engine.public_types import Position
from engine.sparse_positions import BAG, SparsePosition, SparseSide, complete
from engine.words import describe_action
from tests.engine.review_write import FOLDER, NAMES, QUICK, end_of, golden, written

BOX = named_cards(False).slugs
MARS_WINS: SparsePosition = {
    "discs": {"mars": 2},
    "sides": [{"won": ["mars", "mars", "venus"]}, {"won": ["jupiter"]}],
    "hands": [["khan", "nero", "sir-sam", "bish0p"], ["wul", "m4rt1n", "ivan", "geta"]],
    "tokens": dict.fromkeys(PLANETS),
}
"""Khan's two steps on Mars win the game at once."""


def turn_of(position: SparsePosition, actions: Sequence[str]) -> TurnReview:
    """Return the review of a single turn of seat 0."""
    return turn_from(Game.from_position(complete(position), seed="a review"), actions)


def turn_from(game: Game, actions: Sequence[str]) -> TurnReview:
    """Return the review of the turn that a game is at."""
    seat = game.pending[0].seats[0]
    moves = [(n, seat, action) for n, action in enumerate(actions, 1)]
    return next(review(game, moves, budgets=QUICK))


# --- labels ---


def test_labels_follow_the_lost_chance() -> None:
    losses = [0.0, *(limit + 0.001 for limit in LIMITS.values())]
    assert [label_of(loss) for loss in losses] == list(LABELS)
    assert label_of(0.02, missed_win=True) == Label.MISTAKE
    assert label_of(0.5, missed_win=True) == Label.BLUNDER


@pytest.mark.parametrize("loss", [0.06, 0.15, 0.4])
@pytest.mark.parametrize("missed_win", [False, True])
def test_a_loss_that_does_not_exceed_its_error_twice_is_no_mark(
    loss: float, missed_win: bool
) -> None:
    assert label_of(loss, loss / 2, missed_win) == Label.GOOD
    assert label_of(loss, loss / 2.1, missed_win) not in (Label.BEST, Label.GOOD)


def test_accuracy() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    assert accuracy([0.1]) == 61
    assert accuracy([0.0, 1.0]) in (50, 51)


def test_chances_grow_with_points() -> None:
    chances = [chance_to_win(points) for points in (-10_000, -60, -5, 5, 60, 10_000)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)


# --- positions with a known best turn ---


def test_a_missed_win_is_marked_and_shown() -> None:
    turn = turn_of(MARS_WINS, ["lead nero"])
    assert turn.missed_win
    assert turn.label in (Label.MISTAKE, Label.BLUNDER)
    assert [answer.action for answer in turn.better] == ["recruit khan", "planet mars"]
    assert turn.causes == (Cause("game"),)


def test_the_winning_turn_is_best() -> None:
    turn = turn_of(MARS_WINS, ["recruit khan", "planet mars"])
    assert (turn.label, turn.loss, turn.better, turn.chance) == (Label.BEST, 0.0, (), 1.0)
    assert not turn.missed_win


def test_the_right_card_with_the_wrong_choice_misses_the_win() -> None:
    turn = turn_of(MARS_WINS, ["recruit khan", "planet terra"])
    assert turn.missed_win
    assert [answer.action for answer in turn.better] == ["recruit khan", "planet mars"]


@pytest.mark.parametrize("later", [{}, {"mars": 3}])
def test_a_disc_left_behind_is_the_first_cause(later: dict[str, int]) -> None:
    position: SparsePosition = {**MARS_WINS, "sides": [{"won": ["mars"]}, {"won": ["jupiter"]}]}
    tables = []
    for actions in (["recruit khan", "planet mars"], ["lead nero"]):
        game = Game.from_position(complete(position), seed="a review")
        for action in actions:
            game.play(0, action)
        tables.append(game.table())
    first, *_others = causes(tables[0], tables[1], 0, later)
    assert first == (Cause("earlier", "mars", 3) if later else Cause("disc", "mars"))


def test_a_turn_that_wins_nothing_is_worse_than_one_that_wins_a_disc() -> None:
    turn = turn_of(
        {**MARS_WINS, "sides": [{"won": ["mars"]}, {"won": ["jupiter"] * 2}]},
        ["recruit khan", "planet terra"],
    )
    assert turn.label not in (Label.BEST, Label.GOOD)
    assert turn.better


@pytest.mark.parametrize(
    ("won", "disc", "winning"),
    [
        (["mars", "mars"], 2, ["recruit khan", "planet mars"]),
        (["mars", "mars"], 3, ["recruit bish0p"]),
        (["venus", "terra", "mercury"], 2, ["recruit khan", "planet mars"]),
        (["venus", "terra", "mercury"], 3, ["recruit bish0p"]),
    ],
)
def test_each_way_to_win_at_once_is_found(won: list[str], disc: int, winning: list[str]) -> None:
    sides: list[SparseSide] = [{"won": won}, {"won": ["jupiter"] * 2}]
    turn = turn_of({**MARS_WINS, "discs": {"mars": disc}, "sides": sides}, ["lead nero"])
    assert turn.missed_win
    assert [answer.action for answer in turn.better] == winning


def test_advice_is_the_winning_turn() -> None:
    game = Game.from_position(complete(MARS_WINS), seed="a review")
    advice = advise(game.view(0), "any")
    assert [answer.action for answer in advice.answers] == ["recruit khan", "planet mars"]
    assert (advice.card, advice.chance) == ("khan", 1.0)


@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (Cause("game"), "It wins the game."),
        (Cause("earlier", "mars", 2), "It wins the disc of Mars 2 turns earlier."),
        (Cause("credits", n=5), "It leaves 5 more credits to spend."),
        (Cause("cards", n=1), "It keeps 1 more card in hand."),
        (Cause("level", "animod"), "It develops the technology Animod further."),
        (Cause("stops", "venus"), "Otherwise the other side wins the game with Venus."),
        (Cause("cost credits", n=3), "But it costs 3 more credits."),
    ],
)
def test_causes_are_sentences(cause: Cause, sentence: str) -> None:
    assert str(describe_cause(cause)) == sentence


def test_a_player_reads_of_their_own_opponent() -> None:
    sentence = str(describe_cause(Cause("stops", "venus"), is_yours=True))
    assert sentence == "Otherwise your opponent wins with Venus."


# --- what could be known ---


def test_the_judgement_of_a_turn_depends_on_nothing_hidden() -> None:
    """With another opposing hand and another deck, choice and advice are the same."""
    found = []
    others = [slug for slug in named_cards(True).slugs if slug not in MARS_WINS["hands"][0]]
    for theirs in (others[:4], others[30:34]):
        position: SparsePosition = {
            **MARS_WINS,
            "discs": {"mars": -1, "terra": 1},
            "hands": [MARS_WINS["hands"][0], theirs],
            "deck": others[50:60],
        }
        turn = turn_of(position, ["recruit khan", "planet venus"])
        game = Game.from_position(complete(position), seed="a review")
        advice = advise(game.view(0), "any")
        found.append((turn.loss, turn.label, turn.better, turn.better_events, turn.causes, advice))
    assert found[0] == found[1]


def test_luck_is_apart_from_choice() -> None:
    """Two decks, the same turn: the choice loses the same, the draw is worth something else."""
    lucks = []
    for drawn in (["cresus", "annie"], ["zenon", "caligula"]):
        hands = [["khan", "nero", "sir-sam"], ["wul", "m4rt1n", "ivan", "geta"]]
        position: SparsePosition = {**MARS_WINS, "discs": {"mars": -1}, "deck": drawn}
        position["hands"] = hands
        position["sides"] = [{"won": ["venus"], "credits": 9}, {"won": ["jupiter"]}]
        turn = turn_of(position, ["recruit khan", "planet venus"])
        lucks.append((turn.loss, turn.luck))
    assert lucks[0][0] == lucks[1][0]
    assert all(abs(luck) < 0.2 for _loss, luck in lucks)


@pytest.mark.parametrize("seat", [0, 1])
def test_luck_depends_on_what_was_drawn_alone(seat: int) -> None:
    """Cards that were not drawn lie in another order, in the deck and in the other hand."""
    drawn = ["cresus", "annie"]
    others = [slug for slug in BOX if slug not in (*MARS_WINS["hands"][0], *drawn)]
    lucks = set()
    for hidden in (others, others[::-1], [*others[40:], *others[:40]]):
        hands = [MARS_WINS["hands"][0][:3], hidden[:4]]
        sides: list[SparseSide] = [{"won": ["venus"], "credits": 9}, {"won": ["jupiter"]}]
        position: SparsePosition = {**MARS_WINS, "deck": [*drawn, *hidden[4:]]}
        position["hands"] = hands if seat == 0 else hands[::-1]
        position["to_move"] = seat
        position["sides"] = sides if seat == 0 else sides[::-1]
        position["discs"] = {"mars": -1 if seat == 0 else 1}
        lucks.add(turn_of(position, ["recruit khan", "planet venus"]).luck)
    assert len(lucks) == 1


# --- defence ---

THREE_OF_EACH = (["mercury", "terra", "jupiter"], ["mercury", "terra", "venus"])
DEFENCE = [
    ("mars", ([], ["mercury", "terra"] * 2), ["caligula", "geta", "orw3ll", "ivan"]),
    ("venus", ([], ["mercury", "terra"] * 2), ["pachacuti", "geta", "orw3ll", "ivan"]),
    ("mars", THREE_OF_EACH, ["caligula", "geronimo", "orw3ll", "sneaky-jules"]),
    ("jupiter", THREE_OF_EACH, ["arnulf", "geronimo", "orw3ll", "sneaky-jules"]),
]
"""Planet, discs won, hand: the first card pulls the disc back; the other side's next step wins."""


def threatened(planet: str, won: tuple[list[str], list[str]], hand: list[str]) -> Position:
    """Return a position in which a side is about to win the game with the disc of a planet."""
    levels = dict.fromkeys(FACTIONS, 1)
    position: SparsePosition = {
        "boards": "SUN",
        "discs": {planet: -3},
        "sides": [{"credits": 10, "technologies": levels, "won": each} for each in won],
        "hands": [hand, ["doc-wissen", "ice-june", "v4nv0gt", "buj0ld"]],
    }
    return {**complete(position), "tokens": {}, "token_supply": [], "token_discard": BAG}


@pytest.mark.parametrize(("planet", "won", "hand"), DEFENCE)
def test_a_win_that_is_stopped_is_the_first_cause(
    planet: str, won: tuple[list[str], list[str]], hand: list[str]
) -> None:
    position = threatened(planet, won, hand)
    stops = Cause("stops", planet)
    advice = advise(Game.from_position(position, seed="a review").view(0), "any")
    assert [answer.action for answer in advice.answers] == [f"recruit {hand[0]}"]
    assert advice.causes[0] == stops
    game = Game.from_position(position, seed="a review")
    turn = next(review(game, [(1, 0, "lead orw3ll")]))
    assert turn.better == advice.answers
    assert turn.causes[0] == stops


def test_a_disc_that_is_pulled_back_comes_before_own_gains() -> None:
    position = threatened("mars", ([], ["mercury"]), DEFENCE[0][2])
    tables = []
    for actions in (["recruit caligula"], ["lead orw3ll"]):
        game = Game.from_position(position, seed="a review")
        game.play(0, *actions)
        tables.append(game.table())
    better, played = tables
    first, *others = causes(better, played, 0, {})
    assert first == Cause("saves", "mars")
    assert Cause("step", "mars", 1) not in others


def test_what_the_better_turn_costs_is_said_last() -> None:
    position = threatened("mars", ([], ["mercury", "terra"] * 2), DEFENCE[0][2])
    game = Game.from_position(position, seed="a review")
    *_others, last = turn_from(game, ["lead orw3ll"]).causes
    assert last.kind.startswith("cost ")
    assert str(describe_cause(last)).startswith("But ")


# --- whole games ---


@cache
def reviewed(name: str) -> list[TurnReview]:
    """Return the review of the end of a golden game."""
    return list(review(*end_of(name), budgets=QUICK))


@pytest.mark.whole
@pytest.mark.parametrize("name", ["two-absolute", "four-absolute"])
def test_every_turn_is_reviewed_and_a_better_one_is_legal(name: str) -> None:
    start, moves = end_of(name)
    turns = reviewed(name)
    assert [turn.number for turn in turns] == list(range(1, turns_in(start, moves) + 1))
    at = {turn.before: turn for turn in turns}
    game, winner = start.copy(), turns[-1].seat % 2
    for number, seat, action in moves:
        turn = at.get(number - 1)
        if turn is not None and turn.better and game.pending[0].kind == "turn":
            ahead = game.copy()
            for answer in turn.better:
                ahead.play(turn.seat, answer.action)
        game.play(seat, action)
    assert game.outcome is not None
    assert turns[-1].chance == (1.0 if game.outcome.winner == winner else 0.0)
    for turn in turns:
        assert turn.loss >= 0
        assert turn.open_loss >= 0
        assert 0 <= turn.chance <= 1
        figures = (turn.chance, turn.loss, turn.open_loss, turn.luck, turn.error)
        assert [round(figure, 4) for figure in figures] == list(figures)
        assert all(isinstance(event, Event) for event in turn.better_events)
        assert not any(event.reveals for event in turn.better_events)


@pytest.mark.parametrize("name", ["two-absolute", "four-absolute"])
@pytest.mark.whole
def test_the_course_has_the_chances_of_the_review(name: str) -> None:
    start, moves = end_of(name)
    line = course(start, moves)
    assert [round(turn.chance, 4) for turn in line] == [turn.chance for turn in reviewed(name)]
    assert [(turn.seat, turn.last) for turn in line] == [
        (turn.seat, turn.last) for turn in reviewed(name)
    ]


def test_a_review_goes_on_where_it_was_left() -> None:
    start, moves = end_of("two-absolute")
    whole = reviewed("two-absolute")
    steps = review(start, moves, budgets=QUICK)
    assert [next(steps), next(steps)] == whole[:2]
    last = len(whole) - 2
    assert list(review(start, moves, skip=last, budgets=QUICK)) == whole[last:]


@pytest.mark.whole
def test_a_game_that_was_broken_off_in_a_turn_is_reviewed() -> None:
    start, moves = golden("two-absolute")
    for last in range(3, 30):
        broken_off = moves[:last]
        count = turns_in(start, broken_off)
        turns = list(review(start, broken_off, skip=count - 1, budgets=QUICK))
        assert [turn.number for turn in turns] == [count]


@pytest.mark.whole
@pytest.mark.parametrize("name", NAMES)
def test_a_golden_review_is_as_it_was(name: str) -> None:
    """`python -m tests.engine.review_write` writes them anew."""
    assert written(reviewed(name)) == (FOLDER / f"{name}.txt").read_text()


# --- sentences ---


@pytest.mark.parametrize(
    ("side", "sentence"),
    [("O", "Choose Mercury and Venus."), ("U", "Choose Mercury, Venus and Terra.")],
)
def test_an_answer_says_which_side_of_a_board_asks(side: str, sentence: str) -> None:
    """The rows of level 4 of Human differ in length between the sides."""
    position: SparsePosition = {
        "boards": f"S{side}N",
        "secret_agents": True,
        "sides": [{"zenithium": 9, "technologies": {"human": 3}}, {}],
        "hands": [["celestin-petit", "nero"], ["wul", "m4rt1n", "ivan", "geta"]],
        "tokens": dict.fromkeys(PLANETS),
    }
    (_develop, row, *_) = turn_of(position, ["develop celestin-petit", "row mercury"]).played
    assert str(describe_action(row.action, row.source)) == sentence
