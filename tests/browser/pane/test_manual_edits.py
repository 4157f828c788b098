"""Manual edits in the document that the pane did not expect: it reports the result and still works."""

import io
import re
import zipfile

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.file_highlights import marked, paragraphs
from tests.browser.pane.pane_page import LETTER
from tests.browser.pane.pane_user import label, outcome, personal_data_only, press, rest, trouble

ANN, BO = "ann@halden.example", "bo@halden.example"
NAME = "only@named.example"
"""No other test has it: what is called another name of the client is one for all that the service is asked."""


def _said(pane):
    return rest(pane).get_by_role("contentinfo").get_by_role("status").inner_text()


def _select(pane, first, start, last, end):
    """A person selects from a letter of one paragraph to a letter of another."""
    session = pane.host.session
    one, other = (session.body().get_paragraphs().items[each].span() for each in (first, last))
    session.select(session.stories.span(one.story, one.first, start, other.last, end))


def _add(pane, *selected):
    _select(pane, *selected)
    pane.page.get_by_role("button", name="Add selection").click()
    return _said(pane)


def _unfold(pane):
    folded = rest(pane).locator(".fold[aria-expanded=false]")
    while folded.count() > 0:
        folded.first.click()


def test_stepping_through_redacted_terms_reports_no_change_by_others(open_pane):
    pane = open_pane(docx(runs(f"Write to {ANN}.") + runs(f"Or to {BO}.")))
    pane.analysed()
    press(pane, "Accept all")
    press(pane, "Redact 2 terms")
    assert label(pane) == "Check the file"
    for key in ("j", "j", "k"):
        pane.page.keyboard.press(key)
        assert (trouble(pane), label(pane)) == ("", "Check the file")
    pane.page.get_by_role("button", name=ANN, exact=True).click()
    assert (trouble(pane), label(pane)) == ("", "Check the file")


def test_going_to_a_deleted_place_reports_a_changed_document(open_pane):
    pane = open_pane(docx(runs(f"Write to {ANN}.") + runs(f"Or to {BO}.")))
    pane.analysed()
    _unfold(pane)
    (found,) = pane.host.session.body().do_search(f"{ANN}.").items
    found.do_insert_text("", "Replace")
    pane.page.get_by_role("button", name=ANN, exact=True).click()
    pane.page.get_by_role("button", name="Analyse again").wait_for()
    assert trouble(pane) == ""
    press(pane, "Analyse again")
    assert label(pane) == "Accept the last suggestion"


def test_adding_a_term_reports_its_places_or_why_it_was_not_added(open_pane):
    pane = open_pane(docx(runs("A banana, a [TERM].") + runs(f"Two bananas, a banana; {ANN}")))
    pane.analysed()
    first = label(pane)
    assert _add(pane, 0, 2, 0, 2) == "Select a word in the document first."
    assert _add(pane, 0, 0, 1, 3) == "Select words within one paragraph."
    assert _add(pane, 0, 12, 0, 18) == "“[TERM]” cannot be searched for. Add a word, a name or a number."
    assert (trouble(pane), label(pane)) == ("", first)
    assert "“anan” was not found" in _add(pane, 0, 3, 0, 7)
    assert label(pane) == first
    assert not pane.page.get_by_role("button", name=re.compile("^Undo")).is_visible(), "nothing was done"
    assert _add(pane, 0, 2, 0, 8) == "“banana” added: 2 places."
    assert pane.page.get_by_role("grid", name="Added").get_by_role("row").count() == 1
    assert _add(pane, 1, 15, 1, 21) == "“banana” is already added."
    press(pane, "Redact 1 term")
    rest(pane)
    assert lines(pane.host.session.save()) == ["A [REDACTED], a [TERM].", f"Two bananas, a [REDACTED]; {ANN}"]


def test_a_second_round_reuses_no_placeholder_number(open_pane):
    pane = open_pane(docx(runs(f"Write to {ANN}.") + runs(f"Or to {BO}.") + runs("A banana.")))
    pane.analysed()
    _unfold(pane)
    pane.page.get_by_role("button", name=f"Accept {ANN}", exact=True).click()
    press(pane, "Redact 1 term")
    rest(pane)
    pane.reopen()
    pane.sign_in()
    pane.analysed()
    press(pane, "Accept the last suggestion")
    press(pane, "Redact 1 term")
    press(pane, "Check the file")
    press(pane, "Make a clean copy")
    rest(pane)
    both = ["Write to [EMAIL_ADDRESS 1].", "Or to [EMAIL_ADDRESS 2].", "A banana."]
    assert lines(pane.host.session.save()) == both
    assert [text for text in paragraphs(pane.host.session.opened[-1]).values() if text] == both


