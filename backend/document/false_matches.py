"""Matches of another spelling that are something else: "D-Day, Rose" is not Rose Day, "b and q" is not B&Q."""

import re

from backend.document.spans import Span
from backend.document.titles import ALL_TITLES

_LETTER_AND_HYPHEN = re.compile(r"(?<![^\W_])[^\W\d_][-\u2010\u2011]\Z")
_INITIALS = re.compile(r"[^\W\d_](?:[\s&+]+[^\W\d_])+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_SHORT_NAME = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]{2}")
_PARTICLES = frozenset("的了说說在是和与與及等也都将將已被把对對向给給让讓先女氏总總")
"""What stands behind a name without a space and is no part of one."""
_NEAR = 40
"""Characters beside a match in which a word is looked for."""
_WORD_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_]{2,})[^\S\n]{1,2}\Z")
_WORD_BEHIND = re.compile(r"[^\S\n]{1,2}([^\W\d_]{2,})")
_COMMA_BEFORE = re.compile(r"[^\W\d_],[^\S\n]{0,2}\Z")
_COMMA_BEHIND = re.compile(r",[^\S\n]{0,2}[^\W\d_]")


def is_something_else(term: str, text: str, span: Span) -> bool:
    """Tell whether a match of another spelling of a term is a part of a longer word or name, or an ordinary text.

    >>> is_something_else("Rose Day", "D-Day, Rose", Span(2, 11)), is_something_else("王伟", "王伟强", Span(0, 2))
    (True, True)
    """
    written = span.of(text)
    turned = "," in written and "," not in term
    if turned and _LETTER_AND_HYPHEN.search(text, max(span.start - 3, 0), span.start):
        return True
    if is_of_two_people(term, text, span):
        return True
    if written.islower() and _INITIALS.fullmatch(term) and _WORD.search(written):
        return True
    return _SHORT_NAME.fullmatch(term) is not None and _has_one_more_letter(text, span)


def is_of_two_people(term: str, text: str, span: Span) -> bool:
    """Tell whether a match takes the end of one name of a list and the beginning of the next one.

    For that, "Surname, Given" needs a capitalised word directly before it and directly behind it, and
    "Given; Surname" a comma on either side.

    >>> is_of_two_people("Bea Rook", "Al Rook, Bea Day", Span(3, 12))
    True
    >>> is_of_two_people("Bea Rook", "Mr Rook, Bea Day", Span(3, 12))
    False
    """
    written, before = span.of(text), text[max(span.start - _NEAR, 0) : span.start]
    behind = text[span.end : span.end + _NEAR]
    if ";" in written and ";" not in term:
        return bool(_COMMA_BEFORE.search(before) and _COMMA_BEHIND.match(behind))
    if "," not in written or "," in term:
        return False
    return has_names_beside(before, behind)


def has_names_beside(before: str, behind: str) -> bool:
    """Tell whether a capitalised word that is no title stands at the end of a text and at the start of the next."""
    words = _WORD_BEFORE.search(before), _WORD_BEHIND.match(behind)
    if words[0] is None or words[1] is None or words[0].group(1).lower() in ALL_TITLES:
        return False
    return all(word is not None and word.group(1)[0].isupper() for word in words)


def _has_one_more_letter(text: str, span: Span) -> bool:
    """Tell whether a Chinese name of two letters stands alone with a third one, which makes another name of it."""
    before, after, behind = (
        text[span.start - 1 : span.start],
        text[span.end : span.end + 1],
        text[span.end + 1 :][:1],
    )
    alone = not _HAN.match(before) and not _HAN.match(behind)
    return alone and _HAN.match(after) is not None and after not in _PARTICLES
