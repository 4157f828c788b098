"""The pane is told what happens in the document."""

import pytest

from addin.wordhost.making import docx, runs

LISTEN = """() => new Promise(done => { window.told = 0;
  const listener = () => { told += 1; };
  Office.context.document.addHandlerAsync(Office.EventType.DocumentSelectionChanged, listener, done); })"""
SELECT = "context.document.body.search('Bob').getFirst().select(); await context.sync();"


def test_a_changed_selection_is_told_to_who_listens(pane):
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


def test_paragraphs_that_are_changed_added_and_deleted_are_told_by_kind(listening):
    listening.run(EDIT)
    listening.page.wait_for_function("heard.length === 2")
    assert listening.page.evaluate("heard") == [["ParagraphAdded", "Local", 1], ["ParagraphChanged", "Local", 2]]
    listening.run("context.document.body.paragraphs.getLast().delete(); await context.sync();")
    listening.page.wait_for_function("heard.length === 3")
    assert listening.page.evaluate("heard[2]") == ["ParagraphDeleted", "Local", 1]


def test_what_somebody_types_is_told_with_the_next_answer_and_a_format_is_not(listening):
    listening.run("context.document.body.font.highlightColor = 'Yellow'; await context.sync();")
    listening.host.session.body().do_search("met").items[0].do_insert_text("saw", "Replace")
    listening.run("const {body} = context.document; body.load('text'); await context.sync();")
    listening.page.wait_for_function("heard.length === 1")
    assert listening.page.evaluate("heard") == [["ParagraphChanged", "Local", 1]]


def test_removed_listeners_get_no_events(listening):
    listening.page.evaluate(DO_NOT_HEAR)
    listening.page.evaluate(LISTEN)
    listening.run(EDIT + SELECT)
    listening.page.wait_for_function("told === 1")
    assert listening.page.evaluate("heard") == []
