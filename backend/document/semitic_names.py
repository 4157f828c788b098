"""The spellings of people whose names are in Hebrew or Arabic letters, which have no capitals."""

import re
from collections.abc import Iterator

_HEBREW_NAME = re.compile("([\u05d0-\u05ea]{2,}) ([\u05d0-\u05ea]{3,})")
_ARABIC_NAME = re.compile("([\u0620-\u064a]{2,}) ([\u0620-\u064a]{3,})")
_HEBREW_TITLES = (
    'ד"ר',
    "ד״ר",
    "ד'ר",
    "דר'",
    "דר׳",
    "דר",
    "פרופ'",
    "פרופ׳",
    "פרופסור",
    "מר",
    "גב'",
    "גב׳",
    "גברת",
    'עו"ד',
    "עו״ד",
    "עו'ד",
    "הרב",
    "אדון",
    "השופט",
    "השופטת",
)
_ARABIC_TITLES = (
    "السيد",
    "السيدة",
    "د.",
    "د",
    "الدكتور",
    "الدكتورة",
    "الأستاذ",
    "الأستاذة",
    "أ.",
    "م.",
    "الشيخ",
    "المهندس",
    "المهندسة",
    "القاضي",
    "الحاج",
)
_ARTICLE = "ال"
_SHORTEST_WITHOUT_ARTICLE = 4


def names_in_hebrew(term: str) -> Iterator[str]:
    """Yield a name of two words with the surname first, with an initial, and behind titles.

    >>> "כהן, רננה" in [*names_in_hebrew("רננה כהן")], "ד״ר כהן" in [*names_in_hebrew("רננה כהן")]
    (True, True)
    """
    match = _HEBREW_NAME.fullmatch(term)
    if match is not None:
        given, surname = match.groups()
        initials = [f"{given[0]}{sign}" for sign in (".", "'", "׳")]
        yield from (f"{surname}, {given}", f"{surname} {given}")
        yield from (f"{initial} {surname}" for initial in initials)
        yield from (f"{surname}{between}{initial}" for initial in initials for between in (" ", ", "))
        yield from (f"{title} {surname}" for title in _HEBREW_TITLES)


def names_in_arabic(term: str) -> Iterator[str]:
    """Yield a name of two words with the surname first, with an initial, without its article, and behind titles.

    >>> "الحسني، محمد" in [*names_in_arabic("محمد الحسني")], "د. الحسني" in [*names_in_arabic("محمد الحسني")]
    (True, True)
    """
    match = _ARABIC_NAME.fullmatch(term)
    if match is None:
        return
    given, surname = match.groups()
    for comma in ("، ", ", ", " "):
        yield f"{surname}{comma}{given}"
    yield f"{given[0]}. {surname}"
    yield from (f"{title} {surname}" for title in _ARABIC_TITLES)
    bare = surname.removeprefix(_ARTICLE)
    if bare != surname and len(bare) >= _SHORTEST_WITHOUT_ARTICLE:
        yield f"{given} {bare}"
        yield from (f"{bare}{comma}{given}" for comma in ("، ", ", "))


def names_of_semitic_person(term: str) -> tuple[str, str] | None:
    """Return the given name and the surname of what may be a person in Hebrew or Arabic letters."""
    match = _HEBREW_NAME.fullmatch(term) or _ARABIC_NAME.fullmatch(term)
    return None if match is None else (match[1], match[2])
