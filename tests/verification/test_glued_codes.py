"""Codes that another word touches; a name inside a longer word is another word, a code is not."""

import pytest

from backend.document.number_lookup import NumberIndex
from backend.document.redacted_strings import RedactedString
from backend.verification.matching import Needles

CODES = {
    "IBAN": "DE89 3704 0044 0532 0130 00",
    "Konto": "NL91ABNA0417164300",
    "MAC": "00:1b:44:11:3a:b7",
    "NIF": "X1234567L",
    "CF": "RSSMRA85T10A562S",
    "Ref": "KX-2291-44",
}


def _left(code, text, spared=()):
    return bool(Needles([RedactedString(code, "[CODE 1]")], spared).find(text))


def _redacted(code, text):
    return [text[span.start : span.end] for _, span in NumberIndex.of([code]).find(text)]


@pytest.mark.parametrize(("label", "code"), CODES.items())
def test_a_code_is_found_whatever_letters_touch_it(label, code):
    texts = [f"{label}{code}", f"x {label}{code}, and", f"{code}Name", f"{label.upper()}{code.lower()}Name"]
    for text in texts:
        assert _left(code, text), text
        assert [found.casefold() for found in _redacted(code, text)] == [code.casefold()], text


@pytest.mark.parametrize(("label", "code"), CODES.items())
def test_a_code_that_another_digit_goes_on_with_is_another_code(label, code):
    after = f"{label}{code}9" if code[-1].isdigit() else None
    before = f"{label}9{code}" if code[0].isdigit() else None
    for text in (text for text in (after, before) if text):
        assert not _left(code, text), text
        assert _redacted(code, text) == [], text


def test_part_of_a_code_is_not_the_code():
    assert not _left("KX-2291-44", "refkx-2291 44a5".replace(" 44", ""))
    assert not _left("DE89 3704 0044 0532 0130 00", "IBANDE89 3704 0044 0532 0130")


def test_a_short_code_is_not_found_in_a_longer_word():
    for code in ("B12", "K9-12", "AB 123"):
        assert not _left(code, f"x{code}y")
        assert _redacted(code, f"x{code}y") == []


def test_a_code_may_stay_where_a_term_to_keep_contains_it():
    assert not _left("KX-2291-44", "The RefKX-2291-44 stays.", ["RefKX-2291-44"])
    assert _left("KX-2291-44", "The RefKX-2291-44 stays, IDKX-2291-44 goes.", ["RefKX-2291-44"])


def test_the_address_of_a_page_is_found_behind_a_label():
    assert _left("https://velderwick.example/okoro", "Webhttps://velderwick.example/okoro")
    assert not _left("https://velderwick.example/okoro", "Webhttps://velderwick.example/other")
