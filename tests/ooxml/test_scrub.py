import io
import re
import zipfile

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.redacted_strings import RedactedString
from backend.document.spans import Span
from backend.ooxml import human_text
from backend.ooxml.opc.package import Package, open_package
from backend.ooxml.opc.relationships import content_types
from backend.ooxml.opc.relationships import relationships as arrows
from backend.ooxml.scrub import encodings
from backend.ooxml.word.reader import read_document
from backend.verification import schema_values
from tests.further_cases import sampled
from tests.ooxml.building import package, paragraph, relationships, text, xml
from tests.string_search import Search, scrub

CLIENT = RedactedString("Halden & Rook", "[CLIENT]")
HALDEN = RedactedString("Halden", "[CLIENT]")
CENTER = RedactedString("center", "[TERM]", is_word=True)
MAIN = "word/document.xml"


def scrubbed(inside: str, *strings: RedactedString, **parts: bytes) -> str:
    """The main part after scrubbing."""
    return scrub(package(inside), strings or (HALDEN,)).package.parts[MAIN].decode()


IN_ATTRIBUTES = {
    "alt text": '<w:r><wp:inline><wp:docPr id="1" name="{}" descr="{}" title="{}"/></wp:inline></w:r>',
    "vml alt text": '<w:r><w:pict><v:shape alt="{}" title="{}" href="http://x/{}"/></w:pict></w:r>',
    "word art": '<w:r><w:pict><v:shape><v:textpath string="{}"/></v:shape></w:pict></w:r>',
    "picture title": '<w:r><w:pict><v:shape><v:imagedata o:title="{}"/></v:shape></w:pict></w:r>',
    "tooltip": '<w:hyperlink w:anchor="x" w:tooltip="{}"><w:r/></w:hyperlink>',
    "content control": '<w:sdt><w:sdtPr><w:alias w:val="{}"/><w:tag w:val="{}"/></w:sdtPr></w:sdt>',
    "list of choices": '<w:dropDownList><w:listItem w:displayText="{}" w:value="{}"/></w:dropDownList>',
    "last choice": '<w:dropDownList w:lastValue="{}"/><w:comboBox w:lastValue="{}"/>',
    "repeating section": '<w15:repeatingSection><w15:sectionTitle w15:val="{}"/></w15:repeatingSection>',
    "field": '<w:fldSimple w:instr=" INCLUDETEXT &quot;C:/{}/a.docx&quot; "/>',
    "form field": '<w:ffData><w:helpText w:val="{}"/><w:statusText w:val="{}"/><w:default w:val="{}"/></w:ffData>',
    "insertion": '<w:ins w:id="1" w:author="{}"><w:r/></w:ins>',
    "formatting change": '<w:r><w:rPr><w:rPrChange w:id="1" w:author="{}"/></w:rPr></w:r>',
    "smart tag": '<w:smartTag><w:smartTagPr><w:attr w:name="a" w:val="{}"/></w:smartTagPr></w:smartTag>',
    "editor": '<w:permStart w:id="1" w:ed="corp\\{}"/>',
}


@pytest.mark.parametrize("inside", IN_ATTRIBUTES.values(), ids=IN_ATTRIBUTES.keys())
def test_attributes_written_by_people_are_redacted(inside: str):
    after = scrubbed(paragraph(inside.replace("{}", "the Halden file")))
    assert "Halden" not in after
    assert after.count("the [CLIENT] file") == inside.count("{}")


def test_a_table_says_nothing_to_a_screen_reader_either():
    table = '<w:tbl><w:tblPr><w:tblCaption w:val="Halden"/><w:tblDescription w:val="of Halden"/></w:tblPr></w:tbl>'
    assert scrubbed(table).count("[CLIENT]") == 2


IN_TEXTS = {
    "field over runs": "<w:r><w:instrText> HYPERLINK http://hal</w:instrText><w:instrText>den.eu</w:instrText></w:r>",
    "deleted field": "<w:r><w:delInstrText> TC Halden </w:delInstrText></w:r>",
    "deleted text": "<w:del><w:r><w:delText>Hal</w:delText></w:r><w:r><w:delText>den</w:delText></w:r></w:del>",
    "drawing": "<w:r><a:p><a:r><a:t>Hal</a:t></a:r><a:r><a:t>den</a:t></a:r></a:p></w:r>",
}


