"""Scrub a package: remove properties, and redacted strings from every place outside the text.

The coverage map (docs/coverage.md) says what each handler covers. What no handler can read, such as the pixels of a
picture, is reported as not examined.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from backend.document.coverage import CoverageEntry
from backend.document.redacted_strings import RedactedStrings
from backend.ooxml.excel.workbooks import clean_workbooks
from backend.ooxml.images.pictures import remove_picture_metadata
from backend.ooxml.images.svg import replace_letters
from backend.ooxml.opc.nested_packages import change_all_packages
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.scrub.cached_copies import remove_bindings, remove_cached_drawings
from backend.ooxml.scrub.dates import remove_dates
from backend.ooxml.scrub.field_results import empty_field_results
from backend.ooxml.scrub.identifiers import number_equal_styles, rename_identifiers
from backend.ooxml.scrub.link_targets import rename_relationships, replace_targets
from backend.ooxml.scrub.macros import remove_macros
from backend.ooxml.scrub.namespaces import rename_markup
from backend.ooxml.scrub.number_formats import redact_number_formats
from backend.ooxml.scrub.outside_replacement import (
    remove_xml_comments,
    replace_building_blocks,
    replace_listed_texts,
    replace_unlisted_texts,
)
from backend.ooxml.scrub.part_names import rename_parts
from backend.ooxml.scrub.properties import without_properties
from backend.ooxml.scrub.short_paths import blank_short_paths
from backend.ooxml.scrub.sources import number_sources
from backend.ooxml.scrub.unreadable_parts import unread_parts
from backend.ooxml.string_search import StringSearch
from backend.ooxml.word.all_markup import marked_up_replaced


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """The cleaned package, and every kind of text that occurs in each part, sorted."""

    package: Package
    covered: tuple[CoverageEntry, ...]


@dataclass(frozen=True, slots=True)
class Handler:
    """A named function for some kinds of text: it changes the parts and yields a row for each place."""

    name: str
    handle: Callable[[OpenParts], Iterator[CoverageEntry]]


def _properties_emptied(parts: OpenParts) -> Iterator[CoverageEntry]:
    package, rows = without_properties(parts.package)
    parts.go_on_with(package)
    yield from rows


HANDLERS: tuple[Handler, ...] = (
    Handler("properties", _properties_emptied),
    Handler("programs", remove_macros),
    Handler("picture metadata", remove_picture_metadata),
    Handler("XML comments", remove_xml_comments),
    Handler("cached drawings", remove_cached_drawings),
    Handler("bindings to properties", remove_bindings),
    Handler("workbooks", clean_workbooks),
    Handler("results of fields", empty_field_results),
    Handler("names", rename_identifiers),
    Handler("sources", number_sources),
    Handler("short paths", blank_short_paths),
    Handler("names in other vocabularies", rename_markup),
    Handler("dates", remove_dates),
    Handler("words outside the stories", replace_listed_texts),
    Handler("number formats", redact_number_formats),
    Handler("letters in pictures", replace_letters),
    Handler("everything else", replace_unlisted_texts),
    Handler("building blocks", replace_building_blocks),
    Handler("tracked changes", marked_up_replaced),
    Handler("distinct styles", number_equal_styles),
    Handler("unread parts", unread_parts),
    Handler("relationships", rename_relationships),
    Handler("link targets", replace_targets),
    Handler("names of parts", rename_parts),
)
"""In this order: what leaves does so before it is searched, names before the fields that hold them."""


def scrub(package: Package, strings: RedactedStrings) -> Scrubbed:
    """Clean a package whose stories are already redacted, and all embedded packages, with every handler in turn.

    Raises UnsafeDocument as `parse` does. A part whose name wrongly says that it is XML is not changed, and is
    reported.
    """
    search = StringSearch(strings)
    return Scrubbed(*change_all_packages(package, lambda each: _scrubbed(each, search)))


def _scrubbed(package: Package, search: StringSearch) -> tuple[Package, tuple[CoverageEntry, ...]]:
    parts = OpenParts(package, search)
    rows = [row for handler in HANDLERS for row in handler.handle(parts)]
    return parts.package, summed_entries(rows)


def summed_entries(rows: list[CoverageEntry]) -> tuple[CoverageEntry, ...]:
    """Return one row for each kind in each part, with the counts added up."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        counts[row.part, row.kind, row.treatment] += row.count
    unique = {(row.part, row.kind, row.treatment): row.treatment for row in rows}
    return tuple(
        sorted(CoverageEntry(part, kind, unique[key], counts[key]) for key in unique for part, kind, _ in [key])
    )
