"""A small corpus of leaks: each file hides the same name in one way, and each is found and told where."""

import base64
import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.redacted_strings import RedactedString
from backend.messages.reasons import ContentNotRead, EmbeddedNotRedacted, PartDamaged
from backend.verification import raw_search
from backend.verification.matching import Needles
from tests.string_search import search_package, search_text

NAME = RedactedString("Halden & Rook", "[CLIENT]")
WORD = RedactedString("center", "[TERM]", is_word=True)

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
DOCUMENT = "word/document.xml"


def package(parts, comment=b""):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
        archive.comment = comment
    return buffer.getvalue()


def word(body, namespaces=W):
    return f'<?xml version="1.0" encoding="UTF-8"?><w:document {namespaces}><w:body>{body}</w:body></w:document>'


def chart(inside):
    return f'<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">{inside}</c:chart>'


def paragraph(*runs):
    return "<w:p>" + "".join(f"<w:r><w:t>{run}</w:t></w:r>" for run in runs) + "</w:p>"


def run_of_symbols(letters):
    return "".join(f'<w:sym w:font="Arial" w:char="{ord(letter):04X}"/>' for letter in letters)


def relationship(target):
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"'
        f' Target="{target}" TargetMode="External"/></Relationships>'
    )


def png(text):
    """The head of a picture with a comment, as an editor writes it."""
    chunk = b"tEXtAuthor\0" + text
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", len(chunk) - 4) + chunk + b"\x00\x01\x02\x03"


DELETED = "<w:del><w:r><w:delText>{}</w:delText></w:r></w:del>"
INSERTED = "<w:ins><w:r><w:t>{}</w:t></w:r></w:ins>"
MOVED = "<w:moveFrom><w:r><w:t> old</w:t></w:r></w:moveFrom>"
FIELD = "<w:r><w:instrText>{}</w:instrText></w:r>"
AROUND = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>{}<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    '<w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    '<w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>{}'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
BOX = "<w:p><w:r><w:t>Halden </w:t></w:r><w:r><w:pict><w:p><w:r><w:t>box</w:t></w:r></w:p></w:pict></w:r>{}</w:p>"

