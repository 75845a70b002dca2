"""The tables of the pictures, made in a process beside the running site."""

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any
from unittest import mock

from django.utils import timezone

from accounts.models import User
from engine import Chance, Options, deal
from engine import Game as EngineGame
from engine.agents import AGENTS, NUMBER
from engine.bots import BOTS
from engine.names import PLANETS
from engine.views import open_hand
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.tables import publishing
from games.tables.models import Game, Message, Seat
from games.tables.services import ending, plans
from games.tables.services.drafts import add_to_draft
from games.tables.services.play import engine_game, store, submit_actions
from games.tables.timekeeping.clocks import LockedTable

DUEL = Options(secret_agents=True)
TEAMS = Options(players=4)
MIDDLE = 26
"""The answers before the middle of a game."""
ASKS = {"question": "elisabeth", "planet": "sir-sam", "option": "geta"}
"""Agents that ask when they are recruited: for a card of the hand, a planet, one of two."""
ROW = "jack-curry"
"""A human: on level 4 of the technology they choose three planets side by side."""
EXILES = "b4rj4v3l"
"""An agent that asks how many cards are exiled."""
TALL = ("septimus", "annie", "punk-mari", "queen-suzanne", "mc4ffr3y")
"""The agents whose portraits are the tallest: ears of a hare, hair, a crown, antennas."""
PLANNED = "gibs0n"
"""An agent that asks for two columns when it is recruited: so long is a long turn."""
LONG = ("s1mmons", "archimedes", "charlemagne", "th0mps0n")
"""The agents whose names have the longest words."""

type Actions = list[tuple[int, str]]


def make(names: list[str]) -> dict[str, str]:
    """Make all tables for four users; return their addresses."""
    people = [User.objects.get(username=name) for name in names]
    two = people[:2]
    with mock.patch.object(publishing, "wake_bots_of"):
        made = {name: maker(two) for name, maker in DUELS.items()}
        made |= {
            "four": _four(people),
            "four-question": _four(people, drafts=_asks),
            "four-confirming": _four(people, drafts=_leads),
        }
    made["chosen"] = f"{made['middle']}?card={_hand_of(made['middle'])[0]}"
    made["replay"] = f"{made['won-democratic']}replay/40/"
    made["won-four"] = _four_over(people)
    made["replay-four"] = f"{made['won-four']}replay/60/"
    return made


def _begin(people: list[User], game: EngineGame, *bots: str, **wish: Any) -> Game:
    """Return a table of people, then bots, at the start of an engine's game."""
    others = (*[None] * (len(people) - 1), *bots)
    options = Wish(players=len(others) + 1, others=others, **wish)
    table = create_table(people[0], options)
    for number, user in enumerate(people[1:], 1):
        join_table(user, table.pk, number, table.token)
    table = Game.objects.get(pk=table.pk)
    table.setup = game.record()
    store(LockedTable(table, list(table.seats.order_by("number")), timezone.now()), game, ())
    table.save()
    return table


def _play(table: Game, actions: Actions) -> str:
    for seat, action in actions:
        table.refresh_from_db()
        user = Seat.objects.select_related("user").get(game=table, number=seat).user
        assert user is not None
        submit_actions(user, table.pk, [action], table.seq)
    return table.get_absolute_url()


def _noisy(
    game: EngineGame, enough: Callable[[EngineGame, int], bool], bot: str = "noisy"
) -> Actions:
    """Let bots play until it is enough or the game is over; return their answers."""
    actions: Actions = []
    for number in count():
        if game.outcome is not None or enough(game, number):
            break
        seat = game.pending[0].seats[-1]
        action = BOTS[bot](game.view(seat), Chance(str(number)))
        game.play(seat, action)
        actions.append((seat, action))
    return actions


def _is_turn(game: EngineGame) -> bool:
    return game.pending[0].kind == "turn" and game.pending[0].seats[0] == 0


