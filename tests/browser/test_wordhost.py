"""The page with the document and the pane, as a person meets it."""

import base64
import io
import re
import threading
import zipfile
from pathlib import Path

import pytest

from addin.wordhost import playwright_host
from addin.wordhost.making import docx, lines, runs

pytestmark = pytest.mark.skipif(playwright_host.missing() is not None, reason=playwright_host.missing() or "")

SECTION = '<w:sectPr><w:headerReference w:type="default" r:id="rId_header1"/></w:sectPr>'


@pytest.fixture
def address():
    from addin.wordhost.http_host import application, serving

    server = serving(application(docx(runs("Alice met Bob.") + SECTION, header1=runs("above"))), 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright_host.launch(playwright)
        yield browser.new_page()
        browser.close()


def test_changes_by_the_pane_are_shown_and_can_be_saved(page, address):
    page.goto(address)
    page.get_by_text("Alice met Bob.").wait_for()
    pane = page.frame(url=lambda url: "/pane/" in url)
    pane.evaluate(
        "() => Office.onReady().then(() => Word.run(async context => {"
        "context.document.body.search('Alice').getFirst().insertText('[NAME]', 'Replace');"
        "await context.sync(); }))"
    )
    page.get_by_text("[NAME] met Bob.").wait_for()
    assert lines(page.request.get(f"{address}/document").body()) == ["[NAME] met Bob."]


def test_another_document_is_opened_and_a_broken_one_refused(page, address):
    page.goto(address)
    page.get_by_text("Alice met Bob.").wait_for()
    chosen = page.get_by_label("Open a file …")
    chosen.set_input_files({"name": "other.docx", "mimeType": "", "buffer": docx(runs("Carol came."))})
    page.get_by_text("Carol came.").wait_for()
    chosen.set_input_files({"name": "broken.docx", "mimeType": "", "buffer": b"no zip"})
    page.get_by_text("This file cannot be opened").wait_for()
    with zipfile.ZipFile(io.BytesIO(page.request.get(f"{address}/document").body())) as archive:
        assert b"Carol came." in archive.read("word/document.xml")


DROP = """([bytes, name]) => {
  const data = new DataTransfer();
  if (bytes) data.items.add(new File([new Uint8Array(bytes)], name));
  document.getElementById("document").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""


def test_a_document_is_dropped_on_the_page_and_what_became_of_it_downloaded(page, address):
    page.goto(address)
    page.get_by_text("Alice met Bob.").wait_for()
    page.evaluate(DROP, [None, ""])  # a text that is dropped is no file
    page.evaluate(DROP, [list(docx(runs("Carol came."))), "other.docx"])
    page.get_by_text("Carol came.").wait_for()
    page.locator("#samples:has(option[value='other.docx'])").wait_for()
    _in_the_pane(page, "context.document.body.search('Carol').getFirst().insertText('[NAME]', 'Replace');")
    page.get_by_text("[NAME] came.").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download this document").click()
    assert download.value.suggested_filename == "other.docx"
    assert lines(Path(download.value.path()).read_bytes()) == ["[NAME] came."]


def test_documents_opened_by_the_pane_are_shown_and_can_be_saved(page, address):
    made = docx(runs("The clean copy."))
    page.goto(address)
    page.get_by_text("Alice met Bob.").wait_for()
    copy = base64.b64encode(made).decode()
    _in_the_pane(page, f"context.application.createDocument('{copy}').open();")
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Clean copy").click()
    popup.value.get_by_text("The clean copy.").wait_for()
    assert page.request.get(f"{address}/opened/1/document").body() == made
    assert page.request.get(f"{address}/opened/2/").status == 404
    assert lines(page.request.get(f"{address}/document").body()) == ["Alice met Bob."]


def _in_the_pane(page, script):
    page.frame_locator("iframe").locator("h1").wait_for()
    pane = page.frame(url=lambda url: "/pane/" in url)
    pane.evaluate(
        "script => Office.onReady().then(() => Word.run(async context => { await new Function('context', script)"
        "(context); await context.sync(); }))",
        script,
    )


def test_other_sites_get_nothing(page, address):
    assert page.request.get(f"{address}/document", headers={"Host": "evil.test"}).status == 403
    assert page.request.put(f"{address}/document", headers={"Origin": "https://evil.test"}, data=b"x").status == 403


def test_the_questions_for_word_are_asked_from_the_page(page, address):
    page.goto(address)
    pane = page.frame_locator("iframe")
    pane.get_by_role("button", name="Ask").click()
    pane.get_by_text(re.compile(r"^\d+ answers, 0 not as expected\.$")).wait_for()
    assert pane.get_by_role("row").count() > 60
