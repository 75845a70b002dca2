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
    """Post to each target the nudges that it has not taken or refused yet, and note what it does.

    `post` raises `TryLater` or `GiveUp`. Raises `TryLater` if one of them may take it later, else
    `GiveUp` if one has refused it, or if there is none.
    """
    later: TryLater | None = None
    known = any(each.refused for each in deliveries)
    never = GiveUp(reasons.REFUSED if known else reasons.NO_ADDRESS)
    for target in targets:
        new = [each for each in deliveries if target.pk not in each.taken + each.refused]
        if not new:
            continue
        try:
            post(target, [each.nudge for each in new])
        except TryLater as error:
            later = error
        except GiveUp as error:
            never = error
            if target.pk is not None:  # else it is a browser that is gone, which is no loss
                for each in new:
                    each.refused.append(target.pk)
        else:
            for each in new:
                each.taken.append(target.pk)
        Delivery.objects.bulk_update(new, ["taken", "refused"])
    if later is not None:
        raise later
    if any(each.refused or not each.taken for each in deliveries):
        raise never


def deliveries_of(nudges: Sequence[Nudge], channel: str) -> list[Delivery]:
    """Return the deliveries of several nudges on a channel, in their order."""
    found = {
        each.nudge_id: each for each in Delivery.objects.filter(nudge__in=nudges, channel=channel)
    }
    for nudge in nudges:
        found[nudge.pk].nudge = nudge
    return [found[nudge.pk] for nudge in nudges]
