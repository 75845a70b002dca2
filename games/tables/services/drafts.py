"""Drafts: a seat's answers before they are confirmed, shown to that seat only.

A draft starts from one state of the game and is dropped when the game moves on. It is not trusted:
confirming plays its answers like any others (`submit_actions`). A step that would reveal something
hidden, that ends the turn, or that another seat has to answer, is the last step of a draft. The
board shows what is certain of it (`Game.foresee`): nothing of the choice of the mulligan, which all
seats make at the same time.

A draft is played in a game imagined from the view of its seat, never in the real one, so that it
can't depend on anything but that view.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.prepared import PreparedUpdate
from common.refusals import Refused
from engine import Decision, EngineError, Event
from engine import Game as EngineGame
from engine.foreseen import is_uncertain
from engine.public_types import View
from engine.views import open_hand
from games.tables.models import Game, Seat
from games.tables.moves import moves_of
from games.tables.seats import answering_seat, seats_of
from games.tables.services.locks import lock_begun, lock_running, refuse_over
from games.tables.services.play import (
    engine_game,
    is_mulligan,
    play_answers,
    refuse_changed,
    still_asks,
)
from games.tables.services.sealing import can_wait, seal, unseal
from games.tables.timekeeping import absences
from games.tables.timekeeping.clocks import CLOCK_FIELDS, LockedTable

DRAFT = PreparedUpdate(Seat, "draft", "draft_seq", "void", "seen_seq", "seen_at")
IN_THE_HAND = ("redraw", "share")
"""Verbs of answers that are made by ticking cards in the hand."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft of a seat.

    `view`: the seat's view with all answers applied; of a final one only what is certain.
    `events`: the effects of the answers, as far as they are certain. `shown`: the number of them
    that the view shows: not the choice of the mulligan.
    `final`: whether the last answer reveals something or ends the turn, so that it can only be
    undone or confirmed. `decision`: the next question otherwise.
    """

    actions: tuple[str, ...]
    view: View
    events: tuple[Event, ...]
    events_shown: int
    final: bool
    decision: Decision | None


def draft_of(game: Game, seat: Seat, ahead: EngineGame | None = None) -> Draft:
    """Return the draft of a seat; `ahead`: the game `imagined`, if the caller has it."""
    ahead = ahead or imagined(engine_game(game), seat)
    return play_draft(ahead, seat.number, drafted(game, seat))


def imagined(played: EngineGame, seat: Seat) -> EngineGame:
    """Return the game as a seat can imagine it from its view, to play drafts in."""
    return EngineGame.imagined(played.view(seat.number))


def drafted(game: Game, seat: Seat) -> list[str]:
    """Return the answers of a seat's draft; none if the game has moved on."""
    return list(seat.draft) if still_asks(game, seat.draft_seq) else []


def play_draft(played: EngineGame, number: int, actions: Sequence[str]) -> Draft:
    """Return the draft of some answers in an imagined game; raises `EngineError`."""
    events: list[Event] = []
    events_shown = 0
    final = False
    view = None
    for action in actions:
        if final:
            raise Refused(_("Confirm first. The last step reveals something hidden."), 409)
        ahead = played.copy()
        happened = ahead.play(number, action)
        if is_mulligan(action):
            final = True
            events += [event.seen_by(number) for event in happened[:1]]
        elif any(map(is_uncertain, happened)) or number not in asked(ahead):
            final = True
            certain, view = played.foresee(number, action)
            events += certain
            events_shown = len(events)
        else:
            played = ahead
            events += [event.seen_by(number) for event in happened]
            events_shown = len(events)
    mine = [decision for decision in played.pending if number in decision.seats]
    decision = None if final or not mine else mine[0]
    view = view or played.view(number)
    return Draft(tuple(actions), view, tuple(events), events_shown, final, decision)


def asked(played: EngineGame) -> set[int]:
    """Return the numbers of the seats that have something to answer."""
    return {number for decision in played.pending for number in decision.seats}


def add_to_draft(
    user: User,
    game_id: int,
    action: str,
    expected_seq: int,
    *,
    steps: int | None = None,
    ticked: Collection[str] = (),
) -> Game:
    """Add an answer to the draft and return the game; raises `Refused`.

    `steps`: the number of answers on the player's page; a different number is a second click and
    changes nothing. `ticked`: the cards of an answer that is made by ticking cards.
    """
    with transaction.atomic():
        game, seat = _locked(user, game_id, expected_seq)
        actions = drafted(game, seat)
        if steps is not None and steps != len(actions):
            return game
        played = imagined(engine_game(game), seat)
        _keep(seat, game, add_legal(played, seat.number, actions, action, ticked))
    return game