def _middle(people: list[User]) -> str:
    """Return a table with the first user's turn in the middle of a game, and some talk."""
    game = EngineGame(deal(DUEL, "pictures"))
    table = _begin(people, game, secret_agents=True)
    address = _play(table, _noisy(game, lambda game, number: number >= MIDDLE and _is_turn(game)))
    Message.objects.create(game=table, author=people[1], text="Good luck, and have fun!")
    Game.objects.filter(pk=table.pk).update(has_chat=True)
    return address


def _waiting(people: list[User]) -> str:
    game = EngineGame(deal(DUEL, "pictures"))
    table = _begin(people, game, secret_agents=True)
    return _play(
        table,
        _noisy(game, lambda game, number: number >= MIDDLE and game.pending[0].seats[0] == 1),
    )


def _position(seed: str, **changes: Any) -> dict[str, Any]:
    """Return the start of a game for two, with changes."""
    game = EngineGame(deal(DUEL, seed))
    for seat in (0, 1):
        game.play(seat, "redraw")
    return game.position() | {"to_move": 0} | changes


def _asked(slug: str) -> Callable[[list[User]], str]:
    """Return the maker of a table where the first user is in the middle of a card's effect."""

    def maker(people: list[User]) -> str:
        position = _position("pictures")
        cards = sorted(sum(position["hands"], position["deck"]))
        cards.remove(slug)
        hands = [[slug, *cards[:4]], cards[4:9]]
        game = EngineGame.from_position(position | {"hands": hands, "deck": cards[9:]})
        table = _begin(people, game, secret_agents=True)
        add_to_draft(people[0], table.pk, f"recruit {slug}", table.seq)
        return table.get_absolute_url()

    return maker


def _row(people: list[User]) -> str:
    """Return a table where the first user chooses three planets side by side."""
    position = _position("pictures", boards="SUN")
    cards = sorted({*sum(position["hands"], position["deck"])} - {ROW})
    sides = [dict(side) for side in position["sides"]]
    sides[0] |= {"zenithium": 4, "technologies": {"animod": 0, "human": 3, "robot": 0}}
    changes = {"hands": [[ROW, *cards[:4]], cards[4:9]], "deck": cards[9:], "sides": sides}
    game = EngineGame.from_position(position | changes)
    table = _begin(people, game, secret_agents=True)
    add_to_draft(people[0], table.pk, f"develop {ROW}", table.seq)
    return table.get_absolute_url()


def _tall(people: list[User]) -> str:
    """Return a table with the tallest portraits in a hand and the longest names on the board."""
    position = _position("pictures")
    cards = sorted({*sum(position["hands"], position["deck"])} - {*TALL, *LONG})
    hands = [[*TALL], cards[:4]]
    sides = [dict(side) for side in position["sides"]]
    sides[0]["columns"] = {
        planet: [slug for slug in LONG if PLANETS[AGENTS[NUMBER[slug]].planet] == planet]
        for planet in PLANETS
    }
    changes = {"hands": hands, "deck": cards[4:], "sides": sides}
    game = EngineGame.from_position(position | changes)
    return _begin(people, game, secret_agents=True).get_absolute_url()


def _hinted(people: list[User]) -> str:
    """Return a table against a bot with a question about cards on the board, and hints."""
    position = _position("pictures")
    cards = sorted(sum(position["hands"], position["deck"]))
    cards.remove(EXILES)
    jupiter = [agent.slug for agent in AGENTS if PLANETS[agent.planet] == "jupiter"]
    column = [slug for slug in cards if slug in jupiter][:7]
    cards = [slug for slug in cards if slug not in column]
    sides = [dict(side) for side in position["sides"]]
    sides[0]["columns"] = {**sides[0]["columns"], "jupiter": column}
    hands = [[EXILES, *cards[:4]], cards[4:9]]
    game = EngineGame.from_position(position | {"hands": hands, "deck": cards[9:], "sides": sides})
    table = _begin(people[:1], game, "noisy", secret_agents=True)
    add_to_draft(people[0], table.pk, f"recruit {EXILES}", table.seq)
    return table.get_absolute_url()


