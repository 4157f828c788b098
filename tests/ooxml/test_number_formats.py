"""What formats of numbers show is redacted, in however many pieces it is written (ECMA-376 part 1, 18.8.31)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.scrub.number_formats import redact_number_formats, shown_in_formats
from backend.ooxml.string_search import StringSearch
from tests.ooxml.building import package, xml

CHART = "word/charts/chart1.xml"


def with_format(code: str) -> etree._Element:
    root = etree.fromstring(xml("c:chartSpace", "<c:numFmt/>"))
    root[0].set("formatCode", code)
    return root


def redacted(code: str, *terms: str, is_word: bool = False) -> str:
    strings = tuple(RedactedString(term, f"[TERM {i}]", is_word=is_word) for i, term in enumerate(terms, 1))
    parts = OpenParts(
        package("", {CHART: etree.tostring(with_format(code))}), StringSearch(RedactedStrings(strings))
    )
    list(redact_number_formats(parts))
    return str(etree.fromstring(parts.package.parts[CHART])[0].get("formatCode"))


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ('"Halden" 0', '"[TERM 1]" 0'),
        ('#,##0 "for Halden only"', '#,##0 "for [TERM 1] only"'),
        (r"\H\a\l\d\e\n\ 0", r'"[TERM 1]"\ 0'),
        ('"Hal""den" 0', '"[TERM 1]" 0'),
        (r'"Hal"\d"en" 0', '"[TERM 1]" 0'),
        (r"yyyy\H\a\l\d\e\n", 'yyyy"[TERM 1]"'),
        (r'Hal\d"en"', '"[TERM 1]"'),
        # What shows no text stays.
        ('"Hal"_-"den" 0', '"[TERM 1]"_- 0'),
        ('"Hal"* "den" 0', '"[TERM 1]"*  0'),
        ('[Blue]"Hal"[Red]"den" 0', '[Blue]"[TERM 1]"[Red] 0'),
        ('"Hal"#"den"', '"[TERM 1]"#'),
        ("[$Halden-809] 0", '"[TERM 1]"[$-809] 0'),
        ("[$Halden] 0", '"[TERM 1]" 0'),
        # These show something in between.
        ('"Hal"0"den"', '"Hal"0"den"'),
        ('"Hal";"den"', '"Hal";"den"'),
        ('"Hal"@"den"', '"Hal"@"den"'),
        ('"Halden', '"[TERM 1]"'),
        ("General", "General"),
    ],
)
def test_a_format_keeps_its_codes_and_loses_the_name(code: str, left: str):
    assert redacted(code, "Halden") == left


@pytest.mark.parametrize(
    "code",
    [
        '"Halden"\\ &\\ "Rook"',
        '"Halden &"* "Rook"',
        '"Halden"_x"&"_x"Rook"',
        '"Halden" & "Rook"',
        "[$Halden & Rook-809]",
    ],
)
def test_words_of_a_name_may_stand_apart(code: str):
    left = redacted(code, "Halden & Rook")
    assert '"[TERM 1]"' in left
    assert "Rook" not in left
    assert "Halden" not in left


def test_a_word_of_the_model_is_no_code_of_a_day():
    assert redacted('d "d"', "d", is_word=True) == 'd "[TERM 1]"'


def test_recognisers_read_what_a_format_has_in_pieces_and_nothing_else():
    assert list(shown_in_formats(with_format(r'"Ann"\ "Rook"'))) == ["Ann Rook"]
    assert list(shown_in_formats(with_format('"Ann"_-"Rook";"a"_-"b"'))) == ["AnnRook", "Ann Rook"]
    assert not list(shown_in_formats(with_format('"Ann Rook" 0.00" million";[$CHF-807]\\ #,##0;yyyy\\-mm\\-dd')))


@given(st.text('"\\_*[]$-;#0?@aHd -'))
def test_a_format_without_a_name_stays_as_it_is(code: str):
    assert redacted(code, "Zephyrine") == code
