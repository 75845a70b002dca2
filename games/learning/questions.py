"""Questions about the rules and their answers, by topic."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.learning.scripts import Words


@dataclass(frozen=True, slots=True)
class QuestionTopic:
    """Questions and answers about one subject."""

    title: Words
    answers: Sequence[tuple[Words, Words]]


FAQ = (
    QuestionTopic(
        _("Influence and discs"),
        (
            (
                _("Can I win two discs in one turn?"),
                _("Yes, of different planets. A planet whose disc is won has none until the end."),
            ),
            (
                _("Which disc can an effect move to the centre?"),
                _("Any disc in play. One that is already in the centre can be chosen and stays."),
            ),
            (
                _("May I split 3 influence over several planets?"),
                _("No. Influence that is printed together goes to one planet."),
            ),
            (
                _("What about planets side by side if one of them has no disc?"),
                _("You may choose the row if at least one of its planets has a disc."),
            ),
            (
                _("What are the neighbours of Mercury and Jupiter?"),
                _("Mercury has only Venus, Jupiter only Mars."),
            ),
        ),
    ),
    QuestionTopic(
        _("Costs and choices"),
        (
            (
                _("Must I carry out every effect of a card?"),
                _("Yes, as far as possible. Only effects that say “may” can be declined."),
            ),
            (
                _("Can I pay a part of an optional cost?"),
                _("No, it must be paid in full. Without enough to pay, you aren't asked."),
            ),
            (
                _("Can a discount make an agent cheaper than free?"),
                _("No. The price is never below 0."),
            ),
            (
                _("Does the agent I recruit count as one of my agents?"),
                _("Not for its own price. For its effects it does: it is in the column by then."),
            ),
            (
                _("What if only one half of an either/or is possible?"),
                _("That half is carried out, without a question."),
            ),
        ),
    ),
    QuestionTopic(
        _("Cards and columns"),
        (
            (
                _("Whose cards does “exile 2 cards” mean?"),
                _("Your opponent's, unless it says “your”."),
            ),
            (
                _("Do transferred and mobilized agents have their effects?"),
                _("No. They count for your columns, and make the next agents there cheaper."),
            ),
            (
                _("Is there a limit to the agents in a column?"),
                _("No."),
            ),
            (
                _("What happens if nothing is left to draw?"),
                _(
                    "Then you draw nothing. If no player can ever change the table again, the game"
                    " is a draw."
                ),
            ),
        ),
    ),
    QuestionTopic(
        _("Technologies and tokens"),
        (
            (
                _("In what order do the effects of a level happen?"),
                _(
                    "The new level first, then its bonus token, then the levels below it, and the"
                    " line bonus last."
                ),
            ),
            (
                _("Can I get the same line bonus twice?"),
                _("No, each of the three only once a game."),
            ),
            (
                _("My effect gives the other side a disc. Who gets the token?"),
                _("The side that wins the disc. It makes the choices of the token at once."),
            ),
        ),
    ),
    QuestionTopic(
        _("On this site"),
        (
            (
                _("Can a game go on for ever?"),
                _(
                    "No. This is a rule of this site, not of the rulebook: after 40 rounds in which"
                    " no disc moved either side can claim a draw, and after 60 the game is one. In"
                    " a round each seat has one turn."
                ),
            ),
        ),
    ),
)
