"""The draft of a seat on the page: its steps, and what a further answer would do."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import UnionType

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import Event, Text
from engine import Game as EngineGame
from engine import events as e
from engine.symbols import depict_action, depict_event
from engine.words import describe_action, describe_event, describe_row
from games.symbols.happened import draw_events
from games.tables.models import Game, Seat
from games.tables.page.text import linked, plain, player_names
from games.tables.selectors import Seen
from games.tables.services.drafts import Draft, asked, draft_of, imagined, play_draft
from games.tables.services.play import is_mulligan


@dataclass(slots=True)
class DraftStep:
    """An answer of the draft, and what it does as far as that is known."""

    sentence: str
    consequences: list[SafeString]


@dataclass(frozen=True, slots=True)
class Drafting:
    """The draft of a seat that has to answer, and the imagined game that it is played in."""

    engine: EngineGame
    """The game before the draft, as the seat can imagine it."""
    game: Game
    seat: Seat
    names: Sequence[str | Text]
    draft: Draft
    linked_agents: set[str]
    """Collects the agents whose names are links on the page."""

    def ahead(self, action: str) -> Draft:
        """Return the draft with one more answer."""
        return play_draft(self.engine, self.seat.number, (*self.draft.actions, action))

    def sentence(self, action: str, events: Sequence[Event] = ()) -> str:
        """Return an answer to the draft's decision, with these effects, as a sentence."""
        decision = self.draft.decision
        return plain(self._describe(action, decision.source if decision else None, events))

    def steps(self) -> list[DraftStep]:
        """Return the answers of the draft with their consequences."""
        actions, steps, done = self.draft.actions, [], 0
        for count, action in enumerate(actions, 1):
            before = play_draft(self.engine, self.seat.number, actions[: count - 1])
            after = play_draft(self.engine, self.seat.number, actions[:count])
            source = before.decision.source if before.decision else None
            events = after.events[done:]
            consequences = self.consequences(action, events)
            sentence = linked(self._describe(action, source, events), self.linked_agents)
            steps.append(DraftStep(sentence, consequences))
            done = len(after.events)
        return steps

    def consequences(self, action: str, events: Sequence[Event]) -> list[SafeString]:
        """Return what an answer does as sentences, without what its own sentence says."""
        return [
            linked(describe_event(event, self.seat.number, self.names), self.linked_agents)
            for event in _beyond(action, events, PAID | CHOSEN)
        ]

    def signs(self, action: str, events: Sequence[Event]) -> SafeString:
        """Return what an answer pays or chooses, and the same events, as symbols."""
        side, decision = self.seat.side, self.draft.decision
        beyond = list(_beyond(action, events))
        follows = any(depict_event(event, side, side) for event in beyond)
        source = decision.source if decision else None
        before = depict_action(action, source, follows=follows)
        return draw_events(beyond, side, side, before)

    def finality(self, before: Sequence[str], action: str) -> str:
        """Return why an answer is final once it is confirmed; it reveals nothing more."""
        if is_mulligan(action):
            if len(self.engine.pending) > 1:
                return _("Your choice stays secret until all players have chosen.")
            if action == "redraw":
                return _("Then the first turn begins.")
            return _("This draws your new cards. You can't undo it after confirming.")
        ahead = self.engine.copy()
        for earlier in before:
            ahead.play(self.seat.number, earlier)
        for event in ahead.play(self.seat.number, action):
            match event:
                case e.GameEnded(int()):
                    return _("This ends the game.")
                case e.AgentMobilized():
                    return _(
                        "This reveals cards from the deck. You can't undo it after confirming."
                    )
                case e.TokenGained(_, _, None):
                    return _("This draws a bonus token. You can't undo it after confirming.")
                case e.CardsDrawn() | e.DeckShuffled() | e.TokensShuffled():
                    return _("This ends your turn. You draw up to your hand limit.")
                case e.TurnStarted() if action.startswith("first"):
                    return _("Then your teammate's turn begins.")
                case e.TurnStarted() | e.GameEnded(None):
                    return _("This ends your turn.")
        return _("Then another player has to choose.")

    def ends_turn(self) -> bool:
        """Whether the turn ends with the draft and the game goes on, as far as can be imagined."""
        ahead = self.engine.copy()
        for action in self.draft.actions:
            ahead.play(self.seat.number, action)
        return bool(ahead.pending) and self.seat.number not in asked(ahead)

    def _describe(self, action: str, source: str | None, events: Sequence[Event]) -> Text:
        return describe_answer(action, source, events, self.seat.number, self.names)


def describe_answer(
    action: str,
    source: str | None,
    events: Sequence[Event],
    viewer: int,
    names: Sequence[str | Text] | None = None,
) -> Text:
    """Return an answer with its effects as a sentence: they say which planets a row has."""
    if action.startswith("row ") and (planets := row_of(events)):
        return describe_row(planets)
    return describe_action(action, source, viewer, names)


def row_of(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the planets of a row that an answer chooses: its effects begin with their discs."""
    discs = takewhile(lambda event: isinstance(event, e.DiscMoved | e.DiscWon), events)
    return tuple(event.planet for event in discs if isinstance(event, e.DiscMoved))


IMPLIED = e.TurnStarted | e.AgentRecruited | e.LeadershipTaken | e.OrderChosen | e.Declined
"""What the sentence of every answer says."""
PAID = {
    "discard": e.CardsDiscarded,
    "exile": e.AgentExiled,
    "give": e.CreditsGiven | e.ZenithiumGiven | e.BadgeGiven,
    "spend": e.CreditsSpent | e.ZenithiumSpent,
}
"""What the sentence of an answer with this verb says: `Spend 3 credits.`"""
CHOSEN = {"option": e.CreditsGained | e.ZenithiumGained | e.BadgeTaken}
"""What it says too, and what its symbols show: `Gain 8 credits.`"""


def _beyond(
    action: str, events: Sequence[Event], covered: Mapping[str, type | UnionType] = PAID
) -> Iterator[Event]:
    """Yield the events that an answer's own sentence does not say."""
    verb, _space, word = action.partition(" ")
    paid = covered.get(verb)
    left = 1
    if verb == "exile":  # of a planet, the sentence doesn't name the card
        left = int(word) if word.isdecimal() else 0
    for event in events:
        if left and paid is not None and isinstance(event, paid):
            left -= 1
        elif not isinstance(event, IMPLIED) and not (
            isinstance(event, e.TechnologyDeveloped) and event.agent
        ):
            yield event


def drafting(seen: Seen, linked_agents: set[str]) -> Drafting | None:
    """Return the draft of the viewer's seat; `None` if the game does not wait for the viewer."""
    if seen.seat is None or not seen.asked:
        return None
    engine = imagined(seen.engine, seen.seat)
    draft = draft_of(seen.game, seen.seat, engine)
    names = player_names(seen.seats)
    return Drafting(engine, seen.game, seen.seat, names, draft, linked_agents)
