"""The decision region: the question to the viewer, its answers, and the draft so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import Decision, Event, Text
from engine import events as e
from engine.agents import AGENTS, NUMBER
from engine.names import FACTIONS, PLANETS
from engine.text import gettext_noop
from engine.views import open_hand
from engine.words import (
    agent_name,
    describe_asker,
    describe_question,
    faction_name,
    planet_name,
)
from games.tables import time_words
from games.tables.page.board import reach
from games.tables.page.board_parts import Board, Column, PlanetLane
from games.tables.page.cards import AgentCard, Pick, card
from games.tables.page.changes import disc_places, ghosts_of
from games.tables.page.drafting import Drafting, DraftStep, row_of
from games.tables.page.motion import count_moments
from games.tables.page.text import plain
from games.tables.services.drafts import Draft, card_counts

USE_KEYS = {"recruit": "r", "develop": "d", "lead": "l"}
"""The verbs of the uses of a card, with their keys on the keyboard."""
MANY = 5
"""So many answers with cards stand in two rows."""


@dataclass(slots=True)
class Answer:
    """A legal answer: a button of the region, or a place on the board."""

    action: str
    sentence: str
    short: str
    consequences: list[SafeString]
    signs: SafeString
    """The consequences as symbols: HTML."""
    note: str
    key: str = ""
    on_board: bool = False
    decline: bool = False
    ghosts: str = ""
    """What it would change on the board, for `static/js/ghosts.js`: see `ghosts_of`."""
    planets: tuple[str, ...] = ()
    """The planets that it chooses, or those of the seat that it chooses."""

    @property
    def here(self) -> bool:
        """Whether its button shows only a sign, because the answer also lies on the board."""
        return self.on_board and bool(self.short) and not self.decline

    @property
    def faction(self) -> str:
        """The faction that it chooses."""
        return next((word for word in self.action.split() if word in FACTIONS), "")

    @property
    def agent(self) -> str:
        """The slug of the card that it chooses."""
        return next((word for word in self.action.split() if word in NUMBER), "")

    @property
    def agent_planet(self) -> str:
        """The planet of that card."""
        return PLANETS[AGENTS[NUMBER[self.agent]].planet] if self.agent else ""

    @property
    def pictures(self) -> int:
        """The number of its pictures."""
        return len(self.planets) + bool(self.faction) + bool(self.agent)


@dataclass(slots=True)
class CardUse:
    """One of the three uses of a card in the hand, with its answer if it is possible."""

    verb: str
    title: str
    answer: Answer | None
    why_not: str
    price: str = ""
    currency: str = ""
    missing: int = 0
    """How much of the currency is missing."""
    planets: tuple[str, ...] = ()
    """The planets on which the seat can recruit, if it can't on the card's own."""


@dataclass(slots=True)
class DecisionPanel:
    """The decision region."""

    kind: str
    """`watch`, `wait`, `mulligan`, `turn`, `share`, `choose`, `confirm`, `sealed`, `over`."""
    question: str
    source: str = ""
    """The name of the agent, token or technology that asks; empty for the turn itself."""
    source_card: AgentCard | None = None
    steps: list[DraftStep] = field(default_factory=list)
    moments_shown: int = 0
    """How many moments of the steps the board shows; motion plays the others once confirmed."""
    answers: list[Answer] = field(default_factory=list)
    card: AgentCard | None = None
    """The chosen card of the hand."""
    uses: list[CardUse] = field(default_factory=list)
    note: str = ""
    advice: str = ""
    """What helps a newcomer with the question."""
    void: str = ""
    """What the viewer had answered that was not played."""
    mine: bool = False
    verb: str = ""
    """The verb of an answer that is made of ticked cards."""
    least: int | None = None
    most: int | None = None
    optional: bool = False
    planning: bool = False
    """Whether a turn is only tried, while the game waits for other players."""
    ends_turn: bool = False
    """Whether confirming ends the turn, and the game goes on."""
    can_plan: bool = False
    """Whether the viewer, who waits, can try turns."""
    sends_at: datetime | None = None
    """The time at which a confirmed turn is played; until then it can be taken back."""

    @property
    def final(self) -> bool:
        """Whether it has the button that plays the turn, or keeps the plan."""
        return self.kind == "confirm" or (self.planning and bool(self.steps))

    @property
    def in_row(self) -> bool:
        """Whether each of its answers, except to decline, chooses one planet, card or token.

        Above or below each of them is no other answer, so that a tip has a place there.
        """
        chosen = [answer for answer in self.answers if not answer.decline]
        planets = all(answer.here and len(answer.planets) == 1 for answer in chosen)
        return bool(chosen) and (planets or self.in_two_rows)

    @property
    def in_two_rows(self) -> bool:
        """Whether its answers are so many that one row is too short: cards of the hand, or tokens.

        Tokens of planets alone are one row of planets.
        """
        chosen = [answer for answer in self.answers if not answer.decline]
        if len(self.answers) < MANY or not all(answer.here for answer in chosen):
            return False
        tokens = all(answer.action.startswith("token ") for answer in chosen)
        return all(answer.agent for answer in chosen) or (
            tokens and any(answer.faction for answer in chosen)
        )

    @property
    def heading(self) -> str:
        """The line above the question."""
        return _("%(source)s asks:") % {"source": self.source} if self.source else ""

    @property
    def says(self) -> str:
        """The question with its heading."""
        return " ".join(part for part in (self.void, self.heading, self.question) if part)


def decision_panel(drafting: Drafting, board: Board, chosen: str) -> DecisionPanel:
    """Return the decision region, and put the answers that belong there on the board.

    `chosen`: the card of the hand whose uses are shown.
    """
    decision = drafting.draft.decision
    sends_at = drafting.seat.sends_at
    if drafting.seat.is_standing_answer:
        panel = DecisionPanel("sealed", _("Your standing answer"))
        if sends_at is not None:
            when = {"when": time_words.until(sends_at, timezone.now())}
            panel.note = _("It is sent at this time: %(when)s. No one can tell.") % when
    elif sends_at is not None:
        panel = DecisionPanel("sealed", _("Your turn is about to be sent."), sends_at=sends_at)
        panel.note = _("No one else sees it yet. Your clock stopped when you confirmed.")
    elif drafting.draft.final:
        *before, last = drafting.draft.actions
        note = drafting.finality(before, last)
        panel = DecisionPanel("confirm", _("Confirm to play this."), note=note)
        panel.ends_turn = drafting.ends_turn()
        # a last step that reveals something is not on the board yet
        _add_ghosts(board.lanes, drafting.draft.events, drafting.seat.side)
    elif decision is None:
        panel = DecisionPanel("wait", "")
    else:
        panel = _question(decision)
        if decision.kind == "turn":
            _add_uses(panel, drafting, decision, board, chosen)
        elif panel.kind == "choose":
            _add_answers(panel, drafting, decision, board)
    panel.mine = panel.kind not in ("wait", "sealed")
    panel.steps = drafting.steps()
    panel.moments_shown = count_moments(
        drafting.draft.events[: drafting.draft.events_shown], drafting.seat.number
    )
    return panel


def _question(decision: Decision) -> DecisionPanel:
    kind = decision.kind if decision.kind in ("mulligan", "share", "turn") else "choose"
    question = plain(describe_question(decision))
    if decision.kind == "either":  # the answers name both
        question = _("Choose one of the two effects.")
    panel = DecisionPanel(kind, question)
    if asker := describe_asker(decision):
        panel.source = plain(asker)
    try:
        agent_name(decision.source)
    except KeyError:  # a token, a technology, or the turn itself
        pass
    else:
        panel.source_card = card(decision.source)
    if kind in ("mulligan", "share"):
        panel.verb = "redraw" if kind == "mulligan" else "share"
        panel.least, panel.most = card_counts(decision, panel.verb)
        panel.optional = decision.optional
    return panel


# --- answers ---


def _answer(drafting: Drafting, action: str) -> tuple[Answer, Draft]:
    ahead = drafting.ahead(action)
    events = _further(drafting, ahead)
    note = ""
    if ahead.final:
        note = drafting.finality(drafting.draft.actions, action)
    elif ahead.decision is not None:
        question = describe_question(ahead.decision)
        note = plain(Text(gettext_noop("Then: %(question)s"), {"question": question}))
    row = row_of(events) if action.startswith("row ") else ()
    planets = row or _planets(action, drafting.game.players)
    answer = Answer(
        action=action,
        sentence=drafting.sentence(action, events),
        short=_short(action, planets),
        consequences=drafting.consequences(action, events),
        signs=drafting.signs(action, events),
        note=note,
        ghosts=ghosts_of(events, drafting.seat.side),
        planets=planets,
    )
    return answer, ahead


def _further(drafting: Drafting, ahead: Draft) -> Sequence[Event]:
    """Return the events of a draft's further answer."""
    return ahead.events[len(drafting.draft.events) :]


