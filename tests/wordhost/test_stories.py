"""Every story is reached where Word reaches it, and nowhere else."""

import re

import pytest

from addin.wordhost.errors import WordError
from addin.wordhost.making import docx, lines, part, runs
from addin.wordhost.objects.document import Document, sections
from addin.wordhost.session import Session

W14 = "http://schemas.microsoft.com/office/word/2010/wordml"
BOX = (
    "<w:r><w:pict><v:shape xmlns:v='urn:schemas-microsoft-com:vml'><v:textbox><w:txbxContent>{}</w:txbxContent>"
    "</v:textbox></v:shape></w:pict></w:r>"
)
NOTE = '<w:r><w:footnoteReference w:id="2"/></w:r>'
FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> AUTHOR </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Alice</w:t></w:r>'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'


def _hits(where, text):
    return [hit.read("text") for hit in where.call("Search", [text]).items]


def _body(session):
    return session.body()


def test_the_body_leaves_out_headers_notes_comments_and_text_boxes():
    content = docx(
        f"<w:p><w:r><w:t>Alice</w:t></w:r>{NOTE}{BOX.format(runs('Alice boxed'))}</w:p>{SECTION}",
        header1=runs("Alice above"),
        footnotes=f'<w:footnote w:id="2">{runs("Alice below")}</w:footnote>',
        comments=f'<w:comment w:id="0">{runs("Alice aside")}</w:comment>',
    )
    session = Session(content)
    assert _hits(session.body(), "Alice") == ["Alice"]
    header = sections(session)[0].call("GetHeader", ["Primary"])
    assert _hits(header, "Alice above") == ["Alice above"]
    note = session.body().read("footnotes").items[0]
    assert _hits(note.read("body"), "Alice below") == ["Alice below"]
    shape = session.body().read("shapes").items[0]
    assert _hits(shape.read("body"), "Alice boxed") == ["Alice boxed"]


def test_each_story_is_edited_in_its_own_part():
    content = docx(
        f"{runs('Alice')}<w:p><w:r><w:t>x</w:t></w:r>{NOTE}</w:p>{SECTION}",
        header1=runs("Alice above"),
        footnotes=f'<w:footnote w:id="2">{runs("Alice below")}</w:footnote>',
    )
    session = Session(content)
    header = sections(session)[0].call("GetHeader", ["Primary"])
    note = session.body().read("footnotes").items[0].read("body")
    for story in (header, note):
        story.call("Search", ["Alice"]).items[0].call("InsertText", ["[NAME]", "Replace"])
    saved = session.save()
    assert lines(saved, "word/header1.xml") == ["[NAME] above"]
    assert lines(saved, "word/footnotes.xml") == ["[NAME] below"]
    assert part(saved) == part(content)


@pytest.mark.parametrize(
    ("between", "matched"),
    [
        (NOTE, False),  # #4401
        (FIELD.replace("Alice", "x"), False),  # #5905
        ('<w:del w:id="1" w:author="a"><w:r><w:delText>x</w:delText></w:r></w:del>', False),  # #5874
        ("<w:r><w:tab/></w:r>", False),  # #2331
        ("<w:r><w:br/></w:r>", False),  # #2331
        ("</w:p><w:p>", False),  # docs-pr#3903
        ('<w:bookmarkStart w:id="1" w:name="b"/>', True),
        ("<w:proofErr w:type='spellStart'/>", True),
        ('</w:r></w:p><w:p><w:r><w:t>A</w:t></w:r><w:ins w:id="1" w:author="a"><w:r><w:t>l', None),
    ],
)
def test_content_in_the_middle_of_a_match(between, matched):
    if matched is None:
        content = docx('<w:p><w:r><w:t>A</w:t></w:r><w:ins w:id="1"><w:r><w:t>lice</w:t></w:r></w:ins></w:p>')
        matched = True
    else:
        content = docx(f"<w:p><w:r><w:t>Al</w:t></w:r>{between}<w:r><w:t>ice</w:t></w:r></w:p>")
    assert _hits(Session(content).body(), "Alice") == (["Alice"] if matched else [])


def test_deleted_text_is_not_found():
    """Unsourced: the host searches what a reader of the result sees."""
    deleted = '<w:del w:id="1" w:author="a"><w:r><w:delText>Bob</w:delText></w:r></w:del>'
    session = Session(docx(f"<w:p><w:r><w:t>A</w:t></w:r>{deleted}</w:p>"))
    assert _hits(session.body(), "Bob") == []


def test_links_and_controls_are_no_walls():
    link = '<w:hyperlink w:anchor="b"><w:r><w:t>lic</w:t></w:r></w:hyperlink>'
    control = "<w:sdt><w:sdtPr/><w:sdtContent><w:r><w:t>e</w:t></w:r></w:sdtContent></w:sdt>"
    session = Session(docx(f"<w:p><w:r><w:t>A</w:t></w:r>{link}{control}</w:p>"))
    assert _hits(session.body(), "Alice") == ["Alice"]
    assert session.body().call("Search", ["lic"]).items[0].read("hyperlink") == "#b"


