"""The head and the rows of the list stay in sight, and the filter shows what it finds."""

from tests.browser.pane.pane_page import LETTER

TALL = {"width": 320, "height": 900}
ROWS_IN_SIGHT = """() => {
  const top = document.querySelector(".list-top").getBoundingClientRect().bottom;
  const bottom = document.querySelector(".bar").getBoundingClientRect().top;
  return [...document.querySelectorAll("[role=row]")].map(each => each.getBoundingClientRect())
    .filter(each => each.top >= top && each.bottom <= bottom && each.height > 0).length;
}"""
OPEN = """() => [...document.querySelectorAll("section:not(.settings) > .disclosure")]
  .filter(each => each.checkVisibility()).map(each => each.open)"""


def _again(pane):
    """Close the pane and open it again, as at the next document."""
    pane.reopen()
    pane.sign_in()
    pane.analysed()


def test_six_rows_are_in_sight_at_900_px_from_the_second_use_on(open_pane):
    pane = open_pane()
    pane.analysed()
    pane.page.get_by_role("button", name="Got it").click()
    pane.page.set_viewport_size(TALL)
    _again(pane)
    assert pane.page.evaluate(OPEN) == [False, False, False]
    assert pane.page.evaluate(ROWS_IN_SIGHT) >= 6


def test_chart_and_bars_are_open_once_and_then_stay_as_the_person_left_them(open_pane):
    pane = open_pane(LETTER, signed_in=False)
    page = pane.page
    page.set_viewport_size(TALL)
    pane.reopen()
    pane.sign_in()
    pane.analysed()
    assert page.evaluate(OPEN) == [True, True, True]
    _again(pane)
    assert page.evaluate(OPEN) == [False, False, False]
    page.locator(".guesses > .disclosure > summary").click()
    _again(pane)
    assert page.evaluate(OPEN) == [False, False, True]


def test_the_head_of_the_list_and_the_chosen_row_stay_in_sight(open_pane):
    pane = open_pane()
    pane.analysed()
    page = pane.page
    page.locator("main").evaluate("each => each.scrollTo(0, each.scrollHeight)")
    head = page.locator(".list-top").bounding_box()
    assert head["y"] == 0
    for key in ["j"] * 9 + ["k"] * 9:
        page.keyboard.press(key)
        row = page.locator("[role=row][aria-selected=true]").bounding_box()
        head = page.locator(".list-top").bounding_box()
        assert row["y"] >= head["y"] + head["height"] - 1, "the row lies under the head"


def test_the_filter_opens_the_groups_that_it_hits_and_closes_them_again(open_pane):
    pane = open_pane()
    pane.analysed()
    page = pane.page
    before = _open_groups(page)
    assert "near" not in before
    assert "client" in before
    term = _near_miss(page)
    page.get_by_role("searchbox", name="Filter").fill(term)
    assert "near" in _open_groups(page)
    assert page.get_by_role("button", name=term, exact=True).is_visible()
    page.get_by_role("searchbox", name="Filter").fill("")
    assert _open_groups(page) == before


def _open_groups(page):
    return page.eval_on_selector_all(
        ".fold[aria-expanded=true]", "all => all.map(each => each.getAttribute('aria-controls').slice(6))"
    )


def _near_miss(page):
    """A term that only the folded group has."""
    fold = page.locator(".fold[aria-controls=group-near]")
    fold.click()
    term = page.locator("#group-near .term").first.text_content()  # also where the row is out of sight
    assert term
    fold.click()
    assert page.locator("#group-near .term:visible").count() == 0
    return term


def _decided(page, verdict):
    return page.locator(f"[role=row][data-verdict={verdict}]").count()


def test_several_rows_are_selected_by_mouse_and_keyboard_and_decided_at_once(open_pane):
    pane = open_pane()
    pane.analysed()
    page = pane.page
    terms = page.locator("#group-client .term")
    terms.nth(0).click()
    terms.nth(3).click(modifiers=["Shift"])
    terms.nth(1).click(modifiers=["ControlOrMeta"])
    assert page.locator("[role=row][aria-selected=true]").count() == 3
    assert page.get_by_role("group", name="Several terms").inner_text().startswith("3 selected")
    page.get_by_role("button", name="Accept the 3 selected").click()
    assert _decided(page, "accepted") == 3
    page.keyboard.press("z")
    assert _decided(page, "accepted") == 0

    terms.nth(0).click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("j")
    page.keyboard.press("x")
    assert page.get_by_role("group", name="Several terms").inner_text().startswith("4 selected")
    page.keyboard.press("r")
    assert _decided(page, "rejected") == 4
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    assert not page.get_by_role("group", name="Several terms").is_visible()


def test_what_is_filtered_and_a_kind_are_accepted_and_rejected_at_once(open_pane):
    pane = open_pane()
    pane.analysed()
    page = pane.page
    page.get_by_role("searchbox", name="Filter").fill("re")
    found = int(page.get_by_role("group", name="Several terms").inner_text().split()[0])
    assert found > 1
    page.get_by_role("button", name=f"Reject the {found} found").click()
    page.get_by_role("searchbox", name="Filter").fill("")
    page.get_by_role("combobox", name="Show").select_option("rejected")
    assert page.locator(".list-head h2").inner_text().endswith("to decide")
    assert page.get_by_role("group", name="Several terms").inner_text().startswith(f"{found} found")
    page.get_by_role("combobox", name="Show").select_option("all")
    page.get_by_role("button", name="Reject all").first.click()
    kind = page.locator(".group").filter(has=page.locator("#group-client"))
    assert kind.locator("[role=row]:not([data-verdict=rejected])").count() == 0
