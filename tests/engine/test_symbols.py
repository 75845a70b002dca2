"""Phrases of symbols: everything printed, single effects, effects that repeat."""

from itertools import combinations
from pathlib import Path
from typing import Final, get_args

import pytest

from engine import effects as e
from engine import events
from engine.agents import Agent, latest_agents
from engine.boards import TECHNOLOGIES, TOKENS
from engine.effects import Cost, Effect
from engine.names import FACTIONS, HUMAN, JUPITER, MARS, MERCURY, VENUS
from engine.symbols import (
    LEGEND,
    Phrase,
    Symbol,
    depict,
    depict_action,
    depict_agent,
    depict_all,
    depict_event,
    depict_frame,
    depict_leadership,
    depict_line_bonus,
    depict_technology,
    depict_token,
    symbols_in,
    write,
)
from engine.symbols.alphabet import FACTION_SYMBOLS, NOT_PLANET, PLANET_SYMBOLS
from engine.words import describe
from tests.engine.test_words import MADE_UP, SENTENCES, printed_effects


def _read_phrases() -> dict[str, str]:
    lines = (Path(__file__).parent / "phrases.txt").read_text().splitlines()
    entries = [line.split(": ", 1) for line in lines if line and not line.startswith("#")]
    assert len(dict(entries)) == len(entries), "a line twice"
    return dict(entries)


PHRASES: Final = _read_phrases()


def printed() -> dict[str, Phrase]:
    """Return everything printed in the box, under its name in `phrases.txt`."""
    return (
        {agent.slug: depict_agent(agent.slug) for agent in latest_agents()}
        | {
            f"technology {letter} {level}": depict_technology(letter, level)
            for letter in TECHNOLOGIES
            for level in range(1, 6)
        }
        | {f"token {token.id}": depict_token(token.id) for token in TOKENS}
        | {f"leadership {faction}": depict_leadership(faction) for faction in FACTIONS}
        | {f"line {level}": depict_line_bonus(level) for level in (1, 2, 3)}
    )


@pytest.mark.parametrize("name", sorted({*PHRASES, *printed()}))
def test_everything_printed_has_its_phrase(name: str) -> None:
    assert write(printed()[name]) == PHRASES[name]


def test_what_has_a_sentence_has_a_phrase() -> None:
    assert set(PHRASES) == set(SENTENCES)


@pytest.mark.parametrize("slug", [agent.slug for agent in latest_agents()])
def test_the_frame_is_one_step_on_the_own_planet(slug: str) -> None:
    (agent,) = (agent for agent in latest_agents() if agent.slug == slug)
    assert agent.frame + agent.distinctive == agent.effects
    assert write(depict_frame(slug)) == f"step-1 {agent.planet.name.lower()}"


def test_a_card_that_begins_differently_has_no_frame() -> None:
    odd = Agent("Old Boris", MARS, HUMAN, 3, (e.Influence(VENUS), e.Influence(MARS)))
    assert odd.frame == ()
    assert odd.distinctive == odd.effects


@pytest.mark.parametrize("level", [0, 6, -1])
def test_there_are_five_levels(level: int) -> None:
    with pytest.raises(IndexError):
        depict_technology("S", level)


@pytest.mark.parametrize("level", [0, 4])
def test_there_are_three_line_bonuses(level: int) -> None:
    with pytest.raises(IndexError):
        depict_line_bonus(level)


# --- single effects ---

EFFECTS: Final[list[Effect | Cost]] = list(dict.fromkeys([*printed_effects(), *MADE_UP]))


@pytest.mark.parametrize("effect", EFFECTS, ids=repr)
def test_every_effect_that_has_a_sentence_has_a_word(effect: Effect | Cost) -> None:
    assert str(describe(effect))
    assert symbols_in((depict(effect),))


def test_every_kind_of_effect_and_cost_is_among_them() -> None:
    assert {type(effect) for effect in EFFECTS} == {*get_args(Effect), *get_args(Cost)}


@pytest.mark.parametrize("union", [Effect, Cost], ids=["effects", "costs"])
def test_effects_with_different_sentences_look_different(union: object) -> None:
    """A cost may look like a gain: it has an outline around it."""
    kinds = [effect for effect in EFFECTS if isinstance(effect, get_args(union))]
    looks = {effect: write((depict(effect),)) for effect in kinds}
    same = [pair for pair in combinations(kinds, 2) if looks[pair[0]] == looks[pair[1]]]
    assert [pair for pair in same if str(describe(pair[0])) != str(describe(pair[1]))] == []


