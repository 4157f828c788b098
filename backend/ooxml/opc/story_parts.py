"""The parts with stories, and the kind of each."""

from backend.document.model import StoryKind
from backend.ooxml.opc.package import Package, PackageKind
from backend.ooxml.opc.relationships import content_types, reachable, relationships

_KINDS = {
    "header": StoryKind.HEADER,
    "footer": StoryKind.FOOTER,
    "footnotes": StoryKind.FOOTNOTES,
    "endnotes": StoryKind.ENDNOTES,
    "comments": StoryKind.COMMENTS,
}
"""Both the last segment of the relationship's type and the middle of the content type (ECMA-376 part 1, 11.3)."""

_ORDER = (StoryKind.BODY, *_KINDS.values())


def story_parts(package: Package) -> dict[str, StoryKind]:
    """The parts with stories: the body, then headers, footers, notes and comments, each in package order.

    A header that no section uses any more is still in the file, so it counts by its declared type. The building
    blocks of a glossary have notes of their own that never show; they are no stories. A workbook has none of these
    (see sheets), and neither do packages in the package count here.
    """
    if package.kind is PackageKind.EXCEL:
        return {}
    arrows = relationships(package.parts, package.main_part)
    kinds = _by_content_type(package)
    for each in arrows:
        if each.kind == "glossaryDocument" and each.part is not None:
            for part in reachable(package.parts, each.part):
                kinds.pop(part, None)
    kinds |= {each.part: _KINDS[each.kind] for each in arrows if each.part is not None and each.kind in _KINDS}
    kinds[package.main_part] = StoryKind.BODY
    place = {part: i for i, part in enumerate(package.parts)}
    return dict(sorted(kinds.items(), key=lambda item: (_ORDER.index(item[1]), place[item[0]])))


def _by_content_type(package: Package) -> dict[str, StoryKind]:
    return {
        part: kind
        for part, declared in content_types(package.parts).items()
        for middle, kind in _KINDS.items()
        if declared.endswith(f"wordprocessingml.{middle}+xml")
    }
