"""What a document gives away, by the pane, is true of it: counted anew with SciPy, on a text of python-docx."""

import io
import re
from collections import Counter

import docx
import numpy as np
from scipy.spatial.distance import jensenshannon

from backend.learning.registry import Registry
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_page import LETTER
from tests.browser.pane.pane_user import press, rest
from tests.conftest import CLIENT

BARS = """() => Object.fromEntries([...document.querySelectorAll(".privacy .bars li")]
  .map(each => [each.querySelector(".name").textContent, each.querySelector(".value").textContent]))"""
PLACEHOLDER = re.compile(r"\[[A-Z_]+(?:[ \xa0]\d+)?\]")


def _fitting(registry, content):
    """How many other clients of the industry have words at least as close as those of the client."""
    model = Registry(registry).load()
    own = [each.name for each in model.clients].index(CLIENT)
    text = "\n".join(each.text for each in docx.Document(io.BytesIO(content)).paragraphs)
    words = Counter(re.findall(r"[^\W_]+", PLACEHOLDER.sub(" ", text).casefold()))
    shares = np.array([words[each] for each in model.by_client.column], dtype=float)
    counts = model.counts.toarray()[:, list(model.by_client.column.values())]
    distances = [jensenshannon(each, shares) for each in counts.astype(float)]
    among = [at for at, each in enumerate(model.clients) if each.utility == model.clients[own].utility]
    near = sum(distances[at] <= distances[own] + 1e-9 for at in among if at != own)
    return f"{near} of {len(among) - 1}"


def _unfolded(pane):
    pane.page.get_by_text("What the document gives away").click()
    return pane.page.evaluate(BARS)


def test_each_state_has_the_clients_of_its_own_text(open_pane, sample_registry):
    pane = open_pane(LETTER)
    pane.analysed()
    before = _unfolded(pane)
    assert before["As analysed"] == _fitting(sample_registry, pane.host.session.save())
    assert (
        pane.page.locator(".privacy .legend .guessed").inner_text() == f"fits {before['At level 5']} other clients"
    )
    press(pane, "Accept all")
    press(pane, "Redact")
    press(pane, "Check the file")
    rest(pane)
    checked = pane.page.evaluate(BARS)
    assert checked["As checked"] == _fitting(sample_registry, pane.host.session.save())
    assert checked["As analysed"] == before["As analysed"]
    press(pane, "Make a clean copy")
    rest(pane)
    copied = pane.page.evaluate(BARS)
    assert copied["Clean copy"] == _fitting(sample_registry, pane.host.session.opened[-1]) == before["At level 5"]
    assert "As checked" not in copied
    assert pane.page.get_by_text("of the words are missing from the clean copy").is_visible()


def test_figures_of_a_text_that_has_changed_are_marked(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    _unfolded(pane)
    (hit, *_) = pane.host.session.body().do_search("the").items
    hit.do_insert_text("a", "Replace")
    pane.page.keyboard.press("j")  # Word tells of it with its answer
    pane.page.get_by_text("What the document gives away, before the change").wait_for()
    rest(pane)
    assert pane.page.locator(".privacy .legend .kept").inner_text().endswith(" before the change")


def test_at_level_1_no_index_is_shown(open_pane):
    pane = open_pane(LETTER)
    pane.analysed()
    assert set(_unfolded(pane)) == {"As analysed", "At level 5"}
    pane.page.get_by_role("slider", name="How hard to guess").fill("1")
    rest(pane)
    assert pane.page.locator(".privacy .legend .kept").inner_text() == "not measured at level 1"
    assert set(pane.page.evaluate(BARS)) == {"As analysed"}


def test_a_wrong_figure_is_found(open_pane, server):
    pane = open_pane(LETTER)
    pane.analysed()
    _unfolded(pane)
    assert untrue(server, pane) == []
    line = pane.page.locator(".privacy .bars .value").first
    kept = line.evaluate("each => each.outerHTML")
    for claim in (
        '"analysed.crowd": [1, 7]',
        '"level.crowd": [1, 7]',
        '"checked.crowd": [1, 7]',
        '"level.index": 0.5',
        '"level.indexes": [[2, 0.5, [1, 8]]]',
        '"level.gains": [["the", 0.5]]',
    ):
        line.evaluate("(each, claim) => { each.dataset.claims = `{${claim}}`; each.textContent = 'A'; }", claim)
        assert any("not so: 'A'" in each for each in untrue(server, pane)), claim
    line.evaluate("(each, html) => { each.outerHTML = html; }", kept)
