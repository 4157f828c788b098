"""While a request is processed, a file is read once; another content, or another cleaning, is another file."""

import pytest

from backend.document.cleaning import Cleaning
from backend.services.files.reading import each_file_read_once, open_file
from tests.web.documents import REPORT, word_file

LETTER, NOTE = word_file("Ann Lee met us in Leeds."), b"Ann Lee met us."


def test_the_same_content_is_read_once_within_a_request_and_anew_after_it():
    with each_file_read_once():
        first = open_file("a.docx", LETTER)
        assert open_file("b.DOCX", bytes(bytearray(LETTER))) is first
        assert first.outside is first.outside
    assert open_file("a.docx", LETTER) is not first


@pytest.mark.parametrize(
    ("name", "content", "cleaning"),
    [
        ("a.docx", REPORT, Cleaning()),
        ("a.docx", LETTER, Cleaning(remove_hidden_text=True)),
        ("a.txt", NOTE, Cleaning()),
    ],
)
def test_what_differs_is_read_by_itself(name, content, cleaning):
    with each_file_read_once():
        letter, other = open_file("a.docx", LETTER), open_file(name, content, cleaning)
        assert other is not letter
        assert other.document == open_file(name, content, cleaning).document


def test_of_one_content_a_markdown_file_is_not_the_plain_text():
    with each_file_read_once():
        assert open_file("a.txt", NOTE) is not open_file("a.md", NOTE)


def test_no_more_than_two_files_are_kept():
    with each_file_read_once():
        first = open_file("a.txt", b"1")
        for content in (b"2", b"3"):
            open_file("a.txt", content)
        assert open_file("a.txt", b"1") is not first
