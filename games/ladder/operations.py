"""Operations of the API (games.api collects them): ladders, places, challenges."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Path, Query, Router, Schema
from ninja import Status as Answer
from pydantic import Field

from games.endpoints.access import Scope, needs, user_of
from games.endpoints.schemas import Input, Name
from games.endpoints.shown import row_id
from games.ladder import challenges, display, history, places
from games.ladder.models import Challenge, Ladder, Rung
from games.ladder.rules import facts_of

router = Router(tags=["Ladders"])

A_PAGE = 50
LadderName = Literal["days", "live"]
Number = Annotated[int, Path(description="The number of the challenge.")]


class LadderRating(Schema):
    """A rating in the pool of the ladder: `value` ± `band`; not `sure` while it may be far off."""

    value: int
    band: int
    sure: bool


class RungOut(Schema):
    """A place on a ladder."""

    place: int
    name: str | None = Field(description="`null`: the account is deleted.")
    bot: str | None = Field(description="The key of a bot of the site.")
    rating: LadderRating | None


class LadderOut(Schema):
    """A page of a ladder, from the top."""

    pool: str
    members: int
    places: list[RungOut]
    next: int | None = Field(description="`after` of the next page; `null` on the last one.")


class LadderStepOut(Schema):
    """A change of a player's place, or a game that could have changed it."""

    before: int | None
    after: int | None
    reason: str
    sentence: str
    at: datetime


class LadderMemberOut(Schema):
    """A player on a ladder, with the latest steps, the latest first."""

    name: str
    place: int | None = Field(description="`null`: the player has left.")
    best: int | None
    steps: list[LadderStepOut]


class ChallengeOut(Schema):
    """A challenge for a place."""

    id: int
    pool: str
    challenger: str
    challenged: str
    place: int
    state: Literal["waiting", "running", "counted", "void", "withdrawn", "declined", "expired"]
    game: int | None
    at: datetime


class MyLadderOut(Schema):
    """Your place on a ladder and your open challenges, those to answer first."""

    pool: str
    place: int | None = Field(description="`null`: you aren't on this ladder.")
    at_once: bool = Field(description="Whether challenges to you start at once.")
    challenges: list[ChallengeOut]
    why_not: str = Field(description="Why you can challenge no one now; empty if you can.")


class LadderIn(Input):
    """How you take part in a ladder."""

    at_once: bool = Field(default=False, description="Whether challenges to you start at once.")


class ChallengeIn(Input):
    """A player above you, by name, or a bot of the site, by its key."""

    player: Name = ""
    bot: str = Field(default="", max_length=20)


@router.get("/ladders/{pool}", response=LadderOut)
def ladder(
    request: HttpRequest,
    pool: LadderName,
    after: Annotated[int, Query(ge=0, le=10**6, description="The last place you have.")] = 0,
) -> LadderOut:
    """A ladder from the top: who stands where."""
    ladder_row = Ladder.objects.filter(pool=pool).first() or Ladder(pool=pool)
    rungs = display.members(pool).filter(place__gt=after, place__lte=after + A_PAGE)
    rows = display.rows(rungs, pool, None, timezone.now())
    return LadderOut.model_construct(
        pool=pool,
        members=ladder_row.members,
        places=[_rung(row) for row in rows],
        next=after + A_PAGE if ladder_row.members > after + A_PAGE else None,
    )


@router.get("/ladders/{pool}/players/{name}", response=LadderMemberOut)
def ladder_member(request: HttpRequest, pool: LadderName, name: str) -> LadderMemberOut:
    """The way of a player on a ladder."""
    rungs = Rung.objects.filter(ladder=pool, user__is_active=True, user__username__iexact=name)
    rung = rungs.select_related("user", "ladder").first()
    if rung is None:
        raise Http404
    return LadderMemberOut.model_construct(
        name=rung.name,
        place=rung.place,
        best=history.best(rung),
        steps=[
            LadderStepOut.model_construct(
                before=line.step.before,
                after=line.step.after,
                reason=line.step.why,
                sentence=line.says,
                at=line.step.at,
            )
            for line in history.lines(list(history.steps_of(rung)[:A_PAGE]))
        ],
    )


