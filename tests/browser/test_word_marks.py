"""Terms are found, marked and unmarked in the real library beside the Word host."""

import zipfile
from io import BytesIO

import pytest

from addin.wordhost.making import docx, part, runs
from addin.wordhost.profiles import MOVING_RANGES, PROFILES, WEB, WINDOWS
from tests.browser.word_fixtures import word, word_pages  # noqa: F401
from tests.browser.word_terms import highlighted, margin, term

SECTION = (
    '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/>'
    '<w:footerReference w:type="default" r:id="rId_footer1"/></w:sectPr>'
)
NOTES = '<w:footnote w:id="2">{}</w:footnote>'
MARGINS = [margin("word/header1.xml"), margin("word/footer1.xml")]
REFERENCE = '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'


def _run(text, look=""):
    return f'<w:r>{look and f"<w:rPr>{look}</w:rPr>"}<w:t xml:space="preserve">{text}</w:t></w:r>'


def _paragraph(*inside):
    return f"<w:p>{''.join(inside)}</w:p>"


@pytest.fixture
def everywhere():
    """The term stands in every story that a search reaches, across runs and inside longer words."""
    return docx(
        runs("Al", "ice met Alices.") + REFERENCE + SECTION,
        header1=runs("Alice above"),
        footer1=runs("below: Alice"),
        footnotes=NOTES.format(runs("see Alice")),
    )


@pytest.mark.parametrize("profile", [*PROFILES, MOVING_RANGES], ids=lambda profile: profile.name)
def test_each_story_is_marked_and_looks_as_before_afterwards(word, everywhere, profile):  # noqa: F811
    pane = word(everywhere, profile)
    told = pane.locate([term(everywhere, "a", "Alice")], MARGINS)
    assert told == [{"term": "a", "expected": 4, "found": 4, "places": [None] * 4, "unreachable": []}]
    stories = ["word/document.xml", "word/header1.xml", "word/footer1.xml", "word/footnotes.xml"]
    for mark, look in (("suggested", ""), ("accepted", "dotted"), ("suggested", "")):
        assert pane.paint(a=mark) == {"marked": 4, "unmarked": []}
        for name in stories:
            assert highlighted(pane.saved(), name) == [("Alice", "yellow", look)]
    assert pane.call("word.clear()") is None
    assert all(highlighted(pane.saved(), name) == [] for name in stories)
    assert pane.host.session.add_in_settings == {}
    assert "<w:rPr>" not in part(pane.saved())


def test_a_document_that_was_only_marked_keeps_its_bytes(word):  # noqa: F811
    look = '<w:b/><w:highlight w:val="cyan"/><w:lang w:val="en-GB"/>'
    content = docx(_paragraph(_run("met "), _run("Alice", look), _run(" and ")) + _paragraph(_run("Alice")))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    for mark in ("suggested", "accepted", "suggested"):
        assert pane.paint(a=mark)["marked"] == 2
        assert part(pane.saved()) != part(content)
    pane.call("word.clear()")
    with zipfile.ZipFile(BytesIO(content)) as before, zipfile.ZipFile(BytesIO(pane.saved())) as after:
        for name in before.namelist():
            if name.startswith("word/"):  # settings of add-ins are named in the others
                assert before.read(name) == after.read(name)


def test_a_term_that_is_underlined_keeps_its_underline_and_is_accepted_in_lime(word):  # noqa: F811
    content = docx(_paragraph(_run("Alice", '<w:u w:val="single"/>')))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.paint(a="accepted")
    assert highlighted(pane.saved()) == [("Alice", "green", "single")]
    pane.call("word.clear()")
    assert part(pane.saved()) == part(content)


