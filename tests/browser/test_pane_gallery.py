"""Every state of the pane, with invented data: accessible, nothing cut, and all of it by keyboard."""

import mimetypes
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from addin.wordhost import playwright_host
from tests.browser.axe import AXE, barriers
from tests.further_cases import sampled

ADDIN = Path(__file__).parents[2] / "addin"
VITE = ADDIN / "node_modules" / ".bin" / "vite"
PAGE = "https://gallery.test/gallery.html"

MODES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active"},
}
SIZES = {"as it opens": (320, 600), "on a small screen": (320, 445), "at 200 %": (160, 300)}
CUT = """() => {
    const shown = each => each.checkVisibility() && !each.closest('.unseen, .options, svg');
    const cut = each => each.getBoundingClientRect().right > innerWidth + 0.5
        || (getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1
            && !['INPUT', 'SELECT'].includes(each.tagName));
    return [...document.querySelectorAll('.pane *')].filter(each => shown(each) && cut(each))
        .map(each => each.outerHTML.slice(0, 150));
}"""
"""What is beyond the edge of the pane."""


def missing():
    if playwright_host.chromium() is None:
        return "needs Chromium (package chromium)"
    if not (VITE.exists() and AXE.exists()):
        return "needs Node and what the pane is built with: run `npm ci --ignore-scripts` in addin"
    return None


pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery")
    subprocess.run(
        [VITE, "build", "-c", "gallery.config.ts", "--outDir", folder, "--logLevel", "warn"], cwd=ADDIN, check=True
    )
    return folder


