"""Files are saved in every Word: where links do nothing, the browser does it. The service cannot read them."""

import io
import json
import re
import zipfile

import pytest

from addin.wordhost.profiles import IPAD, MAC, WEB
from tests.browser.pane.pane_user import personal_data_only, press, rest
from tests.browser.pane.saving import browser_window, close_dialog, saved
from tests.further_cases import sampled
from tests.web.documents import word_file

MAIL = "ann@halden.example"
COPY = "Save the clean copy"


def _copied(open_pane, profile):
    """A pane that has made a clean copy of a small document."""
    pane = open_pane(word_file(f"Write to {MAIL}, or to {MAIL}.", "Nothing.", f"{MAIL} again."), profile)
    pane.analysed()
    personal_data_only(pane)
    press(pane, "Accept")
    press(pane, "Redact")
    press(pane, "Check the file")
    press(pane, "Make a clean copy")
    rest(pane)
    (copy,) = pane.host.session.opened
    return pane, copy


def _sent(page):
    """Everything that a page sends, as it sends it."""
    requests = []
    page.on("request", lambda each: requests.append((each.url, str(each.headers), each.post_data_buffer or b"")))
    return requests


def _key(address):
    page, _, fragment = address.partition("#")
    assert page.endswith("/pane/save.html")
    identity, key = fragment.split(".")
    assert len(identity) == len(key) == 43, "256 bits each"
    return key


@pytest.mark.parametrize("profile", sampled([MAC, IPAD], [IPAD]), ids=lambda each: each.name)
def test_where_links_save_nothing_the_browser_saves_and_the_service_cannot_read_it(open_pane, server, profile):
    pane, copy = _copied(open_pane, profile)
    of_the_pane, downloads = _sent(pane.page), []
    pane.page.on("download", lambda each: downloads.append(each))  # noqa: PLW0108 - Playwright marks what it calls
    pane.page.get_by_role("button", name=COPY).click()
    dialog = pane.page.get_by_role("dialog", name="Saving document.docx in the browser")
    dialog.wait_for()
    assert "60 seconds" in dialog.inner_text()
    (address,) = pane.host.browser_windows
    assert dialog.get_by_role("link").get_attribute("href") == address
    close_dialog(pane)
    ((_, _, ciphertext),) = [each for each in of_the_pane if each[0].endswith("/v1/downloads")]
    assert len(ciphertext) >= len(copy)
    with browser_window(pane) as window:
        of_the_window, said = _sent(window), []
        window.on("console", lambda line: said.append(line.text))
        with window.expect_download() as begun:
            window.goto(address)
        assert begun.value.suggested_filename == "document.docx"
        assert begun.value.path().read_bytes() == copy
        window.get_by_text("Your browser saves document.docx").wait_for()
        assert window.get_by_role("link", name="Save document.docx").is_visible()
        assert "#" not in window.url, "the key stays neither in the address bar nor in the history"
        assert said == []
        with window.expect_download() as again:
            window.get_by_role("link").click()
        assert again.value.path().read_bytes() == copy

        window.reload()
        window.get_by_text("This address is not complete").wait_for()
        window.goto("about:blank")
        window.goto(address)
        window.get_by_text("The file was already fetched").wait_for()
        assert not window.get_by_role("link").is_visible()
    assert downloads == []
    key = _key(address)
    sent = b"".join(f"{url} {headers} ".encode() + body for url, headers, body in (*of_the_pane, *of_the_window))
    assert b"/collect" in sent
    assert key.encode() not in sent
    assert key not in "".join(server.logged)
    assert b"document.docx" not in ciphertext
    assert b"PK\x03\x04" not in ciphertext