def test_a_mixture_of_highlights_is_not_touched_and_told(word):  # noqa: F811
    content = docx(_paragraph(_run("Al", '<w:highlight w:val="red"/>'), _run("ice")) + runs("Alice"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    unmarked = [{"term": "a", "occurrence": 0, "reason": "mixed"}]
    assert pane.paint(a="suggested") == {"marked": 1, "unmarked": unmarked}
    assert highlighted(pane.saved()) == [("Al", "red", ""), ("Alice", "yellow", "")]


def test_colours_that_the_web_loses_are_not_painted_over_there(word):  # noqa: F811
    content = docx(_paragraph(_run("Alice", '<w:highlight w:val="darkBlue"/>')))
    for profile, marked in ((WEB, 1), (WINDOWS, 1)):
        pane = word(content, profile)
        pane.locate([term(content, "a", "Alice")])
        told = pane.paint(a="suggested")
        assert (told["marked"], len(told["unmarked"])) == ((0, 1) if profile is WEB else (marked, 0))


def test_nothing_is_marked_while_changes_are_tracked(word):  # noqa: F811
    content = docx(runs("Alice"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.session.track("TrackAll")
    assert pane.paint(a="suggested") == {"problem": "tracking_on"}
    assert part(pane.saved()) == part(content)


def test_a_locked_control_is_reported_and_the_others_are_marked(word):  # noqa: F811
    locked = '<w:sdt><w:sdtPr><w:lock w:val="contentLocked"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>'
    content = docx(runs("Alice one") + locked.format(runs("Alice two")) + runs("Alice three"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    unmarked = [{"term": "a", "occurrence": 1, "reason": "refused"}]
    assert pane.paint(a="suggested") == {"marked": 2, "unmarked": unmarked}


def test_a_failing_batch_marks_nothing_twice_and_all_that_it_can(word):  # noqa: F811
    content = docx(runs("Alice") * 9)
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    before = pane.host.batches
    pane.host.faults.error_after_applying = {before + 2}
    assert pane.paint(a="suggested") == {"marked": 9, "unmarked": []}
    pane.call("word.clear()")
    assert part(pane.saved()) == part(content)


def test_marks_of_an_earlier_pane_are_adopted_and_removed(word):  # noqa: F811
    own, other = '<w:highlight w:val="yellow"/>', '<w:highlight w:val="red"/><w:u w:val="single"/>'
    content = docx(
        _paragraph(_run("Alice", own), _run(" met "), _run("Bob", other))
        + runs("Alice", " and ", "Bob", " and Eve")
    )
    terms = [term(content, "a", "Alice"), term(content, "b", "Bob")]
    first = word(content)
    first.locate(terms)
    assert first.paint(a="suggested", b="accepted")["marked"] == 4
    kept = "".join(first.host.session.add_in_settings.values())
    assert kept
    assert not [name for name in ("Alice", "Bob") if name in kept]
    second = word(host=first.host)
    assert second.call("word.leftoverMarkCount()") == 4
    (left,) = second.call("word.leftoverMarks()")
    assert (left["part"], left["kind"], len(left["places"])) == ("word/document.xml", "body", 3 * 4)
    second.locate(terms)
    assert second.call("word.leftoverMarkCount()") == 0
    assert second.call("word.leftoverMarks()") == []
    second.call("word.clear()")
    assert part(second.saved()) == part(content)
    assert second.host.session.add_in_settings == {}


def test_yellow_of_a_person_is_no_mark_of_ours(word):  # noqa: F811
    content = docx(_paragraph(_run("Alice", '<w:highlight w:val="yellow"/>')))
    pane = word(content)
    assert pane.call("word.leftoverMarkCount()") == 0
    pane.locate([term(content, "a", "Alice")])
    pane.paint(a="suggested")
    pane.call("word.clear()")
    assert part(pane.saved()) == part(content)


def test_locating_again_takes_the_marks_away_first(word):  # noqa: F811
    content = docx(runs("Alice met Bob"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.paint(a="suggested")
    pane.locate([term(content, "b", "Bob")])
    assert highlighted(pane.saved()) == []
    assert len(pane.host.references) < 5


def test_all_marks_can_be_removed_after_a_cancel(word):  # noqa: F811
    content = docx(runs("Alice") * 500)
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    stopped = pane.call(
        """(() => {
          const stop = new AbortController();
          setTimeout(() => stop.abort(), 0);
          return word.paint(new Map([["a", "accepted"]]), stop.signal, () => stop.abort());
        })()"""
    )
    assert stopped == {"problem": "cancelled"}
    pane.call("word.clear()")
    assert part(pane.saved()) == part(content)


@pytest.mark.parametrize("batch", [1, 2, 3])
def test_marks_of_a_batch_that_was_not_answered_go_too(word, batch):  # noqa: F811
    content = docx(runs("Alice") * 300)
    pane = word(content, patience=8_000)
    pane.locate([term(content, "a", "Alice")])
    pane.host.faults.unanswered = {pane.host.batches + batch}
    assert pane.paint(a="accepted") == {"problem": "no_answer"}
    pane.call("word.clear()")
    assert part(pane.saved()) == part(content)


def test_a_document_open_for_viewing_is_recognised_after_three_refused_requests(word):  # noqa: F811
    content = docx(runs("Alice met Bob") * 797)
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.session.viewing = True
    before = pane.host.batches
    assert pane.paint(a="suggested") == {"problem": "read_only"}
    # One to read Track Changes; 200 marks, the first and the last are refused.
    assert pane.host.batches - before <= 4
    assert not pane.call("word.hasMarks()")
    pane.host.session.viewing = False
    assert pane.paint(a="suggested") == {"marked": 797, "unmarked": []}


def test_one_place_that_word_refuses_does_not_make_a_document_read_only(word):  # noqa: F811
    content = docx(runs("Alice met Bob") * 30)
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.faults.failing = {pane.host.batches + 2, pane.host.batches + 3}
    told = pane.paint(a="suggested")
    assert (told["marked"], [each["occurrence"] for each in told["unmarked"]]) == (30, [0])
