"""Sentences of printed text: agents, technology levels, tokens, single effects."""

from pathlib import Path
from typing import Final, get_args

import pytest

from engine import effects as e
from engine.agents import AGENTS, latest_agents
from engine.boards import LEADERSHIP, LINE_BONUS, TECHNOLOGIES, TOKENS
from engine.effects import Cost, Effect
from engine.names import FACTIONS, JUPITER, MARS, ROBOT, VENUS
from engine.text import Text
from engine.words import (
    describe,
    describe_agent,
    describe_leadership,
    describe_line_bonus,
    describe_technology,
    describe_token,
)
from engine.words.pairs import whole


def _read_sentences() -> dict[str, str]:
    lines = (Path(__file__).parent / "sentences.txt").read_text().splitlines()
    entries = [line.split(": ", 1) for line in lines if line and not line.startswith("#")]
    assert len(dict(entries)) == len(entries), "a line twice"
    return dict(entries)


SENTENCES: Final = _read_sentences()


def printed() -> dict[str, Text]:
    """Return everything printed in the box, under its name in `sentences.txt`."""
    return (
        {agent.slug: describe_agent(agent.slug) for agent in latest_agents()}
        | {
            f"technology {letter} {level}": describe_technology(letter, level)
            for letter in TECHNOLOGIES
            for level in range(1, 6)
        }
        | {f"token {token.id}": describe_token(token.id) for token in TOKENS}
        | {f"leadership {faction}": describe_leadership(faction) for faction in FACTIONS}
        | {f"line {level}": describe_line_bonus(level) for level in (1, 2, 3)}
    )


@pytest.mark.parametrize("name", sorted({*SENTENCES, *printed()}))
def test_everything_printed_has_its_sentence(name: str) -> None:
    assert str(printed()[name]) == SENTENCES[name]


def printed_effects() -> list[Effect]:
    """Return all effects in the box, those inside others too."""
    found: list[Effect] = []

    def add(effect: Effect) -> None:
        found.append(effect)
        match effect:
            case e.If(_, then) | e.May(_, then) | e.Link(_, then):
                add(then)
            case e.Either(first, second):
                for half in (*first, *second):
                    add(half)

    lists = [agent.effects for agent in latest_agents()]
    lists += [level for letter in TECHNOLOGIES.values() for level in letter]
    lists += [(token.effect,) for token in TOKENS]
    lists += [*LEADERSHIP.values(), *LINE_BONUS]
    for effects in lists:
        for effect in effects:
            add(effect)
    return found


def test_every_printed_pair_is_one_sentence() -> None:
    pairs = [x for x in printed_effects() if isinstance(x, e.If | e.May | e.Link)]
    assert len(pairs) > 50
    assert [pair for pair in pairs if whole(pair) is None] == []


def test_an_agent_and_a_token_describe_themselves() -> None:
    assert describe(AGENTS[0]) == describe_agent("elisabeth")
    assert describe(TOKENS[0]) == describe_token("influence")


@pytest.mark.parametrize("level", [0, 6, -1])
def test_there_are_five_levels(level: int) -> None:
    with pytest.raises(IndexError):
        describe_technology("S", level)


@pytest.mark.parametrize("level", [0, 4])
def test_there_are_three_line_bonuses(level: int) -> None:
    with pytest.raises(IndexError):
        describe_line_bonus(level)


ODD_CHOICE: Final = e.Choice(other_than=MARS, another=True, disc=e.DiscAt.CENTRE)