@pytest.fixture
def opened(chromium, built):
    """How a page of the gallery is opened; at the end none of them may have failed."""
    contexts, errors = [], []

    def open_page(size=(320, 600), **mode):
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, **mode)
        contexts.append(context)
        context.set_default_timeout(playwright_host.PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.route("**/*", lambda route: serve(built, route))
        page.goto(PAGE)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def serve(folder, route):
    path = folder / urlsplit(route.request.url).path.lstrip("/")
    if path.is_file():
        route.fulfill(body=path.read_bytes(), content_type=mimetypes.guess_type(path.name)[0])
    else:
        route.fulfill(status=404)


def states(page):
    return page.locator("a").all_inner_texts()


def show(page, state):
    page.evaluate("state => { location.hash = state; }", state)
    page.locator(f"[data-state={state}] > main").wait_for()


def focused(page):
    """The name of what has the focus, as a screen reader says it."""
    return page.evaluate("() => document.activeElement.ariaLabel ?? document.activeElement.textContent")


@pytest.mark.parametrize("mode", sampled(MODES, ["light", "dark"]))  # the pane is seen in forced colours
def test_axe_finds_nothing_in_any_state(opened, mode):
    page = opened(**MODES[mode])
    found = {}
    for state in states(page):
        show(page, state)
        if broken := barriers(page, colours_alone=mode != "light"):
            found[state] = broken
    assert found == {}


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut(opened, size):
    page = opened(SIZES[size])
    cut = {}
    for state in states(page):
        show(page, state)
        if beyond := page.evaluate(CUT):
            cut[state] = beyond
    assert cut == {}


@pytest.mark.parametrize("mode", MODES)
def test_what_a_document_gives_away_is_unfolded_by_keyboard(opened, mode):
    page = opened(SIZES["as it opens"], **MODES[mode])
    show(page, "copied")
    page.get_by_text("What the document gives away", exact=True).focus()
    page.keyboard.press("Enter")
    bars = page.get_by_role("list", name="Other clients that the words fit at least as well").get_by_role(
        "listitem"
    )
    assert bars.all_inner_texts() == ["As analysed\n0 of 8", "At level 5\n4 of 8", "Clean copy\n4 of 8"]
    assert page.get_by_role("img", name="Privacy index at levels 2 to 20").is_visible()
    assert barriers(page, colours_alone=mode != "light") == []
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == []


def test_every_control_is_at_least_24_pixels_wide_and_high(opened):
    page = opened()
    small = {}
    for state in states(page):
        show(page, state)
        found = page.evaluate(
            """() => {
                const small = ({width, height}) => width < 24 || height < 24;
                const pressed = 'button, select, summary, label.check, input:not([type=checkbox])';
                return [...document.querySelectorAll(pressed)]
                    .filter(each => each.checkVisibility() && small(each.getBoundingClientRect()))
                    .map(each => each.outerHTML.slice(0, 150));
            }"""
        )
        if found:
            small[state] = found
    assert small == {}


def test_suggestions_are_decided_by_keyboard_alone(opened):
    page = opened()
    show(page, "suggestions")
    page.keyboard.press("j")
    assert focused(page) == "Carrefour"
    page.keyboard.press("a")
    assert focused(page) == "Proxi", "names come first"
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert focused(page) == "hypermarket"
    page.keyboard.press("r")
    assert focused(page) == "quadrant"
    page.get_by_role("status").get_by_text("“hypermarket” rejected.").wait_for()
    page.get_by_role("button", name="Redact 1 term").wait_for()
    page.keyboard.press("z")
    page.get_by_role("status").get_by_text("Undone: “hypermarket” rejected.").wait_for()
    page.keyboard.press("k")
    page.keyboard.press("g")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "shop"
    page.keyboard.press("Enter")
    page.get_by_text("becomes “shop”", exact=True).wait_for()
    assert focused(page) == "hypermarket"


def test_arrows_move_within_the_list_and_tab_leaves_it(opened):
    page = opened()
    show(page, "suggestions")
    page.get_by_role("button", name="Carrefour", exact=True).focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Accept Carrefour"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "More for Carrefour"
    page.keyboard.press("Enter")
    assert focused(page) == "Go to the next place"
    page.keyboard.press("Escape")
    assert focused(page) == "More for Carrefour"
    page.keyboard.press("ArrowDown")
    assert focused(page) in ("Carrefour", "Proxi")
    page.get_by_role("button", name="hypermarket", exact=True).focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menu", name="hypermarket").wait_for()
    names = page.get_by_role("menuitem").all_inner_texts()
    assert {
        "Accept everywhere",
        "Accept here only",
        "Replace with “large shop”",
        "Propose: never redact for Carrefour",
    } <= set(names)
    page.keyboard.press("p")
    page.keyboard.press("p")
    assert focused(page).startswith("Propose: never redact")


def test_a_right_click_opens_the_menu_where_it_was(opened):
    page = opened()
    show(page, "suggestions")
    page.get_by_role("button", name="quadrant", exact=True).click(button="right")
    page.get_by_role("menuitem", name="Propose: never redact for any client").click()
    page.get_by_text("rejected; proposed: never redact it for any client", exact=True).wait_for()
    assert page.get_by_role("menu").count() == 0


def test_letters_are_letters_while_someone_writes(opened):
    page = opened()
    show(page, "suggestions")
    page.keyboard.press("/")
    page.keyboard.type("jar")
    assert page.get_by_role("searchbox").input_value() == "jar"
    page.get_by_text("Nothing matches the filter.").wait_for()
    assert page.get_by_role("button", name="Undo").count() == 0


def test_another_placeholder_is_written_in_its_line(opened):
    page = opened()
    show(page, "suggestions")
    page.keyboard.press("j")
    page.keyboard.press("e")
    field = page.get_by_role("textbox", name="Replacement of Carrefour")
    assert field.input_value() == "[CLIENT]"
    field.fill("the company")
    page.keyboard.press("Enter")
    page.get_by_text("becomes “the company”").first.wait_for()
    assert focused(page) == "Carrefour"


def test_a_client_is_found_among_hundreds(opened):
    page = opened()
    show(page, "suggestions")
    field = page.get_by_role("combobox", name="Client")
    field.click()
    page.get_by_text("12 clients outside your groups are not shown.").wait_for()
    field.fill("calder")
    found = page.get_by_role("listbox", name="Clients").get_by_role("option").all_inner_texts()
    assert [option.splitlines() for option in found] == [
        ["Calder Ridge Energy", "Banking"],
        ["calder", "not in the model: only its names are redacted, not other client terms"],
    ]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert field.input_value() == "Calder Ridge Energy"
    field.fill("nobody at all")
    page.get_by_text(re.compile("^No client has this name.")).wait_for()
    page.keyboard.press("Escape")
    assert field.input_value() == "Calder Ridge Energy"


def test_the_slider_moves_by_keyboard_and_touches_no_line_that_stays(opened):
    page = opened((320, 1000))
    show(page, "many-suggestions")
    rows = page.get_by_role("row")
    page.evaluate("() => document.querySelectorAll('[role=row]').forEach(each => { each.dataset.seen = 'yes'; })")
    slider = page.get_by_role("slider", name="How hard to guess")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "6: hide among six clients"
    assert focused(page) == ""
    assert page.evaluate("() => document.activeElement.id") == "level"
    assert page.locator("[role=row]:not([data-seen])").count() == 0
    assert rows.count() == 200
    # By key: rows get their height when they are painted, and the button moves away below a slow mouse.
    page.get_by_role("button", name="Show 100 of").first.press("Enter")
    rows.nth(299).wait_for()
    assert rows.count() == 300


def test_the_focus_stays_in_the_list_when_its_line_leaves(opened):
    page = opened()
    show(page, "suggestions")
    page.get_by_label("Show", exact=True).select_option("To decide")
    page.get_by_role("button", name="Accept quadrant").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Accept quadrant").wait_for(state="detached")
    assert focused(page) == "Accept banner"


def test_help_opens_by_a_key_and_gives_the_focus_back(opened):
    page = opened()
    show(page, "suggestions")
    page.keyboard.press("j")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Help").wait_for()
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    assert focused(page) == "Carrefour"


def test_reviewers_say_why_something_stays(opened):
    page = opened()
    show(page, "review-mine")
    page.keyboard.press("j")
    page.keyboard.press("r")
    page.get_by_role("menuitem", name="Reject: an everyday word").click()
    page.get_by_text("rejected: an everyday word").wait_for()
