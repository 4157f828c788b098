"""Where a document points: targets outside the package that hold a redacted string lead nowhere afterwards."""

from urllib.parse import unquote

from lxml import etree

from backend.ooxml.markup import parse, serialised
from backend.ooxml.relationships import RELATIONSHIP
from backend.ooxml.search import Search

NOWHERE = "https://redacted.example/"
"""A valid URI that no one can own (RFC 2606, 3)."""

_NOBODY = "mailto:redacted@redacted.example"
_NO_FILE = "file:///redacted"
"""For what Word would fetch when it opens the document: templates, linked pictures, sub-documents."""


def without_targets(content: bytes, part: str, search: Search) -> tuple[bytes, int]:
    """Replace the external targets in a relationships part that hold a redacted string, percent-encoded or not.

    Returns the part and how many were replaced; the same bytes when none was.
    """
    root = parse(content, part)
    external = [each for each in root.iter(*RELATIONSHIP) if each.get("TargetMode") == "External"]
    plain = [each.get("Target", "") for each in external]
    hits = search.find_all(plain).keys() | search.find_all([unquote(target) for target in plain]).keys()
    for i in hits:
        external[i].set("Target", _safe(external[i]))
    return (serialised(root) if hits else content), len(hits)


def _safe(relationship: etree._Element) -> str:
    if not relationship.get("Type", "").endswith("/hyperlink"):
        return _NO_FILE
    return _NOBODY if relationship.get("Target", "").lower().startswith("mailto:") else NOWHERE
