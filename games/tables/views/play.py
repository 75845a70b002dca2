"""Playing at a table: the draft, its confirmation, and the ways out."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.refusals import Refused
from games.tables.selectors import Seen, seen
from games.tables.services import drafts, play
from games.tables.views.table import back, show


def answer(request: HttpRequest, pk: int, do: Callable[[Seen, User, int], None]) -> HttpResponse:
    """Do something at a table the user may see, and answer with the table."""
    found = seen(request.user, pk)
    expected = request.POST.get("seq", "")
    try:
        if found.user is None or not expected.isdecimal():
            raise Refused("", 422)
        do(found, found.user, int(expected))
    except Refused as refused:
        return show(request, seen(request.user, pk), refused)
    return back(request, found.game)


@login_required
@require_POST
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Put an answer on the draft."""

    def add(found: Seen, user: User, seq: int) -> None:
        if request.POST.get("steps") == str(steps_of(found)):  # else it is a second click
            drafts.add_to_draft(user, pk, action_of(request, found), seq)

    return answer(request, pk, add)


def steps_of(found: Seen) -> int:
    """Return how many answers the user's draft has."""
    seat = found.seat
    return len(drafts.drafted(found.game, seat)) if seat is not None else 0


def action_of(request: HttpRequest, found: Seen) -> str:
    """Return the action: one line, or a verb with the ticked cards in the order of the hand."""
    action = request.POST.get("action", "")
    if action == "keep":
        return "redraw"
    if action not in drafts.IN_THE_HAND or found.number is None:
        return action
    ticked = set(request.POST.getlist("tick"))
    hand = found.view()["hands"][found.number]["cards"] if found.game.snapshot else []
    return " ".join([action, *(slug for slug in hand if slug in ticked)])


@login_required
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the last answer of the draft, or all of them."""
    everything = request.POST.get("all") == "1"
    return answer(
        request, pk, lambda _found, user, seq: drafts.undo_draft(user, pk, seq, everything)
    )


@login_required
@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Play the draft for good."""

    def play_it(_found: Seen, user: User, seq: int) -> None:
        drafts.confirm_draft(user, pk, seq)

    return answer(request, pk, play_it)


@login_required
@require_POST
def resign(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the game up."""

    def give_up(_found: Seen, user: User, _seq: int) -> None:
        play.resign(user, pk)

    return answer(request, pk, give_up)


@login_required
@require_POST
def abort(request: HttpRequest, pk: int) -> HttpResponse:
    """End the game without a result."""

    def end(_found: Seen, user: User, _seq: int) -> None:
        play.abort(user, pk)

    return answer(request, pk, end)
