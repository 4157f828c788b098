"""What people enter: what is refused at every door, and what becomes of what was stored without being asked."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from backend.document.entry_validation import (
    LONGEST_TERM,
    label_fault,
    searchable_entries,
    searchable_part,
    term_fault,
    with_single_spaces,
    word_safe_text,
)
from backend.document.phrases import Phrase
from backend.messages.warning_words import FAULTS

ANY_TEXT = st.text(st.characters(), max_size=40)  # lone surrogates and noncharacters included

ODD = st.sampled_from("\x00\x01\x07\x1b\x1c\x7f\x9f\ud800\udfff\ufdd0\ufffe\uffff\U0001fffe\U0010ffff\ufffc")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Halden & Rook", None),
        ("  Halden\t&\nRook\v", None),
        ("R&D", None),
        ("東京 🏢 e\u0301", None),
        ("x" * LONGEST_TERM + "  ", None),
        ("x" * (LONGEST_TERM + 1), "has more than 300 characters"),
        ("", "is empty"),
        (" \u00a0\u2003", "is empty"),
        ("\u200b\u00ad", "contains only spaces, dashes, placeholders or the like"),
        ("_-_", "contains only spaces, dashes, placeholders or the like"),
        ("[PERSON 1]", "contains only spaces, dashes, placeholders or the like"),
        ("\u00b4", "contains only spaces, dashes, placeholders or the like"),
        ("Her\x00on", "contains a control character"),
        ("Her\x1con", "contains a control character"),
        ("\x1b[31mHeron", "contains a control character"),
        ("Her\ud83don", "contains a broken character"),
        ("Her\ufffeon", "contains an invalid character"),
        ("Her\U0003ffffon", "contains an invalid character"),
        ("Her\ufffcon", "contains a placeholder for a picture"),
    ],
)
def test_a_term_is_refused_by_what_is_wrong_with_it(text, fault):
    assert term_fault(text) == fault


def test_a_label_need_not_be_found_in_a_document_and_a_note_may_have_lines():
    assert label_fault("--") is None
    assert label_fault("first\r\n\tsecond") is None
    assert label_fault("\x7f") == "contains a control character"


@given(ANY_TEXT)
def test_valid_entries_can_be_searched_for_and_stored_in_xml_and_utf8(text):
    if term_fault(text) is None:
        assert Phrase(with_single_spaces(text)).spans(f"; {with_single_spaces(text)} ;") or "%" in text
        with_single_spaces(text).encode()
        etree.Element("a").text = with_single_spaces(text)


@given(ANY_TEXT)
def test_refusals_match_a_second_implementation_of_the_rules(text):
    """By the categories and code points of Unicode, without an expression."""
    spaces = "\t\n\v\f\r\x85"
    odd = any(
        (unicodedata.category(char) == "Cc" and char not in spaces)
        or unicodedata.category(char) == "Cs"
        or 0xFDD0 <= ord(char) <= 0xFDEF
        or ord(char) & 0xFFFE == 0xFFFE
        or char == "\ufffc"
        for char in text
    )
    assert (label_fault(text) is not None) == odd


@given(st.lists(st.one_of(ANY_TEXT, ODD, st.text("ab \x07", max_size=5)), max_size=8))
def test_stored_entries_are_found_as_far_as_they_can_be_and_the_others_told_by_number(entries):
    found, warnings = searchable_entries(entries, "always", "client_dictionary")
    assert list(found) == [kept for each in entries if (kept := searchable_part(each)) is not None]
    assert all(term_fault(each) in (None, "has more than 300 characters") for each in found)
    odd = [number for number, each in enumerate(entries, start=1) if searchable_part(each) != each]
    assert [each.number for each in warnings] == odd
    for each in warnings:
        assert term_fault(entries[each.number - 1]) == FAULTS[each.fault]
        assert each.used == (searchable_part(entries[each.number - 1]) is not None)


@given(st.text("ab", min_size=1), ODD, st.text("ab", min_size=1))
def test_an_entry_with_an_odd_sign_is_searched_for_with_a_space_in_its_place(before, odd, after):
    assert searchable_part(f"{before}{odd}{after}") == f"{before} {after}"


@given(ANY_TEXT)
def test_a_stored_replacement_can_always_be_written(text):
    etree.Element("a").text = word_safe_text(text)
    if label_fault(text) is None and not set(text) & set("\v\f\x85"):
        assert word_safe_text(text) == text


def test_a_term_is_as_long_as_what_is_searched_for():
    """One sign may stand for eighteen letters: 60 of them are longer than any name."""
    assert term_fault("\ufdfa") is None
    assert "600 characters" in str(term_fault("\ufdfa" * 60))
    assert term_fault("\u00df" * 300) is None
    assert term_fault("e\u0301" * 150) is None
