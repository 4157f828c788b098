"""Replacing in the open document: nothing stays anywhere, nothing else changes, and whatever fails is told."""

import json
import re
import zipfile
from io import BytesIO

import pytest

from addin.wordhost.making import docx, lines, part, runs
from addin.wordhost.profiles import MOVING_RANGES, PROFILES
from tests.browser.word_fixtures import word, word_pages  # noqa: F401
from tests.browser.word_terms import highlighted, leaks, margin, term

SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'
MARGINS = [margin("word/header1.xml")]
NOTE = '<w:footnote w:id="2">{}</w:footnote>'
LOCKED = '<w:sdt><w:sdtPr><w:lock w:val="contentLocked"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>'
COMMENTED = (
    '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>text</w:t></w:r><w:commentRangeEnd w:id="0"/>'
    '<w:r><w:commentReference w:id="0"/></w:r></w:p>'
)
STORIES = ["word/document.xml", "word/header1.xml", "word/footnotes.xml", "word/comments.xml"]
DONE = {"left": [], "damaged": [], "cancelled": False, "trackingRestored": True}


def _rest(content):
    """Every word that was not to go, where it stands."""
    return {
        name: re.sub(r"Alice|\[CLIENT\]|Bob|\[PERSON 1\]", "·", "\n".join(lines(content, name))) for name in STORIES
    }


def _left(told):
    return [(each["term"], each["occurrence"], each["problem"]) for each in told["left"]]


@pytest.mark.parametrize("profile", [*PROFILES, MOVING_RANGES], ids=lambda profile: profile.name)
@pytest.mark.parametrize("mode", ["Off", "TrackAll"])
def test_nothing_of_a_term_is_left_in_any_part_and_tracking_is_what_it_was(word, profile, mode):  # noqa: F811
    content = docx(
        runs("Al", "ice met Bob, and ", "Bob met Alice") + COMMENTED + SECTION,
        header1=runs("Alice above"),
        footnotes=NOTE.format(runs("see Bob and Alice")),
        comments=f'<w:comment w:id="0" w:author="x">{runs("Ask Alice and Alice")}</w:comment>',
    )
    pane = word(content, profile)
    pane.host.session.track(mode)
    terms = [term(content, "a", "Alice"), term(content, "b", "Bob")]
    pane.locate(terms, MARGINS)
    told = pane.replace(a="[CLIENT]", b="[PERSON 1]")
    done = {each["term"]: each["occurrences"] for each in told["done"]}
    assert done == {"a": [0, 1, 2, 3, 4, 5], "b": [0, 1, 2]}
    assert told["left"] == []
    saved = pane.saved()
    assert leaks(saved, "Alice", "Bob") == []
    assert lines(saved)[0] == "[CLIENT] met [PERSON 1], and [PERSON 1] met [CLIENT]"
    assert lines(saved, "word/comments.xml") == ["Ask [CLIENT] and [CLIENT]"]
    assert not re.search(r"<w:(del|ins|rPrChange) ", part(saved))
    assert pane.host.session.tracking_mode == mode
    assert _rest(saved) == _rest(content)


