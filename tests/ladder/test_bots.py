"""Bots stand on a ladder of few people: they enter, are challenged, and step aside."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from common.refusals import Refused
from engine.bots import LEVELS
from games.ladder import bots, places
from games.ladder.challenges import challenge_bot
from games.ladder.models import Challenge, ChallengeState, Rung, StepReason
from games.notifications.models import Notification
from games.ratings.models import Pool
from games.tables.models import Ending
from tests.ladder.ladders import DAY, T0, end, on_ladder, order, rung
from tests.support.factories import wakeful

BY_STRENGTH = [str(bot.name) for bot in sorted(LEVELS.values(), key=lambda bot: -bot.rating)]

pytestmark = pytest.mark.django_db


def _below(user: User, bot: Rung) -> None:
    """Move a player to the place below a bot."""
    with transaction.atomic():
        ladder = places.locked(Pool.DAYS)
        place = Rung.objects.get(pk=bot.pk).place or 0
        places.put(ladder, rung(user), place + 1, StepReason.STAFF, T0)


def test_bots_enter_an_empty_ladder_the_strongest_first() -> None:
    bots.mind_the_bots(T0)
    for pool in (Pool.DAYS, Pool.LIVE):
        rungs = Rung.objects.filter(ladder=pool).order_by("place")
        assert [rung.bot for rung in rungs] == sorted(LEVELS, key=lambda key: -LEVELS[key].rating)
        assert order(pool) == " ".join(BY_STRENGTH)
    bots.mind_the_bots(T0 + DAY)
    assert order() == " ".join(BY_STRENGTH)


def test_bots_push_nobody_down() -> None:
    on_ladder("ada", "bob")
    bots.mind_the_bots(T0)
    assert order() == " ".join(["ada", "bob", *BY_STRENGTH])


def test_a_game_against_a_bot_starts_at_once_and_its_place_can_be_won() -> None:
    bots.mind_the_bots(T0)
    (ada,) = on_ladder("ada")
    made = challenge_bot(ada, Pool.DAYS, "meteor", now=T0)
    assert made.state == ChallengeState.RUNNING
    assert made.game is not None
    assert made.game.rated
    assert {seat.bot or seat.user for seat in made.game.seats.all()} == {"meteor", ada}
    assert challenge_bot(ada, Pool.DAYS, "meteor", now=T0) == made
    end(made, ada)
    assert order() == " ".join([*BY_STRENGTH[:-1], "ada", BY_STRENGTH[-1]])
    assert Notification.objects.filter(user=None).count() == 0


def test_a_bot_is_met_again_after_a_day_by_any_number_of_players() -> None:
    bots.mind_the_bots(T0)
    people = on_ladder("ada")
    (ada,) = people
    end(challenge_bot(ada, Pool.DAYS, "meteor", now=T0), None, now=T0 + timedelta(hours=1))
    with pytest.raises(Refused, match="You played each other recently"):
        challenge_bot(ada, Pool.DAYS, "meteor", now=T0 + timedelta(hours=24))
    again = challenge_bot(ada, Pool.DAYS, "meteor", now=T0 + timedelta(hours=26))
    assert again.state == ChallengeState.RUNNING
    Challenge.objects.all().delete()
    meteor = Rung.objects.get(ladder=Pool.DAYS, bot="meteor")
    others = on_ladder("bea", "cem", "dan", "eva", now=T0)
    for user in others:
        _below(user, meteor)
        challenge_bot(user, Pool.DAYS, "meteor", now=T0)
    assert Challenge.objects.filter(challenged=meteor, state=ChallengeState.RUNNING).count() == 4


def test_a_live_game_starts_at_once_but_not_beside_another() -> None:
    bots.mind_the_bots(T0)
    (ada,) = on_ladder("ada", pool=Pool.LIVE)
    made = challenge_bot(ada, Pool.LIVE, "meteor", now=T0)
    assert made.game is not None
    assert made.game.live
    with pytest.raises(Refused, match="Finish your live game first"):
        challenge_bot(ada, Pool.LIVE, "asteroid", now=T0)
    assert Challenge.objects.count() == 1


def test_bots_leave_when_enough_people_are_there_and_come_back_when_few_are() -> None:
    bots.mind_the_bots(T0)
    people = on_ladder(*(f"player{number}" for number in range(bots.ENOUGH - 1)))
    made = challenge_bot(people[0], Pool.DAYS, "meteor", now=T0)
    bots.mind_the_bots(T0)
    assert order().split(" player")[0] == " ".join(BY_STRENGTH)
    (last,) = on_ladder("last")
    with pytest.raises(Refused, match="its bots are leaving"):
        challenge_bot(people[1], Pool.DAYS, "meteor", now=T0)
    bots.mind_the_bots(T0)
    assert order().startswith("Bot Meteor player0 player1")
    end(made, people[0], Ending.POPULAR)
    bots.mind_the_bots(T0 + DAY)
    names = [f"player{number}" for number in range(bots.ENOUGH - 1)]
    assert order() == " ".join([*names, "last"])
    for user in [last, *people[: bots.ENOUGH - bots.FEW - 1]]:
        places.leave(user, Pool.DAYS, now=T0 + DAY)
    bots.mind_the_bots(T0 + DAY)
    assert "Bot" not in order()
    places.leave(people[-1], Pool.DAYS, now=T0 + DAY)
    bots.mind_the_bots(T0 + DAY)
    assert order().endswith(" ".join(BY_STRENGTH))


def test_who_is_late_against_a_bot_falls() -> None:
    bots.mind_the_bots(T0)
    (ada, _bea, _cem) = on_ladder("ada", "bea", "cem")
    made = challenge_bot(ada, Pool.DAYS, "meteor", now=T0)
    end(made, None, Ending.TIME)
    assert order().startswith(" ".join(BY_STRENGTH))


def test_pages_show_bots_and_offer_a_challenge(client: Client) -> None:
    bots.mind_the_bots(T0)
    user = wakeful("ada")
    places.join(user, Pool.DAYS)
    client.force_login(user)
    page = client.get("/ladder/days/").content.decode()
    assert "Bots are rungs to climb until 12 people are here" in page
    assert 'href="/ladder/days/bots/meteor/challenge/"' in page
    ask = client.get("/ladder/days/bots/meteor/challenge/").content.decode()
    assert "Challenge Bot Meteor for place 6?" in ask
    assert "The game starts at once" in ask
    assert client.get("/ladder/days/bots/meteor/").status_code == 200
    response = client.post("/ladder/days/bots/meteor/challenge/")
    assert response["Location"].startswith("/tables/")
    far = client.get("/ladder/days/bots/zenith/challenge/").content.decode()
    assert "Too far above you" in far
    assert client.post("/ladder/days/bots/zenith/challenge/").status_code == 409
    assert client.post("/ladder/days/bots/nobody/challenge/").status_code == 404
    assert client.get("/ladder/days/bots/nobody/").status_code == 404
    assert client.get("/ladder/days/").status_code == 200
