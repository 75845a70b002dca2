"""The result region of a game that is over: how it ended, ratings and the rematch."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from engine.text import gettext_noop
from engine.words import describe_outcome, side_name
from games.tables import providers
from games.tables.models import Ending, Game, Seat, Status
from games.tables.page.course import Course, course
from games.tables.page.text import plain, player_names
from games.tables.providers import PageLine, RatingChanges, RematchOffer
from games.tables.selectors import Seen
from games.tables.services import standstill
from games.tables.table_events import TableEventKind, last_of


@dataclass(slots=True)
class GameResult:
    """The result region."""

    title: str
    """How it ended for the viewer, in two words."""
    outcome: str
    """How it ended in a sentence, which goes on where the title ends."""
    whose: str
    """The side that won: `mine` or `theirs`; empty if none did."""
    discs: list[str]
    """The planets of the discs that won the game, the last one at the end; empty otherwise."""
    course: Course | None
    course_path: str
    """Where a chart that knows more is fetched from; empty if there is none."""
    share: str
    """The result in a sentence for other people."""
    site: str
    """The address of the site, for links that leave it."""
    rating_changes: RatingChanges
    occasion: PageLine | None
    links: Sequence[PageLine]
    """What other subjects offer about the game."""
    hands_open: bool
    rematch: RematchOffer


def game_result(seen: Seen, occasion: PageLine | None, won: Sequence[Sequence[str]]) -> GameResult:
    """Return the result of a game that is over; `won`: the won discs of both sides."""
    game, seats, me = seen.game, seen.seats, seen.number
    side = 0 if me is None else me % 2
    return GameResult(
        title=_title(game, me),
        outcome=_under_title(game, seats, me),
        whose="" if game.winner is None else "mine" if game.winner == side else "theirs",
        discs=[] if game.winner is None else winning_discs(game.ending, won[game.winner]),
        course=course(seen),
        course_path=providers.course_path(game) if _may_follow_links(seen) else "",
        share=f"Zenith: {outcome_sentence(game, seats, None)}",
        site=settings.SITE_URL,
        rating_changes=providers.rating_changes(game, seats),
        occasion=occasion,
        links=links_after(seen),
        hands_open=seen.is_open,
        rematch=providers.rematch(game, seats, seen.own, seen.user),
    )


def links_after(seen: Seen) -> Sequence[PageLine]:
    """Return what other subjects offer about a game that is over, to viewers without its link."""
    return providers.after_the_end(seen.game) if _may_follow_links(seen) else []


def _may_follow_links(seen: Seen) -> bool:
    return seen.is_open and bool(seen.game.public or seen.own)


def winning_discs(ending: str, won: Sequence[str]) -> list[str]:
    """Return the discs that a victory counts, the last one won at the end."""
    match ending:
        case Ending.ABSOLUTE:
            return [planet for planet in won if planet == won[-1]]
        case Ending.DEMOCRATIC:
            return list(dict.fromkeys(won))
        case Ending.POPULAR:
            return list(won)
    return []


def _title(game: Game, me: int | None) -> str:
    if me is not None and game.winner is not None:
        if game.winner != me % 2:
            return _("Defeat")
        if game.ending in (Ending.RESIGNATION, Ending.TIME):
            return _("Victory")
    titles = {
        Ending.ABSOLUTE: _("Absolute victory"),
        Ending.DEMOCRATIC: _("Democratic victory"),
        Ending.POPULAR: _("Popular victory"),
        Ending.DRAW: _("A draw"),
        Ending.STANDSTILL: _("A draw"),
        Ending.RESIGNATION: _("Resignation"),
        Ending.TIME: _("Time ran out"),
    }
    return titles.get(Ending(game.ending), "") if game.ending else ""


_DISCS: dict[str, str] = {
    Ending.ABSOLUTE: gettext_noop("3 discs of one planet"),
    Ending.DEMOCRATIC: gettext_noop("4 discs of different planets"),
    Ending.POPULAR: gettext_noop("5 discs"),
}


def _under_title(game: Game, seats: list[Seat], me: int | None) -> str:
    """Return the sentence under the title; it doesn't repeat the name of a victory or a draw."""
    if game.ending == Ending.DRAW:
        return _("No player can move.")
    if game.ending == Ending.STANDSTILL:
        return _("No disc moved for %(rounds)s rounds.") % {"rounds": standstill.rounds(game)}
    if game.ending not in _DISCS or (me is not None and me % 2 != game.winner):
        return outcome_sentence(game, seats, me)
    discs = _(_DISCS[game.ending])
    if me is None:
        name = side_name(game.winner or 0, len(seats), player_names(seats))
        winner = name if isinstance(name, str) else plain(name)
        return _("%(winner)s won with %(discs)s.") % {"winner": winner, "discs": discs}
    if len(seats) == 2:
        return _("You won with %(discs)s.") % {"discs": discs}
    return _("Your team won with %(discs)s.") % {"discs": discs}