MADE_UP: Final[dict[Effect | Cost, str]] = {
    e.Influence(MARS): "Gain 1 influence on Mars.",
    e.Influence(e.ITS_PLANET, 2): "Gain 2 influence on that card's planet.",
    e.Influence(ODD_CHOICE): (
        "Gain 1 influence on one planet of your choice. Any planet except Mars. "
        "Not a planet already chosen for this card. Its disc has to be on its central space."
    ),
    e.Influence(MARS, (1, 2)): (
        "By the step that you paid for, one of these: "
        "Gain 1 influence on Mars. Gain 2 influence on Mars."
    ),
    e.GiveInfluence(MARS): "Your opponent gains 1 influence on Mars.",
    e.GiveInfluence(e.ANY, 2): "Your opponent gains 2 influence on one planet of your choice.",
    e.GiveInfluence(e.ON_OPPONENT_SIDE): (
        "Your opponent gains 1 influence on one planet of your choice. "
        "Its disc has to be on your opponent's side."
    ),
    e.InfluenceRow((1, 2)): "Gain influence on planets side by side, in order: 1, 2.",
    e.InfluenceRow((1, 3, 1)): "Gain influence on planets side by side, in order: 1, 3, 1.",
    e.CentreDisc(): "Move one disc of your choice to its central space.",
    e.Credits(1): "Gain 1 credit.",
    e.Credits(1, e.OPPONENT): "Your opponent gains 1 credit.",
    e.Credits(e.CARD_COST): "Gain credits equal to that card's printed cost.",
    e.Credits(e.CARD_COST, e.OPPONENT): (
        "Your opponent gains credits equal to that card's printed cost."
    ),
    e.Zenithium((1, 2)): (
        "By the step that you paid for, one of these: Gain 1 zenithium. Gain 2 zenithium."
    ),
    e.CreditsPerPlanet(1, e.OPPONENT): (
        "Gain 1 credit for each planet on which your opponent has a card."
    ),
    e.CreditsByTechnologies((1, 2, 3)): (
        "Gain 1, 2 or 3 credits if 1, 2 or 3 of your technologies are at level 1 or higher."
    ),
    e.ZenithiumByTechnologies((1, 2, 4)): (
        "Gain 1, 2 or 4 zenithium if 1, 2 or 3 of your technologies are at level 1 or higher."
    ),
    e.CreditsUpTo(5): "If you have fewer than 5 credits, gain what is missing.",
    e.ZenithiumUpTo(5, e.OPPONENT): (
        "If your opponent has less than 5 zenithium, they gain what is missing."
    ),
    e.TakeCredits(1): "Take 1 credit from your opponent.",
    e.TakeZenithium(2): "Take 2 zenithium from your opponent.",
    e.Discard(): "Discard 1 card from your hand.",
    e.DiscardHand(): "Discard your whole hand.",
    e.Mobilize(): "Mobilize 1 card.",
    e.Exile(e.OPPONENT, 1, VENUS): "Exile the top card of your opponent's Venus column.",
    e.Exile(e.YOU, 2, VENUS): "Exile the top 2 cards of your Venus column.",
    e.Exile(e.YOU, 2, e.other_than(VENUS)): "Exile 2 of your cards. Any planet except Venus.",
    e.Transfer(2, VENUS): "Transfer the top 2 cards of your opponent's Venus column.",
    e.Transfer(2, e.ANOTHER): "Transfer 2 cards. Not a planet already chosen for this card.",
    e.TakeBadge(e.GOLD): "Take the leader badge on its gold side.",
    e.DrawToken(): "Draw a bonus token from the supply.",
    e.TakeToken(): "Take one bonus token in view on the boards.",
    e.Develop(e.ANY_TECHNOLOGY): "You may develop a technology of your choice, paying its cost.",
    e.Develop(e.ANY_TECHNOLOGY, e.FREE): (
        "You may develop a technology of your choice without paying zenithium."
    ),
    e.Develop(e.LOWEST, 1): "You may develop your lowest technology for 1 zenithium less.",
    e.Develop(ROBOT): "You may develop Robot technology, paying its cost.",
    e.Develop(ROBOT, e.FREE): "You may develop Robot technology without paying zenithium.",
    e.SpendCredits((3, 7)): "Pay one of these: Spend 3 credits. Spend 7 credits.",
    e.SpendZenithium((1,)): "Spend 1 zenithium.",
    e.ExileColumn(MARS, (2,)): "Exile the top 2 cards of your Mars column.",
    e.GiveCredits(1): "Give 1 credit to your opponent.",
    e.GiveZenithium(2): "Give 2 zenithium to your opponent.",
    e.GiveBadge(): "Give the leader badge to your opponent.",
    e.If(
        e.HasZenithium(e.YOU, 2), e.Mobilize()
    ): "If you have 2 zenithium or more: Mobilize 1 card.",
    e.If(e.HasZenithium(e.OPPONENT, 2), e.Mobilize()): (
        "If your opponent has 2 zenithium or more: Mobilize 1 card."
    ),
    e.If(e.HasCredits(e.YOU, 2), e.Mobilize()): "If you have 2 credits or more: Mobilize 1 card.",
    e.If(e.HasCredits(e.OPPONENT, 2), e.Mobilize()): (
        "If your opponent has 2 credits or more: Mobilize 1 card."
    ),
    e.If(e.HasBadge(), e.TakeToken()): (
        "If you have the leader badge: Take one bonus token in view on the boards."
    ),
    e.If(e.HasBadge(e.OPPONENT), e.Zenithium(1)): (
        "If your opponent has the leader badge: Gain 1 zenithium."
    ),
    e.Either((e.Credits(1), e.Zenithium(1)), (e.Mobilize(),)): (
        "Choose one: Gain 1 credit. Gain 1 zenithium. Or: Mobilize 1 card."
    ),
    e.May(e.GiveCredits(1), e.Influence(e.other_than(MARS), 2)): (
        "You may do this: Give 1 credit to your opponent. "
        "If you do: Gain 2 influence on one planet of your choice except Mars."
    ),
    e.May(e.GiveBadge(), e.Credits(2, e.OPPONENT)): (
        "You may do this: Give the leader badge to your opponent. "
        "If you do: Your opponent gains 2 credits."
    ),
    e.May(e.SpendCredits((1, 2)), e.Zenithium((3, 4))): (
        "You may do one of these: Spend 1 credit. If you do: Gain 3 zenithium. "
        "Spend 2 credits. If you do: Gain 4 zenithium."
    ),
    e.May(e.ExileColumn(MARS, (1, 2)), e.Credits((3, 4))): (
        "You may do one of these: "
        "Exile the top card of your Mars column. If you do: Gain 3 credits. "
        "Exile the top 2 cards of your Mars column. If you do: Gain 4 credits."
    ),
    e.Link(e.Mobilize(2), e.Credits(e.CARD_COST)): (
        "Do this: Mobilize 2 cards. If you could: Gain credits equal to that card's printed cost."
    ),
}