def test_the_dialog_fits_the_narrowest_pane_also_with_a_long_name(open_pane):
    """It had the look of the browser's own: wider than the pane where a name has no space."""
    pane, _ = _copied(open_pane, MAC)
    pane.page.get_by_role("button", name=COPY).click()
    dialog = pane.page.get_by_role("dialog")
    dialog.wait_for()
    name = f"{'long_name_' * 20}.docx"
    dialog.locator("h2").evaluate("(each, name) => { each.textContent = `Saving ${name} in the browser`; }", name)
    box = dialog.bounding_box()
    assert box["x"] >= 8
    assert box["x"] + box["width"] <= pane.page.viewport_size["width"] - 8
    assert box["y"] + box["height"] <= pane.page.viewport_size["height"] - 8
    assert dialog.evaluate("each => each.scrollWidth - each.clientWidth") == 0
    close_dialog(pane)


def test_the_certificate_and_the_report_are_saved_through_the_browser_too(open_pane):
    pane, copy = _copied(open_pane, MAC)
    buttons = ("Save the certificate", "Save the certificate as JSON", "Save the private report")
    page, told, report = (saved(pane, name) for name in buttons)
    names = [each.suggested_filename for each in (page, told, report)]
    assert names == [
        f"document.docx.{each}" for each in ("certificate.docx", "certificate.json", "private-report.json")
    ]
    assert zipfile.ZipFile(io.BytesIO(page.path().read_bytes())).testzip() is None
    assert json.loads(told.path().read_text("utf-8"))["outcome"]
    assert MAIL in report.path().read_text("utf-8")
    assert saved(pane, COPY).path().read_bytes() == copy


def test_another_key_decrypts_nothing(open_pane):
    pane, _ = _copied(open_pane, MAC)
    pane.page.get_by_role("button", name=COPY).click()
    close_dialog(pane)
    (address,) = pane.host.browser_windows
    first, last = address[:-1], address[-1]
    with browser_window(pane) as window:
        # The last character has bits that no key uses, so another one is changed.
        window.goto(f"{first[:-1]}{'A' if first[-1] != 'A' else 'B'}{last}")
        window.get_by_text("The file cannot be decrypted").wait_for()
        assert not window.get_by_role("link").is_visible()


def test_where_a_link_seems_to_have_failed_the_browser_saves_the_last_file(open_pane):
    pane, _ = _copied(open_pane, WEB)
    certificate = saved(pane, "Save the certificate as JSON").path().read_bytes()
    with pane.page.context.expect_page() as opened:
        pane.page.get_by_role("button", name="Nothing was saved?").click()
    with opened.value.expect_download() as begun:
        pass
    assert begun.value.suggested_filename == "document.docx.certificate.json"
    assert begun.value.path().read_bytes() == certificate
    close_dialog(pane)
    opened.value.close()
    assert pane.host.browser_windows == []


def test_a_service_that_goes_away_is_told_and_the_file_is_saved_when_it_is_back(open_pane):
    pane, copy = _copied(open_pane, MAC)
    pane.page.route("**/v1/downloads", lambda route: route.abort())
    pane.page.get_by_role("button", name=COPY).click()
    pane.page.get_by_role("heading", name="The service does not answer").wait_for()
    assert pane.host.browser_windows == []
    pane.page.unroute("**/v1/downloads")
    pane.page.get_by_role("button", name="Try again").click()
    close_dialog(pane)
    (address,) = pane.host.browser_windows
    with browser_window(pane) as window, window.expect_download() as begun:
        window.goto(address)
        assert begun.value.path().read_bytes() == copy


def test_the_page_may_load_its_own_script_and_nothing_else(server):
    answer = server.ask("GET", "/pane/save.html")
    policy = dict(each.strip().split(" ", 1) for each in answer.headers["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'none'",
        **dict.fromkeys(("script-src", "style-src", "img-src", "connect-src"), "'self'"),
        **dict.fromkeys(("frame-ancestors", "base-uri", "form-action"), "'none'"),
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    html = answer.body.decode()
    assert re.findall(r"<script(?![^>]* src=)", html) == []
    assert "appsforoffice" not in html
