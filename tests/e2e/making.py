"""Tables made by the process beside the running site: a game is played on in one go."""

from collections.abc import Sequence
from typing import Any
from unittest import mock

from accounts.models import User
from engine import Chance
from engine import Game as EngineGame
from engine.bots import BOTS
from games.lobby.services.opening import Wish, create_table
from games.lobby.services.seating import join_table
from games.review.services import reviews
from games.tables import publishing
from games.tables.models import Game, Seat
from games.tables.services.bots import chance_of
from games.tables.services.play import engine_game, submit_actions, submit_bot_action
from tests.support.courses import play_on


def table(seats: list[str | dict[str, str]], seed: str, answers: int, wish: dict[str, Any]) -> str:
    """Open a table, let people sit down, play so many answers, and on until the first is asked.

    `seats`: the key of a bot, or a dictionary with the name of a person. Return its address. No
    task is left behind: bots are not asked anew, and the game is not reviewed, which takes longer
    than all else.
    """

    def choose(played: EngineGame, asked: Sequence[Seat], seq: int) -> tuple[int, str]:
        seat = asked[-1]
        chance = chance_of(seed, seat.number, seq) if seat.bot else Chance(str(seq))
        bot = seat.bot or "noisy"
        return seat.number, BOTS[bot](played.view(seat.number), chance)

    who = [seat if isinstance(seat, str) else User.objects.get(**seat) for seat in seats]
    first = who[0]
    assert isinstance(first, User)
    others = tuple(seat if isinstance(seat, str) else None for seat in who[1:])
    with (
        mock.patch.object(publishing, "wake_bots_of"),
        mock.patch.object(reviews, "review_at_once"),
        mock.patch("games.tables.models.game.secrets.token_hex", return_value=seed),
    ):
        game = create_table(first, Wish(players=len(who), others=others, **wish))
        for number, seat in enumerate(who):
            if number and isinstance(seat, User):
                join_table(seat, game.pk, number, game.token)
        play_on(game, answers, choose=choose)
        while True:
            game = Game.objects.get(pk=game.pk)
            asked = list(Seat.objects.filter(game=game, asked=True).order_by("number"))
            is_there = game.seq >= answers and any(seat.user_id == first.pk for seat in asked)
            if not asked or is_there:
                return game.get_absolute_url()
            number, action = choose(engine_game(game), asked, game.seq)
            if asked[-1].user:
                submit_actions(asked[-1].user, game.pk, [action], game.seq)
            else:
                submit_bot_action(game.pk, number, action, game.seq)
