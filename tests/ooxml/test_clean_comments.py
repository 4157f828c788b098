"""Comments taken out with all that belongs to them, or left without saying who wrote them and when."""

import re

from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.opc.package import Package, open_package
from backend.ooxml.opc.relationships import content_types
from backend.ooxml.opc.relationships import relationships as arrows
from tests.ooxml.building import WORD, package, paragraph, relationships, text, xml
from tests.ooxml.cleaning import ACCEPTED, ANONYMOUS, MAIN, NO_COMMENTS, body_of

MICROSOFT = "http://schemas.microsoft.com/office"
TYPES = {
    f"word/{part}.xml": f"{WORD}.{part}+xml" for part in ("comments", "commentsExtended", "commentsIds", "people")
}
CEX = f"{MICROSOFT}/word/2018/wordml/cex"
DU = f"{MICROSOFT}/word/2023/wordml/word16du"
ANN, BO = "Ann Rook", "Bo Halden"


def comment(number: int, author: str, words: str = "x") -> str:
    return (
        f'<w:comment w:id="{number}" w:author="{author}" w:date="2024-05-06T07:08:09Z" w:initials="R"'
        f' xmlns:w16du="{DU}" w16du:dateUtc="2024-05-06T07:08:09Z">{paragraph(text(words))}</w:comment>'
    )


def commented(revision: str = "") -> Package:
    """A document with a comment of Bo and one of Ann, who also did what `revision` says."""
    people = "".join(
        f'<w15:person w15:author="{name}"><w15:presenceInfo w15:userId="S::x@y.example"/></w15:person>'
        for name in (ANN, BO)
    )
    extensible = (
        f'<e:commentsExtensible xmlns:e="{CEX}"><e:commentExtensible e:durableId="1"'
        ' e:dateUtc="2024-05-06T07:08:09Z">'
        "<e:extLst>liked by Ann Rook</e:extLst></e:commentExtensible></e:commentsExtensible>"
    )
    parts = {
        "word/_rels/document.xml.rels": relationships(
            ("comments", "comments.xml"),
            (f"{MICROSOFT}/2011/relationships/commentsExtended", "commentsExtended.xml"),
            (f"{MICROSOFT}/2018/08/relationships/commentsExtensible", "commentsExtensible.xml"),
            (f"{MICROSOFT}/2011/relationships/people", "people.xml"),
            (f"{MICROSOFT}/2019/05/relationships/documenttasks", "tasks/documenttasks1.xml"),
        ),
        "word/comments.xml": xml("w:comments", comment(0, BO) + comment(1, ANN)),
        "word/_rels/comments.xml.rels": relationships(("image", "media/seen.png")),
        "word/commentsExtended.xml": xml("w15:commentsEx", '<w15:commentEx w15:paraId="1" w15:done="0"/>'),
        "word/commentsIds.xml": b"<ids/>",
        "word/commentsExtensible.xml": extensible.encode(),
        "word/people.xml": xml("w15:people", people),
        "word/tasks/documenttasks1.xml": b"<tasks who='Ann Rook'/>",
        "word/media/seen.png": b"\x89PNG",
    }
    inside = (
        '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>a</w:t></w:r><w:commentRangeEnd w:id="0"/>'
        '<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="0"/></w:r>'
        '<w:r><w:commentReference w:id="1"/><w:t>b</w:t></w:r></w:p>'
    )
    return package(inside + revision, parts, TYPES)


BY_ANN = (
    f'<w:p><w:ins w:id="9" w:author="{ANN}" w:date="2024-05-06T07:08:09Z"><w:r><w:t>c</w:t></w:r></w:ins></w:p>'
)


def test_nothing_of_comments_is_left():
    done, rows = clean(commented(), NO_COMMENTS)
    assert list(done.parts) == ["[Content_Types].xml", "_rels/.rels", MAIN, "word/_rels/document.xml.rels"]
    assert body_of(done) == "<w:p><w:r><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r></w:p>"
    assert arrows(done.parts, MAIN) == ()
    assert set(content_types(done.parts)) == {MAIN}
    assert b"comments" not in done.parts["[Content_Types].xml"]
    assert [(row.part, row.count) for row in rows if row.kind == "comment"] == [("word/comments.xml", 2)]


def test_authors_of_tracked_changes_stay_listed_while_the_changes_stay():
    done, _ = clean(commented(BY_ANN), NO_COMMENTS)
    assert re.findall(r'w15:author="([^"]*)"', done.parts["word/people.xml"].decode()) == [ANN]


def test_removing_changes_removes_their_authors_from_the_list_of_people():
    two = commented(BY_ANN.replace(ANN, "Cy"))
    people = two.parts["word/people.xml"].replace(ANN.encode(), b"Cy")
    done, _ = clean(two.with_parts({"word/people.xml": people}), ACCEPTED)
    assert re.findall(r'w15:author="([^"]*)"', done.parts["word/people.xml"].decode()) == [BO]


def test_comments_of_a_part_that_nothing_leads_to_go_as_well():
    lost = package(paragraph(text("a")), {"word/comments.xml": xml("w:comments", comment(0, ANN))}, TYPES)
    assert "word/comments.xml" not in clean(lost, NO_COMMENTS)[0].parts


def test_authors_become_numbers_in_the_order_of_their_comments_and_dates_go():
    done, _ = clean(commented(BY_ANN), ANONYMOUS)
    comments = done.parts["word/comments.xml"].decode()
    assert re.findall(r'w:author="([^"]*)"', comments) == ["Author 1", "Author 2"]
    assert re.findall(r'w:initials="([^"]*)"', comments) == ["A1", "A2"]
    assert '<w:ins w:id="9" w:author="Author 2"><w:r>' in body_of(done)
    assert re.findall(r'w15:author="([^"]*)"', done.parts["word/people.xml"].decode()) == ["Author 2", "Author 1"]
    everything = b"".join(done.parts.values())
    for telling in (b"Rook", b"Halden", b"2024-", b"@y.example"):
        assert telling not in everything
    assert comments.count(">x<") == 2
    assert "word/commentsExtended.xml" in done.parts


def test_a_comment_without_an_author_or_a_date_stays_as_it_is():
    parts = {
        "word/_rels/document.xml.rels": relationships(("comments", "comments.xml")),
        "word/comments.xml": xml("w:comments", '<w:comment w:id="0"><w:p/></w:comment>'),
    }
    before = package(paragraph(text("a")), parts)
    assert clean(before, ANONYMOUS) == (before, ())


def test_people_have_one_number_in_a_document_and_in_those_within():
    outer = commented()
    inner = package(BY_ANN).to_bytes()
    both = open_package(outer.with_parts({"word/embeddings/a.docx": inner}).to_bytes())
    done, rows = clean(both, ANONYMOUS)
    (within,) = done.nested.values()
    assert 'w:author="Author 2"' in body_of(within)
    assert any(row.part == "word/embeddings/a.docx!/word/document.xml" for row in rows)
