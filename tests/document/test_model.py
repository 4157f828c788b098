"""Documents as values, and replacing in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.model import Block, Document, Place, Replacement, Story, StoryKind, replaced_text
from backend.document.plain_text import read_text, redact_text
from backend.document.spans import Span
from backend.errors import NotUtf8, UnsupportedFile


@pytest.mark.parametrize(
    "content",
    [
        rb"{\rtf1 \'48\'61\'6c\'64\'65\'6e}",
        "\ufeff{\\rtf1 }".encode(),
        b"PK\x03\x04\x14\0 a zip that is UTF-8",
    ],
)
def test_a_file_that_shows_another_text_under_another_name_is_no_text_file(content):
    """Word shows *Halden* in the first; a certificate of its bytes would speak of its signs alone."""
    with pytest.raises(UnsupportedFile, match="no text file"):
        read_text(content)


def test_deletions_and_copies_do_not_count():
    document = Document(
        (
            Story("word/document.xml", StoryKind.BODY, (Block(0, "kept"),)),
            Story("word/document.xml", StoryKind.BEFORE_DELETION, (Block(0, "kept and deleted"),)),
            Story("word/document.xml", StoryKind.TEXT_BOX, (Block(1, "box"),)),
            Story("word/document.xml", StoryKind.COPY, (Block(2, "box"),)),
        )
    )
    assert document.counted_texts() == ("kept", "box")


@given(st.lists(st.tuples(st.text(max_size=5), st.text(min_size=1, max_size=5)), max_size=8), st.text(max_size=5))
def test_only_the_spans_change(pairs, tail):
    """Text is built as gap, target, gap, target…; the result must be gap, new, gap, new…"""
    text, expected, spans = "", "", []
    for i, (gap, target) in enumerate(pairs):
        start = len(text) + len(gap)
        spans.append((Span(start, start + len(target)), f"[TERM {i}]"))
        text += gap + target
        expected += gap + f"[TERM {i}]"
    assert replaced_text(text + tail, spans[::-1]) == expected + tail


def test_overlapping_replacements_are_refused():
    with pytest.raises(ValueError, match="overlap"):
        replaced_text("abcdef", [(Span(0, 3), "x"), (Span(2, 4), "y")])


def test_a_text_file_keeps_its_byte_order_mark_and_newlines():
    content = "\ufeffAnn\r\nand\rBob\n".encode()
    document = read_text(content)
    assert document.counted_texts() == ("\ufeffAnn\r\nand\rBob\n",)
    place = Place("", StoryKind.BODY, 0, Span(1, 4))
    assert redact_text(content, (Replacement(place, "[PERSON 1]"),)) == "\ufeff[PERSON 1]\r\nand\rBob\n".encode()


def test_another_encoding_is_reported_without_its_text():
    with pytest.raises(NotUtf8, match=r"byte 2\. Save it as UTF-8") as caught:
        read_text("Zoé".encode("latin-1") + b"\xff")
    assert "Zo" not in str(caught.value)
