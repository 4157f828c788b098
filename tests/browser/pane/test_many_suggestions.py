"""Very many suggestions: list, keys and redacting work as with few."""

import re
from collections import Counter

from addin.wordhost.making import docx, lines, runs
from tests.browser.pane.file_highlights import marked
from tests.browser.pane.pane_page import PaneInWord
from tests.browser.pane.pane_user import label, left, outcome, personal_data_only, press, rest

LINES, IN_ONE = 2_000, 20
DRAWN = "() => document.querySelectorAll('[role=row]').length"
MAX_DRAWN = 400
OFFICE = 5 * 1024 * 1024
"""The most that Office takes or gives at once (office-facts 1.4), in characters."""


def _line(number: int) -> str:
    """Five suggestions, each of which stands nowhere else."""
    return (
        f"mail{number}@somebody.example wrote from 10.{number // 250}.{number % 250}.7 of "
        f"https://www.site{number}.example/a and of carl{number}@third.example or bob{number}@other.example"
    )


def _many() -> bytes:
    """Ten thousand suggestions in a hundred paragraphs."""
    starts = range(0, LINES, IN_ONE)
    return docx("".join(runs(" ".join(map(_line, range(start, start + IN_ONE)))) for start in starts))


def _to_decide(pane: PaneInWord) -> int:
    return int(pane.page.locator(".list-head h2").inner_text().split()[0].replace(",", ""))


def _term(pane: PaneInWord) -> str:
    """The line that is looked at, and where it stands in its group."""
    line = pane.page.locator("[role=row][aria-selected=true]")
    return f"{line.get_attribute('aria-rowindex')} {line.locator('.term').text_content()}"


def test_ten_thousand_suggestions_are_rendered_in_pages_and_all_can_be_reached(open_pane):
    pane = open_pane(_many(), signed_in=False)
    page = pane.page
    pane.host.faults.largest_payload = OFFICE
    pane.sign_in()
    page.get_by_text(re.compile(r"^\d\d,\d{3} to decide")).wait_for()
    assert not page.get_by_role("slider", name="How hard to guess").is_visible(), "the text looks like no client"
    many = _to_decide(pane)
    assert many == 5 * LINES
    page.get_by_role("button", name="Cancel").click()  # the search in Word: the list is there without it
    assert label(pane) == "Analyse again"

    page.keyboard.press("k")  # back from the first: the last one
    assert _term(pane).startswith(f"{many} ")
    assert page.locator("[role=row][aria-selected=true] .term").evaluate("each => each === document.activeElement")
    assert page.evaluate(DRAWN) <= MAX_DRAWN
    for _ in range(120):  # beyond what is drawn
        page.keyboard.press("k")
    assert _term(pane).startswith(f"{many - 120} ")
    assert page.evaluate(DRAWN) <= MAX_DRAWN
    assert page.get_by_role("grid", name="E-mail and web").get_attribute("aria-rowcount") == str(many)
    page.get_by_role("button", name=re.compile("^Show 100 of .* earlier$")).click()
    assert page.evaluate(DRAWN) <= MAX_DRAWN
    for _ in range(121):
        page.keyboard.press("j")
    assert _term(pane).startswith("1 ")  # and on from the last: the first one

    search = page.get_by_role("searchbox", name="Filter")
    search.fill("bob123")
    found = page.get_by_role("grid", name="E-mail and web").locator(".term")
    assert sorted(found.all_text_contents()) == sorted(
        f"bob{number}@other.example" for number in (123, *range(1230, 1240))
    )
    page.get_by_role("button", name=re.compile("^Accept all 11 undecided terms")).click()
    assert _to_decide(pane) == many - 11
    search.fill("")
    page.get_by_role("button", name=re.compile(f"^Accept all {many - 11:,} undecided terms")).click()
    assert page.get_by_role("heading", name="Everything is decided").is_visible()
    assert page.evaluate(DRAWN) <= MAX_DRAWN
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    assert _to_decide(pane) == many - 11
    rest(pane)


TWELFTH, SECOND = "12 May 1921", "2 May 1921"
"""One is in the other."""
OFTEN = 630
"""More than are replaced at once, three times over."""


def _one_in_another() -> bytes:
    told = [f"Of {TWELFTH} it was, line {number}." for number in range(OFTEN)]
    mails = [f"Write to mail{number}@somebody.example." for number in range(150)]
    return docx("".join(map(runs, [*told, f"And of {SECOND} too.", *mails])))


def test_after_a_cancel_all_left_places_are_listed_and_can_be_redacted(open_pane):
    """The shorter date is counted again after the longer one went in an earlier batch."""
    pane = open_pane(_one_in_another())
    pane.analysed()
    personal_data_only(pane)
    press(pane, "Accept all 152")
    rest(pane)
    pane.page.evaluate(LARGEST)
    pane.page.evaluate(STOP_AT_REPLACING)
    press(pane, "Redact")
    assert re.fullmatch(r"\d+ places are left", outcome(pane))
    listed = left(pane)
    assert sum(listed.values()) == int(outcome(pane).split()[0])
    saved = lines(pane.host.session.save())
    standing = Counter(term for term in listed for each in saved for _ in range(each.count(term)))
    standing[SECOND] -= standing[TWELFTH]
    assert +standing == Counter(listed), "what is listed is what stands"
    pane.page.get_by_role("button", name="Redact the rest").click()
    assert outcome(pane) == "The text is redacted"
    assert pane.page.evaluate("() => window.largest") < TWO_HUNDRED_PLACES
    assert pane.page.evaluate("() => window.released") < MAX_RELEASED
    press(pane, "Check the file")
    assert outcome(pane) == "Requirements met, with exceptions", "names are not looked for here"
    saved = pane.host.session.save()
    assert marked(saved) == {}
    assert not re.search(r"@|May", "\n".join(lines(saved)))


TWO_HUNDRED_PLACES = 600_000
"""Characters that are enough to replace as many, to read their paragraphs, and to let go what was held of them."""
MAX_RELEASED = 1_500
"""Objects let go in one request: what one search found, or what a batch read, but not what all batches read."""

LARGEST = """() => {
  const ask = window.unsaidHostExecute;
  window.largest = window.released = 0;
  window.unsaidHostExecute = (...given) => {
    const request = JSON.stringify(given);
    window.largest = Math.max(window.largest, request.length);
    window.released = Math.max(window.released, request.split("_RemoveReference").length - 1);
    return ask(...given);
  };
}"""
STOP_AT_REPLACING = """() => {
  const words = document.querySelector(".bar");
  new MutationObserver((_, observer) => {
    if (!/: [1-9]/.test(words.innerText)) return;
    observer.disconnect();
    document.querySelector(".working button").click();
  }).observe(words, { childList: true, characterData: true, subtree: true });
}"""
