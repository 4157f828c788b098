"""The text of a Word file without what its reader does not see: hidden, faint or tiny text, and unused stories.

Words of others that nobody sees must not outweigh what everybody reads. So this is a view for counting, and takes
more for unseen than a clean copy takes out: white letters may stand on a dark cell. And what nobody sees must not
part a name that everybody reads: these are the texts that are joined without it.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property

from lxml import etree

from backend.document.cleaning import Cleaning, Revisions
from backend.document.model import StoryKind
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.clean.tree_edits import outermost
from backend.ooxml.markup import names, parse, sibling_name, whole_number
from backend.ooxml.opc.nested_packages import all_packages
from backend.ooxml.opc.package import Package, PackageKind
from backend.ooxml.opc.relationships import relationships
from backend.ooxml.opc.story_parts import story_parts
from backend.ooxml.shown import join_as_shown, take_branches, without_unshown
from backend.ooxml.word.paragraphs import paragraphs

_HIDES = tuple(word.encode(encoding) for word in ("anish", "hidden") for encoding in ("utf-8", "utf-16-le"))
"""One of these is in every part that hides text (`w:vanish`, `w:hidden`, `hidden="1"`), also big-endian."""

_FAINTEST, _TINIEST = 0xF0, 6
"""Each channel of a colour that nobody sees on white paper, and half points that nobody can read."""
_PALE = frozenset({"background1", "light1"})
"""Colours of a theme that are white as Office has them (ECMA-376 part 1, 17.18.97)."""
_MAY_BE_PALE = re.compile(
    rb"[\"'](?:[Ff][0-9A-Fa-f]){3}[\"']|background1|light1|noFill|:shd\s|:highlight\s|:w\s|[\"']exact[\"']|\0"
)
_SIZES = re.compile(rb"sz\s[^<>]*+")
_IS_SMALL = re.compile(rb"[\"'][0-6][\"']")
_NARROWEST, _LOWEST = 9, 40
"""Per cent of the width of letters, and twentieths of a point of a line or a row, that nobody can read."""

_RUN, _PARAGRAPH = names("w:r"), names("w:p")
_RUN_PROPERTIES, _PARAGRAPH_PROPERTIES = names("w:rPr"), names("w:pPr")
_COLOUR, _SIZE = names("w:color"), names("w:sz")
_WIDTH, _NO_FILL = names("w:w"), names("w14:noFill")
_SHADING, _HIGHLIGHT = names("w:shd"), names("w:highlight")
_SPACING, _ROW, _HEIGHT = names("w:spacing"), names("w:tr"), names("w:trHeight")
_STYLE, _BASED_ON = names("w:style"), names("w:basedOn")
_OF_RUN, _OF_PARAGRAPH = names("w:rStyle"), names("w:pStyle")
_TEXT = names("w:t", "w:delText", "w:sym")

_STORY_REFERENCES = names("w:headerReference", "w:footerReference")
_TITLE_PAGE, _EVEN_PAGES = names("w:titlePg"), names("w:evenAndOddHeaders")
_NOTES = names("w:footnote", "w:endnote")
_REFERENCE_TO = {
    note: names(reference)
    for prefixed, reference in (("w:footnote", "w:footnoteReference"), ("w:endnote", "w:endnoteReference"))
    for note in names(prefixed)
}
_OFF = frozenset({"0", "false", "off"})


def texts_in_sight(package: Package) -> tuple[tuple[str, ...], ...]:
    """For each way in which a Word file keeps text out of sight, its text without that; none where it has none."""
    if package.kind is PackageKind.EXCEL:
        return ()
    hidden = _without_hidden(package)
    stories = _Stories(package)
    everything = stories.counted(stories.roots())
    changed = (stories.changed_by(change) for change in (_faint_removed, _unused_removed, _unshown_removed))
    ways = (hidden, *(stories.counted(roots) for roots in changed if roots is not None))
    return tuple(dict.fromkeys(way for way in ways if way is not None and way != everything))


def texts_as_shown(package: Package) -> tuple[str, ...]:
    """Return the visible texts outside all stories, of a file and the Word files in it, each once.

    The parts of a name may be kept apart by what nobody sees, or by the end of a paragraph that is deleted.
    """
    read: set[str] = set()
    shown: dict[str, None] = {}
    for _, each in all_packages(package):
        if each.kind is not PackageKind.EXCEL:
            stories = _Stories(each)
            read.update(text for _, text in stories.texts(stories.roots()))
            shown |= dict.fromkeys(text for way in _ways_to_show(stories) for text in way)
    return tuple(text for text in shown if text not in read)


_Roots = dict[str, etree._Element]  # noqa: SLF001 - lxml has no other name for it
"""The trees of the parts that hold stories."""


class _Stories:
    """The trees of a file's stories: parsed once, and again only when something in them was changed."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._kinds = story_parts(package)
        self._unchanged: _Roots | None = None

    @cached_property
    def faint_styles(self) -> frozenset[str]:
        """See `_faint_styles`."""
        return _faint_styles(self.package)

    def roots(self) -> _Roots:
        """The trees as they are in the file, which the caller does not change."""
        if self._unchanged is None:
            self._unchanged = {part: parse(self.package.parts[part], part) for part in self._kinds}
        return self._unchanged

    def own_roots(self) -> _Roots:
        """The same for a caller that changes them."""
        roots, self._unchanged = self.roots(), None
        return roots

    def changed_by(self, change: "Callable[[_Stories, _Roots], bool]") -> _Roots | None:
        """The trees after a change; None if that changes nothing, which it says itself."""
        roots = self.own_roots()
        if change(self, roots):
            return roots
        self._unchanged = roots
        return None

    def texts(self, roots: _Roots) -> Iterator[tuple[StoryKind, str]]:
        """The texts of these trees in all readings."""
        for part, kind in self._kinds.items():
            if part in roots:
                for paragraph in paragraphs(roots[part], kind):
                    yield from paragraph.texts()

    def counted(self, roots: _Roots) -> tuple[str, ...]:
        """The texts of these trees that count."""
        return tuple(text for kind, text in self.texts(roots) if kind.counted)


