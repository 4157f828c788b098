"""The pane is told what happens in the document."""

from tests.wordhost.making import docx, runs

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
