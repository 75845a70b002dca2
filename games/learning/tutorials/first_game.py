"""The guided first game: six chapters, from the first turn to the victory, and three extra."""

from django.utils.translation import gettext_lazy as _

from engine.effects import (
    CARD_COST,
    OPPONENT,
    YOU,
    Credits,
    Either,
    Exile,
    GiveBadge,
    GiveZenithium,
    HasBadge,
    If,
    Influence,
    May,
    TakeBadge,
    Transfer,
    Zenithium,
)
from engine.names import MARS, PLANETS
from games.learning.scripts import Chapter, Confirm, Give, Guess, Lay, Read, Take, Tutorial

NO_TOKENS = dict.fromkeys(PLANETS)

INFLUENCE = Chapter(
    key="influence",
    title=_("Your first turn"),
    about=_("Discs, influence, recruiting, and why the second agent is cheaper."),
    position={
        "discs": {"terra": -1},
        "hands": [
            ["mc4ffr3y", "little-bob", "cresus", "caesar"],
            ["annie", "felis", "baron-goro", "wul"],
        ],
        "deck": ["nero", "m4rt1n", "stessy-power", "zenon"],
    },
    steps=(
        Give(
            _(
                "Each of the five planets has a disc. Pull discs down to your side: enough of them"
                " win the game. Every turn you play one card. Mc4ffr3y, an agent of Mars, is ready:"
                " recruit him for 4 credits. He pulls the disc of Mars one step towards you."
            ),
            at=("use-recruit",),
            actions=("recruit mc4ffr3y",),
            opened="mc4ffr3y",
        ),
        Confirm(
            _(
                "The board shows what will happen. Nothing counts yet: you can undo it. Confirm"
                " your first turn."
            ),
            at=("confirm",),
            replies=("recruit annie",),
        ),
        Read(
            _(
                "Mars has come one step closer: that is 1 influence. The fourth step from the"
                " centre brings the disc into your zone, and it is yours."
            ),
            at=("disc-mars", "lane-mars"),
        ),
        Read(
            _(
                "You paid 4 credits, and Mc4ffr3y's second effect gave you 2 zenithium. Credits"
                " pay for agents, zenithium pays for technologies."
            ),
            at=("side-mine",),
        ),
        Read(
            _(
                "Then the bot had its turn: it recruited Annie and pulled the disc of Jupiter to"
                " its own side. The log lists everything."
            ),
            at=("lane-jupiter",),
        ),
        Take(
            _(
                "Your turn again, and you have drawn a new card. Little Bob belongs to Mars too."
                " Choose him."
            ),
            at=("card-little-bob", "hand"),
            card="little-bob",
        ),
        Give(
            _(
                "You already have one agent on Mars, so Little Bob costs 1 credit less: 2 instead"
                " of 3. Each further agent of a planet is cheaper still. Recruit him."
            ),
            at=("use-recruit",),
            actions=("recruit little-bob",),
        ),
        Give(
            _(
                "Mars has moved again. Little Bob's second effect is 1 influence on another planet:"
                " choose one, on the board or here."
            ),
            at=("answer", "lanes"),
            actions=("planet *",),
        ),
        Confirm(
            _("Change your mind with Undo, or confirm."),
            at=("confirm",),
            replies=("recruit felis",),
        ),
        Read(
            _(
                "That is how a game goes: one card a turn, its effects from first to last, then you"
                " draw up to four cards. Next you will win a disc."
            ),
            at=("hand",),
        ),
    ),
)

