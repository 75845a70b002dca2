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
UNSURE = "unsure"
FAULT = "fault"

SENTENCES: dict[str, Promise] = {
    QUIET: _("Held back until the end of your quiet hours."),
    UNSEEN: _("Waits for some minutes, in case you look before."),
    RETRY: _("It could not be sent yet and is tried again."),
    LOOKING: _("You were looking at the table."),
    SEEN: _("You had looked at the table since."),
    MOVED: _("You had answered already."),
    OVER: _("The game was over."),
    GONE: _("It did not matter any more."),
    MUTED: _("This game is mute."),
    OFF: _("It is switched off on your page of notifications."),
    LIVE: _("A live game sends no mails."),
    CLOSED: _("The account is closed."),
    NO_ADDRESS: _("There was no address to send it to."),
    BAD_ADDRESS: _("Mails to your address do not arrive."),
    UNCONFIRMED: _("Your mail address is not confirmed yet."),
    GAVE_UP: _("It was tried for a day and a half, in vain."),
    PARTLY: _("Not all of your browsers or webhooks took it."),
    NOT_YET_ALL: _("Not all of your browsers or webhooks have it yet: it is tried again there."),
    REFUSED: _("The other end does not take it."),
    AGAIN: _("It may not have arrived, so it is sent again."),
    UNSURE: _("The site stopped while sending it, so it may not have arrived."),
    FAULT: _("A fault of the site; its keepers can see it in the log."),
}


def sentence(code: str) -> str:
    """Return the sentence of a code; nothing for none, the code itself for an unknown one."""
    return str(SENTENCES.get(code, code))