def _planets(action: str, players: int) -> tuple[str, ...]:
    """Return the planets that an answer chooses; for `first 2` those that tell the seat apart."""
    verb, *words = action.split(" ")
    if verb == "first":
        return reach(players, int(words[0]))
    return tuple(word for word in words if word in PLANETS)


def _short(action: str, planets: Iterable[str]) -> str:
    """Return the planets, technology or card that an answer chooses, beside its picture."""
    verb, _space, word = action.partition(" ")
    if verb == "discard":
        return agent_name(word)
    if verb == "row":
        return " + ".join(plain(planet_name(planet)) for planet in planets)
    if word in PLANETS:
        return plain(planet_name(word))
    return plain(faction_name(word)) if word in FACTIONS else ""


def _add_answers(
    panel: DecisionPanel, drafting: Drafting, decision: Decision, board: Board
) -> None:
    for number, action in enumerate(decision.options, 1):
        answer, ahead = _answer(drafting, action)
        answer.decline = action == "decline"
        answer.key = "n" if answer.decline else str(number) if number < 10 else ""
        _put_on_board(answer, drafting, ahead, board)
        panel.answers.append(answer)
    notes = {answer.note for answer in panel.answers}
    if len(notes) == 1:  # the same for all answers
        panel.note = notes.pop()
        for answer in panel.answers:
            answer.note = ""