def test_the_result_of_a_field_is_text_and_its_code_is_not():
    session = Session(docx(f"<w:p>{FIELD}</w:p>"))
    field = session.body().read("fields").items[0]
    assert (field.read("code"), field.read("result").read("text")) == (" AUTHOR ", "Alice")
    assert (_hits(session.body(), "AUTHOR"), session.body().read("text")) == ([], "Alice")
    field.call("Unlink", [])
    saved = part(session.save())
    assert "Alice" in saved
    assert "AUTHOR" not in saved


def test_a_field_is_deleted_with_its_code():
    session = Session(docx(f"<w:p>{FIELD}</w:p>"))
    session.body().read("fields").items[0].call("Delete", [])
    assert "AUTHOR" not in part(session.save())


@pytest.mark.parametrize(
    ("needle", "text", "found"),
    [
        ("a^^b", "a^b", True),
        ("a^tb", "a\tb", True),
        ("a^lb", "a\vb", True),
        ("a^#b", "a7b", True),
        ("a^?b", "axb", True),
        ("a^$b", "a7b", False),
        ("a\tb", "a\tb", False),
        ("A.B", "axb", False),
    ],
)
def test_codes_of_search(needle, text, found):
    leaf = text.replace("\t", "</w:t><w:tab/><w:t>").replace("\v", "</w:t><w:br/><w:t>")
    session = Session(docx(f"<w:p><w:r><w:t>{leaf}</w:t></w:r></w:p>"))
    assert bool(_hits(session.body(), needle)) is found


@pytest.mark.parametrize("needle", ["^", "a^ö"])
def test_an_unknown_code_is_invalid_argument(needle):
    with pytest.raises(WordError) as caught:
        _hits(Session(docx(runs("a"))).body(), needle)
    assert caught.value.code == "InvalidArgument"


def test_case_and_whole_words():
    body = Session(docx(runs("Art art party"))).body()
    counts = [
        len(body.call("Search", ["art", options]).items)
        for options in ({}, {"matchCase": True}, {"matchWholeWord": True})
    ]
    assert counts == [3, 2, 2]


def test_a_header_that_is_not_there_is_general_exception_unless_word_makes_it():
    session = Session(docx(runs("a") + SECTION, header1=runs("above")))
    section = sections(session)[0]
    with pytest.raises(WordError) as caught:
        section.call("GetHeader", ["EvenPages"])
    assert caught.value.code == "GeneralException"
    session.makes_headers = True
    assert section.call("GetHeader", ["EvenPages"]).read("text") == ""
    assert 'w:type="even"' in part(session.save())


def test_comments_are_read_changed_and_removed_with_their_marks():
    marks = '<w:commentRangeStart w:id="0"/><w:r><w:t>Bob</w:t></w:r><w:commentRangeEnd w:id="0"/>'
    reference = '<w:r><w:commentReference w:id="0"/></w:r>'
    content = docx(
        f"<w:p><w:r><w:t>To </w:t></w:r>{marks}{reference}</w:p>",
        comments=f'<w:comment w:id="0" w:author="Ann">{runs("ask Alice")}</w:comment>',
    )
    session = Session(content)
    comment = session.body().call("GetComments", []).items[0]
    assert (comment.read("content"), comment.read("authorName")) == ("ask Alice", "Ann")
    assert comment.call("GetRange", []).read("text") == "Bob"
    comment.write("content", "ask her")
    assert lines(session.save(), "word/comments.xml") == ["ask her"]
    comment.call("Delete", [])
    assert "comment" not in part(session.save())
    assert lines(session.save(), "word/comments.xml") == []


def test_a_new_comment_is_in_the_file():
    session = Session(docx(runs("Alice met Bob.")))
    session.body().call("Search", ["Bob"]).items[0].call("InsertComment", ["who?"])
    assert lines(session.save(), "word/comments.xml") == ["who?"]
    assert session.body().call("GetComments", []).items[0].call("GetRange", []).read("text") == "Bob"


def test_content_controls_are_made_named_locked_and_removed():
    session = Session(docx(runs("Alice met Bob.")))
    hit = session.body().call("Search", ["Bob"]).items[0]
    control = hit.call("InsertContentControl", [])
    control.write("tag", "unsaid")
    control.write("cannotEdit", value=True)
    assert session.controls().call("GetByTag", ["unsaid"]).items[0].read("text") == "Bob"
    with pytest.raises(WordError) as caught:
        hit.call("InsertText", ["[NAME]", "Replace"])
    assert caught.value.code == "NotAllowed"
    control.call("Delete", [True])
    assert part(session.save()).count("sdt") == 0
    assert lines(session.save()) == ["Alice met Bob."]


def test_a_protected_document_refuses_edits():
    protected = docx(runs("Alice"), settings='<w:documentProtection w:edit="readOnly" w:enforcement="1"/>')
    session = Session(protected)
    with pytest.raises(WordError) as caught:
        session.body().call("Search", ["Alice"]).items[0].call("InsertText", ["x", "Replace"])
    assert caught.value.code == "AccessDenied"
    assert part(session.save()) == part(protected)