WORDS: Final[dict[Effect | Cost, str]] = {
    e.Influence(MARS, 5): "5 step-1 mars",
    e.Influence(e.Choice(MARS, another=True, disc=e.DiscAt.CENTRE)): (
        "step-1 at-centre another not-mars"
    ),
    e.GiveInfluence(e.ANY, 4): "4 back-1 any",
    e.InfluenceRow((1, 3, 1)): "row-1 row-3 row-1",
    e.Transfer(2, e.ON_OPPONENT_SIDE): "2 transfer their-side",
    e.Exile(e.YOU, 2, VENUS): "2 exile-mine venus",
    e.Develop(e.ANY_TECHNOLOGY, e.FREE): "develop any-technology 0 zenithium",
    e.May(e.Discard(), e.If(e.HasBadge(), e.Credits(1))): (
        "(price: discard) then (condition: badge-mine ?) 1 credits"
    ),
}


@pytest.mark.parametrize("effect", WORDS, ids=repr)
def test_words_of_effects_that_are_not_printed(effect: Effect | Cost) -> None:
    assert write((depict(effect),)) == WORDS[effect]


# --- effects that repeat ---

EXILE: Final = e.Link(e.Exile(e.YOU), e.Influence(e.ITS_PLANET))
EXILE_ANOTHER: Final = e.Link(e.Exile(e.YOU, 1, e.ANOTHER), e.Influence(e.ITS_PLANET))

RUNS: Final[list[tuple[tuple[Effect, ...], str]]] = [
    ((e.Credits(1),) * 2, "1 credits, 1 credits"),
    ((e.Credits(1),) * 3, "3 × (again: 1 credits)"),
    ((EXILE, EXILE_ANOTHER), "2 × (again: exile-mine another then step-1 its-planet)"),
    (
        (EXILE_ANOTHER, EXILE),
        "exile-mine another then step-1 its-planet, exile-mine then step-1 its-planet",
    ),
    ((e.Influence(MERCURY), e.Influence(MARS)), "step-1 mercury mars"),
    ((e.Influence(MERCURY), e.Influence(MARS, 2)), "step-1 mercury, step-2 mars"),
    ((e.Influence(MARS), e.Influence(MERCURY)), "step-1 mars, step-1 mercury"),
    ((e.Influence(MARS),) * 2, "step-1 mars, step-1 mars"),
    (
        (e.Influence(MERCURY), e.Influence(MARS), e.Influence(MARS)),
        "step-1 mercury, step-1 mars, step-1 mars",
    ),
    ((e.Transfer(1, MERCURY), e.Transfer(1, MARS)), "transfer mercury, transfer mars"),
    (
        tuple(e.Exile(e.OPPONENT, 2, planet) for planet in (MERCURY, VENUS, JUPITER)),
        "mercury venus jupiter : 2 exile-theirs",
    ),
    (
        tuple(e.May(e.GiveBadge(), e.Influence(planet)) for planet in (MERCURY, VENUS, MARS)),
        "mercury venus mars : (price: badge give) then step-1 its-planet",
    ),
    (
        (e.May(e.Exile(e.YOU, 1, MERCURY), e.Influence(VENUS)),) * 3,
        "3 × (again: (price: exile-mine mercury) then step-1 venus)",
    ),
    (
        tuple(
            e.May(e.Exile(e.YOU, 1, column), e.Influence(planet))
            for column, planet in ((MERCURY, VENUS), (VENUS, MARS), (MARS, JUPITER))
        ),
        "(price: exile-mine mercury) then step-1 venus, (price: exile-mine venus) then step-1 mars,"
        " (price: exile-mine mars) then step-1 jupiter",
    ),
]


@pytest.mark.parametrize(("effects", "phrase"), RUNS, ids=[phrase for _, phrase in RUNS])
def test_effects_are_depicted_as_one_only_if_that_says_the_same(
    effects: tuple[Effect, ...], phrase: str
) -> None:
    assert write(depict_all(effects)) == phrase


# --- symbols ---


def test_planets_and_factions_stand_in_the_engines_order() -> None:
    assert PLANET_SYMBOLS[MARS] == Symbol.MARS
    assert NOT_PLANET[MARS] == Symbol.NOT_MARS
    assert FACTION_SYMBOLS[HUMAN] == Symbol.HUMAN


# --- the legend ---


def test_the_legend_explains_every_symbol() -> None:
    explained = [symbols_in(entry.phrase) for section in LEGEND for entry in section.entries]
    assert set().union(*explained) == set(Symbol)


def test_the_legend_says_nothing_twice() -> None:
    entries = [entry for section in LEGEND for entry in section.entries]
    assert len({write(entry.phrase) for entry in entries}) == len(entries)
    assert len({str(entry.meaning) for entry in entries}) == len(entries)


# --- what happened ---

