"""Bookmarks as the library sends them, and settings that a co-author empties."""

import json

import pytest

from addin.wordhost.errors import WordError
from addin.wordhost.making import docx, part, runs
from addin.wordhost.profiles import PROFILES
from addin.wordhost.session import Session

NAMES = "const names = context.document.body.getRange().getBookmarks({}); await context.sync(); return names.value;"
FOUND = "const found = context.document.getBookmarkRangeOrNullObject({}); found.load('text'); await context.sync();"


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_a_bookmark_is_found_by_its_name_and_taken_away_without_a_trace(pane, profile):
    content = docx(runs("Al", "ice met Bob."), header1=runs("Alice above"))
    beside = pane(content, profile, newer=True)
    beside.run(
        "const [hit] = [context.document.body.search('Alice').getFirst()]; hit.insertBookmark('Mark_1');"
        "context.document.body.search('Bob').getFirst().insertBookmark('_hidden'); await context.sync();"
    )
    saved = part(beside.host.session.save())
    assert saved.index('w:name="Mark_1"') < saved.index(">Al<") < saved.index(">ice<") < saved.index("bookmarkEnd")
    assert beside.run(NAMES.format("false")) == ["Mark_1"]
    assert beside.run(NAMES.format("true")) == ["Mark_1", "_hidden"]
    assert beside.run(FOUND.format("'mark_1'") + "return found.text;") == "Alice"
    assert Session(beside.host.session.save()).bookmarks.span("mark_1") is not None
    beside.run("for (const name of ['Mark_1', '_hidden', 'nobody']) context.document.deleteBookmark(name);")
    assert beside.run(FOUND.format("'Mark_1'") + "return found.isNullObject;") is True
    assert "bookmark" not in part(beside.host.session.save())


def test_a_bookmark_follows_its_text_and_another_range_takes_its_name():
    session = Session(docx(runs("Alice met Bob.")))
    body = session.body()
    body.do_search("Bob").items[0].call("InsertBookmark", ["Mark"])
    body.do_search("Alice").items[0].call("InsertText", ["[PERSON A]", "Replace"])
    span = session.bookmarks.span("Mark")
    assert session.stories.reading(span.first).visible(span.start, span.end) == "Bob"
    body.do_search("met").items[0].call("InsertBookmark", ["mark"])
    assert part(session.save()).count("<w:bookmarkStart ") == 1
    span = session.bookmarks.span("Mark")
    assert session.stories.reading(span.first).visible(span.start, span.end) == "met"


@pytest.mark.parametrize("name", ["", "1st", "two words", "a:b", "x" * 41])
def test_names_that_word_refuses(name):
    """#3702, and the typings of insertBookmark."""
    session = Session(docx(runs("Alice")))
    with pytest.raises(WordError, match="invalid or missing"):
        session.body().do_search("Alice").items[0].call("InsertBookmark", [name])


def test_a_co_author_empties_the_settings_in_the_file_and_for_the_next_pane(pane):
    beside = pane(docx(runs("Alice")))
    beside.host.session.keep({"unsaid.review": json.dumps("1")})
    beside.host.session.wipe_settings()
    assert beside.host.context()[0] == [[], []]
    assert Session(beside.host.session.save()).add_in_settings == {}


def test_only_a_newer_desktop_clears_what_can_be_undone(pane):
    for profile in PROFILES:
        beside = pane(docx(runs("Alice")), profile, newer=True)
        told = beside.run("context.document.undoClear(); await context.sync(); return 'cleared';")
        has = profile.has("Document", "undoClear")
        assert has == (profile.sets.get("WordApiDesktop") == "1.5")
        assert (told == "cleared") is has
        assert beside.host.session.undo_cleared == int(has)
