"""The number of English nouns: plurals of regular ones."""

from backend.taxonomy.morphology import without_endings

_SIBILANTS = ("s", "x", "z", "ch", "sh")
_IRREGULAR = (
    *("man", "foot", "tooth", "child", "person", "mouse", "goose", "us", "is", "on", "um", "ics", "ings"),
    *("fe", "eaf", "elf", "alf", "oof", "people", "police", "cattle"),
)
"""Endings of nouns whose plural is irregular, or that are plural already."""
_REGULAR_ON = ("tion", "sion", "son", "ion")
_PREPOSITIONS = frozenset(("of", "in", "to", "for", "from", "by", "at", "on"))
_SINGULAR_S = ("ss", "us", "is", "news", "ics")


def is_plural(noun: str) -> bool:
    """Tell whether a noun in any case looks like a plural.

    >>> [is_plural(each) for each in ("trucks", "boxes", "business", "analysis", "news")]
    [True, True, False, False, False]
    """
    lower = noun.lower()
    return lower.endswith("s") and not lower.endswith(_SINGULAR_S) and bool(without_endings(lower, "n"))


def plural_of(noun: str) -> str | None:
    """Return the plural of a regular noun in small letters; None for one that is plural already, and for others.

    >>> [plural_of(each) for each in ("motor vehicle", "city", "box", "day", "question", "woman", "goods")]
    ['motor vehicles', 'cities', 'boxes', 'days', 'questions', None, None]
    """
    words = noun.split()
    if not all(word.isascii() and word.isalpha() and word.islower() for word in words):
        return None
    if not _PREPOSITIONS.isdisjoint(words):
        return None  # the plural is inside: "places of business"
    if is_plural(noun) or (noun.endswith(_IRREGULAR) and not noun.endswith(_REGULAR_ON)):
        return None
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(_SIBILANTS) else f"{noun}s"
