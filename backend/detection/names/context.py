"""What looks like a name and is none: defined terms, job titles, headings, months, words that begin a sentence.

False names are what people complain of first. A name goes only on evidence of the document itself (it defines
"the Supplier", writes "revenue" in lower case elsewhere) or of a word's meaning; what follows a title stays.
"""

import re
from collections.abc import Sequence

from backend.detection.names.definitions import Terms
from backend.detection.names.evidence import Evidence
from backend.detection.names.forms import Words
from backend.detection.names.paragraph import Named, Paragraph, capital
from backend.detection.names.things import is_a_thing
from backend.detection.names.vocabulary import (
    BEFORE_A_MONTH,
    CALENDAR,
    HEADINGS,
    HONORIFICS,
    JOBS,
    LEGAL_FORMS,
    MONTHS_THAT_ARE_NAMES,
    PARTIES,
    PRODUCTS,
)

_ROMAN = re.compile(r"[IVXLC]{1,6}[A-Za-z]?|\d{1,4}[A-Za-z]?|[A-Z]")

_MARK = re.compile(r"(?:['’]s)?[®™℠]")
"""What a trade mark is followed by."""
_ENDS_LINE = re.compile(r"[ .,]{0,3}(?:\n|$)")
_UNSURE, _DOUBTFUL = 0.9, 0.75
"""A word that only begins a sentence goes when the pipeline is less sure; lower for surnames in lists."""
_ABBREVIATED = 4
_REFUSABLE = frozenset(("PERSON", "ORGANIZATION", "LOCATION", "NRP", "MISC"))


def in_context(blocks: Sequence[Paragraph], evidence: Evidence) -> list[Paragraph]:
    """The paragraphs of a document without what is no name where it stands."""
    terms = Terms.of(blocks, evidence)
    return [
        block.with_names(name for name in block.names if not _is_none(block, name, terms, evidence))
        for block in blocks
    ]


def _is_none(block: Paragraph, name: Named, terms: Terms, evidence: Evidence) -> bool:
    if name.entity not in _REFUSABLE:
        return False
    words = block.words_of(name)
    if not words or not HONORIFICS.isdisjoint(words):
        return False
    bare = words[1:] if len(words) > 1 and words[0].lower() in ("the", "a", "an", "each", "any") else words
    low = tuple(word.lower() for word in bare)
    return (
        " ".join(low) in terms.roles
        or _is_part_of_the_page(bare, low)
        or is_a_thing(block, name, bare, evidence)
        or _is_a_role(block, name, low)
        or _is_a_date(block, name, bare)
        or (name.entity == "PERSON" and _MARK.match(block.text, name.end) is not None)
        or _is_ordinary(block, name, bare, evidence)
    )


def _is_part_of_the_page(bare: Words, low: Words) -> bool:
    """Such as "Section 4", "ARTICLE IV", "Table 2"."""
    return low[0] in HEADINGS and all(_ROMAN.fullmatch(word) for word in bare[1:])


def _is_a_role(block: Paragraph, name: Named, low: Words) -> bool:
    """A side of a contract, a job title, or software; but "Corporation" after a name is the rest of it."""
    if len(low) == 1 and (low[0] in PARTIES or low[0] in PRODUCTS):
        first = block.range_of(name).start
        return low[0] not in LEGAL_FORMS or not first or not capital(block.words[first - 1])
    if name.entity not in ("PERSON", "ORGANIZATION") or (name.entity == "ORGANIZATION" and len(low) == 1):
        return False
    return all(word in JOBS for word in low)


def _is_a_date(block: Paragraph, name: Named, bare: Words) -> bool:
    """A month or a day alone, but for those that are names too, where nothing speaks of time, and for "DEC"."""
    low = [word.lower() for word in bare]
    if any(word not in CALENDAR for word in low) or (bare[0].isupper() and len(bare[0]) <= _ABBREVIATED):
        return False
    if any(word not in MONTHS_THAT_ARE_NAMES for word in low):
        return True
    inside = block.range_of(name)
    before = block.words[inside.start - 1].lower() if inside.start else ""
    after = block.words[inside.stop] if inside.stop < len(block.words) else ""
    return before in BEFORE_A_MONTH or before.isdigit() or after[:1].isdigit()


def _is_ordinary(block: Paragraph, name: Named, bare: Words, evidence: Evidence) -> bool:
    """Ordinary words with a capital because of where they stand, or as headings have it."""
    if len(bare) == 1 and bare[0].islower() and evidence.lexicon.common(bare[0]):
        return name.score < _UNSURE and not (name.entity == "PERSON" and evidence.lexicon.named_so(bare[0]))
    if name.entity not in ("PERSON", "ORGANIZATION"):
        return False
    if len(bare) == 1:
        return _only_begins(block, name, bare[0], evidence)
    if name.entity != "PERSON" or not evidence.lexicon:
        return False
    return all(_usual(word, evidence) for word in bare)


def _only_begins(block: Paragraph, name: Named, word: str, evidence: Evidence) -> bool:
    """Whether a word has its capital because a sentence begins: it stands in lower case, and inside no sentence.

    A signature stands alone in its line, and what lists know as a name must be all the more doubtful.
    """
    if not word.istitle() or evidence.usage.inside.get(word) or evidence.lexicon.given(word):
        return False
    doubtful = _DOUBTFUL if evidence.lexicon.surname(word) else _UNSURE
    ordinary = evidence.lexicon.common(word) or word.lower() in evidence.usage.lower
    if not ordinary or name.score >= doubtful or not block.begins(block.range_of(name).start):
        return False
    if _ENDS_LINE.match(block.text, name.end):
        return False
    return name.entity == "PERSON" or word.lower() in evidence.usage.lower


def _usual(word: str, evidence: Evidence) -> bool:
    """Whether a word is common and nobody's given name."""
    return evidence.lexicon.common(word) and not evidence.lexicon.given(word)
