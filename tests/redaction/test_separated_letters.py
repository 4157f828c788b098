"""Names whose letters a layout keeps apart: redacted where the places are certain, else reported."""

import io
import re
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.phrases import Phrase
from backend.messages.warnings import TermsNotFound
from backend.reporting.report import FileReport
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from tests.leaks.leak import Part, docx
from tests.ooxml.building import paragraph, text

NAME = "Halden Rook"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TAB = "<w:r><w:tab/></w:r>"


def _redacted(inside: str, *parts: Part, term: str = NAME) -> tuple[str, FileReport]:
    path = Path("report.docx")
    request = EffectiveRequest(asked=Terms((Phrase(term),)))
    done = redact_content(path, path, docx(inside, *parts), request)
    with zipfile.ZipFile(io.BytesIO(done.content)) as archive:
        return archive.read("word/document.xml").decode(), done.report


def _status(report: FileReport) -> str:
    assert report.verification is not None
    return report.verification.status


def _lines(*lines: str) -> str:
    return "".join(paragraph(text(line)) for line in lines)


def _row(*cells: str) -> str:
    return f"<w:tr>{''.join(f'<w:tc>{paragraph(text(cell))}</w:tc>' for cell in cells)}</w:tr>"


def _field(code: str) -> str:
    return paragraph(f'<w:fldSimple w:instr="{code}"/>')


_MARK = '<w:pPr><w:rPr><w:del w:id="1" w:author="A"/></w:rPr></w:pPr>'
_DROP = '<w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>'
_PAGE = '<w:r><w:br w:type="page"/></w:r>'
CERTAIN = {
    "a drop cap": paragraph(_DROP, text("H")) + paragraph(text("alden Rook grew.")),
    "a letter for each cell": f"<w:tbl>{_row(*'HaldenRook')}</w:tbl>",
    "a letter for each tab": paragraph(_TAB.join(map(text, "HaldenRook"))),
    "a letter for each space": paragraph(text("H A L D E N  R O O K")),
    "a mark inside a word": paragraph(_MARK, text("for Hal")) + paragraph(text("den Rook now")),
    "a hyphen at the end of a paragraph": paragraph(text("for Hal-")) + paragraph(text("den Rook now")),
    "a soft hyphen there": paragraph(text("for Halden Ro\u00ad")) + paragraph(text("ok now")),
    "a hyphen at the end of a cell": f"<w:tbl>{_row('Halden Ro-', 'ok')}</w:tbl>",
    "a break of a page inside a word": paragraph(text("for Hal"), _PAGE, text("den Rook now")),
}
CODES = {
    "QUOTE": f" QUOTE {' '.join(str(ord(char)) for char in NAME)} ",
    "QUOTE in hexadecimal": f" QUOTE {' '.join(hex(ord(char)) for char in NAME)} ",
    "EQ": " EQ \\o(H,)\\o(a,)\\o(l,)\\o(d,)\\o(e,)\\o(n,) Rook ",
}
REPORTED = {
    "words down a column": f"<w:tbl>{_row('Halden', 'x')}{_row('Rook', 'y')}</w:tbl>",
    "letters down a column": f"<w:tbl>{''.join(_row(letter, '7') for letter in 'HaldenRook')}</w:tbl>",
    "SYMBOL": paragraph("".join(f'<w:fldSimple w:instr=" SYMBOL {ord(char)} "/>' for char in NAME)),
    "a symbol font": paragraph(
        "".join(f'<w:r><w:sym w:font="Symbol" w:char="F0{ord(char):02X}"/></w:r>' for char in NAME)
    ),
    "codes of a symbol font": paragraph(text("".join(chr(0xF000 + ord(char)) for char in NAME))),
}


PARTED = {
    "items of a list": _lines("• Halden", "• Rook"),
    "numbered items": _lines("1. Halden", "2. Rook"),
    "lettered items": _lines("a) Halden", "b) Rook"),
    "a comma": _lines("Halden,", "Rook"),
    "brackets": _lines("(Halden)", "(Rook)"),
    "marks of brands": _lines("HALDEN®", "ROOK™"),
    "a word between": _lines("Halden", "intern", "Rook"),
    "a title between": _lines("Rook", "Dr.", "Halden"),
    "labels": _lines("Nachname: Rook", "Vorname: Halden"),
    "labels beside cells": f"<w:tbl>{_row('Nachname', 'Rook')}{_row('Vorname', 'Halden')}</w:tbl>",
    "a row between": f"<w:tbl>{_row('Halden')}{_row('alt')}{_row('Rook')}</w:tbl>",
    "a cell between": f"<w:tbl>{_row('Vorname', 'Geb.', 'Name')}{_row('Halden', '1.1.1970', 'Rook')}</w:tbl>",
}
OF_OTHERS = {
    "a person between": _lines("Halden", "Peter", "Rook"),
    "two words between": _lines("Halden", "intern", "extern", "Rook"),
    "a sentence": _lines("Halden said so.", "Rook agreed."),
    "a conjunction": _lines("Halden", "und", "Rook"),
    "labels of two people": _lines("Vorname: Peter", "Nachname: Rook", "Vorname: Halden", "Nachname: Maier"),
    "another row": f"<w:tbl>{_row('Peter', '1970', 'Rook')}{_row('Halden', '1961', 'Maier')}</w:tbl>",
}


