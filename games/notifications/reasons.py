"""Codes of `Delivery.reason`, why a delivery waits, was dropped or failed, with their sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

QUIET = "quiet"
UNSEEN = "unseen"
RETRY = "retry"
LOOKING = "looking"
SEEN = "seen"
MOVED = "moved"
OVER = "over"
GONE = "gone"
MUTED = "muted"
OFF = "off"
LIVE = "live"
CLOSED = "closed"
NO_ADDRESS = "no_address"
BAD_ADDRESS = "bad_address"
UNCONFIRMED = "unconfirmed"
GAVE_UP = "gave_up"
PARTLY = "partly"
NOT_YET_ALL = "not_yet_all"
REFUSED = "refused"
AGAIN = "again"
MERGED = "merged"
UNSURE = "unsure"
FAULT = "fault"

SENTENCES: dict[str, Promise] = {
    QUIET: _("Held back until the end of your quiet hours."),
    UNSEEN: _("Waiting a few minutes, in case you look at the table before."),
    RETRY: _("It could not be sent yet. The site will try again."),
    LOOKING: _("You were looking at the table."),
    SEEN: _("You had already looked at the table."),
    MOVED: _("You had already answered."),
    OVER: _("The game was over."),
    GONE: _("It was out of date."),
    MUTED: _("You have muted this game."),
    OFF: _("You have turned this off in your notification settings."),
    LIVE: _("No mails are sent for live games."),
    CLOSED: _("The account is closed."),
    NO_ADDRESS: _("There was no address to send it to."),
    BAD_ADDRESS: _("Mails to your address do not arrive."),
    UNCONFIRMED: _("Your mail address is not confirmed yet."),
    GAVE_UP: _("Every attempt failed for a day and a half."),
    PARTLY: _("Some of your addresses did not accept it."),
    NOT_YET_ALL: _("Some of your addresses have not accepted it yet. The site will try again."),
    REFUSED: _("The receiving server refused it."),
    MERGED: _("It came in the message of your first turn."),
    AGAIN: _("It may not have arrived, so it is sent again."),
    UNSURE: _("The site stopped while sending it, so it may not have arrived."),
    FAULT: _("An error of the site. Administrators can see it in the log."),
}


def sentence(code: str) -> str:
    """Return the sentence of a code; nothing for none, the code itself for an unknown one."""
    return str(SENTENCES.get(code, code))
