"""The sentences of events, in the present tense: what a draft will do reads as what a log tells."""

from typing import Final

from engine.text import Text, gettext_noop
from engine.words.messages import ngettext_noop, say
from engine.words.readers import Forms

# --- of a seat ---

MULLIGAN_HIDDEN: Final = Forms(
    you=gettext_noop("You decide which cards to replace."),
    named=gettext_noop("%(name)s decides which cards to replace."),
)
MULLIGAN_KEPT: Final = Forms(
    you=gettext_noop("You keep all your cards."),
    named=gettext_noop("%(name)s keeps all cards."),
)
MULLIGAN_REPLACED: Final = Forms(
    you=gettext_noop("You replace %(agents)s."),
    named=gettext_noop("%(name)s replaces %(agents)s."),
)
TURN_STARTED: Final = Forms(
    you=gettext_noop("It is your turn."),
    opponent=gettext_noop("It is your opponent's turn."),
    named=gettext_noop("It is the turn of %(name)s."),
)
TURN_SKIPPED: Final = Forms(
    you=gettext_noop("You have no card to play."),
    named=gettext_noop("%(name)s has no card to play."),
)
PLAYS_FIRST: Final = Forms(
    you=gettext_noop("You play first for your team."),
    named=gettext_noop("%(name)s plays first for their team."),
)
DEVELOPED: Final = Forms(
    you=gettext_noop(
        "You develop %(faction)s technology to level %(level)s for %(paid)s zenithium."
    ),
    named=gettext_noop(
        "%(name)s develops %(faction)s technology to level %(level)s for %(paid)s zenithium."
    ),
)
DEVELOPED_WITH: Final = Forms(
    you=gettext_noop(
        "You develop %(faction)s technology to level %(level)s for %(paid)s zenithium"
        " with %(agent)s."
    ),
    named=gettext_noop(
        "%(name)s develops %(faction)s technology to level %(level)s for %(paid)s zenithium"
        " with %(agent)s."
    ),
)
LED: Final = Forms(
    you=gettext_noop("You take the leadership with %(agent)s."),
    named=gettext_noop("%(name)s takes the leadership with %(agent)s."),
)
DISCARDED: Final = Forms(
    you=gettext_noop("You discard %(agents)s."),
    named=gettext_noop("%(name)s discards %(agents)s."),
)
DREW: Final = Forms(
    you=gettext_noop("You draw %(agents)s."),
    named=gettext_noop("%(name)s draws %(agents)s."),
)
DREW_COUNT: Final = Forms(
    you=ngettext_noop("You draw %(n)s card.", "You draw %(n)s cards."),
    named=ngettext_noop("%(name)s draws %(n)s card.", "%(name)s draws %(n)s cards."),
)
SHARED: Final = Forms(
    you=gettext_noop("You give %(agents)s to %(mate)s."),
    named=gettext_noop("%(name)s gives %(agents)s to %(mate)s."),
)
SHARED_COUNT: Final = Forms(
    you=ngettext_noop("You give %(n)s card to %(mate)s.", "You give %(n)s cards to %(mate)s."),
    named=ngettext_noop(
        "%(name)s gives %(n)s card to %(mate)s.", "%(name)s gives %(n)s cards to %(mate)s."
    ),
)
RECEIVED: Final = gettext_noop("%(name)s gives you %(agents)s.")
RECEIVED_COUNT: Final = ngettext_noop(
    "%(name)s gives you %(n)s card.", "%(name)s gives you %(n)s cards."
)

# --- of a side ---

LINE_COMPLETED: Final = Forms(
    you=gettext_noop("All three of your technologies reach level %(level)s."),
    opponent=gettext_noop("All three technologies of your opponent reach level %(level)s."),
    named=gettext_noop("All three technologies of %(name)s reach level %(level)s."),
    ours=gettext_noop("All three technologies of your team reach level %(level)s."),
    theirs=gettext_noop("All three technologies of the opposing team reach level %(level)s."),
)
DECLINED: Final = Forms(
    you=gettext_noop("%(source)s: you decline."),
    opponent=gettext_noop("%(source)s: your opponent declines."),
    named=gettext_noop("%(source)s: %(name)s declines."),
    ours=gettext_noop("%(source)s: your team declines."),
    theirs=gettext_noop("%(source)s: the opposing team declines."),
)
DISC_MOVED: Final = Forms(
    you=ngettext_noop("%(planet)s %(n)s step towards you.", "%(planet)s %(n)s steps towards you."),
    opponent=ngettext_noop(
        "%(planet)s %(n)s step towards your opponent.",
        "%(planet)s %(n)s steps towards your opponent.",
    ),
    named=ngettext_noop(
        "%(planet)s %(n)s step towards %(name)s.", "%(planet)s %(n)s steps towards %(name)s."
    ),
    ours=ngettext_noop(
        "%(planet)s %(n)s step towards your team.", "%(planet)s %(n)s steps towards your team."
    ),
    theirs=ngettext_noop(
        "%(planet)s %(n)s step towards the opposing team.",
        "%(planet)s %(n)s steps towards the opposing team.",
    ),
)
DISC_WON: Final = Forms(
    you=gettext_noop("You win the disc of %(planet)s."),
    named=gettext_noop("%(name)s wins the disc of %(planet)s."),
)
BADGE_TAKEN: Final = Forms(
    you=gettext_noop("You take the leader badge."),
    named=gettext_noop("%(name)s takes the leader badge."),
)
BADGE_GOLD: Final = Forms(
    you=gettext_noop("You take the leader badge on its gold side."),
    named=gettext_noop("%(name)s takes the leader badge on its gold side."),
)
TOKEN_FROM_PLANET: Final = Forms(
    you=gettext_noop("You gain the bonus token of %(planet)s: %(token)s."),
    named=gettext_noop("%(name)s gains the bonus token of %(planet)s: %(token)s."),
)
TOKEN_FROM_TECHNOLOGY: Final = Forms(
    you=gettext_noop("You gain the bonus token of %(faction)s technology: %(token)s."),
    named=gettext_noop("%(name)s gains the bonus token of %(faction)s technology: %(token)s."),
)
TOKEN_FROM_SUPPLY: Final = Forms(
    you=gettext_noop("You draw a bonus token from the supply: %(token)s."),
    named=gettext_noop("%(name)s draws a bonus token from the supply: %(token)s."),
)
GAINED: Final = Forms(
    you=gettext_noop("You gain %(goods)s."), named=gettext_noop("%(name)s gains %(goods)s.")
)
SPENT: Final = Forms(
    you=gettext_noop("You spend %(goods)s."), named=gettext_noop("%(name)s spends %(goods)s.")
)
MOBILIZED: Final = Forms(
    you=gettext_noop("You mobilize %(agent)s on %(planet)s."),
    named=gettext_noop("%(name)s mobilizes %(agent)s on %(planet)s."),
)
EXILED_OWN: Final = Forms(
    you=gettext_noop("You exile %(agent)s from your own %(planet)s column."),
    named=gettext_noop("%(name)s exiles %(agent)s from their own %(planet)s column."),
)

