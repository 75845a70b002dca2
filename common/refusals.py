"""`Refused`: the exception of services that refuse a request."""

from django.utils.functional import Promise


class Refused(Exception):
    """A refused request: nothing has changed. Holds a sentence for the user and a status.

    403: not allowed; 404: doesn't exist for this user; 409: too late, or not now; 413: too long;
    422: invalid; 429: too often; 503: too busy. `retry_after`: seconds after which the same request
    may be answered. `code`: a word for programs that doesn't change; empty: that of the status.
    """

    def __init__(
        self,
        sentence: str | Promise,
        status: int = 409,
        *,
        retry_after: int | None = None,
        code: str = "",
    ) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.status = status
        self.retry_after = retry_after
        self.code = code
