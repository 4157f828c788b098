"""Each place of a file counts once, however many spellings and encodings of a string are found there."""

import io
import zipfile

import pytest

from backend.document.redacted_strings import RedactedString
from tests.string_search import search_package, search_text

AUTHOR = "Sarah Mbeki"
SPELLINGS = [RedactedString(each, "[PERSON]") for each in (AUTHOR, "Mbeki, Sarah", "smbeki", "sarahmbeki")]
TERM = RedactedString("Mbeki", "[REDACTED]")
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
CORE = (
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata'
)


def package(**parts):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def counts(content, strings):
    """How many places are counted in each part, and how many rows there are."""
    found = search_package(content, strings).places
    parts = {}
    for each in found:
        parts[each.part] = parts.get(each.part, 0) + each.count
    return parts


def changes(many, author=AUTHOR):
    inside = "".join(f'<w:ins w:id="{at}" w:author="{author}"><w:r/></w:ins>' for at in range(many))
    return f"<w:document {W}><w:body><w:p>{inside}</w:p></w:body></w:document>"


@pytest.mark.parametrize("many", [1, 2, 32])
def test_an_attribute_counts_as_often_as_the_part_has_it(many):
    parts = {"word/document.xml": changes(many)}
    assert counts(package(**parts), SPELLINGS) == {"word/document.xml": many}


def test_two_properties_of_one_author_are_two_places():
    core = (
        f'<cp:coreProperties {CORE}/core-properties"><dc:creator>{AUTHOR}</dc:creator><cp:lastModifiedBy>{AUTHOR}'
    )
    parts = {"docProps/core.xml": f"{core}</cp:lastModifiedBy></cp:coreProperties>"}
    assert counts(package(**parts), SPELLINGS) == {"docProps/core.xml": 2}


def test_a_term_within_a_name_is_the_same_place_and_counts_for_the_first_string():
    found = search_package(package(**{"word/document.xml": changes(3)}), [TERM, *SPELLINGS]).places
    assert {each.index: each.count for each in found if each.found_in.code == "attribute"}[0] == 3
    assert sum(each.count for each in found) == 3


def test_two_names_in_one_value_are_two_places():
    other = RedactedString("Bo Ek", "[PERSON]")
    parts = {"word/document.xml": changes(2, f"{AUTHOR} and Bo Ek")}
    assert counts(package(**parts), [*SPELLINGS, other]) == {"word/document.xml": 4}


def test_a_name_with_dots_that_is_found_with_them_and_without_is_one_place():
    strings = [RedactedString("sara.k", "[PERSON]"), RedactedString("anon-contributor", "[PERSON]")]
    inside = "".join(
        f'<w:ins w:id="{at}" w:author="{name}"/>'
        for at, name in enumerate(("sara.k", "sara.k", "anon-contributor"))
    )
    content = package(**{"word/document.xml": f"<w:document {W}><w:body><w:p>{inside}</w:p></w:body></w:document>"})
    assert counts(content, strings) == {"word/document.xml": 3}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_bytes_of_another_program_count_each_place_in_either_encoding_once(encoding):
    between = b"\x00\xff" * 600
    content = b"\xd0\xcf\x11\xe0" + between + between.join([AUTHOR.encode(encoding)] * 2) + between
    parts = {"word/embeddings/oleObject1.bin": content}
    assert counts(package(**parts), SPELLINGS) == {"word/embeddings/oleObject1.bin": 2}


def test_a_text_file_counts_every_place():
    found = search_text(f"{AUTHOR} met Mbeki, Sarah and {AUTHOR}".encode(), SPELLINGS).places
    assert sum(each.count for each in found) == 3


@pytest.mark.parametrize("many", [1, 2])
def test_a_name_in_custom_xml_counts_as_often_as_it_stands_there(many):
    """Elements are searched joined too, because they may break a word: that is no second place."""
    item = f"<p><who xmlns='urn:site'>{'<name>Mbeki</name><id>2750</id>' * many}</who></p>"
    assert sum(counts(package(**{"customXml/item1.xml": item}), [TERM]).values()) == many


def test_a_name_that_elements_of_custom_xml_break_is_a_place():
    item = "<p><who xmlns='urn:site'><b>Mbe</b><b>ki</b> left</who></p>"
    assert sum(counts(package(**{"customXml/item1.xml": item}), [TERM]).values()) == 1