CARD = Chapter(
    key="card",
    title=_("Reading a card"),
    about=_("What each symbol on a card says, and three to guess."),
    extra=True,
    position={
        "discs": {"mars": 1, "jupiter": -1},
        "sides": [
            {"credits": 9, "zenithium": 2, "columns": {"mars": ["mc4ffr3y"]}},
            {"credits": 10, "zenithium": 1, "columns": {"jupiter": ["annie"]}},
        ],
        "hands": [["jack-curry", "caesar", "bish0p", "bajazet"], ["felis", "wul", "nero", "zenon"]],
    },
    steps=(
        Read(
            _(
                "A card says everything in symbols. At its top is what it costs in credits to"
                " recruit the agent. Jack Curry costs 1, and nothing now: you have an agent on Mars"
                " already."
            ),
            at=("card-jack-curry@cost", "card-jack-curry"),
        ),
        Read(
            _("At the other end is the agent's planet, and the influence that you gain there."),
            at=("card-jack-curry@frame", "card-jack-curry"),
        ),
        Read(
            _(
                "The shape is the faction: a triangle for animods, a circle for humans, a square"
                " for robots. It decides which technology the card develops, and what it gives if"
                " you take the leadership."
            ),
            at=("card-jack-curry@shape", "card-jack-curry@frame", "card-jack-curry"),
        ),
        Read(
            _("Then its effects, from first to last. This one: gain 4 credits."),
            at=("card-jack-curry@effect-1", "card-jack-curry"),
        ),
        Read(
            _(
                "A dashed frame is a price, the arrow leads to what it buys: you may give your"
                " opponent 1 zenithium, for 2 influence on Mercury."
            ),
            at=("card-jack-curry@effect-2", "card-jack-curry"),
        ),
        Read(
            _(
                "At the foot is what its three uses cost you now: recruit for credits, develop for"
                " zenithium, or take the leadership. What is not possible now is dim."
            ),
            at=("card-jack-curry@uses", "card-jack-curry"),
        ),
        Guess(
            _("Now three to guess. What does Caesar do?"),
            at=("card-caesar@effect-1", "card-caesar"),
            answers=(
                (Zenithium(1), Credits(7)),
                (Either((Zenithium(1),), (Credits(7),)),),
                (May(GiveZenithium(1), Credits(7)),),
            ),
            right=1,
        ),
        Guess(
            _("Right! A line between two effects means one or the other. What does Bish0p do?"),
            at=("card-bish0p@effect-1", "card-bish0p"),
            answers=(
                (If(HasBadge(YOU), Influence(MARS)),),
                (TakeBadge(), Influence(MARS)),
                (May(GiveBadge(), Influence(MARS)),),
            ),
            right=0,
        ),
        Guess(
            _("Right! A shaded symbol is a condition. The last one: what does Bajazet do?"),
            at=("card-bajazet@effect-1", "card-bajazet"),
            answers=(
                (May(Exile(YOU), Credits(CARD_COST)),),
                (May(Transfer(), Credits(CARD_COST)),),
                (May(Exile(OPPONENT), Credits(CARD_COST)),),
            ),
            right=2,
        ),
        Read(
            _(
                "Right! Point at symbols to read them in words, or hold your finger on a card. The"
                " question mark explains them all."
            ),
            at=("bar",),
        ),
    ),
)

DISC = Chapter(
    key="disc",
    title=_("Winning a disc"),
    about=_("The last step, the bonus token, and a new disc."),
    position={
        "discs": {"mars": 3, "venus": -1, "jupiter": -1, "terra": -1},
        "sides": [
            {"credits": 6, "zenithium": 3, "columns": {"mars": ["mc4ffr3y", "little-bob"]}},
            {"credits": 13, "zenithium": 4, "columns": {"jupiter": ["annie"], "venus": ["felis"]}},
        ],
        "hands": [
            ["caesar", "cresus", "nero", "stessy-power"],
            ["zenon", "baron-goro", "wul", "m4rt1n"],
        ],
        "tokens": {"mars": "influence"},
        "deck": ["gilgamesh", "ivan"],
    },
    steps=(
        Read(
            _(
                "A few turns later. The disc of Mars lies one step before your zone. One more"
                " influence on Mars, and you win it."
            ),
            at=("disc-mars", "lane-mars"),
        ),
        Read(
            _(
                "A bonus token lies on each planet. The first side to win a disc there also gets"
                " the token, and its effect happens at once. Point at it to read it: this one is"
                " 1 influence."
            ),
            at=("token-mars", "lane-mars"),
        ),
        Take(
            _("Caesar is an agent of Mars. With two agents there already, he costs you nothing."),
            at=("card-caesar", "hand"),
            card="caesar",
        ),
        Give(_("Recruit him."), at=("use-recruit",), actions=("recruit caesar",)),
        Give(
            _(
                "The disc is yours, and so is the token: 1 influence. Choose a planet for it. Mars"
                " has no disc until the end of your turn."
            ),
            at=("answer", "lanes"),
            actions=("planet *",),
        ),
        Give(
            _(
                "The token is done, so Caesar's own effect goes on: take 1 zenithium or 7 credits,"
                " as you like."
            ),
            at=("answer", "ask"),
            actions=("option *",),
        ),
        Confirm(_("Confirm your turn."), at=("confirm",), replies=("recruit zenon",)),
        Read(
            _(
                "Your first disc. The rows beside it count how close you are to each of the three"
                " victories: 3 discs of one planet, 4 of different planets, or any 5."
            ),
            at=("side-mine",),
        ),
        Read(
            _(
                "At the end of the turn a new disc came to the centre of Mars. The token there is"
                " gone for good."
            ),
            at=("disc-mars", "lane-mars"),
        ),
    ),
)