def _ways_to_show(stories: _Stories) -> Iterator[Iterator[str]]:
    """The texts as they stand, without what nobody sees, and of each with the branches that older readers take."""
    package = stories.package
    cleaned, changed = clean(package, Cleaning(revisions=Revisions.ACCEPT, remove_hidden_text=True))
    branches = any(b"AlternateContent" in part or b"\0" in part for part in package.parts.values())
    for each in (stories, _Stories(cleaned)) if changed else (stories,):
        is_faint = each.changed_by(_faint_removed) is not None
        for last in (False, True) if branches else (False,):
            yield _as_shown(each, last=last, without_faint=False)
            if is_faint:
                yield _as_shown(each, last=last, without_faint=True)


def _as_shown(stories: _Stories, *, last: bool, without_faint: bool) -> Iterator[str]:
    roots = stories.own_roots()
    if without_faint:
        _faint_removed(stories, roots)
    for root in roots.values():
        if last:
            take_branches(root, last=True)
        without_unshown(root)
        join_as_shown(root)
    return (text for _, text in stories.texts(roots))


def _unshown_removed(_stories: _Stories, roots: _Roots) -> bool:
    return sum(without_unshown(root) for root in roots.values()) > 0


def _without_hidden(package: Package) -> tuple[str, ...] | None:
    if not any(hides in part for part in package.parts.values() for hides in _HIDES):
        return None
    cleaned, _ = clean(package, Cleaning(remove_hidden_text=True))
    stories = _Stories(cleaned)
    return stories.counted(stories.roots())


