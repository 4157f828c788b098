"""The kind of a part by its name and declared type, where that decides whether it was read."""

from pathlib import PurePosixPath

from backend.verification.declared_types import DeclaredTypes

PICTURE = "what a picture shows"
NOT_READ = "is not read, only searched"

_KINDS = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".ico"), PICTURE),
    **dict.fromkeys((".emf", ".wmf", ".emz", ".wmz", ".wdp", ".webp", ".heic"), PICTURE),
    **dict.fromkeys((".svg", ".svgz", ".eps", ".ps", ".ai", ".cgm", ".pict"), PICTURE),
    **dict.fromkeys((".htm", ".html", ".xhtml", ".mht", ".mhtml", ".rtf"), "an imported file"),
    **dict.fromkeys((".odttf", ".ttf", ".otf", ".fntdata"), "a font"),
    **dict.fromkeys((".mp3", ".mp4", ".wav", ".wmv", ".avi", ".mov", ".m4a"), "a recording"),
    ".pdf": "a PDF",
}
_TYPES = {
    "image/": PICTURE,
    "application/postscript": PICTURE,
    "text/html": "an imported file",
    "text/rtf": "an imported file",
    "application/rtf": "an imported file",
    "application/xhtml+xml": "an imported file",
    "message/rfc822": "an imported file",
}
"""How content types begin, which like suffixes win over what the bytes look like."""


def unexamined_reason(name: str, declared: DeclaredTypes) -> str:
    """Return why the type of a part rules out that it is examined; empty when its content decides."""
    if name.lower() in declared.imported:
        return f"an imported file {NOT_READ}"
    content_type = declared.content_type(name)
    kinds = (kind for beginning, kind in _TYPES.items() if content_type.startswith(beginning))
    kind = _KINDS.get(PurePosixPath(name).suffix.lower()) or next(kinds, "")
    return f"{kind} {NOT_READ}" if kind else ""
