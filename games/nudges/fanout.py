"""One delivery for several browsers or webhooks of a user: each gets it once."""

from collections.abc import Callable, Iterable, Sequence

from games.nudges import reasons
from games.nudges.channels import GiveUp, TryLater
from games.nudges.models import Delivery, Nudge, PushSubscription, Webhook


def to_each[To: (PushSubscription, Webhook)](
    deliveries: Sequence[Delivery],
    targets: Iterable[To],
    post: Callable[[To, list[Nudge]], None],
) -> None:
    """Post to each target the nudges that it does not have yet, and note that it has them.

    `post` raises `TryLater` or `GiveUp`. Raises `TryLater` if one of them may take it later, and
    `GiveUp` if nobody took it.
    """
    later: TryLater | None = None
    never = GiveUp(reasons.NO_ADDRESS)
    for target in targets:
        new = [each for each in deliveries if target.pk not in each.taken]
        if not new:
            continue
        try:
            post(target, [each.nudge for each in new])
        except TryLater as error:
            later = error
        except GiveUp as error:
            never = error
        else:
            for each in new:
                each.taken.append(target.pk)
                each.save(update_fields=["taken"])
    if later is not None:
        raise later
    if not any(each.taken for each in deliveries):
        raise never


def deliveries_of(nudges: Sequence[Nudge], channel: str) -> list[Delivery]:
    """Return the deliveries of several nudges on a channel, in their order."""
    found = {
        each.nudge_id: each for each in Delivery.objects.filter(nudge__in=nudges, channel=channel)
    }
    for nudge in nudges:
        found[nudge.pk].nudge = nudge
    return [found[nudge.pk] for nudge in nudges]