# What is hidden how: the parts, the part it is in, and how it must be told.
LEAKS = {
    "plain text": ({DOCUMENT: word(paragraph("for Halden &amp; Rook"))}, DOCUMENT, "text"),
    "header": (
        {"word/header3.xml": f"<w:hdr {W}>{paragraph('HALDEN &amp; ROOK')}</w:hdr>"},
        "word/header3.xml",
        "text",
    ),
    "a format of numbers in pieces": (
        {
            "word/charts/chart1.xml": chart(
                '<c:numFmt formatCode="\\H\\a&quot;ld&quot;_-&quot;en &amp;&quot;\\ \\R\\ook"/>'
            )
        },
        "word/charts/chart1.xml",
        "spaced letters",
    ),
    "a format of numbers as a text": (
        {"word/charts/chart1.xml": chart('<c:formatCode>0;"Hal""den &amp;"_-"Rook"</c:formatCode>')},
        "word/charts/chart1.xml",
        "spaced letters",
    ),
    "split runs": ({DOCUMENT: word(paragraph("Hal", "den &amp;", " Ro", "ok"))}, DOCUMENT, "text"),
    "a tab between": (
        {DOCUMENT: word("<w:p><w:r><w:t>Halden &amp;</w:t><w:tab/><w:t>Rook</w:t></w:r></w:p>")},
        DOCUMENT,
        "text",
    ),
    "a line break between": (
        {DOCUMENT: word("<w:p><w:r><w:t>Halden &amp;</w:t><w:br/><w:t>Rook</w:t></w:r></w:p>")},
        DOCUMENT,
        "text",
    ),
    "a soft hyphen inside": (
        {DOCUMENT: word("<w:p><w:r><w:t>Hal</w:t><w:softHyphen/><w:t>den &amp; Rook</w:t></w:r></w:p>")},
        DOCUMENT,
        "text",
    ),
    "deletion": ({DOCUMENT: word(f"<w:p>{DELETED.format('Halden &amp; Rook')}</w:p>")}, DOCUMENT, "text"),
    "half deleted": (
        {DOCUMENT: word(f"<w:p><w:r><w:t>Halden </w:t></w:r>{DELETED.format('&amp; Rook')}</w:p>")},
        DOCUMENT,
        "text",
    ),
    "a deletion in the middle": (
        {
            DOCUMENT: word(
                f"<w:p><w:r><w:t>Halden &amp;</w:t></w:r>{DELETED.format(' old')}<w:r><w:t> Rook</w:t></w:r></w:p>"
            )
        },
        DOCUMENT,
        "text",
    ),
    "an insertion in the middle": (
        {
            DOCUMENT: word(
                f"<w:p><w:r><w:t>Halden &amp;</w:t></w:r>{INSERTED.format(' new')}<w:r><w:t> Rook</w:t></w:r></w:p>"
            )
        },
        DOCUMENT,
        "text",
    ),
    "deleted and inserted": (
        {DOCUMENT: word(f"<w:p>{DELETED.format('Halden &amp;')}{INSERTED.format(' Rook')}</w:p>")},
        DOCUMENT,
        "text",
    ),
    "around what was moved away": (
        {DOCUMENT: word(paragraph("Halden &amp;", "MOVED", " Rook").replace("<w:r><w:t>MOVED</w:t></w:r>", MOVED))},
        DOCUMENT,
        "text",
    ),
    "a moved paragraph": (
        {DOCUMENT: word("<w:p><w:moveFrom><w:r><w:t>Halden &amp; Rook</w:t></w:r></w:moveFrom></w:p>")},
        DOCUMENT,
        "text",
    ),
    "around a text box": ({DOCUMENT: word(BOX.format("<w:r><w:t>&amp; Rook</w:t></w:r>"))}, DOCUMENT, "text"),
    "symbols of an ordinary font": (
        {DOCUMENT: word(f"<w:p>{run_of_symbols('Halden & Rook')}</w:p>")},
        DOCUMENT,
        "text",
    ),
    "an instruction around a field": (
        {DOCUMENT: word(f"<w:p>{AROUND.format(FIELD.format(' TC Halden'), FIELD.format(' &amp; Rook'))}</w:p>")},
        DOCUMENT,
        "field instruction",
    ),
    "a field's instruction": (
        {DOCUMENT: word(f"<w:p>{FIELD.format(' HYPERLINK Hal')}{FIELD.format('den &amp; Rook')}</w:p>")},
        DOCUMENT,
        "field instruction",
    ),
    "drawing text": (
        {"word/diagrams/data1.xml": f"<a:p {A}><a:r><a:t>Halden &amp;</a:t></a:r><a:t> Rook</a:t></a:p>"},
        "word/diagrams/data1.xml",
        "text",
    ),
    "text where Word expects none": ({DOCUMENT: word("<w:p>Halden &amp; Rook</w:p>")}, DOCUMENT, "text"),
    "alt text": (
        {DOCUMENT: word('<wp:docPr id="1" name="Picture 1" descr="Logo of Halden &amp; Rook"/>', f"{W} {WP}")},
        DOCUMENT,
        "attribute",
    ),
    "bookmark": ({DOCUMENT: word('<w:bookmarkStart w:id="0" w:name="Halden_&amp;_Rook"/>')}, DOCUMENT, "attribute"),
    "style name": (
        {"word/styles.xml": f'<w:style {W}><w:name w:val="Halden &amp; Rook body"/></w:style>'},
        "word/styles.xml",
        "attribute",
    ),
    "an attribute nobody knows": ({DOCUMENT: word('<w:p w:rsidX="Halden &amp; Rook"/>')}, DOCUMENT, "attribute"),
    "relationship target": (
        {"word/_rels/document.xml.rels": relationship("https://halden-&amp;-rook.example/")},
        "word/_rels/document.xml.rels",
        "relationship target",
    ),
    "percent-encoded target": (
        {"word/_rels/document.xml.rels": relationship("https://x.example/Halden%20%26%20Rook")},
        "word/_rels/document.xml.rels",
        "percent-encoded",
    ),
    "custom XML": (
        {"customXml/item1.xml": "<project><client>Halden &amp; Rook</client></project>"},
        "customXml/item1.xml",
        "text",
    ),
    "custom XML, split": (
        {"customXml/item1.xml": "<project><b>Hal</b>den &amp; R<i>ook</i></project>"},
        "customXml/item1.xml",
        "text",
    ),
    "custom XML's attribute": (
        {"customXml/item1.xml": '<project for="Halden &amp; Rook"/>'},
        "customXml/item1.xml",
        "attribute",
    ),
    "custom XML's namespace": (
        {"customXml/item1.xml": '<project xmlns="urn:halden-&amp;-rook:plan"/>'},
        "customXml/item1.xml",
        "markup",
    ),
    "core properties": (
        {"docProps/core.xml": '<title xmlns="http://purl.org/dc/elements/1.1/">Halden &amp; Rook</title>'},
        "docProps/core.xml",
        "text",
    ),
    "comment in the XML": ({DOCUMENT: word("<!-- Halden & Rook -->")}, DOCUMENT, "comment"),
    "processing instruction": ({DOCUMENT: word("<?note Halden & Rook?>")}, DOCUMENT, "processing instruction"),
    "UTF-16 XML": (
        {DOCUMENT: word(paragraph("Halden &amp; Rook")).replace("UTF-8", "UTF-16").encode("utf-16")},
        DOCUMENT,
        "utf-16",
    ),
    "UTF-16 text, big end first": (
        {"notes.txt": b"\xfe\xff" + "für Halden & Rook".encode("utf-16-be")},
        "notes.txt",
        "utf-16",
    ),
    "UTF-16 text": ({"notes.txt": "Halden & Rook".encode("utf-16")}, "notes.txt", "utf-16"),
    "Latin-1 XML": (
        {DOCUMENT: word(paragraph("für Halden &amp; Rook")).replace("UTF-8", "ISO-8859-1").encode("latin-1")},
        DOCUMENT,
        "text",
    ),
    "entity-encoded twice": ({DOCUMENT: word(paragraph("Halden &amp;amp; Rook"))}, DOCUMENT, "entity-encoded"),
    "base64": (
        {DOCUMENT: word(paragraph(base64.b64encode(b"for Halden & Rook").decode()))},
        DOCUMENT,
        "base64",
    ),
    "broken XML": ({DOCUMENT: "<w:p><w:t>Hal</w:t><w:t>den & Rook</w:t>"}, DOCUMENT, "text"),
    "XML under another name": ({"word/data.bin": "<a>Halden &amp; Rook</a>"}, "word/data.bin", "text"),
    "a picture's comment": ({"word/media/image1.png": png(b"Halden & Rook")}, "word/media/image1.png", "bytes"),
    "UTF-16 among bytes": (
        {
            "word/vbaProject.bin": b"\xd0\xcf\x11\xe0\x00\xff"
            + "Halden & Rook".encode("utf-16-le")
            + b"\x00\xff\x01"
        },
        "word/vbaProject.bin",
        "utf-16",
    ),
    "UTF-16 the other way round": (
        {"word/x.bin": b"\x00\x01\xff\xff" + "Halden & Rook".encode("utf-16-be") + b"\xff\xff"},
        "word/x.bin",
        "utf-16",
    ),
    "nested package": (
        {"word/embeddings/plan.docx": package({DOCUMENT: word(paragraph("Halden ", "&amp; Rook"))})},
        f"word/embeddings/plan.docx!/{DOCUMENT}",
        "text",
    ),
    "nested in a nested package": (
        {"a.docx": package({"b.bin": package({"sheet1.xml": '<c xmlns="urn:x">Halden &amp; Rook</c>'})})},
        "a.docx!/b.bin!/sheet1.xml",
        "text",
    ),
    "part name": ({"word/media/Halden & Rook.txt": "x"}, "part 1", "part name"),
    "part name, encoded": ({"word/Halden%20%26%20Rook.txt": "x"}, "part 1", "part name"),
}


