"""The list of countries in the language of the page."""

import pytest
from django.utils import translation

from accounts import countries


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "Afghanistan", "Zimbabwe"),
        ("fr", "Afghanistan", "Zimbabwe"),
        ("de", "Afghanistan", "Zypern"),
        ("de-at", "Afghanistan", "Zypern"),
    ],
)
def test_countries_are_sorted_in_the_language_of_the_page(
    language: str, first: str, last: str
) -> None:
    with translation.override(language):
        choices = countries.choices()
        names = [name for _code, name in choices]
        assert (names[0], names[-1]) == (first, last)
        assert all(countries.name_of(code) == name for code, name in choices)
        egypt = countries.name_of("EG")
    assert {"Egypt": 66, "Égypte": 56, "Ägypten": 1}[egypt] == names.index(egypt)


def test_they_are_sorted_once_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for language in countries.LANGUAGES:
        with translation.override(language):
            countries.choices()

    def refuse(name: str) -> str:
        raise AssertionError(f"{name} is sorted again")

    monkeypatch.setattr(countries, "_plain", refuse)
    for language in countries.LANGUAGES:
        with translation.override(language):
            assert len(countries.choices()) == len(countries.COUNTRIES)
