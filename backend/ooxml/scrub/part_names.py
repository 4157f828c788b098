"""Rename parts whose names contain redacted strings, such as `word/media/halden-logo.png`."""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import replace

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.distinct_names import REDACTED_NAMES, new_names
from backend.ooxml.markup import names, parse, serialised
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import (
    CONTENT_TYPES,
    RELATIONSHIP,
    Parts,
    relationships,
    relationships_part,
    source_of,
)
from backend.ooxml.scrub.schema_words import is_usual_folder, is_usual_name
from backend.ooxml.string_search import StringSearch

KIND = "name of a part"

_OVERRIDE = names("ct:Override")


def rename_parts(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Rename the parts whose names contain a redacted string, without reporting the old name."""
    package = parts.package
    new = _new_names(package.parts, parts.search.without_words)
    if new:
        yield CoverageEntry(CONTENT_TYPES, KIND, Treatment.REDACTED, len(new))
        parts.go_on_with(_renamed(package, new))


def _new_names(contents: Parts, search: StringSearch) -> dict[str, str]:
    old = [part for part in contents if part != CONTENT_TYPES and not part.endswith(".rels")]
    all_segments = {segment for part in old for segment in part.split("/")}
    segments = sorted(each for each in all_segments if not (is_usual_folder(each) or is_usual_name(each)))
    stems = [posixpath.splitext(segment)[0] for segment in segments]
    taken = {each for segment in all_segments for each in (segment.lower(), posixpath.splitext(segment)[0].lower())}
    names_left = new_names(search, taken, [each.lower() for each in REDACTED_NAMES])
    fresh = {segments[hit]: next(names_left) for hit in sorted(search.find_all(stems))}
    found = {}
    for part in old:
        *folders, name = part.split("/")
        stem = fresh.get(name)
        new = [fresh.get(folder, folder) for folder in folders]
        new.append(name if stem is None else stem + posixpath.splitext(name)[1])
        if "/".join(new) != part:
            found[part] = "/".join(new)
    return found


def _renamed(package: Package, new: Mapping[str, str]) -> Package:
    contents = package.parts
    with_arrows = {**new, **{relationships_part(old): relationships_part(name) for old, name in new.items()}}
    changed = {CONTENT_TYPES: _overrides_renamed(contents[CONTENT_TYPES], new)}
    for holder in contents:
        if holder.endswith(".rels"):
            changed[holder] = _arrows_turned(contents, holder, new)
    return replace(
        package,
        parts={with_arrows.get(part, part): changed.get(part, content) for part, content in contents.items()},
        main_part=new.get(package.main_part, package.main_part),
        stored=frozenset(with_arrows.get(part, part) for part in package.stored),
        nested={new.get(part, part): inner for part, inner in package.nested.items()},
    )


def _overrides_renamed(content: bytes, new: Mapping[str, str]) -> bytes:
    root = parse(content, CONTENT_TYPES)
    by_lower_name = {old.lower(): name for old, name in new.items()}
    for element in root.iter(*_OVERRIDE):
        name = by_lower_name.get(element.get("PartName", "").lstrip("/").lower())
        if name is not None:
            element.set("PartName", f"/{name}")
    return serialised(root)


def _arrows_turned(contents: Parts, holder: str, new: Mapping[str, str]) -> bytes:
    root = parse(contents[holder], holder)
    elements = list(root.iter(*RELATIONSHIP))
    source = source_of(holder)
    folder = posixpath.dirname(new.get(source, source))
    turned = False
    for element, arrow in zip(elements, relationships(contents, source), strict=True):
        if arrow.part is not None and not arrow.external and (arrow.part in new or source in new):
            target = new.get(arrow.part, arrow.part)
            fragment = arrow.target.partition("#")[1:]
            element.set("Target", posixpath.relpath(target, folder or ".") + "".join(fragment))
            turned = True
    return serialised(root) if turned else contents[holder]
