"""Every place that the pane counts is in the saved file, and counts once: a small file of odd places."""

import io
import json
import re
import zipfile

from addin.wordhost.making import docx, runs
from tests.browser.pane.claims import untrue
from tests.browser.pane.pane_user import outcome, press, rest

MAIL = "ann.miller@halden.example"
AUTHOR = "Sarah Mbeki"
COMMENT = f'<w:comment w:id="1" w:author="{AUTHOR}"><w:p><w:r><w:t>Check this.</w:t></w:r></w:p></w:comment>'
SECTION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/">'
    f"<dc:creator>{AUTHOR}</dc:creator><cp:lastModifiedBy>{AUTHOR}</cp:lastModifiedBy></cp:coreProperties>"
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1024) + MAIL.encode() + bytes(64)


def _changed(tag, number, text):
    letters = "delText" if tag == "del" else "t"
    inside = f'<w:r><w:{letters} xml:space="preserve">{text}</w:{letters}></w:r>'
    return f'<w:{tag} w:id="{number}" w:author="{AUTHOR}" w:date="2024-05-06T07:08:09Z">{inside}</w:{tag}>'


def _letters(text):
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


BESIDE_A_CHANGE = (
    f"<w:p>{_letters(f'Write to {MAIL} ')}{_changed('del', 1, 'now')}{_changed('ins', 2, 'soon')}</w:p>"
)
"""The address stands once in the file, in both readings of its paragraph."""


