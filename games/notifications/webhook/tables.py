"""Tables as a subject that webhooks follow: what a spectator who is not signed in sees."""

from collections.abc import Mapping

from django.http import Http404
from django.utils.translation import gettext as _

from games.notifications.kinds import register
from games.notifications.messages import turns_after
from games.notifications.subjects import (
    FollowedSubject,
    SubjectNews,
    SubjectPage,
    register_subject,
    row_of,
)
from games.tables.models import Status
from games.tables.page import outcome_sentence
from games.tables.selectors import Seen, seen

TABLE = "table"
"""The key of the subject."""


def _spectated(pk: str) -> Seen:
    """Return a table whose game has begun as any visitor sees it, or raise `Http404`."""
    table = seen(None, row_of(pk))
    if table.game.setup is None:
        raise Http404
    return table


@register_subject
class FollowedTable(FollowedSubject):
    """A public table."""

    key = TABLE

    def page(self, pk: str) -> SubjectPage | None:
        """Return a public table whose game has begun."""
        try:
            table = _spectated(pk)
        except Http404:
            return None
        game = table.game
        title = _("Game %(game)d: %(names)s") % {
            "game": game.pk,
            "names": " – ".join(
                " & ".join(seat.name for seat in table.seats if seat.side == side)
                for side in (0, 1)
            ),
        }
        return SubjectPage(title, game.get_absolute_url(), game.status != Status.RUNNING)


class TableNews(SubjectNews):
    """A kind about a table; `data` has its `seq` before (`after`) and then (`upto`)."""

    sort = TABLE

    def turns(self, table: Seen) -> list[str]:
        """Return what the players have done since the last post, a line for each turn."""
        return [
            f"{turn.name}: {' '.join(turn.sentences)}"
            for turn in turns_after(table, self.data["after"], self.data["upto"])
        ]

    def facts(self) -> Mapping[str, object]:
        """Return the number of the game, and of its moves by then."""
        return {"game": int(self.data["subject"]), "seq": self.data["upto"]}


@register
class TableMoved(TableNews):
    """Players have answered at a table."""

    key = "table_moved"
    event = "moved"

    def sentence(self) -> str:
        """Return what they did, and whom the game waits for if nothing has happened since."""
        table = _spectated(self.data["subject"])
        lines = self.turns(table)
        asked = [seat.name for seat in table.seats if seat.asked]
        if asked and table.game.seq == self.data["upto"]:
            lines.append(_("Waiting for %(names)s.") % {"names": " & ".join(asked)})
        return "\n".join(lines)


@register
class TableOver(TableNews):
    """The game of a table is over."""

    key = "table_over"
    event = "ended"
    last = True

    def sentence(self) -> str:
        """Return the last moves, and how it ended."""
        table = _spectated(self.data["subject"])
        return "\n".join([*self.turns(table), outcome_sentence(table.game, table.seats, None)])

    def facts(self) -> Mapping[str, object]:
        """Return the side that has won, too; `null` for none."""
        return {**super().facts(), "winner": _spectated(self.data["subject"]).game.winner}
