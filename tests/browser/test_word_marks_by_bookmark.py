"""Marks are recognised by their bookmarks, whoever made them and whatever became of the add-in's settings."""

import re

import pytest
from lxml import etree

from addin.wordhost.host import Host
from addin.wordhost.making import docx, part, runs
from addin.wordhost.names import w
from addin.wordhost.profiles import PROFILES, WINDOWS
from tests.browser.test_word_marks import MARGINS, NOTES, REFERENCE, SECTION, _paragraph, _run
from tests.browser.word_fixtures import word, word_pages  # noqa: F401
from tests.browser.word_terms import highlighted, term
from tests.further_cases import sampled

YELLOW, RED = '<w:highlight w:val="yellow"/>', '<w:highlight w:val="red"/>'
SINGLE = '<w:u w:val="single"/>'
STORIES = ["word/document.xml", "word/header1.xml", "word/footer1.xml", "word/footnotes.xml"]


@pytest.fixture
def open_pane(word_pages):  # noqa: F811
    """A pane in a Word whose library has bookmarks: `open_pane(content)`, or with `host=…` for the next pane."""
    used = []

    def open_pane(content=b"", profile=WINDOWS, *, host=None):
        host = host or Host(content, profile)
        used.append(pane := word_pages.new(host, newer=True).start(host, 20_000))
        return pane

    yield open_pane
    for pane in used:
        pane.window.check()
        pane.window.close()


@pytest.fixture
def everywhere():
    """The term stands in every story that a search reaches, with highlights and underlines of the person's own."""
    return docx(
        _paragraph(_run("Alice", YELLOW), _run(" met "), _run("Alice", RED + SINGLE))
        + REFERENCE
        + runs("Al", "ice met Alices.")
        + SECTION,
        header1=runs("Alice above"),
        footer1=_paragraph(_run("below: "), _run("Alice", SINGLE)),
        footnotes=NOTES.format(runs("see Alice")),
    )


def joined(content, name="word/document.xml"):
    """A part where neighbouring runs that look alike are one: a mark splits them, and Word leaves them so."""
    root = etree.fromstring(part(content, name).encode())
    for run in list(root.iter(w("r"))):
        before = run.getprevious()
        if before is None or before.tag != w("r") or _look(before) != _look(run):
            continue
        first, second = before.find(w("t")), run.find(w("t"))
        if first is not None and second is not None:
            second.text = first.text + second.text
            before.getparent().remove(before)
    for text in root.iter(w("t")):
        text.attrib.clear()
    return etree.tostring(root)


def _look(run):
    look = run.find(w("rPr"))
    return None if look is None else sorted(etree.tostring(each) for each in look)


def _removed(pane):
    return pane.call("word.removeMarks(signal)")


def _read(pane):
    return bytes(pane.call("word.read(signal, nothing).then(({ bytes }) => [...bytes])"))


def _bookmarks(content, name="word/document.xml"):
    return re.findall(r'w:name="(Unsaid_\w+)"', part(content, name))


@pytest.mark.parametrize("mark", ["suggested", "accepted"])
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_marks_go_and_own_highlights_stay_after_the_settings_were_emptied(open_pane, everywhere, profile, mark):
    first = open_pane(everywhere, profile)
    first.locate([term(everywhere, "a", "Alice")], MARGINS)
    assert first.paint(a=mark) == {"marked": 6, "unmarked": []}
    assert sum(len(_bookmarks(first.saved(), name)) for name in STORIES) == 6
    assert not [name for name in STORIES if "Alice" in "".join(_bookmarks(first.saved(), name))]
    first.host.session.wipe_settings()

    second = open_pane(host=Host(first.saved(), profile))
    assert second.call("word.leftoverMarkCount()") == 0, "the settings say nothing"
    read = _read(second)
    for name in STORIES:
        assert joined(read, name) == joined(everywhere, name)


def test_the_command_removes_all_marks_without_an_analysis(open_pane, everywhere):
    first = open_pane(everywhere)
    first.locate([term(everywhere, "a", "Alice")], MARGINS)
    first.paint(a="accepted")
    first.host.session.wipe_settings()
    other = open_pane(host=Host(first.saved()))
    assert _removed(other) == {"removed": 6, "refused": 0}
    assert other.host.session.undo_cleared
    assert all(joined(other.saved(), name) == joined(everywhere, name) for name in STORIES)
    assert _removed(other) == {"removed": 0, "refused": 0}


def test_a_pane_removes_its_own_marks_and_those_of_another_one(open_pane):
    content = docx(runs("Alice met Bob."))
    first = open_pane(content)
    first.locate([term(content, "a", "Alice")])
    first.paint(a="suggested")
    second = open_pane(host=first.host)
    second.locate([term(content, "b", "Bob")])
    second.paint(b="accepted")
    assert _removed(second) == {"removed": 1, "refused": 0}
    assert joined(second.saved()) == joined(content)
    first.call("word.clear()")
    assert joined(first.saved()) == joined(content), "a pane whose marks went removes nothing else"