# --- between two sides ---

BADGE_GIVEN: Final = Forms(
    you=gettext_noop("You give the leader badge to your opponent."),
    opponent=gettext_noop("Your opponent gives the leader badge to you."),
    named=gettext_noop("%(name)s gives the leader badge to %(other)s."),
    ours=gettext_noop("Your team gives the leader badge to the opposing team."),
    theirs=gettext_noop("The opposing team gives the leader badge to your team."),
)
TAKEN: Final = Forms(
    you=gettext_noop("You take %(goods)s from your opponent."),
    opponent=gettext_noop("Your opponent takes %(goods)s from you."),
    named=gettext_noop("%(name)s takes %(goods)s from %(other)s."),
    ours=gettext_noop("Your team takes %(goods)s from the opposing team."),
    theirs=gettext_noop("The opposing team takes %(goods)s from your team."),
)
GIVEN: Final = Forms(
    you=gettext_noop("You give %(goods)s to your opponent."),
    opponent=gettext_noop("Your opponent gives %(goods)s to you."),
    named=gettext_noop("%(name)s gives %(goods)s to %(other)s."),
    ours=gettext_noop("Your team gives %(goods)s to the opposing team."),
    theirs=gettext_noop("The opposing team gives %(goods)s to your team."),
)
EXILED: Final = Forms(
    you=gettext_noop("You exile %(agent)s from your opponent's %(planet)s column."),
    opponent=gettext_noop("Your opponent exiles %(agent)s from your %(planet)s column."),
    named=gettext_noop("%(name)s exiles %(agent)s from the %(planet)s column of %(other)s."),
    ours=gettext_noop("Your team exiles %(agent)s from the opposing team's %(planet)s column."),
    theirs=gettext_noop("The opposing team exiles %(agent)s from your team's %(planet)s column."),
)
TRANSFERRED: Final = Forms(
    you=gettext_noop("You transfer %(agent)s from your opponent's %(planet)s column to yours."),
    opponent=gettext_noop(
        "Your opponent transfers %(agent)s from your %(planet)s column to theirs."
    ),
    named=gettext_noop("%(name)s transfers %(agent)s from the %(planet)s column of %(other)s."),
    ours=gettext_noop(
        "Your team transfers %(agent)s from the opposing team's %(planet)s column to yours."
    ),
    theirs=gettext_noop(
        "The opposing team transfers %(agent)s from your team's %(planet)s column to theirs."
    ),
)

# --- the end ---

WINS: Final = {
    "absolute": Forms(
        you=gettext_noop("You win the game: absolute victory, 3 discs of one planet."),
        named=gettext_noop("%(name)s wins the game: absolute victory, 3 discs of one planet."),
    ),
    "democratic": Forms(
        you=gettext_noop("You win the game: democratic victory, 4 discs of different planets."),
        named=gettext_noop(
            "%(name)s wins the game: democratic victory, 4 discs of different planets."
        ),
    ),
    "popular": Forms(
        you=gettext_noop("You win the game: popular victory, 5 discs."),
        named=gettext_noop("%(name)s wins the game: popular victory, 5 discs."),
    ),
}
"""Victory -> the sentence of a turn that wins the game."""
WON: Final = {
    "absolute": Forms(
        you=gettext_noop("You won the game: absolute victory, 3 discs of one planet."),
        named=gettext_noop("%(name)s won the game: absolute victory, 3 discs of one planet."),
    ),
    "democratic": Forms(
        you=gettext_noop("You won the game: democratic victory, 4 discs of different planets."),
        named=gettext_noop(
            "%(name)s won the game: democratic victory, 4 discs of different planets."
        ),
    ),
    "popular": Forms(
        you=gettext_noop("You won the game: popular victory, 5 discs."),
        named=gettext_noop("%(name)s won the game: popular victory, 5 discs."),
    ),
}
"""Victory -> the sentence of a game that has been won."""


def credits_of(amount: int) -> Text:
    """Return so many credits, as goods in a sentence."""
    return say(ngettext_noop("%(n)s credit", "%(n)s credits"), n=amount)


def zenithium_of(amount: int) -> Text:
    """Return so much zenithium, as goods in a sentence."""
    return say(gettext_noop("%(n)s zenithium"), n=amount)
