"""Identify a document by its content, however often Word has saved it.

Word writes the same document in other bytes each time that it is asked for it. So a document is identified by what
people find in it: its text, text outside the text (properties, alternative texts), its pictures and embedded files.
"""

from hashlib import sha256

from backend.document.model import Document
from backend.review.approval import digest_of
from backend.services.files.reading import WordFile, open_file

_WRITTEN_ANEW = (".xml", ".rels", ".vml")
"""Parts that Word writes anew; what people read of them is in the text."""
_OF_THE_FILE = "docProps/"
"""Properties and the preview, which every saving changes."""


def digest_of_document(name: str, content: bytes) -> str:
    """The digest of what people can find in a document.

    Raises a DocumentError when it cannot be read.
    """
    opened = open_file(name, content)
    parts = opened.package.parts if isinstance(opened, WordFile) else {}
    files = sorted(
        sha256(part).hexdigest()
        for path, part in parts.items()
        if not path.lower().endswith(_WRITTEN_ANEW) and not path.startswith(_OF_THE_FILE)
    )
    return digest_of([_text(opened.document), sorted(opened.outside.said), files])


def _text(document: Document) -> list[object]:
    return [[story.part, story.kind.value, block.ordinal, block.text] for story, block in document.blocks()]
