"""What is what on the table page: a sentence and a place in the rules for each of its elements."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.learning.scripts import Words

AN_HOUR = 60 * 60


@dataclass(frozen=True, slots=True)
class HelpText:
    """What is said of the elements that a selector finds, and where the rules have more of it."""

    selector: str
    says: Words
    anchor: str = ""


HELP = (
    HelpText(
        ".disc",
        gettext_lazy("The planet's disc. Influence moves it; in your zone it is yours."),
        "influence",
    ),
    HelpText(
        ".track .token",
        gettext_lazy("A bonus token: for the side that wins the first disc of this planet."),
        "token",
    ),
    HelpText(
        ".tech-track .token",
        gettext_lazy("A bonus token: for the first side that reaches level 2."),
        "token",
    ),
    HelpText(
        ".zone.mine",
        gettext_lazy("Your zone: a disc that gets here is yours. The number is your discount."),
        "influence",
    ),
    HelpText(
        ".zone.theirs",
        gettext_lazy("The other side's zone: a disc that gets here is theirs."),
        "influence",
    ),
    HelpText(
        ".track",
        gettext_lazy("The track of a planet: three steps to each side, and the fourth wins."),
        "influence",
    ),
    HelpText(
        ".column.mine",
        gettext_lazy("Your agents on this planet. Each makes the next one here 1 credit cheaper."),
        "recruit",
    ),
    HelpText(
        ".column.theirs",
        gettext_lazy("The other side's agents. Only the top one can be exiled or transferred."),
        "transfer",
    ),
    HelpText(".lane", gettext_lazy("A planet: columns of agents, a track and its disc."), "start"),
    HelpText(".good:has(.credits)", gettext_lazy("Credits pay for agents."), "recruit"),
    HelpText(".good:has(.zenithium)", gettext_lazy("Zenithium pays for technologies."), "develop"),
    HelpText(
        ".leader",
        gettext_lazy("The leader badge: 5 cards in hand on silver, 6 on gold."),
        "lead",
    ),
    HelpText(".discs-won", gettext_lazy("The discs that this side has won."), "win"),
    HelpText(
        ".victories",
        gettext_lazy("The way to each victory: 3 of one planet, 4 different ones, or any 5."),
        "win",
    ),
    HelpText(".player .cards", gettext_lazy("Cards in hand, and the hand limit."), "end"),
    HelpText(
        ".player .rating", gettext_lazy("The player's rating: higher is stronger, 1500 is average.")
    ),
    HelpText(
        ".player .reach", gettext_lazy("The planets on which this player can recruit."), "four"
    ),
    HelpText(".side-time", gettext_lazy("The time that this side has left, or its deadline."), ""),
    HelpText(
        ".side",
        gettext_lazy("A side: its players, credits, zenithium, won discs and ways to win."),
        "start",
    ),
    HelpText(
        ".tech-track",
        gettext_lazy("A technology. A level costs its number and applies all levels below too."),
        "develop",
    ),
    HelpText(
        ".line-bonuses",
        gettext_lazy("Line bonuses: influence when all three technologies reach a level."),
        "line",
    ),
    HelpText(
        ".tech-foot", gettext_lazy("Cards in the deck, discarded cards, and spent tokens."), "end"
    ),
    HelpText(".card .cost", gettext_lazy("What recruiting this agent costs you now."), "recruit"),
    HelpText(
        ".card .uses",
        gettext_lazy("Recruit, develop, lead: what is possible now, with its price."),
        "turn",
    ),
    HelpText(
        ".card",
        gettext_lazy(
            "A card of your hand. Click it to see its three uses, or drag it to where you use it."
        ),
        "turn",
    ),
    HelpText("#undo, #undo-all", gettext_lazy("Takes back what you have not confirmed yet.")),
    HelpText("#confirm", gettext_lazy("Plays your turn. Until then nothing counts."), "turn"),
    HelpText(
        ".use", gettext_lazy("An answer, and what it does. You can undo it before you confirm.")
    ),
    HelpText("#ask", gettext_lazy("What you are asked now, and your answers so far."), "turn"),
    HelpText(
        "#motion", gettext_lazy("Plays the latest moves of the other players on the board again.")
    ),
    HelpText("#log", gettext_lazy("All that has happened, the latest turn first.")),
    HelpText("#talk", gettext_lazy("The chat: everyone who sees this table can read it.")),
    HelpText("#notes", gettext_lazy("Your notes: only you can read them.")),
    HelpText("#more", gettext_lazy("The menu: replay, time, sounds, and how to leave the game.")),
    HelpText("#bar-state", gettext_lazy("Whose turn it is, and how long it may take.")),
    HelpText("#bar", gettext_lazy("What kind of game it is, and whose turn.")),
)
"""The texts; of several for the same element the first one counts."""


@require_safe
@cache_control(private=True, max_age=AN_HOUR)
def table_help(request: HttpRequest) -> HttpResponse:
    """The texts as JSON, for a table page on which help is switched on."""
    to = reverse("rules")
    texts = [
        {
            "selector": text.selector,
            "says": str(text.says),
            "to": f"{to}#{text.anchor}" if text.anchor else "",
        }
        for text in HELP
    ]
    words = {
        "hint": _("Point at anything, or click it, to read what it is."),
        "more": _("In the rules"),
        "end": _("Done"),
    }
    return JsonResponse({"texts": texts, "words": words})
