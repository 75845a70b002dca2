"""The result region of a game that is over: how it ended, ratings and the rematch."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.words import describe_outcome
from games.tables import providers
from games.tables.models import Ending, Game, Seat, Status
from games.tables.page.text import plain, player_names
from games.tables.providers import PageLine, RatingChanges
from games.tables.selectors import Seen


@dataclass(slots=True)
class GameResult:
    """The result region."""

    outcome: str
    rating_changes: RatingChanges
    occasion: PageLine | None
    hands_open: bool
    rematch: Game | None
    """The rematch, if it has been opened and the viewer may see it."""
    may_rematch: bool


def game_result(seen: Seen, occasion: PageLine | None) -> GameResult:
    """Return the result of a game that is over."""
    game, seats, me = seen.game, seen.seats, seen.number
    rematch = Game.objects.filter(rematch_of=game).first()
    return GameResult(
        outcome=outcome_sentence(game, seats, me),
        rating_changes=providers.rating_changes(game, seats),
        occasion=occasion,
        hands_open=seen.is_open,
        rematch=rematch if game.public or seen.own is not None else None,
        may_rematch=me is not None and rematch is None,
    )


def outcome_sentence(game: Game, seats: list[Seat], me: int | None) -> str:
    """Return how a game ended, as told to a seat or to a spectator (`None`)."""
    names = player_names(seats)
    if game.status == Status.ABORTED:
        return _aborted(game)
    if game.ending in (Ending.RESIGNATION, Ending.TIME):
        return _given_up(game, seats, me)
    victory = None if game.ending == Ending.DRAW else str(game.ending)
    return plain(describe_outcome(game.winner, victory, me, names))


def _aborted(game: Game) -> str:
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
    return _("The game was aborted. It doesn't count.")


def _given_up(game: Game, seats: list[Seat], me: int | None) -> str:
    winner = game.winner or 0
    losers = _(" and ").join(seat.name for seat in seats if seat.side != winner)
    resigned = game.ending == Ending.RESIGNATION
    if me is None:
        winners = _(" and ").join(seat.name for seat in seats if seat.side == winner)
        words = {"winner": winners, "loser": losers}
        if resigned:
            return _("%(winner)s won the game: %(loser)s resigned.") % words
        return _("%(winner)s won the game: %(loser)s ran out of time.") % words
    if me % 2 == winner:
        if resigned:
            return _("You won the game: %(loser)s resigned.") % {"loser": losers}
        return _("You won the game: %(loser)s ran out of time.") % {"loser": losers}
    return _("You resigned the game.") if resigned else _("You lost the game: you ran out of time.")
