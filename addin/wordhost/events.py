"""Events: what the pane is told without asking, and how real Words deliver it.

Paragraph events (WordApi 1.6) are told to a pane whose library has them (see newer.js). Word on the desktop raises
`ParagraphChanged` for a change of format (#6770, which asks the same of the web, and is fixed), loses some events
(#4874), and raises none for a tracked deletion (#3864, Mac; not emulated). That events come for own edits
too, in which order, and how late, is unsourced: a test orders it with a `Delivery`.
"""

import json
from dataclasses import dataclass
from typing import Any

from addin.wordhost.names import Element
from addin.wordhost.session import Session

SELECTION_CHANGED, MESSAGE = 2, 33
"""`dispidDocumentSelectionChangedEvent` and `dispidRichApiMessageEvent` of the library."""
EVENT_CATEGORY = 65536
"""`Constants.eventMessageCategory` of the library: a message that is an event."""
PARAGRAPH_EVENTS = {"Added": 1001, "Changed": 1002, "Deleted": 1003}
"""Numbers of newer.js alone: those of Word's own library are not public."""


@dataclass
class Delivery:
    """How paragraph events reach the pane; at first with the answer of the call that they happened in."""

    formats: bool
    """A change of format alone is a `ParagraphChanged` (#6770)."""
    early: bool = False
    """They come before the answer of the call (unsourced)."""
    later: int = 0
    """They come with the answer of so many calls later (unsourced: how late)."""
    single: bool = False
    """Each paragraph has an event of its own; otherwise one event names all (unsourced: how many)."""
    held: bool = False
    """They wait until the test releases them with `Events.release`."""
    lost: bool = False
    """They never come (#4874)."""


@dataclass
class _Waiting:
    """Messages that were raised and are on their way."""

    calls: int | None
    """How many answers they still wait for; None until they are released."""
    messages: list[list[Any]]


class Events:
    """What happened in a session and was not told yet."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._selections = 0
        self._paragraphs: dict[tuple[str, str, Element], None] = {}
        self._waiting: list[_Waiting] = []
        self.delivery = Delivery(formats=session.profile.formats_raise_events)
        self.source = "Local"
        """`Remote` while somebody elsewhere changes the document (typings of `Word.EventSource`)."""
        session.when_selected.append(self._selected)
        session.stories.watchers.append(self._happened)

    def take(self) -> list[list[Any]]:
        """What is due now: each as its number, what is told with it, and whether it comes before the answer."""
        untold: list[list[Any]] = [[SELECTION_CHANGED, [], False] for _ in range(self._selections)]
        self._selections = 0
        self._raise()
        due = [each for each in self._waiting if each.calls == 0]
        self._waiting = [each for each in self._waiting if each.calls != 0]
        for each in self._waiting:
            each.calls = None if each.calls is None else each.calls - 1
        return [*untold, *([MESSAGE, each.messages, self.delivery.early] for each in due)]

    def release(self) -> None:
        """Let all that waits come with the next answer, or when the test asks the page to listen."""
        self._raise()
        for each in self._waiting:
            each.calls = 0

    def _raise(self) -> None:
        """Put what happened on its way."""
        happened, self._paragraphs = list(self._paragraphs), {}
        if not happened or self.delivery.lost:
            return
        groups: dict[tuple[str, str], list[str]] = {}
        for source, kind, paragraph in happened:
            groups.setdefault((kind, source), []).append(self._session.local_id(paragraph))
        messages = []
        for kind in PARAGRAPH_EVENTS:
            for (named, source), identities in groups.items():
                parts = [[each] for each in identities] if self.delivery.single else [identities]
                messages += [self._message(kind, source, part) for part in parts if named == kind]
        self._waiting.append(_Waiting(None if self.delivery.held else self.delivery.later, messages))

    def _selected(self) -> None:
        self._selections += 1

    def _happened(self, happened: str, paragraph: Element) -> None:
        if happened == "Formatted":
            if not self.delivery.formats:
                return
            happened = "Changed"
        self._paragraphs[self.source, happened, paragraph] = None

    def _message(self, kind: str, source: str, identities: list[str]) -> list[Any]:
        # Unsourced: what a Word without ids of paragraphs (#4258) names.
        named = identities if self._session.profile.local_ids else []
        told = {"type": f"Paragraph{kind}", "source": source, "uniqueLocalIds": named}
        return [EVENT_CATEGORY, PARAGRAPH_EVENTS[kind], "", json.dumps(told), 0, False]
