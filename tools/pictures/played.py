"""Questions of games that bots play by seed, as tables without rows: run beside a running site."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, islice

from django.template import loader
from django.utils import translation

from accounts.models import User
from engine import Chance, EngineError, Options, deal
from engine import Game as EngineGame
from engine.bots import BOTS
from games.tables.models import Seat
from games.tables.page.rowless import rowless_page, rowless_table
from games.tables.providers import HintPanel
from games.tables.services.drafts import Draft, imagined, play_draft

LANGUAGES = ("en", "fr", "de")
FORMS = ("draft", "undo", "confirm", "plan", "plan_use", "plan_discard")
AS_HINTED = 5
"""One of so many questions comes with the button for a hint, as in games against bots."""
SPARSE = 12
"""One of so many turns of a game is looked at, so that few questions come of different games."""
MOST = 2
"""The number of questions of a kind: of a card or level, with so many answers after so many."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a seat.

    `game`: before the `draft`, the answers that the seat has given. `chosen`: the card of the hand
    whose uses are shown.
    """

    kind: str
    game: EngineGame
    players: int
    seat: int
    draft: tuple[str, ...] = ()
    chosen: str = ""


@cache
def played(games: int, first: int) -> tuple[Question, ...]:
    """Return the questions of so many games, whose seeds are numbers from `first` on."""
    taken: Counter[str] = Counter()
    questions = []
    for seed in range(first, first + games):
        for question in _questions(2 if seed % 3 else 4, seed):
            if taken[question.kind] < MOST:
                taken[question.kind] += 1
                questions.append(question)
    return tuple(questions)


def _questions(players: int, seed: int) -> Iterator[Question]:
    """Yield the questions of a game: those of the turns played, and of all that could be."""
    options = Options(players=players, secret_agents=players == 2)
    game = EngineGame(deal(options, f"windows {seed}"))
    for number in count():
        if game.outcome is not None:
            return
        decision = game.pending[0]
        seat = decision.seats[-1]
        if number % SPARSE == seed % SPARSE:
            yield from _of_turn(game, players, seat, Chance(f"{seed} {number}"))
        game.play(seat, BOTS["noisy"](game.view(seat), Chance(f"{seed} {number}")))


def _of_turn(game: EngineGame, players: int, seat: int, chance: Chance) -> Iterator[Question]:
    """Yield the questions of a turn: itself, the uses of its cards, and those on each way on."""
    decision = next(decision for decision in game.pending if seat in decision.seats)
    ahead = imagined(game, Seat(number=seat))
    asked = Question(f"{players} {decision.kind}", game.copy(), players, seat)
    yield asked
    for option in decision.options:
        verb, _space, slug = option.partition(" ")
        if decision.kind == "turn" and verb == "recruit":
            yield replace(asked, kind=f"{players} uses of {slug}", chosen=slug)
        for drafted, then in _way(ahead, seat, option, chance):
            kind = "confirm" if then.decision is None else _kind(then)
            named = f"{players} {kind} after {len(drafted)}"
            yield replace(asked, kind=named, draft=drafted)


def _kind(draft: Draft) -> str:
    assert draft.decision is not None
    return f"{draft.decision.kind} of {draft.decision.source}: {len(draft.decision.options)}"


def _way(
    ahead: EngineGame, seat: int, option: str, chance: Chance
) -> Iterator[tuple[tuple[str, ...], Draft]]:
    """Yield the drafts that begin with an answer, each with one more by chance, to the last."""
    actions: tuple[str, ...] = (option,)
    stream = chance.stream(option)
    while True:
        try:
            draft = play_draft(ahead, seat, actions)
        except EngineError:
            return
        yield actions, draft
        if draft.decision is None:
            return
        options = draft.decision.options
        if not options:
            return
        actions = (*actions, options[stream.below(len(options))])


def page(question: Question, number: int) -> dict[str, str]:
    """Return the table of a question as HTML, in the language of its number."""
    language = LANGUAGES[number % len(LANGUAGES)]
    with translation.override(language):
        users = [User(pk=seat + 1, username=f"Player {seat}") for seat in range(question.players)]
        seats = [Seat(user=user) for user in users]
        own = seats[question.seat]
        table = rowless_table(question.game, seats, question.seat, own.user, draft=question.draft)
        table.game.players = question.players
        to = dict.fromkeys((*FORMS, "table"), "/")
        context = rowless_page(table, to, {}, question.chosen, "")
        page = context["page"]
        page.side_panels = []
        if number % AS_HINTED == 0 and question.players == 2:
            page.hint = HintPanel((), "", translation.gettext("Hint"), "/", "")
        context["table"] |= {"number": 1, "moving": False}
        context["moving"] = False
        html = loader.get_template("tables/_table.jinja").render({**context})
    return {"number": str(number), "kind": question.kind, "language": language, "html": html}


def pages(games: int, first: int, every: int, start: int, stop: int) -> list[dict[str, str]]:
    """Return some of the questions of games as HTML: every so many of them, from start to stop."""
    questions = enumerate(played(games, first)[::every])
    return [page(question, number) for number, question in islice(questions, start, stop)]