@pytest.mark.parametrize("inside", IN_TEXTS.values(), ids=IN_TEXTS.keys())
def test_text_that_is_no_story_is_replaced_across_its_pieces(inside: str):
    after = scrubbed(paragraph(inside))
    assert "halden" not in "".join(re.findall(r">([^<]*)<", after)).lower()
    assert "[CLIENT]" in after


def test_a_word_of_the_model_is_taken_from_peoples_text_and_never_from_structure():
    inside = paragraph(
        '<w:pPr><w:jc w:val="center"/></w:pPr>', '<w:hyperlink w:anchor="x" w:tooltip="the center"/>'
    )
    after = scrubbed(inside, CENTER)
    assert '<w:jc w:val="center"/>' in after
    assert 'w:tooltip="the [TERM]"' in after


def test_the_name_of_a_field_is_not_a_word_of_the_document():
    page = RedactedString("page", "[TERM]", is_word=True)
    after = scrubbed(
        paragraph("<w:r><w:instrText> PAGE </w:instrText></w:r>", '<w:fldSimple w:instr="QUOTE page"/>'), page
    )
    assert "> PAGE <" in after
    assert 'w:instr="QUOTE [TERM]"' in after


def test_the_name_of_a_field_is_kept_and_the_verification_knows_the_same_names():
    names = {*human_text.FIELD_NAMES.split(), *schema_values.FIELD_NAMES.split()}
    assert len(names) > 80
    for name in names:
        word = RedactedString(name.lower(), "[TERM]", is_word=True)
        redacted = scrubbed(paragraph(f"<w:r><w:instrText> {name} {name.lower()} </w:instrText></w:r>"), word)
        # A citation names a source by its tag, which is numbered.
        assert (f"> {name} Source1 <" if name == "CITATION" else f"> {name} [TERM] <") in redacted
        assert schema_values.without_field_name(f" {name} x") == " x", name


def test_only_a_name_at_the_start_makes_an_instruction_a_field():
    assert schema_values.without_field_name('Ann IF "DATE"') == 'Ann IF "DATE"'
    assert schema_values.without_field_name(' IF "a" = DATE ') == ' "a" = DATE '


def test_only_the_first_name_of_an_equation_is_left_out_of_its_letters():
    assert "a EQ b" in encodings.other_spellings(" EQ a EQ b")


def test_words_cached_copy_of_a_drawing_goes_in_any_case():
    result = scrub(package(paragraph('<w:r><w:pict><v:shape id="a" o:gfxdata="UEsDBBQA"/></w:pict></w:r>')), [])
    assert b"gfxdata" not in result.package.parts[MAIN]
    assert b'<v:shape id="a"/>' in result.package.parts[MAIN]
    assert CoverageEntry(MAIN, "cached drawing", Treatment.REMOVED, 1) in result.covered


def test_hashes_of_texts_go_with_what_refers_to_them():
    of = "http://schemas.microsoft.com/office/intelligence"
    older = (
        f'<i:Intelligence xmlns:i="{of}/2019/intelligence"><i:Manifest><i:WordHash hashCode="6QxXdq8i" id="a"/>'
        '</i:Manifest><i:Observations><i:Content id="a"/><i:Content id="b"/></i:Observations></i:Intelligence>'
    )
    newer = f'<i:observations xmlns:i="{of}/2020/intelligence"><i:bookmark i:hashCode="ESBjHX1Z"/></i:observations>'
    parts = {"word/intelligence.xml": older.encode(), "word/intelligence2.xml": newer.encode()}
    result = scrub(package("", parts), [])
    left = result.package.parts["word/intelligence.xml"]
    assert re.findall(rb"<i:\w+[^>]*id=[^>]*>", left) == [b'<i:Content id="b"/>']
    assert b"bookmark" not in result.package.parts["word/intelligence2.xml"]
    assert sum(each.count for each in result.covered if each.kind == "hash of a text") == 3


