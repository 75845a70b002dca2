"""What accounts keep about people, and the cookies of every page."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts import address_changes, former_names
from accounts.middleware import LastSeenMiddleware
from common import visitors
from common.disclosures import Cookie, StoredData, sets_cookie, stores

AS_LONG_AS_THE_ACCOUNT = _("As long as the account")

stores(
    StoredData(
        (
            "accounts.User",
            "account.EmailAddress",
            "accounts.UnconfirmedAddress",
            "accounts.Absence",
            "accounts.VacationHour",
            "accounts.WeekChange",
        ),
        _(
            "Your account: username, email address, a hash of your password, your preferences with"
            " language, time zone, sleep hours and vacations, and the last day you were here."
            " Other players see your name, face, and what you enter as country and about yourself."
        ),
        AS_LONG_AS_THE_ACCOUNT,
    )
)
stores(
    StoredData(
        ("mfa.Authenticator",),
        _("The keys of two-step login and of passkeys."),
        _("Until you remove them"),
    )
)
stores(
    StoredData(
        ("usersessions.UserSession", "sessions.Session"),
        _(
            "Your sessions, so that you stay logged in and can end them: IP address, browser, and"
            " when they were last used."
        ),
        _("Until you log out, at most %(days)d days after the last use"),
        days=settings.SESSION_COOKIE_AGE // (24 * 60 * 60) + 1,
    )
)
stores(
    StoredData(
        ("accounts.Block", "accounts.Follow"),
        _("The players whom you block, and those whom you follow as friends."),
        _("Until you end it, or one of the accounts is deleted"),
    )
)
stores(
    StoredData(
        ("accounts.AddressChange",),
        _("A former email address, so that its owner can undo the change."),
        _("%(days)d days"),
        days=address_changes.LASTS.days,
    )
)
stores(
    StoredData(
        ("accounts.FormerName",),
        _("Names that were given up, so that no other player can pose as the former one."),
        _("%(days)d days"),
        days=former_names.RESTS.days,
        outlives_account=True,
    )
)
stores(
    StoredData(
        ("accounts.AccountMail",),
        _("A keyed hash of an email address to which a mail was requested, to limit such mails."),
        _("One day"),
    )
)
stores(
    StoredData(
        ("admin.LogEntry",),
        _("Of the staff: what they did in the administration."),
        AS_LONG_AS_THE_ACCOUNT,
    )
)

sets_cookie(
    Cookie(
        settings.SESSION_COOKIE_NAME,
        _(
            "Keeps you logged in, also as a guest, and while you sign up. Without “Remember me”,"
            " until you close the browser."
        ),
        settings.SESSION_COOKIE_AGE,
    )
)
sets_cookie(
    Cookie(
        settings.CSRF_COOKIE_NAME,
        _("Proves that a form was sent from a page of this site."),
        settings.CSRF_COOKIE_AGE,
    )
)
sets_cookie(
    Cookie(
        LastSeenMiddleware.DEVICE,
        _(
            "Of players with an account: recognises the browser, so that moderators can see"
            " whether two players of rated games share one."
        ),
        LastSeenMiddleware.DEVICE_LASTS,
    )
)
sets_cookie(
    Cookie(
        visitors.COOKIE,
        _("Of visitors: the puzzles that you have tried, and how far you are in the lessons."),
        settings.SESSION_COOKIE_AGE,
    )
)
sets_cookie(
    Cookie(
        settings.LANGUAGE_COOKIE_NAME,
        _("The language that you chose at the foot of a page."),
        settings.LANGUAGE_COOKIE_AGE,
    )
)
sets_cookie(Cookie("messages", _("A message for the next page, such as “Saved”.")))
