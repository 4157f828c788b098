"""Clean what is not text: properties go, and redacted strings leave every place where people write.

Not reached, and told by the verification instead: embedded packages and OLE objects, the pixels and metadata of
images, macros, printer settings and other binary parts, imported files (altChunk), names of parts in the zip,
namespaces and element names of custom XML, a string split over two cells of a chart or two leaves of custom XML,
and every attribute that is not in the table of `human_text`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from backend.document.model import StoryKind
from backend.document.redacted import RedactedStrings
from backend.ooxml.across import replaced_across
from backend.ooxml.human_text import AUTHOR, FIELD_INSTRUCTION, HumanText, structure_of
from backend.ooxml.identifiers import Renamed, distinct_styles, in_field, rename, renamed
from backend.ooxml.markup import dialects, names, serialised, unseen_texts
from backend.ooxml.outside import custom_data, written_in, xml_roots
from backend.ooxml.package import Package
from backend.ooxml.paragraphs import paragraphs
from backend.ooxml.properties import without_properties
from backend.ooxml.search import Found, Search
from backend.ooxml.stories import story_parts
from backend.ooxml.targets import without_targets
from backend.ooxml.writer import rewrite

_PROPERTY_STORES = ("{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", "{6668398D-A668-4E3E-A5EB-62B293D839F1}")
"""The stores of the core and the extended properties, as Word writes them into the controls that show these."""

_BINDING = names("w:dataBinding", "w15:dataBinding")
_CACHED = names("o:gfxdata")


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """What was done to a part, and how often; without a word of the document."""

    part: str
    what: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """The cleaned package, and what was changed in which part, sorted."""

    package: Package
    changed: tuple[Change, ...]


def scrub(package: Package, strings: RedactedStrings) -> Scrubbed:
    """Clean a package whose stories are redacted already.

    Properties, thumbnail, sensitivity labels, signatures and Word's cached copies of drawings go in any case. Each
    redacted string is replaced in what people wrote outside the stories: alt texts, tooltips, bookmarks, content
    controls, field instructions, authors, style names, charts, custom XML, building blocks, link targets and so on
    (see human_text).

    Raises UnsafeDocument as `parse` does; a part that is no XML in spite of its name stays as it is.
    """
    search = Search(strings)
    package, rows = without_properties(package)
    done = Counter({Change(part, what): 1 for part, what in rows})
    changed: dict[str, bytes] = {}
    roots = xml_roots(package)
    new_names = renamed(roots.values(), search)
    custom, stories = custom_data(package), story_parts(package)
    for part, root in roots.items():
        texts = list(written_in(root, custom=part in custom))
        found = [*_cached_drawings_removed(root), *_bindings_removed(root)]
        found += [*rename(root, new_names), *_replaced(texts, search, new_names)]
        distinct_styles(root)
        if part not in stories:
            found += _paragraphs_replaced(root, search)
        if search.find_all(unseen_texts(package.parts[part])):
            found.append("XML comments")
        if found:
            changed[part] = serialised(root)
            done.update(Change(part, what) for what in found)
    for part in package.parts:
        if part.endswith(".rels"):
            changed[part], count = without_targets(package.parts[part], part, search)
            done[Change(part, "link target")] += count
    told = sorted(replace(change, count=count) for change, count in done.items() if count)
    return Scrubbed(package.with_parts(changed), tuple(told))


def _replaced(texts: Sequence[HumanText], search: Search, new_names: Renamed) -> Iterator[str]:
    """Replace in the texts of one part, for each changed one yielding what it is."""
    whole = [human.text for human in texts]
    hits = search.find_all(whole)
    for i, human in enumerate(texts):
        bookmarks = in_field(whole[i], new_names) if human.what == FIELD_INSTRUCTION else []
        found = _settled(bookmarks, hits.get(i, []), structure_of(human))
        if found and human.text == whole[i]:  # initials are gone with the author they belong to
            _write(human, found)
            yield human.what


def _settled(bookmarks: Found, hits: Found, structure: int) -> Found:
    """Bookmarks first, since they must stay keys; nothing in what is Word's own."""
    people = [each for each in hits if each[0].start >= structure]
    return bookmarks + [each for each in people if not any(each[0].overlaps(span) for span, _ in bookmarks)]


def _write(human: HumanText, found: Found) -> None:
    cuts = replaced_across([slot.text for slot in human.slots], found)
    for slot, cut in zip(human.slots, cuts, strict=True):
        if cut.touched:
            slot.write(cut.text)
        if human.what == AUTHOR:
            for initials in dialects("w:initials"):
                slot.element.attrib.pop(initials, "")


def _paragraphs_replaced(root: etree._Element, search: Search) -> Iterator[str]:
    """Replace in paragraphs that are no part of a story: the building blocks of a glossary."""
    all_paragraphs = paragraphs(root, StoryKind.BODY)
    shown = [(paragraph.ordinal, *each) for paragraph in all_paragraphs for each in paragraph.texts()]
    wanted: dict[int, dict[StoryKind, Found]] = defaultdict(dict)
    for i, found in search.find_all([text for _, _, text in shown]).items():
        ordinal, kind, _ = shown[i]
        wanted[ordinal][kind] = found
    for ordinal, changes in wanted.items():
        rewrite(all_paragraphs[ordinal], changes)
        yield "building block text"


def _cached_drawings_removed(root: etree._Element) -> Iterator[str]:
    """Drop o:gfxdata, a zip in base64 in which Word keeps the newer form of a drawing with all its text."""
    for element in root.iter(etree.Element):
        for cached in _CACHED.intersection(element.attrib):
            del element.attrib[cached]
            yield "cached drawing"


def _bindings_removed(root: etree._Element) -> Iterator[str]:
    """Untie controls from the properties: Word would show the emptied property instead of the control's text."""
    for binding in list(root.iter(*_BINDING)):
        stores = (binding.get(spelled, "").upper() for spelled in dialects("w:storeItemID"))
        parent = binding.getparent()
        if parent is not None and any(store in _PROPERTY_STORES for store in stores):
            parent.remove(binding)
            yield "binding to a property"
