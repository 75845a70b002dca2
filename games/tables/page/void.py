"""What has become void of a seat's answers, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.tables.models import Seat, Void


def void_words(void: str, seat: Seat, seats: Sequence[Seat]) -> str:
    """Return what a seat had answered that was not played, and why; empty if nothing is void."""
    mates = (mate for mate in seats if mate.side == seat.side and mate.number != seat.number)
    words = {"name": " & ".join(mate.short_name for mate in mates)}
    match void:
        case Void.TURN:
            return _("Your confirmed turn was not played: %(name)s answered first.") % words
        case Void.DRAFT:
            return _("Your answers were not played: %(name)s answered first.") % words
        case Void.REFUSED:
            return _("Your confirmed turn was not played: it was not possible any more.")
    return ""
