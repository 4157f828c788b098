"""Extend partial names: given names, initials and hyphenated parts join a surname, "Inc." joins a company."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from backend.detection.names.paragraph import NameParagraph, NameSpan, capital, initial
from backend.detection.names.vocabulary import (
    HONORIFICS,
    LEGAL_FORMS,
    PARTICLES,
    PRODUCTS,
    ROLES,
    SUFFIXES,
)
from backend.detection.names.word_evidence import NameEvidence

_NO_BEGINNING = " \t\n,;:.)]}&/|-–"
_ABBREVIATIONS = frozenset(["Inc", "Ltd", "Corp", "Co", "Jr", "Sr", "INC", "LTD", "CORP", "CO"])
_NO_END = " \t\n,;:([{&/|-–"
_NO_LAST_WORDS = (" and", " or", " of", " the", " in", " for", " to", " by", " with")
_NO_LAST_OF_A_PERSON = (" AND", " OF", " THE", " FOR", " TO", " BY", " WITH")
"""Not for places: "GARY IN" and "PORTLAND OR" end with their states."""
_HEADING = re.compile(r"#{1,6}\s+")
_ORNAMENTS = frozenset(("So", "Sk", "Co", "Cn"))
"""What pictures, their colours and unknown characters are to Unicode."""
_OPENED_BY = MappingProxyType({")": "(", "]": "[", "}": "{", "”": "“"})
_STRAIGHT = '"'
_LONGEST_ABBREVIATION = 3
_ENDS_A_DATE = frozenset(("may", "june", "july"))
_SENTENCE_ENDS = re.compile(r"(?<=[^\W\d_]{5})\.\s+(?=[^\W\d_a-z])")
"""Inside what was taken for one person: the point behind a word too long for an abbreviation."""
_INITIALS_BEHIND = re.compile(r", ?(?:[^\W\d_a-z]\.[ -]?){1,3}(?<! )(?! ?\w)")
"""Such as in "Rook, J. R." at the end of a line or of an item."""
_BETWEEN = re.compile(r",? and |, ")
"""What stands between two of a kind; "Bosnia and Herzegovina" is one, with a comma before they are many."""


def extend_names(block: NameParagraph, evidence: NameEvidence) -> NameParagraph:
    """The paragraph with whole names."""
    taken = block.taken()
    trimmed = [
        _trimmed(block, piece)
        for name in block.names
        for sentence in _by_sentence(block, name)
        for piece in _one_by_one(block, sentence)
    ]
    names = [_grown(block, name, taken, evidence) if name.entity == "PERSON" else name for name in trimmed]
    block = _side_by_side(block.with_names(()).having(names))
    return block.with_names(()).having([_with_its_dot(block, _as_company(block, name)) for name in block.names])


def _by_sentence(block: NameParagraph, name: NameSpan) -> Iterator[NameSpan]:
    """Each of two people who were taken for one, though a sentence ends between them: "Okafor. Ann"."""
    start = name.start
    if name.entity == "PERSON" and ". " in block.text[start : name.end]:
        for gap in _SENTENCE_ENDS.finditer(block.text, start, name.end):
            yield replace(name, start=start, end=gap.start())
            start = gap.end()
    yield name if start == name.start else replace(name, start=start)


def _one_by_one(block: NameParagraph, name: NameSpan) -> Iterator[NameSpan]:
    """Each of several that were taken for one: "Ann Okafor and Bo Rook", "Hull, Leeds and York"."""
    text = block.text[name.start : name.end]
    several = name.entity == "PERSON" or (name.entity == "LOCATION" and "," in text)
    if not several or " and " not in text or not all(map(_is_a_part, _BETWEEN.sub(" ", text).split())):
        yield name
        return
    start = name.start
    for gap in _BETWEEN.finditer(text):
        yield replace(name, start=start, end=name.start + gap.start())
        start = name.start + gap.end()
    yield replace(name, start=start)


def _is_a_part(word: str) -> bool:
    return word in PARTICLES or capital(word)


def _with_its_dot(block: NameParagraph, name: NameSpan) -> NameSpan:
    """The name with initials behind it and the dot after the last: "Rook, J.", "Mr J.S.", "Okafor, Inc."."""
    inside = block.range_of(name)
    if name.entity == "PERSON" and "," not in block.text[name.start : name.end]:
        behind = _INITIALS_BEHIND.match(block.text, name.end)
        if behind:
            return replace(name, end=behind.end())
    if not inside or block.text[name.end : name.end + 1] != ".":
        return name
    last = block.words[inside.stop - 1]
    dotted = initial(last) and block.text[name.end - 2 : name.end - 1] == "."
    return replace(name, end=name.end + 1) if dotted or last in _ABBREVIATIONS else name


def _trimmed(block: NameParagraph, name: NameSpan) -> NameSpan:
    """The name without the brackets, commas, joining words and the like that a pipeline left at its ends."""
    text = block.text[name.start : name.end]
    start = name.start + _length_of_no_beginning(text)
    end = name.start + len(_without_end(text, name.entity))
    end = _with_brackets(block, start, end)
    return name if (start, end) == (name.start, name.end) or start >= end else replace(name, start=start, end=end)


def _length_of_no_beginning(text: str) -> int:
    """How many characters before a name are none of it: a bracket, the marks of a heading, a picture."""
    heading = _HEADING.match(text)
    first = heading.end() if heading else 0
    while first < len(text) and (text[first] in _NO_BEGINNING or _is_ornament(text[first])):
        first += 1
    return first


def _is_ornament(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char) in _ORNAMENTS


def _with_brackets(block: NameParagraph, start: int, end: int) -> int:
    """Where a name ends that opens a bracket: behind it if there is a word in it, before it if a number is."""
    text = block.text[start:end]
    opened = text.rfind("(")
    if opened <= 0 or ")" in text[opened:]:
        return end
    if any(map(str.isalpha, text[opened:])):
        return end + 1 if block.text[end : end + 1] == ")" else end
    return start + len(text[:opened].rstrip())


def _without_end(text: str, entity: str) -> str:
    """What is left of a name where nothing follows that belongs to the sentence.

    >>> _without_end("Tony’s", "PERSON"), _without_end("Tony)", "PERSON"), _without_end("England and", "LOCATION")
    ('Tony', 'Tony', 'England')
    """
    while True:
        kept = text.rstrip(_NO_END)
        while kept and _is_ornament(kept[-1]):
            kept = kept[:-1]
        for word in _NO_LAST_WORDS + (_NO_LAST_OF_A_PERSON if entity == "PERSON" else ()):
            kept = kept.removesuffix(word)
        if entity == "PERSON":
            kept = kept[:-2] if kept[-2:].lower() in ("'s", "’s") else kept.rstrip("'’")
        place, comma, label = kept.rpartition(", ")
        if entity == "LOCATION" and comma and label.lower() in PRODUCTS:
            kept = place
        if kept and _belongs_to_the_sentence(kept, entity):
            kept = kept[:-1]
        if kept == text:
            return kept
        text = kept


def _belongs_to_the_sentence(text: str, entity: str) -> bool:
    """Whether the last sign closes what was opened before the name, or ends a sentence."""
    last = text[-1]
    if last == ".":
        word = text[:-1].split()[-1:]
        if entity == "DATE_TIME":
            return bool(word) and word[0].lower() in _ENDS_A_DATE
        return entity in ("PERSON", "LOCATION") and bool(word) and _is_a_long_word(word[0])
    if last == _STRAIGHT:
        return text.count(_STRAIGHT) == 1
    return last in _OPENED_BY and text.count(last) > text.count(_OPENED_BY[last])


def _is_a_long_word(word: str) -> bool:
    return word.isalpha() and len(word) > _LONGEST_ABBREVIATION


def _grown(block: NameParagraph, name: NameSpan, taken: bytearray, evidence: NameEvidence) -> NameSpan:
    inside = block.range_of(name)
    if not inside or "@" in block.text[name.start : name.end]:
        return name
    first, last = inside.start, inside.stop - 1
    titled = block.words[first] in HONORIFICS
    while first > 0 and not taken[first - 1] and not titled and _given_before(block, first, evidence):
        first -= 1
    while last + 1 < len(block.words) and not taken[last + 1] and _goes_on(block, last, evidence):
        last += 1
    if first == inside.start and last == inside.stop - 1:
        return name
    start = block.starts[first] if first < inside.start else name.start
    end = block.ends[last] if last > inside.stop - 1 else name.end
    return replace(name, start=start, end=end)


def _as_company(block: NameParagraph, name: NameSpan) -> NameSpan:
    """A name before "Inc." is a company's, whoever founded it; it goes with what follows."""
    following = block.range_of(name).stop
    if name.entity not in ("PERSON", "LOCATION", "ORGANIZATION") or not 0 < following < len(block.words):
        return name
    word = block.words[following]
    if word.lower() not in LEGAL_FORMS or not capital(word) or block.gap(following - 1) not in (" ", ", "):
        return name
    return replace(name, entity="ORGANIZATION", end=block.ends[following])


