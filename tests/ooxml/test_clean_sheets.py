"""Workbooks in a document cleaned; openpyxl, which knows comments, makes them and reads the results."""

import re

from openpyxl import Workbook
from openpyxl.comments import Comment

from backend.document.cleaning import Cleaning, Comments
from backend.ooxml.clean.clean_copy import clean
from tests.ooxml.building import relationships
from tests.ooxml.cleaning import ACCEPTED, ANONYMOUS, NO_COMMENTS, NO_TRACES
from tests.ooxml.workbooks import BOOK, around, loaded, saved, with_parts

THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
OFFICE = "http://schemas.microsoft.com/office/2017/10/relationships"


def commented() -> bytes:
    book = Workbook()
    book.active["A1"] = "a"
    book.active["A1"].comment = Comment("said of a", "Ann Rook")
    book.active["A2"].comment = Comment("said of nothing", "tc={1}")
    return saved(book)


def arrow(kind: str, target: str) -> bytes:
    """One relationship more, at the end."""
    return f'<Relationship Id="{kind}" Type="{OFFICE}/{kind}" Target="{target}"/></Relationships>'.encode()


def threaded() -> bytes:
    """With a comment in a thread, and the person who wrote it."""
    one = '<person displayName="Bo" id="1" userId="bo@x.example" providerId="AD"/>'
    person = f'<personList xmlns="{THREADS}">{one}</personList>'
    said = '<threadedComment dT="2024-05-06" personId="1" id="2"/>'
    thread = f'<ThreadedComments xmlns="{THREADS}">{said}</ThreadedComments>'
    return with_parts(
        commented(),
        {
            "xl/persons/person.xml": person.encode(),
            "xl/threadedComments/threadedComment1.xml": thread.encode(),
            "xl/_rels/workbook.xml.rels": (
                b"</Relationships>",
                arrow("person", "persons/person.xml"),
            ),
            "xl/worksheets/_rels/sheet1.xml.rels": (
                b"</Relationships>",
                arrow("threadedComment", "../threadedComments/threadedComment1.xml"),
            ),
        },
    )


def test_comments_of_cells_go_with_their_boxes_and_people():
    done, rows = clean(around(threaded()), NO_COMMENTS)
    sheet = loaded(done).active
    assert (sheet["A1"].value, sheet["A1"].comment, sheet["A2"].comment) == ("a", None, None)
    everything = b"".join(done.nested[BOOK].parts.values())
    for telling in (b"Ann", b'"Bo"', b"said", b'ObjectType="Note"', b"threadedComment"):
        assert telling not in everything
    assert (f"{BOOK}!/xl/comments/comment1.xml", "cell comment", 2) in {(r.part, r.kind, r.count) for r in rows}


def test_comments_of_cells_without_names_and_dates():
    done, _ = clean(around(threaded()), ANONYMOUS)
    comment = loaded(done).active["A1"].comment
    assert (comment.text, comment.author) == ("said of a", "Author 1")
    assert loaded(done).active["A2"].comment.author == "tc={1}"  # the key of a thread
    everything = b"".join(done.nested[BOOK].parts.values()).decode()
    assert re.findall("<person [^>]*>", everything) == ['<person displayName="Author 2" id="1"/>']
    assert "2024-05-06" not in everything
    assert clean(done, ANONYMOUS) == (done, ())


def test_earlier_cell_values_are_removed_with_the_change_log():
    log = with_parts(
        commented(),
        {
            "xl/revisions/revisionHeaders.xml": b"<headers/>",
            "xl/revisions/_rels/revisionHeaders.xml.rels": relationships(("revisionLog", "revisionLog1.xml")),
            "xl/revisions/revisionLog1.xml": b"<revisions>before</revisions>",
            "xl/_rels/workbook.xml.rels": (
                b"</Relationships>",
                arrow("revisionHeaders", "revisions/revisionHeaders.xml"),
            ),
        },
    )
    done, _ = clean(around(log), ACCEPTED)
    assert not [name for name in done.nested[BOOK].parts if "revision" in name]
    assert loaded(done).active["A1"].comment.text == "said of a"


def test_a_workbook_without_anything_of_the_kind_keeps_its_bytes():
    before = around(saved(Workbook()))
    for policy in (ACCEPTED, NO_COMMENTS, NO_TRACES, Cleaning(comments=Comments.ANONYMISE)):
        assert clean(before, policy) == (before, ())
