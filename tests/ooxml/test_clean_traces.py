"""Traces taken out: what Word writes beside the text and nobody reads."""

import re

import pytest

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.clean.clean_copy import clean
from backend.ooxml.markup import NAMESPACES
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.relationships import content_types
from backend.ooxml.opc.relationships import relationships as arrows
from tests.ooxml.building import R, package, paragraph, relationships, text, xml
from tests.ooxml.cleaning import MAIN, NO_TRACES, body_of, cleaned

RUN = "<w:r><w:t>a</w:t></w:r>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '<w:p w:rsidR="00AA" w:rsidRDefault="00BB" w:rsidP="00CC"><w:r w:rsidRPr="00DD"/></w:p>',
            "<w:p><w:r/></w:p>",
        ),
        (paragraph('<w:proofErr w:type="spellStart"/>', RUN), paragraph(RUN)),
        (paragraph("<w:r><w:lastRenderedPageBreak/><w:t>a</w:t></w:r>"), paragraph(RUN)),
        (paragraph("<w:r><w:rPr><w:b/></w:rPr><w:lastRenderedPageBreak/></w:r>", RUN), paragraph(RUN)),
        (
            paragraph(
                f'<w:smartTag w:element="City"><w:smartTagPr><w:attr w:val="x"/></w:smartTagPr>{RUN}</w:smartTag>'
            ),
            paragraph(RUN),
        ),
        (f'<w:customXml w:element="plan"><w:customXmlPr/>{paragraph(RUN)}</w:customXml>', paragraph(RUN)),
        (
            (
                '<w:sdt><w:sdtPr><w:alias w:val="n"/><w:dataBinding w:xpath="/x"/><w15:dataBinding w:xpath="/x"/>'
                f"</w:sdtPr><w:sdtContent>{paragraph(RUN)}</w:sdtContent></w:sdt>"
            ),
            f'<w:sdt><w:sdtPr><w:alias w:val="n"/></w:sdtPr><w:sdtContent>{paragraph(RUN)}</w:sdtContent></w:sdt>',
        ),
        (paragraph('<w:pPr><w:divId w:val="7"/></w:pPr>', RUN), paragraph(RUN)),
    ],
)
def test_in_the_text(before: str, after: str):
    assert cleaned(before, NO_TRACES) == after


SETTINGS = (
    '<w:attachedTemplate r:id="rId1"/><w:linkStyles/><w:proofState w:spelling="clean"/>'
    '<w:mailMerge><w:query w:val="SELECT"/><w:dataSource r:id="rId2"/></w:mailMerge>'
    '<w:trackRevisions/><w:documentProtection w:edit="readOnly" w:enforcement="1"/>'
    '<w:docVars><w:docVar w:name="x" w:val="y"/></w:docVars><w:rsids><w:rsidRoot w:val="00AA"/></w:rsids>'
    '<w:attachedSchema w:val="urn:x"/><w15:docId w15:val="{0}"/>'
)


def traced() -> Package:
    """A document with every part that holds traces."""
    office, old = "http://schemas.microsoft.com/office", "http://schemas.openxmlformats.org"
    parts = {
        "_rels/.rels": relationships(
            ("officeDocument", "word/document.xml"),
            (f"{office}/2011/relationships/webextensiontaskpanes", "word/webextensions/taskpanes.xml"),
            (f"{office}/2006/relationships/ui/extensibility", "customUI/customUI.xml"),
        ),
        "word/_rels/document.xml.rels": relationships(
            ("settings", "settings.xml"),
            ("customXml", "../customXml/item1.xml"),
            ("webSettings", "webSettings.xml"),
            ("printerSettings", "printerSettings1.bin"),
        ),
        "word/settings.xml": xml("w:settings", SETTINGS),
        "word/_rels/settings.xml.rels": relationships(
            external=(
                ("attachedTemplate", "file:///C:/Halden/x.dotm"),
                ("mailMergeSource", "file:///C:/Halden/x.csv"),
            )
        ),
        "word/webSettings.xml": xml("w:webSettings", '<w:divs><w:div w:id="7"/></w:divs>'),
        "word/printerSettings1.bin": b"\\\\halden\\printer",
        "word/webextensions/taskpanes.xml": b"<taskpanes/>",
        "word/webextensions/_rels/taskpanes.xml.rels": relationships(("webextension", "webextension1.xml")),
        "word/webextensions/webextension1.xml": b"<webextension/>",
        "customUI/customUI.xml": b"<customUI/>",
        "customXml/item1.xml": b"<plan for='Halden'/>",
        "customXml/_rels/item1.xml.rels": relationships(("customXmlProps", "itemProps1.xml")),
        "customXml/itemProps1.xml": f'<d:datastoreItem xmlns:d="{old}/officeDocument/2006/customXml"/>'.encode(),
    }
    inside = paragraph(text("a")) + f'<w:sectPr><w:printerSettings r:id="rId4" xmlns:r="{R}"/></w:sectPr>'
    return package(inside, parts)


