"""What is hidden in another spelling is found, wherever it stands; what is not hidden is not found."""

import base64
import html
import json
import quopri
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.redacted_strings import RedactedString
from backend.verification.encodings import (
    decode_base64,
    decoded_base64_bytes,
    decoded_base64_texts,
    decoded_texts,
    rendered_mail_texts,
    without_markdown,
)
from backend.verification.matching import Needles

NEEDLES = Needles([RedactedString("Halden & Rook", "[CLIENT]")])
CHANCE = Needles([RedactedString("Quillfeather Sons", "[CLIENT]"), RedactedString("77", "[AGE 1]")])


def rtf(text):
    escaped = [f"\\u{ord(char)}?" if ord(char) > 127 else char for char in text]
    return "{\\rtf1\\ansi {\\b " + "".join(escaped[:2]) + "}" + "".join(escaped[2:]) + "\\par}"


SPELLED = {
    "percent": quote,
    "percent with plus signs": lambda text: f"q={quote_plus(text)}",
    "percent of every character": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "percent twice": lambda text: quote(quote(text)),
    "entities": html.escape,
    "entities twice": lambda text: html.escape(html.escape(text)),
    "numbered entities": lambda text: "".join(f"&#{ord(char)};" for char in text),
    "hexadecimal entities": lambda text: "".join(f"&#x{ord(char):x};" for char in text),
    "entities of percent signs": lambda text: quote(text).replace("%", "&#37;"),
    "percent signs of entities": lambda text: quote(html.escape(text)),
    "json": lambda text: json.dumps(text.replace("&", "\u0026")).replace("&", "\\u0026").replace("H", "\\u0048"),
    "hexadecimal escapes": lambda text: "".join(f"\\x{ord(char):02x}" for char in text),
}


@pytest.mark.parametrize("spell", SPELLED.values(), ids=SPELLED)
@given(before=st.text(max_size=30), after=st.text(max_size=30))
def test_a_name_is_found_however_it_is_spelled(spell, before, after):
    assert NEEDLES._reach > 0
    text = f"{before} {spell('Halden & Rook')} {after}"
    assert 0 in NEEDLES.find(text) | {i for _, i in NEEDLES.find_encoded(text, words=False)}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@given(before=st.text(max_size=30), after=st.text(max_size=200))
def test_a_name_is_found_in_base64_also_in_lines(encoding, before, after):
    content = f"{before} Halden & Rook {after}".encode(encoding, "ignore")
    run, lines = base64.b64encode(content).decode(), base64.encodebytes(content * 3).decode()
    assert ("base64", 0) in NEEDLES.find_encoded(run, words=False)
    assert any(content in packed for packed in decoded_base64_bytes(f"Content: {lines}"))


@given(st.binary(max_size=80))
def test_base64_is_undone(content):
    assert decode_base64(base64.b64encode(content).decode()) == content
    assert decode_base64(base64.urlsafe_b64encode(content).decode().rstrip("=")) == content


@given(st.text(max_size=60))
def test_hexadecimal_digits_are_read(before):
    hidden = f"{before} \n{b'for Halden & Rook'.hex()}."
    assert any("Halden & Rook" in each for each in decoded_base64_texts(hidden))


@given(st.text("abcdefgh ÄöüÿŁ=\n", max_size=60))
def test_mail_is_read_as_it_is_shown(words):
    text = f"{words} Halden & Rook{words}"
    mail = "Content-Transfer-Encoding: quoted-printable\n\n" + quopri.encodestring(text.encode()).decode()
    assert any("Halden & Rook" in reading for reading in rendered_mail_texts(mail))


@pytest.mark.parametrize("name", ["Halden & Rook", "Zoë Müller", "Łódź Group"])
def test_rich_text_is_read_as_it_is_shown(name):
    assert any(name in reading for reading in rendered_mail_texts(rtf(name)))
    assert any("Zoë" in reading for reading in rendered_mail_texts("{\\rtf1 Zo\\'eb\\par}"))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Hal*den*", "Halden"),
        ("Hal**den** \\& Rook", "Halden & Rook"),
        ("[Hal](https://x.example/a_(b) 'x')den", "Halden"),
        ("[Hal][1]den", "Halden"),
        ("![Halden](a.png 'x')", "Halden"),
        ("Hal`den`", "Halden"),
        ("Hal~~den~~", "Halden"),
        ("Hal<!-- x -->den<br>", "Halden"),
        ("> Halden\n> Rook", "Halden\nRook"),
        ("[CLIENT] and [PERSON 1](a.md)", "[CLIENT] and [PERSON 1](a.md)"),
        ("2 * 3 * 4", "2  3  4"),
        ("[plan](https://x.example/[CLIENT]) by [CLIENT]", "plan by [CLIENT]"),
        ('<img alt="[PERSON 1]">[PERSON 2]<a href="[URL 1]">x</a>', "[PERSON 2]x"),
        ("Halden\\ & Rook, ann\\@halden.example", "Halden & Rook, ann@halden.example"),
        ("Halden\\\n& Rook", "Halden\n& Rook"),
    ],
)
def test_markdown_is_read_as_it_is_shown(written, shown):
    assert without_markdown(written) == shown


@pytest.mark.parametrize("text", ["59.9%, %59.9%", "by %41 or so", "100%", "%7", "50%50%"])
def test_a_figure_is_not_a_percent_encoding(text):
    assert list(decoded_texts(text)) == []


@given(st.text(max_size=300))
def test_unrelated_text_says_nothing_in_any_spelling(text):
    assert list(CHANCE.find_encoded(text.replace("77", ""), words=True)) == []


@given(st.text(st.characters(codec="ascii"), max_size=200), st.integers(0, 3))
def test_a_truncated_word_is_not_a_word(filling, signs):
    """Around each sign a stretch is read; "den" is not left where "Halden" stands at its edge."""
    text = "Halden" * 40 + "&amp;" * signs + filling.replace("den", "") + "&amp;" + "Halden" * 40
    needles = Needles([RedactedString("den", "[CLIENT]")])
    assert {how for how, _ in needles.find_encoded(text, words=True)} <= {"glued_words"}


def test_a_word_that_the_reach_of_a_reading_cuts_in_two_is_no_word():
    needles = Needles((RedactedString("ATE", "[ORGANIZATION 1]", case_sensitive=True),))
    for before in range(500):
        text = f"CORPORATE {'. ' * (before // 2)}{' ' * (before % 2)}aBc"
        assert list(needles.find_encoded(text, words=False)) == [], before
