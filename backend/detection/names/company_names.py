"""Company names by their legal form: capitalised words before "Ltd", "Inc." or "GmbH"."""

from collections.abc import Iterable, Iterator

from backend.detection.names.paragraph import NameParagraph, NameSpan, capital, initial
from backend.detection.names.vocabulary import COMPANY_FORMS, DETERMINERS, LEGAL_FORMS, NO_NAME, PARTIES
from backend.detection.names.word_evidence import NameEvidence
from backend.messages.reasons import StandsLikeName

_SURE = 0.9
_MAX_WORDS = 6
_BEFORE_FORM = frozenset((" ", ", "))
_IN_COMPANY = frozenset((" ", "-", " & "))


def find_companies(blocks: Iterable[NameParagraph], evidence: NameEvidence) -> list[NameParagraph]:
    """Add the companies before their legal form, which becomes part of the name."""
    return [block.having(_companies(block, evidence)) for block in blocks]


def _companies(block: NameParagraph, evidence: NameEvidence) -> Iterator[NameSpan]:
    for i, word in enumerate(block.words):
        if word in COMPANY_FORMS and i and block.gap(i - 1) in _BEFORE_FORM:
            first = _first_word(block, i, evidence)
            if first < i:
                start, end = block.starts[first], block.ends[i]
                yield NameSpan("ORGANIZATION", start, end, _SURE, StandsLikeName("before_legal_form"))


def _first_word(block: NameParagraph, form: int, evidence: NameEvidence) -> int:
    """Where the company before a legal form begins; the form itself where none does."""
    first = i = form - 1
    if not _may_be_part(block.words[i]):
        return form
    in_capitals = block.words[i].isupper() and len(block.words[i]) > 1
    while i > 0 and form - i < _MAX_WORDS and _continues(block, i):
        i -= 1
        word = block.words[i]
        if _may_be_part(word) and (word.isupper() or not in_capitals):
            first = i
        elif word != "of":
            break
    while first < form and evidence.ordinary(block.words[first]) and block.begins(first):
        first += 2 if block.words[first + 1] == "of" else 1  # "Contact Halden Ltd", "Acquisition of Halden Ltd"
    own = block.words[first:form]
    return form if all(word.lower() in PARTIES | DETERMINERS for word in own) else first


def _may_be_part(word: str) -> bool:
    return capital(word) and word not in NO_NAME and word.lower() not in LEGAL_FORMS


def _continues(block: NameParagraph, word: int) -> bool:
    """Whether a word and the one before it may belong to one company."""
    gap = block.gap(word - 1)
    return gap in _IN_COMPANY or (gap in (". ", ".") and initial(block.words[word - 1]))
