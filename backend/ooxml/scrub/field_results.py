"""Empty results of fields that tell something about redacted words: counts, and the order of an index.

Word stores what a field showed last (ECMA-376 part 1, 17.16). A count of the original tells how long the redacted
words are, and an index where they stand in the alphabet. Word updates both when it
opens the file, because they are marked as dirty.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.human_text import Slot
from backend.ooxml.markup import names, sibling_name
from backend.ooxml.opc.parsed_parts import OpenParts

COUNT = "count in a field"
INDEX = "index"

COUNTING = ("NUMCHARS", "NUMWORDS", "FILESIZE")
"""Fields whose results are counts (17.16.5). How many pages there are says nothing of a word."""
PROPERTIES = ("DOCPROPERTY", "INFO", "DOCVARIABLE")
"""Fields that show a property or a variable, which may be a count."""
CALCULATING = ("=", "IF", "QUOTE", "SET", "ASK", "COMPARE")
"""Fields whose results may depend on the fields in their codes."""
SORTED = ("INDEX", "TOA")
"""Fields whose results are in the order of the alphabet (17.16.5.35, 17.16.5.75)."""

_MARKS, _SIMPLE, _CODES = names("w:fldChar"), names("w:fldSimple"), names("w:instrText", "w:delInstrText")
_TEXTS, _PARAGRAPH = names("w:t", "w:delText"), names("w:p")
_WORD = re.compile(r"\s*(=|[A-Za-z]+)")
_OF_A_COUNT = re.compile(r"char|word|line|paragraph|byte|size|count|length|number", re.IGNORECASE)
_IS_A_NUMBER = re.compile(r"[\s.,'\u2019]*+\d[\d\s.,'\u2019]*+(?:(?:[kmg]i?b|bytes)\s*)?", re.IGNORECASE)
_LETTER = re.compile(r"\s*[^\W\d_]\s*")
_PAGES = r"[\s.,;\u2026]*\d[\d\s,;\u2013-]*"


@dataclass(slots=True, eq=False)
class _Field:
    """A field: its code without those of fields in it, and where its result begins in the texts of the part."""

    mark: etree._Element
    code: str = ""
    result_from: int | None = None
    depends_on_count: bool = False
    texts: list[etree._Element] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return the word that says what it does, in capitals."""
        word = _WORD.match(self.code)
        return word[1].upper() if word else ""

    def shown(self) -> str:
        """Return its result."""
        return "".join(each.text or "" for each in self.texts)

    def is_count(self) -> bool:
        """Return whether its result is a count, or made of one."""
        if self.name in COUNTING:
            return True
        if self.name in PROPERTIES:
            return _OF_A_COUNT.search(self.code) is not None and _IS_A_NUMBER.fullmatch(self.shown()) is not None
        return self.name in CALCULATING and self.depends_on_count

    def empty(self) -> bool:
        """Remove its result, and let Word update it; return whether there was one."""
        had_result = bool(self.shown())
        for each in self.texts:
            Slot(each).write("")
        if had_result:
            self.mark.set(sibling_name(self.mark, "dirty"), "true")
        return had_result


def empty_field_results(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Empty counts, and indexes with a redacted entry; nothing if no string is redacted."""
    placeholder = parts.search.placeholder
    if placeholder is None:
        return
    for part, root in parts.roots():
        for kind in _emptied(root, placeholder):
            parts.changed(part)
            yield CoverageEntry(part, kind, Treatment.REMOVED, 1)


def _emptied(root: etree._Element, placeholder: re.Pattern[str]) -> Iterator[str]:
    """Yield the kind of each result that was emptied."""
    for each in chain(_fields(root), _simple_fields(root)):
        if each.is_count() and each.empty():
            yield COUNT
        elif each.name in SORTED and placeholder.search(each.shown()) and each.empty():
            yield INDEX
    for _ in _letters_emptied(root, placeholder):
        yield INDEX


def _fields(root: etree._Element) -> Iterator[_Field]:
    """Yield every whole field of a part, inner ones first."""
    texts: list[etree._Element] = []
    open_fields: list[_Field] = []
    for element in root.iter(*_MARKS, *_CODES, *_TEXTS):
        if element.tag in _TEXTS:
            texts.append(element)
        elif element.tag in _CODES:
            if open_fields and open_fields[-1].result_from is None:
                open_fields[-1].code += element.text or ""
        elif (kind := element.get(sibling_name(element, "fldCharType"))) == "begin":
            open_fields.append(_Field(element))
        elif open_fields and kind == "separate":
            open_fields[-1].result_from = len(texts)
        elif open_fields and kind == "end":
            done = open_fields.pop()
            is_near = len(open_fields) < _DEEPEST
            if done.result_from is not None and done.name in _LOOKED_AT and is_near:
                done.texts = texts[done.result_from :]
            if open_fields and open_fields[-1].result_from is None:
                open_fields[-1].depends_on_count |= done.is_count()
            yield done


def _simple_fields(root: etree._Element) -> Iterator[_Field]:
    """Yield the fields whose code is an attribute."""
    for element in root.iter(*_SIMPLE):
        code = element.get(sibling_name(element, "instr"), "")
        yield _Field(element, code, texts=list(element.iter(*_TEXTS)))


_DEEPEST = 20
"""Fields around a field whose own result is looked at; what lies deeper is part of the outer ones."""
_LOOKED_AT = frozenset((*COUNTING, *PROPERTIES, *CALCULATING, *SORTED))


def _letters_emptied(root: etree._Element, placeholder: re.Pattern[str]) -> Iterator[None]:
    """Empty the letter above a redacted entry of an index that is not a field any more."""
    entry = re.compile(rf"\s*(?:{placeholder.pattern}){_PAGES}")
    all_texts = [list(paragraph.iter(*_TEXTS)) for paragraph in root.iter(*_PARAGRAPH)]
    shown = ["".join(text.text or "" for text in texts) if len(texts) < _MOST_PIECES else "" for texts in all_texts]
    for (first, heading), (_, below) in pairwise(zip(all_texts, shown, strict=True)):
        if _LETTER.fullmatch(heading) and entry.fullmatch(below):
            for text in first:
                Slot(text).write("")
            yield


_MOST_PIECES = 100
"""Pieces of a paragraph that may be an entry of an index; paragraphs may contain others."""
