"""The cookie of site announcements."""

from django.utils.translation import gettext_lazy as _

from common.disclosures import Cookie, sets_cookie
from games.pages import announcements

sets_cookie(
    Cookie(
        announcements.COOKIE,
        _("The announcements that you have closed in this browser."),
        announcements.KEPT,
    )
)
