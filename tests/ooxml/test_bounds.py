"""What a file may hold: exactly as much as the table says, checked before anything is walked."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields

import pytest

from backend.errors import DocumentTooLarge, EncryptedDocument, NotAWordDocument, UnsafeDocument
from backend.ooxml.bounds import DEFAULT_LIMITS, PackageLimits, count_elements
from backend.ooxml.markup import parse
from backend.ooxml.opc.package import open_package
from tests.ooxml.building import body, docx_parts, paragraph, relationships, text, zipped
from tests.ooxml.part_measures import measured
from tests.ooxml.real_files import ARCHIVE, real_files


def attributes(many: int) -> str:
    return " ".join(f'a{i}="x"' for i in range(many))


EXACTLY: dict[str, Callable[[int], str]] = {
    "elements": lambda many: "<a>" + "<b c='1'/>" * ((many - 1) // 2) + "</a>",
    "nesting": lambda many: "<a>" * many + "</a>" * many,
    "attributes": lambda many: f"<a xmlns:x='y' {attributes(many - 1)}/>",
    "children": lambda many: f"<a>{'<b/>' * many}</a>",
    "runs": lambda many: f"<a><p>{'<r/>' * many}</p></a>",
    "relationships": lambda many: f"<Relationships>{'<Relationship/>' * many}</Relationships>",
    "names": lambda many: f"<a>{''.join(f'<b{i} {attributes(i + 1)}/>' for i in range(many // 2))}</a>",
    "namespaces": lambda many: "<a>" + "".join(f"<b xmlns='x{i}'/>" for i in range(many)) + "</a>",
    "name_length": lambda many: f"<{'a' * many}/>",
    "unseen": lambda many: f"<a>{'<!-- x --><?y z?>' * (many // 2)}</a>",
}
"""A part that holds so many of each."""
SMALL = {"elements": 31, "names": 31, "unseen": 30}
"""The bound that is tried, where 20 does not do; a root has a name too."""


def limited(name: str, most: int) -> PackageLimits:
    return PackageLimits(**{name: most})


@pytest.mark.parametrize("name", EXACTLY)
def test_input_at_the_bound_passes_and_beyond_it_is_refused(name: str):
    most = SMALL.get(name, 20)
    limits = limited(name, most)
    assert count_elements(EXACTLY[name](most).encode(), "a.xml", limits, limits.elements) > 0
    more = 2 if name in ("elements", "names", "unseen") else 1
    with pytest.raises(DocumentTooLarge, match=f"more than {most} ") as caught:
        count_elements(EXACTLY[name](most + more).encode(), "a.xml", limits, limits.elements)
    assert "a.xml" in str(caught.value)


def test_every_bound_of_the_xml_is_tried():
    of_zips = {"packed", "parts", "depth", "unpacked", "ratio", "unsuspicious"}
    assert {each.name for each in fields(PackageLimits)} == EXACTLY.keys() | of_zips


def test_every_row_but_three_leaves_honest_files_seven_times_as_much_room():
    tight = {each.name for each in DEFAULT_LIMITS.table() if each.most < 7 * each.seen}
    assert tight == {"depth", "ratio", "attributes"}


def test_a_hundred_thousand_attributes_are_refused():
    content = zipped(docx_parts(body(paragraph(f"<w:r {attributes(100_000)}><w:t>Halden</w:t></w:r>"))))
    with pytest.raises(DocumentTooLarge, match="128 attributes"):
        open_package(content)


def test_the_plumbing_is_checked_before_it_is_read():
    for part in ("[Content_Types].xml", "_rels/.rels"):
        parts = docx_parts(body(""))
        parts[part] = parts[part].replace(b" xmlns=", f" {attributes(300)} xmlns=".encode(), 1)
        with pytest.raises(DocumentTooLarge, match="128 attributes"):
            open_package(zipped(parts))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_a_part_in_any_encoding_and_under_any_name_is_checked(encoding: str):
    part = "<?xml version='1.0'?>" + EXACTLY["attributes"](300)
    content = zipped({**docx_parts(body("")), "media/a.png": part.encode(encoding)})
    with pytest.raises(DocumentTooLarge, match=r"media/a\.png"):
        open_package(content)


def test_the_elements_of_all_parts_are_counted_together():
    parts = {**docx_parts(body("")), **{f"a{i}.xml": EXACTLY["children"](500).encode() for i in range(10)}}
    with pytest.raises(DocumentTooLarge, match="elements and attributes"):
        open_package(zipped(parts), PackageLimits(elements=4_000))


def test_a_large_file_may_hold_two_elements_for_each_byte():
    assert DEFAULT_LIMITS.elements_for(10**6 + 5) == 2 * 10**6 + 10
    assert DEFAULT_LIMITS.elements_for(5) == 2 * 10**6


def test_a_file_within_the_file_that_goes_over_a_bound_is_left_closed():
    inner = zipped(docx_parts(body(f"<w:p {attributes(300)}/>")))
    others = {
        "word/embeddings/a.docx": inner,
        "word/_rels/document.xml.rels": relationships(("package", "embeddings/a.docx")),
    }
    opened = open_package(zipped(docx_parts(body(paragraph(text("outside"))), others)))
    assert opened.nested == {}
    assert opened.parts["word/embeddings/a.docx"] == inner


def test_malformed_parts_are_checked_as_far_as_they_can_be_read():
    broken = f"<a>{'<b/>' * 21}</b>".encode()
    with pytest.raises(DocumentTooLarge):
        count_elements(broken, "a.xml", PackageLimits(children=20), 100)
    assert count_elements(broken, "a.xml", PackageLimits(), 100) == 22


def _laughs(encoding: str) -> bytes:
    """An attribute of a billion letters, in an encoding in which nobody sees a document type."""
    said = ["lol", *(f"&x{i};" * 10 for i in range(9))]
    entities = "".join(f"<!ENTITY x{i} '{each}'>" for i, each in enumerate(said))
    declared = f'<?xml version="1.0" encoding="{encoding}"?>'
    return declared.encode() + f"<!DOCTYPE a [{entities}]><a b='&x9;'/>".replace("<!", "+ADwAIQ-").encode()


def test_entities_in_an_encoding_that_hides_them_do_not_grow():
    with pytest.raises(UnsafeDocument, match="encoding"):
        parse(_laughs("UTF-7"), "a.xml")
    assert count_elements(_laughs("UTF-7"), "a.xml", PackageLimits(), 100) == 0


@pytest.mark.thorough  # reads every real file
def test_the_table_tells_the_largest_numbers_of_real_files():
    if not ARCHIVE.is_file():
        pytest.skip(f"no real Word files at {ARCHIVE}")
    most: Counter[str] = Counter()
    for _, content in real_files():
        with suppress(NotAWordDocument, EncryptedDocument):
            open_package(content)
            for name, many in measured(content).items():
                most[name] = max(most[name], many)
    assert {each.name: each.seen for each in DEFAULT_LIMITS.table()} == dict(most)
