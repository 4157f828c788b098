"""The text outside the stories that recognisers get."""

import base64

from backend.document.model import NOTHING_OUTSIDE
from backend.ooxml.scrub.outside_text import text_outside_stories
from tests.ooxml.building import WORD, package, paragraph, relationships, text, xml

LINKS = (
    ("hyperlink", "mailto:ann%40halden.example"),
    ("hyperlink", "tel:+44%2020%207946%200000"),
    ("attachedTemplate", "file:///C:/Halden%20plan.dotx"),
)


def test_everything_that_people_wrote_outside_the_stories_is_reported_once_and_stories_are_not():
    parts = {
        "word/_rels/document.xml.rels": relationships(
            ("customXml", "../customXml/item1.xml"), ("header", "header1.xml"), external=LINKS
        ),
        "word/header1.xml": xml("w:hdr", paragraph(text("in the header"))),
        "customXml/item1.xml": b'<plan who="Ann"><for>Halden</for></plan>',
        "word/charts/chart1.xml": xml("c:chartSpace", "<c:v>sales</c:v>"),
        "word/diagrams/data1.xml": xml("w:x", "<a:p><a:t>in a</a:t><a:t> drawing</a:t></a:p>"),
        "word/glossary/document.xml": xml("w:glossaryDocument", paragraph(text("a "), text("block"))),
        "word/settings.xml": xml("w:settings", "<!--unseen-->"),
    }
    inside = paragraph(
        text("in the body"),
        '<w:hyperlink w:tooltip="a tip">',
        text("link"),
        "</w:hyperlink>",
        '<w:hyperlink w:tooltip="a tip"/>',
        "<w:r><w:instrText> TC </w:instrText><w:instrText>entry</w:instrText></w:r>",
    )
    found = text_outside_stories(package(inside, parts, {"word/header1.xml": f"{WORD}.header+xml"}))
    assert found.said == ("a tip", "sales", "in a drawing", "a block")
    assert found.texts == (
        "a tip",
        " TC entry",
        "Ann",
        "Halden",
        "sales",
        "in a drawing",
        "a block",
        "mailto:ann@halden.example",
        "tel:+44 20 7946 0000",
        "file:///C:/Halden plan.dotx",
    )


def test_the_entries_of_an_index_are_said_as_prose_is():
    codes = (' XE "People:Kirsten, Gisela" \\r x ', ' DATE \\@ "d MMMM" ')
    inside = paragraph(*(f"<w:r><w:instrText>{code}</w:instrText></w:r>" for code in codes[:1]))
    inside += paragraph(f"<w:r><w:instrText>{codes[1]}</w:instrText></w:r>")
    assert text_outside_stories(package(inside)).said == ("People", "Kirsten, Gisela")


def test_a_target_that_a_redaction_has_written_says_nothing():
    links = (("hyperlink", "mailto:redacted@redacted.example"), ("hyperlink", "https://redacted.example/"))
    parts = {"word/_rels/document.xml.rels": relationships(external=links)}
    assert text_outside_stories(package(paragraph(text("a link")), parts)) == NOTHING_OUTSIDE


def test_a_bare_document_says_nothing_outside_its_stories():
    assert text_outside_stories(package(paragraph(text("only this")))) == NOTHING_OUTSIDE


def test_base64_says_its_text_and_the_bytes_of_an_id_say_nothing():
    said = base64.b64encode(b"\x00\x07\xfe\x1aask ann@halden.example\xff").decode()
    some_id = "0x010100F35A021CA6B15845A5D2C98D241D14E4"  # as base64 these digits read "@mB" among other bytes
    parts = {
        "word/_rels/document.xml.rels": relationships(("customXml", "../customXml/item1.xml")),
        "customXml/item1.xml": f'<plan kept="{said}" id="{some_id}"/>'.encode(),
    }
    texts = text_outside_stories(package(paragraph(text("a plan")), parts)).texts
    assert "ask ann@halden.example" in texts
    assert [each for each in texts if "mB" in each] == []


def test_the_id_of_a_review_in_a_file_says_nothing_and_other_properties_of_add_ins_do():
    def said_by(name, value):
        content = (
            '<we:webextension xmlns:we="http://schemas.microsoft.com/office/webextensions/webextension/2010/11">'
            f"<we:properties><we:property name='{name}' value='{value}'/></we:properties></we:webextension>"
        )
        parts = {"word/webextensions/webextension1.xml": content.encode()}
        return text_outside_stories(package(paragraph(text("A report.")), parts)).texts

    review = '"' + "0af1" * 8 + '"'
    assert said_by("unsaid.review", review) == ()
    assert said_by("unsaid.review", "Halden") == ("unsaid.review", "Halden")
    assert said_by("notes", review) == ("notes", review)
