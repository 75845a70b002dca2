"""What the rest of the site asks of tournaments: called by `games.contests`."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, OuterRef, Q, Subquery
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.tables import publishing
from games.tables.models import Game, Seat, Status
from games.tables.notices import Line, News
from games.tables.time_words import until
from games.tournaments import rounds
from games.tournaments.knockout import DRAWN_GAMES
from games.tournaments.models import Entrant, Kind, Pairing, Score, Stage, Tournament
from games.tournaments.words import round_name

SOON = timedelta(days=3)


def ended(game: Game, seats: Sequence[Seat], lost: Sequence[int], now: datetime) -> None:
    """Write down how a game of ours went; after the commit somebody looks how it goes on.

    A draw in a knock-out is played again once, with the sides changed.
    """
    pairing = _pairing(game)
    if pairing is None:
        return
    if pairing.score != Score.OPEN:  # a game that counts again
        _change(pairing, _score(game, lost), now)
        return
    pairing.score = _score(game, lost)
    pairing.save(update_fields=["score"])
    tournament = pairing.round.tournament
    knockout = tournament.kind == Kind.KNOCKOUT
    again = pairing.score == Score.DRAW and pairing.nth < DRAWN_GAMES
    if knockout and again and pairing.second is not None:
        Pairing.objects.get_or_create(
            round=pairing.round,
            table=pairing.table,
            nth=pairing.nth + 1,
            defaults={"first": pairing.second, "second": pairing.first},
        )
    transaction.on_commit(lambda: publishing.wake_tournament(tournament.pk))


def _pairing(game: Game) -> Pairing | None:
    found = Pairing.objects.select_for_update(of=("self",)).filter(game=game)
    return found.select_related("round__tournament", "first", "second").first()


def _score(game: Game, lost: Sequence[int]) -> Score:
    """Return how a game went; one that was broken off without anybody being late is drawn."""
    first = 1 - game.second_side
    if game.status == Status.FINISHED:
        if game.winner is None:
            return Score.DRAW
        return Score.FIRST if game.winner == first else Score.SECOND
    if len(lost) == 1:
        return Score.SECOND if first in lost else Score.FIRST
    return Score.NONE if lost else Score.DRAW


def annulled(game: Game, now: datetime) -> None:
    """Count a game that has been taken back as drawn; in a knock-out the better number goes on.

    There nothing changes once the round is over.
    """
    pairing = _pairing(game)
    if pairing is None or pairing.second is None or pairing.score == Score.OPEN:
        return
    if pairing.round.tournament.kind == Kind.SWISS:
        _change(pairing, Score.DRAW, now)
        return
    better = (pairing.first.number or 0) < (pairing.second.number or 0)
    _change(pairing, Score.FIRST if better else Score.SECOND, now)


def _change(pairing: Pairing, score: Score, now: datetime) -> None:
    """Write another result over one that stood already."""
    tournament = Tournament.objects.select_for_update().get(pk=pairing.round.tournament_id)
    swiss = tournament.kind == Kind.SWISS
    over = tournament.all_rounds.filter(pk=pairing.round_id, over_at__isnull=False).exists()
    if not swiss and over:
        return
    pairing.score = score
    pairing.save(update_fields=["score"])
    if swiss and tournament.stage == Stage.FINISHED:
        rounds.place_all(tournament, now)


def left(user: User, now: datetime) -> None:
    """Take somebody out whose account is about to be deleted; what they host is called off."""
    mine = Q(host=user) | Q(entrants__user=user)
    open_ones = Tournament.objects.filter(mine, stage__in=(Stage.ENROLLING, Stage.RUNNING))
    for pk in sorted(set(open_ones.values_list("pk", flat=True))):
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=pk)
            own = tournament.entrants.filter(user=user)
            if tournament.stage == Stage.ENROLLING:
                own.delete()
                if tournament.host_id == user.pk:
                    rounds.call_off(tournament, now)
            else:
                own.filter(withdrew_at=None).update(withdrew_at=now)
                transaction.on_commit(lambda pk=pk: publishing.wake_tournament(pk))  # type: ignore[misc]


def export(user: User) -> Any:
    """Return what we keep of a person, as JSON."""
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


def home(user: User, now: datetime) -> list[Line]:
    """Return the tournaments of somebody that run, or start soon."""
    mine = Tournament.objects.filter(entrants__user=user, entrants__withdrew_at=None)
    soon = Q(stage=Stage.ENROLLING, starts_at__lte=now + SOON)
    found = mine.filter(Q(stage=Stage.RUNNING) | soon).order_by("starts_at", "pk")
    lines = []
    for each in found.annotate(latest=Max("all_rounds__number")):
        words = {"name": each.title}
        if each.stage == Stage.RUNNING:
            said = _("%(name)s: %(round)s is being played.")
            words["round"] = round_name(each, each.latest or 1)
        else:
            assert each.starts_at is not None
            said = _("%(name)s starts: %(when)s.")
            words["when"] = until(each.starts_at, now)
        lines.append(Line(said % words, each.get_absolute_url()))
    return lines


def marks(now: datetime) -> dict[str, Combinable]:
    """Return what a query for people takes along for `standing`."""
    won = Entrant.objects.filter(user=OuterRef("pk"), place=1).order_by().values("user")
    return {"tournaments_won": Subquery(won.annotate(count=Count("pk")).values("count"))}


def standing(user: Any, now: datetime) -> list[Line]:
    """Return how many tournaments somebody has won who was asked for with their `marks`."""
    won = user.tournaments_won or 0
    said = ngettext("%(n)d tournament won", "%(n)d tournaments won", won) % {"n": won}
    return [Line(said, reverse("tournaments"))] if won else []


def about(game: Game) -> Line | None:
    """Return what a game of ours is played for."""
    pairing = Pairing.objects.filter(game=game).select_related("round__tournament").first()
    if pairing is None:
        return None
    tournament = pairing.round.tournament
    name = round_name(tournament, pairing.round.number)
    text = _("%(tournament)s, %(round)s") % {"tournament": tournament.title, "round": name}
    return Line(text, tournament.get_absolute_url())


def news(data: Mapping[str, Any]) -> News:
    """Return a notification of ours in words, in the language of this moment."""
    tournament = Tournament.objects.filter(pk=data["tournament"]).first()
    if tournament is None:
        return News(_("Tournament"), _("This tournament is gone."), "/tournaments/")
    match data["about"]:
        case "bye":
            said = _("%(round)s: you have a bye, which counts as a win.")
            text = said % {"round": round_name(tournament, data["round"])}
        case "cancelled":
            text = _("The tournament has been called off.")
        case _over:
            text = _("The tournament is over. Your place: %(place)d.") % {"place": data["place"]}
    return News(tournament.title, text, tournament.get_absolute_url())


def gone(data: Mapping[str, Any]) -> bool:
    """Whether a notification of ours is of no interest any more: a bye once its round is over."""
    if data["about"] != "bye":
        return not Tournament.objects.filter(pk=data["tournament"]).exists()
    rows = Tournament.objects.filter(pk=data["tournament"], stage=Stage.RUNNING)
    return not rows.filter(all_rounds__number=data["round"], all_rounds__over_at=None).exists()
