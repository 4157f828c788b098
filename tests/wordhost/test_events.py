"""The pane is told what happens in the document."""

import pytest

from addin.wordhost.making import docx, runs
from addin.wordhost.profiles import WITHOUT_IDS

LISTEN = """() => new Promise(done => { window.told = 0;
  const listener = () => { told += 1; };
  Office.context.document.addHandlerAsync(Office.EventType.DocumentSelectionChanged, listener, done); })"""
SELECT = "context.document.body.search('Bob').getFirst().select(); await context.sync();"


def test_listeners_get_an_event_when_the_selection_changes(pane):
    beside = pane(docx(runs("Alice met Bob.")))
    beside.run(SELECT)
    beside.page.evaluate(LISTEN)
    beside.run(SELECT)
    beside.run(SELECT)
    beside.page.wait_for_function("told === 2")
    assert beside.host.session.selected().read("text") == "Bob"


HEAR = """
  window.heard = [];
  const hear = async ({ type, source, uniqueLocalIds }) => { heard.push([type, source, uniqueLocalIds.length]); };
  const { document } = context;
  window.registered = [document.onParagraphAdded, document.onParagraphChanged, document.onParagraphDeleted]
    .map(event => event.add(hear));
  await context.sync();"""
DO_NOT_HEAR = """() => Word.run(registered[0].context, async context => {
  for (const each of registered) each.remove();
  await context.sync(); })"""
EDIT = "context.document.body.search('met').getFirst().insertText('met\\nand', 'Replace'); await context.sync();"


@pytest.fixture
def listening(pane):
    """A pane that hears of paragraphs, until the test is done: the page is that of other tests too."""
    beside = pane(docx(runs("Alice met Bob.") + runs("Carol.")), newer=True)
    beside.run(HEAR)
    yield beside
    beside.page.evaluate(DO_NOT_HEAR)


def test_paragraphs_that_are_changed_added_and_deleted_are_reported_by_kind(listening):
    listening.run(EDIT)
    listening.page.wait_for_function("heard.length === 2")
    assert listening.page.evaluate("heard") == [["ParagraphAdded", "Local", 1], ["ParagraphChanged", "Local", 2]]
    listening.run("context.document.body.paragraphs.getLast().delete(); await context.sync();")
    listening.page.wait_for_function("heard.length === 3")
    assert listening.page.evaluate("heard[2]") == ["ParagraphDeleted", "Local", 1]


NOTHING = "const {body} = context.document; body.load('type'); await context.sync();"
HIGHLIGHT = "context.document.body.font.highlightColor = 'Yellow'; await context.sync();"


def _types(listening, text, instead):
    listening.host.session.body().do_search(text).items[0].do_insert_text(instead, "Replace")


def _heard(listening):
    """What was heard until now: an event follows its answer in the same turn, and this comes after it."""
    return listening.page.evaluate("new Promise(done => setTimeout(() => done(heard), 50))")


def test_what_someone_types_and_formats_is_reported_with_the_next_answer(listening):
    listening.run(HIGHLIGHT)
    assert _heard(listening) == [["ParagraphChanged", "Local", 2]]
    _types(listening, "met", "saw")
    assert len(_heard(listening)) == 1
    listening.run(NOTHING)
    assert _heard(listening)[1:] == [["ParagraphChanged", "Local", 1]]


def test_a_word_that_raises_nothing_for_a_format(listening):
    listening.host.events.delivery.formats = False
    listening.run(HIGHLIGHT)
    listening.run("context.document.body.font.bold = true; await context.sync();")
    _types(listening, "met", "saw")
    listening.run(NOTHING)
    assert _heard(listening) == [["ParagraphChanged", "Local", 1]]


def test_events_can_name_one_paragraph_each(listening):
    listening.host.events.delivery.single = True
    listening.run(HIGHLIGHT)
    assert _heard(listening) == [["ParagraphChanged", "Local", 1]] * 2


def test_events_can_come_with_the_answer_of_a_later_call(listening):
    listening.host.events.delivery.later = 2
    _types(listening, "met", "saw")
    took = listening.host.events.take
    assert [took(), took()] == [[], []]
    (event,) = took()
    assert event[0] == 33  # the number of the library for messages that are events
    assert took() == []


def test_events_can_wait_for_a_test_and_come_without_a_call(listening):
    listening.host.events.delivery.held = True
    _types(listening, "met", "saw")
    listening.host.events.source = "Remote"
    _types(listening, "Carol", "Dave")
    listening.run(NOTHING)
    assert _heard(listening) == []
    listening.host.events.release()
    listening.page.evaluate("unsaidHostTells()")
    assert _heard(listening) == [["ParagraphChanged", "Local", 1], ["ParagraphChanged", "Remote", 1]]


def test_events_can_come_before_the_answer(listening):
    order = """window.order = []; const heard = async () => { order.push("event"); };
      context.document.onParagraphChanged.add(heard); await context.sync();
      context.document.body.font.highlightColor = 'Red'; await context.sync().then(() => order.push("answer"));
      await new Promise(done => setTimeout(done, 50));
      return order;"""
    assert listening.run(order) == ["answer", "event"]
    listening.host.events.delivery.early = True
    assert listening.run(order)[:2] == ["event", "event"]  # the listener of the first time hears too


def test_events_can_be_lost(listening):
    listening.host.events.delivery.lost = True
    listening.run(HIGHLIGHT)
    _types(listening, "met", "saw")
    listening.run(NOTHING)
    assert _heard(listening) == []


def test_a_word_without_ids_names_no_paragraph(pane):
    beside = pane(docx(runs("Alice met Bob.")), WITHOUT_IDS, newer=True)
    beside.run(HEAR)
    beside.run(HIGHLIGHT)
    assert _heard(beside) == [["ParagraphChanged", "Local", 0]]
    first = "const one = context.document.body.paragraphs.getFirst(); one.load('uniqueLocalId');"
    assert beside.run(f"{first} await context.sync(); return one.uniqueLocalId;") is None
    beside.page.evaluate(DO_NOT_HEAR)


def test_removed_listeners_get_no_events(listening):
    listening.page.evaluate(DO_NOT_HEAR)
    listening.page.evaluate(LISTEN)
    listening.run(EDIT + SELECT)
    listening.page.wait_for_function("told === 1")
    assert listening.page.evaluate("heard") == []
