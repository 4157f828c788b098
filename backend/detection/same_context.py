"""Find a term that its context tells again where it stands between the same words.

A title is repeated in every header, and a pipeline may read the year in some of them only. Between other words, the
same term may be something else: "until May" and "they may".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from backend.detection.finding import Finding
from backend.document.model import Document, Place
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, is_searchable
from backend.document.spans import Span
from backend.document.tokens import fold

_WORD = re.compile(r"[^\W_]+")
_FAR = 60
"""Characters in which the next word has to begin or to end; beyond, a place has no word beside it."""

_Context = tuple[str, str, str]
"""A term, and the words before and after it; empty where it has none."""


def found_in_same_context(document: Document, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings that hold only in their context, at every place with the same word before and after it.

    A term without a word on either side is no context: nothing is found of it.
    """
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    known: dict[_Context, Finding] = {}
    for each in findings:
        if each.only_here and not each.parts and is_searchable(each.text):
            context = _context(texts[each.place.part, each.place.kind, each.place.block], each.place.span)
            if any(context[1:]):
                known.setdefault(context, each)
    if not known:
        return
    terms = tuple(dict.fromkeys(term for term, _, _ in known))
    index = PhraseIndex.of(Phrase(term, case_sensitive=True) for term in terms)
    for key, text in texts.items():
        for _, span in index.find(text):
            if (found := known.get(_context(text, span))) is not None:
                yield replace(found, place=Place(*key, span))


def _context(text: str, span: Span) -> _Context:
    """The term at a place as it is written, and the words beside it in folded letters."""
    before = _WORD.findall(text, max(0, span.start - _FAR), span.start)
    after = _WORD.search(text, span.end, span.end + _FAR)
    return span.of(text), fold(before[-1]).text if before else "", fold(after[0]).text if after else ""