def _with(content, **parts):
    """Add parts to a file, each with its relationship; properties belong to the package, all else to the text."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            inside = old.read(name).decode()
            if name == "_rels/.rels" and "core" in parts:
                kind = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
                inside = _linked(inside, "rIdCore", kind, "docProps/core.xml")
            if name == "word/_rels/document.xml.rels" and "ole" in parts:
                inside = _linked(inside, "rIdOle", f"{SECTION}/oleObject", "embeddings/oleObject1.bin")
            if name == "[Content_Types].xml":
                inside = inside.replace(
                    "<Default", '<Default Extension="bin" ContentType="application/ole"/><Default', 1
                )
            new.writestr(name, inside)
        if "core" in parts:
            new.writestr("docProps/core.xml", parts["core"])
        if "ole" in parts:
            new.writestr("word/embeddings/oleObject1.bin", parts["ole"])
    return out.getvalue()


def _linked(links, identity, kind, target):
    link = f'<Relationship Id="{identity}" Type="{kind}" Target="{target}"/>'
    return links.replace("</Relationships>", f"{link}</Relationships>")


def _said(pane, selector):
    return [each.inner_text() for each in pane.page.locator(f".outcome {selector}").all() if each.is_visible()]


def _unfold(pane):
    while (head := pane.page.locator(".group-head button[aria-expanded=false]").first).is_visible():
        head.click()
        pane.settled()


def _is_refused(server, pane, said, **claims):
    """Whether the rules of the claims refuse a line of the outcome with other values than it has."""
    line = pane.page.locator(".outcome [data-claims]", has_text=said).first
    told = json.loads(line.get_attribute("data-claims"))
    (name,) = told
    value = {**told[name], **claims} if claims else [*told[name][:-1], 5]
    line.evaluate("(each, text) => { each.dataset.claims = text; }", json.dumps({name: value}))
    refused = [each for each in untrue(server, pane) if name in each]
    line.evaluate("(each, text) => { each.dataset.claims = text; }", json.dumps(told))
    return refused != []


def _until_checked(pane):
    pane.analysed()
    press(pane, "Accept ")
    press(pane, "Redact")
    press(pane, "Check the file")
    rest(pane)


def test_authors_and_properties_are_counted_place_by_place_and_nobody_accepted_them(open_pane, server):
    """Two properties and two tracked changes name the author; the search has more spellings of that name."""
    pane = open_pane(_with(docx(BESIDE_A_CHANGE), core=CORE))
    _until_checked(pane)
    lines = _said(pane, "li")
    assert "[PERSON] 2× document properties" in lines
    assert "[PERSON] 2× data that Word stores with the text" in lines
    assert "personal data are still in the file (people): 4 places" in lines
    assert _said(pane, "h2") == ["4 places that only the clean copy can redact"]
    assert "terms that must be redacted are still in the file" in lines
    assert not re.search("accepted terms? (?:are|is) still", pane.page.inner_text("body"))
    assert _is_refused(server, pane, "2× document properties", places=1)
    assert _is_refused(server, pane, "2× data that Word stores", places=1)
    assert _is_refused(server, pane, "(people): 4 places", count=8)


def test_redacting_the_text_promises_nothing_of_properties(open_pane, server):
    """The title of the file still has the address. The pane says so before the check, which then counts it."""
    core = CORE.replace(f"<dc:creator>{AUTHOR}</dc:creator>", f"<dc:title>Letter to {MAIL}</dc:title>")
    pane = open_pane(_with(docx(runs(f"Write to {MAIL} today.")), core=core))
    pane.analysed()
    press(pane, "Accept ")
    press(pane, "Redact")
    assert outcome(pane) == "The text is redacted"
    told = _said(pane, "p")
    assert "All accepted terms are redacted in the text." in told
    assert any("properties" in each and "has not been checked. Check the file" in each for each in told)
    assert untrue(server, pane) == []
    unchecked = pane.page.locator(".outcome [data-claims*=unchecked]")
    unchecked.evaluate("each => each.remove()")
    assert any("left.places" in each for each in untrue(server, pane))
    press(pane, "Check the file")
    assert outcome(pane).endswith("only the clean copy can redact")
    assert any("document properties" in each for each in _said(pane, "li"))


def test_text_beside_a_tracked_change_counts_once(open_pane, server):
    pane = open_pane(docx(BESIDE_A_CHANGE + runs("Write to bo@halden.example.")))
    pane.analysed()
    _unfold(pane)
    pane.page.get_by_role("button", name="Accept bo@halden.example").click()
    press(pane, "Redact")
    press(pane, "Check the file")
    rest(pane)
    assert "personal data are still in the file (e-mail and web)" in _said(pane, "li")
    assert _is_refused(server, pane, "(e-mail and web)", count=2)


def test_a_term_in_deleted_text_alone_is_shown_there(open_pane):
    pane = open_pane(docx(f"<w:p>{_letters('Call us ')}{_changed('del', 1, f'or write to {MAIL}')}</w:p>"))
    pane.analysed()
    _unfold(pane)
    row = pane.page.locator(".list").text_content()
    assert "in deleted text" in row
    assert "0×" not in row


def test_the_clean_copy_is_not_promised_to_redact_objects_of_other_programs(open_pane, server):
    pane = open_pane(_with(docx(runs(f"Write to {MAIL}.")), ole=OLE))
    _until_checked(pane)
    assert _said(pane, "h2") == ["1 place is not redacted"]
    (kept,) = [each for each in _said(pane, "p") if "clean copy" in each]
    assert kept.startswith("The clean copy keeps 1 place in parts that Unsaid cannot read")
    assert _is_refused(server, pane, "oleObject1.bin", remedy="beyond")
    press(pane, "Make a clean copy")
    rest(pane)
    assert _said(pane, "h2") == ["1 place is not redacted"]
    (copy,) = pane.host.session.opened
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert MAIL.encode() in archive.read("word/embeddings/oleObject1.bin")


def test_a_removed_comment_counts_once(open_pane, server):
    mark = '<w:commentRangeStart w:id="1"/><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>'
    pane = open_pane(docx(f"<w:p>{_letters(f'Write to {MAIL}.')}{mark}</w:p>", comments=COMMENT))
    _until_checked(pane)
    press(pane, "Make a clean copy")
    assert outcome(pane)
    pane.page.locator(".outcome summary", has_text="What was done").click()
    rows = [each.inner_text().split("\t") for each in pane.page.locator(".outcome tbody tr").all()]
    assert ["comment", "removed", "1"] in rows
    assert _is_refused(server, pane, re.compile("^commentremoved1$"))
