"""Identify a document by its content, however often Word has saved it.

Word writes the same document in other bytes each time that it is asked for it. So a document is identified by what
people find in it: its text, text outside the text (properties, alternative texts), its pictures and embedded files.
What else Word shows is known apart: labels of lists, fields, what is drawn by codes, names of bookmarks, and what
is out of sight.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from backend.document.model import Document, Layers, TextOutsideStories
from backend.ooxml.bounds import looks_like_xml
from backend.ooxml.drawn import drawn_by_codes
from backend.ooxml.human_text import ADD_IN_PROPERTY
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import content_types
from backend.ooxml.scrub.properties import without_properties
from backend.review.approval import digest_of
from backend.services.files.reading import OpenFile, WordFile, open_file

_WRITTEN_ANEW = (".xml", ".rels", ".vml")
"""Parts that Word writes anew; what people read of them is in the text."""


def digest_of_document(name: str, content: bytes) -> str:
    """Return the digest of the text that people can find in a document.

    Raises a DocumentError when it cannot be read.
    """
    opened = open_file(name, content)
    return _digest(opened, opened.outside)


def both_digests(name: str, content: bytes) -> tuple[str, str]:
    """Return the digest of the text, and that of what is beside it: fields, labels, links, what is drawn or hidden.

    Word keeps what is beside the text, but for what the pane writes into the document. Raises a DocumentError when
    it cannot be read.
    """
    opened = open_file(name, content)
    outside = opened.outside
    return _digest(opened, outside), _digest_beside(opened, outside.layers)


def _digest(opened: OpenFile, outside: TextOutsideStories) -> str:
    files = sorted(_files(opened.package)) if isinstance(opened, WordFile) else []
    return digest_of([_text(opened.document), sorted(outside.said), files])


def _digest_beside(opened: OpenFile, layers: Iterable[Layers]) -> str:
    outside_texts = sorted(
        [each.way, kind, sorted(texts)] for each in layers for kind, texts in each.beside if kind != ADD_IN_PROPERTY
    )
    in_sight = sorted([each.way, sorted(map(list, each.without))] for each in layers if each.without)
    drawn = drawn_by_codes(opened.package) if isinstance(opened, WordFile) else []
    return digest_of([outside_texts, in_sight, drawn])


def _files(package: Package) -> Iterator[str]:
    """The digests of its pictures and files, whatever they are called; properties and the preview change."""
    package, _ = without_properties(package)
    declared = content_types(package.parts)
    for path, part in package.parts.items():
        is_picture = declared.get(path, "").startswith("image/")
        if is_picture or not (path.lower().endswith(_WRITTEN_ANEW) and looks_like_xml(part)):
            yield sha256(part).hexdigest()


def _text(document: Document) -> list[object]:
    return [[story.part, story.kind.value, block.ordinal, block.text] for story, block in document.blocks()]
