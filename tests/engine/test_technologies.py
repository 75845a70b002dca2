"""The technology board: every level of its six sides, prices, tokens, line bonuses."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import Outcome
from engine.effects import ANY, Credits, Develop, Influence
from engine.names import ANIMOD, JUPITER, MARS, MERCURY, TERRA, VENUS
from tests.engine.made_up import Recruit, asked, is_over, printing, won_by_both
from tests.engine.prepared import disc, options, play, prepared, side


@pytest.fixture
def recruit() -> Iterator[Recruit]:
    with printing() as recruit:
        yield recruit


FACTION = {
    **{"S": "animod", "D": "animod"},
    **{"U": "human", "O": "human"},
    **{"N": "robot", "P": "robot"},
}
CARD = {"animod": "cresus", "human": "jack-curry", "robot": "mc4ffr3y"}
"""A card of each faction to develop with."""

LEVELS: dict[str, list[tuple[list[str], list[str]]]] = {
    "S": [
        ([], ["+2 credits"]),
        (["row mars"], ["mars +1", "jupiter +1"]),
        (
            ["transfer mercury", "transfer venus", "transfer mercury"],
            ["transfer mercury", "transfer venus", "transfer mercury"],
        ),
        ([], ["mobilize", "mercury +1", "mobilize", "mars +1", "mobilize", "jupiter +1"]),
        (["planet venus"], ["venus +2"]),
    ],
    "D": [
        (["exile mars"], ["exile theirs mars"]),
        ([], ["+5 credits"]),
        (["planet mercury"], ["token zenithium", "+1 zenithium", "mercury +1"]),
        ([], ["mercury +1", "venus +1", "terra +1", "mars +1", "jupiter +1"]),
        (["planet venus"], ["venus +2"]),
    ],
    "U": [
        (["planet mars"], ["mars +1"]),
        ([], ["mobilize", "mobilize"]),
        ([], ["take 3 credits"]),
        (["row mercury"], ["mercury +1", "venus +1", "terra +1"]),
        (["planet jupiter"], ["jupiter +2"]),
    ],
    "O": [
        ([], ["token zenithium", "+1 zenithium"]),
        ([], ["take 1 zenithium"]),
        ([], ["mobilize", "mobilize", "mobilize"]),
        (["row terra"], ["terra +2", "mars +2"]),
        (["planet jupiter"], ["jupiter +2"]),
    ],
    "N": [
        (["transfer mars"], ["transfer mars"]),
        ([], ["badge silver"]),
        (["planet mercury", "planet venus"], ["mercury +2", "venus +1"]),
        ([], ["+20 credits"]),
        (["planet jupiter"], ["jupiter +2"]),
    ],
    "P": [
        ([], ["mobilize"]),
        (["transfer venus", "exile mars"], ["mobilize", "transfer venus", "exile theirs mars"]),
        ([], ["+10 credits"]),
        (
            ["exile mercury", "exile venus"],
            ["exile mine mercury", "mercury +2", "exile mine venus", "venus +2"],
        ),
        (["planet jupiter"], ["jupiter +2"]),
    ],
}
"""Board side -> for levels 1 to 5 the answers given and what has to happen."""

MINE = {"mercury": ["atlas"], "venus": ["pachacuti"], "jupiter": ["arnulf"]}
THEIRS = {
    "mercury": ["chaka", "khan", "amytis"],
    "venus": ["geronimo", "moussa"],
    "mars": ["septimus", "ramses"],
}


def traced(events: list[dict[str, Any]]) -> list[str]:
    """What happened to side 0, one short line each, without the end of the turn."""
    lines = []
    for event in events:
        match event["event"]:
            case "CreditsGained":
                lines.append(f"+{event['amount']} credits")
            case "ZenithiumGained":
                lines.append(f"+{event['amount']} zenithium")
            case "CreditsTaken":
                lines.append(f"take {event['amount']} credits")
            case "ZenithiumTaken":
                lines.append(f"take {event['amount']} zenithium")
            case "DiscMoved":
                lines.append(f"{event['planet']} +{event['steps']}")
            case "AgentMobilized":
                lines.append("mobilize")
            case "AgentTransferred":
                lines.append(f"transfer {event['planet']}")
            case "AgentExiled":
                whose = "mine" if event["whose"] == 0 else "theirs"
                lines.append(f"exile {whose} {event['planet']}")
            case "BadgeTaken":
                lines.append(f"badge {event['face']}")
            case "TokenGained":
                lines.append(f"token {event['token']}")
            case "LineCompleted":
                lines.append(f"line {event['level']}")
    return lines


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("letter", "SDUONP")
def test_developing_applies_the_new_level_and_all_below_it(letter: str, level: int) -> None:
    faction = FACTION[letter]
    boards = "".join(letter if letter in part else part[0] for part in ("SD", "UO", "NP"))
    game = prepared(
        boards=boards,
        hand=[CARD[faction], "annie"],
        levels=({faction: level - 1}, {}),
        zenithium=(level, 5),
        columns=(MINE, THEIRS),
        deck=["nero", "titus", "ivan", "zenon"],
        supply=["zenithium"],
        tokens={faction: "credits_4"},
    )
    answers, expected = [], []
    for below in range(level, 0, -1):
        given, happening = LEVELS[letter][below - 1]
        answers += given
        expected += happening
        if below == level == 2:
            expected += ["token credits_4", "+4 credits"]
    events = play(game, f"develop {CARD[faction]}", *answers)
    assert traced(events) == expected
    assert is_over(game)
    developed = [event for event in events if event["event"] == "TechnologyDeveloped"]
    assert [(e["faction"], e["level"], e["paid"], e["agent"]) for e in developed] == [
        (faction, level, level, CARD[faction])
    ]
    gained = sum("zenithium" in line and not line.startswith("token") for line in expected)
    assert side(game, 0)["zenithium"] == gained
    assert side(game, 0)["technologies"] == {"animod": 0, "human": 0, "robot": 0, faction: level}
    assert CARD[faction] in game.view(None)["discard"]
    assert (faction in game.view(None)["tokens"]) is (level != 2)


def test_the_source_of_a_question_names_technology_and_level() -> None:
    game = prepared(hand=["jack-curry"], levels=({"human": 3}, {}))
    play(game, "develop jack-curry")
    assert asked(game).source == "technology human 4"
    play(game, "row venus")
    assert asked(game).source == "technology human 1"


# --- prices ---


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("faction", ["animod", "human", "robot"])
def test_a_technology_that_can_t_be_paid_is_not_offered(faction: str, level: int) -> None:
    card = CARD[faction]
    levels: tuple[dict[str, int], dict[str, int]] = ({faction: level - 1}, {})
    game = prepared(hand=[card], levels=levels, zenithium=(level - 1, 9))
    assert options(game) == (f"recruit {card}", f"lead {card}")
    game = prepared(hand=[card], levels=levels, zenithium=(level, 0))
    assert options(game) == (f"recruit {card}", f"develop {card}", f"lead {card}")


@pytest.mark.parametrize("faction", ["animod", "human", "robot"])
def test_a_technology_at_level_5_is_not_offered(faction: str) -> None:
    game = prepared(hand=[CARD[faction]], levels=({faction: 5}, {}), zenithium=(9, 9))
    assert f"develop {CARD[faction]}" not in options(game)


# --- the token of level 2 ---


def test_the_second_side_to_reach_level_2_gets_no_token() -> None:
    game = prepared(
        hand=["cresus", "annie"],
        hands={1: ["titus", "ivan"]},
        boards="DUN",
        levels=({"animod": 1}, {"animod": 1}),
        tokens={"animod": "credits_4"},
    )
    events = play(game, "develop cresus")
    assert traced(events) == ["+5 credits", "token credits_4", "+4 credits"]
    events = play(game, "develop titus")
    assert traced(events) == ["+5 credits"]
    assert side(game, 1)["credits"] == 25


def test_the_token_asks_after_level_2_and_before_level_1() -> None:
    game = prepared(hand=["jack-curry"], levels=({"human": 1}, {}), tokens={"human": "influence"})
    events = play(game, "develop jack-curry")
    assert traced(events) == ["mobilize", "mobilize", "token influence"]
    assert (asked(game).source, asked(game).kind) == ("token human", "planet")
    play(game, "planet mars")
    assert asked(game).source == "technology human 1"


def test_a_disc_won_by_level_2_gives_its_token_before_that_of_the_level() -> None:
    game = prepared(
        hand=["cresus"],
        levels=({"animod": 1}, {}),
        tokens={"animod": "credits_4", "mars": "zenithium"},
        discs={"mars": 3},
    )
    events = play(game, "develop cresus", "row terra")
    assert traced(events) == [
        *("terra +1", "mars +1", "token zenithium", "+1 zenithium"),
        *("token credits_4", "+4 credits", "+2 credits"),
    ]


# --- line bonuses ---


@pytest.mark.parametrize(
    ("levels", "line"),
    [
        ((0, 1, 1), 1),
        ((0, 5, 3), 1),
        ((1, 2, 2), 2),
        ((1, 4, 2), 2),
        ((2, 3, 3), 3),
        ((2, 5, 5), 3),
        ((0, 0, 1), None),
        ((0, 5, 0), None),
        ((1, 1, 1), None),
        ((1, 2, 1), None),
        ((2, 1, 1), None),
        ((2, 2, 3), None),
        ((3, 4, 4), None),
        ((4, 5, 5), None),
        ((3, 3, 3), None),
    ],
)
def test_the_line_bonus_comes_once_when_all_three_reach_a_level_and_last(
    levels: tuple[int, int, int], line: int | None
) -> None:
    animod, human, robot = levels
    game = prepared(
        boards="SUN",
        hand=["cresus"],
        levels=({"animod": animod, "human": human, "robot": robot}, {}),
        deck=["nero", "titus", "ivan", "zenon"],
        columns=(MINE, THEIRS),
    )
    level = animod + 1
    answers, expected = [], []
    for below in range(level, 0, -1):
        answers += LEVELS["S"][below - 1][0]
        expected += LEVELS["S"][below - 1][1]
    events = play(game, "develop cresus", *answers)
    if line is None:
        assert traced(events) == expected
    else:
        assert traced(events) == [*expected, f"line {line}"]
        assert (asked(game).kind, asked(game).source) == ("planet", f"line {line}")
        assert len(options(game)) == 5
        assert not asked(game).optional
        assert traced(play(game, "planet terra")) == [f"terra +{line}"]
    assert is_over(game)


def test_a_line_counts_for_each_side_by_itself() -> None:
    game = prepared(
        hand=["cresus", "annie"],
        hands={1: ["titus", "ivan"]},
        levels=({"human": 1, "robot": 1}, {"human": 1, "robot": 1}),
    )
    play(game, "develop cresus", "planet terra", "develop titus")
    assert asked(game).source == "line 1"
    assert asked(game).seats == (1,)
    play(game, "planet terra")
    assert disc(game, "terra") == 0


def test_the_line_bonus_is_skipped_when_no_disc_is_left(recruit: Recruit) -> None:
    wins, discs = won_by_both(MERCURY, VENUS, TERRA, MARS, JUPITER)
    game = recruit(
        *wins, Develop(ANIMOD), Credits(1), discs=discs, levels=({"human": 1, "robot": 1}, {})
    )
    play(game, "technology animod")
    assert side(game, 0)["credits"] == 23
    assert is_over(game)


# --- through a card ---


def test_developing_through_a_card_gains_the_token_of_level_2() -> None:
    game = prepared(
        boards="DUN",
        hand=["archimedes", "annie"],
        levels=({"animod": 1}, {}),
        tokens={"animod": "credits_4"},
    )
    events = play(game, "recruit archimedes", "technology animod")
    assert traced(events) == ["venus +1", "+5 credits", "token credits_4", "+4 credits"]
    developed = [event for event in events if event["event"] == "TechnologyDeveloped"]
    assert [(e["level"], e["paid"], e["agent"]) for e in developed] == [(2, 1, None)]


def test_developing_through_a_card_gains_the_line_bonus() -> None:
    game = prepared(hand=["archimedes"], levels=({"human": 1, "robot": 1}, {}))
    play(game, "recruit archimedes", "technology animod")
    assert asked(game).source == "line 1"
    play(game, "planet mars")
    assert disc(game, "mars") == 1
    assert is_over(game)


def test_the_card_goes_on_after_all_that_the_development_brings(recruit: Recruit) -> None:
    game = recruit(
        Develop(ANIMOD),
        Influence(ANY),
        boards="SUN",
        levels=({"animod": 1, "human": 2, "robot": 2}, {}),
        tokens={"animod": "influence"},
    )
    sources = []
    for answer in (
        *("technology animod", "row mercury", "planet terra"),
        *("planet mars", "planet jupiter"),
    ):
        sources.append(asked(game).source)
        play(game, answer)
    assert sources == [
        *("celestin-petit", "technology animod 2", "token animod", "line 2", "celestin-petit"),
    ]
    assert list(game.view(None)["discs"].values()) == [1, 1, 1, 2, 1]
    assert is_over(game)


# --- the end of the game in the middle ---


def test_a_victory_in_the_middle_of_a_development_stops_everything() -> None:
    game = prepared(
        boards="DUN",
        hand=["cresus"],
        levels=({"animod": 3, "human": 4, "robot": 4}, {}),
        discs={"venus": 3, "terra": 3},
        won=(["venus", "venus"], []),
        tokens={"terra": "credits_4"},
        columns=({}, THEIRS),
    )
    events = play(game, "develop cresus")
    assert traced(events) == ["mercury +1", "venus +1"]
    assert game.outcome == Outcome(winner=0, victory="absolute")
    assert game.pending == ()
    assert disc(game, "terra") == 3
    assert side(game, 0)["credits"] == 20
    assert side(game, 1)["columns"]["mars"] == ["septimus", "ramses"]


def test_a_victory_by_the_line_bonus_ends_the_game() -> None:
    game = prepared(
        hand=["cresus"],
        levels=({"human": 1, "robot": 1}, {}),
        discs={"mars": 3},
        won=(["mercury", "venus", "terra"], []),
    )
    play(game, "develop cresus", "planet mars")
    assert game.outcome == Outcome(winner=0, victory="democratic")
