"""Why a channel has not sent something: the errors that the outbox understands."""


class TryLater(Exception):
    """The channel may take it later; `answer`: that of the receiving server.

    Only for what has certainly not been sent, because it is sent again.
    """

    def __init__(self, answer: str = "") -> None:
        super().__init__(answer)
        self.answer = answer


class Down(TryLater):
    """The channel takes nothing from this site now, for any user."""


class GiveUp(Exception):
    """The channel will never take it; `reason`: a code of `games.notifications.reasons`."""

    def __init__(self, reason: str, answer: str = "") -> None:
        super().__init__(reason, answer)
        self.reason = reason
        self.answer = answer