WINNING = Chapter(
    key="winning",
    title=_("Winning"),
    about=_("Three boards to finish: a turn each, and each another victory."),
    extra=True,
    position={
        "discs": {"mars": 3, "terra": -1, "jupiter": -2},
        "sides": [
            {"credits": 8, "zenithium": 1, "won": ["mars", "mars"]},
            {"credits": 7, "zenithium": 2, "won": ["jupiter", "terra"]},
        ],
        "hands": [["mc4ffr3y", "nero", "annie", "felis"], ["wul", "zenon", "ivan", "geta"]],
        "tokens": NO_TOKENS,
    },
    steps=(
        Give(
            _(
                "Three discs of one planet are an absolute victory. You have two of Mars, and the"
                " third is one step away. Recruit Mc4ffr3y."
            ),
            at=("use-recruit",),
            actions=("recruit mc4ffr3y",),
            opened="mc4ffr3y",
        ),
        Confirm(_("That is the third disc of Mars. Confirm, and you have won."), at=("confirm",)),
        Lay(
            _("An absolute victory. The next board: other discs, another way."),
            at=("side-mine",),
            position={
                "discs": {"mercury": 3, "mars": -2, "terra": -3},
                "sides": [
                    {"credits": 9, "zenithium": 1, "won": ["venus", "terra", "jupiter"]},
                    {"credits": 7, "zenithium": 2, "won": ["mars", "mars"]},
                ],
                "hands": [["nero", "mc4ffr3y", "annie", "felis"], ["wul", "zenon", "ivan", "geta"]],
                "tokens": NO_TOKENS,
            },
        ),
        Give(
            _(
                "Four discs of different planets are a democratic victory. You have Venus, Terra"
                " and Jupiter. Nero brings Mercury: recruit him."
            ),
            at=("use-recruit",),
            actions=("recruit nero",),
            opened="nero",
        ),
        Confirm(_("The fourth planet. Confirm."), at=("confirm",)),
        Lay(
            _("A democratic victory. One board is left."),
            at=("side-mine",),
            position={
                "discs": {"venus": 3, "jupiter": -3, "mercury": -1},
                "sides": [
                    {
                        "credits": 9,
                        "zenithium": 1,
                        "won": ["mars", "mars", "terra", "terra"],
                    },
                    {"credits": 7, "zenithium": 2, "won": ["jupiter", "mercury", "mars"]},
                ],
                "hands": [
                    ["cresus", "nero", "annie", "mc4ffr3y"],
                    ["wul", "zenon", "ivan", "geta"],
                ],
                "tokens": NO_TOKENS,
            },
        ),
        Give(
            _(
                "Any five discs are a popular victory. You have four. Which planets they come from"
                " doesn't matter. Recruit Cresus."
            ),
            at=("use-recruit",),
            actions=("recruit cresus",),
            opened="cresus",
        ),
        Confirm(_("The fifth disc. Confirm."), at=("confirm",)),
        Read(
            _(
                "You know all three. Keep an eye on the rows beside the discs of both sides: they"
                " count how many are missing."
            ),
            at=("side-theirs",),
        ),
    ),
)