@router.get("/me/ladders/{pool}", response=MyLadderOut, **needs(Scope.READ))
def my_ladder(request: HttpRequest, pool: LadderName) -> MyLadderOut:
    """Your place on a ladder, and your open challenges."""
    return _mine(request, pool)


@router.put("/me/ladders/{pool}", response=MyLadderOut, **needs(Scope.CHALLENGE, Scope.READ))
def join_ladder(request: HttpRequest, pool: LadderName, data: LadderIn) -> MyLadderOut:
    """Join a ladder in last place, or change how you take part."""
    rung = places.join(user_of(request), pool, at_once=data.at_once)
    if rung.at_once != data.at_once:
        places.prefer(user_of(request), pool, at_once=data.at_once)
    return _mine(request, pool)


@router.delete("/me/ladders/{pool}", response=MyLadderOut, **needs(Scope.CHALLENGE, Scope.READ))
def leave_ladder(request: HttpRequest, pool: LadderName) -> MyLadderOut:
    """Leave a ladder; waiting challenges are withdrawn."""
    places.leave(user_of(request), pool)
    return _mine(request, pool)


@router.post(
    "/ladders/{pool}/challenges", response={201: ChallengeOut}, **needs(Scope.CHALLENGE, Scope.READ)
)
def challenge(request: HttpRequest, pool: LadderName, data: ChallengeIn) -> Answer[ChallengeOut]:
    """Challenge a player or a bot above you; the same challenge again is no error."""
    user = user_of(request)
    if data.bot:
        return Answer(201, _challenge(challenges.challenge_bot(user, pool, data.bot)))
    return Answer(201, _challenge(challenges.challenge(user, pool, data.player)))


@router.post(
    "/challenges/{number}/accept", response=ChallengeOut, **needs(Scope.CHALLENGE, Scope.READ)
)
def accept_challenge(request: HttpRequest, number: Number) -> ChallengeOut:
    """Accept a challenge to you: its game starts."""
    return _challenge(challenges.accept(user_of(request), row_id(number)))


@router.post(
    "/challenges/{number}/decline", response=ChallengeOut, **needs(Scope.CHALLENGE, Scope.READ)
)
def decline_challenge(request: HttpRequest, number: Number) -> ChallengeOut:
    """Decline a challenge to a live game."""
    return _challenge(challenges.decline(user_of(request), row_id(number)))


@router.delete("/challenges/{number}", response=ChallengeOut, **needs(Scope.CHALLENGE, Scope.READ))
def withdraw_challenge(request: HttpRequest, number: Number) -> ChallengeOut:
    """Withdraw a challenge of yours."""
    return _challenge(challenges.withdraw(user_of(request), row_id(number)))


def _mine(request: HttpRequest, pool: str) -> MyLadderOut:
    rungs = Rung.objects.filter(ladder=pool, user=user_of(request), place__isnull=False)
    rung = rungs.select_related("user", "ladder").first()
    if rung is None:
        return MyLadderOut(pool=pool, place=None, at_once=False, challenges=[], why_not="")
    facts = facts_of(rung, [], timezone.now())
    return MyLadderOut.model_construct(
        pool=pool,
        place=rung.place,
        at_once=rung.at_once,
        challenges=[_challenge(row.challenge) for row in display.open_challenges(facts)],
        why_not=facts.why_none(),
    )


def _rung(row: display.LadderRow) -> RungOut:
    rating = None
    if row.rating is not None:
        value, band, sure = row.rating.value, row.rating.band, row.rating.sure
        rating = LadderRating(value=value, band=band, sure=sure)
    rung = row.rung
    name = rung.name if rung.bot or rung.user is not None else None
    return RungOut.model_construct(place=rung.place, name=name, bot=rung.bot or None, rating=rating)


def _challenge(row: Challenge) -> ChallengeOut:
    return ChallengeOut.model_construct(
        id=row.pk,
        pool=row.ladder_id,
        challenger=row.challenger.name,
        challenged=row.challenged.name,
        place=row.place,
        state=str(row.state),
        game=row.game_id,
        at=row.at,
    )
