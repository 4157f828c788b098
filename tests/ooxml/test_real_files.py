"""Real Word files from public test suites; see /work/shared/data/README.md."""

import tarfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.document.model import Document, Place, Replacement, StoryKind, replaced_text
from backend.document.redacted_strings import RedactedString
from backend.document.spans import Span
from backend.document.tokens import tokens
from backend.errors import DocumentError
from backend.ooxml.opc.package import open_package
from backend.ooxml.word.reader import read_document
from backend.ooxml.word.writer import redact
from tests.ooxml.real_files import harm, left, pictures, redacted
from tests.string_search import scrub

ARCHIVE = Path(__file__).parents[3] / "shared" / "data" / "docx_real.tar.gz"
EVERY = 6
pytestmark = pytest.mark.skipif(
    not ARCHIVE.exists(), reason=f"needs {ARCHIVE}, real Word files that are no part of this repository"
)
Key = tuple[str, StoryKind, int]


def sample() -> Iterator[tuple[str, bytes]]:
    with tarfile.open(ARCHIVE) as archive:
        for member in [each for each in archive if each.isfile()][::EVERY]:
            stream = archive.extractfile(member)
            assert stream is not None
            yield member.name, stream.read()


def by_place(document: Document) -> dict[Key, str]:
    return {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}


def redacted_as_planned(content: bytes) -> bool:
    """Redact the longest words everywhere; False when the file says that it cannot be read."""
    try:
        package = open_package(content)
        document = read_document(package)
    except DocumentError:
        return False
    before = by_place(document)
    found = [(key, token) for key, text in before.items() for token in tokens(text)]
    words = sorted({token.term for _, token in found}, key=lambda term: (-len(term), term))[:5]
    wanted: dict[Key, list[tuple[Span, str]]] = defaultdict(list)
    for key, token in found:
        if token.term in words:
            wanted[key].append((Span(token.start, token.end), "[TERM]"))
    after = redact(
        package, [Replacement(Place(*key, span), new) for key, many in wanted.items() for span, new in many]
    )
    strings = [RedactedString(word, "[TERM]", is_word=True) for word in words]
    written = open_package(scrub(after, strings).package.to_bytes())
    now = by_place(read_document(written))
    for key, text in before.items():
        if key[1] is not StoryKind.BEFORE_DELETION:
            assert now.get(key, "") == replaced_text(text, wanted[key])
    assert not {token.term for text in now.values() for token in tokens(text)} & set(words)
    return True


def test_real_files_are_redacted_as_planned_or_refused_in_a_word():
    outcomes = {name: redacted_as_planned(content) for name, content in sample()}
    assert sum(outcomes.values()) > len(outcomes) / 2


def test_real_files_lose_the_gaps_and_nothing_else():
    copies = [
        done for name, content in list(sample())[::2] if (done := redacted(name, content)).content is not None
    ]
    assert len(copies) > 10
    assert {done.name: harm(done) for done in copies if harm(done)} == {}
    assert [done.name for done in copies if done.term and left(done.content or b"", done.term)] == []
    assert [done.name for done in copies if pictures(done.content or b"") < pictures(done.source)] == []
