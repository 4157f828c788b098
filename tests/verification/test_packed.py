"""What is packed in the parts of a package is searched as if it lay open; pictures are told by what they say."""

import base64
import gzip
import quopri
import re
import zlib

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.images.formats import clean_picture
from backend.ooxml.images.grey_box import grey_box
from backend.verification import raw_search
from backend.verification.packed import inflated_streams, is_one_colour, may_hold_metadata
from tests.ooxml.images import pictures
from tests.string_search import search_package, search_text
from tests.verification.test_raw_search import DOCUMENT, NAME, A, package, paragraph, word

RAW = b"Halden & Rook"
WIDE = "Halden & Rook".encode("utf-16-le")
OLE = b"\xd0\xcf\x11\xe0" + bytes(60)
PICTURES = "xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
NESTED = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override'
    ' PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    '.main+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship'
    ' Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
    ' Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f"<x:workbook {PICTURES}/>",
}
CELLS = "<x:si><x:r><x:t>Hal</x:t></x:r><x:r><x:t>den &amp; Rook</x:t></x:r></x:si><x:si><x:t>s</x:t></x:si>"
SHARED = f"<x:sst {PICTURES}>{CELLS}</x:sst>"
INNER = package({DOCUMENT: word(paragraph("Halden ", "&amp; Rook"))})


def b64(content):
    return base64.b64encode(content).decode()


def lines(content):
    return base64.encodebytes(content).decode()


def mail(body, encoding):
    return f"MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: {encoding}\n\n{body}"