def _planned(people: list[User], to_move: int) -> tuple[Game, Actions]:
    """Return a table with a card of the first user that asks twice, and a turn with it."""
    position = _position("pictures", to_move=to_move)
    cards = sorted({*sum(position["hands"], position["deck"])} - {PLANNED})
    sides = [dict(side) for side in position["sides"]]
    sides[0]["credits"] = 30
    sides[1]["columns"] = {
        planet: [slug for slug in cards if PLANETS[AGENTS[NUMBER[slug]].planet] == planet][:2]
        for planet in PLANETS
    }
    taken = [slug for column in sides[1]["columns"].values() for slug in column]
    cards = [slug for slug in cards if slug not in taken]
    changes = {"hands": [[PLANNED, *cards[:3]], cards[3:7]], "deck": cards[7:], "sides": sides}
    table = _begin(people, EngineGame.from_position(position | changes), secret_agents=True)
    return table, [(0, f"recruit {PLANNED}"), (0, "transfer mercury"), (0, "transfer mercury")]


def _confirming(people: list[User]) -> str:
    """Return a table with a long turn of the first user that is about to be confirmed."""
    table, turn = _planned(people, to_move=0)
    for _seat, action in turn:
        add_to_draft(people[0], table.pk, action, table.seq)
    return table.get_absolute_url()


def _planning(people: list[User]) -> str:
    """Return a table with a long plan of the first user, as it is made."""
    table, turn = _planned(people, to_move=1)
    for _seat, action in turn:
        plans.add_to_plan(people[0], table.pk, action)
    return f"{table.get_absolute_url()}plan/"


def _plan_kept(people: list[User]) -> str:
    """Return a table with a long plan of the first user, who waits."""
    address = _planning(people).removesuffix("plan/")
    plans.keep_plan(people[0], int(address.strip("/").split("/")[-1]))
    return address


def _plan_offered(people: list[User]) -> str:
    """Return a table with a long plan of the first user, whose turn has come."""
    kept = Seat.objects.get(game=int(_plan_kept(people).strip("/").split("/")[-1]), number=0)
    table, _turn = _planned(people, to_move=0)
    Seat.objects.filter(game=table, number=0).update(plan=kept.plan)
    return table.get_absolute_url()


def _crowded(people: list[User]) -> str:
    """Return a table with 13 cards in a column, 7 in the hand, 8 discs won."""
    random = Random(7)
    position = _position("pictures")
    free: dict[str, list[str]] = {planet: [] for planet in PLANETS}
    for agent in AGENTS:
        free[PLANETS[agent.planet]].append(agent.slug)
    for slugs in free.values():
        random.shuffle(slugs)
    sizes = ({"mercury": 2, "venus": 13, "terra": 6, "mars": 9, "jupiter": 5}, {
        "mercury": 13, "venus": 2, "terra": 5, "mars": 4, "jupiter": 8})  # fmt: skip
    won = (["mercury", "mercury", "venus", "terra"], ["mars", "mars", "jupiter", "venus"])
    levels = ((4, 5, 2), (2, 3, 4))
    sides = [
        {
            "credits": 23 - 9 * side,
            "zenithium": 12 - 7 * side,
            "technologies": dict(zip(("animod", "human", "robot"), levels[side], strict=True)),
            "columns": {
                planet: [free[planet].pop() for _ in range(size)]
                for planet, size in sizes[side].items()
            },
            "won": won[side],
        }
        for side in (0, 1)
    ]
    cards = sorted(slug for slugs in free.values() for slug in slugs)
    random.shuffle(cards)
    tokens = {"mercury": "influence", "jupiter": "badge", "robot": "transfer"}
    supply = sorted(
        [*position["token_supply"], *position["tokens"].values()], key=lambda token: token
    )
    for token in tokens.values():
        supply.remove(token)
    position |= {
        "sides": sides,
        "discs": dict(zip(PLANETS, (3, -3, 0, 2, -1), strict=True)),
        "badge": {"side": 0, "face": "gold"},
        "hands": [cards[:7], cards[7:12]],
        "deck": cards[12:20],
        "discard": cards[20:],
        "tokens": tokens,
        "token_supply": supply[:3],
        "token_discard": supply[3:],
    }
    game = EngineGame.from_position(position)
    return _begin(people, game, secret_agents=True).get_absolute_url()