def outcome_sentence(game: Game, seats: list[Seat], me: int | None) -> str:
    """Return how a game ended, as told to a seat or to a spectator (`None`)."""
    names = player_names(seats)
    if game.status == Status.ABORTED:
        return _aborted(game, seats, me)
    if game.ending in (Ending.RESIGNATION, Ending.TIME):
        return _given_up(game, seats, me)
    if game.ending == Ending.STANDSTILL:
        return _("Draw: no disc moved for %(rounds)s rounds.") % {"rounds": standstill.rounds(game)}
    victory = None if game.ending == Ending.DRAW else str(game.ending)
    return plain(describe_outcome(game.winner, victory, me, names))


def _aborted(game: Game, seats: Sequence[Seat], me: int | None) -> str:
    match game.ending:
        case Ending.UNBEGUN:
            return _("The game was cancelled because it wasn't started in time. It doesn't count.")
        case Ending.LAPSED:
            return _("The game was cancelled because it wasn't resumed in time. It doesn't count.")
        case Ending.REVOKED:
            return _("A moderator annulled this game. It doesn't count.")
        case Ending.ANNULLED:
            return _(
                "The game was annulled because time ran out during an absence that had already"
                " cost a game. It doesn't count."
            )
    event = last_of(game, TableEventKind.ABORTED)
    if event is None or event.by is None:
        return _("The game was aborted. It doesn't count.")
    if event.by == me:
        return _("You aborted the game. It doesn't count.")
    return _("%(name)s aborted the game. It doesn't count.") % {"name": seats[event.by].short_name}


def _given_up(game: Game, seats: list[Seat], me: int | None) -> str:
    winner = game.winner or 0
    resigned = game.ending == Ending.RESIGNATION
    if me is not None and len(seats) > 2:
        event = last_of(game, TableEventKind.RESIGNED)
        name = None if event is None or event.by in (None, me) else seats[event.by].short_name
        return _team_gave_up(me % 2 != winner, name, resigned=resigned)
    losers = _(" and ").join(seat.short_name for seat in seats if seat.side != winner)
    if me is None:
        winners = _(" and ").join(seat.short_name for seat in seats if seat.side == winner)
        words = {"winner": winners, "loser": losers}
        if resigned:
            return _("%(winner)s won the game: %(loser)s resigned.") % words
        return _("%(winner)s won the game: %(loser)s ran out of time.") % words
    if me % 2 == winner:
        if resigned:
            return _("You won the game: %(loser)s resigned.") % {"loser": losers}
        return _("You won the game: %(loser)s ran out of time.") % {"loser": losers}
    return _("You resigned the game.") if resigned else _("You lost the game: you ran out of time.")


def _team_gave_up(is_own: bool, name: str | None, *, resigned: bool) -> str:
    """Return the sentence for a team: one of its players, by name, resigned, or was late."""
    if resigned and name is not None:
        if is_own:
            return _("%(name)s resigned the game for your team.") % {"name": name}
        return _("Your team won the game: %(name)s resigned for the opposing team.") % {
            "name": name
        }
    if is_own:
        if resigned:
            return _("Your team resigned the game.")
        return _("Your team lost the game: it ran out of time.")
    if resigned:
        return _("Your team won the game: the opposing team resigned.")
    return _("Your team won the game: the opposing team ran out of time.")
