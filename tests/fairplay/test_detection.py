"""What looks unfair is found, and ordinary people are not."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.fairplay import detection
from games.fairplay.detection import (
    RatedGameFacts,
    SameDealPlay,
    at_least,
    knows_hands,
    only_each_other,
    same_place,
    thrown,
)
from games.ratings import glicko2

T0 = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOME = ({"home"}, set[str]())
ELSEWHERE = ({"elsewhere"}, set[str]())


def played(number: int, one: int, other: int, **fields: Any) -> RatedGameFacts:
    """Return a game that the first has won in the ordinary way, on a day of its own."""
    usual: dict[str, Any] = {
        "pool": "days",
        "at": T0 + number * DAY,
        "sides": ((one,), (other,)),
        "winner": 0,
        "given_up": False,
        "turns": {one: 12, other: 12},
        "chance": 0.5,
        "sure": frozenset({one, other}),
        "gained": {one: 8.0, other: -8.0},
    }
    return RatedGameFacts(number, **{**usual, **fields})


def days(*places: tuple[set[str], set[str]]) -> detection.Days:
    return {date(2026, 3, 1 + number): place for number, place in enumerate(places)}


# --- the same address or device ---


def test_one_address_on_most_days_and_games_against_each_other() -> None:
    games = [played(number, 1, 2) for number in range(3)]
    here = {1: days(HOME, HOME, HOME, ELSEWHERE), 2: days(HOME, HOME, HOME, HOME)}
    (found,) = same_place(games, here)
    assert found.people == (1, 2)
    assert found.games == [0, 1, 2]
    (sign,) = found.signs
    assert (sign["both"], sign["address"], sign["device"]) == (4, 3, 0)
    assert (sign["games"], sign["won"]) == (3, [3, 0])


def test_one_device_on_two_days_is_enough() -> None:
    games = [played(number, 1, 2) for number in range(3)]
    mine = ({"a"}, {"laptop"})
    theirs = ({"b"}, {"laptop", "phone"})
    assert same_place(games, {1: days(mine, mine), 2: days(theirs, theirs)})
    assert not same_place(games, {1: days(mine), 2: days(theirs)})


@pytest.mark.parametrize(
    ("games", "one", "other"),
    [
        ([played(0, 1, 2), played(1, 1, 2)], [HOME] * 9, [HOME] * 9),
        ([played(number, 1, 3) for number in range(9)], [HOME] * 9, [HOME] * 9),
        ([played(number, 1, 2) for number in range(9)], [HOME] * 9, [ELSEWHERE] * 9),
        ([played(n, 1, 2) for n in range(9)], [HOME] * 9, [HOME] * 3 + [ELSEWHERE] * 6),
        ([played(number, 1, 2) for number in range(9)], [HOME] * 9, []),
    ],
    ids=["met twice", "never met", "other address", "now and then", "no traces"],
)
def test_a_home_or_a_cafe_is_no_case(games: list[RatedGameFacts], one: Any, other: Any) -> None:
    assert same_place(games, {1: days(*one), 2: days(*other)}) == []


def test_teams_from_one_address_count_as_opponents_only() -> None:
    games = [played(number, 1, 2, sides=((1, 2), (3, 4))) for number in range(4)]
    here = {user: days(HOME, HOME, HOME) for user in (1, 2, 3)}
    assert sorted(one.people for one in same_place(games, here)) == [(1, 3), (2, 3)]


# --- thrown games ---


def given_up(number: int, loser: int, winner: int, **fields: Any) -> RatedGameFacts:
    return played(number, winner, loser, **{"given_up": True, "turns": {loser: 2}, **fields})


def test_giving_up_early_against_one_only() -> None:
    games = [given_up(number, 1, 2) for number in range(3)]
    games += [played(10 + number, 1, 3 + number) for number in range(20)]
    (found,) = thrown(games)
    (sign,) = found.signs
    assert (found.people, found.games) == ((1, 2), [0, 1, 2])
    assert (sign["loser"], sign["winner"], sign["early"], sign["games"]) == (1, 2, 3, 3)
    assert (sign["others"], sign["elsewhere"], sign["gained"]) == (20, 0, 24)


def test_an_account_made_for_losing_has_no_habit_of_its_own() -> None:
    ordinary = [played(10 + number, 5 + number, 6 + number) for number in range(50)]
    assert thrown([*(given_up(number, 1, 2) for number in range(4)), *ordinary])


@pytest.mark.parametrize(
    "games",
    [
        [given_up(number, 1, 2) for number in range(2)],
        [given_up(number, 1, 2, turns={1: 9}) for number in range(9)],
        [given_up(number, 1, 2 + number % 5) for number in range(25)],
        [played(number, 2, 1) for number in range(9)],
    ],
    ids=["two", "after a real game", "against everybody", "played to the end"],
)
def test_losing_is_no_case(games: list[RatedGameFacts]) -> None:
    others = [played(100 + number, 10 + number, 11 + number) for number in range(50)]
    assert thrown([*games, *others]) == []


def test_losing_in_a_row_to_a_player_much_weaker() -> None:
    games = [played(number, 2, 1, chance=0.15 + 0.02 * number) for number in range(5)]
    (found,) = thrown(games)
    signs: Any = found.signs
    (sign,) = signs
    assert (sign["sign"], sign["loser"], sign["winner"], sign["games"]) == ("upsets", 1, 2, 5)
    assert sign["one_in"] > 2000


@pytest.mark.parametrize(
    "fields",
    [{"chance": 0.5}, {"sure": frozenset({1})}, {"winner": 1}, {"chance": 0.29}],
    ids=["equals", "a newcomer may be strong", "the stronger won", "not that unlikely yet"],
)
def test_a_row_of_losses_that_happens(fields: dict[str, Any]) -> None:
    games = [played(number, 2, 1, **{"chance": 0.15, **fields}) for number in range(5)]
    assert thrown(games) == []


def test_a_win_between_ends_the_row() -> None:
    games = [played(number, 2, 1, chance=0.15) for number in range(6)]
    games[3] = played(3, 2, 1, chance=0.15, winner=1)
    assert thrown(games) == []


def test_binomial() -> None:
    assert at_least(0, 5, 0.3) == pytest.approx(1)
    assert at_least(2, 2, 0.5) == pytest.approx(0.25)
    assert at_least(1, 2, 0.5) == pytest.approx(0.75)


# --- pairs that only play each other ---


def test_a_pair_with_one_winner() -> None:
    games = [played(3 * number, 1, 2) for number in range(12)]
    (found,) = only_each_other(games)
    (sign,) = found.signs
    assert (sign["games"], sign["share"], sign["won"], sign["pool"]) == (12, 100, [12, 0], "days")


def test_a_pair_above_ten_a_month() -> None:
    games = [played(number, 1, 2, winner=number % 2) for number in range(12)]
    assert only_each_other(games)[0].signs[0]["month"] == 12


@pytest.mark.parametrize(
    "games",
    [
        [played(3 * number, 1, 2) for number in range(11)],
        [played(5 * number, 1, 2, winner=number % 2) for number in range(14)],
        [played(3 * number, 1, 2 + number % 2) for number in range(24)],
        [played(3 * n, 1, 2, pool="days" if n % 2 else "live") for n in range(16)],
    ],
    ids=["few", "friends who win in turn", "two opponents", "two pools"],
)
def test_friends_are_no_case(games: list[RatedGameFacts]) -> None:
    assert only_each_other(games) == []


# --- an ordinary population, and offenders among it ---

PLAYERS, GAMES, SPAN = 300, 8000, 60


def population(seed: int) -> tuple[list[RatedGameFacts], dict[int, detection.Days]]:
    """Return sixty days of honest people who look for opponents of about their strength.

    Some are friends who meet often, some live together, some lose heart early, some are new.
    """
    dice = random.Random(seed)
    strength = {user: dice.gauss(1500, 250) for user in range(PLAYERS)}
    rating = {user: strength[user] + dice.gauss(0, 60) for user in range(PLAYERS)}
    new = set(dice.sample(range(PLAYERS), 30))
    fickle = {user: dice.choice([0, 0.01, 0.05, 0.15]) for user in range(PLAYERS)}
    friend = {user: (user ^ 1) for user in range(0, 60)}
    for user in new:
        rating[user] = 1500
    games = []
    for number in range(GAMES):
        one = dice.randrange(PLAYERS)
        near = sorted(range(PLAYERS), key=lambda other: abs(rating[other] - rating[one]))
        other = friend[one] if one in friend and dice.random() < 0.3 else dice.choice(near[1:60])
        sure = frozenset({one, other} - new)
        two = [
            glicko2.GlickoRating(rating[user], 60 if user in sure else 200) for user in (one, other)
        ]
        truth = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
        winner = 0 if dice.random() < truth else 1
        loser = (one, other)[1 - winner]
        quits = dice.random() < 2 * fickle[loser]
        chance = glicko2.chance(*two)
        games.append(
            played(
                number,
                one,
                other,
                at=T0 + timedelta(days=SPAN) * number / GAMES,
                pool=dice.choice(["days", "live"]),
                winner=winner,
                given_up=quits or dice.random() < 0.4,
                turns={one: 3, other: 3} if quits else {one: 14, other: 14},
                chance=chance,
                sure=sure,
            )
        )
        step = 16 * ((1 - winner) - chance)
        rating[one], rating[other] = rating[one] + step, rating[other] - step
    here: dict[int, detection.Days] = {}
    for user in range(PLAYERS):
        home = f"home {user // 2 if user >= 250 else -user}"  # 25 homes of two
        mobile = f"mobile {dice.randrange(40)}"
        around = [dice.choice([home, home, home, mobile]) for _ in range(40)]
        here[user] = {
            date(2026, 3, 1) + timedelta(days=dice.randrange(SPAN)): ({place}, {f"d{user}"})
            for place in around
        }
    return games, here


def cases(games: list[RatedGameFacts], here: dict[int, detection.Days]) -> list[tuple[str, Any]]:
    found = [*same_place(games, here), *thrown(games), *only_each_other(games)]
    return [(one.kind.value, one.people) for one in found]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_ordinary_people_are_left_alone(seed: int) -> None:
    """Two people who share a home and the strength may meet: no more than that in sixty days."""
    found = cases(*population(seed))
    assert len([one for one in found if one[0] != "place"]) <= 1, found
    assert len(found) <= 3, found


def twins(games: list[RatedGameFacts], here: dict[int, Any]) -> tuple[str, tuple[int, int]]:
    for number in range(6):
        games.append(played(9000 + number, 900, 901, winner=number % 2))
    here[900] = here[901] = days(*[({"home"}, {"laptop"})] * 5)
    return "place", (900, 901)


def quitter(games: list[RatedGameFacts], here: dict[int, Any]) -> tuple[str, tuple[int, int]]:
    games += [given_up(9000 + number, 900, 901) for number in range(5)]
    games += [played(9100 + number, 900, number) for number in range(20)]
    return "thrown", (900, 901)


def loser_on_purpose(
    games: list[RatedGameFacts], here: dict[int, Any]
) -> tuple[str, tuple[int, int]]:
    games += [played(9000 + n, 901, 900, chance=0.1 + 0.02 * n) for n in range(6)]
    return "thrown", (900, 901)


def closed_circle(games: list[RatedGameFacts], here: dict[int, Any]) -> tuple[str, tuple[int, int]]:
    games += [played(number, 900, 901) for number in range(9000, 9020)]
    return "pair", (900, 901)


@pytest.mark.slow
@pytest.mark.parametrize("offender", [twins, quitter, loser_on_purpose, closed_circle])
def test_an_offender_among_them_is_found(
    offender: Callable[[list[RatedGameFacts], dict[int, Any]], tuple[str, tuple[int, int]]],
) -> None:
    games, here = population(7)
    offence = offender(games, here)
    assert offence in cases(games, here)


# --- hands that were known ---


def plays(user: int, shares: list[float], turns: int = 20) -> list[SameDealPlay]:
    return [
        SameDealPlay(10 * user + number, user, turns, share * turns)
        for number, share in enumerate(shares)
    ]


def test_turns_that_fit_hidden_hands_are_a_sign() -> None:
    (found,) = knows_hands([*plays(1, [0.7, 0.66, 0.65, 0.64]), *plays(2, [0.6, 0.4, 0.55, 0.5])])
    assert (found.people, found.games) == ((1,), [10, 11, 12, 13])
    signs: Any = found.signs
    (sign,) = signs
    assert (sign["turns"], sign["share"]) == (80, 66)
    assert sign["one_in"] > 2000


def test_a_lucky_game_is_no_sign() -> None:
    assert knows_hands(plays(1, [0.95])) == []
    assert knows_hands(plays(1, [1.0, 1.0], turns=4)) == []
    assert knows_hands(plays(1, [0.6, 0.6, 0.6, 0.6])) == []
