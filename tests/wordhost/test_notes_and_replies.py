"""Notes and replies to comments, made through the library."""

import re

from addin.wordhost.making import docx, lines, part, runs

ASK = '<w:comment w:id="0" w:author="Ann">{}</w:comment>'
MARKED = (
    '<w:p><w:r><w:t>To </w:t></w:r><w:commentRangeStart w:id="0"/><w:r><w:t>Bob</w:t></w:r>'
    '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>'
)
COMMENTS, THREADS = "word/comments.xml", "word/commentsExtended.xml"
THREAD = (
    "const comment = context.document.body.getComments().getFirst(), replies = comment.replies;"
    "replies.load('items/content'); await context.sync();"
)


def test_a_note_has_a_story_of_its_own_behind_its_reference(pane):
    beside = pane(docx(runs("Alice met Bob.")))
    told = beside.run(
        "const hit = context.document.body.search('Alice').getFirst(); hit.insertFootnote('born Smith');"
        "const note = context.document.body.footnotes.getFirst(); note.body.load('text'); note.load('type');"
        "const inBody = context.document.body.search('Smith'); inBody.load('items');"
        "const across = context.document.body.search('Alice met'); across.load('items');"
        "await context.sync(); return [note.body.text, note.type, inBody.items.length, across.items.length];"
    )
    assert told == ["born Smith", "Footnote", 0, 0]  # #4, #4401
    saved = beside.host.session.save()
    assert re.search(r"Alice</w:t></w:r><w:r><w:footnoteReference w:id=\"1\"/></w:r>", part(saved))
    assert lines(saved, "word/footnotes.xml") == ["", "", "born Smith"]
    assert lines(saved) == ["Alice met Bob."]


def test_a_second_note_gets_a_number_of_its_own_and_a_deleted_one_leaves_nothing(pane):
    beside = pane(docx(runs("Alice met Bob.")))
    beside.run(
        "for (const name of ['Alice', 'Bob'])"
        "  context.document.body.search(name).getFirst().insertEndnote(`about ${name}`);"
        "context.document.body.endnotes.getFirst().delete(); await context.sync();"
    )
    saved = beside.host.session.save()
    assert lines(saved, "word/endnotes.xml") == ["", "", "about Bob"]
    assert re.findall(r"<w:endnoteReference w:id=\"(\d+)\"", part(saved)) == ["2"]


def test_a_note_that_is_made_while_changes_are_tracked_is_an_insertion(pane):
    beside = pane(docx(runs("Alice")))
    beside.run(
        "context.document.changeTrackingMode = 'TrackAll';"
        "context.document.body.search('Alice').getFirst().insertFootnote('x'); await context.sync();"
    )
    assert re.search(r"<w:ins [^>]*><w:r><w:footnoteReference", part(beside.host.session.save()))


def test_a_reply_is_reported_below_its_comment_and_is_beside_it_in_the_text(pane):
    beside = pane(docx(MARKED, comments=ASK.format(runs("who is he?"))))
    told = beside.run(
        "context.document.body.getComments().getFirst().reply('a friend'); await context.sync();"
        + THREAD
        + "const [reply] = replies.items, parent = reply.parentComment; parent.load('content');"
        "const range = parent.getRange(); range.load('text');"
        "const comments = context.document.body.getComments(); comments.load('items'); await context.sync();"
        "return [reply.content, parent.content, range.text, comments.items.length];"
    )
    assert told == ["a friend", "who is he?", "Bob", 1]
    saved = beside.host.session.save()
    assert lines(saved, COMMENTS) == ["who is he?", "a friend"]
    ids = re.findall(r'paraId="(\w+)"', part(saved, COMMENTS))
    threads = re.findall(r'paraId="(\w+)"(?: w15:paraIdParent="(\w+)")?', part(saved, THREADS))
    assert threads == [(ids[0], ""), (ids[1], ids[0])]
    assert re.findall(r'<w:commentReference w:id="(\d)"', part(saved)) == ["0", "1"]


def test_a_reply_is_changed_and_deleted_alone_and_a_comment_with_its_replies(pane):
    beside = pane(docx(MARKED, comments=ASK.format(runs("who is he?"))))
    add = "context.document.body.getComments().getFirst().reply('{}'); await context.sync();"
    beside.run(add.format("one") + add.format("two"))
    beside.run(THREAD + "replies.items[0].content = '1'; replies.items[1].delete(); await context.sync();")
    assert sorted(lines(beside.host.session.save(), COMMENTS)) == ["1", "who is he?"]
    beside.run(THREAD + "comment.delete(); await context.sync();")
    assert lines(beside.host.session.save(), COMMENTS) == []
    assert "comment" not in part(beside.host.session.save())


def test_the_content_of_a_comment_is_plain_text_in_place_of_its_fields_too(pane):
    field = (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText><w:br/></w:r>'
        '{}<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>Bob</w:t></w:r></w:p>'
    )
    result = '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7 </w:t></w:r>'
    content = docx(MARKED, comments=ASK.format(field.format("") + field.format(result)))
    beside = pane(content)
    beside.run(
        "const comment = context.document.body.getComments().getFirst(); comment.load('content');"
        "await context.sync(); comment.content = comment.content.replaceAll('Bob', '[NAME]'); await context.sync();"
    )
    saved = beside.host.session.save()
    assert lines(saved, COMMENTS) == ["[NAME]", "7 [NAME]"]
    assert "fldChar" not in part(saved, COMMENTS)
    assert "instrText" not in part(saved, COMMENTS)
