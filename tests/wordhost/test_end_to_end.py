"""The real library in Chromium over a .docx: search, highlight, replace, track, read the file."""

import io
import zipfile

from addin.wordhost.making import docx, lines, part, runs


def test_the_library_starts_and_says_what_word_it_is_in(pane):
    beside = pane(docx(runs("Hello")))
    assert beside.page.evaluate("() => Office.context.host") == "Word"
    assert beside.page.evaluate("() => Office.context.requirements.isSetSupported('WordApi', '1.9')") is True


def test_search_crosses_runs_and_tables(pane):
    cell = f"<w:tbl><w:tr><w:tc>{runs('Cell: Alice Smith')}</w:tc></w:tr></w:tbl>"
    beside = pane(docx(runs("Al", "ice Smi", "th met Bob.") + cell))
    found = beside.run(
        "const hits = context.document.body.search('Alice Smith', {matchCase: true}); hits.load('items/text');"
        "await context.sync(); return hits.items.map(hit => hit.text);"
    )
    assert found == ["Alice Smith", "Alice Smith"]


def test_a_highlight_is_set_read_and_taken_back(pane):
    original = docx(runs("Al", "ice met Bob."))
    beside = pane(original)
    seen = beside.run(
        "const hit = context.document.body.search('Alice').getFirst(); hit.load('font/highlightColor');"
        "await context.sync(); const before = hit.font.highlightColor;"
        "hit.font.highlightColor = '#FFFF00'; hit.load('font/highlightColor'); await context.sync();"
        "const after = hit.font.highlightColor; hit.font.highlightColor = null; await context.sync();"
        "return [before, after];"
    )
    assert seen == [None, "#FFFF00"]
    assert "highlight" not in part(beside.host.session.save())


def test_a_replacement_leaves_no_trace_while_nothing_is_tracked(pane):
    beside = pane(docx(runs("Al", "ice met Bob.")))
    text = beside.run(
        "const made = context.document.body.search('Alice').getFirst().insertText('[NAME]', 'Replace');"
        "made.load('text'); await context.sync(); return made.text;"
    )
    assert text == "[NAME]"
    assert lines(beside.host.session.save()) == ["[NAME] met Bob."]
    assert "Al" not in part(beside.host.session.save())


def test_a_replacement_keeps_the_original_while_changes_are_tracked(pane):
    beside = pane(docx(runs("Alice met Bob.")))
    beside.run(
        "context.document.changeTrackingMode = 'TrackAll';"
        "context.document.body.search('Alice').getFirst().insertText('[NAME]', 'Replace'); await context.sync();"
    )
    saved = part(beside.host.session.save())
    assert lines(beside.host.session.save()) == ["[NAME] met Bob."]
    assert ">Alice</w:delText>" in saved
    assert "<w:ins " in saved


def test_the_whole_file_comes_in_slices(pane):
    beside = pane(docx(runs("Alice met Bob.")))
    data = beside.page.evaluate(
        """() => new Promise(done =>
           Office.context.document.getFileAsync('compressed', {sliceSize: 300}, async opened => {
             const file = opened.value, bytes = [];
             const read = index => new Promise(next => file.getSliceAsync(index, slice => next(slice.value.data)));
             for (let index = 0; index < file.sliceCount; index++) bytes.push(...await read(index));
             file.closeAsync(() => done(bytes));
           }))"""
    )
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        assert b"Alice met Bob." in archive.read("word/document.xml")
    assert len(beside.host.files) == 0
