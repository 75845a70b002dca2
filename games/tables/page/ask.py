"""The panel that asks: what can be answered, what each answer would do, what the draft does."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import Decision, Event, Text
from engine import Game as EngineGame
from engine import events as e
from engine.names import FACTIONS, PLANETS
from engine.text import gettext_noop
from engine.words import (
    agent_name,
    describe_action,
    describe_decision,
    describe_preview,
    describe_source,
    faction_name,
    planet_name,
)
from games.tables.models import Seat
from games.tables.page.board import card, reach, turned
from games.tables.page.shapes import Board, Card, Column, Lane, Pick
from games.tables.page.text import linked, plain
from games.tables.services.drafts import Draft, card_counts, play_draft
from games.tables.services.play import is_mulligan

USE_KEYS = {"recruit": "r", "develop": "d", "lead": "l"}


@dataclass(slots=True)
class Answer:
    """One legal answer: a button of the panel."""

    action: str
    sentence: str
    short: str
    consequences: list[SafeString]
    note: str
    key: str = ""
    price: str = ""
    currency: str = ""
    on_board: bool = False
    decline: bool = False


@dataclass(slots=True)
class Use:
    """One of the three uses of a card of the hand, possible or not."""

    verb: str
    title: str
    answer: Answer | None
    why_not: str


@dataclass(slots=True)
class Step:
    """An answer of the draft, with what it does as far as it is known."""

    sentence: str
    consequences: list[SafeString]


@dataclass(slots=True)
class Ask:
    """What the panel shows."""

    kind: str
    """`watch`, `wait`, `mulligan`, `turn`, `share`, `choose`, `confirm`, `over`."""
    prompt: str
    source: str = ""
    source_card: Card | None = None
    steps: list[Step] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    card: Card | None = None
    uses: list[Use] = field(default_factory=list)
    note: str = ""
    mine: bool = False
    verb: str = ""
    least: int | None = None
    most: int | None = None
    optional: bool = False


@dataclass(slots=True)
class Asker:
    """Everything that the panel of one seat is made of."""

    engine: EngineGame
    """The game as the seat may imagine it, before its draft."""
    seat: Seat
    players: int
    names: Sequence[str | Text]
    draft: Draft
    met: set[str]

    def ask(self, shown: Board, chosen: str) -> Ask:
        """Return the panel, and put the answers that belong there on the board."""
        decision = self.draft.decision
        if self.draft.final:
            panel = Ask("confirm", _("Confirm to play this."), note=self._finality())
        elif decision is None:
            panel = Ask("wait", "")
        elif decision.kind == "mulligan":
            panel = Ask("mulligan", plain(describe_decision(decision)), verb="redraw")
        elif decision.kind == "share":
            panel = Ask("share", plain(describe_decision(decision)), verb="share")
            panel.optional = decision.optional
        elif decision.kind == "turn":
            panel = Ask("turn", plain(describe_decision(decision)))
            self._turn(panel, decision, shown, chosen)
        else:
            panel = Ask("choose", plain(describe_decision(decision)))
            self._source(panel, decision)
            self._choices(panel, decision, shown)
        if decision is not None and panel.verb:
            panel.least, panel.most = card_counts(decision, panel.verb)
        panel.mine = panel.kind != "wait"
        panel.steps = self._steps()
        return panel

    def hand(self, chosen: str) -> list[Card]:
        """Return the cards of the seat with their prices now."""
        decision = self.draft.decision
        options = decision.options if decision is not None else ()
        cards = []
        for slug in self.draft.view["hands"][self.seat.number]["cards"]:
            one = card(slug)
            prices = self.draft.view["prices"].get(slug, {})
            one.price, one.develop = prices.get("recruit"), prices.get("develop")
            one.uses = [verb for verb in USE_KEYS if f"{verb} {slug}" in options]
            one.chosen = slug == chosen
            if f"discard {slug}" in options:
                one.pick = Pick(f"discard {slug}", self._sentence(f"discard {slug}"))
            cards.append(one)
        return cards

    # --- the draft ---

    def _steps(self) -> list[Step]:
        steps = []
        done = 0
        source: str | None = None
        for count, action in enumerate(self.draft.actions, 1):
            before = play_draft(self.engine, self.seat.number, self.draft.actions[: count - 1])
            after = play_draft(self.engine, self.seat.number, self.draft.actions[:count])
            source = before.decision.source if before.decision else None
            sentence = plain(describe_action(action, source, self.seat.number, self.names))
            steps.append(Step(sentence, self._told(after.events[done:])))
            done = len(after.events)
        return steps

    def _told(self, events: Sequence[Event]) -> list[SafeString]:
        """Return what will happen, but for what the answer itself says."""
        said = e.TurnStarted | e.AgentRecruited | e.LeadershipTaken | e.OrderChosen | e.Declined
        return [
            linked(describe_preview(event, self.seat.number, self.names), self.met)
            for event in events
            if not isinstance(event, said)
            and not (isinstance(event, e.TechnologyDeveloped) and event.agent)
        ]

    def _finality(self) -> str:
        *before, last = self.draft.actions
        return self._what_is_final(before, last)

    def _what_is_final(self, before: Sequence[str], action: str) -> str:
        """Say why an answer can't be taken back once it is confirmed, and no more than that."""
        if is_mulligan(action):
            if len(self.engine.pending) > 1:
                return _("Your choice stays secret until everybody has chosen.")
            if action == "redraw":
                return _("Then the first turn begins.")
            return _("This draws your new cards: it can't be undone once confirmed.")
        ahead = self.engine.copy()
        for earlier in before:
            ahead.play(self.seat.number, earlier)
        for event in ahead.play(self.seat.number, action):
            match event:
                case e.GameEnded(int()):
                    return _("This ends the game.")
                case e.AgentMobilized():
                    return _("This turns up cards of the deck: it can't be undone once confirmed.")
                case e.TokenGained(_, _, None):
                    return _("This draws a bonus token: it can't be undone once confirmed.")
                case e.CardsDrawn() | e.DeckShuffled() | e.TokensShuffled():
                    return _("This ends your turn: you draw up to your hand limit.")
                case e.TurnStarted() if action.startswith("first"):
                    return _("Then your teammate's turn begins.")
                case e.TurnStarted() | e.GameEnded(None):
                    return _("This ends your turn.")
        return _("Then it is somebody else's turn to choose.")

    # --- answers ---

    def _sentence(self, action: str) -> str:
        decision = self.draft.decision
        source = decision.source if decision else None
        return plain(describe_action(action, source, self.seat.number, self.names))

    def _ahead(self, action: str) -> Draft:
        return play_draft(self.engine, self.seat.number, (*self.draft.actions, action))

    def _answer(self, action: str) -> tuple[Answer, Draft]:
        ahead = self._ahead(action)
        told = self._told(ahead.events[len(self.draft.events) :])
        note = ""
        if ahead.final:
            note = self._what_is_final(self.draft.actions, action)
        elif ahead.decision is not None:
            question = describe_decision(ahead.decision)
            note = plain(Text(gettext_noop("Then: %(question)s"), {"question": question}))
        answer = Answer(action, self._sentence(action), _short(action), told, note)
        return answer, ahead

    def _source(self, panel: Ask, decision: Decision) -> None:
        if decision.source in ("turn", "mulligan"):
            return
        name = plain(describe_source(decision.source))
        panel.source = _("%(source)s asks:") % {"source": name}
        prefix = _("%(source)s: %(effect)s") % {"source": name, "effect": ""}
        if panel.prompt.startswith(prefix):
            panel.prompt = panel.prompt[len(prefix) :]
            panel.prompt = panel.prompt[:1].upper() + panel.prompt[1:]
        try:
            agent_name(decision.source)
        except KeyError:
            return
        panel.source_card = card(decision.source)

    def _choices(self, panel: Ask, decision: Decision, shown: Board) -> None:
        for number, action in enumerate(decision.options, 1):
            answer, ahead = self._answer(action)
            answer.decline = action == "decline"
            answer.key = "n" if answer.decline else str(number) if number < 10 else ""
            self._put_on_board(answer, ahead, shown)
            panel.answers.append(answer)
        notes = {answer.note for answer in panel.answers}
        if len(notes) == 1:  # said once
            panel.note = notes.pop()
            for answer in panel.answers:
                answer.note = ""

    def _put_on_board(self, answer: Answer, ahead: Draft, shown: Board) -> None:
        verb, _space, word = answer.action.partition(" ")
        pick = Pick(answer.action, answer.sentence)
        lane = next((lane for lane in shown.lanes if lane.planet == word), None)
        track = next((track for track in shown.tracks if track.faction == word), None)
        answer.on_board = True
        if lane is not None and verb in ("planet", "row"):
            lane.pick = pick
            if verb == "planet":
                self._ghost(lane, ahead)
        elif lane is not None and verb in ("exile", "transfer"):
            self._column(lane, ahead).pick = pick
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

    def _column(self, lane: Lane, ahead: Draft) -> Column:
        """Return the column whose top card this answer takes."""
        for event in ahead.events[len(self.draft.events) :]:
            if isinstance(event, e.AgentExiled):
                return lane.mine if event.whose == self.seat.side else lane.theirs
        return lane.theirs

    def _ghost(self, lane: Lane, ahead: Draft) -> None:
        """Show where the disc would be: events tell it even of an answer that is not played."""
        for event in ahead.events[len(self.draft.events) :]:
            match event:
                case e.DiscMoved(planet, side, _steps, at) if planet == lane.planet:
                    lane.ghost = turned(at if side == 0 else -at, self.seat.side)
                    return
                case e.DiscCentred(planet) if planet == lane.planet and lane.at:
                    lane.ghost = 0

    # --- a card of the hand ---

    def _turn(self, panel: Ask, decision: Decision, shown: Board, chosen: str) -> None:
        hand: list[str] = self.draft.view["hands"][self.seat.number]["cards"]
        if chosen not in hand:
            return
        panel.card = card(chosen)
        prices = self.draft.view["prices"][chosen]
        panel.card.price, panel.card.develop = prices["recruit"], prices["develop"]
        for verb in USE_KEYS:
            panel.uses.append(self._use(verb, panel.card, decision, shown))

    def _use(self, verb: str, one: Card, decision: Decision, shown: Board) -> Use:
        action = f"{verb} {one.slug}"
        answer, price, currency = None, "", ""
        if action in decision.options:
            answer, ahead = self._answer(action)
            answer.key = USE_KEYS[verb]
            if verb == "recruit":
                for lane in shown.lanes:
                    self._ghost(lane, ahead)
        match verb:
            case "recruit":
                title = _("Recruit on %(planet)s") % {"planet": one.planet_name}
                price, currency = str(one.price), "credits"
            case "develop" if one.develop is not None:
                words = {"faction": one.faction_name, "level": one.develop}
                title = _("Develop %(faction)s, level %(level)s") % words
                price, currency = str(one.develop), "zenithium"
            case "develop":
                title = _("Develop %(faction)s") % {"faction": one.faction_name}
            case _lead:
                title = _("Take the leadership")
        if answer is not None:
            answer.price, answer.currency = price, currency
        return Use(verb, title, answer, "" if answer else self._why_not(verb, one))

    def _why_not(self, verb: str, one: Card) -> str:
        side: dict[str, Any] = self.draft.view["sides"][self.seat.side]
        if verb == "develop" and one.develop is None:
            return _("This technology is at its last level.")
        if verb == "develop":
            words = {"price": one.develop, "has": side["zenithium"]}
            return _("It costs %(price)s zenithium, and you have %(has)s.") % words
        if one.planet not in reach(self.players, self.seat.number):
            mine = reach(self.players, self.seat.number)
            planets = ", ".join(plain(planet_name(planet)) for planet in mine)
            return _("Your seat recruits on %(planets)s only.") % {"planets": planets}
        words = {"price": one.price, "has": side["credits"]}
        return _("It costs %(price)s credits, and you have %(has)s.") % words