def _faint_removed(stories: _Stories, roots: _Roots) -> bool:
    """Empty the texts of runs that are as good as white, or too small to be read."""
    styles = stories.faint_styles
    if not styles and not any(_may_be_faint(stories.package.parts[part]) for part in roots):
        return False
    count = 0
    for root in roots.values():
        clipped = _clipped(root)
        for run in root.iter(*_RUN):
            if run in clipped or _is_faint_run(run, styles):
                for text in list(run.iterchildren(*_TEXT)):
                    run.remove(text)
                    count += 1
    return count > 0


def _is_faint_run(run: etree._Element, styles: frozenset[str]) -> bool:
    properties = next(run.iterchildren(*_RUN_PROPERTIES), None)
    if properties is not None:
        if _is_covered(properties):
            return True
        if _says(properties):
            return _is_faint(properties)
        if _value_of(properties, _OF_RUN) in styles:
            return True
    paragraph = next(run.iterancestors(*_PARAGRAPH), None)
    paragraph_properties = None if paragraph is None else next(paragraph.iterchildren(*_PARAGRAPH_PROPERTIES), None)
    return paragraph_properties is not None and _value_of(paragraph_properties, _OF_PARAGRAPH) in styles


def _says(properties: etree._Element) -> bool:
    return next(properties.iterchildren(*_COLOUR, *_SIZE), None) is not None


def _is_faint(properties: etree._Element) -> bool:
    for colour in properties.iterchildren(*_COLOUR):
        if _value(colour, "themeColor") in _PALE or _is_pale(_value(colour, "val")):
            return True
    return any(_is_below(_value(size, "val"), _TINIEST) for size in properties.iterchildren(*_SIZE))


def _may_be_faint(content: bytes) -> bool:
    """Tell whether a part may hold letters that nobody reads; most parts need no closer look."""
    return bool(_MAY_BE_PALE.search(content)) or any(map(_IS_SMALL.search, _SIZES.findall(content)))


def _is_covered(properties: etree._Element) -> bool:
    """Whether letters are squeezed, empty, or of the colour behind them."""
    if any(_is_below(_value(each, "val"), _NARROWEST) for each in properties.iterchildren(*_WIDTH)):
        return True
    behind = {_value(each, "fill").upper() for each in properties.iterchildren(*_SHADING)}
    behind |= {_MARKERS.get(_value(each, "val"), "") for each in properties.iterchildren(*_HIGHLIGHT)}
    colours = {_value(each, "val").upper() for each in properties.iterchildren(*_COLOUR)} or {"000000"}
    colours = {"000000" if each in ("", "AUTO") else each for each in colours}
    return not colours.isdisjoint(behind) or next(properties.iter(*_NO_FILL), None) is not None


_MARKERS = {
    "black": "000000",
    "white": "FFFFFF",
    "yellow": "FFFF00",
    "red": "FF0000",
    "green": "00FF00",
    "blue": "0000FF",
    "cyan": "00FFFF",
    "magenta": "FF00FF",
}
"""The colours of markers (17.18.40) that people have for letters, too."""


def _clipped(root: etree._Element) -> set[etree._Element]:
    """The runs whose line or row is too low for letters."""
    low = (each for each in root.iter(*_SPACING) if _is_low(each, "lineRule", "line"))
    flat = (each for each in root.iter(*_HEIGHT) if _is_low(each, "hRule", "val"))
    clipped: set[etree._Element] = set()
    for marks, tags in ((low, _PARAGRAPH), (flat, _ROW)):
        containers = dict.fromkeys(next(each.iterancestors(*tags), None) for each in marks)
        for each in outermost(each for each in containers if each is not None):
            clipped.update(each.iter(*_RUN))
    return clipped


def _is_low(element: etree._Element, rule: str, much: str) -> bool:
    return _value(element, rule) == "exact" and _is_below(_value(element, much), _LOWEST)


def _is_below(number: str, least: int) -> bool:
    return number.isdecimal() and whole_number(number) <= least


def _is_pale(colour: str) -> bool:
    try:
        return len(colour) == len("FFFFFF") and min(bytes.fromhex(colour)) >= _FAINTEST
    except ValueError:
        return False


