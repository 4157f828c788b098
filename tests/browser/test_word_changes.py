"""What an event tells of: the pane compares texts, and takes neither its own marks nor a format for a change."""

import pytest

from addin.wordhost.host import Host
from addin.wordhost.making import docx, runs
from addin.wordhost.profiles import WINDOWS, WITHOUT_IDS
from tests.browser.pane.pane_page import UNDER_WAY
from tests.browser.word_fixtures import word_pages  # noqa: F401
from tests.browser.word_terms import margin, term

TEXT = ("Alice met Bob.", "Carol met Alice.", "Nobody else.")
READ = "word.read(signal, nothing).then(() => true)"


class PaneInWord:
    """A pane that has read and marked a document, and hears of changes."""

    def __init__(self, pages, content, profile=WINDOWS):
        self.content = content
        self.pane = pages.new(Host(content, profile), newer=True)
        self.host, self.events = self.pane.host, self.pane.host.events
        self.pane.page.evaluate(UNDER_WAY)
        self.pane.start(self.host, 20_000)
        self.pane.page.evaluate("() => { window.heard = 0; word.onChanged(() => { heard += 1; }); }")

    def analysed(self, *names, margins=()):
        """Read the document and mark names."""
        assert self.pane.call(READ)
        self.pane.locate([term(self.content, name, name) for name in names], list(margins))
        return self.marked(*names)

    def marked(self, *names, mark="suggested"):
        return self.pane.paint(**dict.fromkeys(names, mark))["marked"]

    def types(self, text, instead):
        """Somebody replaces a text."""
        self.host.session.body().do_search(text).items[0].do_insert_text(instead, "Replace")

    def changes(self):
        """How many changes the pane has told of, once all that Word knows was heard and compared."""
        self.pane.page.evaluate("unsaidHostTells()")
        self.pane.page.wait_for_function("() => unsaidRests()")
        return self.pane.page.evaluate("heard")


@pytest.fixture
def open_pane(word_pages):  # noqa: F811
    used = []

    def open_pane(content=None, profile=WINDOWS):
        used.append(PaneInWord(word_pages, docx("".join(map(runs, TEXT))) if content is None else content, profile))
        return used[-1]

    yield open_pane
    for each in used:
        each.pane.window.check()
        each.pane.window.close()


DELIVERIES = [
    {},
    {"single": True},
    {"early": True},
    {"early": True, "single": True},
    {"later": 3},
    {"later": 3, "single": True},
    {"held": True},
    {"held": True, "single": True},
]


def _ordered(each, delivery):
    for name, value in delivery.items():
        setattr(each.events.delivery, name, value)


@pytest.mark.parametrize("delivery", DELIVERIES, ids=lambda each: " ".join(each) or "with the answer")
def test_own_marks_and_replacements_are_no_change_and_what_someone_writes_is_one(open_pane, delivery):
    each = open_pane()
    _ordered(each, delivery)
    assert each.analysed("Alice", "Bob") == 3
    assert each.marked("Alice", "Bob", mark="accepted") == 3
    each.events.release()
    assert each.changes() == 0
    assert each.pane.replace(Bob="[B]")["left"] == []
    each.events.release()
    assert each.changes() == 0
    each.types("Nobody", "Somebody")
    each.events.release()
    assert each.changes() == 1


def test_a_format_that_someone_sets_is_no_change(open_pane):
    each = open_pane()
    each.analysed("Alice")
    each.host.session.body().do_search("Nobody").items[0].read("font").write("highlightColor", "Red")
    assert each.changes() == 0


@pytest.mark.parametrize("single", [False, True])
def test_two_thousand_own_marks_are_no_change_and_cost_no_request_each(open_pane, single):
    each = open_pane(docx(runs("Alice met Bob.") * 2000))
    each.events.delivery.single = single
    each.events.delivery.later = 2
    assert each.analysed("Alice") == 2000
    each.events.delivery.later = 0
    before = each.host.batches
    assert each.changes() == 0
    assert each.host.batches - before <= 2 * 2000 / 200 + 1  # 200 paragraphs at once, perhaps told of twice


