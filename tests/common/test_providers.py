"""Questions that a module asks of subjects further up."""

from collections.abc import Iterable

import pytest

from common.providers import Provided, ProvidedByAll


def test_one_subject_answers_instead_of_the_default() -> None:
    @Provided
    def strength(name: str) -> int:
        return 0

    assert strength("ada") == 0

    @strength.provider
    def letters(name: str) -> int:
        return len(name)

    assert strength("ada") == letters("bob") == 3
    with pytest.raises(RuntimeError, match="answers already"):
        strength.provider(letters)
    assert strength("ada") == 3


def test_several_subjects_answer_in_order() -> None:
    @ProvidedByAll
    def links(number: int) -> Iterable[str]:
        return ()

    assert links(1) == []

    @links.provider
    def first(number: int) -> Iterable[str]:
        yield f"first {number}"

    @links.provider
    def second(number: int) -> Iterable[str]:
        return (f"second {number}", "more")

    assert links(2) == ["first 2", "second 2", "more"]
    assert list(first(3)) + list(second(3))[:1] == ["first 3", "second 3"]
