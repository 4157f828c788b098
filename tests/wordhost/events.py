"""Events: what the pane is told without asking. They arrive after the answer of the call that they happened in.

The library of the registry has no paragraph events (WordApi 1.6): the newest one of Microsoft's servers has.
"""

from tests.wordhost.session import Session

SELECTION_CHANGED = 2
"""`dispidDocumentSelectionChangedEvent` of the library."""


class Events:
    """What happened in a session and was not told yet."""

    def __init__(self, session: Session) -> None:
        self._untold: list[int] = []
        session.when_selected.append(lambda: self._untold.append(SELECTION_CHANGED))

    def take(self) -> list[int]:
        """What happened since this was last asked, in order."""
        untold, self._untold = self._untold, []
        return untold