@pytest.mark.parametrize(("parts", "part", "how"), LEAKS.values(), ids=LEAKS)
def test_a_leak_is_found_and_its_place_reported(parts, part, how):
    places = search_package(package(parts), [WORD, NAME], "plan.docx").places
    assert (part, how, "[CLIENT]", 1) in [(each.part, each.how, each.placeholder, each.index) for each in places]
    assert {place.index for place in places} == {1}


@pytest.mark.parametrize(("parts", "part", "how"), LEAKS.values(), ids=LEAKS)
def test_the_same_file_without_the_name_has_no_leak(parts, part, how):
    assert search_package(package(parts), [RedactedString("Halden & Book", "[CLIENT]")], "plan.docx").places == ()


def test_a_part_that_every_package_has_is_not_a_leak():
    parts = {"[Content_Types].xml": "", DOCUMENT: word(""), "word/_rels/document.xml.rels": relationship("x")}
    names = [RedactedString(name, "[CLIENT]") for name in ("Document", "Word", "Types", "rels", "xml")]
    assert search_package(package(parts), names, "plan.docx").places == ()
    assert search_package(package({"word/document-x.xml": ""}), names).places


NEAR_MISSES = {
    "across two small words": {DOCUMENT: word(paragraph("the halden &amp;") + paragraph("rook"))},
    "across two parts": {"a.txt": "Halden &", "b.txt": "Rook"},
    "inside a longer word": {DOCUMENT: word(paragraph("unhalden &amp; Rook, Halden &amp; Rooke"))},
    "a deletion that separated": {
        DOCUMENT: word(
            f"<w:p><w:r><w:t>Halden</w:t></w:r>{DELETED.format('s')}<w:r><w:t>x &amp; Rook</w:t></w:r></w:p>"
        )
    },
    "across two fields": {
        DOCUMENT: word(f"<w:p>{FIELD.format('Halden &amp;')}<w:fldChar/>{FIELD.format(' Rook')}</w:p>")
    },
    "our own placeholder": {DOCUMENT: word(paragraph("for [CLI", "ENT] and [TERM]"))},
}