def _ended(victory: str | None, winner: int | None) -> Callable[[list[User]], str]:
    """Return the maker of a game that ends so."""
    bot = "noisy" if victory else "random"  # draws come of aimless games only

    def maker(people: list[User]) -> str:
        for seed in count():
            setup = deal(Options(), f"pictures {seed}")
            game = EngineGame(setup)
            actions = _noisy(game, lambda *_: False, bot)
            outcome = game.outcome
            if outcome is not None and (outcome.victory, outcome.winner) == (victory, winner):
                return _play(_begin(people, EngineGame(setup), rated=True), actions)
        raise AssertionError

    return maker


def _resigned(people: list[User]) -> str:
    game = EngineGame(deal(DUEL, "pictures"))
    table = _begin(people, game, secret_agents=True)
    address = _play(table, _noisy(game, lambda _game, number: number >= MIDDLE))
    ending.resign(people[1], table.pk)
    return address


def _four(people: list[User], drafts: Callable[[EngineGame, str], bool] | None = None) -> str:
    """Return a table of two teams, with the first action that `drafts` takes as a draft."""
    game = EngineGame(deal(TEAMS, "pictures"))
    table = _begin(people, game)
    address = _play(
        table,
        _noisy(game, lambda game, number: number >= 2 * MIDDLE and _is_turn(game)),
    )
    if drafts:
        table.refresh_from_db()
        option = next(option for option in game.pending[0].options if drafts(game, option))
        add_to_draft(people[game.pending[0].seats[0]], table.pk, option, table.seq)
    return address


def _asks(game: EngineGame, action: str) -> bool:
    """Whether an action asks its player something in its middle."""
    decision, then = game.pending[0], game.copy()
    then.play(decision.seats[0], action)
    return not _is_turn(then) and then.pending[0].seats == decision.seats


def _leads(_game: EngineGame, action: str) -> bool:
    return action.startswith("lead")


def _four_over(people: list[User]) -> str:
    game = EngineGame(deal(TEAMS, "pictures"))
    table = _begin(people, game)
    return _play(table, _noisy(game, lambda *_: False))


def _hand_of(address: str) -> list[str]:
    table = Game.objects.get(pk=int(address.strip("/").split("/")[-1]))
    hand = open_hand(engine_game(table).view(0), 0)
    return hand


def _start(people: list[User]) -> str:
    return _begin(people, EngineGame(deal(DUEL, "pictures")), secret_agents=True).get_absolute_url()


DUELS: dict[str, Callable[[list[User]], str]] = {
    "start": _start,
    "middle": _middle,
    "waiting": _waiting,
    **{name: _asked(slug) for name, slug in ASKS.items()},
    "row": _row,
    "hinted": _hinted,
    "tall": _tall,
    "confirming": _confirming,
    "planning": _planning,
    "plan-kept": _plan_kept,
    "plan-offered": _plan_offered,
    "crowded": _crowded,
    "won-absolute": _ended("absolute", 0),
    "won-democratic": _ended("democratic", 0),
    "won-popular": _ended("popular", 0),
    "lost": _ended("democratic", 1),
    "draw": _ended(None, None),
    "resigned": _resigned,
}
"""The tables of two users: name -> maker."""
