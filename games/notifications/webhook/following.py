"""Webhooks that follow a tournament, a ladder or a table: added, told of news, removed.

What is posted is what everyone may see, also if its owner may see more. News of contests is
written when it is announced. A table has no announcement for them: a task looks for its new
moves, so that a move costs nothing more because of the webhooks that follow other tables.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from common.refusals import Refused
from games.notifications.kinds import register
from games.notifications.record import note_to
from games.notifications.subjects import SubjectChanged, SubjectNews, SubjectPage, page_of
from games.notifications.webhook.hooks import add_webhook
from games.notifications.webhook.models import Webhook
from games.notifications.webhook.sending import KEY
from games.notifications.webhook.tables import TABLE, TableMoved, TableOver
from games.tables.models import Game, Status

KEPT = timedelta(days=2)
"""How long a webhook stays after the last news of its subject: longer than a post is retried."""


@register
class FollowingBegins(SubjectNews):
    """The first post to a webhook that follows a subject: it shows that the address works."""

    key = "following"
    sort = ""
    event = "following"

    def sentence(self) -> str:
        """Return that news is posted from now on."""
        return _("News is posted here from now on.")


def followed_page(sort: str, pk: str) -> SubjectPage:
    """Return a subject that can be followed; raises `Http404`, `Refused` (409) if it is over."""
    page = page_of(sort, pk)
    if page is None:
        raise Http404
    if page.is_over:
        raise Refused(_("This is over: there will be no more news."), 409)
    return page


@transaction.atomic
def follow(
    user: User, sort: str, pk: str, *, url: str, form: str, mention: str = "", now: datetime
) -> Webhook:
    """Post the news of a subject to an address; raises `Http404`, and `Refused` as `add_webhook`.

    A first post is due at once.
    """
    followed_page(sort, pk)
    game = Game.objects.get(pk=pk) if sort == TABLE else None
    hook = add_webhook(user, url, form, mention, now, sort=sort, subject=pk, game=game)
    _note(hook, FollowingBegins, FollowingBegins.key, now)
    return hook


def note_news(event: SubjectChanged) -> None:
    """Write news of a subject for each webhook that follows it."""
    kind = event.kind
    following = Webhook.objects.filter(sort=kind.sort, subject=event.subject, over_at=None)
    for hook in following.filter(stopped_at=None, user__is_active=True).select_related("user"):
        _note(hook, kind, event.key, event.now, **event.data)
        if kind.last:
            Webhook.objects.filter(pk=hook.pk).update(over_at=event.now)


def note_moves(now: datetime) -> None:
    """Write what has happened at tables for the webhooks that follow them; may run twice."""
    following = Webhook.objects.filter(game__isnull=False, over_at=None, stopped_at=None)
    changed = following.filter(user__is_active=True).exclude(
        game__seq=F("posted_seq"), game__status=Status.RUNNING, game__public=True
    )
    rows = changed.select_related("user", "game").defer("game__snapshot", "game__setup")
    for hook in rows.order_by("pk"):
        game = hook.game
        assert game is not None
        if not game.public:
            hook.delete()
            continue
        with transaction.atomic():
            is_over = game.status != Status.RUNNING
            taken = Webhook.objects.filter(pk=hook.pk, posted_seq=hook.posted_seq, over_at=None)
            if taken.update(posted_seq=game.seq, over_at=now if is_over else None):
                kind = TableOver if is_over else TableMoved
                key = f"{kind.key} {game.seq}"
                _note(hook, kind, key, now, after=hook.posted_seq, upto=game.seq)


def forget(now: datetime) -> None:
    """Delete the webhooks whose subject is over, gone, or not for everyone to see any more."""
    following = Webhook.objects.exclude(sort="")
    following.filter(over_at__lte=now - KEPT).delete()
    followed = following.filter(game=None).values_list("sort", "subject").order_by().distinct()
    for sort, subject in list(followed):
        if page_of(sort, subject) is None:
            following.filter(sort=sort, subject=subject).delete()


def _note(hook: Webhook, kind: type[SubjectNews], key: str, now: datetime, **data: object) -> None:
    """Write news for one webhook."""
    of = {"sort": hook.sort, "subject": hook.subject}
    note_to(hook.user, kind, f"{key} h{hook.pk}", KEY, hook.pk, now=now, **of, **data)