def test_stories_are_left_to_the_writer():
    assert "Halden" in scrubbed(paragraph(text("Halden")))


def test_bookmarks_stay_distinct_valid_and_referred_to():
    field = "<w:r><w:instrText> PAGEREF Halden_plan \\h </w:instrText></w:r>"
    inside = (
        '<w:bookmarkStart w:id="1" w:name="Halden_plan"/><w:bookmarkStart w:id="2" w:name="Halden_costs"/>'
        '<w:bookmarkStart w:id="3" w:name="Redacted1"/><w:hyperlink w:anchor="halden_costs"/>'
        f'{field}<w:fldSimple w:instr="REF Halden_costs"/>'
    )
    after = scrubbed(paragraph(inside))
    assert re.findall(r'w:name="(\w+)"', after) == ["Redacted2", "Redacted3", "Redacted1"]
    assert 'w:anchor="Redacted3"' in after
    assert "PAGEREF Redacted2 \\h" in after
    assert 'w:instr="REF Redacted3"' in after


def test_the_id_of_a_shape_is_changed_where_it_is_given_and_where_it_is_used():
    inside = (
        '<w:r><w:object><v:shape id="Halden_logo"/><o:OLEObject ShapeID="Halden_logo"/></w:object></w:r>'
        '<w:r><w:object><v:rect id="Halden_2"/><w:control w:shapeid="Halden_2"/></w:object></w:r>'
    )
    after = scrubbed(paragraph(inside))
    assert re.findall(r'(?:id|ShapeID)="(\w+)"', after) == ["Redacted1", "Redacted1", "Redacted2", "Redacted2"]


def test_initials_that_are_a_redacted_string_go_whoever_the_author_is():
    after = scrubbed(paragraph('<w:ins w:id="1" w:author="B" w:initials="Halden"/>'))
    assert after.count("<w:ins") == 1
    assert "initials" not in after


def test_a_bookmark_in_the_body_is_followed_from_a_header():
    parts = {
        "word/header1.xml": xml("w:hdr", paragraph('<w:fldSimple w:instr="REF Halden_x"/>')),
        "word/_rels/document.xml.rels": relationships(("header", "header1.xml")),
    }
    after = scrub(package(paragraph('<w:bookmarkStart w:id="1" w:name="Halden_x"/>'), parts), [HALDEN]).package
    assert b'w:instr="REF Redacted1"' in after.parts["word/header1.xml"]


def test_own_styles_are_renamed_and_stay_distinct_while_words_own_keep_their_names():
    styles = xml(
        "w:styles",
        '<w:style w:styleId="Title"><w:name w:val="Title"/></w:style>'
        '<w:style w:customStyle="1" w:styleId="Halden-1"><w:name w:val="Halden"/></w:style>'
        '<w:style w:customStyle="1" w:styleId="x"><w:name w:val="HALDEN"/><w:next w:val="Halden-1"/></w:style>',
    )
    inside = paragraph('<w:pPr><w:pStyle w:val="Halden-1"/></w:pPr>')
    after = scrub(
        package(inside, {"word/styles.xml": styles}), [HALDEN, RedactedString("title", "[REDACTED]")]
    ).package
    written = after.parts["word/styles.xml"].decode()
    assert re.findall(r'styleId="([^"]*)"', written) == ["Title", "Redacted1", "Redacted2"]
    assert re.findall(r'name w:val="([^"]*)"', written) == ["Title", "[CLIENT]", "[CLIENT] 2"]
    assert 'next w:val="Redacted1"' in written
    assert b'pStyle w:val="Redacted1"' in after.parts[MAIN]


def test_a_style_is_not_words_own_because_it_says_so():
    styles = xml("w:styles", '<w:style w:styleId="q"><w:name w:val="Halden Quote"/></w:style>')
    after = scrub(package(paragraph(""), {"word/styles.xml": styles}), [HALDEN]).package
    assert "Halden" not in after.parts["word/styles.xml"].decode()


