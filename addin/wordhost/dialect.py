"""The two dialects of a .docx: the host thinks in the transitional one, and keeps a file in the one that it is in.

Word opens both and saves a strict document as such. ISO/IEC 29500-1 (strict) and -4 (transitional) name the same
things in namespaces of their own.
"""

import re

_TRANSITIONAL = b"http://schemas.openxmlformats.org/"
_STRICT = b"http://purl.oclc.org/ooxml/"
_NAMES = {
    _STRICT + strict: _TRANSITIONAL + transitional
    for strict, transitional in (
        (b"wordprocessingml/main", b"wordprocessingml/2006/main"),
        (b"officeDocument/relationships", b"officeDocument/2006/relationships"),
        (b"officeDocument/extendedProperties", b"officeDocument/2006/extended-properties"),
        (b"officeDocument/customProperties", b"officeDocument/2006/custom-properties"),
        (b"officeDocument/docPropsVTypes", b"officeDocument/2006/docPropsVTypes"),
    )
}
"""The vocabularies that the host reads or writes."""
_TAG = re.compile(rb"""<[^!?/](?:[^<>"']|"[^"]*"|'[^']*')*>""")
_DECLARED = re.compile(rb"""(\sxmlns(?::[\w.-]+)?\s*=\s*)(["'])([^"']*)\2""")
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_STRICT_RELATION = "http://purl.oclc.org/ooxml/officeDocument/relationships/"


def is_strict(xml: bytes) -> bool:
    """Whether a part is strict; it is in UTF-8, as Word writes it."""
    return _STRICT in xml and transitional(xml) != xml


def transitional(xml: bytes) -> bytes:
    """A part in the names that the host knows."""
    return _renamed(xml, _NAMES)


def strict(xml: bytes) -> bytes:
    """A part in strict names again, and what was made in the others with it."""
    return _renamed(xml, {name: known for known, name in _NAMES.items()})


def strict_relation(kind: str) -> str:
    """The type of a relationship in a strict document."""
    return kind.replace(_RELATION, _STRICT_RELATION)


def _renamed(xml: bytes, names: dict[bytes, bytes]) -> bytes:
    """Namespaces where they are declared: text that speaks of one is left alone."""

    def of_tag(tag: re.Match[bytes]) -> bytes:
        return _DECLARED.sub(
            lambda found: b"".join((found[1], found[2], names.get(found[3], found[3]), found[2])), tag[0]
        )

    return _TAG.sub(of_tag, xml)
