"""One open document: its parts, its stories, its switches, and who may edit where."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lxml import etree

from addin.wordhost import web_extension
from addin.wordhost.bookmarks import Bookmarks
from addin.wordhost.edits import Edits
from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.names import Element, new, w
from addin.wordhost.objects import control, margin, marks, table
from addin.wordhost.objects.base import Collection, WordObject
from addin.wordhost.objects.properties import DocumentProperties
from addin.wordhost.objects.range import Paragraph, Range
from addin.wordhost.objects.textual import Body, Textual
from addin.wordhost.package import DOCUMENT, Package
from addin.wordhost.profiles import WINDOWS, Profile
from addin.wordhost.story import Span, Stories

SETTINGS = "word/settings.xml"
CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.{}+xml"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}"
CONTAINERS = {w(name) for name in ("body", "hdr", "ftr", "footnote", "endnote", "comment", "txbxContent")}


class Session:
    """A document that somebody has open in Word."""

    def __init__(self, content: bytes, profile: Profile = WINDOWS) -> None:
        self.package = Package(content)
        self.profile = profile
        self.stories = Stories(ranges_move=profile.ranges_move)
        self.edits = Edits(self.stories, self.number)
        self.add_in_settings = web_extension.kept(self.package)
        self.bookmarks = Bookmarks(self)
        self.undo_cleared = 0
        """How often the list of what can be undone was cleared."""
        self.opened: list[bytes] = []
        self.selection: Span | None = None
        self.when_selected: list[Callable[[], None]] = []
        self.view_shows_deletions = False
        self.makes_headers = False
        # Protected for tracked changes, a document is edited, tracked always (ECMA-376 part 1, 17.15.1.29).
        enforced = self._setting("documentProtection", "enforcement") in {"1", "true", "on"}
        self.tracking_locked = enforced and self._setting("documentProtection", "edit") == "trackedChanges"
        self.protected = enforced and not self.tracking_locked
        self.viewing = False
        """The document is open for viewing: every change is refused with GeneralException (#5484, #3831)."""
        self.edited = False
        self._number = 90_000
        self._local_ids: dict[str, Element] = {}
        self._ids_of: dict[Element, str] = {}
        self.tracking_mode = "Off"
        self.body()  # a document without one is not opened
        tracked = self.tracking_locked or self._setting("trackRevisions") is not None
        self.track("TrackAll" if tracked else "Off", changed=False)

    def save(self) -> bytes:
        """The file as Word would save it now."""
        return self.package.save()

    def keep(self, settings: dict[str, str]) -> None:
        """Keep the add-in's settings, JSON by name, in the document."""
        self.add_in_settings = settings
        web_extension.keep(self.package, settings)
        self.edited = True

    def wipe_settings(self) -> None:
        """A co-author's Word empties the add-in's settings (#4354); a pane that is open still has its own copy."""
        web_extension.keep(self.package, {})
        self.add_in_settings = {}

    def number(self) -> int:
        """A number that no revision or control of the document has."""
        self._number += 1
        return self._number

    def track(self, mode: str, *, changed: bool = True) -> None:
        """Switch the tracking of changes; it is kept in the document's settings."""
        self.tracking_mode = mode
        self.edits.tracking = mode != "Off"  # everybody here is the same person, so "mine" is all
        if changed and SETTINGS in self.package:
            root = self.package.tree(SETTINGS)
            for old in root.findall(w("trackRevisions")):
                root.remove(old)
            if mode != "Off":
                root.insert(0, new("trackRevisions"))
            self.package.changed(SETTINGS)

    @contextmanager
    def editing(self, span: Span) -> Iterator[None]:
        """Refuse what may not be edited, and note which part changes.

        `NotAllowed` for a locked control is unsourced; #2759 says that it fails, office-js-docs#981 names the code.
        """
        if self.viewing:
            raise WordError("GeneralException")
        if self.protected:
            raise WordError("AccessDenied")  # unsourced: the code of a protected document
        for paragraph, start, end in self.stories.parts(span):
            if any(control.locked(each) for each in paragraph.iterancestors(w("sdt"))):
                raise WordError("NotAllowed")
            for piece in self.stories.reading(paragraph).between(start, end):
                if any(control.locked(each) for each in piece.run.iterancestors(w("sdt"))):
                    raise WordError("NotAllowed")
        self.touched(span.first)
        yield

    def touched(self, element: Element) -> None:
        """The part that an element is in is not what it was."""
        self.stories.touched()
        root = element.getroottree().getroot()
        for name in self.package.names():
            if name.endswith(".xml") and self.package.is_tree(name, root):
                self.package.changed(name)
                self.edited = True
                return
        raise WordError("ItemNotFound")  # what is in no part any more is gone

    # --- stories

    def body(self) -> Body:
        """The main story."""
        found = self.package.tree(DOCUMENT).find(w("body"))
        if found is None:
            raise HostFailure(f"{DOCUMENT} has no body")
        return Body(self, found, "MainDoc")

    def is_root(self, element: Element) -> bool:
        """Whether an element is the root of a part."""
        return any(self.package.is_tree(name, element) for name in self.package.names())

    def part_body(self, relationship: str | None, kind: str) -> Body:
        """A header or footer by the relationship that leads to it."""
        found = self.package.related(DOCUMENT).get(relationship or "")
        if found is None:
            raise HostFailure(f"{DOCUMENT} has no relationship {relationship}")
        return Body(self, self.package.tree(found[1]), kind)

    def note_story(self, name: str) -> Body:
        """All footnotes or all endnotes."""
        part = f"word/{name}.xml"
        if part not in self.package:
            raise WordError("ItemNotFound")  # unsourced: a document without notes
        return Body(self, self.package.tree(part), name.removesuffix("s").title())

    def story_of(self, paragraph: Element) -> Element:
        """The story that a paragraph is in."""
        for around in paragraph.iterancestors():
            if around.tag in CONTAINERS:
                return around
        raise WordError("ItemNotFound")

    def stories_of_text(self) -> Iterator[Element]:
        """The main story and the headers and footers: where comments can be marked."""
        yield self.body().container
        for kind, part in self.package.related(DOCUMENT).values():
            if kind in {"header", "footer", "footnotes", "endnotes"} and part in self.package:
                yield self.package.tree(part)

    def new_page_part(self, properties: Element, name: str, kind: str) -> Body:
        """A header or footer that was not there: asking for one made it on some Macs (#1904)."""
        word = name.removesuffix("Reference")
        tag = "hdr" if word == "header" else "ftr"
        root = new(tag)
        root.append(new("p"))
        number = 1 + sum(1 for part in self.package.names() if part.startswith(f"word/{word}"))
        relationship = self.new_part(f"word/{word}{number}.xml", root, word)
        link = new(name, type=kind)
        link.set("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id", relationship)
        properties.insert(0, link)
        self.touched(properties)
        return Body(self, root, word.title())

    def new_part(self, name: str, root: Element, kind: str) -> str:
        """Add a part that the document points to; returns the relationship's id."""
        self.package.add(name, root, CONTENT_TYPE.format(kind))
        return self.package.relate(DOCUMENT, RELATION.format(kind), name.removeprefix("word/"))

    # --- objects

    def range(self, story: Element, first: Element, start: int, last: Element, end: int) -> Range:
        """A range that moves with its text."""
        return Range(self, self.stories.span(story, first, start, last, end))

    def paragraph(self, story: Element, paragraph: Element) -> Paragraph:
        return Paragraph(self, story, paragraph)

    def local_id(self, paragraph: Element) -> str:
        """An id of a paragraph for this session."""
        if paragraph not in self._ids_of:
            self._ids_of[paragraph] = f"{len(self._local_ids) + 1:08X}"
            self._local_ids[self._ids_of[paragraph]] = paragraph
        return self._ids_of[paragraph]

    def paragraph_by_local_id(self, identity: str) -> Paragraph:
        found = self._local_ids.get(identity)
        if found is None or found.getparent() is None:
            raise WordError("ItemNotFound")
        return Paragraph(self, self.story_of(found), found)

    def select(self, span: Span) -> None:
        """Select a span, and scroll to it."""
        self.selection = span
        for listener in self.when_selected:
            listener()

    def selected(self) -> Range:
        """The selection; the beginning of the document until something is selected."""
        span = self.selection
        if span is None or span.dead:
            whole = self.body().span()
            span = self.stories.span(whole.story, whole.first, 0, whole.first, 0)
        return Range(self, span)

    def properties(self) -> DocumentProperties:
        return DocumentProperties(self)

    def controls(self) -> Collection:
        return control.controls(self, self.body().container)

    def controls_in(self, span: Span) -> Collection:
        return control.controls_in(self, span)

    def parent_control(self, span: Span) -> WordObject:
        return control.parent_control(self, span)

    def new_control(self, span: Span, kind: str) -> WordObject:
        if kind not in {"RichText", "PlainText"}:
            raise HostFailure(f"a content control of type {kind} is not emulated")
        return control.wrap(self, span)

    def notes_in(self, span: Span, name: str) -> Collection:
        return margin.notes_in(self, span, name)

    def new_note(self, span: Span, name: str, text: str) -> WordObject:
        with self.editing(span):
            return margin.new_note(self, span, name, text)

    def comments_in(self, span: Span) -> Collection:
        return margin.comments_in(self, span)

    def new_comment(self, span: Span, text: str) -> WordObject:
        with self.editing(span):
            return margin.new_comment(self, span, text)

    def fields_in(self, span: Span) -> Collection:
        return marks.fields_in(self, span)

    def shapes_in(self, span: Span) -> Collection:
        return marks.shapes_in(self, span)

    def tables_in(self, span: Span) -> Collection:
        return table.tables_in(self, span)

    def parent_table(self, thing: Textual) -> WordObject:
        return table.parent_table(self, thing)

    def parent_cell(self, thing: Textual) -> WordObject:
        return table.parent_cell(self, thing)

    def changes_in(self, span: Span | None) -> Collection:
        return marks.changes_in(self, span or self.body().span())

    def link_target(self, relationship: str | None, link: Element) -> str | None:
        """The address of a hyperlink: outside, or a bookmark inside."""
        if relationship is None:
            anchor = link.get(w("anchor"))
            return f"#{anchor}" if anchor else None
        found = self.package.related(DOCUMENT).get(relationship)
        return found[1] if found else None

    def flat_opc(self) -> str:
        """The main part alone as a flat OPC."""
        name = "http://schemas.microsoft.com/office/2006/xmlPackage"
        root = etree.Element(f"{{{name}}}package", nsmap={"pkg": name})
        part = etree.SubElement(root, f"{{{name}}}part", {f"{{{name}}}name": f"/{DOCUMENT}"})
        etree.SubElement(part, f"{{{name}}}xmlData").append(etree.fromstring(self.package.part(DOCUMENT)))
        return etree.tostring(root, encoding="unicode")

    def _setting(self, name: str, attribute: str | None = None) -> Any:
        if SETTINGS not in self.package:
            return None
        mark = self.package.tree(SETTINGS).find(w(name))
        return mark if mark is None or attribute is None else mark.get(w(attribute), "")