@pytest.mark.parametrize("inside", PARTED.values(), ids=PARTED)
def test_halves_of_a_name_with_something_small_between_are_reported(inside: str):
    assert _status(_redacted(inside)[1]) == "left"


def test_a_name_that_goes_on_in_a_row_of_one_filled_cell_is_reported():
    _, report = _redacted(_table(("North", "Harbor"), ("", "Freight")), term="North Harbor Freight")
    assert _status(report) == "left"


@pytest.mark.parametrize("inside", OF_OTHERS.values(), ids=OF_OTHERS)
def test_halves_of_the_names_of_two_people_are_not_reported(inside: str):
    document, report = _redacted(inside)
    assert _status(report) == "clean"
    assert "[REDACTED" not in document


def _words(document: str) -> str:
    return "".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)<", document))


@pytest.mark.parametrize("inside", CERTAIN.values(), ids=CERTAIN)
def test_letters_set_apart_are_redacted(inside: str):
    document, report = _redacted(inside)
    assert "haldenrook" not in _words(document).replace(" ", "").lower()
    assert "[REDACTED" in _words(document)
    assert _status(report) == "clean"


@pytest.mark.parametrize(
    "inside",
    [
        paragraph(text(f"By {NAME}")) + paragraph(text("Halden Street is near.")),
        paragraph(text(f"By {NAME}"), _PAGE, text("en bref")),
        paragraph(text("An upper Hal-")) + paragraph(text("and a lower rook")),
    ],
    ids=["the same word again", "what may be an ending", "another word"],
)
def test_words_behind_a_name_stay(inside: str):
    document, report = _redacted(inside)
    assert _words(document).endswith(_words(inside).replace(NAME, "[REDACTED]"))
    assert _status(report) == "clean"


def _not_found(report: FileReport) -> list[tuple[str, ...]]:
    return [each.terms for each in report.warnings if isinstance(each, TermsNotFound)]


@pytest.mark.parametrize("inside", CERTAIN.values(), ids=CERTAIN)
def test_letters_set_apart_are_in_the_report(inside: str):
    _, report = _redacted(inside)
    assert [(each.suggestion.term, each.count) for each in report.suppressed] == [(NAME, 1)]
    assert _not_found(report) == []


def test_places_set_apart_are_counted_with_the_others():
    _, report = _redacted(paragraph(text(f"By {NAME}.")) + CERTAIN["a letter for each cell"])
    assert [(each.suggestion.term, each.count) for each in report.suppressed] == [(NAME, 2)]


def test_a_term_that_is_left_is_not_said_to_be_absent():
    _, report = _redacted(REPORTED["words down a column"])
    assert _status(report) == "left"
    assert _not_found(report) == []
    assert _not_found(_redacted(paragraph(text("Nothing")))[1]) == [(NAME,)]


def test_digits_set_apart_are_redacted():
    document, _ = _redacted(f"<w:tbl>{_row(*'471108')}</w:tbl>", term="471108")
    assert not re.search(r">\d<", document)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_codes_of_letters_are_redacted(code: str):
    document, report = _redacted(_field(code))
    assert code.strip() not in document
    assert _status(report) == "clean"


@pytest.mark.parametrize("inside", REPORTED.values(), ids=REPORTED)
def test_letters_that_cannot_be_redacted_are_reported(inside: str):
    _, report = _redacted(inside)
    assert _status(report) == "left"


def test_a_name_that_the_label_of_a_list_begins_is_reported():
    numbering = f'<w:numbering xmlns:w="{_W}"><w:lvlText w:val="Halden"/></w:numbering>'
    part = Part("word/numbering.xml", numbering, "numbering")
    assert _status(_redacted(paragraph(text("Rook")), part)[1]) == "left"
    assert _status(_redacted(paragraph(text("Brook")), part)[1]) == "clean"


def test_cells_of_single_letters_that_spell_nothing_are_left_alone():
    document, report = _redacted(f"<w:tbl>{_row(*'ABCDEFGHIJ')}</w:tbl>")
    assert "[REDACTED" not in document
    assert _status(report) == "clean"


_CAP = paragraph(_DROP, text("H")) + paragraph(text("alden &amp; Rook met us."))


