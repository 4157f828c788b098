"""What the pane claims is recomputed at the end of each test; here the script itself is tested."""

import re

from addin.wordhost.making import docx, runs
from tests.browser.pane.claims import CLAIMS, claim_names, untrue
from tests.browser.pane.pane_user import press, rest

MAIL = "ann@halden.example"
TWO_STATES = "() => [...document.querySelectorAll('.disclosure .states > div')].map(each => each.textContent)"

TITLES = "() => [...document.querySelectorAll('.disclosure .states dt')].map(each => each.textContent)"


def test_every_claim_of_the_table_has_a_rule_and_none_is_left_over():
    assert claim_names() == set(CLAIMS)


def test_the_document_as_it_stands_is_not_what_is_planned(open_pane):
    pane = open_pane()
    pane.analysed()
    before = pane.page.evaluate(TWO_STATES)
    assert [re.match("Now|If all accepted", each)[0] for each in before] == [
        "Now",
        "If all accepted",
    ]
    assert "model: likeliest" in before[0]
    assert "model: likeliest" not in before[1]
    pane.page.locator(".act.accept").first.click()
    press(pane, "Redact 1 term")
    rest(pane)
    assert "undecided and not redacted" in pane.page.locator(".card.outcome").inner_text()
    standing, planned = pane.page.evaluate(TWO_STATES)
    assert "not known" not in standing
    assert standing.removeprefix("Now") != planned.removeprefix("If all accepted")


def test_the_planned_state_is_called_by_what_is_decided(open_pane):
    pane = open_pane()
    pane.analysed()
    before = pane.page.evaluate(TITLES)
    pane.page.locator(".act.reject").first.click()
    rest(pane)
    assert [before, pane.page.evaluate(TITLES)] == [["Now", "If all accepted"], ["Now", "If rest accepted"]]


def test_a_claim_that_is_broken_is_found(open_pane, server):
    pane = open_pane(docx(runs(f"Write to {MAIL}, or to {MAIL}.")))
    pane.analysed()
    assert untrue(server, pane) == []
    heading = pane.page.locator(".list h2")
    kept = heading.evaluate("each => each.outerHTML")
    for broken, fault in (
        ("each.dataset.claims = '{\"decisions.undecided\": 7}'; each.textContent = '7 to decide'", "not so: '7 to"),
        ("each.textContent = '9 to decide'", "nothing of it is 9"),
        ("each.dataset.claims = '{\"event.text\": \"7 terms accepted\"}'; each.textContent = 'A'", "not so: 'A'"),
        ("each.dataset.claims = '{\"restore.places\": 1}'; each.textContent = 'B'", "not so: 'B'"),
        ("each.dataset.claims = '{\"check.status\": \"not_examined\"}'; each.textContent = 'C'", "not so: 'C'"),
        ("each.dataset.claims = '{\"document.access\": \"protected\"}'; each.textContent = 'D'", "not so: 'D'"),
        ("each.dataset.claims = '{\"decisions.wished\": 1}'", "no rule for the claim decisions.wished"),
        ("each.removeAttribute('data-claims'); each.textContent = '3 to decide'", "a number without a claim"),
    ):
        heading.evaluate(f"each => {{ {broken}; }}")
        assert any(fault in each for each in untrue(server, pane)), fault
        heading.evaluate("(each, html) => { each.outerHTML = html; }", kept)
