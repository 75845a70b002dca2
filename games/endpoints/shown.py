"""Rows as the API shows them."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db.models import BigIntegerField
from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts import former_names
from accounts.models import User
from engine import Event
from engine.words import describe_event
from games.endpoints.access import user_of, viewer_of
from games.endpoints.conditional import match_version
from games.endpoints.schemas import (
    Done,
    EventOut,
    GameOut,
    GameSummary,
    MoveOut,
    MyGame,
    PaceOut,
    ProposalOut,
    SeatOut,
)
from games.tables.models import Game, Proposal, Seat
from games.tables.page.text import plain
from games.tables.seats import acting_seat, waits_for
from games.tables.selectors import Seen, seen
from games.tables.services.locks import lock_game


def seen_by(user: User | None, number: int, link: str = "") -> Seen:
    """Return a table as a user may see it, or raise `Http404`."""
    return seen(user, row_id(number), link)


SMALL = 32767
"""The largest number in small columns; PostgreSQL refuses to compare them with larger ones."""


def row_id(number: int) -> int:
    """Return the number of a row, or raise `Http404` for one that none can have."""
    if not 0 < number <= BigIntegerField.MAX_BIGINT:  # which PostgreSQL refuses
        raise Http404
    return number


def locked_table(request: HttpRequest, number: int, link: str = "") -> tuple[User, Seen]:
    """Return who writes at a table, and the table as the token may read it.

    Raises `Http404`: without `read:private`, private tables don't exist for writes either. With an
    `If-Match` the game is locked and compared with it: `Refused` (412).
    """
    user = user_of(request)
    table = seen_by(viewer_of(request), number, link)
    if "If-Match" in request.headers:
        match_version(request, lock_game(number))
    return user, table


def find_player(name: str) -> User | None:
    """Return the player with this name, or who had it before; `None` if there is none."""
    name = former_names.present_name(name) or name
    return User.objects.filter(username__iexact=name, is_active=True).first()


def player_named(name: str) -> User:
    """Return the player with this name, or who had it before; raises `Http404`."""
    player = find_player(name)
    if player is None:
        raise Http404
    return player


def site_url(path: str) -> str:
    """Return the address of a page."""
    return settings.SITE_URL + path


def summary(game: Game, seats: Sequence[Seat]) -> GameSummary:
    """Return a table without its board."""
    return GameSummary.model_construct(
        id=game.pk,
        url=site_url(game.get_absolute_url()),
        status=str(game.status),
        version=game.version,
        seq=game.seq,
        players=game.players,
        public=game.public,
        rated=game.rated,
        pool=game.pool or None,
        occasion=game.occasion or None,
        secret_agents=game.secret_agents,
        bots_welcome=game.bots_welcome,
        beginner=game.beginner,
        pace=PaceOut.model_validate(game.pace) if game.pace else None,
        seats=[_seat(game, seat) for seat in seats],
        deadline=game.deadline,
        created_at=game.created_at,
        started_at=game.started_at,
        finished_at=game.finished_at,
        ending=str(game.ending) or None,
        winner=game.winner,
    )


def my_game(game: Game, seats: Sequence[Seat], user: User | None) -> MyGame:
    """Return a table without its board, and whether it waits for a user."""
    acting = acting_seat(seats, user)
    is_turn = acting is not None and waits_for(acting, user)
    return MyGame.model_construct(**dict(summary(game, seats)), your_turn=is_turn)


def _seat(game: Game, seat: Seat) -> SeatOut:
    kind, name = "free", None
    if seat.bot:
        kind, name = "bot", seat.name
    elif seat.user is not None:
        kind, name = ("guest" if seat.user.is_guest else "player"), seat.user.username
    elif game.started_at is not None:
        kind = "gone"
    elif seat.invited_id is not None:
        kind = "invited"
    return SeatOut.model_construct(
        number=seat.number,
        side=seat.side,
        kind=kind,
        name=name,
        bot=seat.bot or None,
        bot_account=seat.user is not None and seat.user.is_bot,
        asked=seat.asked,
    )


def table_of(seen_table: Seen) -> GameOut:
    """Return a table as its viewer may see it."""
    game = seen_table.game
    view = None if game.setup is None else seen_table.view()
    answers = [
        option
        for decision in (view["pending"] if view is not None and seen_table.asked else ())
        if seen_table.number in decision["seats"]
        for option in decision["options"] or ()
    ]
    return GameOut.model_construct(
        **dict(summary(game, seen_table.seats)),
        seed_sha256=game.seed_sha256,
        seat=seen_table.number,
        your_turn=seen_table.asked,
        answers=answers,
        proposal=_proposal(game),
        view=view,
    )


def _proposal(game: Game) -> ProposalOut | None:
    proposal: Proposal | None = getattr(game, "proposal", None)
    if proposal is None or proposal.has_lapsed(timezone.now()):
        return None
    return ProposalOut.model_construct(
        side=proposal.side,
        kind=proposal.kind,
        pace=PaceOut.model_validate(proposal.pace) if proposal.pace else None,
        at=proposal.at,
    )


def moves_of(seen_table: Seen, moves: Sequence[tuple[int, int, list[Event]]]) -> list[MoveOut]:
    """Return moves with their events in words, as their viewer reads them."""
    return [
        MoveOut.model_construct(
            seq=seq,
            seat=seat,
            events=[
                EventOut.model_construct(data=event.to_json(), sentence=sentence)
                for event, sentence in zip(events, sentences_of(seen_table, events), strict=True)
            ],
        )
        for seq, seat, events in moves
    ]


def sentences_of(seen_table: Seen, events: Iterable[Event]) -> list[str]:
    """Return events in words, as the viewer of a table reads them."""
    names = tuple(seat.name for seat in seen_table.seats)
    return [plain(describe_event(event, seen_table.number, names)) for event in events]


def done(game: Game, link: str | None = None) -> Done:
    """Return where a game is after a write."""
    return Done(
        game=game.pk, status=str(game.status), seq=game.seq, version=game.version, link=link
    )