def test_only_what_is_still_ours_is_restored_where_somebody_marked_a_part(open_pane):
    content = docx(runs("Alice Liddell met Bob."))
    first = open_pane(content)
    first.locate([term(content, "a", "Alice Liddell")])
    first.paint(a="accepted")
    hit = first.host.session.body().do_search("Liddell").items[0]
    hit.read("Font").write("HighlightColor", "Red")
    hit.read("Font").write("Underline", "Single")
    first.host.session.wipe_settings()
    second = open_pane(host=first.host)
    assert _removed(second) == {"removed": 1, "refused": 0}
    assert highlighted(second.saved()) == [("Liddell", "red", "single")]


def test_an_edited_mark_goes_and_a_mark_whose_text_went_leaves_no_bookmark(open_pane):
    content = docx(runs("Alice met Bob and Eve."))
    first = open_pane(content)
    first.locate([term(content, "a", "Alice"), term(content, "b", "Bob"), term(content, "e", "Eve")])
    first.paint(a="suggested", b="accepted", e="accepted")
    body = first.host.session.body()
    body.do_search("lic").items[0].do_insert_text("LIC", "Replace")
    body.do_search("Bob").items[0].do_delete()
    first.host.session.wipe_settings()
    second = open_pane(host=first.host)
    assert _removed(second) == {"removed": 3, "refused": 0}
    assert highlighted(second.saved()) == []
    assert _bookmarks(second.saved()) == []


def test_replaced_terms_keep_no_bookmark_and_undo_marks_them_again(open_pane):
    content = docx(runs("Alice met Bob and Alice."))
    pane = open_pane(content)
    pane.locate([term(content, "a", "Alice"), term(content, "b", "Bob")])
    pane.paint(a="accepted", b="suggested")
    pane.replace(a="[PERSON A]")
    pane.paint(b="suggested")
    assert len(_bookmarks(pane.saved())) == 1
    assert highlighted(pane.saved()) == [("Bob", "yellow", "")]
    cleared = pane.host.session.undo_cleared
    pane.call('word.restore("last", signal, nothing)')
    assert pane.host.session.undo_cleared > cleared
    pane.paint(a="accepted", b="suggested")
    assert len(_bookmarks(pane.saved())) == 3
    assert _removed(pane) == {"removed": 0, "refused": 0}
    assert joined(pane.saved()) == joined(content)


def test_a_word_that_refuses_bookmarks_is_marked_without_them(open_pane, monkeypatch):
    from addin.wordhost.bookmarks import Bookmarks
    from addin.wordhost.errors import WordError

    def refused(*_):
        raise WordError("GeneralException")

    monkeypatch.setattr(Bookmarks, "add", refused)
    content = docx(runs("Alice") * 30)
    pane = open_pane(content)
    pane.locate([term(content, "a", "Alice")])
    assert pane.paint(a="suggested") == {"marked": 30, "unmarked": []}
    assert _bookmarks(pane.saved()) == []
    second = open_pane(host=pane.host)
    assert second.call("word.leftoverMarkCount()") == 30, "the settings still tell them"


def test_the_review_and_track_changes_are_found_without_settings(open_pane):
    content = docx(runs("Alice"))
    review = "0123456789abcdef" * 2
    first = open_pane(content)
    first.call("word.remember('review', given)", review)
    first.host.session.wipe_settings()
    second = open_pane(host=first.host)
    assert second.call("word.recall('review')") is None
    second.call("word.recover(signal)")
    assert second.call("word.recall('review')") == review
    second.call("word.remember('review', given)", review[::-1])
    assert _bookmarks(second.saved()) == [f"Unsaid_R{review[::-1]}"]
    second.call("word.remember('review', null)")
    assert joined(second.saved()) == joined(content)


def test_track_changes_is_turned_on_again_without_settings(open_pane):
    content = docx(runs("Alice met Bob."))
    first = open_pane(content)
    first.locate([term(content, "a", "Alice")])
    first.host.session.track("TrackAll")
    stopped = []  # the file as it is where a pane stops at this moment

    def stop(session):
        session.wipe_settings()
        stopped.append(session.save())

    first.host.faults.type(stop, "InsertText")
    first.replace(a="[PERSON A]")
    assert _bookmarks(first.saved()) == []
    assert _bookmarks(stopped[0]) == ["Unsaid_TrackAll"]
    second = open_pane(host=Host(stopped[0]))
    assert second.host.session.tracking_mode == "Off"
    second.call("word.recover(signal)")
    assert second.call("word.restoreTracking(signal)") == "back"
    assert second.host.session.tracking_mode == "TrackAll"
    assert _bookmarks(second.saved()) == []


@pytest.mark.parametrize("many", sampled([1_000, 10_000], [1_000]))
def test_very_many_highlights_of_the_persons_own_stay(open_pane, many):
    """And two of them have two colours, which the typings tell as an empty string; nothing is lost."""
    mixed = _paragraph(_run("Al", RED), _run("ice", YELLOW))
    content = docx(_paragraph(*[_run("Alice", YELLOW) + _run(" and ")] * 10) * (many // 10) + mixed * 2)
    first = open_pane(content)
    first.locate([term(content, "a", "Alice")])
    told = first.paint(a="accepted")
    assert (told["marked"], [each["reason"] for each in told["unmarked"]]) == (many, ["mixed", "mixed"])
    first.host.session.wipe_settings()
    second = open_pane(host=Host(first.saved()))
    assert _removed(second) == {"removed": many, "refused": 0}
    assert highlighted(second.saved()) == highlighted(content)
    assert joined(second.saved()) == joined(content)