def _short(action: str) -> str:
    """Return the planet or technology that an answer chooses, for where there is little room."""
    word = action.partition(" ")[2]
    if word in PLANETS:
        return plain(planet_name(word))
    return plain(faction_name(word)) if word in FACTIONS else ""


def waiting(view: dict[str, Any], seats: Sequence[Seat], me: int | None) -> Ask:
    """Return what somebody reads who has nothing to answer; it reveals nothing."""
    asked = [seat for seat in seats if seat.asked]
    names = " · ".join(seat.name for seat in asked)
    kind = "watch" if me is None else "wait"
    if view["phase"] == "mulligan":
        prompt = _("Waiting for %(name)s to choose which cards to replace.") % {"name": names}
        return Ask(kind, prompt, note=_mulligan_note(view, me))
    note = ""
    pending = view["pending"][0] if view["pending"] else None
    mover = view["to_move"]
    if pending and mover is not None and pending["seats"][0] % 2 != mover % 2:
        source = plain(describe_source(pending["source"]))
        note = _("%(source)s is theirs: they choose in the middle of the turn.") % {
            "source": source
        }
    return Ask(kind, _("Waiting for %(name)s.") % {"name": names}, note=note)


def _mulligan_note(view: dict[str, Any], me: int | None) -> str:
    replaced = view["mulligan"]["replaced"]
    if me is None or replaced is None:
        return ""
    if not replaced:
        return _("You keep all your cards.")
    names = ", ".join(agent_name(slug) for slug in replaced)
    return _("You replace %(names)s.") % {"names": names}
