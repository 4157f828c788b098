"""Files by their kind."""

from pathlib import Path

import pytest

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import Place, Replacement, StoryKind
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import Span
from backend.errors import UnsupportedFile
from backend.ooxml.coverage import KINDS
from backend.services.files.reading import counted_texts, open_file
from tests.conftest import SAMPLE


def test_a_file_of_another_kind_is_refused_with_the_kinds_that_are_read():
    with pytest.raises(UnsupportedFile, match=r"\.docx, \.txt, \.md"):
        open_file("letter.pdf", b"")


def test_the_texts_that_count_are_those_of_all_stories():
    said = " ".join(counted_texts(SAMPLE / "steering-committee-report.docx"))
    document = open_file("x.docx", (SAMPLE / "steering-committee-report.docx").read_bytes()).document
    kinds = {story.kind.value for story in document.stories}
    assert {"body", "header", "footer", "footnotes", "comments", "text box"} <= kinds
    assert "Halden & Rook" in said


def test_the_suffix_decides_in_any_case(tmp_path):
    (tmp_path / "A.TXT").write_text("plan", "utf-8")
    assert counted_texts(Path(tmp_path / "A.TXT")) == ("plan",)


def test_each_story_has_its_row_of_what_was_replaced_in_it():
    """Two places of the body, none of the header."""
    opened = open_file("x.docx", (SAMPLE / "steering-committee-report.docx").read_bytes())
    body = next(story for story in opened.document.stories if story.kind is StoryKind.BODY)
    blocks = [block.ordinal for block in body.blocks if len(block.text) > 4][:2]
    places = [Place(body.part, body.kind, ordinal, Span(0, 3)) for ordinal in blocks]
    rows = opened.redacted([Replacement(place, "[TERM]") for place in places], RedactedStrings(())).covered
    counts = {row.kind: row.count for row in rows if row.kind in set(StoryKind)}
    assert counts.pop("body") == 2
    assert set(counts.values()) == {0}
    assert len(counts) == len({story.kind for story in opened.document.stories}) - 1


def test_a_text_file_has_one_row():
    place = Place("", StoryKind.BODY, 0, Span(4, 7))
    done = open_file("a.md", b"for Ann").redacted([Replacement(place, "[PERSON 1]")], RedactedStrings(()))
    assert (done.content, done.covered) == (b"for [PERSON 1]", (CoverageEntry("", "body", Treatment.REDACTED, 1),))


def test_every_kind_of_story_is_a_row_of_the_coverage_map():
    assert {kind.value for kind in StoryKind} <= KINDS.keys()
