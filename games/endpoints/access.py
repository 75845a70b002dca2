"""The rights of API tokens, as operations ask for them."""

from typing import ClassVar, Protocol, TypedDict

from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.refusals import Refused


class Scope(models.TextChoices):
    """What a token may do, besides reading what everyone can read."""

    READ = "read:private", gettext_lazy("Read what only you can see: your hand, private games")
    PLAY = "play", gettext_lazy("Play: answer, resign, abort")
    CHALLENGE = (
        "challenge",
        gettext_lazy("Find games: open tables, join and leave them, challenge players"),
    )
    TALK = "talk", gettext_lazy("Write in the chat of your tables")
    NOTIFY = "notify", gettext_lazy("Change your notifications")
    BOT = "bot", gettext_lazy("Make this account a bot, for good")


class AccessToken(Protocol):
    """A valid token, as operations know it."""

    @property
    def user(self) -> User:
        """The owner."""

    def has(self, scope: str) -> bool:
        """Whether it may do this."""


class NoToken(Exception):
    """Raised where a token is needed and the request has none."""


class AnsweredBefore(Exception):
    """Raised in place of a write that has been done before: its answer is sent again."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


class BearerToken:
    """Authentication of an operation for django-ninja: a token with all of some scopes."""

    openapi_security_schema: ClassVar = {
        "type": "http",
        "scheme": "bearer",
        "description": "A token, made under Preferences → API tokens or given to an app.",
    }

    def __init__(self, *scopes: Scope) -> None:
        self.scopes = scopes

    def __call__(self, request: HttpRequest) -> AccessToken:
        """Return the token; raises `NoToken`, `Refused` or `AnsweredBefore`."""
        token = _token_of(request)
        if token is None:
            raise NoToken
        for scope in self.scopes:
            if not token.has(scope):
                sentence = _("This token lacks the right %(scope)s.") % {"scope": scope.value}
                raise Refused(sentence, 403, code="missing_scope")
        kept_answer: HttpResponse | None = getattr(request, "kept_answer", None)
        if kept_answer is not None:
            raise AnsweredBefore(kept_answer)
        return token


type Extra = dict[str, str | bool]
"""What the description of an operation says beyond its types.

`x-scope`: the rights that it needs, with spaces between them; `x-lines`: many lines;
`x-media-type`: a file.
"""


class TokenArguments(TypedDict):
    """The arguments of an operation that needs a token."""

    auth: BearerToken
    openapi_extra: Extra


def needs(*scopes: Scope, **more: str | bool) -> TokenArguments:
    """Return the arguments of an operation that needs a token with these scopes (none: any token).

    A write needs `read:private`, too, if reading what it answers with does. `more`: what else the
    description of the operation says.
    """
    extra: Extra = {"x-scope": " ".join(scopes), **more} if scopes else more
    return {"auth": BearerToken(*scopes), "openapi_extra": extra}


def answers_with(media_type: str) -> Extra:
    """Return what the description of an operation says whose answer is a file."""
    return {"x-media-type": media_type}


def user_of(request: HttpRequest) -> User:
    """Return the user of the token of an operation that `needs` one."""
    token = _token_of(request)
    if token is None:
        raise NoToken
    return token.user


def viewer_of(request: HttpRequest) -> User | None:
    """Return the user whose view is shown: a visitor's, `None`, without `read:private`."""
    token = _token_of(request)
    return token.user if token is not None and token.has(Scope.READ) else None


def _token_of(request: HttpRequest) -> AccessToken | None:
    """Return the token that the gate of the API has found."""
    token: AccessToken | None = getattr(request, "token", None)
    return token
