"""The table page: `Seen` and a draft turned into what the templates draw."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.words import describe_outcome
from games.tables import providers, time_words
from games.tables.models import Ending, Game, Message, Seat, Status
from games.tables.page.ask import Ask, Asker, waiting
from games.tables.page.board import board, card, mark_new, opened
from games.tables.page.clocks import Time, time_of
from games.tables.page.log import Changes, Turn, changes, note_changes, turns
from games.tables.page.shapes import Board, Card
from games.tables.page.text import plain, player_names
from games.tables.providers import Line, RatingChanges
from games.tables.selectors import Seen
from games.tables.services.drafts import draft_of, imagined
from games.tables.services.ending import may_abort
from games.tables.timekeeping import display as times

LOG_LINES = 12
"""So many moves of the log are shown at first; all of them on demand."""


@dataclass(slots=True)
class Page:
    """Everything the table page shows."""

    game: Game
    me: int | None
    my_seat: Seat | None
    since: int
    board: Board
    ask: Ask
    hand: list[Card]
    log: list[Turn]
    time: Time
    more_log: bool
    cards: list[SafeString]
    talk: list[Message]
    talk_hidden: bool
    news: str
    here: str
    can_abort: bool
    over: bool
    is_open: bool
    """Whether all hands are shown."""
    outcome: str = ""
    rematch: Game | None = None
    may_rematch: bool = False
    rating_changes: RatingChanges = field(default_factory=RatingChanges)
    four: bool = False
    chosen: str = ""
    message: str = ""
    whose_turn: str = ""
    limit: int = 4
    order: list[tuple[str, str]] = field(default_factory=list)
    about: Line | None = None
    """What the game is played for, if it is part of a contest."""
    others: list[str] = field(default_factory=list)
    """The names of the people whom the viewer plays with."""

    @property
    def steps(self) -> int:
        """How many answers the draft has."""
        return len(self.ask.steps)

    @property
    def crowded(self) -> bool:
        """Whether the hand has more cards than stand side by side at their best."""
        return len(self.hand) > 5


def table_page(
    seen: Seen,
    chosen: str = "",
    since: int | None = None,
    whole_log: bool = False,
    message: str = "",
    *,
    now: datetime | None = None,
) -> Page:
    """Return the page of a table that has been dealt."""
    now = now or timezone.now()
    game, seats, me = seen.game, seen.seats, seen.number
    over = game.status != Status.RUNNING
    names = player_names(seats)
    met: set[str] = set()
    after = 0 if whole_log else max(0, min(game.seq - LOG_LINES, _seen_seq(seen, since) - 2))
    happened = seen.events(after)
    since = _since(seen, since, happened)
    fresh = [move for move in happened if move[0] > since and move[1] != me]
    changed = changes(fresh, me)

    asker = None
    view = seen.view_at(game.seq) if over else seen.view()
    time = time_of(seen, view, now)
    if seen.seat is not None and seen.asked and not over:
        ahead = imagined(seen.engine, seen.seat)
        draft = draft_of(game, seen.seat, ahead)
        if draft.actions:
            changed = Changes()
            note_changes(changed, draft.events, me)
        asker = Asker(ahead, seen.seat, game.players, names, draft, met)
        view = draft.view
    shown = board(view, seats, me)
    mark_new(shown, changed.discs, changed.agents)
    if not over:
        _mark_away(shown, seats, now)
        _mark_ratings(shown, game, seats, now)
    if asker is not None:
        ask = asker.ask(shown, chosen)
        hand = asker.hand(chosen)
    else:
        ask = Ask("over", "") if over else waiting(view, seats, me)
        own = view["hands"][me]["cards"] if me is not None else None
        hand = [card(slug) for slug in own or ()]
        for one in hand:
            prices = view["prices"].get(one.slug, {}) if not over else {}
            one.price, one.develop = prices.get("recruit"), prices.get("develop")
    log = turns(happened, seats, me, names, since, met)
    page = Page(
        game=game,
        me=me,
        my_seat=seen.own,
        since=since,
        board=shown,
        ask=ask,
        hand=hand,
        log=log,
        time=time,
        more_log=after > 0,
        cards=[],
        talk=list(seen.talk()),
        talk_hidden=seen.own is not None and seen.own.talk_muted,
        news=_news(ask, log, time),
        here="",
        can_abort=time.plays and seen.own is not None and may_abort(game, seats, seen.own),
        over=over,
        is_open=seen.is_open,
        four=game.players == 4,
        chosen=chosen if ask.card else "",
        message=message,
        limit=view["sides"][(me or 0) % 2]["hand_limit"],
    )
    page.here = _here(page, whole_log)
    page.about = providers.occasion(game)
    if seen.own is not None:
        people = [seat.user for seat in seats if seat.user is not None]
        page.others = [other.username for other in people if other != seen.user]
    if over:
        page.outcome = outcome_sentence(game, seats, me)
        again = Game.objects.filter(rematch_of=game).first()
        page.rematch = again if game.public or seen.own is not None else None
        page.may_rematch = me is not None and again is None
        page.rating_changes = providers.rating_changes(game, seats)
    page.cards = [opened(slug) for slug in sorted(met | _drawn(page))]
    return page


def _seen_seq(seen: Seen, since: int | None) -> int:
    if since is not None and seen.own is None:  # who only watches needs no long memory
        return max(since, seen.game.seq - LOG_LINES)
    if since is not None:
        return since
    return seen.own.seen_seq if seen.own is not None else seen.game.seq


def _since(seen: Seen, since: int | None, happened: list[Any]) -> int:
    """Return the last move that is no news: the last one looked at, else one's own last one."""
    looked = _seen_seq(seen, since)
    if looked < seen.game.seq:
        return looked
    own = [seq for seq, seat, _events in happened if seat == seen.number]
    if seen.number is None:
        return seen.game.seq - 1
    return own[-1] if own else 0


