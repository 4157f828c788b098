"""Names and fixed terms, however they are written."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, normal_form
from backend.document.redacted_strings import RedactedString

NAME = Phrase("Halden & Rook")


@pytest.mark.parametrize(
    "written",
    [
        "HALDEN & ROOK",
        "halden&rook",
        "Halden\u00a0&\u2009Rook",
        "Halden\t&\nRook",
        "Hal\u00adden & Ro\u200bok",
        "Halden_&_Rook",
        "Halden-&-Rook",
        "Halden%20%26%20Rook",
        "Ｈａｌｄｅｎ ＆ Ｒｏｏｋ",
        "Halden® & Rook",
        "Halden** & Rook",
        "Hal\u202dden & Ro\ufe0fok",
    ],
)
def test_a_phrase_is_found_however_it_is_written(written):
    text = f"for {written}'s 2024 plan"
    assert [span.of(text) for span in NAME.spans(text)] == [written]


@pytest.mark.parametrize("written", ["O'Hara", "O’Hara", "O‘HARA", "OʼHara", "O＇Hara", "O`Hara", "O\u00ad’Hara"])
@pytest.mark.parametrize("name", ["O'Hara", "O’Hara", "oʼhara"])
def test_straight_and_curly_quotes_are_the_same(name, written):
    text = f"for {written} “{written}” 5"
    assert [span.of(text) for span in Phrase(name).spans(text)] == [written, written]
    assert [span.of(text) for _, span in PhraseIndex.of([Phrase(name)]).find(text)] == [written, written]
    assert normal_form(written) == "o'hara"


@pytest.mark.parametrize(
    "text", ["Haldens & Rook", "Halden & Rookie", "Halden and Rook", "Halden. & [CLIENT] Rook"]
)
def test_other_words_are_not_the_phrase(text):
    assert NAME.spans(text) == []


def test_a_name_may_touch_a_digit_but_not_a_letter():
    assert [span.of("Acme2024 Acmeist 7Acme") for span in Phrase("Acme").spans("Acme2024 Acmeist 7Acme")] == [
        "Acme",
        "Acme",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("OPERATIONSOverviewAcme Inc. said", "Acme"),
        ("AcmeReport2024.docx", "Acme"),
        ("Straße‑NordAcmeSüd", "Acme"),
    ],
)
def test_a_name_glued_to_other_words_is_found_by_its_capital(text, found):
    """Headings lose their end when a filing is cut into text, and file names have no spaces."""
    assert [span.of(text) for span in Phrase("Acme").spans(text)] == [found]
    assert [span.of(text) for _, span in PhraseIndex.of([Phrase("Acme")]).find(text)] == [found]


def test_a_name_of_two_words_is_found_written_as_one():
    assert [span.of("myHaldenRookPlan") for span in Phrase("Halden Rook").spans("myHaldenRookPlan")] == [
        "HaldenRook"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [("C:/Users/gisela.kirsten/plan", ["gisela.kirsten"]), ("by Gisela. Kirsten", []), ("gisela.kirstens", [])],
)
def test_a_name_is_found_as_the_name_of_an_account(text, found):
    assert [span.of(text) for span in Phrase("Gisela Kirsten").spans(text)] == found
    assert [span.of(text) for _, span in PhraseIndex.of([Phrase("Gisela Kirsten")]).find(text)] == found


def test_a_number_is_not_the_inside_of_a_longer_number():
    assert Phrase("555 0142").spans("1555 0142, 555 01429, 555-0142")[0].start == len("1555 0142, 555 01429, ")


def test_a_name_in_a_percent_encoded_path_is_found_after_its_slash():
    text = "https://x.example/docs%2FAcme%20plan"
    assert [span.of(text) for span in Phrase("Acme").spans(text)] == ["Acme"]


def test_a_case_sensitive_name_wants_its_capitals_only():
    text = "Target targets TARGET and target"
    spans = Phrase("Target", case_sensitive=True).spans(text)
    assert [span.of(text) for span in spans] == ["Target", "TARGET"]


def test_letters_beyond_ascii_are_found_percent_encoded_too():
    text = "https://x.example/M%C3%BCller%20GmbH and M%c3%9cLLER gmbh"
    found = [span.of(text) for span in Phrase("Müller GmbH").spans(text)]
    assert found == ["M%C3%BCller%20GmbH", "M%c3%9cLLER gmbh"]
    assert [span.of(text) for _, span in PhraseIndex.of([Phrase("Müller GmbH")]).find(text)] == found


def test_signs_in_a_row_cost_no_more_than_their_length():
    """Each gap may hold "+", and so may the phrase; this ends at once or never."""
    assert Phrase("a++++++++++++++++++++b@x.example").spans("a" + "+" * 20_000) == []
    assert Phrase("C++ Group").spans("C" + "+ " * 20_000) == []
    assert [span.start for span in Phrase("C++ Group").spans("our C++ group, c+ group")] == [4]


@pytest.mark.parametrize("text", ["", "  ", "\u00ad", "_-_"])
def test_a_phrase_of_nothing_is_refused(text):
    with pytest.raises(ValueError, match="at least one"):
        Phrase(text)


@given(st.text(st.characters(codec="utf-8", exclude_characters="%"), min_size=1, max_size=20))
def test_every_phrase_finds_itself_alone_in_a_text(text):
    try:
        phrase = Phrase(text)
    except ValueError:
        return
    assert phrase.spans(f"; {text} ;")
    assert normal_form(f" {text} ") == phrase.key


def test_a_word_of_the_model_is_left_only_where_the_tokeniser_sees_it():
    word = RedactedString("retail", "[TERM]", is_word=True)
    text = "Retail's retail2 e-retail [TERM]"
    assert [span.start for span in word.spans(text)] == [0, 19]


def _expression(text: str) -> re.Pattern[str]:
    """A second definition of a phrase in folded text: a regular expression."""
    pieces = re.findall(r"[^\W_]+|[^\w\s\-]", text)
    parts = [re.escape(pieces[0])]
    for before, piece in pairwise(pieces):
        parts.append((" +" if before[0].isalnum() and piece[0].isalnum() else " *") + re.escape(piece))
    letter = r"[^\W\d_]"
    behind = {True: letter, False: r"[^\W_]"}
    first, last = pieces[0][0], pieces[-1][-1]
    before = f"(?<!{behind[first.isalpha()]})" if first.isalnum() else ""
    after = f"(?!{behind[last.isalpha()]})" if last.isalnum() else ""
    return re.compile(before + "".join(parts) + after)


SIGNS = st.lists(st.sampled_from(["a", "b", "ab", "7", "71", "፩", "é", "٣", "&", ",", " ", "  "]), max_size=12).map(
    "".join
)


@given(SIGNS.filter(str.strip), SIGNS, SIGNS)
def test_finds_what_a_regular_expression_finds(term, before, after):
    text = before + term + after
    expected = [match.span() for match in _expression(term).finditer(text)]
    assert [(span.start, span.end) for span in Phrase(term).spans(text)] == expected
