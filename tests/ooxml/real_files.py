"""Real Word files redacted, and the copies looked at by a reading and a search of the tests' own.

Each file is asked to lose a frequent longer word of its own and whatever the patterns find. What is counted are the
words outside the gaps, the formatting, the pictures, and what a plain search finds of the word afterwards.
"""

import html
import io
import re
import tarfile
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path

from lxml import etree

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.phrases import Phrase
from backend.errors import DocumentError
from backend.reporting.report import FileReport
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.ooxml.structure import (
    PLACEHOLDER,
    Difference,
    carriers,
    characters,
    differences,
    gaps_between,
    is_package,
    is_xml,
    parts_of,
    root_of,
    texts_of,
)

ARCHIVE = Path(__file__).parents[3] / "shared" / "data" / "docx_real.tar.gz"
WORD = re.compile(r"[A-Za-z]{6,}")
_MARKUP = re.compile(rb"<[^>]*>")
_APART = re.compile(
    r"</(?:\w+:)?(?:p|t|v|f)>\s*(?=<(?!/?(?:\w+:)?(?:r|t|rPr|proofErr)\b))|<(?:\w+:)?(?:br|tab|cr)\b[^>]*>"
)
_TAG = re.compile(r"<[^>]*>")
_VALUES = re.compile(r"=\s*(?:\"([^\"]*)\"|'([^']*)')")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".emf", ".wmf", ".svg", ".wdp")
GONE = re.compile(
    r"^docProps/|^_xmlsignatures/|^docMetadata/|^_rels/\.rels$|^\[Content_Types\]\.xml$"
    r"|/vbaProject|/vbaData\.xml$|/customizations\.xml$|/printerSettings/|^\[trash\]/"
)
"""Properties, thumbnail, signatures, labels, macros and settings of printers go in any case."""
_SOURCE = re.compile(r"\bSource\d+\b")
EMPTIED = {
    ("attribute removed", "gfxdata"),
    ("attribute removed", "initials"),
    ("attribute removed", "date"),
    ("attribute removed", "fullDate"),
    ("attribute removed", "id"),
    ("element removed", "dataBinding"),
    ("element removed", "Relationship"),
}
"""Cached drawings, initials of redacted authors, redacted dates, bindings to properties, ways to what is gone."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A real file, the word that it was to lose, and what came of it; `content` is None where it was refused."""

    name: str
    source: bytes
    term: str | None
    content: bytes | None
    report: FileReport


def real_files(archive: Path = ARCHIVE) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file, in the order of the archive."""
    with tarfile.open(archive) as opened:
        for member in opened:
            stream = opened.extractfile(member) if member.isfile() else None
            if stream is not None:
                yield member.name, stream.read()


def redacted(name: str, source: bytes) -> Redacted:
    """Redact one file; what is not a document is told, anything else that goes wrong goes up."""
    term = _term(source)
    always = () if term is None else (Phrase(term),)
    request = EffectiveRequest(entities=DEFAULT_ENTITIES, asked=Terms(always))
    path = Path(name).with_suffix(".docx")
    try:
        done = redact_content(path, Path(path.name), source, request)
    except DocumentError as error:
        return Redacted(name, source, term, None, FileReport.failed(name, str(error)))
    return Redacted(name, source, term, done.content, done.report)


def _term(source: bytes) -> str | None:
    """The most frequent longer word that is no word of Word's own markup, so that it must be gone everywhere."""
    try:
        words = Counter(word.casefold() for text in texts_of(source) for word in WORD.findall(text))
        markup = b" ".join(tag for part in parts_of(source).values() for tag in _MARKUP.findall(part))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return None
    spelled = {
        word.casefold() for word in WORD.findall(re.sub(r"([a-z])([A-Z])", r"\1 \2", markup.decode("latin-1")))
    }
    spelled |= {word.casefold() for word in WORD.findall(markup.decode("latin-1"))}
    return min((word for word in words if word not in spelled), key=lambda word: (-words[word], word), default=None)


