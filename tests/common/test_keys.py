"""Hashes with the site's keys."""

from typing import Any

from common.keys import keyed_hashes


def test_a_hash_of_a_former_key_is_known_while_the_key_is(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "first key", []
    (first,) = keyed_hashes("salt", "value")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "second key", ["first key"]
    second, known = keyed_hashes("salt", "value")
    assert (known, second != first) == (first, True)
    assert first not in keyed_hashes("salt", "another value") + keyed_hashes("other", "value")