@pytest.mark.parametrize("effect", MADE_UP, ids=repr)
def test_made_up_effects_have_sentences_too(effect: Effect | Cost) -> None:
    assert str(describe(effect)) == MADE_UP[effect]


def test_no_kind_of_effect_or_cost_is_left_out() -> None:
    kinds = {*get_args(Effect), *get_args(Cost)}
    assert len(kinds) > 25
    described = {type(effect) for effect in [*MADE_UP, *printed_effects()]}
    assert kinds - described == set()


def test_a_pair_is_never_shortened_to_what_it_does_not_say() -> None:
    """Everything near a printed pair, but not it, is said in two sentences."""
    near: list[e.If | e.May | e.Link] = [
        e.If(e.HasBadge(e.OPPONENT), e.Influence(JUPITER)),
        e.If(e.HasBadge(), e.Credits(3, e.OPPONENT)),
        e.If(e.HasCredits(e.YOU, 6), e.Influence(e.ANY)),
        e.If(e.HasZenithium(e.YOU, 3), e.Influence(e.ANOTHER)),
        e.May(e.GiveBadge(), e.Transfer(2, MARS)),
        e.May(e.GiveBadge(), e.Influence(e.ANY, 2)),
        e.May(e.GiveZenithium(1), e.Influence(e.ANY, 2)),
        e.May(e.GiveCredits(3), e.Influence(ODD_CHOICE, 2)),
        e.May(e.Exile(e.OPPONENT, 1, MARS), e.Zenithium(1)),
        e.May(e.Exile(e.YOU, 1, MARS), e.Zenithium(1, e.OPPONENT)),
        e.May(e.Exile(e.OPPONENT, 2), e.Credits(e.CARD_COST)),
        e.May(e.Exile(e.YOU, 2, ODD_CHOICE), e.Credits(10)),
        e.May(e.Transfer(2), e.Credits(e.CARD_COST)),
        e.May(e.SpendCredits((3, 7)), e.Influence(ODD_CHOICE, (1, 2))),
        e.Link(e.Exile(e.OPPONENT, 2), e.Influence(e.ITS_PLANET)),
        e.Link(e.Mobilize(), e.Influence(MARS)),
    ]
    assert [pair for pair in near if whole(pair) is not None] == []
