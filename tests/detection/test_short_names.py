"""Parts of names where little context stands: outside the paragraphs, and in names of files and accounts."""

import pytest

from backend.detection.finding import Finding, FindingKind
from backend.detection.short_names import short_names, short_names_in_file_names, without_others
from backend.document.model import Block, Document, Place, Story, StoryKind
from backend.document.spans import Span
from backend.messages.reasons import StandsLikeName

PART, BODY = "word/document.xml", StoryKind.BODY
COMMON = frozenset(("rose", "field", "engineering", "american"))


def is_common(word: str) -> bool:
    return word.lower() in COMMON


def document(*texts: str) -> Document:
    return Document((Story(PART, BODY, tuple(Block(number, text) for number, text in enumerate(texts))),))


def found(text: str, entity: str = "PERSON", block: int = 0, start: int = 0, score: float = 0.9) -> Finding:
    place = Place(PART, BODY, block, Span(start, start + len(text)))
    return Finding(FindingKind.PERSONAL, entity, text, place, score, StandsLikeName("after_title"))


@pytest.mark.parametrize(
    ("entity", "name", "parts"),
    [
        ("PERSON", "Mr Jonathan Whitfield", ("Jonathan", "Whitfield")),
        ("PERSON", "Sarah van Mbeki", ("Sarah", "Mbeki")),
        ("PERSON", "Rose Field", ()),
        ("PERSON", "Jo Li", ()),
        ("PERSON", "Mr Whitfield", ()),
        ("PERSON", "Anna Grid", ("Anna",)),
        ("ORGANIZATION", "Corvid Logistics Ltd", ("Corvid Logistics", "Corvid")),
        ("ORGANIZATION", "American Engineering GmbH", ("American Engineering",)),
        ("ORGANIZATION", "Pemberton Engineering", ()),
        ("LOCATION", "Upper Whitfield", ()),
    ],
)
def test_parts_that_tell_by_themselves_are_taken(entity, name, parts):
    assert short_names([found(name, entity)], is_common).get(name.lower(), ()) == parts


def test_names_that_are_not_certain_have_no_parts():
    assert short_names([found("Jonathan Whitfield", score=0.6)], is_common) == {}


def test_a_part_that_stands_in_a_paragraph_as_something_else_is_left_out():
    name = found("Jonathan Whitfield")
    names = short_names([name], is_common)
    apart = document("Jonathan Whitfield came.", "The Whitfield was sold.")
    assert without_others(names, apart, [name]) == {"jonathan whitfield": ("Jonathan",)}
    both = [name, found("Whitfield", block=1, start=4)]
    assert without_others(names, apart, both) == names


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Whitfield.pdf", ["Whitfield"]),
        ("Whitfield_CV_2021.pdf", ["Whitfield"]),
        ("2021-03-04_whitfield_final.xlsx", ["whitfield"]),
        ("WhitfieldCV.pdf", ["Whitfield"]),
        ("#AskWhitfield", ["Whitfield"]),
        ("Whitfield2021", ["Whitfield"]),
        ("CVWhitfield", ["Whitfield"]),
        ("the Whitfield estate. Then", []),
        ("Whitfields", []),
        ("Whitfieldian_1", []),
    ],
)
def test_parts_are_found_in_names_of_files_and_accounts(text, parts):
    name = found("Jonathan Whitfield")
    more = short_names_in_file_names(
        short_names([name], is_common), document("Jonathan Whitfield came.", text), [name]
    )
    assert [each.text for each in more] == parts
    assert all(each.place.block == 1 and each.place.span.of(text) == each.text for each in more)
    assert all(each.only_here and each.entity == "PERSON" for each in more)


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("Sean O'Brien", "O'Brien.pdf", "O'Brien"),
        ("Ann Smythe-Haverford", "Smythe-Haverford_CV_2021.pdf", "Smythe-Haverford"),
        ("Lia D'Angelo", "CV_D'Angelo.docx", "D'Angelo"),
    ],
)
def test_parts_with_hyphens_and_apostrophes_are_found_in_names_of_files(name, text, part):
    names = [found(name)]
    more = short_names_in_file_names(short_names(names, is_common), document(f"{name} came.", text), names)
    assert part in [each.text for each in more]


def test_many_findings_in_one_paragraph_are_compared_in_order():
    """Ends at once; to compare each word with each finding would be a billion steps."""
    text = "a@b.co " * 30_000
    addresses = [found("a@b.co", "EMAIL_ADDRESS", start=start) for start in range(0, len(text), 7)]
    names = [*addresses, found("Jonathan Whitfield", block=1)]
    assert without_others(short_names(names, is_common), document(text, "Jonathan Whitfield"), names) == {
        "jonathan whitfield": ("Jonathan", "Whitfield")
    }


def test_what_is_found_already_is_not_found_again():
    names = [found("Jonathan Whitfield"), found("Whitfield_CV", "HANDLE", block=1)]
    texts = document("Jonathan Whitfield came.", "Whitfield_CV")
    assert short_names_in_file_names(short_names(names, is_common), texts, names) == ()
