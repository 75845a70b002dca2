"""The forms of events of one seat: see `Forms`."""

from typing import Final

from engine.text import gettext_noop
from engine.words.messages import ngettext_noop
from engine.words.readers import Forms

MULLIGAN_HIDDEN: Final = Forms(
    you=gettext_noop("You decided which cards to replace."),
    opponent=gettext_noop("Your opponent decided which cards to replace."),
    named=gettext_noop("%(name)s decided which cards to replace."),
)
MULLIGAN_KEPT: Final = Forms(
    you=gettext_noop("You kept all your cards."),
    opponent=gettext_noop("Your opponent kept all cards."),
    named=gettext_noop("%(name)s kept all cards."),
)
MULLIGAN_REPLACED: Final = Forms(
    you=gettext_noop("You replaced %(agents)s."),
    opponent=gettext_noop("Your opponent replaced %(agents)s."),
    named=gettext_noop("%(name)s replaced %(agents)s."),
)
TURN_STARTED: Final = Forms(
    you=gettext_noop("It is your turn."),
    opponent=gettext_noop("It is your opponent's turn."),
    named=gettext_noop("It is the turn of %(name)s."),
)
TURN_SKIPPED: Final = Forms(
    you=gettext_noop("You had no card to play."),
    opponent=gettext_noop("Your opponent had no card to play."),
    named=gettext_noop("%(name)s had no card to play."),
)
PLAYS_FIRST: Final = Forms(
    you=gettext_noop("You play first for your team."),
    named=gettext_noop("%(name)s plays first for their team."),
)
DEVELOPED: Final = Forms(
    you=gettext_noop(
        "You developed %(faction)s technology to level %(level)s for %(paid)s zenithium."
    ),
    opponent=gettext_noop(
        "Your opponent developed %(faction)s technology to level %(level)s for %(paid)s zenithium."
    ),
    named=gettext_noop(
        "%(name)s developed %(faction)s technology to level %(level)s for %(paid)s zenithium."
    ),
)
DEVELOPED_WITH: Final = Forms(
    you=gettext_noop(
        "You developed %(faction)s technology to level %(level)s for %(paid)s zenithium"
        " with %(agent)s."
    ),
    opponent=gettext_noop(
        "Your opponent developed %(faction)s technology to level %(level)s for %(paid)s zenithium"
        " with %(agent)s."
    ),
    named=gettext_noop(
        "%(name)s developed %(faction)s technology to level %(level)s for %(paid)s zenithium"
        " with %(agent)s."
    ),
)
LED: Final = Forms(
    you=gettext_noop("You took the leadership with %(agent)s."),
    opponent=gettext_noop("Your opponent took the leadership with %(agent)s."),
    named=gettext_noop("%(name)s took the leadership with %(agent)s."),
)
DISCARDED: Final = Forms(
    you=gettext_noop("You discarded %(agents)s."),
    opponent=gettext_noop("Your opponent discarded %(agents)s."),
    named=gettext_noop("%(name)s discarded %(agents)s."),
)
DREW: Final = Forms(
    you=gettext_noop("You drew %(agents)s."),
    opponent=gettext_noop("Your opponent drew %(agents)s."),
    named=gettext_noop("%(name)s drew %(agents)s."),
)
DREW_COUNT: Final = Forms(
    you=ngettext_noop("You drew %(n)s card.", "You drew %(n)s cards."),
    opponent=ngettext_noop("Your opponent drew %(n)s card.", "Your opponent drew %(n)s cards."),
    named=ngettext_noop("%(name)s drew %(n)s card.", "%(name)s drew %(n)s cards."),
)
SHARED: Final = Forms(
    you=gettext_noop("You gave %(agents)s to %(mate)s."),
    named=gettext_noop("%(name)s gave %(agents)s to %(mate)s."),
)
SHARED_COUNT: Final = Forms(
    you=ngettext_noop("You gave %(n)s card to %(mate)s.", "You gave %(n)s cards to %(mate)s."),
    named=ngettext_noop(
        "%(name)s gave %(n)s card to %(mate)s.", "%(name)s gave %(n)s cards to %(mate)s."
    ),
)
RECEIVED: Final = gettext_noop("%(name)s gave you %(agents)s.")
RECEIVED_COUNT: Final = ngettext_noop(
    "%(name)s gave you %(n)s card.", "%(name)s gave you %(n)s cards."
)
