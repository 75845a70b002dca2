"""Plans: turns tried while waiting, kept, offered in the turn; and unseen by everyone else."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from engine import Game as EngineGame
from engine.foreseen import is_uncertain
from engine.views import open_hand
from games.tables import publishing
from games.tables.models import Game, Seat
from games.tables.selectors import seen
from games.tables.services import drafts, ending, plans
from games.tables.services.play import engine_game
from tests.support.factories import answer, player, running_game
from tests.support.pages import pages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return player("ada")


@pytest.fixture
def bob() -> User:
    return player("bob")


def while_others_move(user: User, *others: User | str, **fields: Any) -> Game:
    """Return a game in which a user waits for the other player's turn."""
    game = running_game(user, *others, **fields)
    for _ in range(20):
        game = answer(game)
        if game.seq > 3 and not game.seats.get(user=user).asked:
            return game
    raise AssertionError("no seat waits")


def until_asked(game: Game, user: User) -> Game:
    for _ in range(20):
        if game.seats.get(user=user).asked:
            return Game.objects.get(pk=game.pk)
        game = answer(game)
    raise AssertionError("the turn never comes")


def seat_of(game: Game, user: User) -> Seat:
    return Seat.objects.get(game=game, user=user)


def try_turn(game: Game, user: User, verb: str = "lead") -> tuple[str, ...]:
    """Try a whole turn, and return it."""
    while True:
        seat = seat_of(game, user)
        ahead = plans.ahead_of(engine_game(Game.objects.get(pk=game.pk)), seat)
        decision = drafts.play_draft(ahead, seat.number, plans.Plan.of(seat).actions).decision
        if decision is None:
            return plans.Plan.of(seat).actions
        found = [one for one in decision.options if one.startswith(verb)]
        plans.add_to_plan(user, game.pk, (found or decision.options)[0])


def test_a_turn_is_tried_undone_and_kept(ada: User, bob: User) -> None:
    game = while_others_move(ada, bob)
    actions = try_turn(game, ada)
    assert actions[0].startswith("lead")
    plans.undo_plan(ada, game.pk)
    assert plans.Plan.of(seat_of(game, ada)).actions == actions[:-1]
    actions = try_turn(game, ada)
    assert not plans.Plan.of(seat_of(game, ada)).kept
    plans.keep_plan(ada, game.pk)
    kept = plans.Plan.of(seat_of(game, ada))
    assert (kept.kept, kept.actions, len(kept.then)) == (True, actions, len(actions))
    plans.undo_plan(ada, game.pk, everything=True)
    assert seat_of(game, ada).plan == {}


def test_it_is_played_on_what_the_seat_sees(ada: User, bob: User) -> None:
    """With everything hidden exchanged, the same answers give the same."""
    game = while_others_move(ada, bob)
    number = seat_of(game, ada).number
    view = engine_game(game).view(number)
    one = EngineGame.imagined_turn(view)
    assert one.snapshot() == EngineGame.imagined_turn(json.loads(json.dumps(view))).snapshot()
    (decision,) = one.pending
    assert (decision.kind, decision.seats) == ("turn", (number,))
    hidden = [event for option in decision.options for event in one.copy().play(number, option)]
    steps = plans.steps_of(one, number, [decision.options[0]])
    assert hidden
    assert not any(is_uncertain(event) for events in steps for event in events)


def test_the_steps_of_a_plan_have_all_its_events(ada: User, bob: User) -> None:
    game = while_others_move(ada, bob)
    actions = try_turn(game, ada, "recruit")
    seat = seat_of(game, ada)
    ahead = plans.ahead_of(engine_game(game), seat)
    steps = plans.steps_of(ahead, seat.number, actions)
    together = [event for events in steps for event in events]
    assert len(steps) == len(actions)
    assert together == list(drafts.play_draft(ahead, seat.number, actions).events) != []


def test_it_is_offered_in_the_turn_and_becomes_the_draft(ada: User, bob: User) -> None:
    game = while_others_move(ada, bob)
    actions = try_turn(game, ada)
    plans.keep_plan(ada, game.pk)
    with pytest.raises(Refused):
        plans.use_plan(ada, game.pk)
    client = Client()
    client.force_login(ada)
    waiting = client.get(f"/tables/{game.pk}/").content.decode()
    assert 'id="discard-plan"' in waiting
    assert 'id="use-plan"' not in waiting
    game = until_asked(game, ada)
    assert 'id="use-plan"' in client.get(f"/tables/{game.pk}/").content.decode()
    client.post(f"/tables/{game.pk}/plan/use/")
    seat = seat_of(game, ada)
    assert (tuple(seat.draft), seat.plan) == (actions, {})
    drafts.confirm_draft(ada, game.pk, game.seq)
    assert Game.objects.get(pk=game.pk).seq > game.seq


