"""The page on which somebody tries the pane without Word: the same build, and nobody types a token."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from addin.wordhost.host import Host
from addin.wordhost.names import w
from addin.wordhost.samples import SAMPLES
from tests.browser.pane.file_highlights import paragraphs
from tests.browser.pane.pane_page import DIST, PATIENCE, REPORT
from tests.web.server import eventually, reserved_port


@pytest.fixture
def opened(browser, server):
    """Open the page: `opened(width, height)`, with what shows it, and the address."""
    from addin.wordhost.http_host import application, serving

    here = Path(os.path.relpath(DIST))  # as `make run` names it
    page = application(REPORT.read_bytes(), here, f"http://127.0.0.1:{server.port}", server.token, name=REPORT.name)
    tried = serving(page, 0)
    thread = threading.Thread(target=tried.serve_forever)
    thread.start()
    contexts = []

    def opened(width=1400, height=900, **options):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"http://127.0.0.1:{tried.server_port}/")
        page.locator("main[data-version]").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    tried.shutdown()
    thread.join()
    tried.server_close()


def _analysed(page):
    pane = page.frame_locator("iframe")
    pane.get_by_role("button", name="Analyse this document").click()
    pane.get_by_text(re.compile(r"\d+ to decide")).first.wait_for()
    page.locator("main span[style*='background-color: yellow']").first.wait_for()  # Word has found the terms
    return pane


def _in_word(page):
    """What is selected in the Word of the page."""
    return page.evaluate("async () => (await (await fetch('/document/state')).json()).selected")


def _selected(page):
    return page.evaluate("() => document.getSelection().toString()")


def _select(page, text):
    """Select a text of the page as a person does, by mouse."""
    page.evaluate(
        """text => {
          const walker = document.createTreeWalker(document.getElementById("document"), NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const at = walker.currentNode.data.indexOf(text);
            if (at < 0) continue;
            document.getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + text.length);
            return;
          }
        }""",
        text,
    )


def test_the_sample_is_analysed_and_marked_without_a_token(opened):
    page = opened()
    pane = _analysed(page)
    assert pane.get_by_role("combobox", name="Client").input_value() == "Halden & Rook"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: each.file)
def test_each_paragraph_on_the_page_reads_as_in_the_file(opened, sample):
    page = opened()
    page.get_by_role("combobox", name="Document").select_option(sample.file)
    told = "name => document.getElementById('save').download === name"
    page.wait_for_function(told, arg=sample.file)
    shown = page.evaluate(
        """async () => {
          const { textOf } = await import("/desk/selection.js");
          const shown = [...document.querySelectorAll("main article p")];
          return shown.filter(each => !each.closest(".docx-comment-popover")).map(textOf);
        }"""
    )
    session = Host(sample.path.read_bytes()).session
    bodies = [session.body().container, *session.body().container.iter(w("txbxContent"))]
    written = [each for body in bodies for each in session.stories.order(body)]
    texts = [session.stories.reading(each).whole(0, 9999) for each in written]
    assert set(texts) - set(shown) == set()
    assert [text for text in shown if text.replace("\u2003", "\t") not in texts] == []


def test_what_is_selected_on_the_page_is_selected_in_word_and_the_other_way_round(opened):
    page = opened()
    pane = _analysed(page)
    _select(page, "Cotterfell")
    eventually(lambda: _in_word(page) is not None)  # a promise is true before it is kept
    pane.get_by_role("button", name="Add selection").click()
    pane.get_by_text(re.compile("Cotterfell.* added")).wait_for()
    pane.locator("body").press("j")
    page.wait_for_function("before => document.getSelection().toString() !== before", arg="Cotterfell")
    first, place = _selected(page), _in_word(page)
    pane.locator("body").press("j")
    page.wait_for_function("before => document.getSelection().toString() !== before", arg=first)
    assert _in_word(page) != place


def test_a_selection_reaches_word_although_the_page_is_drawn_again(opened):
    page = opened()
    _select(page, "Cotterfell")
    page.wait_for_function("() => document.getSelection().toString() === 'Cotterfell'")
    page.evaluate(
        """() => {
          const sheets = document.querySelector("#document > div");
          sheets.replaceWith(sheets.cloneNode(true));
        }"""
    )
    eventually(lambda: _in_word(page) is not None)


def test_next_and_previous_scroll_the_document_to_the_place(opened):
    page = opened(reduced_motion="reduce")
    pane = _analysed(page)
    pane.locator("body").press("j")
    page.wait_for_function("() => document.getSelection().toString() !== ''")
    away = "each => each.scrollTop = each.scrollTop > 100 ? 0 : each.scrollHeight"
    page.locator("#document").evaluate(away)
    before = page.locator("#document").evaluate("each => each.scrollTop")
    first = _selected(page)
    pane.locator("body").press("j")
    page.wait_for_function("before => document.getSelection().toString() !== before", arg=first)
    pane.locator("body").press("k")
    page.wait_for_function("first => document.getSelection().toString() === first", arg=first)
    page.wait_for_function("before => document.getElementById('document').scrollTop !== before", arg=before)
    seen = page.evaluate(
        """() => {
          const place = document.getSelection().getRangeAt(0).getBoundingClientRect();
          const stage = document.getElementById("document").getBoundingClientRect();
          return place.top >= stage.top && place.bottom <= stage.bottom && place.width > 0;
        }"""
    )
    assert seen


def test_a_text_box_stands_where_it_is_and_is_shown_as_redacted(opened):
    page = opened()
    box = page.locator("table.text-box")
    assert box.get_by_text("The board of Halden & Rook").is_visible()
    text = page.locator("article p", has_text="Curlew takes the chilled").bounding_box()
    open_pane = box.bounding_box()
    sheet = page.locator("article").first.bounding_box()
    assert abs(open_pane["x"] + open_pane["width"] - sheet["x"] - sheet["width"]) < 2  # aligned to the right margin
    assert text["y"] <= open_pane["y"] < text["y"] + text["height"]
    pane = _analysed(page)
    pane.get_by_role("button", name=re.compile("^Accept all \\d+$")).last.click()
    pane.get_by_role("button", name=re.compile("^Redact")).click()
    pane.get_by_role("button", name="Check the file").wait_for()
    box.get_by_text("[CLIENT]").first.wait_for()
    assert "Halden" not in box.inner_text()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download this document").click()
    assert saved.value.suggested_filename == REPORT.name
    body = [text for (part, _), text in paragraphs(Path(saved.value.path()).read_bytes()).items() if "doc" in part]
    assert any("[CLIENT]" in text for text in body)


def test_another_sample_and_an_own_file_are_opened_in_place_of_the_first(opened, tmp_path):
    page = opened()
    page.get_by_role("combobox", name="Document").select_option("engagement-letter.docx")
    page.get_by_text("A second look at Updraft").wait_for()
    pane = _analysed(page)
    assert pane.get_by_role("combobox", name="Client").input_value() == "Corvane Bank"
    own = tmp_path / "own file.docx"
    own.write_bytes((REPORT.parent / "outage-minutes.docx").read_bytes())
    page.locator("#other").set_input_files(own)
    page.get_by_text("Review of the November storm").wait_for()
    page.wait_for_function("() => document.querySelector('#samples').value === 'own file.docx'")
    page.locator("#other").set_input_files(__file__)
    page.get_by_text("This file cannot be opened").wait_for()
    assert page.get_by_text("Review of the November storm").is_visible()


@pytest.mark.parametrize("size", [(320, 640), (400, 800), (900, 700), (1400, 900)])
def test_nothing_has_two_scrollbars(opened, size):
    page = opened(*size)
    outside = "each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    assert page.locator("html").evaluate(outside) == [0, 0]
    assert page.locator("body").evaluate(outside) == [0, 0]
    if size[0] > 760:
        assert 320 <= page.locator("iframe").bounding_box()["width"] <= 400
    assert page.frame_locator("iframe").locator("html").evaluate(outside) == [0, 0]


def test_comments_headers_footers_and_pages_are_shown(opened):
    page = opened()
    assert page.get_by_text("I should call this red for as long").is_visible()
    sheets = page.locator("section.docx")
    assert sheets.count() > 1
    for number in range(sheets.count()):
        assert "Project Curlew" in sheets.nth(number).locator("header").inner_text()
        assert f"Page {number + 1} of {sheets.count()}" in sheets.nth(number).locator("footer").inner_text()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes in another way")
def test_ending_the_page_ends_its_service(built, sample_registry, tmp_path):
    command = [sys.executable, "-m", "addin.wordhost.try_out", "--registry", sample_registry, "--pane", DIST]
    environment = {**os.environ, "UNSAID_DATA": str(tmp_path), "UNSAID_NER": "none"}
    with ExitStack() as until_it_listens:
        ports = [str(until_it_listens.enter_context(reserved_port())) for _ in range(2)]
        process = subprocess.Popen(
            [*command, "--port", ports[0], "--page-port", ports[1]],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert any("Try it without Word" in line for line in process.stdout)
    with process:
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(ports[0])))
