"""Mail, the channel that every site has."""

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notifications import mail
from games.notifications.bounces import trouble_of
from games.notifications.channels import MAIL, Channel, MissingAddress, register
from games.notifications.models import BadAddress


@register
class MailChannel(Channel):
    """Mails to the address of the account."""

    key = MAIL
    label = _("mail")
    missing = MissingAddress(
        _("You have no mail address yet:"), _("add one"), reverse_lazy("account_email")
    )
    trouble_template = "notifications/_mail_trouble.html"
    send = staticmethod(mail.send)
    send_digest = staticmethod(mail.send_digest)

    def reached(self) -> Q:
        """Return whether the account has an address."""
        return ~Q(email="")

    def stopped(self) -> Exists:
        """Return whether mails to the address came back."""
        return Exists(BadAddress.objects.filter(address=Lower(OuterRef("email"))))

    def trouble(self, request: HttpRequest, user: User) -> dict[str, object]:
        """Return why no mails arrive."""
        return {"bad": trouble_of(user)}

    def addresses(self, user: User) -> list[tuple[int, str]]:
        """Return the address of the account."""
        return [(0, user.email)] if user.email else []