TECHNOLOGY = Chapter(
    key="technology",
    title=_("Technologies"),
    about=_("Developing with zenithium, levels that add up, and the line bonus."),
    position={
        "discs": {"venus": -1, "jupiter": -2, "terra": -2},
        "sides": [
            {
                "credits": 8,
                "zenithium": 4,
                "technologies": {"animod": 1, "robot": 1},
                "columns": {"mars": ["mc4ffr3y", "little-bob", "caesar"]},
                "won": ["mars"],
            },
            {
                "credits": 9,
                "zenithium": 2,
                "technologies": {"human": 1},
                "columns": {"jupiter": ["annie"], "venus": ["felis"], "terra": ["zenon"]},
            },
        ],
        "hands": [
            ["jack-curry", "moussa", "nero", "sir-sam"],
            ["bruss0l0", "baron-goro", "wul", "m4rt1n"],
        ],
        "tokens": {"mars": None, "animod": "credits_4"},
        "deck": ["gilgamesh", "ivan", "khan", "v3rn3"],
    },
    steps=(
        Read(
            _(
                "A card has a second use: discard it to develop the technology of its faction."
                " There are three: animod, human and robot. You pay as much zenithium as the new"
                " level."
            ),
            at=("tech", "tracks"),
        ),
        Take(
            _("Jack Curry is a human. Choose him, not to recruit him this time."),
            at=("card-jack-curry", "hand"),
            card="jack-curry",
        ),
        Give(
            _("Develop the human technology to level 1 for 1 zenithium."),
            at=("use-develop",),
            actions=("develop jack-curry",),
        ),
        Give(
            _("Level 1 of the humans is 1 influence on a planet of your choice."),
            at=("answer", "lanes"),
            actions=("planet *",),
        ),
        Give(
            _(
                "All three of your technologies have now reached level 1. That is a line: its bonus"
                " is 1 more influence. On level 2 it would be 2, on level 3 even 3."
            ),
            at=("answer", "lanes"),
            actions=("planet *",),
        ),
        Confirm(_("Confirm your turn."), at=("confirm",), replies=("recruit bruss0l0",)),
        Take(
            _(
                "Now the animods: you are at level 1, and level 2 costs 2 zenithium. Moussa is an"
                " animod."
            ),
            at=("card-moussa", "hand"),
            card="moussa",
        ),
        Give(
            _("A new level applies itself and then every level below it. Develop."),
            at=("use-develop",),
            actions=("develop moussa",),
        ),
        Give(
            _("Level 2: 1 influence on each of two neighbouring planets. Choose them."),
            at=("answer", "lanes"),
            actions=("row *",),
        ),
        Confirm(
            _(
                "You were the first to reach level 2, so the token there was yours as well: 4"
                " credits. Then level 1 followed with 2 more. Confirm."
            ),
            at=("confirm",),
            replies=("recruit m4rt1n",),
        ),
        Read(
            _(
                "Every level makes the next one stronger. Developed cards are gone, though: a card"
                " is either recruited, or discarded for a technology, or for what comes next."
            ),
            at=("tech", "tracks"),
        ),
    ),
)

