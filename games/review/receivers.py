"""What reviews answer to tables."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from common.announcements import Order
from games.review.models import TRIAL, Hint, Review, State, Trial
from games.review.services import reviews
from games.review.services.hints import may_have_hints
from games.review.stored import turn_from_json
from games.review.words import cause_sentences, hint_panel, plan_sentences
from games.tables import occasions, providers
from games.tables.announcements import Ended, ended
from games.tables.models import Game, Seat
from games.tables.page.text import player_names
from games.tables.providers import BetterTurn, HintPanel, PageLine, ReplayMoment


@ended.receiver(Order.TABLES)
def review_at_once(event: Ended) -> None:
    """Queue the review of a game against bots."""
    reviews.review_at_once(event.game, event.seats, event.now)


@providers.occasions.provider
def occasion(game: Game) -> Iterator[PageLine]:
    """Yield the game that this one was tried from."""
    if game.occasion != TRIAL.key or game.pk is None:
        return
    trial = Trial.objects.filter(game=game).first()
    if trial is None:
        return
    text = _("Tried from game %(game)s") % {"game": trial.original_id}
    yield PageLine(text, reverse("review", args=[trial.original_id]))


@providers.after_the_end.provider
def after_the_end(game: Game) -> Sequence[PageLine]:
    """Return the link to the review."""
    return [PageLine(_("Review this game"), reverse("review", args=[game.pk]))]


@providers.course_path.provider
def course_path(game: Game) -> str:
    """Return the chart that shows the progress of a review, and then its marks."""
    if not Review.objects.filter(game=game).exclude(state=State.FAILED).exists():
        return ""
    return reverse("review_chart", args=[game.pk])


@providers.moment_links.provider
def moment_links(moment: ReplayMoment) -> Sequence[PageLine]:
    """Return the link to try a position of a finished game."""
    game = moment.game
    if not moment.is_open or moment.seq >= game.seq:
        return []
    if not (game.public or moment.number is not None):
        return []  # the viewer has the link of a private table, which reviews don't take
    query = urlencode({"seq": moment.seq})
    return [PageLine(_("Try from here"), f"{reverse('try_from', args=[game.pk])}?{query}")]


@providers.better_turn.provider
def better_turn(moment: ReplayMoment, seats: Sequence[Seat]) -> BetterTurn | None:
    """Return the better turn of a review for the turn that begins at the moment."""
    game = moment.game
    if not moment.is_open or not (game.public or moment.number is not None):
        return None
    row = Review.objects.filter(game=game, state=State.DONE).first()
    matching = (turn for turn in (row.turns if row else ()) if turn["before"] == moment.seq)
    data = next(matching, None)
    if data is None or not data["better"]:
        return None
    turn = turn_from_json(data)
    names = player_names(seats)
    return BetterTurn(
        number=turn.number,
        seat=turn.seat,
        agent=turn.better[0].action.partition(" ")[2],
        lines=plan_sentences(turn.better, turn.seat, names),
        reasons=" ".join(cause_sentences(turn.causes)),
        events=turn.better_events,
        path=f"{reverse('review', args=[game.pk])}#turn-{turn.number}",
    )


@providers.hints.provider
def hints(game: Game, seats: Sequence[Seat], own: Seat | None) -> HintPanel | None:
    """Return the hints for a seat that is asked; `None` where there are none."""
    if game.pk is None or own is None or not may_have_hints(game, seats, own):
        return None
    if not own.asked:
        return None
    taken = list(Hint.objects.filter(game=game, seat=own.number))
    hint = next((row for row in taken if row.seq == game.seq), None)
    path = reverse("hint", args=[game.pk])
    used = sum(row.stage for row in taken)
    return hint_panel(hint, used, path, own.number, player_names(seats))


occasions.register(TRIAL)
