"""Whether every step of every tutorial can be played: `manage.py check_tutorials`."""

from collections.abc import Iterator, Sequence

from engine import EngineError
from engine import Game as EngineGame
from games.learning.scripts import ME, OPPONENT, Chapter, Confirm, Give, Take, laid_out
from games.learning.tutorials import TUTORIALS
from games.tables.services.drafts import play_draft


def problems() -> list[str]:
    """Return what is wrong with the tutorials, a sentence each."""
    return [
        f"{tutorial.key}, {chapter.key}: {problem}"
        for tutorial in TUTORIALS.values()
        for chapter in tutorial.chapters
        for problem in check(chapter)
    ]


def check(chapter: Chapter) -> Iterator[str]:
    """Play a chapter in all ways that its script accepts; yield what is wrong."""
    try:
        games = [chapter.begin()]
        boards = {
            number: laid_out(turn.laid, chapter.key)
            for number, turn in enumerate(chapter.turns(), 1)
            if turn.laid is not None
        }
    except EngineError as error:
        yield f"the position is impossible: {error}"
        return
    yield from _cards(chapter)
    for number, (answers, confirm, _laid) in enumerate(chapter.turns(), 1):
        games = [boards[number]] if number in boards else games
        after = []
        for before in games:
            try:
                after += list(_turn(before, answers, confirm))
            except ValueError as error:
                yield f"turn {number}: {error}"
                return
        games = after


def _cards(chapter: Chapter) -> Iterator[str]:
    """Check that a step that takes a card is followed by an answer that plays it."""
    for step, following in zip(chapter.steps, chapter.steps[1:], strict=False):
        plays = following.actions if isinstance(following, Give) else ()
        if isinstance(step, Take) and not any(step.card == a.split()[-1] for a in plays):
            yield f"{step.card} is taken, but not played next"


def _turn(game: EngineGame, answers: Sequence[Give], confirm: Confirm) -> Iterator[EngineGame]:
    """Yield the game after each accepted way to play a turn; raises `ValueError`."""
    for actions in _ways(game, answers, []):
        ahead = game.copy()
        for action in actions:
            ahead.play(ME, action)
        yield after_replies(ahead, confirm.replies)


def after_replies(game: EngineGame, replies: Sequence[str]) -> EngineGame:
    """Play the opponent's replies, after which it must be the player's turn or the end."""
    for reply in replies:
        try:
            game.play(OPPONENT, reply)
        except EngineError as error:
            raise ValueError(f"the opponent can't {reply}: {error}") from error
    asked = game.pending[0] if game.outcome is None else None
    if asked is not None and (asked.kind, asked.seats) != ("turn", (ME,)):
        raise ValueError(f"after the replies {list(replies)} it is not the player's turn")
    return game


def _ways(game: EngineGame, answers: Sequence[Give], actions: list[str]) -> Iterator[list[str]]:
    draft = play_draft(EngineGame.imagined(game.view(ME)), ME, actions)
    if len(actions) == len(answers):
        if not draft.final:
            raise ValueError(f"{actions} does not end the turn")
        yield actions
        return
    step = answers[len(actions)]
    options = () if draft.decision is None else draft.decision.options
    accepted = [option for option in options if step.accepts(option)]
    if not accepted:
        raise ValueError(f"after {actions} none of {list(step.actions)} is among {list(options)}")
    for option in accepted:
        yield from _ways(game, answers, [*actions, option])