def _faint_styles(package: Package) -> frozenset[str]:
    """The ids of styles of paragraphs and characters that are faint, by themselves or by what they are based on."""
    part = next(
        (each.part for each in relationships(package.parts, package.main_part) if each.kind == "styles"), ""
    )
    if not part or not _may_be_faint(package.parts[part]):
        return frozenset()
    faint: dict[str, bool | None] = {}
    based_on: dict[str, str] = {}
    for style in parse(package.parts[part], part).iter(*_STYLE):
        if _value(style, "type") in ("paragraph", "character"):
            name = _value(style, "styleId")
            properties = next(style.iterchildren(*_RUN_PROPERTIES), None)
            says = properties is not None and _says(properties)
            faint[name] = _is_faint(properties) if properties is not None and says else None
            based_on[name] = _value_of(style, _BASED_ON)
    for name in faint:
        _inherit(name, faint, based_on)
    return frozenset(name for name, is_faint in faint.items() if is_faint)


def _inherit(name: str, faint: dict[str, bool | None], based_on: dict[str, str]) -> None:
    """Give a style that says nothing, and those on the way, what the style says that they are based on."""
    silent: dict[str, None] = {}
    while name in faint and faint[name] is None and name not in silent:
        silent[name] = None
        name = based_on[name]
    faint.update(dict.fromkeys(silent, bool(faint.get(name))))


def _unused_removed(stories: _Stories, roots: _Roots) -> bool:
    """Take out headers and footers that no page has, and notes that nothing refers to."""
    unused = _unused(stories.package, roots)
    for part in unused:
        del roots[part]
    lost = list(_lost_notes(roots))
    for note in lost:
        parent = note.getparent()
        if parent is not None:
            parent.remove(note)
    return bool(unused or lost)


def _unused(package: Package, roots: _Roots) -> list[str]:
    if package.main_part not in roots:
        return []
    used = _used(package, roots[package.main_part])
    on_pages = (StoryKind.HEADER, StoryKind.FOOTER)
    return [part for part, kind in story_parts(package).items() if kind in on_pages and part not in used]


def _used(package: Package, body: etree._Element) -> set[str | None]:
    """The parts of the headers and footers of the pages that there are (17.10.1, 17.10.6)."""
    arrows = {each.id: each for each in relationships(package.parts, package.main_part)}
    kinds = {"default"}
    if any(_is_on(each) for each in body.iter(*_TITLE_PAGE)):
        kinds.add("first")
    settings = next((each.part for each in arrows.values() if each.kind == "settings" and each.part), None)
    if settings and any(_is_on(each) for each in parse(package.parts[settings], settings).iter(*_EVEN_PAGES)):
        kinds.add("even")
    ids = (
        next((value for name, value in each.items() if str(name).endswith("}id")), "")
        for each in body.iter(*_STORY_REFERENCES)
        if (_value(each, "type") or "default") in kinds
    )
    return {arrows[each].part for each in map(str, ids) if each in arrows}


def _lost_notes(roots: _Roots) -> Iterator[etree._Element]:
    used: dict[frozenset[str], set[str]] = {}  # by what refers to a kind of notes, of which many parts may exist
    for root in roots.values():
        notes = list(root.iter(*_NOTES))
        if not notes:
            continue
        references = _REFERENCE_TO[notes[0].tag]
        if references not in used:
            used[references] = {_value(each, "id") for other in roots.values() for each in other.iter(*references)}
        yield from (note for note in notes if _value(note, "id") not in used[references])


def _is_on(element: etree._Element) -> bool:
    return _value(element, "val").lower() not in _OFF


def _value(element: etree._Element, local: str) -> str:
    return element.get(sibling_name(element, local), "")


def _value_of(element: etree._Element, tags: frozenset[str]) -> str:
    child = next(element.iterchildren(*tags), None)
    return "" if child is None else _value(child, "val")