def test_an_author_who_is_redacted_loses_the_initials_too():
    comments = xml(
        "w:comments",
        '<w:comment w:id="0" w:author="Ann Halden" w:initials="AH"/><w:comment w:author="B" w:initials="B"/>',
    )
    people = xml(
        "w15:people",
        '<w15:person w15:author="Ann Halden"><w15:presenceInfo w15:userId="S::ann@halden.example"/></w15:person>',
    )
    parts = {"word/comments.xml": comments, "word/people.xml": people}
    after = scrub(package("", parts), [HALDEN]).package.parts
    assert b'<w:comment w:id="0" w:author="Ann [CLIENT]"/>' in after["word/comments.xml"]
    assert b'w:author="B" w:initials="B"' in after["word/comments.xml"]
    assert b"halden" not in after["word/people.xml"].lower()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "word/settings.xml",
            xml("w:settings", '<w:docVars><w:docVar w:name="Halden" w:val="Halden"/></w:docVars>'),
        ),
        ("word/charts/chart1.xml", xml("c:chartSpace", "<c:f>'Halden'!A1</c:f><c:v>Halden</c:v><a:t>Halden</a:t>")),
        ("word/theme/theme1.xml", xml("a:theme", '<a:fontScheme name="Halden"/>')),
        ("word/numbering.xml", xml("w:numbering", '<w:lvlText w:val="Halden %1."/>')),
        ("word/glossary/document.xml", xml("w:glossaryDocument", paragraph(text("Hal"), text("den", "<w:b/>")))),
    ],
)
def test_the_other_parts_are_cleaned_as_well(name: str, content: bytes):
    result = scrub(package("", {name: content}), [HALDEN])
    after = result.package.parts[name].decode()
    assert "Halden" not in after
    assert "[CLIENT]" in after
    assert {row.part for row in result.covered if row.count} == {name}


def test_custom_xml_is_cleaned_in_texts_and_attributes():
    parts = {
        "word/_rels/document.xml.rels": relationships(("customXml", "../customXml/item1.xml")),
        "customXml/item1.xml": b'<plan xmlns="urn:x" for="Halden"><who>Halden &amp; Rook</who></plan>',
    }
    after = scrub(package("", parts), [CLIENT, HALDEN]).package.parts["customXml/item1.xml"]
    assert after.endswith(b'<plan xmlns="urn:x" for="[CLIENT]"><who>[CLIENT]</who></plan>')


@pytest.mark.parametrize("times", sampled([25_000, 250_000], [25_000]))
def test_many_comment_like_strings_are_handled_quickly(times):
    """Not timed here; a search from each of them to the end would take minutes, or hours."""
    data = "<w:docVar w:name='a'><![CDATA[" + "<!--" * times + "Halden --> <?pi Halden]]></w:docVar>"
    parts = {"word/settings.xml": xml("w:settings", data)}
    (changed,) = [row for row in scrub(package("", parts), [HALDEN]).covered if row.count]
    assert changed == CoverageEntry("word/settings.xml", "other text", Treatment.REDACTED, 1)


def test_comments_around_the_root_go_as_well():
    parts = {"word/a.xml": b"<a/><!-- for Halden -->", "word/b.xml": b"<?for Halden?><a/>"}
    after = scrub(package("", parts), [HALDEN]).package.parts
    assert b"Halden" not in after["word/a.xml"] + after["word/b.xml"]


def test_comments_in_the_xml_go_whatever_they_say():
    parts = {"word/a.xml": b"<a><!-- for Halden --></a>", "word/b.xml": b"<a><!-- for nobody --></a>"}
    after = scrub(package("", parts), [HALDEN]).package.parts
    assert b"<!--" not in after["word/a.xml"]
    assert b"<!--" not in after["word/b.xml"]


