"""Leave out the article before a name: a decision on "Moon" also applies to "the Moon"."""

import re

from backend.document.spans import Span

_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)


def without_article(text: str, span: Span) -> Span:
    """Return the span in a text without an article at its beginning.

    >>> without_article("to the Moon", Span(3, 11)), without_article("Thea Moon", Span(0, 9))
    (Span(start=7, end=11), Span(start=0, end=9))
    """
    article = _ARTICLE.match(text, span.start, span.end)
    return Span(article.end(), span.end) if article else span
