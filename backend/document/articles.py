"""Articles before names and nouns: left out before a name, put before a noun."""

import re

from backend.document.spans import Span

_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_VOWEL_SOUND = re.compile(r"[aeiou]|hour|heir|honest|honou?r|8|1[18](?![\d,])", re.IGNORECASE)
_LIKE_YOU_OR_WON = re.compile(
    r"eu|ew|on(?:e|ce)\b|uni(?!n|m)|us[aeu]|ut[ei]|u[ks]\b|ub[iy]|ur[aio]n", re.IGNORECASE
)
"""Vowels that are spoken as the beginning of "you" or "won"."""


def without_article(text: str, span: Span) -> Span:
    """Return the span in a text without an article at its beginning.

    >>> without_article("to the Moon", Span(3, 11)), without_article("Thea Moon", Span(0, 9))
    (Span(start=7, end=11), Span(start=0, end=9))
    """
    article = _ARTICLE.match(text, span.start, span.end)
    return Span(article.end(), span.end) if article else span


def with_indefinite_article(text: str) -> str:
    """Return a noun with "a" or "an", by the sound that it begins with.

    >>> [with_indefinite_article(each) for each in ("city", "executive", "European retailer", "university", "hour")]
    ['a city', 'an executive', 'a European retailer', 'a university', 'an hour']
    """
    takes_n = _VOWEL_SOUND.match(text) and not _LIKE_YOU_OR_WON.match(text)
    return f"{'an' if takes_n else 'a'} {text}"