def add_legal(
    played: EngineGame, number: int, actions: Sequence[str], action: str, ticked: Collection[str]
) -> list[str]:
    """Return the answers of a draft with one more, if that is legal; else raises `Refused`."""
    if action in IN_THE_HAND:
        hand = open_hand(played.view(number), number)
        action = " ".join([action, *(slug for slug in hand if slug in ticked)])
    try:
        before = play_draft(played, number, actions)
        _count_cards(before.decision, action)
        play_draft(played, number, [*actions, action])
    except EngineError as error:
        raise Refused(_("You can't do that now."), code="illegal_action") from error
    return [*actions, action]


def card_counts(decision: Decision, verb: str) -> tuple[int, int]:
    """Return the least and the most cards of answers with this verb; raises `ValueError`."""
    answers = (option.split() for option in decision.options)
    counts = [len(cards) for first, *cards in answers if first == verb]
    return min(counts), max(counts)


def _count_cards(decision: Decision | None, action: str) -> None:
    """Raise `Refused` if too many cards are ticked, or none where one is needed."""
    verb, *cards = action.split() or [""]
    if decision is None or verb not in IN_THE_HAND:
        return
    try:
        least, most = card_counts(decision, verb)
    except ValueError:
        return
    if len(cards) > most:
        message = ngettext("%(most)s card at most.", "%(most)s cards at most.", most)
        raise Refused(message % {"most": most})
    if len(cards) < least:
        raise Refused(_("Tick a card first."))


def undo_draft(user: User, game_id: int, expected_seq: int, everything: bool = False) -> Game:
    """Undo the last answer of the draft, or all; an empty draft is not an error.

    A sealed draft is taken back instead: it can be changed, or confirmed again. Raises `Refused`.
    """
    with transaction.atomic():
        game, seat = _locked(user, game_id, expected_seq)
        if seat.sends_at is not None:
            if seat.sends_at <= timezone.now():
                raise Refused(_("Your turn has been sent. You can't take it back any more."))
            unseal(seat)
            return game
        _keep(seat, game, [] if everything else drafted(game, seat)[:-1])
    return game


def confirm_draft(
    user: User,
    game_id: int,
    expected_seq: int,
    *,
    at_once: bool = False,
    now: datetime | None = None,
) -> Game:
    """Play the answers of the draft; a second click changes nothing.

    A turn that can wait is sealed instead, if the user wants that, unless `at_once`.
    """
    now = now or timezone.now()
    with transaction.atomic():
        table = lock_begun(game_id, now)
        game = table.game
        if game.seq != expected_seq and _has_answered(user, table, expected_seq):
            return game
        refuse_over(game)
        seat = answering_seat(user, table.seats)
        if not at_once and game.seq == expected_seq and _waits(user, table, seat):
            return game
        refuse_changed(game, expected_seq)
        # The draft of an older state counts as empty: its answers would mean something else.
        play_answers(table, seat, drafted(game, seat))
    return game


def _has_answered(user: User, table: LockedTable, expected_seq: int) -> bool:
    """Whether a user has already answered what was asked after `expected_seq` moves."""
    own = seats_of(user, table.seats)
    return any(
        move.seat in own and (move.seq == expected_seq + 1 or move.action.startswith("redraw"))
        for move in moves_of(table.game, expected_seq)
    )


def _waits(user: User, table: LockedTable, seat: Seat) -> bool:
    """Whether the confirmed draft is sealed, now or before."""
    game, now = table.game, table.now
    if seat.sends_at is not None:
        return True
    if not user.undo_send or not seat.asked or not drafted(game, seat):
        return False
    ahead = imagined(engine_game(game), seat)
    happened: list[Event] = []
    for action in drafted(game, seat):
        try:
            happened += ahead.play(seat.number, action)
        except EngineError:
            return False
        if is_mulligan(action):
            return False
    if seat.number in asked(ahead) or not can_wait(game, happened):
        return False
    absences.check_time(table, seat, now)
    table.keep_clock()
    seal(game, seat, now)
    game.save(update_fields=CLOCK_FIELDS)  # vacation can have extended the deadline
    return True


def _locked(user: User, game_id: int, expected_seq: int) -> tuple[Game, Seat]:
    table = lock_running(game_id, timezone.now())
    game, seat = table.game, answering_seat(user, table.seats)
    refuse_changed(game, expected_seq)
    if not seat.asked:
        raise Refused(_("It's not your turn."))
    return game, seat


def _keep(seat: Seat, game: Game, actions: list[str]) -> None:
    seat.draft = actions
    seat.draft_seq = game.seq
    seat.void = ""
    if seat.played_by_id is None:  # who drafts looks at the table
        seat.seen_seq, seat.seen_at = game.seq, timezone.now()
    DRAFT.write([seat])
