"""A page of our own."""

import io
import zipfile

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.ooxml.opc.package import open_package
from backend.ooxml.word.plain_page import ReportPage, ReportSection
from backend.ooxml.word.reader import read_document

PAGE = ReportPage(
    "A title",
    "below it",
    (ReportSection("First", (("k", "5"), ("name", "plan.docx"))), ReportSection("None", ())),
    "End.",
)


def test_paragraphs_are_read_in_the_order_of_writing():
    (body,) = [story for story in read_document(open_package(PAGE.as_docx())).stories if story.blocks]
    texts = [block.text for block in body.blocks if block.text]
    assert texts == ["A title", "below it", "First", "k", "5", "name", "plan.docx", "None", "End."]


def test_the_page_is_a4_names_its_creator_and_has_no_traces_of_the_template():
    content = PAGE.as_docx()
    document = docx.Document(io.BytesIO(content))
    page = document.sections[0]
    assert (round(page.page_width.mm), round(page.page_height.mm)) == (210, 297)
    assert document.core_properties.author == "Unsaid"
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert not [name for name in package.namelist() if "thumbnail" in name]
        assert b"python-docx" not in b"".join(package.read(name) for name in package.namelist())


@pytest.mark.parametrize("odd", ["a\x00b", "a\ud800b", "a\x0bb"])
def test_characters_that_xml_cannot_contain_are_marked(odd):
    page = ReportPage("t", "s", (ReportSection("h", ((odd, odd),)),), "n")
    (table,) = docx.Document(io.BytesIO(page.as_docx())).tables
    assert [cell.text for cell in table.rows[0].cells] == ["a\ufffdb"] * 2


@given(st.text(min_size=1, max_size=20))
def test_the_page_may_contain_any_text(text):
    assert ReportPage(text, text, (ReportSection(text, ((text, text),)),), text).as_docx()
