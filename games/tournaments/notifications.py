"""The notifications of tournaments."""

from abc import abstractmethod

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from games.notifications import reasons
from games.notifications.kinds import NEWS, PageNotification, PageText, register
from games.tables.time_words import day_and_time
from games.tournaments.formatting import round_name
from games.tournaments.models import Tournament, TournamentStage


class TournamentNotification(PageNotification):
    """A kind about a tournament, whose pk is in `data`."""

    topic = NEWS

    def stale(self) -> str:
        """Return that the tournament is deleted."""
        exists = Tournament.objects.filter(pk=self.data["tournament"]).exists()
        return "" if exists else reasons.GONE

    @abstractmethod
    def text(self, tournament: Tournament) -> str:
        """Return the sentence."""

    def words(self) -> PageText:
        """Return the sentence and the page of the tournament."""
        tournament = Tournament.objects.filter(pk=self.data["tournament"]).first()
        if tournament is None:
            raise Http404
        return PageText(tournament.title, self.text(tournament), tournament.get_absolute_url())


@register
class TournamentBye(TournamentNotification):
    """The user has a bye in a round."""

    key = "tournament_bye"

    def stale(self) -> str:
        """Return that the round is over."""
        running = Tournament.objects.filter(
            pk=self.data["tournament"], stage=TournamentStage.RUNNING
        )
        current = running.filter(
            all_rounds__number=self.data["round"], all_rounds__over_at=None
        ).exists()
        return "" if current else reasons.GONE

    def text(self, tournament: Tournament) -> str:
        """Return the round."""
        text = _("%(round)s: you have a bye, which counts as a win.")
        return text % {"round": round_name(tournament, self.data["round"])}


@register
class TournamentHour(TournamentNotification):
    """The hour of a live weekly cup is fixed."""

    key = "tournament_hour"

    def stale(self) -> str:
        """Return that it has started, or does not take place."""
        waiting = Tournament.objects.filter(
            pk=self.data["tournament"], stage=TournamentStage.ENROLLING
        )
        return "" if waiting.exists() else reasons.GONE

    def text(self, tournament: Tournament) -> str:
        """Return the hour."""
        assert tournament.starts_at is not None
        when = day_and_time(timezone.localtime(tournament.starts_at))
        return _("The cup starts on %(when)s, in the evening of most who have joined.") % {
            "when": when
        }


@register
class TournamentCancelled(TournamentNotification):
    """The tournament does not take place."""

    key = "tournament_cancelled"

    def text(self, tournament: Tournament) -> str:
        """Return that it is cancelled."""
        return _("The tournament is cancelled.")


@register
class TournamentRemoved(TournamentNotification):
    """A moderator has removed the user from the tournament."""

    key = "tournament_removed"

    def text(self, tournament: Tournament) -> str:
        """Return that the user does not take part any more."""
        return _("A moderator removed you from this tournament.")


@register
class TournamentOver(TournamentNotification):
    """The tournament is over; `data` has the user's place."""

    key = "tournament_over"

    def text(self, tournament: Tournament) -> str:
        """Return the place."""
        text = _("The tournament is over. You finished in place %(place)d.")
        return text % {"place": self.data["place"]}
