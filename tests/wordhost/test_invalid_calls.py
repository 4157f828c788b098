"""Panes with mistakes fail as Word's documentation says."""

import pytest

from addin.wordhost.making import docx, part, runs
from addin.wordhost.profiles import WEB

HIT = "const hit = context.document.body.search('Alice').getFirst();"


@pytest.fixture
def beside(pane):
    return pane(docx(runs("Alice met Bob.") + runs("Carol met Alice.") + "<w:sectPr/>"))


def test_reading_before_sync_is_property_not_loaded(beside):
    assert beside.run(HIT + "hit.load('text'); return hit.text;")["code"] == "PropertyNotLoaded"


def test_reading_what_was_not_loaded_is_property_not_loaded(beside):
    assert beside.run(HIT + "hit.load('text'); await context.sync(); return hit.font.highlightColor;") == {
        "code": "PropertyNotLoaded",
        "location": "Font.highlightColor",
    }


@pytest.mark.parametrize("text", ["x" * 256, ""])
def test_searching_too_much_or_nothing_is_invalid_argument(beside, text):
    told = "const hits = context.document.body.search(given); hits.load('items'); await context.sync();"
    answer = beside.page.evaluate(
        f"text => Word.run(async context => {{ const given = text; {told} }}).catch(error => error.code)", text
    )
    assert answer == "InvalidArgument"


def test_word_on_the_web_searches_longer_strings(pane):
    long = "x" * 300
    script = f"const hits = context.document.body.search('{long}'); hits.load('items');"
    on_the_web = pane(docx(runs(f"before {long} after")), WEB)
    assert on_the_web.run(script + "await context.sync(); return hits.items.length;") == 1


def test_searching_255_characters_is_allowed(beside):
    script = "const hits = context.document.body.search('x'.repeat(255)); hits.load('items');"
    assert beside.run(script + "await context.sync(); return hits.items.length;") == 0


def test_a_range_whose_text_was_deleted_is_item_not_found(beside):
    script = HIT + (
        "const same = context.document.body.search('Alice').getFirst(); hit.load('text'); same.load('text');"
        "await context.sync(); hit.delete(); same.insertText('[NAME]', 'Replace'); await context.sync();"
    )
    assert beside.run(script)["code"] == "ItemNotFound"


def test_a_range_that_an_edit_returned_is_not_kept_after_its_run(beside):
    beside.run(HIT + "window.kept = hit.insertText('[NAME]', 'Replace'); kept.load('text'); await context.sync();")
    assert _after_its_run(beside) == "InvalidObjectPath"


def test_a_hit_that_is_not_kept_is_searched_again_by_the_library_itself(beside):
    """Its path can be restored: the second run gets the first hit of the text as it is then."""
    beside.run(HIT + "window.kept = hit; hit.load('text'); await context.sync();")
    before = beside.host.batches
    assert _after_its_run(beside) == "Alice"
    assert beside.host.batches > before


def _after_its_run(beside):
    return beside.page.evaluate(
        "() => Word.run(kept, async context => { kept.load('text'); await context.sync(); return kept.text; })"
        ".catch(error => error.code)"
    )


def test_a_tracked_range_is_kept_after_its_run(beside):
    beside.run(HIT + "hit.track(); hit.load('text'); await context.sync(); window.kept = hit;")
    answer = beside.page.evaluate(
        "() => Word.run(window.kept, async context => { window.kept.load('text'); await context.sync();"
        "const text = window.kept.text; window.kept.untrack(); await context.sync(); return text; })"
    )
    assert answer == "Alice"


def test_redacting_while_tracking_keeps_the_original_in_the_file(beside):
    beside.run(
        "context.document.changeTrackingMode = 'TrackAll'; await context.sync();"
        "const hits = context.document.body.search('Alice'); hits.load('items'); await context.sync();"
        "for (const hit of hits.items) hit.insertText('[NAME]', 'Replace'); await context.sync();"
    )
    assert part(beside.host.session.save()).count(">Alice</w:delText>") == 2


def test_the_first_error_stops_a_batch_and_what_came_before_stays_done(beside):
    answer = beside.run(
        "context.document.body.search('Bob').getFirst().insertText('[B]', 'Replace');"
        "context.document.sections.getFirst().getHeader('FirstPage').clear();"
        "context.document.body.search('Carol').getFirst().insertText('[C]', 'Replace'); await context.sync();"
    )
    saved = part(beside.host.session.save())
    assert answer["code"] == "GeneralException"
    assert "[B]" in saved
    assert "Carol" in saved


def test_the_old_range_does_not_hold_what_replaced_it(beside):
    script = HIT + (
        "hit.load('text'); await context.sync(); const made = hit.insertText('[NAME]', 'Replace');"
        "made.load('text'); hit.load('text'); await context.sync(); return [made.text, hit.text];"
    )
    assert beside.run(script) == ["[NAME]", ""]


@pytest.mark.parametrize(
    ("call", "named"),
    [
        ("document.body.insertHtml('<b>x</b>', 'End')", "Body.insertHtml is not emulated"),
        ("document.body.insertOoxml('<pkg/>', 'End')", "Body.insertOoxml is not emulated"),
        ("document.body.insertFileFromBase64('UEs=', 'End')", "Body.insertFileFromBase64 is not emulated"),
        ("document.body.insertBreak('SectionNext', 'End')", "Body.insertBreak of type SectionNext is not emulated"),
        ("document.body.search('x', {ignorePunct: true})", "Body.search: search that ignores punctuation"),
        ("document.body.paragraphs.getFirst().startNewList()", "Paragraph.startNewList is not emulated"),
    ],
)
def test_what_is_not_emulated_fails_the_test_by_name_and_batch(beside, call, named):
    beside.run(f"const made = context.{call}; if (made) made.load(); await context.sync();")
    (failure,) = beside.host.failures
    assert failure.startswith("batch 1, action ")
    assert named.split(": ")[-1] in failure
    beside.host.failures.clear()
