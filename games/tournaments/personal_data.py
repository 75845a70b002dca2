"""Export of a user's tournament data, and leaving when the account closes."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.tournaments import rounds
from games.tournaments.models import Entrant, Tournament, TournamentStage
from games.tournaments.queueing import wake_tournament


def leave_all(user: User, now: datetime) -> None:
    """Remove a user from all tournaments, and cancel those the user hosts."""
    mine = Q(host=user) | Q(entrants__user=user)
    open_ones = Tournament.objects.filter(
        mine, stage__in=(TournamentStage.ENROLLING, TournamentStage.RUNNING)
    )
    for pk in sorted(set(open_ones.values_list("pk", flat=True))):
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=pk)
            own = tournament.entrants.filter(user=user)
            if tournament.stage == TournamentStage.ENROLLING:
                own.delete()
                if tournament.host_id == user.pk:
                    rounds.cancel(tournament, now)
            else:
                own.filter(withdrew_at=None).update(withdrew_at=now)
                transaction.on_commit(partial(wake_tournament, pk))


def export(user: User) -> Any:
    """Return a user's tournament data as JSON."""
    entered = Entrant.objects.filter(user=user).select_related("tournament").order_by("pk")
    return {
        "hosted": list(user.hosted_tournaments.order_by("pk").values_list("pk", flat=True)),
        "entered": [
            {
                "tournament": entrant.tournament_id,
                "name": entrant.tournament.title,
                "since": entrant.joined_at.isoformat(),
                "number": entrant.number,
                "rating": entrant.rating,
                "withdrew": entrant.withdrew_at and entrant.withdrew_at.isoformat(),
                "place": entrant.place,
            }
            for entrant in entered
        ],
    }
