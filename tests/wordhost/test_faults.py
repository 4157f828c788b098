"""Word goes wrong for reasons of its own, and the pane sees it as the issues describe it."""

import pytest

from addin.wordhost.making import docx, lines, runs
from addin.wordhost.profiles import IPAD

REPLACE = "context.document.body.search('Alice').getFirst().insertText('[NAME]', 'Replace'); await context.sync();"
FILE = """() => new Promise(done => Office.context.document.getFileAsync('compressed', {sliceSize: %d},
  ({status, value, error}) => value ? value.closeAsync(() => done([status])) : done([status, error.code])))"""

SLICE = """() => new Promise(done => Office.context.document.getFileAsync('compressed', {sliceSize: %d},
  ({value}) => value.getSliceAsync(0, ({status, error}) =>
    value.closeAsync(() => done(error ? [status, error.code] : [status])))))"""


@pytest.fixture
def beside(pane):
    return pane(docx(runs("Alice met Bob.")))


def test_an_error_after_applying_leaves_the_text_changed(beside):
    beside.host.faults.error_after_applying = {1}
    assert beside.run(REPLACE)["code"] == "GeneralException"
    assert lines(beside.host.session.save()) == ["[NAME] met Bob."]


def test_the_nth_batch_fails_and_the_next_one_works(beside):
    beside.host.faults.failing = {1}
    assert beside.run(REPLACE)["code"] == "GeneralException"
    assert lines(beside.host.session.save()) == ["Alice met Bob."]
    assert beside.run(REPLACE) is None
    assert lines(beside.host.session.save()) == ["[NAME] met Bob."]


def test_a_batch_that_hangs_is_never_answered(beside):
    beside.host.faults.silent = {1}
    answer = beside.page.evaluate(
        f"""() => Promise.race([
          Word.run(async context => {{ {REPLACE} return 'answered'; }}),
          new Promise(done => setTimeout(() => done('silence'), 300))])"""
    )
    assert answer == "silence"


def test_a_payload_can_be_too_large_to_send_or_to_answer(pane):
    beside = pane(docx(runs("Alice " * 2000)))
    beside.host.faults.largest_payload = 5000
    read = "const hits = context.document.body.search('Alice'); hits.load('items/text'); await context.sync();"
    assert beside.run(read)["code"] == "ResponsePayloadSizeLimitExceeded"
    send = "context.document.body.insertText('x'.repeat(6000), 'End'); await context.sync();"
    assert beside.run(send)["code"] == "RequestPayloadSizeLimitExceeded"


def test_the_file_can_be_refused(beside):
    beside.host.faults.file_error = 11001
    status, _ = beside.page.evaluate(FILE % 65536)
    assert status == "failed"


def test_a_slice_that_is_too_large_is_refused_by_the_library_and_on_the_ipad_by_word(pane):
    content = docx(runs("Alice"))
    invalid_slice_size, internal_error = 11002, 5001
    assert pane(content).page.evaluate(FILE % (4 * 1024 * 1024 + 1)) == ["failed", invalid_slice_size]
    assert pane(content).page.evaluate(FILE % (4 * 1024 * 1024)) == ["succeeded"]
    assert pane(content, IPAD).page.evaluate(SLICE % (64 * 1024 + 1)) == ["failed", internal_error]
    assert pane(content, IPAD).page.evaluate(SLICE % (64 * 1024)) == ["succeeded"]


def test_tracking_that_is_locked_cannot_be_switched_off(beside):
    beside.host.session.track("TrackAll")
    beside.host.session.tracking_locked = True
    answer = beside.run("context.document.changeTrackingMode = 'Off'; await context.sync();")
    assert answer["code"] == "AccessDenied"
    mode = "const document = context.document; document.load('changeTrackingMode'); await context.sync();"
    assert beside.run(mode + "return document.changeTrackingMode;") == "TrackAll"


def test_a_user_who_types_between_two_syncs_is_seen_by_the_second(beside):
    def typing(session):
        session.body().do_search("met").items[0].do_insert_text("met and greeted", "Replace")

    beside.host.faults.typed[2] = typing
    texts = beside.run(
        "const hit = context.document.body.search('Bob').getFirst(), body = context.document.body;"
        "hit.load('text'); body.load('text'); await context.sync(); const before = body.text;"
        "hit.insertText('[NAME]', 'Replace'); body.load('text'); await context.sync(); return [before, body.text];"
    )
    assert texts == ["Alice met Bob.", "Alice met and greeted [NAME]."]


def test_a_fault_waits_for_the_batch_that_is_about_a_member(beside):
    order = beside.host.faults.order("failing", "InsertText", nth=2)
    read = "const body = context.document.body; body.load('text'); await context.sync(); return body.text;"
    put = "context.document.body.insertText('!', 'End'); await context.sync();"
    assert (beside.run(read), beside.run(put), order.met) == ("Alice met Bob.", None, None)
    assert beside.run(put)["code"] == "GeneralException"
    assert order.met == beside.host.batches
    assert beside.run(put) is None
    assert lines(beside.host.session.save()) == ["Alice met Bob.!!"]
    with pytest.raises(ValueError, match="is no fault"):
        beside.host.faults.order("raining", "InsertText")


def test_a_user_types_before_the_batch_that_is_about_a_member(beside):
    typing = beside.host.faults.type(
        lambda session: session.body().do_search("met").items[0].do_insert_text("saw", "Replace"), "Search"
    )
    assert (beside.run(REPLACE), typing.met) == (None, 1)
    assert lines(beside.host.session.save()) == ["[NAME] saw Bob."]


def test_word_without_a_connection_or_with_its_own_search_open_refuses(beside):
    beside.host.faults.search_open = True
    assert beside.run(REPLACE)["code"] == "SearchDialogIsOpen"
    assert beside.run("context.document.body.insertText('!', 'End'); await context.sync();") is None
    beside.host.faults.search_open, beside.host.faults.refusing = False, "ConnectionFailure"
    assert (
        beside.run("context.document.body.insertText('?', 'End'); await context.sync();")["code"]
        == "ConnectionFailure"
    )
    assert lines(beside.host.session.save()) == ["Alice met Bob.!"]
