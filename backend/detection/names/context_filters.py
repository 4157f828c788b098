"""False-positive filters by context: defined terms, job titles, headings, months, words that begin a sentence.

False names are what people complain of first. A name goes only on evidence of the document itself (it defines
"the Supplier", writes "revenue" in lower case elsewhere) or of a word's meaning; what follows a title stays.
"""

import re
from collections.abc import Sequence

from backend.detection.names.defined_terms import DefinedTerms
from backend.detection.names.name_forms import Words
from backend.detection.names.paragraph import NameParagraph, NameSpan, capital
from backend.detection.names.public_bodies import PublicBodies
from backend.detection.names.sentence_starts import is_sentence_start
from backend.detection.names.thing_filters import names_a_thing
from backend.detection.names.vocabulary import (
    BEFORE_A_MONTH,
    CALENDAR,
    GROUPS,
    HEADINGS,
    HONORIFICS,
    JOBS,
    LEGAL_FORMS,
    MONTHS_THAT_ARE_NAMES,
    PARTIES,
    PRODUCTS,
)
from backend.detection.names.word_evidence import NameEvidence

_ROMAN = re.compile(r"[IVXLC]{1,6}[A-Za-z]?|\d+[A-Za-z]?|[A-Z]\d{0,3}")

_LABEL_ENDS = re.compile(r"[*_]{0,2}:(?![^\W_])")
_REPLIES = frozenset(("re", "fw", "fwd", "aw", "wg", "tr"))
"""What stands before the subject of a letter that was answered or sent on."""
_NUMBER_WORDS = frozenset(("no", "nr", "number", "num", "id", "ref", "code"))
_MARK = re.compile(r"(?:['’]s)?[®™℠]")
"""What a trade mark is followed by."""
_UNSURE = 0.9
"""A word in lower case goes when the pipeline is less sure."""
_ABBREVIATED = 4
_REFUSABLE = frozenset(("PERSON", "ORGANIZATION", "LOCATION", "NRP", "MISC"))


def drop_by_context(blocks: Sequence[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """Drop what the context shows not to be a name."""
    terms, institutions = DefinedTerms.of(blocks, evidence), PublicBodies.of(blocks)
    return [
        block.with_names(
            name
            for name in block.names
            if not (_is_none(block, name, terms, evidence) or institutions.has(block, name))
        )
        for block in blocks
    ]


def _is_none(block: NameParagraph, name: NameSpan, terms: DefinedTerms, evidence: NameEvidence) -> bool:
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
        or _is_a_label(block, name, bare, evidence)
        or names_a_thing(block, name, bare, evidence)
        or _is_a_role(block, name, low)
        or _is_a_date(block, name, bare)
        or (name.entity == "PERSON" and _MARK.match(block.text, name.end) is not None)
        or _is_ordinary(block, name, bare, evidence)
    )


def _is_part_of_the_page(bare: Words, low: Words) -> bool:
    """Such as "Section 4", "ARTICLE IV", "Table 2"."""
    headed = low[0] in HEADINGS or (low[0].isdigit() and not HEADINGS.isdisjoint(low))
    return headed and all(_ROMAN.fullmatch(word) or word.lower() in HEADINGS for word in bare[1:])


def _is_a_label(block: NameParagraph, name: NameSpan, bare: Words, evidence: NameEvidence) -> bool:
    """What a colon follows and no name is: "FW:", "Hosp No:", "Apologies:" at the beginning of a line."""
    if not _LABEL_ENDS.match(block.text, name.end):
        return False
    low = bare[-1].lower()
    if low in _NUMBER_WORDS or (len(bare) == 1 and low in _REPLIES):
        return True
    lexicon = evidence.lexicon
    ordinary = all(
        lexicon.common_plural(word) or (lexicon.common(word) and not lexicon.named_so(word)) for word in bare
    )
    return ordinary and block.begins(block.range_of(name).start)


def _is_a_role(block: NameParagraph, name: NameSpan, low: Words) -> bool:
    """A side of a contract, a job title, or software; but "Corporation" after a name is the rest of it."""
    if name.entity == "PERSON" and all(word in GROUPS for word in low):
        return True  # "Dear Sir or Madam"
    if "-".join(low) in PRODUCTS:
        return True
    if len(low) == 1 and (low[0] in PARTIES or low[0] in PRODUCTS or low[0].removesuffix("s") in PRODUCTS):
        first = block.range_of(name).start
        return low[0] not in LEGAL_FORMS or not first or not capital(block.words[first - 1])
    if name.entity not in ("PERSON", "ORGANIZATION") or (name.entity == "ORGANIZATION" and len(low) == 1):
        return False
    return all(word in JOBS for word in low)


def _is_a_date(block: NameParagraph, name: NameSpan, bare: Words) -> bool:
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


def _is_ordinary(block: NameParagraph, name: NameSpan, bare: Words, evidence: NameEvidence) -> bool:
    """Ordinary words with a capital because of where they stand, or as headings have it."""
    if len(bare) == 1 and bare[0].islower() and evidence.lexicon.common(bare[0]):
        return name.score < _UNSURE and not (name.entity == "PERSON" and evidence.lexicon.named_so(bare[0]))
    if is_sentence_start(block, name, bare, evidence):
        return True
    if len(bare) == 1 or name.entity != "PERSON" or not evidence.lexicon:
        return False
    return all(_usual(word, evidence) for word in bare)


def _usual(word: str, evidence: NameEvidence) -> bool:
    """Whether a word is common and nobody's given name."""
    return evidence.lexicon.common(word) and not evidence.lexicon.given(word)
