"""The document is read whole, or in part and said to be; what is kept in it is no text."""

import base64
import io
import zipfile

import pytest

from addin.wordhost.host import Host
from addin.wordhost.making import docx, lines, runs
from addin.wordhost.profiles import IPAD, PROFILES
from tests.browser.word_fixtures import word, word_pages  # noqa: F401
from tests.browser.word_module import script
from tests.browser.word_terms import term

READ = """word.read(signal, nothing).then(read => read.kind === "file"
  ? { kind: read.kind, bytes: btoa(Array.from(read.bytes, byte => String.fromCharCode(byte)).join("")) } : read)"""
SECTION = '<w:sectPr><w:headerReference w:type="first" r:id="rId_header1"/></w:sectPr>'
SECTIONED = docx(
    runs("Alice", " met Bob") + runs("") + runs("Bob left") + SECTION,
    header1=runs("Alice above"),
    footnotes=f'<w:footnote w:id="2">{runs("see Alice")}</w:footnote>',
)


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_the_file_is_read_in_every_word_and_closed(word, profile):  # noqa: F811
    noise = "".join(chr(0x4E00 + (number * 7919) % 20000) for number in range(60_000))
    content = docx(runs("Alice") + runs(noise))
    pane = word(content, profile)
    read = pane.call(READ)
    got = base64.b64decode(read["bytes"])
    assert len(got) > IPAD.largest_slice
    with zipfile.ZipFile(io.BytesIO(got)) as archive:
        assert archive.testzip() is None
    assert lines(got) == ["Alice", noise]
    assert len(pane.host.files) == 0


@pytest.mark.parametrize("error", [11001, 5001])
def test_if_word_refuses_the_file_its_stories_are_read_as_a_part(word, error):  # noqa: F811
    pane = word(SECTIONED)
    pane.host.faults.file_error = error
    read = pane.call(READ)
    texts = {
        story["kind"]: [(each["ordinal"], each["text"]) for each in story["blocks"]] for story in read["stories"]
    }
    assert texts == {
        "body": [(0, "Alice met Bob"), (2, "Bob left")],
        "footnotes": [(0, "see Alice")],
        "header": [(0, "Alice above")],
    }
    assert (read["kind"], read["partial"]) == ("stories", True)
    assert {"text box", "embedded document"} <= set(read["missing"])
    assert not pane.host.session.edited


def test_headers_that_were_read_so_are_found_without_an_analysis_of_the_file(word):  # noqa: F811
    pane = word(SECTIONED)
    pane.host.faults.file_error = 11001
    (header,) = [story for story in pane.call(READ)["stories"] if story["kind"] == "header"]
    wanted = term(docx(runs("Alice")), "a", "Alice")
    wanted["spellings"][0]["stories"][0].update(story=header["part"], kind="header")
    (told,) = pane.locate([wanted])
    assert (told["found"], told["unreachable"]) == (1, [])


def test_a_file_that_cannot_be_read_to_its_end_is_closed_too(word):  # noqa: F811
    pane = word(SECTIONED)
    stop = "(() => { const stop = new AbortController(); stop.abort(); return word.read(stop.signal, nothing); })()"
    assert pane.call(stop) == {"problem": "cancelled"}
    assert len(pane.host.files) == 0


def test_a_document_remembers_a_random_id_beyond_the_pane_and_nothing_that_is_text(word):  # noqa: F811
    first = word(SECTIONED)
    assert first.call("word.recall('review')") is None
    assert first.call("word.remember('review', given)", "3f1c-77") is None
    second = word(host=first.host)
    assert second.call("word.recall('review')") == "3f1c-77"
    refused = "word.remember('review', 'Alice Rook').catch(error => error.name)"
    assert second.call(refused) == "TypeError"
    second.call("word.remember('review', null)")
    assert second.host.session.add_in_settings == {}


def test_a_copy_is_opened_as_it_is_or_is_a_download(word):  # noqa: F811
    pane = word(SECTIONED)
    bytes_of = "word.openCopy(Uint8Array.from(atob(given), each => each.charCodeAt(0)))"
    assert pane.call(bytes_of, base64.b64encode(SECTIONED).decode()) == "opened"
    assert pane.host.session.opened == [SECTIONED]
    assert pane.call(bytes_of, base64.b64encode(b"no document").decode()) == "download"


WITH_UNDO_CLEAR = ["Microsoft 365 for Windows", "Microsoft 365 for Mac"]
WITH_TEXT_BOXES = [*WITH_UNDO_CLEAR, "Word on iPad"]


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_the_capabilities_of_this_word_are_reported(word, word_pages, profile):  # noqa: F811
    """Word must have a capability, and the library that it loads its members: the published one lacks these."""
    older = word(SECTIONED, profile).call("word.capabilities")
    assert older["file"]
    assert [older[what] for what in ("undoClear", "textBoxes", "bookmarks")] == [False, False, False]
    pane = word_pages.new(Host(SECTIONED, profile), newer=True)
    newer = pane.start(pane.host, 20_000).call("word.capabilities")
    pane.window.close()
    assert newer["file"]
    assert newer["undoClear"] == (profile.name in WITH_UNDO_CLEAR)
    assert newer["textBoxes"] == (profile.name in WITH_TEXT_BOXES)
    assert newer["bookmarks"], "every Word that the manifest allows has them"


def test_on_a_page_outside_word_there_is_no_document(word):  # noqa: F811
    page = word(SECTIONED).window.page.context.new_page()
    page.evaluate(script())
    assert page.evaluate("() => unsaidWord.openDocument()") is None
    page.close()
