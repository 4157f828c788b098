"""Files by their kind."""

from pathlib import Path

import pytest

from backend.errors import UnsupportedFile
from backend.services.reading import counted_texts, open_file
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
