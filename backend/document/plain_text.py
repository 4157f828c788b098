"""Text files as documents: UTF-8, one block, newlines and byte-order mark kept."""

import re

from backend.document.model import Block, Document, Replacement, Story, StoryKind, replaced_text
from backend.document.text_tables import tables_of_text
from backend.errors import NotUtf8, UnsupportedFile

MARKDOWN = ".md"
SUFFIXES = (".txt", MARKDOWN)

_IN_THE_SOURCE = re.compile(
    r"<!--.*?(?:-->|\Z)|<[A-Za-z/!?][^<>]*>|^ {0,3}\[[^\[\]]+\]:[^\n]*", re.DOTALL | re.MULTILINE
)
"""Comments, tags and definitions of links, which no reader shows (CommonMark 4.6, 4.7 and 6.6)."""


def read_text(content: bytes) -> Document:
    """Read a text file.

    Raises NotUtf8 when the bytes are not UTF-8; UnsupportedFile when they are a file of another kind, which shows
    another text under another name: zips have zero bytes, and RTF says so at its beginning.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotUtf8(f"The file is not UTF-8 at byte {error.start}. Save it as UTF-8.") from error
    if "\0" in text or text.lstrip("\ufeff").startswith("{\\rtf"):
        raise UnsupportedFile(
            "This is no text file, whatever its name says. Save it as .docx, or as text in UTF-8."
        )
    return Document((Story("", StoryKind.BODY, (Block(0, text),)),), tables=tables_of_text(text))


def shown_of_markdown(document: Document) -> str | None:
    """Return the text that a viewer of Markdown shows; None if that is the whole source.

    >>> shown_of_markdown(read_text(b"For Ann <!-- not Bo -->"))
    'For Ann  '
    """
    text = "".join(document.counted_texts())
    shown = _IN_THE_SOURCE.sub(" ", text)
    return None if shown == text else shown


def redact_text(content: bytes, replacements: tuple[Replacement, ...]) -> bytes:
    """Replace the planned spans of a text file and leave every other character unchanged."""
    text = content.decode("utf-8")
    return replaced_text(text, [(each.place.span, each.placeholder) for each in replacements]).encode()
