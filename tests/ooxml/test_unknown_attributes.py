import re

import pytest

from backend.document.redacted_strings import RedactedString
from backend.ooxml.opc.relationships import relationships as arrows
from tests.ooxml.building import package, paragraph, relationships, text, xml
from tests.string_search import scrub

HALDEN = RedactedString("Halden", "[CLIENT]")
MAIN = "word/document.xml"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def scrubbed(inside: str, *strings: RedactedString) -> str:
    return scrub(package(inside), strings or (HALDEN,)).package.parts[MAIN].decode()


@pytest.mark.parametrize(
    ("inside", "string"),
    [
        ('<w:jc w:val="center"/>', "center"),
        ('<w:rFonts w:ascii="Georgia"/>', "Georgia"),
        ('<w:rPr><w:lang w:val="en-GB"/></w:rPr>', "en-GB"),
        ('<w:ins w:id="1" w:date="2024-03-12T10:00:00Z"/>', "10"),
        ('<w:pPr><w:pStyle w:val="Title"/></w:pPr>', "Title"),
        ('<a:ext uri="{28A0092B-C50C-407E-A947-70E740481C1C}"/>', "28A0092B"),
        ('<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"/>', "picture"),
        ('<mc:AlternateContent><mc:Choice Requires="wps"/></mc:AlternateContent>', "wps"),
        ('<w:lsdException w:name="Table Grid"/>', "Table Grid"),
    ],
)
def test_words_prescribed_by_the_schemas_are_never_replaced(inside: str, string: str):
    assert inside in scrubbed(inside, RedactedString(string, "[REDACTED]"))


def test_a_word_of_the_model_is_taken_from_other_vocabularies_but_from_no_markup_of_words():
    sans = RedactedString("sans", "[TERM]", is_word=True)
    after = scrubbed('<w:rFonts w:ascii="House Sans"/><x:y xmlns:x="urn:x" z="sans">Sans</x:y>', sans)
    assert 'w:ascii="House Sans"' in after
    assert '<x:y xmlns:x="urn:x" z="[TERM]">[TERM]</x:y>' in after


def test_digits_of_two_cells_are_no_number():
    chart = xml("c:chartSpace", "<c:v>12</c:v><c:v>34</c:v><c:v>North</c:v><c:v>Star</c:v>")
    strings = RedactedString("1234", "[REDACTED]"), RedactedString("North Star", "[CLIENT]")
    after = scrub(package("", {"word/charts/chart1.xml": chart}), strings).package.parts["word/charts/chart1.xml"]
    assert re.findall(rb"<c:v>([^<]*)", after) == [b"12", b"34", b"[CLIENT]", b""]


def test_a_binding_finds_its_value_under_the_new_names():
    inside = (
        "<w:sdt><w:sdtPr><w:dataBinding w:prefixMappings=\"xmlns:a='urn:Halden'\""
        ' w:xpath="/a:plan[1]/a:Halden[1]"/></w:sdtPr></w:sdt>'
    )
    parts = {
        "word/_rels/document.xml.rels": relationships(("customXml", "../customXml/item1.xml")),
        "customXml/item1.xml": b'<plan xmlns="urn:Halden"><Halden>x</Halden></plan>',
    }
    after = scrub(package(inside, parts), [HALDEN]).package.parts
    namespace, element = re.search(
        rb'="(urn:[^"]*)".*<(?:\w+:)?(\w+)>x<', after["customXml/item1.xml"], re.DOTALL
    ).groups()
    assert b"alden" not in after["customXml/item1.xml"]
    assert f"xmlns:a='{namespace.decode()}'" in after[MAIN].decode()
    assert f"/a:plan[1]/a:{element.decode()}[1]" in after[MAIN].decode()


def test_markup_of_a_program_of_ones_own_leaves_a_part_of_words_with_its_prefix():
    inside = '<w:p xmlns:h="urn:Halden" h:mark="1"><w:r><w:t>kept</w:t></w:r><h:note/></w:p>'
    content = xml("w:document", f"<w:body>{inside}</w:body>").replace(
        b"<w:document ", b'<w:document mc:Ignorable="h w15" xmlns:h="urn:Halden" '
    )
    before = package("").with_parts({MAIN: content})
    after = scrub(before, [HALDEN]).package.parts[MAIN].decode()
    assert "alden" not in after
    assert "kept" in after
    assert 'mc:Ignorable="w15"' in after
    assert "xmlns:w15=" in after


def test_a_renamed_part_is_found_by_every_arrow_and_keeps_its_type_and_its_own_arrows():
    parts = {
        "word/_rels/document.xml.rels": relationships(("chart", "charts/Halden.xml")),
        "word/charts/Halden.xml": b"<c/>",
        "word/charts/_rels/Halden.xml.rels": relationships(("image", "../media/halden-logo.png")),
        "word/media/halden-logo.png": b"\x89PNG",
    }
    types = {"word/charts/Halden.xml": "application/chart+xml", "word/media/halden-logo.png": "image/png"}
    after = scrub(package("", parts, types), [HALDEN]).package.parts
    (chart,) = arrows(after, MAIN)
    (logo,) = arrows(after, chart.part)
    assert after[chart.part] == b"<c/>"
    assert after[logo.part] == b"\x89PNG"
    assert not any("alden" in name for name in after)
    assert re.findall(
        r'PartName="/([^"]*)" ContentType="(?:application/chart|image)', after["[Content_Types].xml"].decode()
    ) == [
        chart.part,
        logo.part,
    ]


def test_folders_that_every_package_has_keep_their_names():
    word = RedactedString("word", "[REDACTED]")
    assert MAIN in scrub(package(""), [word]).package.parts


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("12 March 2024", True),
        ("March 12, 2024", True),
        ("12/03/24", True),
        ("2024-03-12", True),
        ("12. Dezember 2024", True),  # a word stands for any month: what is taken too much is a mark nobody reads
        ("13 March 2024", False),
        ("12 March 2023", False),
        ("March 2024", False),
    ],
)
def test_the_date_of_a_revision_goes_where_the_same_day_is_redacted(said: str, gone: bool):
    inside = '<w:ins w:id="1" w:author="A" w:date="2024-03-12T10:00:00Z"><w:r/></w:ins>'
    after = scrubbed(paragraph(inside), RedactedString(said, "[DATE_TIME 1]"))
    assert ("w:date" not in after) is gone
    assert 'w:author="A"' in after


def test_an_arrow_within_the_file_to_a_place_that_tells_leads_nowhere():
    parts = {"word/_rels/document.xml.rels": relationships(("hyperlink", "#Halden_plan"))}
    (arrow,) = arrows(scrub(package("", parts), [HALDEN]).package.parts, MAIN)
    assert arrow.target == "#redacted"


def test_a_file_without_anything_to_redact_keeps_the_bytes_of_its_parts():
    before = package(paragraph(text("nothing")), {"customXml/item1.xml": b"<a  b = 'c'>Lee</a>"})
    assert scrub(before, [HALDEN]).package.parts == before.parts
