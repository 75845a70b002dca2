"""Tournaments as a subject that webhooks follow, and their news."""

from collections.abc import Mapping

from django.http import Http404
from django.utils.translation import gettext as _

from games.notifications.kinds import register
from games.notifications.subjects import (
    FollowedSubject,
    SubjectNews,
    SubjectPage,
    register_subject,
    row_of,
)
from games.tournaments.formatting import round_name
from games.tournaments.models import Entrant, Pairing, Tournament, TournamentStage

OVER = (TournamentStage.FINISHED, TournamentStage.CANCELLED)


def _tournament(pk: str) -> Tournament:
    """Return a tournament, or raise `Http404`."""
    tournament = Tournament.objects.filter(pk=row_of(pk)).first()
    if tournament is None:
        raise Http404
    return tournament


@register_subject
class FollowedTournament(FollowedSubject):
    """A tournament."""

    key = "tournament"

    def page(self, pk: str) -> SubjectPage | None:
        """Return a tournament; all of them are public."""
        try:
            tournament = _tournament(pk)
        except Http404:
            return None
        is_over = tournament.stage in OVER
        return SubjectPage(tournament.title, tournament.get_absolute_url(), is_over)


class TournamentNews(SubjectNews):
    """A kind about a tournament."""

    sort = FollowedTournament.key

    @property
    def tournament(self) -> Tournament:
        """The tournament; raises `Http404`."""
        return _tournament(self.data["subject"])


@register
class RoundBegins(TournamentNews):
    """A round of a tournament begins; `data` has its number as `round`."""

    key = "tournament_round"
    event = "round"

    def sentence(self) -> str:
        """Return which round begins, and who meets."""
        number = self.data["round"]
        pairings = Pairing.objects.filter(
            round__tournament=self.data["subject"], round__number=number, nth=1
        ).select_related("first__user", "second__user")
        lines = [_("%(round)s begins.") % {"round": round_name(self.tournament, number)}]
        lines += [
            f"{pairing.first.name} – {pairing.second.name}"
            for pairing in pairings
            if pairing.second
        ]
        return "\n".join(lines)

    def facts(self) -> Mapping[str, object]:
        """Return the number of the round."""
        return {"round": self.data["round"]}


@register
class PairingOver(TournamentNews):
    """A game of a tournament is over; `data` has the pk of its `pairing`."""

    key = "tournament_game"
    event = "game"

    @property
    def pairing(self) -> Pairing:
        """The pairing; raises `Http404`."""
        rows = Pairing.objects.select_related("round", "first__user", "second__user")
        pairing = rows.filter(pk=self.data["pairing"]).first()
        if pairing is None:
            raise Http404
        return pairing

    def sentence(self) -> str:
        """Return the result."""
        pairing = self.pairing
        return _("%(round)s: %(first)s – %(second)s %(score)s") % {
            "round": round_name(self.tournament, pairing.round.number),
            "first": pairing.first.name,
            "second": pairing.second.name if pairing.second else "",
            "score": pairing.get_score_display(),
        }

    def facts(self) -> Mapping[str, object]:
        """Return the round, the game, its players and the score, a `PairingScore`."""
        pairing = self.pairing
        return {
            "round": pairing.round.number,
            "game": pairing.game_id,
            "first": pairing.first.name,
            "second": pairing.second.name if pairing.second else None,
            "score": str(pairing.score),
        }


@register
class TournamentEnds(TournamentNews):
    """A tournament is over, or does not take place."""

    key = "tournament_ended"
    event = "ended"
    last = True

    def sentence(self) -> str:
        """Return the winners; a knock-out has none if both finalists lost."""
        if self.tournament.stage == TournamentStage.CANCELLED:
            return _("The tournament is cancelled.")
        winners = self._winners()
        if not winners:
            return _("This tournament is over.")
        return _("The tournament is over. Winner: %(names)s") % {"names": ", ".join(winners)}

    def facts(self) -> Mapping[str, object]:
        """Return the winners, perhaps none."""
        return {"winners": self._winners()}

    def _winners(self) -> list[str]:
        first = Entrant.objects.filter(tournament=self.data["subject"], place=1)
        return [entrant.name for entrant in first.select_related("user").order_by("number")]