@pytest.mark.parametrize("others", [("H",), ("Rook",), ("H", "Rook"), ("us",)])
def test_a_name_is_merged_with_redacted_parts_of_it(others: tuple[str, ...]):
    """A word of the model, or another term, is a part of what the layout keeps apart."""
    path = Path("a.docx")
    asked = Terms(tuple(map(Phrase, ("Halden & Rook", *others))))
    done = redact_content(path, path, docx(_CAP), EffectiveRequest(asked=asked))
    with zipfile.ZipFile(io.BytesIO(done.content)) as archive:
        document = archive.read("word/document.xml").decode()
    assert not re.search("alden|Rook", document)
    assert _status(done.report) == "clean"
    counts = {each.suggestion.term: each.count for each in done.report.suppressed}
    assert counts["Halden & Rook"] == 1
    assert sum(counts.values()) == _words(document).count("[REDACTED]")


@pytest.mark.parametrize(
    ("term", "halves"),
    [
        ("Kestrel 3D Systems", ("Kestrel", "3D Systems")),
        ("B&Q Harlow", ("B&Q", "Harlow")),
        ("B&Q Harlow", ("B", "&Q Harlow")),
        ("O'Brannigan Foods", ("O", "'Brannigan Foods")),
        ("Halden & Rook", ("Halden", "& Rook")),
        ("Halden & Rook", ("Halden &", "Rook")),
    ],
)
def test_names_with_signs_and_figures_are_redacted_over_paragraphs_and_cells(term: str, halves: tuple[str, str]):
    first, second = map(escape, halves)
    for inside in (_lines(first, second), f"<w:tbl>{_row(first, second)}</w:tbl>"):
        document, report = _redacted(inside, term=term)
        assert not any(word in _words(document) for word in re.findall(r"\w{4,}", term))
        assert _status(report) == "clean"


def _table(*rows: tuple[str, ...]) -> str:
    return f"<w:tbl>{''.join(_row(*cells) for cells in rows)}</w:tbl>"


@pytest.mark.parametrize(
    "inside",
    [
        _table(("Peter", "Rook"), ("Halden", "Maier")),
        _table(("Maier", "Halden"), ("Rook", "Otto")),
        paragraph(text("Otto Rook")) + paragraph(text("Halden Maier")),
    ],
    ids=["given names first", "surnames first", "paragraphs"],
)
def test_two_people_in_neighbouring_rows_are_not_one(inside: str):
    document, report = _redacted(inside)
    assert _words(document).endswith(_words(inside))
    assert _status(report) == "clean"


@pytest.mark.parametrize(
    "inside",
    [
        _table(("Halden", "Rook")),
        _table(("Maier", "Otto"), ("Rook", "Halden")),
        _table(("Rook",), ("Halden",)),
        paragraph(text("Rook")) + paragraph(text("Halden Maier")),
    ],
    ids=["one row", "surname first", "one column", "paragraphs"],
)
def test_halves_of_a_name_in_neighbouring_cells_are_redacted(inside: str):
    document, report = _redacted(inside)
    assert not re.search("Halden|Rook", _words(document))
    assert _status(report) == "clean"


@pytest.mark.parametrize(
    ("term", "cells"),
    [
        ("Anna Maria Halden", ("Halden", "Anna Maria")),
        ("José Rook García", ("García", "José Rook")),
        ("+49 30 5557 8142", ("+49 30 5", "557 8142")),
        ("Anna Maria Halden", ("Halden", "Anna", "Maria Halden", "Anna")),
    ],
)
def test_overlapping_forms_of_a_name_in_two_cells_are_joined(term: str, cells: tuple[str, ...]):
    table, report = _redacted(f"<w:tbl>{_row(*cells)}</w:tbl>", term=term)
    assert not any(word in table for cell in cells for word in re.findall(r"\w{4,}", cell))
    assert "[REDACTED]" in table
    assert _status(report) == "clean"


@pytest.mark.parametrize("names", [("Halden", "Acme Corporation"), ("Acme Corporation", "Halden")])
def test_two_names_letter_by_letter_are_both_redacted(names: tuple[str, str]):
    letters = " ".join("".join(names).replace(" ", "").upper())
    path, terms = Path("a.docx"), Terms(tuple(map(Phrase, names)))
    done = redact_content(path, path, docx(paragraph(text(letters))), EffectiveRequest(asked=terms))
    with zipfile.ZipFile(io.BytesIO(done.content)) as archive:
        assert archive.read("word/document.xml").count(b"[REDACTED]") == 2


WORDS = ["Anna", "Maria", "Halden", "Rook", "O'Hara", "A.", "4711", "&", "von"]


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(WORDS), min_size=2, max_size=4),
    st.data(),
)
def test_no_split_of_a_name_over_cells_is_an_unforeseen_error(words: list[str], data: st.DataObject):
    term = " ".join(words)
    order = data.draw(st.permutations(words))
    cut = data.draw(st.integers(0, len(order)))
    cells = (" ".join(order[:cut]), " ".join(order[cut:]), *data.draw(st.lists(st.sampled_from(words), max_size=3)))
    _redacted(f"<w:tbl>{_row(*map(escape, cells))}</w:tbl>", term=term)
