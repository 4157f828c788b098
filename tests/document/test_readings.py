"""What stands in the text of now and, untouched by tracked changes, in the text before them is one place."""

from addin.wordhost.making import docx
from backend.document.model import Place, StoryKind
from backend.document.readings import counted_once
from backend.document.spans import Span
from backend.services.files.reading import open_file

RUN = '<w:r><w:t xml:space="preserve">{}</w:t></w:r>'
DELETED = '<w:del w:id="1" w:author="A"><w:r><w:delText xml:space="preserve">{}</w:delText></w:r></w:del>'
INSERTED = '<w:ins w:id="2" w:author="A"><w:r><w:t xml:space="preserve">{}</w:t></w:r></w:ins>'


def found(inside, term):
    """Where a term stands, each place once."""
    document = open_file("a.docx", docx(f"<w:p>{inside}</w:p>")).document
    places = [
        Place(story.part, story.kind, block.ordinal, Span(at, at + len(term)))
        for story, block in document.blocks()
        for at in range(len(block.text))
        if block.text.startswith(term, at)
    ]
    return [(each.kind, each.span.start) for each in counted_once(document, places, lambda each: each)]


def test_what_no_change_touches_counts_once():
    inside = DELETED.format("old ") + INSERTED.format("quite new ") + RUN.format("Halden")
    assert found(inside, "Halden") == [(StoryKind.BODY, 10)]


def test_what_is_deleted_counts():
    assert found(RUN.format("a ") + DELETED.format("Halden"), "Halden") == [(StoryKind.BEFORE_DELETION, 2)]


def test_what_is_deleted_and_inserted_again_stands_there_twice():
    inside = DELETED.format("Halden") + INSERTED.format("Halden")
    assert found(inside, "Halden") == [(StoryKind.BODY, 0), (StoryKind.BEFORE_DELETION, 0)]


def test_what_a_change_cuts_counts_as_it_was():
    inside = RUN.format("Hal") + DELETED.format("den")
    assert found(inside, "Halden") == [(StoryKind.BEFORE_DELETION, 0)]


def test_two_kinds_of_finds_at_one_place_are_two_where_the_caller_tells_them_apart():
    document = open_file("a.docx", docx(f"<w:p>{RUN.format('Halden')}{DELETED.format('x')}</w:p>")).document
    places = [
        (kind, Place("word/document.xml", story, 0, Span(0, 6)))
        for kind, story in (("a", StoryKind.BODY), ("b", StoryKind.BEFORE_DELETION))
    ]
    assert len(counted_once(document, places, lambda each: each[1])) == 1
    assert len(counted_once(document, places, lambda each: each[1], lambda each: each[0])) == 2