LEADER = Chapter(
    key="leader",
    title=_("The leader"),
    about=_("The badge, the hand limit, and agents who arrive by themselves."),
    position={
        "discs": {"venus": -1, "jupiter": -2, "terra": -2, "mercury": 1},
        "sides": [
            {
                "credits": 6,
                "zenithium": 2,
                "technologies": {"animod": 2, "human": 1, "robot": 1},
                "won": ["mars"],
            },
            {"credits": 5, "zenithium": 3, "columns": {"jupiter": ["annie"], "terra": ["zenon"]}},
        ],
        "hands": [
            ["cresus", "bish0p", "nero", "sir-sam"],
            ["arnulf", "wul", "m4rt1n", "ivan"],
        ],
        "tokens": {"mars": None, "animod": None},
        "deck": ["huxl3y", "charlemagne", "guy-gambler", "ilda-flores", "v3rn3", "khan"],
    },
    steps=(
        Read(
            _(
                "The third use of a card: discard it to take the leadership. You get the leader"
                " badge, and a gift that depends on the faction: robots give 1 zenithium, humans 3"
                " credits, animods mobilize two agents."
            ),
            at=("hand",),
        ),
        Take(_("Cresus is an animod. Choose him."), at=("card-cresus", "hand"), card="cresus"),
        Give(_("Take the leadership."), at=("use-lead",), actions=("lead cresus",)),
        Confirm(
            _(
                "To mobilize is to put the top card of the deck on your column of its planet,"
                " without its effects. You don't know which agents will come, so it can't be undone"
                " after confirming."
            ),
            at=("confirm",),
            replies=("recruit arnulf", "decline"),
        ),
        Read(
            _(
                "Huxl3y has come to Mercury and Charlemagne to Terra. They cost nothing and gave"
                " nothing, but your next agents there are cheaper."
            ),
            at=("column-mine-terra", "lane-terra"),
        ),
        Read(
            _(
                "You have the badge on its silver side: your hand limit is 5 cards instead of 4."
                " Taking the leadership once more turns it to gold: 6 cards. The other side can"
                " take it away from you."
            ),
            at=("side-mine",),
        ),
        Take(
            _(
                "Some agents do more for a leader. Bish0p gives another influence on Mars to the"
                " side that has the badge."
            ),
            at=("card-bish0p", "hand"),
            card="bish0p",
        ),
        Give(_("Recruit him."), at=("use-recruit",), actions=("recruit bish0p",)),
        Confirm(
            _("Two steps at once, thanks to the badge. Confirm."),
            at=("confirm",),
            replies=("recruit ivan",),
        ),
        Read(
            _("More cards mean more choices: the badge is worth a turn when you have a weak hand."),
            at=("hand",),
        ),
    ),
)

THEIRS = Chapter(
    key="theirs",
    title=_("Taking from the other side"),
    about=_("Transfer, exile, and effects that you may decline."),
    position={
        "discs": {"venus": -2, "jupiter": -2, "terra": -1, "mercury": 1, "mars": 1},
        "sides": [
            {"credits": 9, "zenithium": 2, "won": ["mars"], "columns": {"mars": ["bish0p"]}},
            {
                "credits": 7,
                "zenithium": 3,
                "won": ["jupiter"],
                "columns": {"jupiter": ["annie", "ivan"], "venus": ["geronimo"]},
            },
        ],
        "badge": {"side": 0, "face": "silver"},
        "hands": [
            ["caligula", "bajazet", "nero", "sir-sam", "guy-gambler"],
            ["bruss0l0", "wul", "m4rt1n", "zenon"],
        ],
        "tokens": {"mars": None, "jupiter": None},
        "deck": ["khan", "v3rn3", "huxl3y", "cresus"],
    },
    steps=(
        Read(
            _(
                "The bot has agents too, above the board. Each makes its next one there cheaper."
                " You can take them away: only ever the top card of a column."
            ),
            at=("column-theirs-jupiter", "lane-jupiter"),
        ),
        Take(
            _("Caligula transfers an agent: it changes sides and joins your column."),
            at=("card-caligula", "hand"),
            card="caligula",
        ),
        Give(_("Recruit him."), at=("use-recruit",), actions=("recruit caligula",)),
        Give(
            _(
                "Which agent do you want? A transferred agent brings no effects, but Caligula adds"
                " 1 influence on its planet."
            ),
            at=("answer", "lanes"),
            actions=("transfer *",),
        ),
        Confirm(_("Confirm your turn."), at=("confirm",), replies=("recruit bruss0l0",)),
        Take(
            _("Bajazet exiles an agent: its card goes to the discard pile."),
            at=("card-bajazet", "hand"),
            card="bajazet",
        ),
        Give(_("Recruit him."), at=("use-recruit",), actions=("recruit bajazet",)),
        Give(
            _(
                "You may exile an opponent's agent to gain as many credits as it costs. Effects"
                " that say “may” can be declined; all others must be carried out. Exile one."
            ),
            at=("answer", "lanes"),
            actions=("exile *",),
        ),
        Confirm(_("Confirm your turn."), at=("confirm",), replies=("recruit zenon",)),
        Read(
            _(
                "Now you know every kind of effect: influence, credits, zenithium, technologies,"
                " the badge, mobilize, exile, transfer. All cards are made of these."
            ),
            at=("lanes",),
        ),
    ),
)

