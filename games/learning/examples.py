"""Examples of the rules page: positions, moves, and what to say about them.

Their pictures are drawn from the engine's game by the templates of the table, so they show what the
rules do. `tests/learning/test_rules.py` compares every picture with its position.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from engine import Game as EngineGame
from engine.sparse_positions import SparsePosition, complete
from games.learning.scripts import ME, Words


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and a turn that is played in it step by step.

    `captions`: of the position, then after each of the `actions`. `planets`: the lanes that its
    pictures show; `parts`: what else, of `mine`, `theirs`, `tracks`.
    """

    key: str
    position: SparsePosition
    planets: Sequence[str]
    captions: Sequence[Words]
    actions: Sequence[str] = ()
    parts: Sequence[str] = ()

    def games(self) -> list[EngineGame]:
        """Return the engine's games that the pictures show."""
        games = [EngineGame.from_position(complete(self.position), seed=self.key)]
        for action in self.actions:
            ahead = games[-1].copy()
            ahead.play(ME, action)
            games.append(ahead)
        return games


HANDS = [["nero", "sir-sam", "khan"], ["wul", "m4rt1n", "ivan", "geta"]]

EXAMPLES = {
    example.key: example
    for example in (
        Example(
            "start",
            {"discs": {"terra": -1}, "hands": [["nero", *HANDS[0][1:], "bish0p"], HANDS[1]]},
            ("mercury", "venus", "terra", "mars", "jupiter"),
            (_("The start of a game, seen by the first player: Terra is one step ahead."),),
            parts=("theirs", "mine"),
        ),
        Example(
            "influence",
            {
                "discs": {"mars": 3},
                "badge": {"side": 0, "face": "silver"},
                "hands": [["bish0p", *HANDS[0]], HANDS[1]],
                "tokens": {"mars": "credits_3"},
            },
            ("terra", "mars"),
            (
                _("Mars lies one step before your zone. Its bonus token is worth 3 credits."),
                _(
                    "Bish0p gives 1 influence on Mars and, because you have the badge, 1 more. The"
                    " first one wins the disc and the token. The second one is lost: Mars had no"
                    " disc any more. At the end of the turn a new disc came to the centre."
                ),
            ),
            ("recruit bish0p",),
            ("mine",),
        ),
        Example(
            "recruit",
            {
                "sides": [{"columns": {"mars": ["mc4ffr3y", "caesar"]}}, {}],
                "hands": [["little-bob", *HANDS[0]], HANDS[1]],
            },
            ("venus", "terra", "mars"),
            (
                _("Two agents on Mars: the next one there costs you 2 credits less."),
                _(
                    "Little Bob cost 1 credit instead of 3. He lies on top of his column, gave 1"
                    " influence on Mars, and now asks for another planet."
                ),
                _("You chose Venus. No choice is left, so the turn is over."),
            ),
            ("recruit little-bob", "planet venus"),
            ("mine",),
        ),
        Example(
            "develop",
            {
                "sides": [{"zenithium": 3, "technologies": {"animod": 1}}, {}],
                "hands": [["moussa", *HANDS[0]], HANDS[1]],
                "tokens": {"animod": "credits_4"},
            },
            ("venus", "terra"),
            (
                _("Your animods are at level 1. Level 2 costs 2 zenithium."),
                _("Level 2 comes first: 1 influence on each of two neighbouring planets."),
                _(
                    "Then the bonus token of level 2, 4 credits, because you are the first to reach"
                    " it. Then level 1: 2 credits."
                ),
            ),
            ("develop moussa", "row venus"),
            ("tracks", "mine"),
        ),
        Example(
            "line",
            {
                "sides": [{"zenithium": 3, "technologies": {"animod": 2, "robot": 1}}, {}],
                "hands": [["jack-curry", *HANDS[0]], HANDS[1]],
                "tokens": {"animod": None},
            },
            ("terra", "mars"),
            (
                _("Animods at level 2, robots at level 1, humans at 0."),
                _("Humans reach level 1, whose effect is 1 influence. You choose Mars, as below."),
                _(
                    "Now all three technologies have reached level 1 for the first time: the line"
                    " bonus is 1 more influence."
                ),
                _("Mars again. The next line bonus, 2 influence, comes when all reach level 2."),
            ),
            ("develop jack-curry", "planet mars", "planet mars"),
            ("tracks",),
        ),
        Example(
            "lead",
            {
                "hands": [["cresus", *HANDS[0]], HANDS[1]],
                "deck": ["huxl3y", "charlemagne", "guy-gambler", "ilda-flores"],
            },
            ("mercury", "venus", "terra"),
            (
                _("You discard an animod to take the leadership."),
                _(
                    "You have the badge on silver. The animod's gift mobilized two agents, Huxl3y"
                    " and Charlemagne, without their effects. You drew up to 5 cards."
                ),
            ),
            ("lead cresus",),
            ("mine",),
        ),
        Example(
            "transfer",
            {
                "sides": [{}, {"columns": {"jupiter": ["annie", "geta"], "venus": ["cresus"]}}],
                "hands": [["caligula", *HANDS[0]], [*HANDS[1][:3], "zenon"]],
            },
            ("venus", "mars", "jupiter"),
            (
                _("Only the top agent of a column can be taken: Geta on Jupiter, Cresus on Venus."),
                _("Caligula is recruited and asks for an agent to transfer."),
                _(
                    "Geta is yours now, without her effects. Caligula adds 1 influence on the"
                    " planet of the transferred agent."
                ),
            ),
            ("recruit caligula", "transfer jupiter"),
        ),
        Example(
            "exile",
            {
                "sides": [{}, {"columns": {"jupiter": ["annie"], "venus": ["cresus", "felis"]}}],
                "hands": [["bajazet", *HANDS[0]], HANDS[1]],
            },
            ("venus", "jupiter"),
            (
                _("Bajazet may exile an agent of your opponent."),
                _("You may decline, because the effect says “may”."),
                _("Felis goes to the discard pile, and you gain as many credits as she costs: 3."),
            ),
            ("recruit bajazet", "exile venus"),
            ("mine",),
        ),
        Example(
            "victory",
            {
                "discs": {"mars": 2, "jupiter": 2},
                "sides": [{"won": ["mars", "mars", "venus", "terra"]}, {"won": ["jupiter"]}],
                "hands": [["khan", "nero", "sir-sam", "bish0p"], HANDS[1]],
                "tokens": dict.fromkeys(("venus", "terra", "mars", "jupiter")),
            },
            ("mars", "jupiter"),
            (
                _("Four discs, three of them of different planets. The next one wins."),
                _("Khan asks where his 2 influence go."),
                _(
                    "The third disc of Mars is an absolute victory. Jupiter would have been the"
                    " fourth different planet: a democratic victory."
                ),
            ),
            ("recruit khan", "planet mars"),
            ("mine",),
        ),
    )
}
"""The examples by their keys, in the order of the page."""