def test_settings_keep_what_word_needs_and_the_protection():
    after = clean(traced(), NO_TRACES)[0].parts["word/settings.xml"].decode()
    inside = after.partition(">")[2].partition(">")[2].removesuffix("</w:settings>")
    assert inside == '<w:trackRevisions/><w:documentProtection w:edit="readOnly" w:enforcement="1"/>'


@pytest.mark.parametrize(
    "setting",
    [
        *('<w:rsids><w:rsid w:val="1"/></w:rsids>', '<w14:docId w14:val="1"/>', '<w15:docId w15:val="{1}"/>'),
        *("<w:docVars/>", "<w:attachedTemplate/>", "<w:linkStyles/>", "<w:saveThroughXslt/>", "<w:mailMerge/>"),
        *('<w:proofState w:spelling="clean"/>', '<w:attachedSchema w:val="urn:x"/>', "<w:smartTagType/>"),
        '<sl:schemaLibrary><sl:schema sl:uri="urn:x"/></sl:schemaLibrary>',
    ],
)
def test_every_setting_that_reveals_editing_is_removed(setting: str):
    later = "".join(f' xmlns:{prefix}="{NAMESPACES[prefix][0]}"' for prefix in ("w14", "sl"))
    settings = xml("w:settings", f"<w:zoom{later}/>{setting}").replace(
        b"<w:settings ", f"<w:settings{later} ".encode()
    )
    others = {
        "word/_rels/document.xml.rels": relationships(("settings", "settings.xml")),
        "word/settings.xml": settings,
    }
    after = clean(package(paragraph(text("a")), others), NO_TRACES)[0].parts["word/settings.xml"].decode()
    assert re.findall(r"<(?!/|\?)(\S+)", after)[1:] == ["w:zoom"]


@pytest.mark.parametrize(
    "kind",
    [
        *("customXml", "customXmlProps", "printerSettings", "recipientData", "webSettings", "attachedToolbars"),
        *("webextensiontaskpanes", "extensibility", "userCustomization", "keyMapCustomizations"),
    ],
)
def test_every_part_with_editing_traces_is_removed(kind: str):
    others = {"word/_rels/document.xml.rels": relationships((kind, "x.bin")), "word/x.bin": b"<x/>"}
    done, _ = clean(package(paragraph(text("a")), others), NO_TRACES)
    assert "word/x.bin" not in done.parts
    assert arrows(done.parts, MAIN) == ()


def test_parts_of_traces_go_with_all_that_leads_to_them():
    done, rows = clean(traced(), NO_TRACES)
    assert [name for name in done.parts if not name.endswith(".rels")] == [
        "[Content_Types].xml",
        MAIN,
        "word/settings.xml",
    ]
    assert [each.kind for each in arrows(done.parts, "")] == ["officeDocument"]
    assert [each.kind for each in arrows(done.parts, MAIN)] == ["settings"]
    assert arrows(done.parts, "word/settings.xml") == ()
    assert set(content_types(done.parts)) == {
        part for part in done.parts if not part.endswith((".rels", "_Types].xml"))
    }
    assert b"halden" not in b"".join(done.parts.values()).lower()
    assert body_of(done) == "<w:p><w:r><w:t>a</w:t></w:r></w:p><w:sectPr/>"
    for part, kind in {
        "word/settings.xml": "document variable",
        "customXml/item1.xml": "custom XML",
        "customXml/itemProps1.xml": "custom XML",
        "word/printerSettings1.bin": "printer settings",
        "word/webextensions/taskpanes.xml": "task pane",
        "word/webSettings.xml": "web settings",
    }.items():
        assert CoverageEntry(part, kind, Treatment.REMOVED, 1) in rows


def test_styles_do_not_say_in_which_session_they_were_made():
    styles = xml("w:styles", '<w:style w:styleId="x"><w:rsid w:val="00AA"/></w:style>')
    others = {"word/_rels/document.xml.rels": relationships(("styles", "styles.xml")), "word/styles.xml": styles}
    assert b"rsid" not in clean(package(paragraph(text("a")), others), NO_TRACES)[0].parts["word/styles.xml"]
