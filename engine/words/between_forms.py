"""The forms of events between two sides: see `Forms`."""

from typing import Final

from engine.text import gettext_noop
from engine.words.messages import ngettext_noop
from engine.words.readers import Forms

BADGE_GIVEN: Final = Forms(
    you=gettext_noop("You gave the leader badge to your opponent."),
    opponent=gettext_noop("Your opponent gave the leader badge to you."),
    named=gettext_noop("%(name)s gave the leader badge to %(other)s."),
    ours=gettext_noop("Your team gave the leader badge to the opposing team."),
    theirs=gettext_noop("The opposing team gave the leader badge to your team."),
)
CREDITS_TAKEN: Final = Forms(
    you=ngettext_noop(
        "You took %(n)s credit from your opponent.", "You took %(n)s credits from your opponent."
    ),
    opponent=ngettext_noop(
        "Your opponent took %(n)s credit from you.", "Your opponent took %(n)s credits from you."
    ),
    named=ngettext_noop(
        "%(name)s took %(n)s credit from %(other)s.", "%(name)s took %(n)s credits from %(other)s."
    ),
    ours=ngettext_noop(
        "Your team took %(n)s credit from the opposing team.",
        "Your team took %(n)s credits from the opposing team.",
    ),
    theirs=ngettext_noop(
        "The opposing team took %(n)s credit from your team.",
        "The opposing team took %(n)s credits from your team.",
    ),
)
CREDITS_GIVEN: Final = Forms(
    you=ngettext_noop(
        "You gave %(n)s credit to your opponent.", "You gave %(n)s credits to your opponent."
    ),
    opponent=ngettext_noop(
        "Your opponent gave %(n)s credit to you.", "Your opponent gave %(n)s credits to you."
    ),
    named=ngettext_noop(
        "%(name)s gave %(n)s credit to %(other)s.", "%(name)s gave %(n)s credits to %(other)s."
    ),
    ours=ngettext_noop(
        "Your team gave %(n)s credit to the opposing team.",
        "Your team gave %(n)s credits to the opposing team.",
    ),
    theirs=ngettext_noop(
        "The opposing team gave %(n)s credit to your team.",
        "The opposing team gave %(n)s credits to your team.",
    ),
)
ZENITHIUM_TAKEN: Final = Forms(
    you=gettext_noop("You took %(n)s zenithium from your opponent."),
    opponent=gettext_noop("Your opponent took %(n)s zenithium from you."),
    named=gettext_noop("%(name)s took %(n)s zenithium from %(other)s."),
    ours=gettext_noop("Your team took %(n)s zenithium from the opposing team."),
    theirs=gettext_noop("The opposing team took %(n)s zenithium from your team."),
)
ZENITHIUM_GIVEN: Final = Forms(
    you=gettext_noop("You gave %(n)s zenithium to your opponent."),
    opponent=gettext_noop("Your opponent gave %(n)s zenithium to you."),
    named=gettext_noop("%(name)s gave %(n)s zenithium to %(other)s."),
    ours=gettext_noop("Your team gave %(n)s zenithium to the opposing team."),
    theirs=gettext_noop("The opposing team gave %(n)s zenithium to your team."),
)
EXILED: Final = Forms(
    you=gettext_noop("You exiled %(agent)s from your opponent's %(planet)s column."),
    opponent=gettext_noop("Your opponent exiled %(agent)s from your %(planet)s column."),
    named=gettext_noop("%(name)s exiled %(agent)s from the %(planet)s column of %(other)s."),
    ours=gettext_noop("Your team exiled %(agent)s from the opposing team's %(planet)s column."),
    theirs=gettext_noop("The opposing team exiled %(agent)s from your team's %(planet)s column."),
)
TRANSFERRED: Final = Forms(
    you=gettext_noop("You transferred %(agent)s from your opponent's %(planet)s column to yours."),
    opponent=gettext_noop(
        "Your opponent transferred %(agent)s from your %(planet)s column to theirs."
    ),
    named=gettext_noop("%(name)s transferred %(agent)s from the %(planet)s column of %(other)s."),
    ours=gettext_noop(
        "Your team transferred %(agent)s from the opposing team's %(planet)s column to yours."
    ),
    theirs=gettext_noop(
        "The opposing team transferred %(agent)s from your team's %(planet)s column to theirs."
    ),
)
