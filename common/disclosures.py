"""What apps keep about people, for the privacy page: rows of the database, and cookies.

An app registers both in its `disclosures.py`. `tests/legal/test_disclosures.py` compares them with
the models, and with the cookies that pages set. Without an app that shows them, nothing of it is
used.
"""

from dataclasses import dataclass

from django.utils.functional import Promise

from common.registry import Registry


@dataclass(frozen=True, slots=True)
class StoredData:
    """Rows about people, and until when they are kept."""

    models: tuple[str, ...]
    """The labels of the models, as `tables.Seat`."""
    what: str | Promise
    """What is stored and what for, in a sentence or two."""
    until: str | Promise
    """When it is deleted; may say `%(days)d`."""
    days: int = 0
    outlives_account: bool = False
    """Whether rows stay when the account is deleted, without the name."""

    @property
    def kept(self) -> str:
        """Until when it is kept, in words."""
        return str(self.until % {"days": self.days} if self.days else self.until)


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie that pages set."""

    name: str
    purpose: str | Promise
    seconds: int | None = None
    """How long the browser keeps it; `None`: until it is closed."""

    @property
    def days(self) -> int:
        """The same in days; 0: until the browser is closed."""
        return (self.seconds or 0) // (24 * 60 * 60)


STORED: Registry[StoredData] = Registry("disclosures")
COOKIES: Registry[Cookie] = Registry("cookies")


def stores(data: StoredData) -> None:
    """Register what an app stores."""
    STORED.add(data.models[0], data)


def sets_cookie(cookie: Cookie) -> None:
    """Register a cookie that an app sets."""
    COOKIES.add(cookie.name, cookie)