def test_what_is_not_possible_any_more_is_said_and_not_played(ada: User, bob: User) -> None:
    game = until_asked(while_others_move(ada, bob), ada)
    client = Client()
    client.force_login(ada)
    hand = engine_game(game).view(seat_of(game, ada).number)["hands"]
    own = {slug for one in hand for slug in one["cards"] or ()}
    gone = next(slug for slug in ("nero", "atlas", "titus", "caesar", "felis") if slug not in own)
    Seat.objects.filter(game=game, user=ada).update(
        plan={"actions": [f"lead {gone}"], "kept": True, "then": [[]]}
    )
    html = client.get(f"/tables/{game.pk}/").content.decode()
    assert "Not possible any more." in html
    assert 'id="use-plan"' not in html
    with pytest.raises(Refused, match="possible any more"):
        plans.use_plan(ada, game.pk)
    client.post(f"/tables/{game.pk}/plan/discard/")
    assert seat_of(game, ada).plan == {}


def test_what_has_changed_is_said(ada: User, bob: User) -> None:
    game = while_others_move(ada, bob)
    try_turn(game, ada)
    plans.keep_plan(ada, game.pk)
    client = Client()
    client.force_login(ada)
    assert "This has changed." not in client.get(f"/tables/{game.pk}/").content.decode()
    row = seat_of(game, ada)
    row.plan["then"][0] = []
    row.save()
    assert "This has changed." in client.get(f"/tables/{game.pk}/").content.decode()


def test_own_turn_played_otherwise_ends_the_plan_and_so_does_the_end(ada: User, bob: User) -> None:
    game = while_others_move(ada, bob)
    try_turn(game, ada)
    plans.keep_plan(ada, game.pk)
    game = until_asked(game, ada)
    for _ in range(20):
        if not seat_of(game, ada).plan:
            break
        game = answer(game)
    assert seat_of(game, ada).plan == {}
    game = while_others_move(ada, player("eve"))
    try_turn(game, ada)
    ending.resign(ada, game.pk)
    assert seat_of(game, ada).plan == {}


def test_others_see_and_hear_nothing(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []

    class Layer:
        async def group_send(self, group: str, hint: dict[str, Any]) -> None:
            told.append(group)

    monkeypatch.setattr(publishing, "get_channel_layer", Layer)
    game = while_others_move(ada, bob)
    now = timezone.now()
    row = Game.objects.values().get(pk=game.pk)
    pages = pages_of(game, (bob, None), now)
    with django_capture_on_commit_callbacks(execute=True):
        try_turn(game, ada)
        plans.keep_plan(ada, game.pk)
    assert pages_of(game, (bob, None), now) == pages
    assert Game.objects.values().get(pk=game.pk) == row
    publishing.flush()
    assert told == []
    secret = seat_of(game, ada).plan["actions"][0]
    assert secret not in json.dumps(seen(bob, game.pk).view())


@pytest.mark.parametrize("who", ["asked", "spectator", "mulligan", "over"])
def test_who_cannot_plan(ada: User, bob: User, who: str) -> None:
    game = running_game(ada, bob) if who == "mulligan" else while_others_move(ada, bob)
    user = {"asked": bob, "spectator": player("eve")}.get(who, ada)
    if who == "over":
        ending.resign(ada, game.pk, now=timezone.now())
    with pytest.raises(Refused):
        plans.add_to_plan(user, game.pk, "lead nero")
    client = Client()
    client.force_login(user)
    html = client.get(f"/tables/{game.pk}/plan/").content.decode()
    assert 'id="think"' not in html
    assert 'id="stop-planning"' not in html


@pytest.mark.whole
def test_a_teammate_plans_while_the_other_moves() -> None:
    users = [player(name) for name in ("ada", "bob", "eve", "mia")]
    game = running_game(*users)
    for _ in range(30):
        game = answer(game)
        for user in users:
            seat = seat_of(game, user)
            if game.seq > 6 and plans.can_plan(game, seat, user):
                assert try_turn(game, user)
                plans.undo_plan(user, game.pk, everything=True)


def test_the_page_tries_answers_and_stays_in_the_plan(ada: User, bob: User) -> None:
    game = while_others_move(ada, bob)
    client = Client(headers={"HX-Request": "true"})
    client.force_login(ada)
    assert 'id="think"' in client.get(f"/tables/{game.pk}/").content.decode()
    html = client.get(f"/tables/{game.pk}/plan/").content.decode()
    assert f'data-here="/tables/{game.pk}/plan/' in html
    assert 'id="stop-planning"' in html
    assert "is-mine" not in html
    number = seat_of(game, ada).number
    hand = open_hand(engine_game(game).view(number), number)
    form = {"seq": str(game.seq), "steps": "0", "action": f"lead {hand[0]}"}
    html = client.post(f"/tables/{game.pk}/plan/draft/", form).content.decode()
    assert 'id="keep-plan"' in html
    assert f'action="/tables/{game.pk}/plan/keep/"' in html
    version = f"?version={game.version}"
    assert client.get(f"/tables/{game.pk}/plan/{version}").status_code == 204
    kept = client.post(f"/tables/{game.pk}/plan/keep/").content.decode()
    assert f'data-here="/tables/{game.pk}/?' in kept
    assert 'id="discard-plan"' in kept