HAPPENED: Final[list[tuple[events.Event, str, str]]] = [
    # what side 0 did in its turn; as that side and as the other one reads it
    (events.MulliganChosen(0, None), "cards", "cards"),
    (events.MulliganChosen(0, ("nero", "atlas")), "2 discard", "2 discard"),
    (events.MulliganChosen(0, ()), "0 discard", "0 discard"),
    (events.TurnStarted(0), "", ""),
    (events.TurnSkipped(0), "cards", "cards"),
    (events.OrderChosen(0), "", ""),
    (events.AgentRecruited(0, "nero", "mercury", 5), "nero − 5 credits", "nero − 5 credits"),
    (events.AgentRecruited(0, "nero", "mercury", 0), "nero 0 credits", "nero 0 credits"),
    (
        events.TechnologyDeveloped(0, 0, "robot", 2, 1, None),
        "develop robot 2 − 1 zenithium",
        "develop robot 2 − 1 zenithium",
    ),
    (events.LeadershipTaken(0, "nero", "animod"), "discard nero", "discard nero"),
    (events.LineCompleted(0, 2), "technologies 2", "technologies 2"),
    (events.Declined(0, "nero"), "", ""),
    (events.EffectSkipped(0, "nero"), "", ""),
    (events.GameEnded(0, "absolute"), "", ""),
    (events.DiscMoved("mars", 0, 2, 2), "step-2 mars", "back-2 mars"),
    (events.DiscMoved("mars", 1, 5, 2), "5 back-1 mars", "5 step-1 mars"),
    (events.DiscWon("mars", 0), "mars won", "mars won"),
    (events.DiscWon("mars", 1), "theirs mars won", "mine mars won"),
    (events.DiscCentred("mars"), "mars then centre", "mars then centre"),
    (events.DiscPlaced("mars"), "", ""),
    (events.BadgeTaken(0, "silver"), "badge", "badge"),
    (events.BadgeTaken(0, "gold"), "badge-gold", "badge-gold"),
    (events.BadgeGiven(0), "badge give", "take badge"),
    (events.TokenGained(0, "badge", "mars"), "token", "token"),
    (events.TokenGained(1, "badge", None), "theirs token-drawn", "mine token-drawn"),
    (events.TokensShuffled(3), "", ""),
    (events.CreditsGained(0, 3), "3 credits", "3 credits"),
    (events.CreditsGained(1, 3), "theirs 3 credits", "mine 3 credits"),
    (events.CreditsSpent(0, 3), "− 3 credits", "− 3 credits"),
    (events.CreditsTaken(0, 3), "take 3 credits", "3 credits give"),
    (events.CreditsGiven(0, 3), "3 credits give", "take 3 credits"),
    (events.ZenithiumGained(0, 1), "1 zenithium", "1 zenithium"),
    (events.ZenithiumSpent(0, 1), "− 1 zenithium", "− 1 zenithium"),
    (events.ZenithiumTaken(0, 1), "take 1 zenithium", "1 zenithium give"),
    (events.ZenithiumGiven(0, 1), "1 zenithium give", "take 1 zenithium"),
    (events.AgentMobilized(0, "nero", "mercury"), "mobilize mercury", "mobilize mercury"),
    (events.AgentExiled(0, 1, "nero", "mercury"), "exile-theirs mercury", "exile-mine mercury"),
    (events.AgentExiled(0, 0, "nero", "mercury"), "exile-mine mercury", "exile-theirs mercury"),
    (events.AgentTransferred(0, "nero", "mercury"), "transfer mercury", "transfer-back mercury"),
    (events.CardsDiscarded(0, ("nero",)), "1 discard", "1 discard"),
    (events.CardsDrawn(0, 2, None), "2 draw", "2 draw"),
    (events.CardsShared(0, 2, 1, None), "1 cards", "1 cards"),
    (events.DeckShuffled(30), "", ""),
]


@pytest.mark.parametrize(("event", "mine", "theirs"), HAPPENED, ids=repr)
def test_words_of_events(event: events.Event, mine: str, theirs: str) -> None:
    assert write((depict_event(event, 0, 0),)) == mine
    assert write((depict_event(event, 1, 0),)) == theirs


def test_every_event_has_a_word_or_is_silent() -> None:
    assert {type(event) for event, *_ in HAPPENED} == set(events.KINDS.values())


def test_an_unknown_event_has_no_word() -> None:
    with pytest.raises(ValueError, match="no word for Event"):
        depict_event(events.Event(), 0)


@pytest.mark.parametrize(
    ("action", "source", "alone", "with_what_follows"),
    [
        ("spend 3", "suleiman", "(price: 3 credits)", "(price: 3 credits) then"),
        ("give", "h4milt0n", "(price: badge give)", "(price: badge give) then"),
        ("give", "lula-smart", "(price: 1 zenithium give)", "(price: 1 zenithium give) then"),
        ("exile 2", "v3rn3", "(price: 2 exile-mine)", "(price: 2 exile-mine) then"),
        ("option 1", "ramses", "2 transfer", ""),
        ("decline", "ramses", "", ""),
        ("planet mars", "nero", "", ""),
        ("exile mars", "h3rb3rt", "", ""),
        ("give", "turn", "", ""),
    ],
)
def test_an_answer_shows_what_it_pays_or_chooses(
    action: str, source: str, alone: str, with_what_follows: str
) -> None:
    assert write(depict_action(action, source, follows=False)) == alone
    assert write(depict_action(action, source, follows=True)) == with_what_follows
