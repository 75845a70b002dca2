"""What the clocks refuse. Codes only: the site has the words."""

from typing import Literal

Code = Literal[
    "malformed",  # JSON that no clock or pace has written
    "too_short",  # less time than allowed
    "too_long",  # more time than allowed
    "over_most",  # the bank's start or increment is more than the most it may hold
    "unknown_zone",  # no time zone of that name
    "too_much_sleep",  # more than twelve hours a day
    "too_many_days_off",  # more than two days a week
    "late",  # the side has lost on time
    "empty",  # an absence that ends before it has begun
    "past",  # an absence that begins before now
    "too_far",  # an absence that begins more than a year from now
    "overlap",  # the person is away then already
]


class ClockError(ValueError):
    """A refusal; nothing has changed. `code` says why."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code