@pytest.mark.parametrize("parts", NEAR_MISSES.values(), ids=NEAR_MISSES)
def test_a_near_miss_is_not_a_leak(parts):
    assert search_package(package(parts), [NAME, RedactedString("client", "[REDACTED]")]).places == ()


WRITTEN = (
    paragraph("the center"),
    '<w:tag w:val="Center"/>',
    '<w:bookmarkStart w:id="1" w:name="our_center"/>',
    '<w:comment w:author="Center"/>',
    '<w:style w:customStyle="1"><w:name w:val="Center body"/></w:style>',
    f"<w:p>{FIELD.format(' QUOTE center')}</w:p>",
    "<!-- center -->",
)
PRESCRIBED = (
    '<w:jc w:val="center"/>',
    '<w:lsdException w:name="Center"/><w:style><w:name w:val="Center"/></w:style>',
    '<w:rFonts w:ascii="Center Sans"/>',
    f"<w:p>{FIELD.format(' DATE ')}</w:p>",
    "<w:align>center</w:align>",
)


@pytest.mark.parametrize("body", WRITTEN)
def test_a_word_of_the_model_counts_where_people_write(body):
    assert search_package(package({DOCUMENT: word(body)}), [WORD]).places


@pytest.mark.parametrize("body", PRESCRIBED)
def test_a_word_of_the_model_does_not_count_in_a_value_of_the_schema(body):
    date = RedactedString("date", "[TERM]", is_word=True)
    assert search_package(package({DOCUMENT: word(body)}), [WORD, date]).places == ()


