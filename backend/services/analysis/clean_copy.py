"""The clean copy of a document, made before anything is redacted, so that the cleaned text is analysed."""

from backend.services.files.reading import OpenFile, open_file
from backend.services.request.effective import EffectiveRequest


def copy_of(name: str, content: bytes, request: EffectiveRequest) -> OpenFile | None:
    """Return the document as the clean copy will be; None if no copy is requested, or no client is hidden.

    Raises a DocumentError when the file cannot be read.
    """
    if request.copy is None or request.subject is None:
        return None
    return open_file(name, content, request.cleaning.followed_by(request.copy))
