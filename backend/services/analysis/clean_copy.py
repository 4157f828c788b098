"""The clean copy of a document, made before anything is redacted, so that the cleaned text is analysed."""

from backend.document.model import Document
from backend.services.files.reading import open_file
from backend.services.request.effective import EffectiveRequest


def copy_of(name: str, content: bytes, request: EffectiveRequest) -> Document | None:
    """Return the clean copy of a document; None if none is requested, or no client is hidden.

    Raises a DocumentError when the file cannot be read.
    """
    if request.copy is None or request.subject is None:
        return None
    return open_file(name, content, request.cleaning.followed_by(request.copy)).document