def _put_on_board(answer: Answer, drafting: Drafting, ahead: Draft, board: Board) -> None:
    verb, _space, word = answer.action.partition(" ")
    pick = Pick(answer.action, answer.sentence, answer.ghosts)
    lane = next((lane for lane in board.lanes if lane.planet == word), None)
    track = next((track for track in board.tracks if track.faction == word), None)
    answer.on_board = True
    if lane is not None and verb in ("planet", "row"):
        lane.pick = pick
        if verb == "planet":
            _add_ghosts([lane], _further(drafting, ahead), drafting.seat.side)
    elif lane is not None and verb in ("exile", "transfer"):
        _column(lane, drafting, ahead).pick = pick
    elif verb == "token" and lane is not None and lane.token is not None:
        lane.token.pick = pick
    elif verb == "token" and track is not None:
        for level in track.levels:
            if level.token is not None:
                level.token.pick = pick
    elif verb == "technology" and track is not None:
        track.pick = pick
    else:
        answer.on_board = verb == "discard"


def _column(lane: PlanetLane, drafting: Drafting, ahead: Draft) -> Column:
    """Return the column whose top card an answer takes."""
    for event in _further(drafting, ahead):
        if isinstance(event, e.AgentExiled):
            return lane.mine if event.whose == drafting.seat.side else lane.theirs
    return lane.theirs


def _add_ghosts(lanes: Iterable[PlanetLane], events: Iterable[Event], side: int) -> None:
    """Show where events would leave the discs."""
    places = disc_places(events, side)
    for lane in lanes:
        place = places.get(lane.planet, lane.at)
        if place != lane.at:
            lane.ghost = place


# --- the uses of a card ---


def _add_uses(
    panel: DecisionPanel, drafting: Drafting, decision: Decision, board: Board, chosen: str
) -> None:
    if chosen not in open_hand(drafting.draft.view, drafting.seat.number):
        return
    panel.card = card(chosen)
    prices = drafting.draft.view["prices"][chosen]
    panel.card.price, panel.card.develop = prices["recruit"], prices["develop"]
    panel.uses = [_use(verb, panel.card, drafting, decision, board) for verb in USE_KEYS]


def _use(
    verb: str, chosen: AgentCard, drafting: Drafting, decision: Decision, board: Board
) -> CardUse:
    action = f"{verb} {chosen.slug}"
    answer, price, currency = None, "", ""
    if action in decision.options:
        answer, ahead = _answer(drafting, action)
        answer.key = USE_KEYS[verb]
        if verb == "recruit":
            _add_ghosts(board.lanes, _further(drafting, ahead), drafting.seat.side)
    match verb:
        case "recruit":
            title = _("Recruit on %(planet)s") % {"planet": chosen.planet_name}
            price, currency = str(chosen.price), "credits"
        case "develop" if chosen.develop is not None:
            words = {"faction": chosen.faction_name, "level": chosen.develop}
            title = _("Develop %(faction)s, level %(level)s") % words
            price, currency = str(chosen.develop), "zenithium"
        case "develop":
            title = _("Develop %(faction)s") % {"faction": chosen.faction_name}
        case _lead:
            title = _("Take the leadership")
    use = CardUse(verb, title, answer, "", price, currency)
    if answer is None:
        use.why_not = _why_not(verb, chosen, drafting)
        own_planets = reach(drafting.game.players, drafting.seat.number)
        if verb == "recruit" and chosen.planet not in own_planets:
            use.planets = tuple(own_planets)
        elif price:
            side = drafting.draft.view["sides"][drafting.seat.side]
            has = side["credits"] if currency == "credits" else side["zenithium"]
            use.missing = int(price) - has
    return use


def _why_not(verb: str, chosen: AgentCard, drafting: Drafting) -> str:
    seat = drafting.seat
    side = drafting.draft.view["sides"][seat.side]
    if verb == "develop" and chosen.develop is None:
        return _("This technology is at its highest level.")
    if verb == "develop":
        words = {"price": chosen.develop, "has": side["zenithium"]}
        return _("It costs %(price)s zenithium. You have %(has)s.") % words
    own_planets = reach(drafting.game.players, seat.number)
    if chosen.planet not in own_planets:
        planets = ", ".join(plain(planet_name(planet)) for planet in own_planets)
        return _("Your seat can only recruit on %(planets)s.") % {"planets": planets}
    words = {"price": chosen.price, "has": side["credits"]}
    return _("It costs %(price)s credits. You have %(has)s.") % words
