"""Rules for names: reserved names, and names that look like another one.

The look-alike characters are those of Unicode's Technical Standard 39.
"""

import re
from collections.abc import Iterable
from unicodedata import normalize

from confusable_homoglyphs.confusables import confusables_data

LONGEST_KEY = 300
"""One character of a name may become several of its key."""

ROLES = """
    admin administrator administrateur administratrice administratorin bot guest invité invite gast
    moderation modération moderator moderatorin modérateur moderateur modératrice moderatrice
    official officiel offiziell staff support sysadmin zenith
"""
"""Words that may not be part of a name: `zenith-support`, `the.moderator`, `admin2`."""

RESERVED = """
    abuse anonymous deleted everybody everyone free gone help info mod nobody none noreply null
    postmaster root security spectator system undefined unknown webmaster
"""
"""Words that may be part of a name, but not the whole name."""

INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")
"""Characters that Unicode calls letters although they are invisible."""

_MARKS = "\u200e\u200f"
"""The data puts them around characters that are written from right to left."""


def key_of(name: str) -> str:
    """Return the case-folded skeleton of a name: look-alike names have the same."""
    return _skeleton(_skeleton(normalize("NFKC", name)).casefold())[:LONGEST_KEY]


def is_reserved(name: str) -> bool:
    """Whether a name poses as staff, a bot or a guest, or is reserved by the site."""
    parts = {
        key_of(form)
        for part in re.split(r"[\W_]+", name)
        for form in (part, part.casefold(), part.rstrip("0123456789"))
    }
    whole = {key_of(name), key_of(name.casefold())}
    if key_of(name.casefold().rstrip(" -_.0123456789")) == _GUEST_KEY:  # Comet 412
        return True
    return not (_RESERVED_KEYS.isdisjoint(whole) and _ROLE_KEYS.isdisjoint(parts))


def is_odd(name: str) -> bool:
    """Whether a name would break links or can't be read: `..`, `@@`, an invisible letter."""
    return not any(c.isalnum() for c in name) or "@" in name or not INVISIBLE.isdisjoint(name)


def _skeleton(text: str) -> str:
    mapped = "".join(map(_prototype, normalize("NFD", text)))
    return normalize("NFD", mapped)


def _prototype(character: str) -> str:
    """Return the skeleton of a character and all that look like it.

    The data leads from each character to its prototype, and from there to all its look-alikes.
    """
    like: list[str] = [e["c"].strip(_MARKS) for e in confusables_data.get(character, ())]
    if len(like) != 1:
        return character
    (other,) = like
    if len(other) == 1 and len(confusables_data.get(other, ())) == 1:
        return min(character, other)  # a pair: nothing tells the prototype from the other
    return other


def _keys(words: Iterable[str]) -> frozenset[str]:
    """Return the keys of words in all cases: a capital i looks like an l, a small one does not."""
    return frozenset(key_of(f) for word in words for f in (word, word.upper(), word.capitalize()))


_GUEST_KEY = key_of("comet")
_ROLE_KEYS = _keys(ROLES.split())
_RESERVED_KEYS = _keys(RESERVED.split())