def test_a_document_protected_for_tracked_changes_is_edited_and_tracked_for_good():
    session = Session(
        docx(runs("Alice"), settings='<w:documentProtection w:edit="trackedChanges" w:enforcement="1"/>')
    )
    document = Document(session)
    assert document.read("changeTrackingMode") == "TrackAll"
    with pytest.raises(WordError) as caught:
        document.write("changeTrackingMode", "Off")
    assert caught.value.code == "AccessDenied"
    session.body().call("Search", ["Alice"]).items[0].call("InsertText", ["x", "Replace"])
    assert re.search("<w:delText[^>]*>Alice</w:delText>", part(session.save()))


def test_a_line_feed_makes_a_new_paragraph():
    session = Session(docx(runs("Alice met Bob.")))
    made = session.body().call("Search", [" met "]).items[0].call("InsertText", ["\n", "Replace"])
    assert lines(session.save()) == ["Alice", "Bob."]
    assert made.read("text") == "\n"


def test_paragraphs_are_inserted_and_deleted():
    session = Session(docx(runs("one") + runs("two")))
    first = session.body().read("paragraphs").items[0]
    first.call("InsertParagraph", ["between", "After"])
    first.call("Delete", [])
    assert lines(session.save()) == ["between", "two"]
    with pytest.raises(WordError) as caught:
        first.read("text")
    assert caught.value.code == "ItemNotFound"


def test_ranges_move_with_edits_before_them():
    session = Session(docx(runs("Alice met Bob and Bob.")))
    first, second = session.body().call("Search", ["Bob"]).items
    first.call("InsertText", ["a much longer name", "Replace"])
    second.call("InsertText", ["x", "Replace"])
    assert lines(session.save()) == ["Alice met a much longer name and x."]


def test_places_of_ranges():
    body = Session(docx(runs("Alice met Bob."))).body()
    head, tail = body.call("Search", ["Al"]).items[0], body.call("Search", ["Bob"]).items[0]
    assert head.call("CompareLocationWith", [tail]) == "Before"
    joined = head.call("GetRange", ["Start"]).call("ExpandTo", [tail.call("GetRange", ["End"])])
    assert joined.read("text") == "Alice met Bob"
    assert head.call("CompareLocationWith", [joined]) == "InsideStart"
    assert joined.call("IntersectWith", [tail]).read("text") == "Bob"


def test_a_property_without_a_part_cannot_be_written():
    session = Session(docx(runs("a")))
    with pytest.raises(WordError):
        session.properties().write("author", "x")  # this file has no such part


def test_a_break_stands_where_it_was_put_and_parts_what_search_would_match(pane):
    beside = pane(docx(runs("Alice met Bob.")))
    told = beside.run(
        "const hit = context.document.body.search('met').getFirst(); hit.insertBreak('Line', 'After');"
        "hit.insertBreak('Page', 'Before'); const found = context.document.body.search('met Bob');"
        "found.load('items'); hit.load('text'); await context.sync(); return [found.items.length, hit.text];"
    )
    assert told == [0, "met"]  # #2331
    assert re.findall(r">([^<]+)<|<w:(br[^>]*)/>", part(beside.host.session.save()).split("<w:body>")[1]) == [
        ("Alice ", ""),
        ("", 'br w:type="page"'),
        ("met", ""),
        ("", "br"),
        (" Bob.", ""),
    ]


@pytest.mark.parametrize(
    ("where", "text", "hit"),
    [("Before", "a Xb c", "b"), ("Start", "a Xb c", "Xb"), ("End", "a bX c", "bX"), ("After", "a bX c", "b")],
)
def test_text_inserted_beside_a_range_is_not_in_the_range(where, text, hit):
    session = Session(docx(runs("a b c")))
    range_ = session.body().call("Search", ["b"]).items[0]
    range_.call("InsertText", ["X", where])
    assert lines(session.save()) == [text]
    assert range_.read("text") == hit


def test_a_hit_tells_the_innermost_control_around_it_and_one_outside_has_none(pane):
    nested = "".join(
        f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr><w:sdtContent>' for tag in ("outer", "inner")
    )
    content = f"{nested}{runs('Alice')}</w:sdtContent></w:sdt>{runs('Bob')}</w:sdtContent></w:sdt>{runs('Carol')}"
    told = pane(docx(content)).run(
        "const parents = ['Alice', 'Bob', 'Carol'].map(name =>"
        "  context.document.body.search(name).getFirst().parentContentControlOrNullObject);"
        "for (const each of parents) each.load('tag'); await context.sync();"
        "return parents.map(each => each.isNullObject ? null : each.tag);"
    )
    assert told == ["inner", "outer", None]


def test_paragraphs_have_one_before_and_one_behind(pane):
    told = pane(docx(runs("one") + runs("two"))).run(
        "const {paragraphs} = context.document.body, [first, last] = [paragraphs.getFirst(), paragraphs.getLast()];"
        "const around = [first.getNext(), last.getPrevious(), first.getPreviousOrNullObject()];"
        "for (const each of around) each.load('text'); await context.sync();"
        "return around.map(each => each.isNullObject ? null : each.text);"
    )
    assert told == ["two", "one", None]
