"""Words of redacted terms that stay: inside terms that nobody accepted, and where nothing was suggested."""

import re
from xml.sax.saxutils import escape

import pytest

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import CORPUS
from tests.browser.pane.pane_user import label, outcome, press, rest
from tests.browser.pane.saved_text import texts

BANK = CORPUS.parent / "Tollgate Savings Bank" / "02-lychgate-arrears-diagnostic.txt"
LETTER = [each for each in BANK.read_text("utf-8").splitlines() if each]
NAME = "Kestrelux"
HOST = "kestrelux.example"


@pytest.fixture
def named(open_pane):
    """The name of a client that no model knows, alone, in a host, and glued to another word."""
    lines_of_text = (
        f"{NAME} sells software.",
        f"See {HOST} today.",
        f"useRef<{NAME}Ref>(null)",
        "Mail ann@mole.example.",
    )
    pane = open_pane(docx("".join(runs(each.replace("<", "&lt;")) for each in lines_of_text)))
    rest(pane)
    client = pane.page.get_by_role("combobox", name="Client")
    client.fill(f"{NAME}; Mole; Zebu")
    for key in ("ArrowDown", "Enter"):
        client.press(key)
    pane.page.get_by_text("The model does not know this client.").wait_for()
    rest(pane)
    return pane


def _unfold(pane):
    folded = rest(pane).locator(".fold[aria-expanded=false]")
    while folded.count() > 0:
        folded.first.click()


def _card(pane):
    rest(pane)
    return pane.page.locator(".card.outcome").inner_text()


def test_each_name_of_an_unknown_client_is_where_the_pane_says(named):
    page = named.page
    told = page.get_by_text("The model does not know this client.").inner_text()
    assert (
        f"“{NAME}” is in the list. “Mole” is part of longer terms in the list. “Zebu” is not in the text." in told
    )
    said = "\n".join(texts(named.host.session.save())).casefold()
    assert [name in said for name in ("kestrelux", "mole", "zebu")] == [True, True, False]


def test_an_accepted_name_in_an_undecided_host_is_said_to_stay_until_the_host_is_accepted(named, server):
    press(named, "Redact")
    card = _card(named)
    assert f"“{HOST}” is not accepted, so the accepted terms inside it are not redacted." in card
    assert "Accepted terms are redacted in the text, except inside terms that are not accepted." in card
    assert HOST in "\n".join(lines(named.host.session.save()))
    assert untrue(server, named) == []

    told = named.page.locator(".card.outcome [data-claims*='left.inside']")
    told.evaluate("each => { each.hidden = true; }")
    assert any("left.places" in each for each in untrue(server, named)), "who does not say so, claims too much"
    told.evaluate("each => { each.hidden = false; }")


def test_the_check_and_the_copy_say_it_too_and_find_no_place_that_has_changed(named):
    for step in ("Redact", "Check the file", "Make a clean copy"):
        press(named, step)
        assert f"“{HOST}” is not accepted, so the accepted terms inside it are not redacted." in _card(named)
        assert "changed" not in _card(named)
        assert "more place" not in _card(named)
    assert outcome(named) == "Accepted terms are redacted, except inside terms that are not accepted"
    assert "Except inside terms that are not accepted, no accepted term is left in this clean copy" in _card(named)


def test_nothing_is_said_once_all_is_accepted(named):
    _unfold(named)
    undecided = named.page.locator(".act.accept:not([aria-pressed=true])")
    while undecided.count() > 0:
        undecided.first.click()
    press(named, "Redact 3 terms")
    assert "All accepted terms are redacted in the text." in _card(named)
    assert "inside" not in _card(named)
    assert not re.search("kestrelux", "\n".join(lines(named.host.session.save())), re.IGNORECASE)


def test_a_year_that_is_redacted_where_it_is_one_is_not_said_to_be_gone_elsewhere(open_pane):
    pane = open_pane(docx(runs("In 2003 we met.") + runs("We sold 2003 lots, then 2003 more.")))
    pane.analysed()
    _unfold(pane)
    row = pane.page.get_by_role("row").filter(has_text="2003")
    assert "1× (2 more not suggested)" in row.text_content()
    press(pane, "Accept")
    while label(pane) and not label(pane).startswith("Save"):
        press(pane, "Redact|Check the file|Make a clean copy")
        assert "“2003” is redacted only where it is suggested. The same words may be left elsewhere" in _card(pane)
    copy = lines(pane.host.session.opened[-1])
    assert copy == ["In [DATE_TIME 1] we met.", "We sold 2003 lots, then 2003 more."]


def test_the_client_is_counted_in_addresses_that_stand_too(open_pane, server):
    """Each of two addresses has the client's name in its host; alone the name is redacted."""
    mails = ("ann@tollgate.example", "bo@tollgate.example")
    pane = open_pane(docx("".join(runs(escape(each)) for each in (*LETTER, f"Write to {' or '.join(mails)}."))))
    pane.analysed()
    _unfold(pane)
    for name in mails:
        pane.page.get_by_role("button", name=f"Reject {name}", exact=True).click()
    press(pane, "Accept all")
    press(pane, "Redact")
    assert "The client’s name is still in the text: 2 places." in _card(pane)
    assert re.findall(r"(?i)\btollgate\b", "\n".join(texts(pane.host.session.save()))) == ["tollgate"] * 2
    assert untrue(server, pane) == []


def test_the_client_is_not_counted_in_a_comment_that_the_clean_copy_does_not_have(open_pane, server):
    mail = "ann@tollgate.example"
    comment = f'<w:comment w:id="1" w:author="A">{runs(f"Ask {mail}.")}</w:comment>'
    marked = '<w:p><w:r><w:t>Note</w:t></w:r><w:r><w:commentReference w:id="1"/></w:r></w:p>'
    body = "".join(runs(escape(each)) for each in (*LETTER, f"Write to {mail}."))
    pane = open_pane(docx(body + marked, comments=comment))
    pane.analysed()
    _unfold(pane)
    pane.page.get_by_role("button", name=f"Reject {mail}", exact=True).click()
    press(pane, "Accept all")
    press(pane, "Redact")
    assert "The client’s name is still in the text: 2 places." in _card(pane)
    press(pane, "Check the file")
    press(pane, "Make a clean copy")
    assert "The client’s name is still in the copy: 1 place." in _card(pane)
    assert re.findall(r"(?i)\btollgate\b", "\n".join(texts(pane.host.session.opened[-1]))) == ["tollgate"]
    assert untrue(server, pane) == []
