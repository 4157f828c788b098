"""Fields, text boxes, tracked changes and settings as objects, sent by the library as a newer one of it would."""

import json
import subprocess
import sys

import pytest

from addin.wordhost.http_host import application
from addin.wordhost.making import docx, lines, part, runs
from addin.wordhost.playwright_host import LIBRARY
from addin.wordhost.profiles import LTSC_2024, MAC, WEB, WINDOWS

BOX = (
    "<w:p><w:r><w:pict><v:shape xmlns:v='urn:schemas-microsoft-com:vml'><v:textbox><w:txbxContent>{}"
    "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
)
FIELD = (
    '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> AUTHOR </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Alice</w:t></w:r>'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
)
TRACKED = (
    '<w:p><w:del w:id="1" w:author="Ann"><w:r><w:delText>Alice</w:delText></w:r></w:del>'
    '<w:ins w:id="2" w:author="Ann"><w:r><w:t>Bob</w:t></w:r></w:ins></w:p>'
)
BOXES = (
    "const shapes = context.document.body.shapes; shapes.load('items/type,items/textFrame/hasText');"
    "await context.sync(); const filled = shapes.items.filter(shape => shape.textFrame.hasText);"
)


def test_a_text_box_is_searched_marked_and_replaced(pane):
    beside = pane(docx(runs("Alice") + BOX.format(runs("Al", "ice boxed"))), newer=True)
    text = beside.run(
        BOXES + "const hits = filled[0].body.search('Alice'); hits.load('items/text,items/font/highlightColor');"
        "await context.sync(); hits.items[0].font.highlightColor = 'Yellow';"
        "hits.items[0].insertText('[NAME]', 'Replace'); await context.sync(); return hits.items[0].text;"
    )
    assert text == "Alice"
    assert "[NAME]" in part(beside.host.session.save())
    assert part(beside.host.session.save()).count("Alice") == 1


def test_an_empty_text_box_that_is_only_read_is_left_as_it_was(pane):
    content = docx(BOX.format("<w:p/>"))
    beside = pane(content, newer=True)
    assert beside.run(BOXES + "return [shapes.items.length, filled.length];") == [1, 0]
    assert part(beside.host.session.save()) == part(content)


@pytest.mark.parametrize("profile", [WEB, LTSC_2024], ids=lambda profile: profile.name)
def test_a_word_without_text_boxes_says_so(pane, profile):
    beside = pane(docx(BOX.format(runs("Alice"))), profile, newer=True)
    assert beside.run(BOXES)["code"] == "ApiNotFound"


def test_a_value_that_was_not_loaded_is_refused_by_the_library(pane):
    beside = pane(docx(FIELD), newer=True)
    answer = beside.run(
        "const fields = context.document.body.fields; fields.load('items/type'); await context.sync();"
        "return fields.items[0].code;"
    )
    assert answer == {"code": "PropertyNotLoaded", "location": "Field.code"}


def test_a_field_tells_its_code_and_its_result_and_can_become_text(pane):
    beside = pane(docx(FIELD), newer=True)
    told = beside.run(
        "const field = context.document.body.fields.getFirst(); field.load('code,result/text');"
        "await context.sync(); const told = [field.code, field.result.text]; field.unlink(); await context.sync();"
        "return told;"
    )
    assert told == [" AUTHOR ", "Alice"]
    assert lines(beside.host.session.save()) == ["Alice"]
    assert "AUTHOR" not in part(beside.host.session.save())


@pytest.mark.parametrize(("profile", "deleted"), [(WINDOWS, "Alice"), (MAC, "")], ids=["Windows", "Mac"])
def test_tracked_changes_are_reported_and_accepted(pane, profile, deleted):
    """On the Mac the text of a deletion is empty (#5188), so it proves nothing."""
    beside = pane(docx(TRACKED), profile, newer=True)
    told = beside.run(
        "const changes = context.document.body.getTrackedChanges();"
        "changes.load('items/type,items/text,items/author');"
        "await context.sync(); const told = changes.items.map(({type, text, author}) => [type, text, author]);"
        "changes.acceptAll(); await context.sync(); return told;"
    )
    assert told == [["Deleted", deleted, "Ann"], ["Added", "Bob", "Ann"]]
    assert lines(beside.host.session.save()) == ["Bob"]
    assert "Alice" not in part(beside.host.session.save())


def test_one_change_is_rejected_and_the_next_one_kept(pane):
    beside = pane(docx(TRACKED), newer=True)
    beside.run(
        "const first = context.document.body.getTrackedChanges().getFirst(); first.reject(); await context.sync();"
    )
    assert lines(beside.host.session.save()) == ["AliceBob"]


def test_hidden_and_deleted_text_is_read_only_where_it_is_requested(pane):
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret </w:t></w:r>"
    beside = pane(docx(TRACKED.replace("<w:p>", f"<w:p>{hidden}", 1)), newer=True)
    told = beside.run(
        "const first = context.document.body.paragraphs.getFirst();"
        "const all = {includeHiddenText: true, includeTextMarkedAsDeleted: true};"
        "const told = [first.getText({}), first.getText(all)];"
        "await context.sync(); return told.map(each => each.value);"
    )
    assert told == ["Bob", "secret AliceBob"]


def test_settings_as_objects_are_those_of_the_common_api(pane):
    beside = pane(docx(runs("a")), newer=True)
    told = beside.run(
        "const { settings } = context.document; settings.add('seen', [1, 'two']);"
        "settings.load('items/key,items/value');"
        "const none = settings.getItemOrNullObject('other'); none.load('value'); await context.sync();"
        "return [settings.items.map(({key, value}) => [key, value]), none.isNullObject];"
    )
    assert told == [[["seen", [1, "two"]]], True]
    assert beside.host.session.add_in_settings == {"seen": json.dumps([1, "two"])}


def test_an_object_that_is_kept_is_there_in_the_next_run(pane):
    beside = pane(docx(FIELD), newer=True)
    beside.run("window.kept = context.document.body.fields.getFirst(); kept.track(); await context.sync();")
    code = beside.page.evaluate(
        "() => Word.run(kept, async context => { kept.load('code'); await context.sync(); return kept.code; })"
    )
    assert code == " AUTHOR "


@pytest.mark.skipif(not LIBRARY.is_dir(), reason="needs the library of Office")
def test_a_pane_beside_a_document_is_given_the_newer_members_with_the_library():
    desk = application(docx(runs("text"))).test_client()
    script = desk.get("/library/word-mac-16.00.js")
    assert script.mimetype == "text/javascript"
    assert b"ShapeCollection" in script.data
    assert b"ShapeCollection" not in desk.get("/library/office.js").data
    assert desk.get("/library/../package.json").status_code == 404
    assert desk.get("/library/no.js").status_code == 404


def test_the_page_to_try_the_pane_starts_without_the_tools_for_tests():
    script = "import sys; sys.modules['playwright'] = sys.modules['pytest'] = None; import addin.wordhost.try_out"
    subprocess.run([sys.executable, "-c", script], check=True)