@pytest.mark.parametrize(
    ("kind", "target", "expected"),
    [
        ("hyperlink", "https://www.halden.example/plan", "https://redacted.example/"),
        ("hyperlink", "https://x.example/Halden%20%26%20Rook.pdf", "https://redacted.example/"),
        ("hyperlink", "https://x.example/%48alden.pdf", "https://redacted.example/"),
        ("hyperlink", "https://x.example/?q=Zm9yIEhhbGRlbiBvbmx5", "https://redacted.example/"),  # for Halden only
        ("hyperlink", "mailto:ann@halden.example", "mailto:redacted@redacted.example"),
        ("attachedTemplate", "file:///C:/Halden/report.dotx", "file:///redacted"),
        ("image", "file:///C:/Halden/logo.png", "file:///redacted"),
        ("hyperlink", "https://x.example/holden", "https://x.example/holden"),
    ],
)
def test_links_that_name_what_is_redacted_lead_nowhere(kind: str, target: str, expected: str):
    parts = {"word/_rels/document.xml.rels": relationships(external=((kind, target),))}
    after = scrub(package("", parts), [HALDEN]).package
    (link,) = arrows(after.parts, MAIN)
    assert (link.kind, link.target, link.external) == (kind, expected, True)


PROPERTIES = (
    b'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    b' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    b"<dc:title>T</dc:title><dc:creator>Ann Rook</dc:creator><cp:lastModifiedBy>Ann Rook</cp:lastModifiedBy>"
    b"<dc:language>en-GB</dc:language><cp:revision>17</cp:revision><dcterms:created>2024-01-01T00:00:00Z</dcterms:created>"
    b"</cp:coreProperties>"
)
EXTENDED = (
    b'<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    b"<Template>Rook.dotx</Template><Company>Rook</Company><Manager>Ann</Manager><Pages>2</Pages></Properties>"
)
PROPERTY_TYPES = {
    "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
    "docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
    "docProps/custom.xml": "application/vnd.openxmlformats-officedocument.custom-properties+xml",
}
METADATA = "http://schemas.openxmlformats.org/package/2006/relationships/metadata"


def with_properties() -> Package:
    parts = {
        "_rels/.rels": relationships(
            ("officeDocument", "word/document.xml"),
            (f"{METADATA}/core-properties", "docProps/core.xml"),
            (f"{METADATA}/thumbnail", "docProps/thumbnail.jpeg"),
            ("extended-properties", "docProps/app.xml"),
            ("custom-properties", "docProps/custom.xml"),
            (
                "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin",
                "sigs/origin.sigs",
            ),
        ),
        "docProps/core.xml": PROPERTIES,
        "docProps/app.xml": EXTENDED,
        "docProps/custom.xml": b"<Properties>Rook</Properties>",
        "docProps/thumbnail.jpeg": b"\xff\xd8",
        "sigs/origin.sigs": b"",
        "sigs/_rels/origin.sigs.rels": relationships(("signature", "sig1.xml")),
        "sigs/sig1.xml": b"<Signature>Ann Rook</Signature>",
    }
    return package(paragraph(text("a")), parts, PROPERTY_TYPES)


def test_properties_are_emptied_even_without_a_redacted_string():
    result = scrub(with_properties(), [])
    after = result.package
    assert list(after.parts) == [
        "[Content_Types].xml",
        "_rels/.rels",
        MAIN,
        "docProps/core.xml",
        "docProps/app.xml",
    ]
    assert [each.part for each in arrows(after.parts, "")] == [MAIN, "docProps/core.xml", "docProps/app.xml"]
    assert "docProps/custom.xml" not in after.parts["[Content_Types].xml"].decode()
    assert after.parts["docProps/app.xml"].endswith(b'extended-properties"/>')
    assert CoverageEntry("docProps/thumbnail.jpeg", "thumbnail", Treatment.REMOVED, 1) in result.covered


def test_words_in_place_of_a_language_do_not_survive():
    assert b"language" in scrub(with_properties(), []).package.parts["docProps/core.xml"]
    spoken = with_properties().with_parts(
        {"docProps/core.xml": PROPERTIES.replace(b"en-GB", b"as Ann Rook speaks")}
    )
    assert b"language" not in scrub(spoken, []).package.parts["docProps/core.xml"]


