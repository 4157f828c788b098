"""Obstacles to replacing a term in the open document."""

import pytest

from backend.document.model import Place, StoryKind
from backend.document.spans import Span
from backend.ooxml.word.reader import read_document
from backend.ooxml.word.unsearchable import Margin, Obstacle, obstacles
from tests.ooxml.building import body, package, paragraph, relationships, text

BEGIN, SEPARATE, END = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end"))
DELETED = '<w:del w:id="1"><w:r><w:delText>den</w:delText></w:r></w:del>'
NOTE = '<w:r><w:footnoteReference w:id="2"/></w:r>'
LOCKED = '<w:sdt><w:sdtPr><w:lock w:val="{}"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>'


def _met(inside, term="Halden", kind=StoryKind.BODY):
    opened = package(inside)
    blocks = [(story, block) for story, block in read_document(opened).blocks() if story.kind is kind]
    story, block = next((story, block) for story, block in blocks if term in block.text)
    start = block.text.index(term)
    place = Place(story.part, story.kind, block.ordinal, Span(start, start + len(term)))
    return obstacles(opened).at(place, term)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (text("for ") + text("Hal") + text("den"), ()),
        (text("Hal") + NOTE + text("den"), (Obstacle.NOTE,)),
        (text("Halden") + NOTE + text(" plans"), ()),
        (NOTE + text("Halden"), ()),
        (text("Hal") + DELETED + text("den"), (Obstacle.DELETION,)),
        (text("Halden") + DELETED, ()),
        (text("Hal") + BEGIN + SEPARATE + END + text("den"), (Obstacle.FIELD,)),
        (BEGIN + SEPARATE + text("Halden") + END, (Obstacle.FIELD,)),
        (BEGIN + SEPARATE + text("seven") + END + text(" Halden"), ()),
        (BEGIN + SEPARATE + text("the Hal") + END + text("den"), (Obstacle.FIELD,)),
        (f'<w:fldSimple w:instr="AUTHOR">{text("Halden")}</w:fldSimple>', (Obstacle.FIELD,)),
        (f'<w:fldSimple w:instr="AUTHOR">{text("x")}</w:fldSimple>' + text("Halden"), ()),
        (LOCKED.format("contentLocked", text("Halden")), (Obstacle.LOCKED,)),
        (LOCKED.format("sdtContentLocked", text("Halden")), (Obstacle.LOCKED,)),
        (LOCKED.format("sdtLocked", text("Halden")), ()),
        (LOCKED.format("contentLocked", text("x")) + text("Halden"), ()),
    ],
)
def test_content_inside_and_around_a_term_is_handled(inside, expected):
    assert _met(paragraph(inside)) == expected


def test_a_locked_control_around_paragraphs_locks_them_all():
    assert _met(LOCKED.format("contentLocked", paragraph(text("one")) + paragraph(text("Halden")))) == (
        Obstacle.LOCKED,
    )


def test_a_field_that_ends_in_a_later_paragraph_holds_what_is_between():
    assert _met(paragraph(BEGIN + SEPARATE + text("one")) + paragraph(text("Halden")) + paragraph(END)) == (
        Obstacle.FIELD,
    )


def test_a_tab_in_a_term_is_no_place_for_a_search():
    assert _met(paragraph("<w:r><w:t>Hal</w:t><w:tab/><w:t>den</w:t></w:r>"), "Hal\tden") == (Obstacle.BREAK,)


def test_word_searches_for_255_utf16_units_at_most():
    assert _met(paragraph(text("a" * 255)), "a" * 255) == ()
    assert _met(paragraph(text("a" * 256)), "a" * 256) == (Obstacle.TOO_LONG,)
    assert _met(paragraph(text("👍" * 128)), "👍" * 128) == (Obstacle.TOO_LONG,)


def test_deleted_text_is_reported_as_deleted():
    deleted = '<w:del w:id="1"><w:r><w:delText>Halden</w:delText></w:r></w:del>'
    assert Obstacle.DELETED in _met(paragraph(deleted), kind=StoryKind.BEFORE_DELETION)


ADDED = '<w:ins w:id="2"><w:r><w:t>er</w:t></w:r></w:ins>'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        # "den Halden" before and "er Halden" now: the name is the same text.
        (DELETED + ADDED + text(" Halden"), Obstacle.SAME_TEXT),
        (text("Hal") + text("den") + DELETED, Obstacle.SAME_TEXT),
        # "Halden" before and "Haler" now: the name is deleted.
        (text("Hal") + DELETED + ADDED, Obstacle.DELETED),
        # "Halden" before and "Halerden" now.
        (text("Hal") + ADDED + text("den"), Obstacle.DELETED),
    ],
)
def test_text_that_the_changes_leave_alone_is_the_same_text_as_now(inside, expected):
    opened = package(paragraph(inside))
    places = [
        Place(story.part, story.kind, block.ordinal, Span(at, at + len("Halden")))
        for story, block in read_document(opened).blocks()
        if (at := block.text.find("Halden")) >= 0
    ]
    met = dict(
        zip([each.kind for each in places], obstacles(opened).of(places, ["Halden"] * len(places)), strict=True)
    )
    assert met.pop(StoryKind.BEFORE_DELETION) == (expected,)
    assert met == ({StoryKind.BODY: ()} if expected is Obstacle.SAME_TEXT else {})


def test_text_that_is_no_place_now_is_not_the_same_text():
    opened = package(paragraph(text("Halden") + DELETED))
    before = Place("word/document.xml", StoryKind.BEFORE_DELETION, 0, Span(0, 6))
    assert obstacles(opened).of([before], ["Halden"]) == [(Obstacle.DELETED,)]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [(text("a"), False), (DELETED, True), (f'<w:ins w:id="1">{text("a")}</w:ins>', True)],
)
def test_tracked_changes_are_reported(inside, expected):
    assert obstacles(package(paragraph(inside))).tracked_changes is expected


def test_the_headers_and_footers_of_each_section_are_reported_by_the_words_of_word():
    first = (
        '<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:headerReference w:type="first" r:id="rId2"/>'
        '<w:sectPrChange w:id="1"><w:sectPr/></w:sectPrChange></w:sectPr>'
    )
    last = '<w:sectPr><w:footerReference w:type="even" r:id="rId3"/><w:footerReference r:id="rId9"/></w:sectPr>'
    parts = {f"word/{name}.xml": body("") for name in ("one", "two", "three")}
    links = relationships(("header", "one.xml"), ("header", "two.xml"), ("footer", "three.xml"))
    opened = package(f"<w:p><w:pPr>{first}</w:pPr></w:p>{last}", {**parts, "word/_rels/document.xml.rels": links})
    assert obstacles(opened).margins == (
        Margin("word/one.xml", "header", 0, "Primary"),
        Margin("word/two.xml", "header", 0, "FirstPage"),
        Margin("word/three.xml", "footer", 1, "EvenPages"),
    )