def _mark_away(shown: Board, seats: list[Seat], now: datetime) -> None:
    gone = times.away((seat.user_id for seat in seats), now)
    until = {seat.name: gone[seat.user_id] for seat in seats if seat.user_id in gone}
    for player in (*shown.theirs.players, *shown.mine.players):
        if player.account in until:
            end = time_words.until(until[player.account], now)
            player.away = _("away until %(end)s") % {"end": end}


def _mark_ratings(shown: Board, game: Game, seats: list[Seat], now: datetime) -> None:
    names = {seat.name: seat.number for seat in seats}
    known = providers.seat_ratings(game, seats, now)
    for player in (*shown.theirs.players, *shown.mine.players):
        player.rating = known.get(names.get(player.name, -1))


def _news(ask: Ask, log: list[Turn], time: Time) -> str:
    """Return what a screen reader says when the table has changed."""
    lines = [line.says for turn in log[:2] for line in turn.lines if line.new]
    told = " ".join(strip_tags(line) for line in lines[-4:])
    offer = time.offer.says if time.offer else ""
    return " ".join(part for part in (told, offer, ask.source, ask.prompt) if part)


def _here(page: Page, whole_log: bool) -> str:
    parts = [f"since={page.since}"]
    if page.chosen:
        parts.append(f"card={page.chosen}")
    if whole_log:
        parts.append("log=all")
    return "?" + "&".join(parts)


def _drawn(page: Page) -> set[str]:
    """Return the agents on the table whose cards can be opened."""
    lanes = page.board.lanes
    on_table = {one.slug for lane in lanes for one in (*lane.theirs.cards, *lane.mine.cards)}
    hands = {one.slug for one in page.hand}
    for side in (page.board.theirs, page.board.mine):
        hands |= {one.slug for player in side.players for one in player.hand}
    return on_table | hands


def outcome_sentence(game: Game, seats: list[Seat], me: int | None) -> str:
    """Return how a game ended, as a seat or a spectator reads it."""
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
            return _("The game was not begun in time: it is cancelled, and counts for nobody.")
        case Ending.LAPSED:
            return _("The game was not resumed in time: it is cancelled, and counts for no one.")
        case Ending.REVOKED:
            return _("The game was annulled by those who run the site: it counts for nobody.")
        case Ending.ANNULLED:
            return _(
                "The game is annulled, and counts for nobody: time ran out"
                " in an absence that had cost a game already."
            )
    return _("The game was aborted: it counts for nobody.")


def _given_up(game: Game, seats: list[Seat], me: int | None) -> str:
    winner = game.winner or 0
    losers = _(" and ").join(seat.name for seat in seats if seat.side != winner)
    resigned = game.ending == Ending.RESIGNATION
    if me is None:
        winners = _(" and ").join(seat.name for seat in seats if seat.side == winner)
        words = {"winner": winners, "loser": losers}
        if resigned:
            return _("%(winner)s won the game: %(loser)s resigned.") % words
        return _("%(winner)s won the game: the time of %(loser)s ran out.") % words
    if me % 2 == winner:
        if resigned:
            return _("You won the game: %(loser)s resigned.") % {"loser": losers}
        return _("You won the game: the time of %(loser)s ran out.") % {"loser": losers}
    return _("You resigned the game.") if resigned else _("You lost the game: your time ran out.")


def replay_page(seen: Seen, seq: int) -> dict[str, Any]:
    """Return what the replay shows of the table after the first `seq` moves."""
    me = seen.number
    view = seen.view_at(seq)
    met: set[str] = set()
    happened = seen.events(max(0, seq - 1))[:1] if seq else []
    shown = board(view, seen.seats, me)
    changed = changes(happened, me)
    mark_new(shown, changed.discs, changed.agents)
    log = turns(happened, seen.seats, me, player_names(seen.seats), seq, met)
    below = 0 if me is None else me
    hand = [card(slug) for slug in view["hands"][below]["cards"] or ()]
    drawn = {one.slug for one in (*hand, *shown.discard)}
    for side in (shown.theirs, shown.mine):
        drawn |= {one.slug for player in side.players for one in player.hand}
    for lane in shown.lanes:
        drawn |= {one.slug for one in (*lane.theirs.cards, *lane.mine.cards)}
    return {
        "board": shown,
        "hand": hand,
        "log": log,
        "cards": [opened(slug) for slug in sorted(drawn | met)],
        "mover": seen.seats[happened[0][1]].name if happened else "",
    }
