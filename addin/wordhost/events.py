"""Events: what the pane is told without asking. They arrive after the answer of the call that they happened in.

Paragraph events (WordApi 1.6) are told to a pane whose library has them (see newer.js), all of a call at once. That
they come for the pane's own edits too, and for no format, is unsourced.
"""

import json
from typing import Any

from addin.wordhost.names import Element
from addin.wordhost.session import Session

SELECTION_CHANGED, MESSAGE = 2, 33
"""`dispidDocumentSelectionChangedEvent` and `dispidRichApiMessageEvent` of the library."""
EVENT_CATEGORY = 65536
"""`Constants.eventMessageCategory` of the library: a message that is an event."""
PARAGRAPH_EVENTS = {"Added": 1001, "Changed": 1002, "Deleted": 1003}
"""Numbers of newer.js alone: those of Word's own library are not public."""


class Events:
    """What happened in a session and was not told yet."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._selections = 0
        self._paragraphs: dict[tuple[str, Element], None] = {}
        self.source = "Local"
        """`Remote` while somebody elsewhere changes the document (typings of `Word.EventSource`)."""
        session.when_selected.append(self._selected)
        session.stories.watchers.append(self._happened)

    def take(self) -> list[list[Any]]:
        """What happened since this was last asked, each as its number and what is told with it."""
        untold: list[list[Any]] = [[SELECTION_CHANGED, []] for _ in range(self._selections)]
        messages = [
            self._message(kind) for kind in PARAGRAPH_EVENTS if any(kind == each for each, _ in self._paragraphs)
        ]
        self._selections, self._paragraphs = 0, {}
        return [*untold, [MESSAGE, messages]] if messages else untold

    def _selected(self) -> None:
        self._selections += 1

    def _happened(self, happened: str, paragraph: Element) -> None:
        self._paragraphs[happened, paragraph] = None

    def _message(self, kind: str) -> list[Any]:
        identities = [self._session.local_id(each) for happened, each in self._paragraphs if happened == kind]
        told = {"type": f"Paragraph{kind}", "source": self.source, "uniqueLocalIds": identities}
        return [EVENT_CATEGORY, PARAGRAPH_EVENTS[kind], "", json.dumps(told), 0, False]
