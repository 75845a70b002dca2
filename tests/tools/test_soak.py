"""What counts as growing, and sockets that a site refuses."""

import socket

import pytest

from tools.load.browser import LoadError
from tools.soak.__main__ import QUEUED, growing, table
from tools.soak.crowd import Crowd

FLAT = [50, 90, 100, 101, 100, 102, 101, 100, 103, 101]


def test_what_is_large_early_does_not_grow() -> None:
    assert growing({"web": FLAT, QUEUED: [0, 200, 3, 0, 2, 9, 1, 0, 12, 4]}) == []


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("web", [100 + 10 * minute for minute in range(10)]),
        ("worker-mail", [40] * 7 + [80] * 3),
        (QUEUED, [20 * minute for minute in range(10)]),
    ],
)
def test_what_is_larger_at_the_end_grows(name: str, values: list[int]) -> None:
    assert growing({"Redis": FLAT, name: values}) == [name]


def test_one_sample_is_no_growth() -> None:
    assert growing({"web": [100]}) == []


def test_the_table_has_a_row_for_each_part() -> None:
    rows = table({"web": [98, 101], QUEUED: [0, 3]}).splitlines()
    assert [row.split() for row in rows] == [["web", "98", "101"], ["waiting", "tasks", "0", "3"]]


def test_a_site_that_refuses_sockets_is_an_error_in_words() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
        crowd = Crowd([address], ["/tables/1/"], 3)
        with pytest.raises(LoadError, match="A socket was refused"):
            crowd.__enter__()