def test_parts_and_paragraphs_without_the_term_keep_their_bytes(word):  # noqa: F811
    other = (
        '<w:p w:rsidR="00AB12CD"><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:t>Other &amp; more</w:t></w:r></w:p>'
    )
    content = docx(runs("Alice") + other, header1=runs("above"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.paint(a="accepted")
    pane.replace(a="[CLIENT]")
    saved = pane.saved()
    assert part(saved) == part(content).replace("Alice", "[CLIENT]").replace(' xml:space="preserve"', "", 1)
    with zipfile.ZipFile(BytesIO(content)) as before, zipfile.ZipFile(BytesIO(saved)) as after:
        for name in set(before.namelist()) - {"word/document.xml"}:
            if name.startswith("word/"):  # settings of add-ins are named in the others
                assert before.read(name) == after.read(name)


def test_marks_are_not_passed_on_to_what_replaces(word):  # noqa: F811
    look = '<w:rPr><w:b/><w:highlight w:val="cyan"/></w:rPr>'
    content = docx(f"<w:p><w:r>{look}<w:t>Alice</w:t></w:r></w:p>" + runs("Alice here"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.paint(a="accepted")
    pane.replace(a="[CLIENT]")
    assert highlighted(pane.saved()) == [("[CLIENT]", "cyan", "")]
    assert "<w:b/>" in part(pane.saved())


def test_marks_deleted_with_their_text_are_not_written_again(word):  # noqa: F811
    own = '<w:r><w:rPr><w:highlight w:val="yellow"/></w:rPr><w:t>Alice</w:t></w:r>'
    content = docx(f"<w:p>{own}</w:p>" + runs("Bob"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice"), term(content, "b", "Bob")])
    assert pane.paint(a="accepted", b="suggested")["marked"] == 2
    assert pane.replace(a="[PERSON]")["left"] == []
    assert pane.paint(b="suggested")["marked"] == 1
    written = json.loads(pane.host.session.add_in_settings["unsaid.marks"])
    told = json.loads(written)
    assert (told["count"], told["earlier"], len(told["marked"])) == (1, [], 1)
    assert told["marked"][0]["places"][1:] == [0, 3], "Bob"
    pane.replace(b="[PERSON]")
    pane.call("word.clear()")
    assert pane.host.session.add_in_settings == {}


def test_one_occurrence_alone_goes_and_the_others_are_still_held(word):  # noqa: F811
    content = docx(runs("Alice one, Alice two, Alice three"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    ask = "word.replace([{term: 'a', text: '[CLIENT]', occurrences: given}], signal, nothing)"
    assert pane.call(ask, [1]) == {"done": [{"term": "a", "occurrences": [1]}], **DONE}
    assert lines(pane.saved()) == ["Alice one, [CLIENT] two, Alice three"]
    assert _left(pane.call(ask, [1])) == [("a", 1, "gone")]
    assert pane.call("word.goTo('a', 1)") == {"occurrence": 2, "of": 3}
    assert pane.replace(a="[CLIENT]")["done"] == [{"term": "a", "occurrences": [0, 2]}]
    assert leaks(pane.saved(), "Alice") == []


def test_a_replacement_may_hold_the_term_itself(word):  # noqa: F811
    content = docx(runs("Bank and Bank"))
    pane = word(content)
    pane.locate([term(content, "a", "Bank")])
    assert pane.replace(a="a Bank somewhere")["done"] == [{"term": "a", "occurrences": [0, 1]}]
    assert lines(pane.saved()) == ["a Bank somewhere and a Bank somewhere"]


def test_tracking_that_is_locked_closes_the_way(word):  # noqa: F811
    content = docx(runs("Alice and Alice"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.session.track("TrackAll")
    pane.host.session.tracking_locked = True
    before = part(pane.saved())
    assert {problem for _, _, problem in _left(pane.replace(a="[CLIENT]"))} == {"tracking_locked"}
    assert part(pane.saved()) == before


def test_tracking_that_someone_switches_on_meanwhile_keeps_nothing(word):  # noqa: F811
    content = docx(runs("Alice and Alice"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    for batch in range(1, 9):
        pane.host.faults.typed[pane.host.batches + batch] = lambda session: session.track("TrackAll")
    pane.replace(a="[CLIENT]")
    assert leaks(pane.saved(), "Alice") == []


def test_locked_places_are_reported_and_the_others_replaced(word):  # noqa: F811
    content = docx(runs("Alice one") + LOCKED.format(runs("Alice two")) + runs("Alice three"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    told = pane.replace(a="[CLIENT]")
    assert (told["done"], _left(told)) == ([{"term": "a", "occurrences": [0, 2]}], [("a", 1, "locked")])
    assert lines(pane.saved()) == ["[CLIENT] one", "Alice two", "[CLIENT] three"]


def test_a_protected_document_is_told_after_few_attempts(word):  # noqa: F811
    content = docx(runs("Alice") * 300, settings='<w:documentProtection w:enforcement="1"/>')
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    before = pane.host.batches
    told = pane.replace(a="[CLIENT]")
    assert {problem for _, _, problem in _left(told)} == {"protected"}
    assert len(told["left"]) == 300
    assert pane.host.batches - before < 40
    assert part(pane.saved()) == part(content)


def test_a_document_open_for_viewing_is_told_after_few_attempts(word):  # noqa: F811
    content = docx(runs("Alice") * 300)
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.session.viewing = True
    before = pane.host.batches
    told = pane.replace(a="[CLIENT]")
    assert "read_only" in {problem for _, _, problem in _left(told)}
    assert (told["done"], len(told["left"])) == ([], 300)
    assert pane.host.batches - before < 60
    assert part(pane.saved()) == part(content)


@pytest.mark.parametrize("fault", ["error_after_applying", "failing"])
@pytest.mark.parametrize("at", range(1, 7))
def test_a_batch_that_fails_is_looked_at_and_never_repeated_blindly(word, fault, at):  # noqa: F811
    content = docx(runs("Alice met Bob and Alice") + runs("Bob and Alice"))
    pane = word(content)
    pane.locate([term(content, "a", "Alice"), term(content, "b", "Bob")])
    pane.host.session.track("TrackAll")
    setattr(pane.host.faults, fault, {pane.host.batches + at})
    told = pane.replace(a="[X]", b="[Y]")
    done = {(each["term"], each_one) for each in told["done"] for each_one in each["occurrences"]}
    left = {(each["term"], each["occurrence"]) for each in told["left"]}
    everything = {("a", 0), ("a", 1), ("a", 2), ("b", 0), ("b", 1)}
    assert (done | left, done & left) == (everything, set())
    text = "\n".join(lines(pane.saved()))
    assert text.count("[X]") + text.count("Alice") == 3  # nothing twice
    assert text.count("[Y]") + text.count("Bob") == 2
    assert "delText" not in part(pane.saved())
    if told["trackingRestored"]:
        assert pane.host.session.tracking_mode == "TrackAll"
    # What is said to be done is done; what is left is there, or could not be read.
    assert text.count("[X]") >= sum(name == "a" for name, _ in done)
    if "uncertain" not in {problem for _, _, problem in _left(told)} and fault == "failing":
        assert text.count("Alice") == sum(name == "a" for name, _ in left)


def test_a_batch_that_hangs_ends_the_work_with_a_list(word):  # noqa: F811
    content = docx(runs("Alice and Alice"))
    pane = word(content, patience=400)
    pane.locate([term(content, "a", "Alice")])
    pane.host.faults.silent = {pane.host.batches + 3}
    told = pane.replace(a="[CLIENT]")
    assert len(told["left"]) + sum(len(each["occurrences"]) for each in told["done"]) == 2
    assert {problem for _, _, problem in _left(told)} <= {"no_answer"}


def test_answers_that_are_too_large_leave_a_list(word):  # noqa: F811
    content = docx(runs("Alice") * 100)
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.faults.largest_payload = 3000
    told = pane.replace(a="[CLIENT]")
    assert len(told["left"]) + sum(len(each["occurrences"]) for each in told["done"]) == 100
    assert lines(pane.saved()).count("Alice") == 100 - sum(len(each["occurrences"]) for each in told["done"])


def test_text_typed_during_replacement_is_neither_replaced_twice_nor_lost(word):  # noqa: F811
    content = docx(runs("Alice one") + runs("Alice two"))

    def typing(session):
        session.body().do_search("two").items[0].do_insert_text("three and Alice", "Replace")

    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    pane.host.faults.typed[pane.host.batches + 3] = typing
    told = pane.replace(a="[CLIENT]")
    assert lines(pane.saved()) == ["[CLIENT] one", "[CLIENT] three and Alice"]
    assert sum(len(each["occurrences"]) for each in told["done"]) + len(told["left"]) == 2


def test_a_person_who_stops_gets_a_list_of_what_stands(word):  # noqa: F811
    content = docx(runs("Alice") * 900)
    pane = word(content)
    pane.locate([term(content, "a", "Alice")])
    told = pane.call(
        """(() => {
          const stop = new AbortController();
          return word.replace([{term: 'a', text: '[X]'}], stop.signal, done => { if (done > 0) stop.abort(); });
        })()"""
    )
    (done,) = told["done"]
    assert told["cancelled"]
    assert 0 < len(done["occurrences"]) < 900
    assert {each["problem"] for each in told["left"]} == {"cancelled"}
    assert lines(pane.saved()).count("[X]") == len(done["occurrences"]) == 900 - len(told["left"])
    # From the end backwards.
    assert min(done["occurrences"]) > max(each["occurrence"] for each in told["left"])
