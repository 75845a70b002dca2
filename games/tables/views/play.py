"""Playing at a table: the draft, its confirmation, and giving up."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from accounts.requests import SignedInRequest, signed_in
from games.tables.services import ending, standstill
from games.tables.views import turn
from games.tables.views.table import at_table


@require_POST
@signed_in
def draft(request: SignedInRequest, pk: int) -> HttpResponse:
    """Put an answer on my draft."""
    return at_table(request, pk, lambda user: turn.draft(request.POST, user, pk))


@require_POST
@signed_in
def undo(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take back the last answer of my draft, or all of them."""
    return at_table(request, pk, lambda user: turn.undo(request.POST, user, pk))


@require_POST
@signed_in
def confirm(request: SignedInRequest, pk: int) -> HttpResponse:
    """Play my draft, and go to the next game if I prefer that."""
    goes_on = request.user.goes_on
    return at_table(request, pk, lambda user: turn.confirm(request.POST, user, pk), goes_on=goes_on)


@require_POST
@signed_in
def resign(request: SignedInRequest, pk: int) -> HttpResponse:
    """Resign the game."""
    return at_table(request, pk, lambda user: ending.resign(user, pk))


@require_POST
@signed_in
def claim_draw(request: SignedInRequest, pk: int) -> HttpResponse:
    """End the game as a draw, as no disc has moved for long."""
    return at_table(request, pk, lambda user: standstill.claim_draw(user, pk))


@require_POST
@signed_in
def abort(request: SignedInRequest, pk: int) -> HttpResponse:
    """End the game without a result."""
    return at_table(request, pk, lambda user: ending.abort(user, pk))
