"""Why a channel has not sent something: the errors that the outbox understands."""


class TryLater(Exception):
    """The channel may take it later; `said`: the answer of the receiving server.

    Only for what has certainly not been sent, because it is sent again.
    """

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.said = said


class Down(TryLater):
    """The channel takes nothing from this site now, for any user."""


class GiveUp(Exception):
    """The channel will never take it; `reason`: a code of `games.notifications.reasons`."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(reason, said)
        self.reason = reason
        self.said = said
