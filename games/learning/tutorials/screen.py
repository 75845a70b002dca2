"""For players who know the box: what is where on the table page."""

from django.utils.translation import gettext_lazy as _

from games.learning.scripts import Chapter, Confirm, Give, Read, Take, Tutorial

TABLE = Chapter(
    key="table",
    title=_("What the screen shows where"),
    about=_("You know the rules: this is the table."),
    position={
        "discs": {"mercury": 1, "venus": -2, "jupiter": -1},
        "sides": [
            {
                "credits": 11,
                "zenithium": 3,
                "technologies": {"animod": 2, "robot": 1},
                "columns": {
                    "mercury": ["nero"],
                    "terra": ["v3rn3", "m4th3s0n"],
                    "venus": ["felis"],
                },
                "won": ["mars"],
            },
            {
                "credits": 8,
                "zenithium": 2,
                "technologies": {"human": 1, "robot": 2},
                "columns": {"venus": ["cresus", "moussa"], "jupiter": ["ivan"]},
                "won": ["jupiter"],
            },
        ],
        "badge": {"side": 1, "face": "silver"},
        "hands": [["f4rm3r", "caesar", "arnulf", "sir-sam"], ["w3lls", "ramses", "geta", "zenon"]],
        "tokens": {"mars": None, "jupiter": None, "animod": None, "robot": None},
        "discard": ["jack-curry", "annie"],
        "deck": ["gilgamesh", "khan"],
    },
    steps=(
        Read(
            _(
                "You always sit below, your opponent above. Each planet is a lane: the columns of"
                " agents at its ends, the disc on its track in between. Your agents make the next"
                " one in their lane cheaper."
            ),
            at=("lanes",),
        ),
        Read(
            _(
                "Credits, zenithium, cards in hand and their limit, the leader badge, won discs and"
                " the way to each victory: above your opponent's, below yours."
            ),
            at=("side-mine",),
        ),
        Read(
            _(
                "The technology board. The markers show how far both sides are, the tokens of level"
                " 2 lie beside their level. Click a level to read it in words."
            ),
            at=("tech", "tracks"),
        ),
        Read(
            _("Deck, discard pile and spent tokens. You can look through the discard pile."),
            at=("tech-foot",),
        ),
        Take(
            _("Your hand. Click a card, or press its number on the keyboard. Choose F4rm3r."),
            at=("card-f4rm3r", "hand"),
            card="f4rm3r",
        ),
        Give(
            _(
                "The three uses of the card with their prices, and what each would do. F4rm3r costs"
                " 2 less on Terra. Recruit him."
            ),
            at=("use-recruit", "ask"),
            actions=("recruit f4rm3r",),
        ),
        Give(
            _("Answer on the board or with these buttons. A ghost shows where the disc would go."),
            at=("answer", "lanes"),
            actions=("planet *",),
        ),
        Give(
            _("And another planet. Undo takes back one step at a time."),
            at=("answer", "lanes"),
            actions=("planet *",),
        ),
        Confirm(
            _("Nothing has been played so far. Confirm, and it is your opponent's turn."),
            at=("confirm",),
            replies=("recruit zenon",),
        ),
        Read(
            _(
                "What happened since your last look is played on the board and marked in the log."
                " In a game against people you can go away now: an email calls you back."
            ),
            at=("log",),
        ),
        Read(
            _(
                "The question mark explains the symbols and lists the keys. Switch on “What is"
                " this?” there and click anything to read about it. With a mouse you can also drag"
                " a card: onto its planet to recruit, onto its technology to develop, onto your own"
                " side to lead."
            ),
            at=("bar",),
        ),
    ),
)

SCREEN = Tutorial(
    key="screen",
    title=_("I know the board game"),
    about=_("The table on the screen, in two minutes."),
    minutes=2,
    chapters=(TABLE,),
)
