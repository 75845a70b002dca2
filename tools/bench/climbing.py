"""A ladder with all players of the crowd on it."""

from itertools import batched, islice

from games.ladder.models import Challenge, ChallengeState, Ladder, LadderStep, Rung, StepReason
from games.ratings.models import Pool, RatedGame
from games.tables.models import Seat
from tools.bench.crowd import CHUNK, Crowd

GAMES_A_MEMBER = 2
"""Games of the past that were for a place, for each member; all of them draws."""


def climb(crowd: Crowd) -> None:
    """Put all players on the ladder of games that last for days, and let the past be for places."""
    people = list(crowd.users)
    crowd.past.chance.shuffle(people)
    ladder = Ladder.objects.create(pool=Pool.DAYS, members=len(people), steps=len(people))
    rungs = Rung.objects.bulk_create(
        (Rung(ladder=ladder, user=user, place=place) for place, user in enumerate(people, 1)), CHUNK
    )
    LadderStep.objects.bulk_create(
        (
            LadderStep(
                ladder=ladder,
                number=rung.place or 0,
                rung=rung,
                after=rung.place,
                moves=True,
                why=StepReason.JOINED,
                at=crowd.past.now,
            )
            for rung in rungs
        ),
        CHUNK,
    )
    _draw(crowd, ladder, {rung.user_id: rung for rung in rungs})
    ladder.save()


def _draw(crowd: Crowd, ladder: Ladder, rungs: dict[int | None, Rung]) -> None:
    games = RatedGame.objects.filter(pool=Pool.DAYS).order_by("place").values_list("game", "at")
    some = islice(games.iterator(), GAMES_A_MEMBER * len(rungs))
    for chunk in batched(some, CHUNK):
        seats: dict[int, list[Rung]] = {}
        rows = Seat.objects.filter(game__in=[game for game, _at in chunk])
        for game, user in rows.values_list("game", "user"):
            seats.setdefault(game, []).append(rungs[user])
        made = []
        for game, at in chunk:
            two = sorted(seats[game], key=lambda rung: rung.place or 0)
            made.append(
                Challenge(ladder=ladder, challenger=two[1], challenged=two[0], game_id=game,
                          place=two[0].place or 0, state=ChallengeState.COUNTED, at=at, ended_at=at)
            )  # fmt: skip
        Challenge.objects.bulk_create(made)
        steps = []
        for challenge in made:
            for rung in (challenge.challenger, challenge.challenged):
                ladder.steps += 1
                steps.append(
                    LadderStep(
                        ladder=ladder,
                        number=ladder.steps,
                        rung=rung,
                        before=rung.place,
                        after=rung.place,
                        moves=False,
                        why=StepReason.DRAWN,
                        challenge=challenge,
                        at=challenge.at,
                    )
                )
        LadderStep.objects.bulk_create(steps)
