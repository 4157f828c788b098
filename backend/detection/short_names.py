"""The parts of names that a file repeats where little context stands: "Sales by Whitfield", "Whitfield_CV.pdf".

In a paragraph the pipeline tells by the context whether "Field" is Ms Field. In titles of charts, alt texts, links
and names of files it cannot. There a part of a name counts if it is no ordinary word and no place, and if no
paragraph has it as anything else.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from backend.detection.client.client_terms import without_legal_form
from backend.detection.finding import Finding, FindingKind
from backend.detection.names.vocabulary import CALENDAR, GROUPS, HONORIFICS, JOBS, NO_NAME, PARTIES, ROLES, SUFFIXES
from backend.detection.pii import PERSON
from backend.document.model import Document, Place
from backend.document.phrases import normal_form
from backend.document.spans import Span, SpanCover
from backend.messages.reasons import StandsLikeName

ShortNames = Mapping[str, tuple[str, ...]]
"""The parts of each name, by its normal form."""

_ORGANIZATION = "ORGANIZATION"
_SURE = 0.7
_SHORTEST_OF_PERSON = 4
_SHORTEST_OF_COMPANY = 5
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_PIECE = re.compile(r"[^\W\d_]+")
_FILE_ENDING = re.compile(r"\.[A-Za-z]{2,4}\d?(?![^\W_])")
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][^\W\d_A-Z])|(?<=[^\W\d_A-Z])(?=[A-Z]{2})")
_TITLES = frozenset(map(str.lower, HONORIFICS | ROLES))
_NO_NAMES = frozenset(map(str.lower, NO_NAME | GROUPS | CALENDAR | JOBS | PARTIES | SUFFIXES)) | _TITLES
_OF_PROGRAMS = frozenset(
    ("arial", "aptos", "calibri", "cambria", "courier", "georgia", "grid", "helvetica", "office", "roman", "symbol")
) | {"tahoma", "times", "verdana", "wingdings"}
"""Words of fonts and styles, which names of styles and charts repeat."""


def short_names(findings: Iterable[Finding], is_ordinary: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    """Return the parts of the people and companies that were found for certain; `is_ordinary` judges a word.

    >>> from backend.document.model import StoryKind
    >>> place = Place("word/document.xml", StoryKind.BODY, 1, Span(0, 21))
    >>> found = Finding(FindingKind.PERSONAL, PERSON, "Mr Jonathan Whitfield", place, 0.9, StandsLikeName("signs"))
    >>> short_names([found], lambda word: word == "Jonathan")
    {'mr jonathan whitfield': ('Whitfield',)}
    """
    found: dict[str, tuple[str, ...]] = {}
    for each in findings:
        if each.kind is FindingKind.PERSONAL and each.score >= _SURE and normal_form(each.text) not in found:
            found[normal_form(each.text)] = _parts(each.entity, each.text, is_ordinary)
    return {name: parts for name, parts in found.items() if parts}


def without_others(
    names: ShortNames, document: Document, findings: Iterable[Finding]
) -> dict[str, tuple[str, ...]]:
    """Leave out the parts that stand in a paragraph where nothing was found: there, they are something else."""
    if not names:
        return {}
    taken = _taken(findings)
    free: set[str] = set()
    for story, block in document.blocks():
        cover = taken.get((story.part, story.kind, block.ordinal), _NOTHING)
        found = _PIECE.finditer(block.text)
        free.update(match.group().casefold() for match in found if not cover.overlaps(Span(*match.span())))
    kept = {
        name: tuple(part for part in parts if free.isdisjoint(map(str.casefold, _PIECE.findall(part))))
        for name, parts in names.items()
    }
    return {name: parts for name, parts in kept.items() if parts}


def short_names_in_file_names(
    names: ShortNames, document: Document, findings: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Find the parts in what is written as files and accounts are: "Whitfield.pdf", "CV_mbeki_2021", "MbekiCV"."""
    parts = {part.casefold(): part for of_name in names.values() for part in of_name if " " not in part}
    if not parts:
        return ()
    entities = {part: each.entity for each in findings for part in names.get(normal_form(each.text), ())}
    taken = _taken(findings)
    more = []
    for story, block in document.blocks():
        cover = taken.get((story.part, story.kind, block.ordinal), _NOTHING)
        for span in _glued(block.text):
            part = parts.get(span.of(block.text).casefold())
            if part is not None and not cover.overlaps(span):
                place = Place(story.part, story.kind, block.ordinal, span)
                why = StandsLikeName("named_elsewhere")
                more.append(
                    Finding(
                        FindingKind.PERSONAL, entities[part], span.of(block.text), place, _SURE, why, only_here=True
                    )
                )
    return tuple(more)


def _parts(entity: str, name: str, is_ordinary: Callable[[str], bool]) -> tuple[str, ...]:
    if entity == PERSON:
        words = [word for word in _WORD.findall(name) if word.lower() not in _TITLES]
        ends = dict.fromkeys((words[0], words[-1])) if len(words) > 1 else ()
        return tuple(word for word in ends if _is_telling(word, _SHORTEST_OF_PERSON, is_ordinary))
    if (
        entity != _ORGANIZATION
        or (short := without_legal_form(name)) == name
        or not (words := _WORD.findall(short))
    ):
        return ()
    in_full = (short,) if len(words) > 1 else ()
    return in_full + tuple(word for word in words[:1] if _is_telling(word, _SHORTEST_OF_COMPANY, is_ordinary))


def _is_telling(word: str, shortest: int, is_ordinary: Callable[[str], bool]) -> bool:
    low = word.lower()
    listed = low in _NO_NAMES or low in _OF_PROGRAMS
    return len(word) >= shortest and word[0].isupper() and not listed and not is_ordinary(word)


_NOTHING = SpanCover(())


def _taken(findings: Iterable[Finding]) -> dict[object, SpanCover]:
    taken: dict[object, list[Span]] = {}
    for each in findings:
        taken.setdefault((each.place.part, each.place.kind, each.place.block), []).append(each.place.span)
    return {key: SpanCover(spans) for key, spans in taken.items()}


def _glued(text: str) -> Iterable[Span]:
    """Yield the words that touch `_`, a digit, the ending of a file, or a capital in the same word."""
    for match in _WORD.finditer(text):
        if not match.group().isalpha() and _is_glued(text, *match.span()):
            yield Span(*match.span())
    for match in _PIECE.finditer(text):
        start, end = match.span()
        humps = [start, *(start + cut.start() for cut in _HUMP.finditer(match.group())), end]
        if len(humps) > 2:
            yield from (Span(*pair) for pair in pairwise(humps))
        if _is_glued(text, start, end):
            yield Span(start, end)


def _is_glued(text: str, start: int, end: int) -> bool:
    around = text[start - 1 : start] + text[end : end + 1]
    return any(char == "_" or char.isdigit() for char in around) or _FILE_ENDING.match(text, end) is not None
