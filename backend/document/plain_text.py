"""Text files as documents: UTF-8, one block, newlines and byte-order mark kept."""

from backend.document.model import Block, Document, Replacement, Story, StoryKind, replaced
from backend.errors import NotUtf8

SUFFIXES = (".txt", ".md")


def read_text(content: bytes) -> Document:
    """Read a text file.

    Raises NotUtf8 when the bytes are not UTF-8.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotUtf8(f"not UTF-8 at byte {error.start}; save the file as UTF-8") from error
    return Document((Story("", StoryKind.BODY, (Block(0, text),)),))


def redact_text(content: bytes, replacements: tuple[Replacement, ...]) -> bytes:
    """Replace the planned spans of a text file and leave every other character unchanged."""
    text = content.decode("utf-8")
    return replaced(text, [(each.place.span, each.placeholder) for each in replacements]).encode()
