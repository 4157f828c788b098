"""Decisions return when a document is reopened; the document itself contains nothing of them."""

import io
import re
import zipfile

import pytest

from addin.wordhost.making import docx, runs
from tests.browser.pane.file_highlights import marked, paragraphs
from tests.browser.pane.pane_page import LETTER
from tests.browser.pane.pane_user import CHECKED, label, left, outcome, personal_data_only, press, rest, trouble


def test_a_reopened_pane_shows_earlier_decisions(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    before = pane.host.session.save()
    with pane.page.expect_response(lambda answer: answer.request.method == "PATCH") as saved:
        for key in ("j", "a", "j", "r"):
            pane.page.keyboard.press(key)
    assert saved.value.ok
    pane.settled()
    decided = pane.page.get_by_text(re.compile(r"\d+ to decide")).first.inner_text()
    yellow = marked(pane.host.session.save())

    pane.reopen()
    pane.sign_in()
    pane.analysed()
    assert pane.page.get_by_text(re.compile(r"\d+ to decide")).first.inner_text() == decided
    assert pane.page.get_by_role("button", name="Redact 1 term").is_visible()
    assert marked(pane.host.session.save()) == yellow
    assert _texts(pane.host.session.save()) == _texts(before)


def test_a_first_decision_on_one_place_alone_is_stored(open_pane):
    """The first analysis names no review, so that its places have no ids that a decision could name."""
    address = "ann@halden.example"
    pane = open_pane(
        docx("".join(runs(f"{word} {address}.") for word in ("To", "Then", "And")) + runs("Or bo@halden.example."))
    )
    pane.analysed()
    page = pane.page
    _unfold_all(pane)
    page.get_by_role("button", name=address, exact=True).click()
    page.get_by_role("button", name=f"Next place of {address}").click()
    pane.settled()
    page.get_by_role("button", name=f"More for {address}").click()
    with page.expect_response(lambda answer: answer.request.method == "PATCH") as saved:
        page.get_by_role("menuitem", name="Accept here only").click()
    assert len(saved.value.request.post_data_json["decisions"]) == 1
    pane.settled()
    row = page.get_by_role("row").filter(has=page.get_by_role("button", name=address, exact=True))
    assert row.locator(".words .quiet").text_content() == "1 of 3"
    chosen = marked(pane.host.session.save())

    pane.reopen()
    pane.sign_in()
    pane.analysed()
    _unfold_all(pane)
    assert row.locator(".words .quiet").text_content() == "1 of 3"
    assert marked(pane.host.session.save()) == chosen
    assert list(chosen.values()).count(address) == 1


def test_here_only_reaches_no_equal_paragraph_and_survives_a_change_elsewhere(open_pane):
    """Cells of a table have equal texts. Once the first is redacted, nobody can tell which the next is."""
    address = "ann@halden.example"
    pane = open_pane(docx("".join(runs(text) for text in (address, "Damp", address))))
    page = rest(pane)
    row = page.get_by_role("row").filter(has=page.get_by_role("button", name=address, exact=True))
    _unfold_all(pane)
    page.get_by_role("button", name=address, exact=True).click()
    page.get_by_role("button", name=f"More for {address}").click()
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_role("menuitem", name="Accept here only").click()
    pane.settled()
    pane.host.session.body().do_search("Damp").items[0].do_insert_text("Very damp", "Replace")
    page.keyboard.press("j")  # Word tells of it with its answer
    page.get_by_role("button", name="Analyse again").click()
    rest(pane)
    _unfold_all(pane)
    assert row.locator(".words .quiet").text_content() == "1 of 2", "its paragraph has not changed"
    press(pane, "Redact 1 term")
    rest(pane)
    once = [text for text in paragraphs(pane.host.session.save()).values() if text]
    assert once == ["[EMAIL_ADDRESS 1]", "Very damp", address]

    pane.reopen()
    pane.sign_in()
    rest(pane)
    assert not label(pane).startswith("Redact")
    assert page.locator(".bar .status").inner_text() == (
        "1 place that was accepted “here only” was not found again. The decision applies to no other place."
    )


def test_marks_of_a_closed_pane_are_not_in_the_copy(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    assert marked(pane.host.session.save())
    pane.reopen()
    pane.sign_in()
    pane.analysed()
    personal_data_only(pane)
    pane.settled()
    pane.page.get_by_role("button", name=re.compile("^Accept all")).last.click()
    pane.page.get_by_role("button", name=re.compile("^Redact")).click()
    pane.page.get_by_role("button", name="Check the file").click()
    pane.page.get_by_role("button", name="Make a clean copy").click()
    pane.page.get_by_text("No term that had to be redacted is left").wait_for()
    pane.settled()
    assert marked(pane.host.session.opened[0]) == {}
    assert marked(pane.host.session.save()) == {}


def _texts(content):
    """All letters of a file, by part; settings hold a random id and positions, and those alone may differ."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            name: re.sub(rb"<[^>]*>", b"", archive.read(name))
            for name in archive.namelist()
            if name.startswith("word/") and name.endswith(".xml") and "settings" not in name
        }


def test_custom_terms_return_also_on_another_machine(open_pane):
    """One is selected in the document, one is a near miss; the service keeps the mark of each, and no word."""
    pane = open_pane()
    pane.analysed()
    near = _row(pane, _unfolded(pane, "Near misses").get_by_role("row").first)
    for _ in range(2):
        pane.page.get_by_role("button", name=f"Next place of {near}").click()
        pane.page.get_by_text(re.compile(r"^place \d+ of \d+$")).wait_for()
        assert pane.host.session.selected().read("text").casefold() == near.casefold()
    pane.page.get_by_role("button", name=f"Accept {near}", exact=True).click()
    _added(pane, near)
    pane.host.session.select(pane.host.session.body().do_search("stand-by link").items[0].span())
    with pane.page.expect_response(lambda answer: _accepted_in(answer) == 2):
        pane.page.get_by_role("button", name="Add selection").click()
    _added(pane, "stand-by link")
    pane.settled()
    yellow = marked(pane.host.session.save())
    assert "stand-by link" in yellow["word/document.xml", 35]

    pane.reopen()
    pane.sign_in()
    elsewhere = open_pane(pane.host.session.save())
    for again in (pane, elsewhere):
        _added(again, near)
        _added(again, "stand-by link")
        again.page.get_by_role("button", name="Redact 2 terms").wait_for()
        again.settled()
        assert marked(again.host.session.save()) == yellow

    # What is undone is undone for good.
    with elsewhere.page.expect_response(lambda answer: _accepted_in(answer) == 1):
        elsewhere.page.get_by_role("button", name="Accept stand-by link").click()
    pane.reopen()
    pane.sign_in()
    pane.page.get_by_role("button", name="Redact 1 term").wait_for()
    _added(pane, near)
    assert pane.page.get_by_role("grid", name="Added").get_by_role("row").count() == 1
    pane.settled()
    assert "stand-by" not in marked(pane.host.session.save())["word/document.xml", 35], "nor is it marked any more"


def _unfolded(pane, group):
    """A group of the list, unfolded."""
    fold = pane.page.get_by_role("button", name=re.compile(f"^{group}"))
    if fold.get_attribute("aria-expanded") == "false":
        fold.click()
    return pane.page.get_by_role("grid", name=group)


def _unfold_all(pane):
    folded = rest(pane).locator(".fold[aria-expanded=false]")
    while folded.count() > 0:
        folded.first.click()


def _row(pane, row):
    """What the term of a line is, once it is looked at."""
    term = row.locator(".term")
    term.click()
    pane.settled()
    return term.inner_text()


def _added(pane, term):
    """Wait until a term stands among those that somebody has added."""
    _unfolded(pane, "Added").get_by_role("button", name=term, exact=True).wait_for()


def _accepted_in(answer):
    """How many terms a review has accepted, once the service has told so."""
    return answer.json()["counts"].get("accepted") if answer.request.method == "PATCH" else None


def _again(pane):
    """Close the pane and open it again."""
    pane.reopen()
    pane.sign_in()
    pane.analysed()


def test_a_pane_closed_during_an_analysis_starts_again(open_pane):
    pane = open_pane(LETTER, signed_in=False)
    held = []
    pane.page.route(re.compile("/v1/analyses"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in method
    pane.sign_in()
    pane.page.get_by_role("button", name="Cancel").wait_for()
    pane.page.unroute(re.compile("/v1/analyses"))
    before = paragraphs(pane.host.session.save())
    _again(pane)
    assert trouble(pane) == ""
    assert paragraphs(pane.host.session.save()) == before


def test_places_left_by_a_fault_can_be_redacted_after_reopening(open_pane):
    pane = open_pane()
    pane.analysed()
    personal_data_only(pane)
    press(pane, "Accept all")
    rest(pane)
    pane.host.faults.type(lambda _: setattr(pane.host.faults, "search_open", True), "InsertText")
    press(pane, "Redact")
    assert left(pane)
    pane.host.faults.search_open = False
    half = paragraphs(pane.host.session.save())
    pane.reopen()
    pane.sign_in()
    rest(pane)
    assert _level(pane).input_value() == "1"
    assert paragraphs(pane.host.session.save()) == half
    if label(pane).startswith("Redact"):
        press(pane, "Redact")
    press(pane, "Check the file")
    assert CHECKED.match(outcome(pane))
    assert marked(pane.host.session.save()) == {}


def test_a_reopened_pane_finds_and_marks_nothing_in_redacted_documents(open_pane):
    pane = open_pane(docx(runs("anna@example.org, cyd@example.org")))
    pane.analysed()
    personal_data_only(pane)
    press(pane, "Accept all 2")
    press(pane, "Redact 2 terms")
    rest(pane)
    redacted = paragraphs(pane.host.session.save())
    pane.reopen()
    pane.sign_in()
    press(pane, "Check the file")
    met = outcome(pane)
    assert met.startswith("Requirements met"), f"{met}: k is 1 as before; two addresses less do not reach 5"
    press(pane, "Make a clean copy")
    assert label(pane) == "Save the clean copy"
    pane.reopen()
    pane.sign_in()
    assert label(pane) == "Check the file"
    assert trouble(pane) == ""
    assert paragraphs(pane.host.session.save()) == redacted
    assert marked(pane.host.session.save()) == {}


def test_a_reopened_pane_shows_the_status_of_a_submitted_review(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    press(pane, "Accept all")
    rest(pane)
    pane.page.get_by_role("button", name="Submit for review").click()
    turn = label(pane)
    assert turn in {"Claim the review", "Refresh the review"}
    pane.reopen()
    pane.sign_in()
    assert label(pane) == turn
    pane.page.keyboard.press("j")
    pane.page.keyboard.press("r")
    rest(pane)
    assert label(pane) == turn, "nothing is decided while it is another's turn"


def test_adding_a_long_phrase_warns_that_it_may_not_return(open_pane):
    words = " ".join(f"plum{number}" for number in range(14))
    pane = open_pane(docx(runs(f"Here {words} stands.")))
    rest(pane)
    for text, long in ((words, True), ("stands", False)):
        pane.host.session.select(pane.host.session.body().do_search(text).items[0].span())
        pane.page.get_by_role("button", name="Add selection").click()
        rest(pane)
        said = pane.page.locator(".bar .status").inner_text()
        assert "added: 1 place." in said
        assert ("This term is long" in said) is long


def _level(pane):
    return pane.page.get_by_role("slider", name="How hard to guess")


def _industry(pane):
    return pane.page.get_by_label("Keep the industry recognisable")


def test_a_reopened_pane_asks_with_the_level_and_the_industry_of_before(open_pane):
    """Also where they were chosen after the last decision; the first analysis is already made with both."""
    pane = open_pane(LETTER)
    pane.analysed()
    with pane.page.expect_response(lambda answer: _accepted_in(answer) == 1):
        pane.page.keyboard.press("j")
        pane.page.keyboard.press("a")
    with pane.page.expect_response(lambda answer: _chosen(answer) == {"k": 3, "keep_industry": True}):
        _level(pane).fill("3")
    with pane.page.expect_response(lambda answer: _chosen(answer) == {"k": 3, "keep_industry": False}):
        _industry(pane).uncheck()
    pane.settled()

    asked = []
    pane.page.on("request", lambda request: "/v1/analyses" in request.url and asked.append(request))
    _again(pane)
    assert (_level(pane).input_value(), _industry(pane).is_checked()) == ("3", False)
    (only,) = asked
    assert b'"objective":"uniform"' in only.post_data_buffer.replace(b" ", b"")
    assert pane.page.get_by_role("button", name=re.compile("^Redact 1 term")).is_visible()


def _chosen(answer):
    """The level that a review has, once the service has told so."""
    return answer.json()["chosen"] if answer.request.method == "PATCH" else None


def test_no_client_and_back_keeps_the_level(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    _level(pane).fill("3")
    client = pane.page.get_by_role("combobox", name="Client")
    name = client.input_value()
    client.click()
    pane.page.get_by_role("option", name="No client").click()
    _level(pane).wait_for(state="hidden")
    rest(pane)
    client.fill(name)
    pane.page.get_by_role("option", name=name).first.click()
    _level(pane).wait_for()
    rest(pane)
    assert _level(pane).input_value() == "3"


def _redecided(pane):
    """How many terms are decided on in the list."""
    return pane.page.get_by_role("button", name=re.compile(r"^Redact \d+ terms?")).count()


@pytest.mark.parametrize("answer", ["Use the decisions", "Start a new review"])
def test_decisions_of_one_document_do_not_reach_a_copy_with_another_text(open_pane, answer):
    """The review's id is in the settings of the file, so that a copy has it too."""
    pane = open_pane(LETTER)
    pane.analysed()
    with pane.page.expect_response(lambda response: response.request.method == "PATCH"):
        pane.page.keyboard.press("j")
        pane.page.keyboard.press("a")
    pane.settled()
    saved = pane.host.session.save()

    same = open_pane(saved)
    same.analysed()
    assert _redecided(same) == 1
    assert not same.page.get_by_role("alert", name="Decisions of another text").is_visible()

    copy = open_pane(_with_another_word(saved))
    question = copy.page.get_by_role("alert", name="Decisions of another text")
    question.wait_for()
    copy.settled()
    assert _redecided(copy) == 0
    copy.page.keyboard.press("j")
    copy.page.keyboard.press("a")
    copy.settled()
    assert _redecided(copy) == 0, "nothing is decided before the question is answered"
    question.get_by_role("button", name=answer).press("Enter")
    copy.analysed()
    assert not question.is_visible()
    assert _redecided(copy) == (1 if answer == "Use the decisions" else 0)

    again = open_pane(saved)
    again.analysed()
    assert _redecided(again) == 1 or again.page.get_by_role("alert", name="Decisions of another text").is_visible()


def _with_another_word(content):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as given, zipfile.ZipFile(out, "w") as made:
        for name in given.namelist():
            part = given.read(name)
            made.writestr(name, part.replace(b" the ", b" our ", 1) if name == "word/document.xml" else part)
    return out.getvalue()
