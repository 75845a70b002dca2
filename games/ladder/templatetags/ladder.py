"""Template tag of a user's place on the ladder: `{% ladder_place user as place %}`."""

from dataclasses import dataclass

from django import template

from accounts.models import User
from games.ladder.models import Ladder, Rung
from games.ratings.models import Pool

register = template.Library()


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A user's place on the ladder of days. `place`: `None` for who is not on it."""

    place: int | None
    members: int

    @property
    def first_place(self) -> int:
        """The place on which a new member starts."""
        return self.members + 1


@register.simple_tag
def ladder_place(user: User) -> LadderPlace:
    """Return the place of a user on the ladder of games by correspondence."""
    members = Ladder.objects.filter(pool=Pool.DAYS).values_list("members", flat=True).first() or 0
    rung = Rung.objects.filter(ladder=Pool.DAYS, user=user).first()
    return LadderPlace(rung.place if rung is not None else None, members)
