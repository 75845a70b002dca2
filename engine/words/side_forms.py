"""The forms of events of one side: see `Forms`."""

from typing import Final

from engine.text import gettext_noop
from engine.words.messages import ngettext_noop
from engine.words.readers import Forms

LINE_COMPLETED: Final = Forms(
    you=gettext_noop("All three of your technologies have reached level %(level)s."),
    opponent=gettext_noop("All three technologies of your opponent have reached level %(level)s."),
    named=gettext_noop("All three technologies of %(name)s have reached level %(level)s."),
    ours=gettext_noop("All three technologies of your team have reached level %(level)s."),
    theirs=gettext_noop(
        "All three technologies of the opposing team have reached level %(level)s."
    ),
)
DECLINED: Final = Forms(
    you=gettext_noop("%(source)s: you declined."),
    opponent=gettext_noop("%(source)s: your opponent declined."),
    named=gettext_noop("%(source)s: %(name)s declined."),
    ours=gettext_noop("%(source)s: your team declined."),
    theirs=gettext_noop("%(source)s: the opposing team declined."),
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
    you=gettext_noop("You won the disc of %(planet)s."),
    opponent=gettext_noop("Your opponent won the disc of %(planet)s."),
    named=gettext_noop("%(name)s won the disc of %(planet)s."),
    ours=gettext_noop("Your team won the disc of %(planet)s."),
    theirs=gettext_noop("The opposing team won the disc of %(planet)s."),
)
BADGE_TAKEN: Final = Forms(
    you=gettext_noop("You took the leader badge."),
    opponent=gettext_noop("Your opponent took the leader badge."),
    named=gettext_noop("%(name)s took the leader badge."),
    ours=gettext_noop("Your team took the leader badge."),
    theirs=gettext_noop("The opposing team took the leader badge."),
)
BADGE_GOLD: Final = Forms(
    you=gettext_noop("You took the leader badge on its gold side."),
    opponent=gettext_noop("Your opponent took the leader badge on its gold side."),
    named=gettext_noop("%(name)s took the leader badge on its gold side."),
    ours=gettext_noop("Your team took the leader badge on its gold side."),
    theirs=gettext_noop("The opposing team took the leader badge on its gold side."),
)
TOKEN_FROM_PLANET: Final = Forms(
    you=gettext_noop("You gained the bonus token of %(planet)s: %(token)s."),
    opponent=gettext_noop("Your opponent gained the bonus token of %(planet)s: %(token)s."),
    named=gettext_noop("%(name)s gained the bonus token of %(planet)s: %(token)s."),
    ours=gettext_noop("Your team gained the bonus token of %(planet)s: %(token)s."),
    theirs=gettext_noop("The opposing team gained the bonus token of %(planet)s: %(token)s."),
)
TOKEN_FROM_TECHNOLOGY: Final = Forms(
    you=gettext_noop("You gained the bonus token of %(faction)s technology: %(token)s."),
    opponent=gettext_noop(
        "Your opponent gained the bonus token of %(faction)s technology: %(token)s."
    ),
    named=gettext_noop("%(name)s gained the bonus token of %(faction)s technology: %(token)s."),
    ours=gettext_noop("Your team gained the bonus token of %(faction)s technology: %(token)s."),
    theirs=gettext_noop(
        "The opposing team gained the bonus token of %(faction)s technology: %(token)s."
    ),
)
TOKEN_FROM_SUPPLY: Final = Forms(
    you=gettext_noop("You drew a bonus token from the supply: %(token)s."),
    opponent=gettext_noop("Your opponent drew a bonus token from the supply: %(token)s."),
    named=gettext_noop("%(name)s drew a bonus token from the supply: %(token)s."),
    ours=gettext_noop("Your team drew a bonus token from the supply: %(token)s."),
    theirs=gettext_noop("The opposing team drew a bonus token from the supply: %(token)s."),
)
CREDITS_GAINED: Final = Forms(
    you=ngettext_noop("You gained %(n)s credit.", "You gained %(n)s credits."),
    opponent=ngettext_noop(
        "Your opponent gained %(n)s credit.", "Your opponent gained %(n)s credits."
    ),
    named=ngettext_noop("%(name)s gained %(n)s credit.", "%(name)s gained %(n)s credits."),
    ours=ngettext_noop("Your team gained %(n)s credit.", "Your team gained %(n)s credits."),
    theirs=ngettext_noop(
        "The opposing team gained %(n)s credit.", "The opposing team gained %(n)s credits."
    ),
)
CREDITS_SPENT: Final = Forms(
    you=ngettext_noop("You spent %(n)s credit.", "You spent %(n)s credits."),
    opponent=ngettext_noop(
        "Your opponent spent %(n)s credit.", "Your opponent spent %(n)s credits."
    ),
    named=ngettext_noop("%(name)s spent %(n)s credit.", "%(name)s spent %(n)s credits."),
    ours=ngettext_noop("Your team spent %(n)s credit.", "Your team spent %(n)s credits."),
    theirs=ngettext_noop(
        "The opposing team spent %(n)s credit.", "The opposing team spent %(n)s credits."
    ),
)
ZENITHIUM_GAINED: Final = Forms(
    you=gettext_noop("You gained %(n)s zenithium."),
    opponent=gettext_noop("Your opponent gained %(n)s zenithium."),
    named=gettext_noop("%(name)s gained %(n)s zenithium."),
    ours=gettext_noop("Your team gained %(n)s zenithium."),
    theirs=gettext_noop("The opposing team gained %(n)s zenithium."),
)
ZENITHIUM_SPENT: Final = Forms(
    you=gettext_noop("You spent %(n)s zenithium."),
    opponent=gettext_noop("Your opponent spent %(n)s zenithium."),
    named=gettext_noop("%(name)s spent %(n)s zenithium."),
    ours=gettext_noop("Your team spent %(n)s zenithium."),
    theirs=gettext_noop("The opposing team spent %(n)s zenithium."),
)
MOBILIZED: Final = Forms(
    you=gettext_noop("You mobilized %(agent)s on %(planet)s."),
    opponent=gettext_noop("Your opponent mobilized %(agent)s on %(planet)s."),
    named=gettext_noop("%(name)s mobilized %(agent)s on %(planet)s."),
    ours=gettext_noop("Your team mobilized %(agent)s on %(planet)s."),
    theirs=gettext_noop("The opposing team mobilized %(agent)s on %(planet)s."),
)
EXILED_OWN: Final = Forms(
    you=gettext_noop("You exiled %(agent)s from your own %(planet)s column."),
    opponent=gettext_noop("Your opponent exiled %(agent)s from their own %(planet)s column."),
    named=gettext_noop("%(name)s exiled %(agent)s from their own %(planet)s column."),
    ours=gettext_noop("Your team exiled %(agent)s from its own %(planet)s column."),
    theirs=gettext_noop("The opposing team exiled %(agent)s from its own %(planet)s column."),
)
WON_ABSOLUTE: Final = Forms(
    you=gettext_noop("You won the game: absolute victory, 3 discs of one planet."),
    opponent=gettext_noop("Your opponent won the game: absolute victory, 3 discs of one planet."),
    named=gettext_noop("%(name)s won the game: absolute victory, 3 discs of one planet."),
    ours=gettext_noop("Your team won the game: absolute victory, 3 discs of one planet."),
    theirs=gettext_noop("The opposing team won the game: absolute victory, 3 discs of one planet."),
)
WON_DEMOCRATIC: Final = Forms(
    you=gettext_noop("You won the game: democratic victory, 4 discs of different planets."),
    opponent=gettext_noop(
        "Your opponent won the game: democratic victory, 4 discs of different planets."
    ),
    named=gettext_noop("%(name)s won the game: democratic victory, 4 discs of different planets."),
    ours=gettext_noop("Your team won the game: democratic victory, 4 discs of different planets."),
    theirs=gettext_noop(
        "The opposing team won the game: democratic victory, 4 discs of different planets."
    ),
)
WON_POPULAR: Final = Forms(
    you=gettext_noop("You won the game: popular victory, 5 discs."),
    opponent=gettext_noop("Your opponent won the game: popular victory, 5 discs."),
    named=gettext_noop("%(name)s won the game: popular victory, 5 discs."),
    ours=gettext_noop("Your team won the game: popular victory, 5 discs."),
    theirs=gettext_noop("The opposing team won the game: popular victory, 5 discs."),
)