@pytest.mark.parametrize(
    "body",
    [
        '<w:jc w:val="center"/>',
        '<w:rFonts w:ascii="Georgia"/>',
        '<w:mathFont w:val="Georgia"/>',
        '<w:x w:uri="http://schemas.microsoft.com/office/word"/>',
        '<w:style w:styleId="Signature"><w:name w:val="Signature"/></w:style><w:pStyle w:val="SignatureChar"/>',
        '<w:shape w:style="position:absolute;text-align:center"/>',
    ],
)
def test_a_name_does_not_count_where_word_chose_the_value(body):
    names = [RedactedString(name, "[CLIENT]") for name in ("Center", "Georgia", "Microsoft", "Signature")]
    assert search_package(package({DOCUMENT: word(body)}), names).places == ()


@pytest.mark.parametrize(
    "body",
    [
        '<w:pStyle w:val="georgia"/>',
        '<w:rFonts w:ascii="Georgia Sans"/>',
        '<w:style><w:name w:val="Georgia"/></w:style>',
        '<w:lsdException w:name="Georgia"/><w:style><w:name w:val="Georgia"/></w:style>',
        '<w:alias w:val="georgia"/>',
        '<w:bookmarkStart w:name="georgia"/>',
        '<w:person w:userId="georgia"/>',
        """<w:shape w:style="font-family:'Georgia';width:1pt"/>""",
    ],
)
def test_a_name_counts_in_every_other_attribute(body):
    assert search_package(package({DOCUMENT: word(body)}), [RedactedString("Georgia", "[CLIENT]")]).places


@pytest.mark.parametrize("name", ["halden_&_rook plan.docx", "out/Halden%20&%20Rook.docx", "Halden & Rook/a.docx"])
def test_the_file_name_is_searched(name):
    (place,) = search_package(package({}), [NAME], name).places
    assert (place.part, place.how) == ("", "file name")


def test_the_comment_of_the_zip_is_searched():
    assert search_package(package({}, comment=b"Halden & Rook"), [NAME]).places[0].how == "zip comment"


def test_every_part_has_a_row_that_reports_whether_its_text_was_examined():
    parts = {
        DOCUMENT: word(""),
        "word/empty.txt": "",
        "word/media/image1.png": png(b""),
        "word/embeddings/oleObject1.bin": b"\xd0\xcf\x11\xe0\x00",
        "word/fonts/font1.odttf": b"\x00\x01",
        "word/bad.xml": "<a><b></a>",
        "word/evil.xml": '<!DOCTYPE a [<!ENTITY x "Halden &amp; Rook">]><a>&x;</a>',
    }
    search = search_package(package(parts), [NAME])
    assert {row.name: row.examined for row in search.parts} == {
        name: name in (DOCUMENT, "word/empty.txt") for name in parts
    }
    why = {row.name: row.reason for row in search.parts}
    assert why["word/media/image1.png"] == ContentNotRead("picture")
    assert why["word/evil.xml"] == PartDamaged("document_type")
    assert why["word/bad.xml"] == PartDamaged("no_xml")
    assert [(place.part, place.how) for place in search.places] == [("word/evil.xml", "entity-encoded")]


