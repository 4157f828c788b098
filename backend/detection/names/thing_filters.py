"""Drop things that look like names: degrees, medicines, numbered bills, lines of source code.

A thing is told by how its word is made or by what stands beside it, never by being on a list of things.
"""

import re

from backend.detection.names.name_forms import Words
from backend.detection.names.paragraph import NameParagraph, NameSpan
from backend.detection.names.vocabulary import (
    DEGREES,
    HUES,
    NO_NAME,
    NUMBERED,
    NUMBERS,
    OF_MEDICINE,
    OF_SCIENCE,
    OF_SOFTWARE,
    SOFTWARE,
)
from backend.detection.names.word_evidence import NameEvidence

_MEDICINE = re.compile(
    r"[a-z]{2,}(?:olol|april|opril|ipril|sartan|statin|azole|prazole|mycin|cillin|profen|oxetine|azepam|zolam|zepine"
    r"|formin|gliptin|gliflozin|glutide|dipine|caine|cycline|floxacin|mab|tinib|navir|tegravir|buvir|ciclovir"
    r"|triptan|setron|parin|gabalin|thiazide|lukast|cetamol|morphine|codone|phylline|sonide|solone|terol|dronate"
    r"|platin|rubicin|taxel|trexate|pramine|triptyline|apine|peridone|tidine|xaban|gatran|semide|salazine|oxacillin)"
)
"""Stems by which the World Health Organization names medicines: what is called so has no other name."""
_CALL = re.compile(r"\w\(\S*\)|\w+\.\w+\(|(?<![<=>!])==?(?!=)\s?\S|[!=]=|:=|[=-]>|::|[{};]\s*$|</?\w+>|\w+_\w+")
_STATEMENT = re.compile(
    r"\s*(?:import \w|from [\w.]+ import\b|def \w+\(|class \w+[(:]|return\b|SELECT\b.*\bFROM\b|INSERT INTO\b"
    r"|#include\b|(?:public|private|static|const|let|var|int|void) \w)"
)
_CALLED = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))
_LONGEST_LINE = 200
_OWNS = frozenset(("'s ", "’s "))
_MIN_SIGNS = 2
_UNSURE = 0.9
_NEAR = 8
"""How many words away something else of its kind is looked for."""


def names_a_thing(block: NameParagraph, name: NameSpan, bare: Words, evidence: NameEvidence) -> bool:
    """Tell whether a supposed person or place is a thing; `bare` are its words without an article."""
    return name.entity in _CALLED and (
        all(_only_joins(word, evidence) for word in bare)
        or _is_a_degree(block, name, bare)
        or (
            len(bare) == 1 and not evidence.lexicon.of(bare[0]) and _MEDICINE.fullmatch(bare[0].lower()) is not None
        )
        or _has_a_number(block, name, bare, evidence)
        or _is_called_after_somebody(block, name, bare, evidence)
        or _is_software(block, name, bare, evidence)
        or _is_a_grade(block, name, bare)
        or (len(bare) == 1 and bare[0].isupper() and bare[0].lower() in NUMBERED)
        or (bare[0].lower() in NUMBERS and all(map(str.islower, bare[1:])))
        or (not any(map(evidence.lexicon.named_so, bare)) and _is_in_a_program(block, name))
    )


def _only_joins(word: str, evidence: NameEvidence) -> bool:
    """Whether a word is an article or the like, and no abbreviation as WHO is."""
    return word in NO_NAME and not word.isupper() and not evidence.lexicon.given(word)


def _is_a_degree(block: NameParagraph, name: NameSpan, bare: Words) -> bool:
    """Such as "M.Sc." and "MBA"; not "Ma", who is somebody, and not "MA", which is a state."""
    if "".join(bare).lower() not in DEGREES:
        return False
    text = block.text[name.start : name.end]
    in_capitals = sum(map(str.isupper, text)) > 1
    return in_capitals and (name.entity == "PERSON" or not text.isupper() or "." in text)


def _has_a_number(block: NameParagraph, name: NameSpan, bare: Words, evidence: NameEvidence) -> bool:
    """Such as "Bill 42", where bills are known: nobody has a number behind a name of one word."""
    following = block.range_of(name).stop
    number = following < len(block.words) and block.gap(following - 1) == " " and block.words[following].isdigit()
    if len(bare) == 2 and bare[1].isdigit():
        number = True
    elif len(bare) != 1:
        return False
    return number and name.entity == "PERSON" and evidence.ordinary(bare[0])


def _is_called_after_somebody(block: NameParagraph, name: NameSpan, bare: Words, evidence: NameEvidence) -> bool:
    """Such as "Gantt chart" and "Monte Carlo simulation", which name a method, and "Raynaud's phenomenon"."""
    following = block.range_of(name).stop
    owned = following < len(block.words) and block.gap(following - 1) in _OWNS
    method = bare[-1] in OF_SCIENCE or _after(block, name) in OF_SCIENCE
    of_medicine = owned and len(bare) == 1 and block.words[following] in OF_MEDICINE
    return (method or of_medicine) and not evidence.lexicon.given(bare[0])


def _is_software(block: NameParagraph, name: NameSpan, bare: Words, evidence: NameEvidence) -> bool:
    """Such as "Jenkins" beside "Docker", and "the Phoenix release"."""
    if len(bare) != 1:
        return False
    if bare[0].lower() in SOFTWARE and any(_is_nobody(word, evidence) for word in _near(block, name)):
        return True
    inside = block.range_of(name)
    has_article = inside.start > 0 and block.words[inside.start - 1].lower() == "the"
    return has_article and name.score < _UNSURE and _after(block, name) in OF_SOFTWARE


def _is_a_grade(block: NameParagraph, name: NameSpan, bare: Words) -> bool:
    """A colour or a metal that another one stands beside: "Bronze, Silver and Gold"."""
    return (
        bare[0].lower() in HUES
        and name.score < _UNSURE
        and any(word.lower() in HUES for word in _near(block, name))
    )


def _after(block: NameParagraph, name: NameSpan) -> str:
    """The word right after a name; empty where something else than a space stands between."""
    following = block.range_of(name).stop
    return block.words[following] if following < len(block.words) and block.gap(following - 1) == " " else ""


def _is_nobody(word: str, evidence: NameEvidence) -> bool:
    """Whether a word is software and neither a person's name nor a word of every day: "Docker", not "Ruby"."""
    known = word.lower() in SOFTWARE and word[0].isupper()
    return known and not evidence.lexicon.named_so(word) and not evidence.lexicon.common(word)


def _near(block: NameParagraph, name: NameSpan) -> Words:
    """The words around a name."""
    inside = block.range_of(name)
    before = block.words[max(0, inside.start - _NEAR) : inside.start]
    return before + block.words[inside.stop : inside.stop + _NEAR]


def _is_in_a_program(block: NameParagraph, name: NameSpan) -> bool:
    first, last = max(0, name.start - _LONGEST_LINE - 1), min(name.end + _LONGEST_LINE + 1, len(block.text))
    start = block.text.rfind("\n", first, name.start) + 1
    end = block.text.find("\n", name.end, last)
    end = last if end < 0 else end
    if end - start > _LONGEST_LINE:
        return False
    line = block.text[start:end]
    return _STATEMENT.match(line) is not None or len(_CALL.findall(line)) >= _MIN_SIGNS
