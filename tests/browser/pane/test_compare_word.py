"""The installed pane asks Word itself, and shows the answers to copy: no file has to be saved."""

import json

import pytest

from addin.wordhost.conformance_page import questions
from addin.wordhost.profiles import MAC, WEB
from addin.wordhost.real_words import differences, read
from tests.browser.pane.file_highlights import paragraphs
from tests.browser.pane.pane_user import rest
from tests.web.documents import word_file
from tests.wordhost.test_conformance import DOCUMENT, expected


def _ask(pane):
    page = rest(pane)
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="Test this version of Word").click()
    dialog = page.get_by_role("dialog", name="Test this version of Word")
    dialog.get_by_role("button", name="Start the test").click()
    return dialog


@pytest.mark.parametrize("profile", [MAC, WEB], ids=lambda each: each.name)
def test_the_pane_asks_every_question_and_the_answers_can_be_pasted(open_pane, profile, tmp_path):
    pane = open_pane(DOCUMENT, profile)
    dialog = _ask(pane)
    asked = [each["name"] for each in questions()]
    dialog.get_by_text(f"{len(asked)} results. Send them").wait_for()
    field = dialog.get_by_label("Results")
    dialog.get_by_role("button", name="Copy").click()
    told = field.input_value()
    chosen = field.evaluate("each => each.value.slice(each.selectionStart, each.selectionEnd)")
    assert chosen == told, "all of it is selected for the keys that copy"
    file = tmp_path / "pasted.json"
    file.write_text(told, "utf-8")
    real = read(file)
    assert (real.profile, list(real.answers)) == (profile, asked)
    assert differences(real, expected(profile)) == {}
    assert json.loads(told)["word"]["host"] == "Word"


def test_a_document_with_text_is_left_alone(open_pane):
    pane = open_pane(word_file("Something of mine."))
    before = paragraphs(pane.host.session.save())
    dialog = _ask(pane)
    dialog.get_by_text("This document is not empty, so the test did not start.").wait_for()
    assert not dialog.get_by_label("Results").is_visible()
    dialog.get_by_role("button", name="Close").click()
    assert paragraphs(pane.host.session.save()) == before
