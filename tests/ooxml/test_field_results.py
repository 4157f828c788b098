"""Results of fields that Word stores: counts of the original document, and lists in the order of the alphabet."""

import pytest

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.opc.package import open_package
from backend.ooxml.scrub.scrub import scrub
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped


def mark(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def field(code: str, result: str, inner: str = "") -> str:
    coded = f"<w:r><w:instrText> {code} </w:instrText></w:r>"
    return mark("begin") + coded + inner + mark("separate") + text(result) + mark("end")


def scrubbed(*paragraphs: str, strings: tuple[str, ...] = ("Halden",)) -> str:
    package = open_package(zipped(docx_parts(body("".join(map(paragraph, paragraphs))))))
    redacted = RedactedStrings(tuple(RedactedString(each, "[CLIENT]") for each in strings))
    return scrub(package, redacted).package.parts["word/document.xml"].decode()


EMPTIED = {
    "characters": field("NUMCHARS", "4711"),
    "words in small letters": field("numwords \\* Arabic", "4711"),
    "size": field("FILESIZE \\k", "4711"),
    "a property": field("DOCPROPERTY CharactersWithSpaces \\* MERGEFORMAT", "4 711"),
    "another way to a property": field("INFO NumChars", "4,711"),
    "size with its unit": field("DOCPROPERTY Bytes", "4711 KB"),
    "a variable": field("DOCVARIABLE WordCount", "4711"),
    "a formula": field("=", "4711", field("NUMWORDS", "1") + "<w:r><w:instrText> + 1 </w:instrText></w:r>"),
    "a formula in a formula": field("=", "4711", field("=", "1", field("NUMCHARS", "1"))),
    "a simple field": f'<w:fldSimple w:instr=" NUMWORDS ">{text("4711")}</w:fldSimple>',
}
KEPT = {
    "pages": field("NUMPAGES", "4711"),
    "a formula of pages": field("=", "4711", field("NUMPAGES", "1")),
    "a property of words": field("DOCPROPERTY Keywords", "about 4711 things"),
    "another property": field("DOCPROPERTY Edition", "4711"),
    "a reference": field("REF total", "4711"),
    "a condition without a count": field("IF 1 = 1", "4711"),
}


@pytest.mark.parametrize("inside", EMPTIED.values(), ids=EMPTIED.keys())
def test_a_count_is_emptied_and_word_makes_it_anew(inside: str):
    written = scrubbed(inside)
    assert "711" not in written
    assert 'w:dirty="true"' in written


@pytest.mark.parametrize("inside", KEPT.values(), ids=KEPT.keys())
def test_other_results_stay(inside: str):
    written = scrubbed(inside)
    assert "4711" in written
    assert "dirty" not in written


def test_nothing_is_emptied_where_nothing_is_redacted():
    assert "4711" in scrubbed(field("NUMCHARS", "4711"), strings=())


def test_an_index_over_several_paragraphs_is_emptied_if_an_entry_is_redacted():
    begin = mark("begin") + "<w:r><w:instrText> INDEX </w:instrText></w:r>" + mark("separate")
    entries = begin + text("A"), text("audit, 1"), text("H"), text("[CLIENT], 2"), text("wages, 3") + mark("end")
    written = scrubbed(*entries, text("after"))
    assert not any(each in written for each in ("audit", ">H<", "CLIENT", "wages"))
    assert "after" in written
    assert "audit" in scrubbed(*(each.replace("[CLIENT]", "margins") for each in entries))


@pytest.mark.parametrize(
    ("heading", "entry", "is_emptied"),
    [
        ("H", "[CLIENT], 12", True),
        ("Ö", "[CLIENT]\u2026 3, 5-7", True),
        ("H", "[CLIENT] says so in 2024", False),
        ("H", "margins, 12", False),
        ("Ha", "[CLIENT], 12", False),
        ("7", "[CLIENT], 12", False),
    ],
)
def test_the_letter_above_a_redacted_entry_of_an_index_without_its_field(
    heading: str, entry: str, *, is_emptied: bool
):
    written = scrubbed(text(heading), text(entry))
    assert (f">{heading}<" not in written) is is_emptied


@pytest.mark.parametrize("piece", ["4", " ", ".", "4.", "a", "K", "\t", "["])
def test_a_long_result_takes_time_in_proportion(piece: str):
    """Its time limit is that of the tests."""
    scrubbed(field("DOCPROPERTY Words", piece * 32_000), text("H"), text("[CLIENT]" + piece * 32_000))


def test_fields_without_their_end_or_in_many_others_are_no_problem():
    assert "7" in scrubbed(mark("separate") + text("7") + mark("end") + mark("begin"))
    deep = 2_000
    code = "<w:r><w:instrText> = </w:instrText></w:r>"
    nested = (mark("begin") + code + mark("separate")) * deep + text("8") + mark("end") * deep
    assert "8" in scrubbed(nested)