def left(content: bytes, term: str, inside: str = "") -> list[str]:
    """The parts in which a plain search still finds the term, packages in packages included."""
    wanted = re.compile(rf"(?<![^\W\d_]){re.escape(term)}(?![^\W\d_])")
    found = []
    for name, part in parts_of(content).items():
        if is_package(part):
            found += left(part, term, f"{inside}{name}!/")
        elif any(wanted.search(unicodedata.normalize("NFKC", text).casefold()) for text in [name, *_said(part)]):
            found.append(inside + name)
    return found


def _said(part: bytes) -> Iterator[str]:
    """What a part may say: its text with and without what is between the tags, its attributes, and its bytes."""
    for encoding in ("utf-8", "utf-16-le"):
        text = part.decode(encoding, "replace")
        yield html.unescape(_TAG.sub("", _APART.sub("\n", text))).replace("\u00ad", "")
        for tag in _TAG.findall(text):
            yield from (html.unescape(a or b) for a, b in _VALUES.findall(tag))


def pictures(content: bytes) -> int:
    """How many pictures the document shows; the thumbnail is none of them."""
    return sum(name.lower().endswith(_PICTURES) and not GONE.search(name) for name in parts_of(content))


def harm(done: Redacted) -> list[Difference]:
    """The differences that are no redaction: lost or other words, formatting, elements, pictures."""
    assert done.content is not None
    return [each for each in differences(done.source, done.content) if not _is_redaction(done, each)]


def _is_redaction(done: Redacted, difference: Difference) -> bool:
    part = difference.part.rpartition("!/")[2]
    if GONE.search(part) or (difference.what, difference.where.split(" of ")[0]) in EMPTIED:
        return True
    if difference.what == "gap":
        return _words(difference.before) <= _asked(done)
    if _SOURCE.search(difference.after) and (difference.where == "text of Tag" or "CITATION" in difference.before):
        return True
    if part.endswith(".rels"):
        return (
            difference.what == "value" and difference.where.startswith("Target ") and "redacted" in difference.after
        )
    return difference.what == "bytes" and part.lower().endswith(_PICTURES)  # what a picture says beside its pixels


def with_fillers(source: bytes, copy: bytes) -> bytes:
    """The copy with a filler in the place of each placeholder, as long as what stood there.

    Placeholders are longer or shorter than the words that they stand for, so the lines break elsewhere; with the
    fillers a page more or less would be the fault of something else.
    """
    before = parts_of(source)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts_of(copy).items():
            changed = is_xml(name, part) and name in before and before[name] != part
            archive.writestr(name, _filled(before[name], part) if changed else part)
    return stream.getvalue()


def _filled(before: bytes, after: bytes) -> bytes:
    root = root_of(after)
    said = zip(characters(root_of(before)).values(), characters(root).items(), strict=True)
    for was, (paragraph, now) in said:
        for channel, chars in was.items():
            one, other = ("".join(each.char for each in side) for side in (chars, now[channel]))
            stretches = [one[start:end] for start, end, _ in gaps_between(one, other) or ()]
            for element in carriers(root if paragraph is None else paragraph, channel):
                kept = PLACEHOLDER.split(element.text or "")
                fillers, stretches = stretches[: len(kept) - 1], stretches[len(kept) - 1 :]
                if len(fillers) == len(kept) - 1:
                    new = (re.sub(r"\S", "x", filler) for filler in fillers)
                    element.text = "".join(chain.from_iterable(zip_longest(kept, new, fillvalue="")))
    return etree.tostring(root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True)


def _asked(done: Redacted) -> set[str]:
    """The words of everything that was asked to go."""
    terms = [each.suggestion.term for each in done.report.suppressed] + [each.text for each in done.report.sought]
    return {word for term in terms for word in _words(term)}


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", PLACEHOLDER.sub(" ", text)).casefold()))
