"""The base class of all errors."""

import traceback
from pathlib import Path
from typing import ClassVar

from backend.messages.message import Message, Wording, wording
from backend.messages.warning_words import MESSAGE_WORDS


class UnsaidError(Exception):
    """The base of every error that a caller can act on; never raised itself.

    `code` is stable (scripts and the pane branch on it), `status_hint` is the HTTP status that fits it.
    The message is one line of plain English: what is wrong, then what to do. Where surfaces advise differently it
    is a `Message`, which each surface words itself (`text`). It may name files, clients, settings and places, never
    words of a document.
    """

    code: ClassVar[str]
    status_hint: ClassVar[int]

    def __init__(self, message: str | Message) -> None:
        if type(self) is UnsaidError:
            raise TypeError("UnsaidError is the family; raise one of its members")
        super().__init__(message)

    def __str__(self) -> str:
        """The message, without the advice of any surface."""
        return self.text(_PLAIN)

    def text(self, worded: Wording) -> str:
        """The message in the words of a surface."""
        (message,) = self.args
        return worded(message) if isinstance(message, Message) else str(message)

    def names(self, path: Path) -> bool:
        """Whether the message says of itself that it is about this file."""
        return getattr(self.args[0], "path", None) == str(path)


_PLAIN = wording(MESSAGE_WORDS, {})


def unforeseen(error: Exception) -> str:
    """One line about an error outside the family: its kind and its place, for its message may quote a document."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"Unforeseen {type(error).__name__} in {Path(at.filename).name}:{at.lineno}. Please report it."
