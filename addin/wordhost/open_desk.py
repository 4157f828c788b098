"""The document that is open on the page, and what the page needs to know of it."""

import threading
import zlib
from dataclasses import dataclass
from typing import Any

from addin.wordhost import shown
from addin.wordhost.host import Host
from addin.wordhost.names import Element
from addin.wordhost.story import Span

UNNAMED = "document.docx"


@dataclass(frozen=True)
class Selected:
    """A selection as the page names it: paragraphs by `shown`, and offsets that count every character."""

    first: str
    start: int
    last: str
    end: int


class Desk:
    """The document that is open, and what happened to it since."""

    def __init__(self, content: bytes, name: str = UNNAMED) -> None:
        self.lock = threading.Lock()
        self.opened = 0
        self.open(content, name)

    def open(self, content: bytes, name: str = UNNAMED) -> None:
        """Open another document. Raises HostFailure."""
        self.host, self.name = Host(content), name
        self.opened += 1
        self.selections = 0
        self._checked: tuple[int, int] = (-1, 0)
        self.host.session.when_selected.append(self._selected)

    def state(self) -> dict[str, Any]:
        """What the page compares with what it shows: the version of the text, and the selection."""
        return {
            "version": self.version(),
            "name": self.name,
            "copies": len(self.host.session.opened),
            "selections": f"{self.opened}.{self.selections}",
            "selected": self._selection(),
        }

    def version(self) -> str:
        """Another word whenever the document looks different."""
        batches = self.host.batches
        if self._checked[0] != batches:
            package = self.host.session.package
            parts = (package.part(name) for name in package.names() if shown.STORIES.fullmatch(name))
            self._checked = (batches, zlib.crc32(b"".join(parts)))
        return f"{self.opened}.{self._checked[1]}"

    def select(self, wanted: Selected) -> bool:
        """Select what a person has selected on the page; false where Word has no such selection."""
        session = self.host.session
        first, last = (shown.paragraph_at(session.package, each) for each in (wanted.first, wanted.last))
        if first is None or last is None:
            return False
        story = session.story_of(first)
        if session.story_of(last) is not story or first not in session.stories.order(story):
            return False
        start, end = (self._within(each, at) for each, at in ((first, wanted.start), (last, wanted.end)))
        selections = self.selections
        session.select(session.stories.span(story, first, start, last, end))
        self.selections = selections  # the page knows its own
        return True

    def _within(self, paragraph: Element, offset: int) -> int:
        return max(0, min(offset, self.host.session.stories.reading(paragraph).length))

    def _selected(self) -> None:
        self.selections += 1

    def _selection(self) -> dict[str, Any] | None:
        span = self.host.session.selection
        return None if span is None or span.dead else self._named(span)

    def _named(self, span: Span) -> dict[str, Any] | None:
        package = self.host.session.package
        first, last = shown.place_of(package, span.first), shown.place_of(package, span.last)
        if first is None or last is None:
            return None
        return {"first": first, "start": span.start, "last": last, "end": span.end}
