"""What Word derives from a text goes with it: counts, names that are cut, tags of sources, checksums."""

import re

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.redacted_strings import RedactedString
from tests.ooxml.building import package, paragraph, relationships, xml
from tests.ooxml.test_scrub import HALDEN, MAIN, with_properties
from tests.string_search import scrub

ITEM = relationships(("customXml", "../customXml/item1.xml"))


def test_the_counts_that_word_took_of_the_original_go():
    """With them, a reader knows how many words or letters the redacted ones had."""
    counts = (
        "<Pages>2</Pages><Words>40</Words><Characters>274</Characters><Lines>9</Lines><Paragraphs>3</Paragraphs>"
    )
    of = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    app = f'<Properties xmlns="{of}">{counts}<Application>Word</Application></Properties>'.encode()
    after = scrub(with_properties().with_parts({"docProps/app.xml": app}), []).package
    assert after.parts["docProps/app.xml"].endswith(b'properties"><Application>Word</Application></Properties>')


def test_a_bookmark_that_word_has_cut_gets_another_name_with_its_links():
    cut = "_Minutes_of_the_meeting_for_Kestermere_Tr"[:40]
    inside = paragraph(
        f'<w:bookmarkStart w:id="1" w:name="{cut}"/><w:bookmarkStart w:id="2" w:name="_Toc48371234"/>'
        f'<w:hyperlink w:anchor="{cut}"/>'
    )
    written = scrub(package(inside), [RedactedString("Kestermere Trust", "[CLIENT]")]).package.parts[MAIN].decode()
    assert re.findall(r'w:name="([^"]*)"', written) == ["Redacted1", "_Toc48371234"]
    assert 'w:anchor="Redacted1"' in written
    assert cut in scrub(package(inside), []).package.parts[MAIN].decode()


def test_the_id_of_a_style_goes_with_its_name():
    """Word leaves letters beyond ASCII out of the id."""
    styles = xml(
        "w:styles",
        '<w:style w:customStyle="1" w:styleId="CrditLusneTitre"><w:name w:val="Crédit Lusène Titre"/></w:style>',
    )
    inside = paragraph('<w:pPr><w:pStyle w:val="CrditLusneTitre"/></w:pPr>')
    after = scrub(package(inside, {"word/styles.xml": styles}), [RedactedString("Crédit Lusène", "[REDACTED]")])
    assert "Lus" not in after.package.parts["word/styles.xml"].decode() + after.package.parts[MAIN].decode()


def test_sources_are_numbered_with_the_fields_that_cite_them():
    of = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"
    sources = (
        f'<b:Sources xmlns:b="{of}"><b:Source><b:Tag>Kes24</b:Tag></b:Source>'
        "<b:Source><b:Tag>Lus19</b:Tag></b:Source></b:Sources>"
    ).encode()
    cites = paragraph(r"<w:r><w:instrText> CITATION Kes24 \l 2057 \m Lus19 </w:instrText></w:r>")
    after = scrub(package(cites, {"customXml/item1.xml": sources}), [HALDEN]).package
    assert re.findall("Tag>([^<]+)<", after.parts["customXml/item1.xml"].decode()) == ["Source1", "Source2"]
    assert rb" CITATION Source1 \l 2057 \m Source2 " in after.parts[MAIN]


def test_checksums_of_custom_xml_go():
    w16 = "http://schemas.microsoft.com/office/word/2020/wordml/sdtdatahash"
    inside = paragraph(
        f'<w:sdt><w:sdtPr><w:dataBinding xmlns:h="{w16}" h:storeItemChecksum="X9iyPw==" w:xpath="/a"/></w:sdtPr>'
        "<w:sdtContent/></w:sdt>"
    )
    after = scrub(package(inside), [])
    assert b"X9iyPw" not in after.package.parts[MAIN]
    assert CoverageEntry(MAIN, "hash of a text", Treatment.REMOVED, 1) in after.covered


def test_the_type_of_a_source_is_no_text_but_a_name_in_its_place_is():
    of = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"

    def after(kind: str) -> str:
        sources = f'<b:Sources xmlns:b="{of}"><b:Source><b:SourceType>{kind}</b:SourceType></b:Source></b:Sources>'
        parts = {"customXml/item1.xml": sources.encode(), "word/_rels/document.xml.rels": ITEM}
        found = scrub(package(paragraph(""), parts), [HALDEN, RedactedString("report", "[TERM]", is_word=True)])
        return found.package.parts["customXml/item1.xml"].decode()

    assert "<b:SourceType>Report</b:SourceType>" in after("Report")
    assert "Halden" not in after("Halden")