def _given_before(block: NameParagraph, first: int, evidence: NameEvidence) -> bool:
    """Whether the word before a person's name is part of it."""
    word, gap = block.words[first - 1], block.gap(first - 1)
    if gap == "-":
        return capital(word) and not word.isupper()
    if initial(word):
        return gap in (". ", ".", ".-") or (gap == " " and word not in "AI")
    if gap != " " or not capital(word) or word in ROLES or not evidence.stands_alone(word) or word.isupper():
        return False
    lexicon = evidence.lexicon
    begins = block.begins(first - 1)
    if lexicon.given(word):
        return not (lexicon.common(word) and begins)
    if (
        not lexicon
        or begins
        or evidence.ordinary(word)
        or lexicon.only_a_place(word)
        or any(map(str.isdigit, word))
    ):
        return False
    # A name that no list knows: something in lower case goes before it, so that its capital is its own.
    return first > 1 and block.words[first - 2].islower() and block.gap(first - 2) in (" ", ", ")


def _goes_on(block: NameParagraph, last: int, evidence: NameEvidence) -> bool:
    """Whether the word after a person's name is part of it."""
    word, gap = block.words[last + 1], block.gap(last)
    if gap == "-":
        return capital(word)
    if gap == "-\n":
        return word.islower()  # one word, parted at the end of a line
    if word in SUFFIXES:
        return gap in (" ", ", ")
    lexicon = evidence.lexicon
    if gap != " " or not capital(word) or not lexicon.given(block.words[last]):
        return False
    return lexicon.surname(word) and not evidence.ordinary(word) and evidence.stands_alone(word)


def _side_by_side(block: NameParagraph) -> NameParagraph:
    """The paragraph with the pieces of one person's name as one, where they touch: "K.H." and "Christoph"."""
    names: list[NameSpan] = []
    for name in block.names:
        if names and names[-1].entity == name.entity == "PERSON" and _touch(block, names[-1], name):
            last = names[-1]
            names[-1] = replace(last, end=name.end, score=max(last.score, name.score))
        else:
            names.append(name)
    return block.with_names(names)


def _touch(block: NameParagraph, one: NameSpan, other: NameSpan) -> bool:
    between = block.text[one.end : other.start]
    if between in ("", " ", "-"):
        return True
    inside = block.range_of(one)
    if between not in (".", ". ") or not inside:
        return False
    last = block.words[inside.stop - 1]
    return initial(last) or last in HONORIFICS