def test_a_replacement_cannot_contain_a_term_that_must_be_redacted(open_pane):
    pane = open_pane(docx(runs(f"Write to {ANN}.") + runs(f"Or to {BO}.")))
    pane.analysed()
    page = pane.page
    _unfold(pane)
    page.get_by_role("button", name=ANN, exact=True).click()
    page.keyboard.press("e")
    field = page.get_by_role("textbox", name=f"Replacement of {ANN}")
    for written, why in (
        ("", "Enter a replacement"),
        (f"<{ANN}>", "must be redacted too"),
        (f"see {BO.upper()}", "must be redacted too"),
    ):
        field.fill(written)
        page.keyboard.press("Enter")
        assert why in page.get_by_role("alert").filter(visible=True).inner_text()
        assert field.evaluate("each => each === document.activeElement && each.ariaInvalid === 'true'")
    field.fill("the ^p mail 🙂")
    page.keyboard.press("Enter")
    assert _said(pane) == f"“{ANN}” becomes “the ^p mail 🙂”."
    press(pane, "Redact 1 term")
    rest(pane)
    assert lines(pane.host.session.save()) == ["Write to the ^p mail 🙂.", f"Or to {BO}."]


def test_here_only_is_one_place_in_the_document_in_the_list_and_in_what_is_replaced(open_pane):
    pane = open_pane(docx(runs(f"Write to {ANN}.") + runs(f"Then {ANN}.") + runs(f"And {ANN}.")))
    pane.analysed()
    page = pane.page
    _unfold(pane)
    page.get_by_role("button", name=ANN, exact=True).click()
    page.get_by_role("button", name=f"Next place of {ANN}").click()
    pane.settled()
    page.get_by_role("button", name=f"More for {ANN}").click()
    page.get_by_role("menuitem", name="Accept here only").click()
    pane.settled()
    row = page.get_by_role("row").filter(has=page.get_by_role("button", name=ANN, exact=True))
    assert row.locator(".words .quiet").text_content() == "1 of 3"
    assert list(marked(pane.host.session.save()).values()) == [ANN], "the others are kept, and have no mark"
    assert paragraphs(pane.host.session.save())[next(iter(marked(pane.host.session.save())))] == f"Then {ANN}."
    page.get_by_role("button", name=f"Next place of {ANN}").click()
    pane.settled()
    page.get_by_role("button", name=f"More for {ANN}").click()
    page.get_by_role("menuitem", name="Accept here too").click()
    pane.settled()
    assert row.locator(".words .quiet").text_content() == "2 of 3"
    press(pane, "Redact 1 term")
    rest(pane)
    assert [text for text in paragraphs(pane.host.session.save()).values() if text] == [
        f"Write to {ANN}.",
        "Then [EMAIL_ADDRESS 1].",
        "And [EMAIL_ADDRESS 1].",
    ]


def test_kept_terms_are_mentioned_in_every_outcome(open_pane):
    pane = open_pane(docx(runs(f"Write to {ANN}.")))
    pane.analysed()
    _unfold(pane)
    pane.page.get_by_role("button", name=f"More for {ANN}").click()
    pane.page.get_by_role("menuitem", name="Propose: never redact for any client").click()
    assert "proposed: never redact it" in _said(pane)
    personal_data_only(pane)
    rest(pane)
    press(pane, "Check the file")
    assert _said(pane) == "Checked: requirements met, with exceptions. 1 term rejected."
    assert outcome(pane) == "Requirements met, with exceptions"
    press(pane, "Make a clean copy")
    assert outcome(pane) == "Requirements met, with exceptions"


def test_an_alias_counts_at_once_and_undo_removes_it(open_pane):
    pane = open_pane(docx(runs(f"Write to {NAME}.") + runs(f"Halden &amp; Rook, or {BO}.")))
    pane.analysed()
    _unfold(pane)
    pane.page.get_by_role("button", name=f"More for {NAME}").click()
    pane.page.get_by_role("menuitem", name="Save as another name of Halden & Rook").click()
    line = pane.page.get_by_role("grid", name="Client").get_by_role("row").filter(has_text=NAME)
    line.get_by_text("The client’s name").wait_for()
    assert line.locator(".state").text_content() == "accepted"
    rest(pane)
    pane.page.keyboard.press("z")
    line.wait_for(state="hidden")
    assert label(pane).startswith("Accept all")
    pane.page.get_by_role("button", name=f"More for {NAME}").click()
    pane.page.get_by_role("menuitem", name="Save as another name of Halden & Rook").click()
    line.wait_for()
    press(pane, "Redact 1 term")
    press(pane, "Check the file")
    rest(pane)
    assert lines(pane.host.session.save())[0] == "Write to [CLIENT]."
    press(pane, "Make a clean copy")
    assert outcome(pane) == "All accepted terms are redacted"