CONTENT_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="xml" ContentType="application/xml"/><Default Extension="dat" ContentType="image/svg+xml"/>
<Override PartName="/word/Page.xml" ContentType="application/xhtml+xml"/></Types>"""
IMPORTS = relationship("/word/Plan.xml").replace("hyperlink", "aFChunk") + " "
CACHED = f'<w:x w:gfxdata="{base64.b64encode(package({"a.xml": "<a/>"})).decode()}"/>'
PICTURE = f"<v:x {W}><w:binData>AAAA</w:binData></v:x>".replace("v:", "w:")

DRAWN = ContentNotRead("picture")
UNREAD = {
    "an embedded document": (
        {"word/embeddings/plan.docx": package({DOCUMENT: word("")})},
        f"word/embeddings/plan.docx!/{DOCUMENT}",
        EmbeddedNotRedacted(),
    ),
    "a package under another name": ({"a.xml": package({"b.xml": "<b/>"})}, "a.xml!/b.xml", EmbeddedNotRedacted()),
    "a drawing": ({"word/media/image1.svg": "<svg/>"}, "word/media/image1.svg", DRAWN),
    "a drawing by its type": ({"word/media/a.dat": "<svg/>"}, "word/media/a.dat", DRAWN),
    "a drawing that is text": (
        {"word/media/a.eps": "%!PS (Halden)"},
        "word/media/a.eps",
        DRAWN,
    ),
    "a drawing that happens to decode": (
        {"word/media/a.emf": "abc"},
        "word/media/a.emf",
        DRAWN,
    ),
    "an imported page": ({"word/a.html": "<p>a</p>"}, "word/a.html", ContentNotRead("imported_file")),
    "an imported message": ({"word/a.mht": "MIME-Version: 1.0"}, "word/a.mht", ContentNotRead("imported_file")),
    "an imported page by its type": ({"word/page.xml": "<p/>"}, "word/page.xml", ContentNotRead("imported_file")),
    "an imported file by its arrow": ({"word/plan.xml": "<a/>"}, "word/plan.xml", ContentNotRead("imported_file")),
    "imported rich text": ({"word/a.rtf": r"{\rtf1 a}"}, "word/a.rtf", ContentNotRead("imported_file")),
    "imported text": ({"word/a.txt": "a"}, "word/a.txt", ContentNotRead("text_without_xml")),
    "json": ({"customXml/a.json": '{"a": 1}'}, "customXml/a.json", ContentNotRead("text_without_xml")),
    "a picture in the XML": ({DOCUMENT: PICTURE}, f"{DOCUMENT}!/packed 1", ContentNotRead("binary")),
    "a cached drawing": ({DOCUMENT: word(CACHED)}, f"{DOCUMENT}!/packed 1!/a.xml", EmbeddedNotRedacted()),
}


@pytest.mark.parametrize(("parts", "part", "why"), UNREAD.values(), ids=UNREAD)
def test_a_part_that_no_reader_reads_is_not_examined(parts, part, why):
    plumbing = {"[Content_Types].xml": CONTENT_TYPES, "word/_rels/document.xml.rels": IMPORTS}
    unread = [row for row in search_package(package(parts | plumbing), [NAME]).parts if not row.examined]
    assert [row.name for row in unread] == [part]
    assert unread[0].reason == why


def test_an_imported_package_is_reported_as_imported():
    parts = {
        "word/_rels/document.xml.rels": IMPORTS,
        "word/plan.xml": package({"a.xml": "<a>Halden &amp; Rook</a>"}),
    }
    search = search_package(package(parts), [NAME])
    told = [(row.name, row.reason) for row in search.parts]
    assert told[1:] == [("word/plan.xml!/a.xml", ContentNotRead("imported_file"))]
    assert [place.part for place in search.places] == ["word/plan.xml!/a.xml"]


def test_broken_plumbing_declares_nothing():
    parts = {
        "[Content_Types].xml": "<Types",
        "word/_rels/a.rels": "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
        "b.xml": "<a/>",
    }
    assert [row.examined for row in search_package(package(parts), [NAME]).parts] == [False, False, True]


def test_text_inserted_and_deleted_between_revisions_is_found():
    passing = f"<w:ins>{DELETED.format('Halden &amp; Rook')}</w:ins>"
    glued = word(f"<w:p>{DELETED.format('for Acme')}{passing}{paragraph('Ltd')[5:]}")
    assert search_package(package({DOCUMENT: glued}), [NAME]).places


@pytest.mark.parametrize("beginning", ["<p>", "<", "PK", "PK34", "<?xml"])
def test_a_text_file_is_text_for_any_first_bytes(beginning):
    search = search_text(f"{beginning} for Halden & Rook".encode(), [NAME], "plan.md")
    assert [(row.name, row.examined) for row in search.parts] == [("the file", True)]
    assert [place.how for place in search.places] == ["text"]


def test_a_zip_with_the_name_of_a_text_file_is_not_text():
    (row,) = search_text(GOOD, [NAME], "plan.txt").parts
    assert (row.name, row.examined) == ("the file", False)


def test_a_part_whose_name_contains_a_redacted_string_is_not_named():
    search = search_package(package({"ok.xml": "<a/>", "Halden & Rook.png": b"\x00"}), [NAME])
    assert [row.name for row in search.parts] == ["ok.xml", "part 2"]


def test_both_of_two_parts_of_one_name_are_searched():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(DOCUMENT, word(paragraph("Halden &amp; Rook")))
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(DOCUMENT, word(paragraph("nothing")))
    assert search_package(buffer.getvalue(), [NAME]).places


WHOLE = raw_search._Part("", None)


def test_a_file_that_unpacks_to_too_much_is_not_examined_to_the_end():
    search = raw_search._Search(Needles([NAME]), budget=1000)
    search.package(package({"small.xml": f"<a>{'x' * 400}</a>", "bomb.xml": "x" * 100_000}), WHOLE, 1)
    assert [(row.name, row.examined) for row in search.result().parts] == [("small.xml", True), ("bomb.xml", False)]


def test_unpacked_sizes_are_added_up():
    search = raw_search._Search(Needles([NAME]), budget=1000)
    search.package(package({f"{i}.xml": f"<a>{'x' * 400}</a>" for i in range(3)}), WHOLE, 1)
    assert [row.examined for row in search.result().parts] == [True, True, False]


def test_packages_too_deep_in_packages_are_not_unpacked():
    content = package({DOCUMENT: word("")})
    for _ in range(raw_search.MAX_DEPTH):
        content = package({"inner.docx": content})
    (row,) = search_package(content, [NAME]).parts
    assert not row.examined


def test_a_file_that_is_not_a_zip_is_searched_as_bytes_and_reported_as_not_examined():
    search = search_package(b"PK\x03\x04 cut short, Halden & Rook", [NAME])
    assert [place.how for place in search.places] == ["bytes"]
    assert [(row.name, row.reason) for row in search.parts] == [("the file", PartDamaged("no_zip"))]


def test_an_encrypted_or_damaged_part_is_not_examined():
    content = package({"a.txt": "some text that is compressed " * 9})
    flagged = content.replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01")
    damaged = bytearray(content)
    damaged[40] ^= 0xFF
    for broken in (flagged, bytes(damaged)):
        assert [(row.name, row.examined) for row in search_package(broken, [NAME]).parts] == [("a.txt", False)]


def test_a_text_file_is_one_part():
    search = search_text("\ufeffwork for Halden & Rook".encode(), [NAME], "plan.txt")
    assert [(place.part, place.how) for place in search.places] == [("", "text")]
    assert [(row.name, row.examined) for row in search.parts] == [("the file", True)]
    assert search_text(b"<p>Halden <b>&</b> Rook", [NAME], "plan.md").places


GOOD = package({DOCUMENT: word(paragraph("some text")), "word/media/image1.png": png(b"x")})


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_bytes_break_the_search(data):
    if data.draw(st.booleans()):
        content = data.draw(st.binary(max_size=200))
    else:
        at = data.draw(st.integers(0, len(GOOD) - 1))
        content = GOOD[:at] + data.draw(st.binary(max_size=8)) + GOOD[at + data.draw(st.integers(0, 8)) :]
    assert search_package(content, [NAME]).places == ()


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_name_is_found_in_any_context(before, after):
    text = f"{before} Halden & Rook {after}"
    assert search_text(text.encode("utf-8", "ignore"), [NAME]).places


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_text_in_any_unicode_encoding_is_examined(encoding):
    mark = "" if encoding.startswith("utf-8") else "\ufeff"
    (row,) = search_text((mark + "für alle").encode(encoding), [NAME], "notes.txt").parts
    assert row.examined


@pytest.mark.parametrize(
    "inside",
    [
        '<w:p><w:pPr><w:pStyle w:val="CommentText"/></w:pPr></w:p>',
        '<w:compatSetting w:name="overrideTableStyleFontSizeAndJustification" w:val="1"/>',
    ],
)
def test_names_that_are_words_own_are_no_words_glued_together(inside):
    strings = [RedactedString("Comment", "[REDACTED]"), RedactedString("Style", "[REDACTED]")]
    assert search_package(package({DOCUMENT: word(inside)}), strings).places == ()
