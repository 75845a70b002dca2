"""Subjects whose news users can have posted to a webhook: tournaments, ladders, tables.

Such news is for everyone who may see the subject, not for a user: a subject announces it, and a
channel that lets users follow subjects listens. A subject registers what it is, and its kinds of
news, in a module that its receivers import.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.http import Http404
from django.utils.translation import gettext_lazy

from common.announcements import Announcement
from common.registry import Registry
from games.notifications import reasons
from games.notifications.kinds import PageNotification, PageText, Topic

ROW_ID = re.compile("[1-9][0-9]{0,17}")
"""The id of a subject that is a row: its number as it is written, without zeros in front of it."""
FOLLOWED = Topic("followed", gettext_lazy("news for a webhook that follows something"))


@dataclass(frozen=True, slots=True)
class SubjectPage:
    """What everyone may see of a subject: its title, its path, and whether it is over."""

    title: str
    path: str
    is_over: bool = False


class FollowedSubject(ABC):
    """A sort of subjects that can be followed; one instance of each class is registered."""

    key: ClassVar[str]
    """What it is called in addresses and in what is posted; never changed."""

    @abstractmethod
    def page(self, pk: str) -> SubjectPage | None:
        """Return a subject by its id; `None` if it is gone, or not for everyone to see."""


_subjects = Registry[FollowedSubject]("subjects to follow")


def register_subject[Kind: type[FollowedSubject]](subject: Kind) -> Kind:
    """Register a sort of subjects; a decorator of its class."""
    _subjects.add(subject.key, subject())
    return subject


def subject_of(key: str) -> FollowedSubject | None:
    """Return a sort of subjects by its key; `None` if no installed app has it."""
    return _subjects.get(key)


def page_of(sort: str, pk: str) -> SubjectPage | None:
    """Return what everyone may see of a subject; `None` if it is gone, or not for everyone."""
    subject = subject_of(sort)
    return None if subject is None else subject.page(pk)


def row_of(pk: str) -> int:
    """Return the number of the row that a subject is; raises `Http404` for no number.

    Another spelling of a number is refused: webhooks are compared and counted by the id.
    """
    if not ROW_ID.fullmatch(pk):
        raise Http404
    return int(pk)


class SubjectNews(PageNotification):
    """A kind of news of a subject; `data` has the `sort` of the subject, and its id, `subject`."""

    topic = FOLLOWED
    in_digest = False
    requested = True
    addressed = True
    sort: ClassVar[str]
    """The key of the subject."""
    event: ClassVar[str]
    """What a program reads of it."""
    last: ClassVar[bool] = False
    """Whether the subject has no news after it."""

    @property
    def page(self) -> SubjectPage | None:
        """What everyone may see of the subject now."""
        return page_of(self.data["sort"], self.data["subject"])

    def stale(self) -> str:
        """Return that the subject is gone, or no longer for everyone to see."""
        return "" if self.page is not None else reasons.GONE

    @abstractmethod
    def sentence(self) -> str:
        """Return what happened, as everyone may know it; raises `Http404` if it is gone."""

    def facts(self) -> Mapping[str, object]:
        """Return what a program wants to know of it besides the sentence, as JSON."""
        return {}

    def words(self) -> PageText:
        """Return the sentence and the page of the subject."""
        page = self.page
        if page is None:
            raise Http404
        return PageText(page.title, self.sentence(), page.path)


@dataclass(frozen=True, slots=True)
class SubjectChanged:
    """A subject has news for those who follow it."""

    kind: type[SubjectNews]
    subject: str
    """Its id."""
    key: str
    """What makes the news one, as the key of a notification."""
    now: datetime
    data: Mapping[str, object]
    """What its sentence needs, as JSON: nothing that not everyone may see."""


subject_changed = Announcement[SubjectChanged]()


def announce_news(
    kind: type[SubjectNews], subject: object, about: object, now: datetime, **data: object
) -> None:
    """Announce news of a subject, in the transaction in which it happens.

    `about`: what tells it from other news of this kind.
    """
    key = f"{kind.key} {about}"
    subject_changed.send(SubjectChanged(kind, str(subject), key, now, data))
