"""Names that accounts have given up: they rest for a year, and lead to players who were renamed."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from accounts import names
from accounts.models import FormerName, User
from common.refusals import Refused

RESTS = timedelta(days=365)
"""How long no other player can take a name."""
Answer = Callable[[HttpRequest], HttpResponse]
IN_ADDRESSES = ("username", "other")
"""The parts of addresses that are names of players."""


def give_up(name: str, renamed: User | None = None) -> None:
    """Let a name rest; `renamed`: the player who had it, and has another one now."""
    kept = {"name": name, "user": renamed, "until": timezone.now() + RESTS}
    FormerName.objects.update_or_create(key=names.key_of(name), defaults=kept)
    if renamed is not None:  # perhaps to a name of before
        FormerName.objects.filter(key=renamed.name_key).delete()


def rests(name: str, owner: User | None) -> bool:
    """Whether a name, or one that looks like it, rests for another account than `owner`."""
    resting = FormerName.objects.filter(key=names.key_of(name), until__gt=timezone.now())
    return resting.exclude(Q(user__isnull=False) & Q(user=owner)).exists()


def present_name(name: str) -> str | None:
    """Return the name that the renamed player has who had this one; `None` without any.

    A player who has the name now goes first.
    """
    if User.objects.filter(username__iexact=name).exists():
        return None
    former = FormerName.objects.filter(name__iexact=name, user__is_active=True)
    return former.values_list("user__username", flat=True).first()


def forget_names(now: datetime) -> None:
    """Delete the names of deleted accounts that have rested; those of renamed players lead on."""
    FormerName.objects.filter(user=None, until__lte=now).delete()


class FormerNameMiddleware:
    """Middleware that leads from addresses with the former name of a player to those of today."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on: what is not found arrives in `process_exception`."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Redirect, a form with what was posted, if a name in the address is a former one."""
        match = request.resolver_match
        missing = isinstance(error, Http404) or (isinstance(error, Refused) and error.status == 404)
        if not missing or match is None:
            return None
        parts = {part: match.kwargs[part] for part in IN_ADDRESSES if part in match.kwargs}
        present = {part: name for part in parts if (name := present_name(parts[part]))}
        if not present:
            return None
        path = reverse(match.view_name, kwargs={**match.kwargs, **present})
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(f"{path}?{query}" if query else path, preserve_request=True)