def test_an_edit_between_own_marks_is_a_change(open_pane):
    each = open_pane(docx(runs("Alice met Bob.") * 600 + runs(TEXT[2])))
    wrote = each.host.faults.type(lambda _: each.types("Nobody", "Somebody"), "HighlightColor", 2)
    assert each.analysed("Alice") == 600
    assert wrote.met is not None
    assert each.changes() == 1


def test_an_edit_before_a_batch_that_replaces_is_a_change_even_without_an_event(open_pane):
    each = open_pane(docx(runs("Alice met Bob.") * 600))
    each.analysed("Alice")
    each.events.delivery.lost = True
    each.host.faults.type(lambda _: each.types("met", "saw"), "InsertText", 3)  # in the first paragraph
    assert each.pane.replace(Alice="[A]")["left"] == []
    assert each.changes() == 1


def test_an_edit_that_is_undone_before_word_tells_of_it_is_no_change(open_pane):
    each = open_pane()
    each.analysed("Alice")
    each.types("Nobody", "Somebody")
    each.types("Somebody", "Nobody")
    added = each.host.session.body().read("paragraphs").items[-1].call("InsertParagraph", ["More.", "After"])
    added.call("Delete", [])
    assert each.changes() == 0


@pytest.mark.parametrize(("name", "given"), [("InsertParagraph", ["More.", "After"]), ("Delete", [])])
def test_a_paragraph_that_is_added_or_deleted_is_a_change(open_pane, name, given):
    each = open_pane()
    each.analysed("Alice")
    each.host.session.body().read("paragraphs").items[-1].call(name, given)
    assert each.changes() == 1


def test_what_a_coauthor_writes_is_a_change_and_what_she_formats_is_none(open_pane):
    each = open_pane()
    each.analysed("Alice")
    each.events.source = "Remote"
    each.host.session.body().do_search("Nobody").items[0].read("font").write("highlightColor", "Red")
    assert each.changes() == 0
    each.types("Nobody", "Somebody")
    assert each.changes() == 1


def test_a_change_is_reported_once_until_the_document_is_read_again(open_pane):
    each = open_pane()
    each.analysed("Alice")
    each.types("Nobody", "Somebody")
    assert each.changes() == 1
    each.types("Somebody", "Everybody")
    assert each.changes() == 1
    each.analysed("Alice")
    assert each.changes() == 1
    each.types("Everybody", "Nobody")
    assert each.changes() == 2


def test_a_word_without_ids_compares_all_texts(open_pane):
    each = open_pane(profile=WITHOUT_IDS)
    assert each.analysed("Alice", "Bob") == 3
    assert each.changes() == 0
    assert each.pane.replace(Bob="[B]")["left"] == []
    assert each.changes() == 0
    each.types("Nobody", "Somebody")
    assert each.changes() == 1


def test_marks_in_notes_and_headers_are_no_change_and_an_edit_there_is_one(open_pane):
    for story in ("header1", "footnotes"):
        each = open_pane(_everywhere())
        assert each.analysed("Alice", margins=[margin("word/header1.xml")]) >= 3
        assert each.changes() == 0
        session = each.host.session
        of_notes = story == "footnotes"
        body = session.note_story(story) if of_notes else session.part_body("rId_header1", "Header")
        body.do_search("Alice").items[0].do_insert_text("Carol", "Replace")
        assert each.changes() == 1


def test_a_failed_request_to_replace_leaves_no_change_of_its_own(open_pane):
    each = open_pane()
    each.analysed("Alice", "Bob")
    each.host.faults.order("error_after_applying", "InsertText")
    assert each.pane.replace(Alice="[A]")["left"] == []
    assert each.changes() == 0
    each.types("Nobody", "Somebody")
    assert each.changes() == 1


def _everywhere():
    section = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'
    note = '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    notes = f'<w:footnote w:id="2">{runs("see Alice")}</w:footnote>'
    return docx(runs("Alice met Bob.") + note + section, header1=runs("Alice above"), footnotes=notes)
