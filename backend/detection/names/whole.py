"""No half names: given names, initials and what a hyphen joins go with a surname, "Inc." with a company."""

import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from backend.detection.names.evidence import Evidence
from backend.detection.names.paragraph import Named, Paragraph, capital, initial
from backend.detection.names.vocabulary import (
    HONORIFICS,
    LEGAL_FORMS,
    PARTICLES,
    PRODUCTS,
    ROLES,
    SUFFIXES,
)

_NO_BEGINNING = " \t\n,;:.)]}&/|-–"
_ABBREVIATIONS = frozenset(["Inc", "Ltd", "Corp", "Co", "Jr", "Sr", "INC", "LTD", "CORP", "CO"])
_NO_END = " \t\n,;:([{&/|-–"
_NO_LAST_WORDS = (" and", " or", " of", " the", " in", " for", " to", " by", " with")
_OPENED_BY = MappingProxyType({")": "(", "]": "[", "}": "{", "”": "“"})
_STRAIGHT = '"'
_LONGEST_ABBREVIATION = 3
_BETWEEN = re.compile(r",? and |, ")
"""What stands between two of a kind; "Bosnia and Herzegovina" is one, with a comma before they are many."""


def whole(block: Paragraph, evidence: Evidence) -> Paragraph:
    """The paragraph with whole names."""
    taken = block.taken()
    trimmed = [_trimmed(block, piece) for name in block.names for piece in _one_by_one(block, name)]
    names = [_grown(block, name, taken, evidence) if name.entity == "PERSON" else name for name in trimmed]
    block = _side_by_side(block.with_names(()).having(names))
    return block.with_names(()).having([_with_its_dot(block, _as_company(block, name)) for name in block.names])


def _one_by_one(block: Paragraph, name: Named) -> Iterator[Named]:
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


def _with_its_dot(block: Paragraph, name: Named) -> Named:
    """The name with the dot after its last initial or abbreviation: "Mr J.S.", "Okafor, Inc."."""
    inside = block.range_of(name)
    if not inside or block.text[name.end : name.end + 1] != ".":
        return name
    last = block.words[inside.stop - 1]
    dotted = initial(last) and block.text[name.end - 2 : name.end - 1] == "."
    return replace(name, end=name.end + 1) if dotted or last in _ABBREVIATIONS else name


def _trimmed(block: Paragraph, name: Named) -> Named:
    """The name without the brackets, commas, joining words and the like that a pipeline left at its ends."""
    text = block.text[name.start : name.end]
    start = name.start + len(text) - len(text.lstrip(_NO_BEGINNING))
    end = name.start + len(_without_end(text, name.entity))
    return name if (start, end) == (name.start, name.end) or start >= end else replace(name, start=start, end=end)


def _without_end(text: str, entity: str) -> str:
    """What is left of a name where nothing follows that belongs to the sentence.

    >>> _without_end("Tony’s", "PERSON"), _without_end("Tony)", "PERSON"), _without_end("England and", "LOCATION")
    ('Tony', 'Tony', 'England')
    """
    while True:
        kept = text.rstrip(_NO_END)
        for word in _NO_LAST_WORDS:
            kept = kept.removesuffix(word)
        if entity == "PERSON" and kept[-2:].lower() in ("'s", "’s"):
            kept = kept[:-2]
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
        return entity in ("PERSON", "LOCATION") and bool(word) and _is_a_long_word(word[0])
    if last == _STRAIGHT:
        return text.count(_STRAIGHT) == 1
    return last in _OPENED_BY and text.count(last) > text.count(_OPENED_BY[last])


def _is_a_long_word(word: str) -> bool:
    return word.isalpha() and len(word) > _LONGEST_ABBREVIATION


def _grown(block: Paragraph, name: Named, taken: bytearray, evidence: Evidence) -> Named:
    inside = block.range_of(name)
    if not inside or "@" in block.text[name.start : name.end]:
        return name
    first, last = inside.start, inside.stop - 1
    while first > 0 and not taken[first - 1] and _given_before(block, first, evidence):
        first -= 1
    while last + 1 < len(block.words) and not taken[last + 1] and _goes_on(block, last, evidence):
        last += 1
    if first == inside.start and last == inside.stop - 1:
        return name
    start = block.starts[first] if first < inside.start else name.start
    end = block.ends[last] if last > inside.stop - 1 else name.end
    return replace(name, start=start, end=end)


def _as_company(block: Paragraph, name: Named) -> Named:
    """A name before "Inc." is a company's, whoever founded it; it goes with what follows."""
    following = block.range_of(name).stop
    if name.entity not in ("PERSON", "LOCATION", "ORGANIZATION") or not 0 < following < len(block.words):
        return name
    word = block.words[following]
    if word.lower() not in LEGAL_FORMS or not capital(word) or block.gap(following - 1) not in (" ", ", "):
        return name
    return replace(name, entity="ORGANIZATION", end=block.ends[following])


def _given_before(block: Paragraph, first: int, evidence: Evidence) -> bool:
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


def _goes_on(block: Paragraph, last: int, evidence: Evidence) -> bool:
    """Whether the word after a person's name is part of it."""
    word, gap = block.words[last + 1], block.gap(last)
    if gap == "-":
        return capital(word)
    if word in SUFFIXES:
        return gap in (" ", ", ")
    lexicon = evidence.lexicon
    if gap != " " or not capital(word) or not lexicon.given(block.words[last]):
        return False
    return lexicon.surname(word) and not evidence.ordinary(word) and evidence.stands_alone(word)


def _side_by_side(block: Paragraph) -> Paragraph:
    """The paragraph with the pieces of one person's name as one, where they touch: "K.H." and "Christoph"."""
    names: list[Named] = []
    for name in block.names:
        if names and names[-1].entity == name.entity == "PERSON" and _touch(block, names[-1], name):
            last = names[-1]
            names[-1] = replace(last, end=name.end, score=max(last.score, name.score))
        else:
            names.append(name)
    return block.with_names(names)


def _touch(block: Paragraph, one: Named, other: Named) -> bool:
    between = block.text[one.end : other.start]
    if between in ("", " ", "-"):
        return True
    inside = block.range_of(one)
    if between not in (".", ". ") or not inside:
        return False
    last = block.words[inside.stop - 1]
    return initial(last) or last in HONORIFICS
