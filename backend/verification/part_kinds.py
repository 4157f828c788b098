"""The kind of a part by its name and declared type, where that decides whether it was read."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from backend.messages.reasons import Content, ContentNotRead
from backend.verification.declared_types import DeclaredTypes

PICTURE = ContentNotRead("picture")

_KINDS: Mapping[str, Content] = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".ico"), "picture"),
    **dict.fromkeys((".emf", ".wmf", ".emz", ".wmz", ".wdp", ".webp", ".heic"), "picture"),
    **dict.fromkeys((".svg", ".svgz", ".eps", ".ps", ".ai", ".cgm", ".pict"), "picture"),
    **dict.fromkeys((".htm", ".html", ".xhtml", ".mht", ".mhtml", ".rtf"), "imported_file"),
    **dict.fromkeys((".odttf", ".ttf", ".otf", ".fntdata"), "font"),
    **dict.fromkeys((".mp3", ".mp4", ".wav", ".wmv", ".avi", ".mov", ".m4a"), "recording"),
    ".pdf": "pdf",
}
_TYPES: Mapping[str, Content] = {
    "image/": "picture",
    "application/postscript": "picture",
    "text/html": "imported_file",
    "text/rtf": "imported_file",
    "application/rtf": "imported_file",
    "application/xhtml+xml": "imported_file",
    "message/rfc822": "imported_file",
}
"""How content types begin, which like suffixes win over what the bytes look like."""


def unexamined_reason(name: str, declared: DeclaredTypes) -> ContentNotRead | None:
    """Return why the type of a part rules out that it is examined; None when its content decides."""
    if name.lower() in declared.imported:
        return ContentNotRead("imported_file")
    content_type = declared.content_type(name)
    kinds = (kind for beginning, kind in _TYPES.items() if content_type.startswith(beginning))
    kind = _KINDS.get(PurePosixPath(name).suffix.lower()) or next(kinds, None)
    return ContentNotRead(kind) if kind else None
