"""What a service says when it will not do a thing."""

from django.utils.functional import Promise


class Refused(Exception):
    """Nothing has changed, and here is why: a sentence a player understands, and a status.

    403: not yours to do; 404: no such thing for you; 409: too late, or not now; 422: not like
    that; 429: too often.
    """

    def __init__(self, sentence: str | Promise, status: int = 409) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.status = status
