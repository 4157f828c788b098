"""Collect the text outside the stories for the recognisers."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Set
from pathlib import PurePosixPath
from urllib.parse import unquote

from lxml import etree

from backend.document.model import HeldName, Layers, StoryKind, TextOutsideStories
from backend.ooxml.excel.chart_numbers import chart_numbers
from backend.ooxml.excel.sheet_names import names_in
from backend.ooxml.excel.sheet_numbers import formats_of
from backend.ooxml.excel.sheet_texts import sheet_texts
from backend.ooxml.human_text import (
    ADD_IN_PROPERTY,
    AUTHOR,
    CUSTOM_DATA,
    DELETED_TEXT,
    FIELD_DATA,
    FIELD_INSTRUCTION,
    STYLE_NAME,
    HumanText,
    every_text,
    human_texts,
)
from backend.ooxml.in_sight import texts_in_sight
from backend.ooxml.markup import names, sibling_name
from backend.ooxml.opc.nested_packages import all_packages
from backend.ooxml.opc.package import Package, PackageKind
from backend.ooxml.opc.parsed_parts import custom_data, xml_roots
from backend.ooxml.opc.relationships import relationships, source_of
from backend.ooxml.opc.story_parts import story_parts
from backend.ooxml.scrub.encodings import readable_spellings
from backend.ooxml.scrub.link_targets import LEADING_NOWHERE
from backend.ooxml.scrub.name_fields import names_held_by, names_in_data
from backend.ooxml.scrub.number_formats import NUMBER_FORMAT, shown_in_formats
from backend.ooxml.scrub.properties import property_texts, removed_texts, without_properties
from backend.ooxml.scrub.unknown_attributes import other_texts
from backend.ooxml.word.paragraphs import paragraphs

_READABLE_KINDS = frozenset(
    {AUTHOR, "alt text", "word art", "picture title", "link tooltip", "chart value", "drawing text"}
)
_WITH_PROSE = frozenset(
    {"document variable", "content control", "form field", "mail merge", CUSTOM_DATA, FIELD_DATA, STYLE_NAME}
    | {"smart tag", "building block", "caption label", "list label", ADD_IN_PROPERTY}
)
"""Kinds of text that may hold prose: they are read for names where two words with a capital follow each other."""
# From the start of a word to its first capital, since a word of capitals would be tried from each of them.
_TWO_CAPITALS = re.compile(r"(?<![^\W\d_])[a-z]*+[^\W\d_a-z][^\W\d_]*+[.,]? (?:[^\W\d_]{1,3} )?[^\W\d_a-z][^\W\d_]")
_LONGEST_PROSE = 5_000
"""Characters of a text that are read for names; what is longer is data."""
_ENTRY = re.compile(r"\s*(?:XE|TC|TA|QUOTE)\s", re.IGNORECASE)
"""Fields that hold text for an index or a table of contents (ECMA-376 part 1, 17.16.5)."""
_QUOTED = re.compile(r'"([^"]+)"')
_NUMBER_OF_SOMEBODY = re.compile(r"\+\d{8,15}|[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
"""A telephone number or an IBAN without spaces, as no keyword, id or measure of Word is written."""
_REVIEW, _REVIEW_ID = "unsaid.review", re.compile(r'"[0-9a-f]{32}"')
"""The property of the pane with the id of a review. It says nothing of the document and changes no suggestion."""
_BOOKMARKS, _BOOKMARK = names("w:bookmarkStart"), "bookmark"
_SHEET, _CHART, _TARGET, _FILE = "sheet", "chart value", "link target", "file name"
_SPACE = re.compile(r"\s")
_OF_A_SHAPE = "name"
"""The attribute with the name that Word gives a shape: "Text Box 2"."""


def text_outside_stories(package: Package) -> TextOutsideStories:
    """Return each text by people outside the stories that `scrub` keeps, once, in package order.

    These are alt texts, field instructions, authors, charts, building blocks, custom XML and so on (see
    human_text), text that no table lists, and external link targets, percent-decoded (`mailto:ann@halden.example`),
    in embedded packages too. Properties are `removed`, and XML comments are not included, because `scrub` removes
    both in any case. Names of bookmarks are included where they read like a name; style ids are not.
    """
    texts: dict[str, bool] = {}
    often: Counter[str] = Counter()
    held: dict[HeldName, None] = {}
    layers = []
    for way, each in all_packages(package):
        kinds: dict[str, dict[str, None]] = {}
        held |= dict.fromkeys(_of_properties(each))
        for text, is_said, kind in _outside(each, held):
            if text.strip():
                texts[text] = texts.get(text, False) or is_said
                often[text] += kind != DELETED_TEXT  # paragraphs have it too
                kinds.setdefault(kind, {})[text] = None
        layers.append(_layers(each, way, kinds))
    readable = (text for text, is_said in texts.items() if is_said)
    return TextOutsideStories(
        tuple(texts),
        tuple(readable),
        tuple(each for each in layers if each != Layers(each.way)),
        tuple(held),
        tuple(text for _, each in all_packages(package) for text in removed_texts(each)),
        {text: count for text, count in often.items() if count != 1},
    )


def _of_properties(package: Package) -> Iterator[HeldName]:
    for human in property_texts(package):
        yield from names_held_by(human)


def _layers(package: Package, way: str, kinds: Mapping[str, Collection[str]]) -> Layers:
    comments = (part for part, kind in story_parts(package).items() if kind is StoryKind.COMMENTS)
    return Layers(
        way,
        frozenset(f"{way}{part}" for part in comments),
        texts_in_sight(package),
        tuple((kind, tuple(each)) for kind, each in kinds.items()),
    )


def _outside(package: Package, held: dict[HeldName, None]) -> Iterator[tuple[str, bool, str]]:
    """Return the texts of one package, whether each reads like prose, and its kind; add the names in fields."""
    package, _ = without_properties(package)
    custom, stories = custom_data(package), story_parts(package)
    roots = xml_roots(package)
    read = _read_as_stories(package, roots)
    yield from ((name, True, _SHEET) for name in names_in(roots.values()))
    for part, root in roots.items():
        yield from ((shown, False, _CHART) for shown in chart_numbers(root))
        formats = shown_in_formats(root)
        yield from ((shown, _TWO_CAPITALS.search(shown) is not None, NUMBER_FORMAT) for shown in formats)
        held |= dict.fromkeys(names_in_data(root))
        yield from _written(root, held, custom=part in custom)
        yield from _names_of_bookmarks(root)
        if part not in custom:
            for human in other_texts(root, _may_be_peoples):
                text = human.text
                if text not in read and _may_be_peoples(text):
                    held |= dict.fromkeys(names_held_by(human))
                    yield text, False, human.what
        if part not in stories:
            blocks = paragraphs(root, StoryKind.BODY)
            yield from ((text, True, part) for block in blocks for _, text in block.texts())
    yield from ((unquote(target), False, _TARGET) for target in _external_targets(package))
    parts = (unquote(name) for name in package.parts)
    yield from ((PurePosixPath(name).stem, False, _FILE) for name in parts if "@" in name)


def _written(root: etree._Element, held: dict[HeldName, None], *, custom: bool) -> Iterator[tuple[str, bool, str]]:
    for human in written_in(root, custom=custom):
        held |= dict.fromkeys(names_held_by(human))
        yield human.text, _is_said(human), human.what
        yield from ((entry, True, human.what) for entry in _entries(human))
        if human.what in (CUSTOM_DATA, FIELD_DATA):
            yield from ((plain, False, human.what) for plain in readable_spellings(human.text))


def _names_of_bookmarks(root: etree._Element) -> Iterator[tuple[str, bool, str]]:
    for mark in root.iter(*_BOOKMARKS):
        name = mark.get(sibling_name(mark, "name"), "").replace("_", " ")
        if _TWO_CAPITALS.search(name):
            yield name, True, _BOOKMARK


def _is_said(human: HumanText) -> bool:
    """Tell whether a text names people as prose does."""
    if human.what in _WITH_PROSE:
        text = human.text
        return len(text) <= _LONGEST_PROSE and _TWO_CAPITALS.search(text) is not None
    return human.what in _READABLE_KINDS and human.slots[0].attribute != _OF_A_SHAPE


def _names_a_review(human: HumanText) -> bool:
    if human.what != ADD_IN_PROPERTY:
        return False
    element = human.slots[0].element
    return element.get("name") == _REVIEW and _REVIEW_ID.fullmatch(element.get("value", "")) is not None


def _entries(human: HumanText) -> Iterator[str]:
    """Return what a field adds to an index or a table, and prose in quotation marks in any other field.

    A colon begins a sub-entry (17.16.5.79).
    """
    if human.what == FIELD_INSTRUCTION and _ENTRY.match(human.text):
        for quoted in _QUOTED.findall(human.text):
            yield from quoted.split(":")
    elif human.what == FIELD_INSTRUCTION:
        yield from filter(_TWO_CAPITALS.search, _QUOTED.findall(human.text[:_LONGEST_PROSE]))


def _read_as_stories(package: Package, roots: Mapping[str, etree._Element]) -> Set[str]:
    """Return the texts of a workbook that are its stories."""
    if package.kind is not PackageKind.EXCEL:
        return frozenset()
    formats = formats_of(roots.values())
    return {each.text for root in roots.values() for each in sheet_texts(root, formats)}


def _may_be_peoples(text: str) -> bool:
    """Return whether a value may be of people: programs write values without spaces and at-signs, except paths."""
    return (
        "@" in text
        or "\\" in text
        or text.startswith("/")
        or "://" in text
        or _SPACE.search(text) is not None
        or _NUMBER_OF_SOMEBODY.fullmatch(text) is not None
    )


def written_in(root: etree._Element, *, custom: bool) -> Iterator[HumanText]:
    """Return the texts of a part outside its paragraphs, without the pane's own; of custom XML every text."""
    texts = every_text(root) if custom else human_texts(root)
    return (each for each in texts if not _names_a_review(each))


def _external_targets(package: Package) -> Iterator[str]:
    for holder in package.parts:
        if holder.endswith(".rels"):
            arrows = relationships(package.parts, source_of(holder))
            yield from (each.target for each in arrows if each.external and each.target not in LEADING_NOWHERE)
