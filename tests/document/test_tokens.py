"""The one tokeniser."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.document.placeholders import ENTITIES, PLACEHOLDER, blank_placeholders, format_placeholder
from backend.document.tokens import IGNORED, fold, terms, tokens

# Letters that fold or compose oddly, and everything that people hide inside words.
TRICKY = st.text(st.sampled_from("aZ9 ßİıﬁéé́Åǆ½™²ªΣς한ᄒ\u1161\u11abहिक्'’s-_.\u00a0…" + IGNORED), max_size=40)

CLOCKS = st.lists(st.sampled_from(["o’clock", "O'clock", " ", "'s", "a", "é́", "½", "™"])).map("".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("well-known e‑mail", ["well", "known", "e", "mail"]),
        ("Ford's, FORD’S and Fords'", ["ford", "ford", "and", "fords"]),
        ("it's 's sake", ["it", "s", "sake"]),
        ("don't", ["don", "t"]),
        ("o’clock, O'CLOCK’s and oʼclock", ["o'clock", "o'clock", "and", "o'clock"]),
        ("o'clocks, o'brien, to'clock", ["o", "clocks", "o", "brien", "to", "clock"]),
        ("snake_case", ["snake", "case"]),
        ("Ｆｕｌｌ width ﬁle", ["full", "width", "file"]),
        ("Soft\u00adhy\u200bphen\ufeffated", ["softhyphenated"]),
        ("Acme™ Acme² Acme®", ["acme", "acme", "acme"]),
        ("the Ford®'s, “Ford”'s and Ford™’s", ["the", "ford", "ford", "and", "ford"]),
        ("Hal\u2067den Ro\U000e0061ok", ["halden", "rook"]),
        ("e\u0301te\u0301 = été", ["été", "été"]),
        ("İstanbul STRASSE Straße", ["istanbul", "strasse", "strasse"]),
        ("[CLIENT] and [PERSON 12] and [Acme]", ["and", "and", "acme"]),
        ("3.5% of Q3", ["3", "5", "of", "q3"]),
        ("", []),
    ],
)
def test_terms_follow_the_conventions(text, expected):
    assert terms(text) == expected


@given(TRICKY | CLOCKS | st.text())
@example("x²’s")
@example("½ﬁ")
def test_tokens_are_the_terms_with_spans_that_read_back_to_them(text):
    found = tokens(text)
    assert [token.term for token in found] == terms(text)
    for token in found:
        assert 0 <= token.start < token.end <= len(text)
        written = fold(text[token.start : token.end]).text
        assert any(token.term.replace("'", sign) in written for sign in "'’ʼ")
    starts = [token.start for token in found]
    assert starts == sorted(starts)


@given(TRICKY | st.text())
@example("™\u093f")  # a vowel sign after a raised sign is still seen
def test_folding_is_nfkc_and_case_folding_of_the_whole_text(text):
    """A second way to the same: the standard library on the whole text at once.

    What nobody sees is taken out first, and superscripts and signs become "^": these are our own rules.
    """

    def plain(char):
        raised = char in "®©℗" or unicodedata.decomposition(char).startswith("<super>")
        return "" if char in IGNORED else "^" if raised else char

    expected = unicodedata.normalize("NFKC", "".join(map(plain, blank_placeholders(text)))).casefold()
    loose = re.compile("[\u0300-\u036f]")
    assert loose.sub("", fold(text).text) == loose.sub("", expected)


@given(st.lists(st.sampled_from(["Acme", "plan", "é́", "☃", "½"])), st.sampled_from(ENTITIES), st.integers(1, 99))
def test_a_placeholder_is_never_a_token_and_moves_nothing(words, entity, number):
    placeholder = format_placeholder(entity, number)
    text = " ".join([*words, placeholder, *words])
    assert PLACEHOLDER.fullmatch(placeholder)
    assert terms(text) == terms(" ".join(words)) * 2
    assert len(blank_placeholders(text)) == len(text)


@pytest.mark.parametrize("text", ["Mercer's plan", "MERCER’S plan", "Mercer’s."])
def test_redacting_a_word_makes_no_new_term_of_its_possessive(text):
    """A stray "s" would be counted for k although nobody wrote it as a word."""
    redacted = re.sub("mercer", "[TERM]", text, flags=re.IGNORECASE)
    assert terms(redacted) == [term for term in terms(text) if term != "mercer"]


def test_only_our_own_placeholders_are_left_out():
    """Brackets that an author wrote must not hide a name from the model."""
    assert terms("[Halden] [HALDEN] [CLIENT 1 HALDEN]") == ["halden", "halden", "client", "1", "halden"]
