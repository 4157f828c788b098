"""The document, its sections, and the application."""

import base64
from typing import TYPE_CHECKING, Any

from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.names import RELATIONSHIP_ID, Element, w
from addin.wordhost.objects.base import Collection, NullObject, WordObject
from addin.wordhost.objects.properties import Settings
from addin.wordhost.objects.range import Range
from addin.wordhost.objects.textual import Body
from addin.wordhost.package import DOCUMENT, Package
from addin.wordhost.story import Span, paragraphs

if TYPE_CHECKING:
    from addin.wordhost.session import Session

HEADER_TYPES = {"Primary": "default", "FirstPage": "first", "EvenPages": "even"}
MODES = ("Off", "TrackAll", "TrackMineOnly")


class Document(WordObject):
    """Word.Document: the root of every path."""

    kind = "Document"

    def get_body(self) -> Body:
        return self.session.body()

    def get_sections(self) -> Collection:
        return Collection(self.session, "SectionCollection", sections(self.session))

    def get_change_tracking_mode(self) -> str:
        """WordApi 1.4."""
        return self.session.tracking_mode

    def set_change_tracking_mode(self, mode: str) -> None:
        """Takes effect at its place in the batch; a locked one refuses (docs-ref#1999)."""
        if mode not in MODES:
            raise WordError("InvalidArgument")
        if self.session.tracking_locked:
            raise WordError(
                "AccessDenied"
            )  # unsourced: the code; docs-ref#1999 says that it cannot be switched off
        self.session.track(mode)

    def get_saved(self) -> bool:
        return not self.session.edited

    def do_save(self, *_: Any) -> None:
        """Word would write the file; the session keeps it in memory."""

    def get_properties(self) -> WordObject:
        return self.session.properties()

    def get_settings(self) -> WordObject:
        return Settings(self.session)

    def get_content_controls(self) -> Collection:
        return self.session.controls()

    def do_get_content_controls(self, options: Any = None) -> Collection:  # noqa: ARG002
        return self.session.controls()

    def do_get_selection(self) -> WordObject:
        return self.session.selected()

    def do_get_footnote_body(self) -> Body:
        return self.session.note_story("footnotes")

    def do_get_endnote_body(self) -> Body:
        return self.session.note_story("endnotes")

    def do_search(self, text: str, options: Any = None) -> Collection:
        """WordApi 1.7: what it covers beyond the body is documented nowhere, so the body alone (unsourced)."""
        return self.session.body().do_search(text, options)

    def do_accept_all_revisions(self) -> None:
        self.session.changes_in(None).call("AcceptAll", [])

    def do_reject_all_revisions(self) -> None:
        self.session.changes_in(None).call("RejectAll", [])

    def do_get_paragraph_by_unique_local_id(self, identity: str) -> WordObject:
        return self.session.paragraph_by_local_id(identity)

    def do_undo_clear(self) -> None:
        """WordApiDesktop 1.4."""
        self.session.undo_cleared += 1

    def do_delete_bookmark(self, name: str) -> None:
        """WordApi 1.4."""
        self.session.bookmarks.remove(name)

    def do_get_bookmark_range_or_null_object(self, name: str) -> WordObject:
        """WordApi 1.4: in any story."""
        span = self.session.bookmarks.span(name)
        return NullObject(self.session) if span is None else Range(self.session, span)

    def do_undo(self, times: int = 1) -> None:  # noqa: ARG002
        raise HostFailure("Document.undo is not emulated: the pane must not rely on it (office-facts 1.3)")


class Section(WordObject):
    """Word.Section, by the section properties that end it."""

    kind = "Section"

    def __init__(self, session: "Session", properties: Element) -> None:
        super().__init__(session)
        self.properties = properties

    def get_body(self) -> Body:
        """The text of the section alone (typings: "the body object of the section")."""
        return SectionBody(self.session, self.properties)

    def do_get_header(self, kind: str) -> Body:
        return self._page("headerReference", kind)

    def do_get_footer(self, kind: str) -> Body:
        return self._page("footerReference", kind)

    def do_get_next(self) -> WordObject:
        found = self.do_get_next_or_null_object()
        if isinstance(found, NullObject):
            raise WordError("ItemNotFound")
        return found

    def do_get_next_or_null_object(self) -> WordObject:
        every = sections(self.session)
        at = [section.properties for section in every].index(self.properties) + 1
        return every[at] if at < len(every) else NullObject(self.session)

    def _page(self, name: str, kind: str) -> Body:
        """A header or footer; where a type does not exist the answer is GeneralException (docs-ref#1202).

        A section without one of its own shows that of the section before (ECMA-376 part 1, 17.10.5).
        """
        if kind not in HEADER_TYPES:
            raise WordError("InvalidArgument")
        every = sections(self.session)
        at = [section.properties for section in every].index(self.properties)
        for section in reversed(every[: at + 1]):
            for link in section.properties.findall(w(name)):
                if link.get(w("type"), "default") == HEADER_TYPES[kind]:
                    return self.session.part_body(link.get(RELATIONSHIP_ID), name.removesuffix("Reference").title())
        if self.session.makes_headers:
            return self.session.new_page_part(self.properties, name, HEADER_TYPES[kind])
        raise WordError("GeneralException")


class SectionBody(Body):
    """The part of the main story that a section ends, from behind the one before (ECMA-376 part 1, 17.6.17)."""

    def __init__(self, session: "Session", properties: Element) -> None:
        super().__init__(session, session.body().container, "Section")
        self.properties = properties

    def span(self) -> Span:
        inside = self._paragraphs()
        if not inside:
            raise WordError("ItemNotFound")
        stories = self.session.stories
        return stories.span(self.container, inside[0], 0, inside[-1], stories.reading(inside[-1]).length)

    def get_paragraphs(self) -> Collection:
        items = [self.session.paragraph(self.container, paragraph) for paragraph in self._paragraphs()]
        return Collection(self.session, "ParagraphCollection", items)

    def _paragraphs(self) -> list[Element]:
        found: list[Element] = []
        for paragraph in paragraphs(self.container):
            found.append(paragraph)
            ends = [mark for mark in paragraph.findall(f"{w('pPr')}/{w('sectPr')}") if not _was(mark)]
            if self.properties in ends:
                return found
            if ends:
                found = []
        return found


def sections(session: "Session") -> list[Section]:
    """The sections of a document in order."""
    every = session.package.tree(DOCUMENT).iter(w("sectPr"))
    return [Section(session, mark) for mark in every if not _was(mark)]


def _was(mark: Element) -> bool:
    """Whether section properties are those before a tracked change (ECMA-376 part 1, 17.13.5.32)."""
    parent = mark.getparent()
    return parent is not None and parent.tag == w("sectPrChange")


class Application(WordObject):
    """Word.Application."""

    kind = "Application"

    def do_create_document(self, content: str | None = None) -> WordObject:
        """WordApi 1.3: a document that is not shown before `open`."""
        if content is None:
            raise HostFailure("Application.createDocument without a file is not emulated")
        try:
            made = base64.b64decode(content, validate=True)
            Package(made)
        except (ValueError, HostFailure) as problem:
            raise WordError("InvalidArgument") from problem
        return DocumentCreated(self.session, made)


class DocumentCreated(WordObject):
    """Word.DocumentCreated; on the web only `open` can be used (#5169)."""

    kind = "DocumentCreated"

    def __init__(self, session: "Session", content: bytes) -> None:
        super().__init__(session)
        self.content = content

    def do_open(self) -> None:
        self.session.opened.append(self.content)