def test_after_a_wrong_token_another_can_be_typed(open_pane):
    pane = open_pane(LETTER, signed_in=False)
    pane.page.get_by_label("Token").fill("wrong")
    pane.page.keyboard.press("Enter")
    assert "does not accept the token" in trouble(pane)
    pane.page.keyboard.insert_text(pane.token)
    pane.page.keyboard.press("Enter")
    pane.analysed()


def test_an_error_is_visible_from_anywhere_in_a_long_list(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    page = pane.page
    page.locator("main").evaluate("each => each.scrollTo(0, each.scrollHeight)")
    page.route(re.compile("/v1/guesses"), lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name=re.compile("^Accept ")).last.click()
    assert "does not answer" in trouble(pane)
    title = page.locator(".card.error h2").bounding_box()
    assert 0 <= title["y"] <= 560 - title["height"]


def test_decisions_are_not_offered_in_another_persons_turn(open_pane):
    pane = open_pane(docx(runs(f"Write to {ANN}.")))
    pane.analysed()
    _unfold(pane)
    page = pane.page
    press(pane, "Accept the last suggestion")
    rest(pane)
    page.get_by_role("button", name="Submit for review first").click()
    page.get_by_role("status").filter(has_text="Waiting for a reviewer").wait_for()
    page.get_by_role("button", name=f"More for {ANN}").click()
    assert page.get_by_role("menuitem").all_inner_texts() == ["Go to the next place", "Go to the previous place"]
    page.keyboard.press("Escape")
    assert page.get_by_role("button", name="Add selection").is_disabled()
    page.get_by_role("button", name="Withdraw the submission").click()
    page.get_by_role("button", name="Redact 1 term").wait_for()
    assert page.get_by_role("button", name="Add selection").is_enabled()


def _add_terms(pane, text, *, patterns=False):
    page = pane.page
    page.get_by_role("button", name="Add terms").click()
    page.get_by_role("textbox", name="Terms to redact").fill(text)
    if patterns:
        page.get_by_role("checkbox", name=re.compile("^Patterns")).check()
    page.get_by_role("button", name="Add", exact=True).click()


def test_terms_are_added_as_a_list_and_by_a_pattern(open_pane):
    pane = open_pane(
        docx(runs("Matter AB-1234 and AB-77, later AB-9999.") + runs("Project Gull and Project Kestrel."))
    )
    rest(pane)
    _add_terms(pane, "Project Gull\nProject Kestrel\nnowhere")
    added = pane.page.get_by_role("grid", name="Added").get_by_role("row")
    added.nth(1).wait_for()
    pane.settled()
    assert _said(pane) == "2 terms added: 2 places. Not found as whole words: “nowhere”."
    _add_terms(pane, "AB-####", patterns=True)
    added.nth(3).wait_for()
    pane.settled()
    press(pane, "Redact 4 terms")
    rest(pane)
    assert lines(pane.host.session.save()) == [
        "Matter [REDACTED] and AB-77, later [REDACTED].",
        "[REDACTED] and [REDACTED].",
    ]


def test_a_kind_that_is_switched_off_is_not_suggested(open_pane):
    pane = open_pane(docx(runs(f"On 12 May 1921 write to {ANN}.")))
    pane.analysed()
    page = pane.page
    page.locator(".settings summary").click()
    group = page.locator("#group-dates")
    assert group.count() == 1
    page.get_by_role("checkbox", name="Dates and times").uncheck()
    group.wait_for(state="detached")
    pane.settled()
    assert page.locator("#group-email").count() == 1
    page.get_by_role("checkbox", name="Dates and times").check()
    group.wait_for(state="attached")
    pane.settled()


def test_the_clean_copy_keeps_the_comments_that_the_person_wants_to_keep(open_pane):
    pane = open_pane()
    pane.analysed()
    page = pane.page
    page.locator(".settings summary").click()
    page.get_by_role("combobox", name="Comments").select_option("anonymise")
    pane.settled()
    with page.expect_request(re.compile("/v1/redactions$")) as sent:
        page.get_by_role("button", name=re.compile("^Accept all [0-9]+$")).click()
        for name in (re.compile("^Redact [0-9]"), "Check the file", "Make a clean copy"):
            page.get_by_role("button", name=name).click()
    rest(pane)
    assert sent.value is not None
    (copy,) = pane.host.session.opened
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert "word/comments.xml" in archive.namelist()
