"""What holds of every clean copy: inserted text stays, deleted text goes, and cleaning again changes nothing."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.cleaning import AS_IT_STANDS, CLEAN, Cleaning, Comments, Images, Revisions
from backend.document.coverage import Treatment
from backend.document.model import StoryKind
from backend.ooxml.clean import (
    anchors,
    comments,
    draft,
    hidden_text,
    revisions,
    traces,
    workbooks,
)
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.coverage import KINDS
from backend.ooxml.opc.package import open_package
from backend.ooxml.word.reader import read_document
from tests.ooxml.building import body, docx_parts, package, paragraph, relationships, text, zipped
from tests.ooxml.cleaning import ACCEPTED, words_now
from tests.ooxml.documents import bodies

POLICIES = [
    Cleaning(revisions=revisions, comments=comments, remove_hidden_text=hidden, remove_traces=traces)
    for revisions, comments, hidden, traces in product(Revisions, Comments, (False, True), (False, True))
]


@given(bodies)
def test_accepting_changes_keeps_the_text_and_removes_the_history(inside: str):
    before = package(inside)
    after, _ = clean(before, ACCEPTED)
    assert words_now(after) == words_now(before)
    assert StoryKind.BEFORE_DELETION not in {story.kind for story in read_document(after).stories}


@given(bodies, st.sampled_from(POLICIES))
def test_cleaning_twice_changes_nothing(inside: str, policy: Cleaning):
    once, _ = clean(package(inside), policy)
    assert clean(open_package(once.to_bytes()), policy) == (once, ())


_NESTED = st.recursive(
    st.just(lambda alive: (text("S" if alive else "D"), int(alive))),
    lambda inner: st.builds(
        lambda tag, many: lambda alive: _around(tag, many, alive=alive),
        st.sampled_from(["ins", "del"]),
        st.lists(inner),
    ),
    max_leaves=12,
)


def _around(tag, many, *, alive):
    parts = [each(alive and tag == "ins") for each in many]
    return f"<w:{tag}>{''.join(xml for xml, _ in parts)}</w:{tag}>", sum(count for _, count in parts)


@given(st.lists(st.tuples(_NESTED, st.booleans()), min_size=1))
def test_inserted_text_stays_and_deleted_text_goes_however_they_are_nested(made):
    """Each paragraph holds insertions in deletions in insertions, and its mark may be deleted."""
    inside, alive = "", 0
    for nested, ended in made:
        xml, count = nested(alive=True)
        inside += paragraph("<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>" if ended else "", xml)
        alive += count
    written = "".join(words_now(clean(package(inside), ACCEPTED)[0]).values())
    assert written == "S" * alive


def test_without_a_request_to_clean_nothing_is_changed():
    before = package(paragraph("<w:del><w:r><w:delText>x</w:delText></w:r></w:del>", text("x", "<w:vanish/>")))
    assert clean(before, AS_IT_STANDS) == (before, ())


def test_a_clean_copy_is_all_of_it_but_pictures():
    everything = Cleaning(
        Images.TELL, Revisions.ACCEPT, Comments.REMOVE, remove_hidden_text=True, remove_traces=True
    )
    assert everything == CLEAN


def test_a_document_in_a_document_is_cleaned_as_well():
    deleted = paragraph(text("a"), "<w:del><w:r><w:delText>x</w:delText></w:r></w:del>")
    inner = zipped(docx_parts(body(deleted)))
    done, rows = clean(package(paragraph(text("a")), {"word/embeddings/b.docx": inner}), CLEAN)
    (within,) = done.nested.values()
    assert "x" not in "".join(words_now(within).values())
    assert {row.part for row in rows} == {"word/embeddings/b.docx!/word/document.xml"}


def test_pictures_give_way_where_that_is_requested_and_nothing_else_changes():
    parts = {
        "word/_rels/document.xml.rels": relationships(("image", "media/image1.png")),
        "word/media/image1.png": b"\x89PNG\r\n\x1a\nno picture at all",
    }
    before = package(paragraph('<w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r>'), parts)
    done, rows = clean(before, Cleaning(images=Images.REMOVE))
    assert [(row.kind, row.treatment) for row in rows] == [("picture", Treatment.REMOVED)]
    assert b"no picture at all" not in b"".join(done.parts.values())
    for kept in (Images.TELL, Images.KEEP):
        assert clean(before, Cleaning(images=kept)) == (before, ())


@pytest.mark.parametrize("policy", [CLEAN, Cleaning(comments=Comments.ANONYMISE)])
def test_a_part_that_is_no_xml_in_spite_of_its_name_stays_as_it_is(policy: Cleaning):
    broken = package(paragraph(text("a")), {"word/broken.xml": b"<x"})
    assert clean(broken, policy) == (broken, ())


def test_every_kind_that_cleaning_reports_has_a_row_in_the_coverage_map():
    tables = (
        traces._OF_SETTINGS,
        traces._ANYWHERE,
        traces._WRAPPERS,
        traces._PARTS,
        dict(enumerate(name for _, _, name in anchors._KINDS.values())),
    )
    constants = {
        getattr(module, name)
        for module, names in (
            (revisions, "DELETION INSERTION MOVE FORMATTING"),
            (comments, "COMMENT COMMENT_MARK COMMENT_DATA PEOPLE TASK AUTHOR"),
            (hidden_text, "HIDDEN HIDDEN_DRAWING"),
            (workbooks, "COMMENT AUTHOR"),
            (draft, "UNUSED"),
        )
        for name in names.split()
    }
    assert constants.union(*(table.values() for table in tables)) <= KINDS.keys()