FLAT = (
    '<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part pkg:name="/a.bin">'
    f"<pkg:binaryData>{lines(OLE + RAW)}</pkg:binaryData></pkg:part></pkg:package>"
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg">'
HIDDEN = {
    "text chunks of a PNG that are compressed": {"word/media/a.png": pictures.png()},
    "Exif of a JPEG": {"word/media/a.jpg": pictures.saved(pictures.drawn(), "JPEG", exif=pictures.exif())},
    "a comment of a JPEG": {"word/media/a.jpg": pictures.saved(pictures.drawn(), "JPEG", comment=RAW)},
    "a zipped metafile": {"word/media/a.emz": gzip.compress(b"\1\0\0\0" + bytes(60) + WIDE)},
    "a zipped drawing": {"word/media/a.svgz": gzip.compress(b"<svg><text>Halden <b>&amp;</b> Rook</text></svg>")},
    "the name in a gzip": {"word/media/a.emz": pictures.zipped(b"\1\0\0\0")},
    "a stream in an OLE object": {"word/embeddings/a.bin": OLE + zlib.compress(b"for Halden & Rook") + bytes(99)},
    "half a stream in an OLE object": {
        "word/a.bin": OLE + zlib.compress((RAW + b", ") * 9 + bytes(range(256)) * 99)[:300]
    },
    "a picture in the XML": {DOCUMENT: word(f"<w:binData>{lines(pictures.png())}</w:binData>")},
    "a cached drawing": {DOCUMENT: word(f'<w:x w:gfxdata="{b64(INNER)}"/>')},
    "a flat package": {"word/a.xml": FLAT},
    "a data link": {DOCUMENT: word(f'<w:x w:src="data:text/plain;base64,{b64(b"for Halden & Rook")}"/>')},
    "a data link to a package": {"customXml/a.xml": f'<a src="data:application/zip;base64,{b64(INNER)}"/>'},
    "base64 in lines of text": {"customXml/a.xml": f"<a>{lines(b'a ' * 25 + RAW + b' z' * 25)}</a>"},
    "base64 of UTF-16, big end first": {"customXml/a.xml": f"<a>{b64('Halden & Rook'.encode('utf-16-be'))}</a>"},
    "base64 over runs": {DOCUMENT: word(paragraph(*re.findall("....", b64(b"for " + RAW + b"."))))},
    "an imported mail": {"word/a.mht": mail(quopri.encodestring(b"x" * 70 + RAW).decode(), "quoted-printable")},
    "an imported mail in base64": {
        "word/a.mht": mail(lines(b"<p>" + b"x" * 60 + b"<b>Hal</b>den &amp; Rook"), "base64")
    },
    "imported rich text": {"word/a.rtf": r"{\rtf1 {\b Hal}{\i den} \'26 Rook}"},
    "imported HTML": {"word/a.html": "<p><b>Hal</b>den &amp; Rook"},
    "letters of a drawing": {
        "word/media/a.svg": f"{SVG}<text>Hal<tspan>den &amp;</tspan> Rook</text><text>x</text></svg>"
    },
    "paragraphs of a page": {"word/a.xhtml": "<html><p>x</p><p>Hal<b>den</b> &amp; Rook</p><p>and</p></html>"},
    "letters drawn one by one": {"word/media/a.emf": pictures.emf_with_letters("Halden & Rook", 1)},
    "words drawn one by one": {"word/media/a.emf": pictures.emf_with_letters("Halden & Rook", 7)},
    "letters drawn in an old metafile": {"word/media/a.wmf": pictures.wmf_with_letters(b"Halden & Rook")},
    "letters drawn in the second drawing of an old metafile": {
        "word/media/a.wmf": pictures.wmf_of(
            pictures.pieces_of_emf(pictures.emf_with_letters("Halden & Rook", 1), 150)
        )
    },
    "words of the second drawing of an old metafile, cut among its pieces": {
        "word/media/a.wmf": pictures.wmf_of(
            pictures.pieces_of_emf(pictures.emf_with_letters("Halden & Rook", 13), 190)
        )
    },
    "letters of a second drawing of which a piece is missing": {
        "word/media/a.wmf": pictures.wmf_of(
            pictures.pieces_of_emf(pictures.emf_with_letters("Halden & Rook and Co", 1), 150)[: -(44 + 150)]
        )
    },
    "letters drawn in a zipped metafile": {
        "word/media/a.emz": gzip.compress(pictures.emf_with_letters("Halden & Rook", 2))
    },
    "UTF-32 text": {"word/a.txt": "for Halden & Rook".encode("utf-32")},
    "runs of a cell": {"word/a.xlsx": package(NESTED | {"xl/sharedStrings.xml": SHARED})},
    "two paragraphs": {DOCUMENT: word(paragraph("for Halden &amp;") + paragraph("Rook, as agreed"))},
    "two points of a chart": {"word/charts/a.xml": f"<a:x {A}><a:v>Halden</a:v><a:v>&amp; Rook</a:v></a:x>"},
    "two attributes": {"customXml/a.xml": '<a first="Halden &amp;" last="Rook"/>'},
    "two elements": {"customXml/a.xml": "<a><first>Halden &amp;</first><last>Rook</last></a>"},
    "letters that look Latin": {DOCUMENT: word(paragraph("for Hаldеn &amp; Rооk"))},
    "words glued together": {"customXml/a.xml": "<a>OverviewHalden &amp; RookPlan</a>"},
    "signs that nobody sees": {DOCUMENT: word(paragraph("Hal\u2060d\ufe0fe\U000e0041n &amp; Rook"))},
}


@pytest.mark.parametrize("parts", HIDDEN.values(), ids=HIDDEN)
def test_a_hidden_name_is_found(parts):
    assert {
        place.index for place in search_package(package(parts), [RedactedString("Book", "[A]"), NAME]).places
    } == {1}


def test_small_words_that_meet_over_two_paragraphs_are_no_name():
    halves = word(paragraph("in the black") + paragraph("rock was cut"))
    assert not search_package(package({DOCUMENT: halves}), [RedactedString("Black Rock", "[CLIENT]")]).places
    joined = word(paragraph("the Black") + paragraph("Rock fund"))
    assert search_package(package({DOCUMENT: joined}), [RedactedString("Black Rock", "[CLIENT]")]).places
    assert not search_package(package({DOCUMENT: joined}), [RedactedString("Black Rock", "[DATE_TIME 1]")]).places
    word_of_the_model = RedactedString("Black Rock", "[CLIENT]", is_word=True)
    assert not search_package(package({DOCUMENT: joined}), [word_of_the_model]).places


def test_the_middle_of_long_paragraphs_does_not_join_them():
    text = paragraph("Halden & " + "x " * 300) + paragraph("Rook")
    assert not search_package(package({DOCUMENT: word(text.replace("&", "&amp;"))}), [NAME]).places


def test_cyrillic_words_are_what_they_are():
    text = word(paragraph("сор рас Россия"))
    assert not search_package(
        package({DOCUMENT: text}), [RedactedString("cop", "[A]"), RedactedString("pac", "[A]")]
    ).places


STRUCTURE = (
    '<w:style w:styleId="LightShading-Accent2"><w:name w:val="Light Shading Accent 2"/></w:style>',
    '<w:tblStyle w:val="GridTable4-Accent2"/>',
    '<w:lvlText w:val="%2."/>',
    '<w:x w:name="Table 2"/>',
    '<w:x w:other="a 2 b"/>',
)


@pytest.mark.parametrize("body", STRUCTURE)
def test_a_lone_digit_and_style_names_of_word_are_not_leaks(body):
    strings = [RedactedString(text, "[AGE 1]") for text in ("2", "Accent 2", "Accent", "Shading")]
    assert not search_package(package({DOCUMENT: word(body)}), strings).places


def test_a_lone_digit_is_a_leak_where_people_write():
    two = [RedactedString("2", "[AGE 1]")]
    assert search_package(package({DOCUMENT: word(paragraph("aged 2."))}), two).places
    assert search_package(package({DOCUMENT: word('<w:lvlText w:val="Plan 2 %1"/>')}), two).places


def test_a_figure_is_not_taken_for_percent_encoding():
    text = word(paragraph("up %59.9% and %41"))
    assert not search_package(
        package({DOCUMENT: text}), [RedactedString("Y.9%", "[A]"), RedactedString("A", "[A]")]
    ).places


def rows(parts, **options):
    strings = RedactedStrings((NAME,))
    return {row.name: row for row in raw_search.search_package(package(parts), strings, **options).parts}


def test_a_package_of_excel_is_examined_part_by_part_and_others_are_not():
    others = {"xl/a.xml": "<x/>", "xl/media/a.png": pictures.png(), "a.bin": OLE}
    nested = rows({"word/a.xlsx": package(NESTED | others), "word/a.zip": package({"a.xml": "<x/>"})})
    unread = [name for name, row in nested.items() if not row.examined]
    assert unread == ["word/a.xlsx!/xl/media/a.png", "word/a.xlsx!/a.bin", "word/a.zip!/a.xml"]


def test_a_picture_that_says_nothing_is_accepted_and_still_not_examined():
    parts = {f"word/media/{name}": content for name, content in zip("abc", PAIRS, strict=False)}
    parts = {f"{name}.png": content for name, content in parts.items()}
    for accepted in (False, True):
        found = rows(parts, pictures_accepted=accepted)
        assert [(row.examined, row.accepted) for row in found.values()] == [(False, False), (False, accepted)]


PAIRS = (pictures.png(), clean_picture(pictures.png()).content)


@pytest.mark.parametrize("name", pictures.ALL)
def test_every_format_that_is_cleaned_is_accepted(name):
    suffix = {"SVG": "svg", "EMZ": "emz", "SVGZ": "svgz"}.get(name, "png")
    found = rows(
        {f"word/media/a.{suffix}": clean_picture(pictures.ALL[name]).content}, pictures_accepted=True
    ).values()
    assert {(row.examined, row.accepted) for row in found} == {(False, True)}


@pytest.mark.parametrize(
    ("name", "content"), [("a.eps", b"%!PS"), ("a.heic", b"\0\0\0\x18ftypheic"), ("a.png", b"\0")]
)
def test_a_picture_of_an_unknown_format_is_not_accepted(name, content):
    (row,) = rows({f"word/media/{name}": content}, pictures_accepted=True).values()
    assert not row.accepted


def test_nothing_but_pictures_is_accepted():
    (row,) = rows({"word/embeddings/a.bin": OLE}, pictures_accepted=True).values()
    assert (row.examined, row.accepted) == (False, False)


def test_a_picture_of_one_colour_is_examined():
    box = grey_box((40, 30))
    for name, examined in (("a.png", True), ("a.bin", False)):
        (row,) = rows({f"word/media/{name}": box}).values()
        assert row.examined is examined
    (row,) = rows({"word/media/a.png": box + b"Halden"}).values()
    assert not row.examined
    assert not is_one_colour(pictures.png())
    assert not is_one_colour(box.replace(b"IDAT", b"IDAZ"))
    start, end = box.index(b"IDAT") - 4, box.index(b"IEND") - 4
    assert is_one_colour(box[:start] + pictures.chunk(b"IDAT", zlib.compress(bytes(180))) + box[end:])
    assert not is_one_colour(box[:start] + pictures.chunk(b"IDAT", zlib.compress(bytes(179) + b"\x01")) + box[end:])


@pytest.mark.parametrize("name", ["JPEG", "PNG"])
def test_what_the_cleaning_removes_is_what_more_than_pixels_means(name):
    assert may_hold_metadata(pictures.ALL[name])
    assert not may_hold_metadata(clean_picture(pictures.ALL[name]).content)
    turned = {"JPEG": pictures.jpeg, "PNG": pictures.png}[name](6)
    assert not may_hold_metadata(clean_picture(turned).content)


@given(st.binary(max_size=200), st.binary(min_size=5, max_size=200), st.binary(max_size=200))
@example(b"\x1f\x8b\x08", bytes(5), b"")
def test_compressed_streams_inside_bytes_are_searched(before, content, after):
    assume(not before.startswith((b"\x89PNG", b"\xff\xd8\xff")))  # of pictures only what is beside the pixels
    assert any(content in found for found in inflated_streams(before + zlib.compress(content) + after))
    assert any(content in found for found in inflated_streams(before + gzip.compress(content) + after))


@pytest.mark.parametrize("name", ["Halden & Rook", "Zoë Müller", "Россия Банк", "4711-0815-99"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("spell", [str, str.upper, str.lower])
@pytest.mark.parametrize("shift", [0, 1])
def test_a_name_is_found_among_bytes_of_any_encoding(name, encoding, spell, shift):
    content = bytes(range(256)) * 300 + bytes(shift) + f" {spell(name)} ".encode(encoding) + b"\0\xff\1" * 9
    assert search_package(package({"word/a.bin": content}), [RedactedString(name, "[CLIENT]")]).places


def test_a_checksum_behind_a_name_in_a_picture_within_a_picture_is_no_letter_of_it():
    """A PNG in a comment of an EMF, with a text whose checksum begins with a letter."""
    texts = (b"Author\0" + b"x" * n + b" Halden & Rook" for n in range(100))
    text = next(each for each in texts if chr(zlib.crc32(b"tEXt" + each) >> 24) in "abcdefghijklm")
    png = b"\x89PNG\r\n\x1a\n" + pictures.chunk(b"tEXt", text) + pictures.chunk(b"IEND", b"")
    content = b"\1\0\0\0" + bytes(36) + b" EMF" + bytes(60) + (b"EMF+" + png) * 2 + bytes(8)
    name = RedactedString("Halden & Rook", "[CLIENT]")
    assert [
        place.placeholder for place in search_package(package({"word/media/a.emf": content}), [name]).places
    ] == ["[CLIENT]"]


@pytest.mark.parametrize("name", ["東京銀行", "日立製作所"])
def test_a_name_of_few_signs_is_found_among_bytes(name):
    content = bytes(range(128, 256)) * 300 + b"\0" + f" {name} ".encode() + b"\0\xff\1" * 9
    assert search_package(package({"word/a.bin": content}), [RedactedString(name, "[CLIENT]")]).places


def test_a_short_name_is_left_to_chance_among_many_bytes_only():
    for size, found in ((100, True), (100_000, False)):
        content = b"\0\1" * size + b" Rok " + b"\0\1"
        assert (
            bool(search_package(package({"word/a.bin": content}), [RedactedString("Rok", "[A]")]).places) is found
        )


@given(st.binary(max_size=300))
def test_no_bytes_break_the_unpacking(content):
    for start in (b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe1"):
        list(inflated_streams(start + content))
        assert is_one_colour(start + content) is False
        may_hold_metadata(start + content)


@pytest.mark.parametrize(
    "text", ["Hal*den* & Rook", "**Halden** \\& [Rook](a.md)", "> Halden &\n> Rook", "Hаlden & Rook"]
)
def test_markdown_in_a_name_hides_nothing(text):
    assert search_text(text.encode(), [NAME], "plan.md").places


def test_a_placeholder_in_markdown_is_none_of_its_words():
    client = [RedactedString("client", "[REDACTED]")]
    assert not search_text(b"*[CLIENT]* and [CLIENT](a.md)", client, "plan.md").places


def test_what_inflates_is_bounded_for_the_file_and_nothing_behind_is_accepted(monkeypatch):
    """Each part alone would inflate to no more than is looked at; three of them do."""
    monkeypatch.setattr(raw_search, "MAX_INFLATED", 20_000)
    drawn = b"II*\0" + zlib.compress(bytes(range(256)) * 32)
    found = rows({f"word/media/{n}.tif": drawn for n in "abc"}, pictures_accepted=True)
    assert [found[f"word/media/{n}.tif"].accepted for n in "abc"] == [True, True, False]
    assert not any(each.examined for each in found.values())