VICTORY = Chapter(
    key="victory",
    title=_("Three ways to win"),
    about=_("Choose your victory."),
    position={
        "discs": {"mars": 2, "venus": 2, "jupiter": 2, "terra": -2},
        "sides": [
            {
                "credits": 10,
                "zenithium": 2,
                "won": ["mars", "mars", "venus", "terra"],
                "columns": {"mars": ["bish0p"], "jupiter": ["bajazet"]},
            },
            {"credits": 7, "zenithium": 3, "won": ["jupiter", "mercury", "terra"]},
        ],
        "hands": [["khan", "wul", "nero", "sir-sam"], ["bruss0l0", "cresus", "m4rt1n", "zenon"]],
        "tokens": NO_TOKENS,
    },
    steps=(
        Read(
            _(
                "The end of a close game. You have won four discs: two of Mars, one of Venus, one"
                " of Terra. The bot needs one more disc as well. Win now!"
            ),
            at=("side-mine",),
        ),
        Take(
            _("Khan gives 1 influence on Mercury, and 2 on any planet. Choose him."),
            at=("card-khan", "hand"),
            card="khan",
        ),
        Give(_("Recruit him."), at=("use-recruit",), actions=("recruit khan",)),
        Give(
            _(
                "Three discs are two steps away. Mars would be your third of one planet: an"
                " absolute victory. Jupiter your fourth planet: a democratic victory. Venus your"
                " fifth disc: a popular victory. Which one do you want?"
            ),
            at=("answer", "lanes"),
            actions=("planet mars", "planet jupiter", "planet venus"),
        ),
        Confirm(_("Confirm, and the game is yours."), at=("confirm",)),
        Read(
            _(
                "You have won! The game ends at once, in the middle of a turn if need be. Play this"
                " chapter again to try another victory, or go on to a real game."
            ),
            at=("side-mine",),
        ),
    ),
)

MULLIGAN = Chapter(
    key="mulligan",
    title=_("Mulligan"),
    about=_("Exchange cards before the first turn. Your first real game then asks you, too."),
    extra=True,
    mulligan=True,
    position={
        "discs": {"terra": -1},
        "hands": [
            ["magellan", "cresus", "hiroshi-sun", "queen-suzanne"],
            ["annie", "felis", "wul", "zenon"],
        ],
        "deck": ["mc4ffr3y", "ilda-flores", "nero", "ivan"],
    },
    steps=(
        Read(
            _(
                "Before the first turn, both players may exchange cards once: the mulligan. You put"
                " away as many as you like, and draw as many new ones."
            ),
            at=("hand",),
        ),
        Read(
            _(
                "You start with 12 credits. Magellan and Queen Suzanne cost 10 each: after one of"
                " them there is hardly a second turn."
            ),
            at=("card-magellan@cost", "card-magellan"),
        ),
        Read(
            _(
                "Cresus and Hiroshi Sun cost 1 each, and both belong to Venus: the first makes the"
                " second cheaper, and both bring credits. Keep cards like these."
            ),
            at=("card-cresus", "hand"),
        ),
        Give(
            _("Tick Magellan and Queen Suzanne, and replace them."),
            at=("answer-ticked", "hand"),
            actions=("redraw *",),
        ),
        Confirm(
            _(
                "Your opponent chooses at the same time, and neither of you sees what the other one"
                " does. Confirm."
            ),
            at=("confirm",),
            replies=("redraw",),
        ),
        Read(
            _("These are your new cards. The first turn begins: a hand that you can pay for."),
            at=("hand",),
        ),
    ),
)

FIRST_GAME = Tutorial(
    key="first-game",
    title=_("Your first game"),
    about=_("Learn by playing: every rule of the game on the real table, against a bot."),
    minutes=10,
    chapters=(
        INFLUENCE,
        CARD,
        DISC,
        WINNING,
        TECHNOLOGY,
        LEADER,
        THEIRS,
        VICTORY,
        MULLIGAN,
    ),
)