def test_python_docx_reads_the_emptied_properties():
    stream = io.BytesIO()
    made = docx.Document()
    made.core_properties.author = made.core_properties.title = "Ann Rook"
    made.core_properties.language = "en-GB"
    made.save(stream)
    after = docx.Document(io.BytesIO(scrub(open_package(stream.getvalue()), []).package.to_bytes())).core_properties
    assert (after.author, after.title, after.last_modified_by, after.comments) == ("", "", "", "")
    assert (after.language, after.revision, after.created, after.modified) == ("en-GB", 1, None, None)


def test_a_control_that_shows_a_property_keeps_its_text_when_the_property_is_emptied():
    core = '<w:dataBinding w:xpath="/x" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/>'
    own = '<w:dataBinding w:xpath="/x" w:storeItemID="{00000000-F283-45AE-878A-BAB7291924A1}"/>'
    inside = "".join(f"<w:sdt><w:sdtPr>{each}</w:sdtPr></w:sdt>" for each in (core, own))
    after = scrubbed(inside)
    assert "6C3C8BC8" not in after
    assert "00000000" in after


def test_a_clean_document_is_not_touched():
    clean = package(paragraph(text("a")), {"word/odd.xml": b"<a  b = 'c' ></a>"})
    assert scrub(clean, [HALDEN]).package == clean
    assert not any(row.count for row in scrub(clean, [HALDEN]).covered)


def test_a_part_that_is_no_xml_in_spite_of_its_name_stays_as_it_is():
    broken = package("", {"word/broken.xml": b"<Halden"})
    assert scrub(broken, [HALDEN]).package == broken


@pytest.mark.parametrize("strict", [False, True])
def test_both_dialects_are_cleaned(strict: bool):
    before = package(paragraph('<w:hyperlink w:anchor="x" w:tooltip="Halden"/>'), strict=strict)
    assert b'w:tooltip="[CLIENT]"' in scrub(before, [HALDEN]).package.parts[MAIN]


def test_coverage_rows_contain_counts_and_no_words():
    inside = paragraph('<w:hyperlink w:tooltip="Halden"/><w:hyperlink w:tooltip="to Halden"/>')
    assert scrub(package(inside), [HALDEN]).covered == (CoverageEntry(MAIN, "link tooltip", Treatment.REDACTED, 2),)


def test_the_output_reads_as_before_and_is_a_valid_zip():
    after = scrub(with_properties(), [CLIENT]).package.to_bytes()
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        assert archive.testzip() is None
    assert read_document(open_package(after)).counted_texts() == ("a",)
    parts = open_package(after).parts
    assert set(content_types(parts)) == {part for part in parts if not part.endswith((".rels", "_Types].xml"))}


_TEXTS = st.lists(
    st.sampled_from(["Halden", "HALDEN & ROOK", "center", "Center2", "a center.", "", "Rook", "[CLIENT]"])
)


@given(_TEXTS.map(lambda many: [" ".join(many[:i]) for i in range(len(many) + 1)]))
def test_searching_many_texts_at_once_finds_what_searching_each_finds(texts: list[str]):
    strings = [HALDEN, CENTER, RedactedString("Rook", "[CLIENT]")]
    found = Search(strings).find_all(texts)
    for i, each in enumerate(texts):
        alone = sorted((span, string.placeholder) for string in strings for span in string.spans(each))
        assert found.get(i, []) == alone


def test_a_word_with_a_capital_can_be_told_from_the_ordinary_word():
    love = RedactedString("Love", "[TERM]", is_word=True, case_sensitive=True)
    assert Search([love]).find("love and Love") == [(Span(9, 13), "[TERM]")]


def test_the_longer_of_two_strings_that_start_together_wins():
    (found,) = Search([HALDEN, CLIENT]).find("for Halden & Rook")
    assert found[0].of("for Halden & Rook") == "Halden & Rook"


def test_initials_that_name_the_client_go_with_their_author_once():
    comment = '<w:comment w:id="1" w:author="Halden" w:initials="Halden"><w:p/></w:comment>'
    after = scrub(package(comment), [HALDEN]).package.parts[MAIN].decode()
    assert "Halden" not in after
    assert "w:initials" not in after
